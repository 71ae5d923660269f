// Every definition in the tree is accepted, and every card that was ever printed has exactly one.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "engine/lang/checker.h"
#include "engine/lang/diagnostics.h"
#include "engine/lang/parser.h"

namespace archon::lang {
namespace {

std::vector<std::filesystem::path> definition_files() {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path root = std::filesystem::path(ARCHON_SOURCE_DIR) / "engine" / "cards";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".kf") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_CASE("every definition is accepted by the parser and the checker", "[lang]") {
  const Vocabulary vocabulary = vocabulary_of(CardTable::instance());
  std::set<std::string> ids;
  size_t cards = 0;
  for (const auto& path : definition_files()) {
    const ParseResult parsed = parse(read(path), path.filename().string(), vocabulary);
    CHECK(format(parsed.diagnostics) == "");
    CHECK(format(check(parsed.cards, path.filename().string(), vocabulary)) == "");
    if (path.parent_path().filename() == "wordings") continue;  // older wordings of cards that are defined elsewhere
    cards += parsed.cards.size();
    for (const CardAst& card : parsed.cards) ids.insert(card.id);
  }
  CHECK(std::cmp_equal(cards, std::ranges::count(CardTable::instance().cards(), false, &CardFacts::boss)));
  CHECK(ids.size() == cards);
}

TEST_CASE("specials stand after #! and belong to their card", "[lang]") {
  const Vocabulary vocabulary = vocabulary_of(CardTable::instance());
  const ParseResult parsed = parse(
      "card gabos-longarms  # 086 creature  #! redirect\n  fight: gain 1\n"
      "card anger\n  play: gain 1\n",
      "x.kf", vocabulary);
  REQUIRE(parsed.cards.size() == 2);
  CHECK(parsed.cards[0].specials == std::vector<std::string>{"redirect"});
  CHECK(parsed.cards[1].specials.empty());
}

}  // namespace
}  // namespace archon::lang
