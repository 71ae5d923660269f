#include "engine/deck/deck.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <tuple>

using namespace archon;

namespace {

const std::string kDeckFolder = std::string(ARCHON_SOURCE_DIR "/sim/decks");
const std::string kRadiantArgus = kDeckFolder + "/radiant-argus-the-supreme.deck";

std::vector<std::filesystem::path> deck_files(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kDeckFolder + folder)) {
    if (entry.path().extension() == ".deck") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// A small legal deck to break.
const std::string kGood =
    "name: Test\n"
    "set: CotA\n"
    "houses: Brobnar, Dis, Logos\n"
    "[Brobnar]\n"
    "12 Anger\n"
    "[Dis]\n"
    "12 Dust Imp\n"
    "[Logos]\n"
    "10 Wild Wormhole\n"
    "2 Dextre\n";

std::string with(const std::string& from, const std::string& to) {
  std::string text = kGood;
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::vector<std::string> problems(const std::string& text) {
  const DeckResult result = parse_deck(text);
  CHECK(result.deck.has_value() == result.problems.empty());
  std::vector<std::string> lines;
  for (const DeckProblem& problem : result.problems) lines.push_back(format_problem("d", problem));
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("every deck that comes with the program is legal and in canonical form", "[deck]") {
  std::set<uint64_t> hashes;
  for (const auto& [folder, set, count] : {std::tuple("", "CotA", 28), {"/aoa", "AoA", 5}, {"/wc", "WC", 6}}) {
    const auto files = deck_files(folder);
    CHECK(files.size() == static_cast<size_t>(count));
    for (const auto& path : files) {
      INFO(path.filename());
      const DeckResult result = read_deck_file(path.string());
      for (const DeckProblem& problem : result.problems) UNSCOPED_INFO(format_problem("", problem));
      REQUIRE(result.deck.has_value());
      CHECK(result.deck->set == set);
      CHECK(result.deck->cards.size() == kDeckCards);
      CHECK(deck_problems(*result.deck).empty());
      CHECK(write_deck(*result.deck) == file_text(path));
      CHECK(parse_deck(write_deck(*result.deck)).deck == result.deck);
      CHECK(hashes.insert(deck_hash(*result.deck)).second);
    }
  }
}

TEST_CASE("a deck file is read in full", "[deck]") {
  const DeckResult result = read_deck_file(kRadiantArgus);
  REQUIRE(result.deck.has_value());
  const Deck& deck = *result.deck;
  CHECK(deck.name == "Radiant Argus the Supreme");
  CHECK(deck.set == "CotA");
  CHECK(deck.houses == std::array{House::Logos, House::Sanctum, House::Untamed});
  for (size_t i = 0; i < deck.cards.size(); ++i) CHECK(deck.cards[i].house == deck.houses[i / kCardsPerHouse]);
}

TEST_CASE("the hash depends on the content and not on its layout", "[deck]") {
  const DeckResult plain = parse_deck(kGood);
  REQUIRE(plain.deck.has_value());
  const std::string other_layout =
      "\xEF\xBB\xBF# a comment\r\n\r\nSET:  call of the archons\r\nname:Test\r\nhouses: BROBNAR,dis ,Logos\r\n"
      "[Logos]\r\n1 dextre\r\n10 WILD WORMHOLE\r\n1 Dextre\r\n\r\n[Dis]\r\n12 dust-imp\r\n[brobnar]\r\n12\tAnger\r\n";
  const DeckResult other = parse_deck(other_layout);
  for (const DeckProblem& problem : other.problems) UNSCOPED_INFO(format_problem("", problem));
  REQUIRE(other.deck.has_value());
  CHECK(other.deck == plain.deck);
  CHECK(deck_hash(*other.deck) == deck_hash(*plain.deck));
  CHECK(deck_hash(*parse_deck(with("2 Dextre", "2 Foggify")).deck) != deck_hash(*plain.deck));
}

TEST_CASE("a deck keeps who it is, and its hash is that of its cards", "[deck]") {
  const DeckResult result =
      parse_deck(with("[Brobnar]", "id: 29BB805B-12ce-4f29-aad7-a4d9b512e41c\nsas: 67\naerc: 58.30\n[Brobnar]"));
  REQUIRE(result.deck.has_value());
  CHECK(result.deck->identity == DeckIdentity{"29bb805b-12ce-4f29-aad7-a4d9b512e41c", 67, 58.3});
  const std::string text = write_deck(*result.deck);
  CHECK(text.find("id: 29bb805b-12ce-4f29-aad7-a4d9b512e41c\nsas: 67\naerc: 58.3\n") != std::string::npos);
  CHECK(parse_deck(text).deck == result.deck);
  CHECK(deck_hash(*result.deck) == deck_hash(*parse_deck(kGood).deck));
  CHECK(registry_link(result.deck->identity) ==
        "https://www.keyforgegame.com/deck-details/29bb805b-12ce-4f29-aad7-a4d9b512e41c");
  CHECK(ratings_link(result.deck->identity) == "https://decksofkeyforge.com/decks/29bb805b-12ce-4f29-aad7-a4d9b512e41c");
  CHECK(registry_link({}).empty());

  CHECK(
      problems(with("set: CotA", "set: CotA\nid: 29bb805b-12ce-4f29-aad7\nsas: good\naerc: 1001\nsas: 1")) ==
      Lines{"d:3: '29bb805b-12ce-4f29-aad7' is no id of the deck registry (for instance 01234567-89ab-cdef-0123-456789abcdef)",
            "d:4: 'good' is no number from 0 to 1,000", "d:5: '1001' is no number from 0 to 1,000",
            "d:6: second 'sas:' (the first is in line 4)"});
  for (const char* bad : {"", "-1", "nan", "inf", "1e2", "67 ", "0x10", "+5"}) CHECK_FALSE(parse_rating(bad).has_value());
}

TEST_CASE("mavericks and bonus icons survive a round trip", "[deck]") {
  const DeckResult result = parse_deck(with("2 Dextre\n", "1 Dextre +amber +capture\n1 Troll (maverick) +staralliance\n"));
  REQUIRE(result.deck.has_value());
  const auto maverick = std::ranges::find(result.deck->cards, true, &DeckCard::maverick);
  REQUIRE(maverick != result.deck->cards.end());
  CHECK(maverick->house == House::Logos);
  CHECK(maverick->bonus_icons == Lines{"staralliance"});
  const std::string text = write_deck(*result.deck);
  CHECK(text.find("1 Dextre +amber +capture\n") != std::string::npos);
  CHECK(text.find("1 Troll (maverick) +staralliance\n") != std::string::npos);
  CHECK(parse_deck(text).deck == result.deck);
}

TEST_CASE("cards of one name are told apart", "[deck]") {
  const CardTable& table = CardTable::instance();
  CHECK(find_deck_card("Sir Bevor") == table.find_id("sir-bevor"));
  CHECK(find_deck_card("sir bevor (Evil Twin)") == table.find_id("sir-bevor-evil-twin"));
  CHECK(find_deck_card("Deusillus") == table.find_id("deusillus"));
  CHECK(find_deck_card("Deusillus (second half)") == table.find_id("deusillus2"));
  CHECK(find_deck_card("Anger (evil twin)") == -1);
  for (int card = 0; card < static_cast<int>(table.cards().size()); ++card) CHECK(find_deck_card(deck_card_name(card)) == card);
}

TEST_CASE("an anomaly belongs to any house", "[deck]") {
  CHECK(problems(with("2 Dextre", "2 Timequake")).empty());
  const DeckResult unmarked = parse_deck(with("2 Dextre", "2 Timequake"));
  CHECK(unmarked.deck == parse_deck(with("2 Dextre", "2 Timequake (anomaly)")).deck);
  CHECK(unmarked.deck->cards.back().anomaly);
  CHECK(problems(with("2 Dextre", "2 Timequake (maverick)")) ==
        Lines{"d:10: 'Timequake' is an anomaly, which belongs to any house, not a maverick (leave out (maverick))"});
  CHECK(problems(with("2 Dextre", "2 Dextre (anomaly)")) ==
        Lines{"d:10: 'Dextre' is a card of a house, not an anomaly (leave out (anomaly))"});
}

TEST_CASE("no deck has cards of the Keyraken, however they are marked", "[deck]") {
  const Lines refused = {
      "d:10: 'Swift Current' is in no deck of two players (it is one of the Keyraken, a boss that players fight together)"};
  for (const char* mark : {"", " (maverick)", " (anomaly)", " (legacy)"})
    CHECK(problems(with("2 Dextre", "2 Swift Current" + std::string(mark))) == refused);
}

// Orb of Wonder is an anomaly of Worlds Collide and a card of Sanctum in Mass Mutation.
TEST_CASE("an anomaly of one set is a card of a house in another", "[deck]") {
  const auto marks = [](const std::string& set, const std::string& house, const std::string& line) {
    const std::string filler = house == "Sanctum" ? "Francus" : "Dust Imp";
    const DeckResult result =
        parse_deck("name: Test\nset: " + set + "\nhouses: " + house + ", Shadows, Untamed\n[" + house + "]\n11 " + filler +
                   "\n" + line + "\n[Shadows]\n12 Urchin\n[Untamed]\n12 Dust Pixie\n");
    for (const DeckProblem& problem : result.problems) UNSCOPED_INFO(format_problem("", problem));
    REQUIRE(result.deck.has_value());
    const auto orb = std::ranges::find(result.deck->cards, find_deck_card("Orb of Wonder"), &DeckCard::card);
    return std::string(orb->maverick ? "maverick" : "") + (orb->anomaly ? "anomaly" : "");
  };
  CHECK(marks("WC", "Dis", "1 Orb of Wonder") == "anomaly");
  CHECK(marks("MM", "Sanctum", "1 Orb of Wonder").empty());
  CHECK(marks("MM", "Dis", "1 Orb of Wonder (maverick)") == "maverick");
}

TEST_CASE("problems of the header", "[deck]") {
  CHECK(problems(with("name: Test\n", "")) == Lines{"d: no 'name:' before the cards"});
  CHECK(problems(with("name: Test", "name:")) == Lines{"d:1: nothing after 'name:'"});
  CHECK(problems(with("set: CotA\n", "")) == Lines{"d: no 'set:' before the cards (for instance 'set: CotA')"});
  CHECK(problems(with("set: CotA", "set: CotB")) == Lines{"d:2: unknown set 'CotB' (did you mean `CotA`?)"});
  CHECK(problems(with("set: CotA", "set: CotA\nset: AoA")) == Lines{"d:3: second 'set:' (the first is in line 2)"});
  CHECK(problems(with("name: Test", "name: Test\nhuoses: Mars")) ==
        Lines{"d:2: unknown header 'huoses' (did you mean `houses`?)"});
  CHECK(problems(with("name: Test", "name: Test\nhello")) ==
        Lines{"d:2: expected 'name: ...', 'set: ...', 'houses: ...' or a [House]"});
}

TEST_CASE("problems of the houses", "[deck]") {
  CHECK(problems(with("houses: Brobnar, Dis, Logos\n", "")) ==
        Lines{"d: no 'houses:' before the cards (for instance 'houses: Logos, Sanctum, Untamed')"});
  CHECK(problems(with(", Logos", "")) == Lines{"d:3: a deck has three houses, not 2", "d:8: house Logos is not in 'houses:'"});
  CHECK(problems(with(", Logos", ", Logos, Mars")) == Lines{"d:3: a deck has three houses, not 4"});
  CHECK(problems(with(", Logos", ", Logoss")) ==
        Lines{"d:3: unknown house 'Logoss' (did you mean `Logos`?)", "d:8: house Logos is not in 'houses:'"});
  CHECK(problems(with(", Logos", ", Dis")) == Lines{"d:3: house Dis is listed twice", "d:8: house Logos is not in 'houses:'"});
  CHECK(problems(with(", Logos", ", Mars")) ==
        Lines{"d:3: house Mars has no section ([Mars])", "d:8: house Logos is not in 'houses:'"});
  CHECK(problems(with("set: CotA", "set: MM")) == Lines{"d:3: set MM has no house Brobnar"});
  CHECK(problems(with("[Dis]\n12 Dust Imp", "[Dis]\n6 Dust Imp\n[Dis]\n6 Dust Imp")) ==
        Lines{"d:6: house Dis has 6 cards instead of 12", "d:8: second section [Dis] (the first is in line 6)",
              "d:8: house Dis has 6 cards instead of 12"});
}

TEST_CASE("problems of the cards", "[deck]") {
  CHECK(problems(with("2 Dextre", "2 Dextrey")) == Lines{"d:10: unknown card 'Dextrey' (did you mean `Dextre`?)"});
  CHECK(problems(with("2 Dextre", "2 Dst Imp")) == Lines{"d:10: unknown card 'Dst Imp' (did you mean `Dust Imp`?)"});
  CHECK(problems(with("2 Dextre", "2 Qwertzuiop")) == Lines{"d:10: unknown card 'Qwertzuiop'"});
  CHECK(problems(with("2 Dextre", "Dextre")) ==
        Lines{"d: the deck has 34 cards instead of 36", "d:8: house Logos has 10 cards instead of 12",
              "d:10: expected a number and the name of a card (for instance '2 Wild Wormhole')"});
  CHECK(problems(with("2 Dextre", "0 Dextre\n2 Dextre")) == Lines{"d:10: a deck can't have 0 copies of a card"});
  CHECK(problems(with("2 Dextre", "1 Dextre")) ==
        Lines{"d: the deck has 35 cards instead of 36", "d:8: house Logos has 11 cards instead of 12"});
  CHECK(problems(with("2 Dextre", "2 Troll")) ==
        Lines{"d:10: 'Troll' was never printed in house Logos (a maverick is marked (maverick))"});
  CHECK(problems(with("2 Dextre", "2 Dextre (maverick)")) ==
        Lines{"d:10: 'Dextre' is a card of house Logos, not a maverick (leave out (maverick))"});
  CHECK(problems(with("2 Dextre", "2 Dextre +amber +gold")) ==
        Lines{"d:10: unknown bonus icon 'gold' (amber, capture, damage, draw, discard, power, or a house)"});
  CHECK(problems(with("2 Dextre", "2 The Tide")) ==
        Lines{"d:10: 'The Tide' is not played from a deck (it is a card of type tide)"});
}

TEST_CASE("all problems of a file are collected, up to a limit", "[deck]") {
  CHECK(problems("").size() == 4);
  std::string text = kGood;
  for (int i = 0; i < 1000; ++i) text += "12 Nothing Like A Card At All\n";
  const Lines found = problems(text);
  CHECK(found.size() == 51);
  CHECK(found.back() == "d:60: too many problems, the rest of the file was not read");
}

TEST_CASE("what is no text is refused", "[deck]") {
  CHECK(problems(kGood + "\xFF\xFE") == Lines{"d:11: this is not UTF-8 text (is it a deck?)"});
  CHECK(problems("name: a\nset: \xC3") == Lines{"d:2: this is not UTF-8 text (is it a deck?)"});
  CHECK(problems(std::string("name: a\0b", 9)) == Lines{"d:1: this is not UTF-8 text (is it a deck?)"});
  CHECK(problems(std::string((1 << 20) + 1, ' ')) == Lines{"d: larger than a megabyte (is it a deck?)"});
}

TEST_CASE("files that can't be read", "[deck]") {
  const auto only_problem = [](const std::string& path) {
    const DeckResult result = read_deck_file(path);
    REQUIRE(result.problems.size() == 1);
    return format_problem("f", result.problems[0]);
  };
  CHECK(only_problem(kDeckFolder + "/missing.deck") == "f: there is no such file");
  CHECK(only_problem(kRadiantArgus + "/x") == "f: there is no such file");
  CHECK(only_problem("") == "f: there is no such file");
  CHECK(only_problem(kDeckFolder) == "f: this is a directory, not a file");
  if (std::filesystem::exists("/dev/zero")) CHECK(only_problem("/dev/zero") == "f: larger than a megabyte (is it a deck?)");
}

TEST_CASE("legality of a deck from elsewhere", "[deck]") {
  Deck deck = *parse_deck(kGood).deck;
  CHECK(deck_problems(deck).empty());
  deck.cards.back().house = House::Mars;
  Lines found;
  for (const DeckProblem& problem : deck_problems(deck)) found.push_back(problem.message);
  CHECK(found == Lines{"house Logos has 11 cards instead of 12", "'Dextre' is in none of the deck's houses",
                       "'Dextre' was never printed in house Mars"});
}
