// What all cards do, in English: tests/engine/english/sentences.txt, a block for each card, so that a change of phrasing is
// read before it is committed. ARCHON_UPDATE_GOLDEN=1 archon_tests "english: *" writes the file anew.
#include "engine/english/english.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "engine/cards/library.h"

namespace archon::english {
namespace {

const std::filesystem::path kGolden = std::filesystem::path(ARCHON_SOURCE_DIR) / "tests/engine/english/sentences.txt";

std::string read_golden() {
  std::ifstream in(kGolden, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A line of the facts' id, then one for each ability.
std::string block_of(int card) {
  std::string block = facts(card).id + '\n';
  for (const std::string& text : sentences(Library::instance().source_text(card))) block += "  " + text + '\n';
  return block + '\n';
}

std::vector<int> defined_cards() {
  std::vector<int> cards;
  for (int card = 0; card < static_cast<int>(CardTable::instance().cards().size()); ++card)
    if (!facts(card).boss) cards.push_back(card);
  return cards;
}

std::string of(const std::string& definition) {
  std::string text;
  for (const std::string& each : sentences(definition)) text += (text.empty() ? "" : " / ") + each;
  return text;
}

}  // namespace

TEST_CASE("english: every word of the language has a phrase", "[english]") {
  CHECK(missing_phrases() == std::vector<std::string>{});
}

TEST_CASE("english: the sentences of all cards are those that were read", "[english]") {
  std::string written;
  for (const int card : defined_cards()) written += block_of(card);
  if (std::getenv("ARCHON_UPDATE_GOLDEN")) std::ofstream(kGolden, std::ios::binary) << written;
  const std::string golden = read_golden();
  if (golden == written) return;
  size_t first = 0;
  while (first < std::min(golden.size(), written.size()) && golden[first] == written[first]) ++first;
  const size_t line = written.rfind('\n', first) + 1;
  FAIL("sentences.txt differs, first where this is said now: "
       << written.substr(line, written.find('\n', first) - line)
       << "\nARCHON_UPDATE_GOLDEN=1 archon_tests \"english: *\" writes it anew");
}

TEST_CASE("english: every ability is told in whole sentences", "[english]") {
  // What rules that lack a word leave behind: holes, doubled blanks, stops without a clause, articles before articles.
  const std::regex wrong(
      R"(\{|\}|\$|  | [.,;:]|[,;:]\.|\b(a|an|the|no) (a|an|the|each|those|that)\b|\bamber\b|\bother other\b|\bX is X\b)");
  for (const int card : defined_cards()) {
    const std::string definition = Library::instance().source_text(card);
    const std::vector<std::string> texts = sentences(definition);
    const bool has_abilities = definition.find(":") != std::string::npos || definition.find(" only ") != std::string::npos;
    INFO(definition);
    if (has_abilities) CHECK(!texts.empty());
    for (const std::string& text : texts) {
      INFO(text);
      CHECK(!std::regex_search(text, wrong));
      CHECK((text.ends_with(".") || text.ends_with(".\"") || text.ends_with(".'\"")));
      CHECK(std::ranges::count(text, '"') % 2 == 0);
      CHECK(std::ranges::count(text, '(') == std::ranges::count(text, ')'));
    }
  }
}

TEST_CASE("english: a definition that is not understood has no sentences", "[english]") {
  CHECK(sentences("card troll\n  reap: destory a creature\n").empty());
  CHECK(sentences("card no-such-card\n  reap: draw 1\n").empty());
  CHECK(sentences("").empty());
}

TEST_CASE("english: what was spoken of is spoken of again", "[english]") {
  CHECK(of("card troll\n  reap: stun a creature; deal 2 to it\n") ==
        "After Reap: Stun a creature. Deal 2 damage to that creature.");
  CHECK(of("card troll\n  reap: choose a creature as $a; choose a different creature as $b; destroy $a and $b\n") ==
        "After Reap: Choose a creature (A). Choose a different creature (B). Destroy creature A and creature B.");
  CHECK(of("card troll\n  play: discard any number of cards in hand; draw count(done)\n") ==
        "Play: Discard any number of cards from your hand. Draw 1 card for each card discarded this way.");
  CHECK(of("card troll\n  play: opponent loses 2; if did then gain amount\n") ==
        "Play: Your opponent loses 2 aember. If they do, gain aember equal to the amount of aember lost this way.");
}

TEST_CASE("english: conditions, choices and permissions", "[english]") {
  CHECK(of("card troll\n  play: may destroy up to 2 artifacts\n") == "Play: You may destroy up to 2 artifacts.");
  CHECK(of("card troll\n  play: if amber(opponent) >= 6 then steal 1 else draw 1\n") ==
        "Play: If your opponent has 6 or more aember, steal 1 aember. Otherwise, draw 1 card.");
  CHECK(of("card troll\n  play: choose one { draw 1 | gain 1 }\n") ==
        "Play: Choose one: (a) draw 1 card; or (b) gain 1 aember.");
  CHECK(of("card troll\n  constant: each other friendly creature gets +1 power while this is flank\n") ==
        "While this creature is on a flank, each other friendly creature gets +1 power.");
  CHECK(of("card blood-of-titans\n  constant: host gains { destroyed: return this to hand }\n") ==
        "This creature gains \"Destroyed: Return this creature to its owner's hand.\"");
  CHECK(of("card troll\n  play: opponent-next-turn { forbid an enemy creature fights }\n") ==
        "Play: During your opponent's next turn, enemy creatures cannot fight.");
  CHECK(of("card troll\n  replace opponent forges a key: draw 2\n") ==
        "If your opponent would forge a key, instead draw 2 cards.");
}

}  // namespace archon::english
