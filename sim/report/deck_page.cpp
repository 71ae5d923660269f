#include "sim/report/deck_page.h"

#include "sim/report/page_data.h"
#include "sim/report/page_frame.h"

namespace archon {
namespace {

using namespace report;
using nlohmann::json;

json matchups_data(const std::vector<DeckMatchup>& matchups) {
  json list = json::array();
  for (const DeckMatchup& each : matchups) {
    const auto played = [&](double value) { return each.games > 0 ? rounded(value, 4) : json(nullptr); };
    list.push_back({{"opponent", each.opponent},
                    {"games", each.games},
                    {"win_rate", played(each.win_rate)},
                    {"win_rate_low", played(each.interval.low)},
                    {"win_rate_high", played(each.interval.high)},
                    {"chains", handicap_data(each.handicap)}});
  }
  return list;
}

}  // namespace

std::string deck_page_html(const DeckPage& page, const std::vector<std::string>& method,
                           const std::vector<std::string>& provenance) {
  PageCards cards;
  json deck = details_data(page.details, cards), tiles = json::array();
  deck["name"] = page.name;
  deck["set"] = text_or_null(page.set);
  deck["houses"] = page.houses;
  std::string description, plain = "<p>A script in this file draws the page, and scripts are switched off.</p>\n";
  for (const std::string& house : page.houses) description += (description.empty() ? "" : ", ") + house;
  if (!page.tiles.empty()) description += ". " + page.tiles.front().label + ": " + page.tiles.front().value;
  for (const DeckTile& tile : page.tiles) {
    tiles.push_back({tile.label, tile.value, tile.detail});
    plain += "<p>" + escaped(tile.label + ": " + tile.value + " (" + tile.detail) + ")</p>\n";
  }
  return framed({page.name, description, page.address, plain},
                {{"page", "deck"},
                 {"version", kPageVersion},
                 {"title", page.name},
                 {"deck", deck},
                 {"tiles", tiles},
                 {"cards", cards.data()},
                 {"card_values", text_or_null(page.card_values)},
                 {"matchups", matchups_data(page.matchups)},
                 {"matchups_note", page.matchups_note},
                 {"notes", method},
                 {"provenance", provenance},
                 {"words", words_data({"agent", "AERC", "chain", "interval", "SAS"})}});
}

}  // namespace archon
