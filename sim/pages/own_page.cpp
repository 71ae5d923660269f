#include "sim/pages/own_page.h"

#include <cassert>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/core/embed.h"
#include "sim/report/page_frame.h"

namespace archon::cli {
namespace {

constexpr std::string_view kFolder = "build/page/";  // of archon.html, as CMakeLists.txt embeds it
constexpr std::string_view kPlace = "<!--decks-->";  // of the decks (sim/web/page/make_page.py)

}  // namespace

bool has_own_page() { return !embedded_files(kFolder).empty(); }

std::string own_page(const DeckList& decks) {
  std::string texts, page(embedded_files(kFolder).front().text);
  for (const DeckFile& each : decks) texts += (texts.empty() ? "" : "\n") + write_deck(each.deck);
  const size_t place = page.find(kPlace);
  assert(place != std::string::npos);
  const std::string given = "<script type=\"application/json\" id=given>" + report::script_json(texts) + "</script>";
  return page.replace(place, kPlace.size(), given);
}

}  // namespace archon::cli
