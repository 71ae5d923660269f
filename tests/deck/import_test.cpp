// What the importers understand, and what they say about what they do not.
#include "engine/deck/import.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "engine/make_matchup.h"

using namespace archon;
using Json = nlohmann::json;
using Lines = std::vector<std::string>;

namespace {

Lines lines(const std::vector<DeckProblem>& problems) {
  Lines result;
  for (const DeckProblem& problem : problems) result.push_back(format_problem("f", problem));
  return result;
}

Lines problems(std::string_view text) {
  const ImportResult result = import_decks(text, "d");
  if (!result.problems.empty()) CHECK(result.decks.empty());
  return lines(result.problems);
}

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

const std::string kList = "12x Anger\n12x Dust Imp\n11x Wild Wormhole\n1x Dextre\n";

// A deck of the registry's form with three titles, 12 copies each.
Json registry_deck() {
  Json data = {{"id", "u"}, {"name", "N"}, {"expansion", 341}};
  data["_links"] = {{"houses", {"Brobnar", "Dis", "Logos"}}, {"cards", Json::array()}};
  for (const char* id : {"a", "b", "c"}) {
    for (int i = 0; i < 12; ++i) data["_links"]["cards"].push_back(id);
  }
  Json cards = Json::array();
  cards.push_back({{"id", "a"}, {"card_title", "Anger"}, {"house", "Brobnar"}, {"card_type", "Action"}});
  cards.push_back({{"id", "b"}, {"card_title", "Dust Imp"}, {"house", "Dis"}, {"card_type", "Creature"}});
  cards.push_back({{"id", "c"}, {"card_title", "Dextre"}, {"house", "Logos"}, {"card_type", "Creature"}});
  return {{"data", data}, {"_linked", {{"cards", cards}}}};
}

Json titles_deck() {
  Json cards = Json::array();
  cards.push_back({{"name", "Anger"}, {"house", "brobnar"}, {"count", 12}});
  cards.push_back({{"name", "Dust Imp"}, {"house", "dis"}, {"count", 12}});
  cards.push_back({{"name", "Dextre"}, {"house", "logos"}, {"count", 12}});
  return {{"name", "N"}, {"set", "CotA"}, {"houses", {"Brobnar", "Dis", "Logos"}}, {"cards", cards}};
}

const std::string kCsvHeader =
    "\"Name\",\"Houses\",\"Expansion\",\"Sas Rating\",\"House 1 Cards\",\"House 2 Cards\",\"House 3 Cards\"\n";
std::string csv_row(const std::string& name, const std::string& set = "CALL_OF_THE_ARCHONS") {
  return "\"" + name + "\",\"Brobnar | Dis | StarAlliance\",\"" + set + "\",\"67\",\"" + repeated("Anger|", 12) + "\",\"" +
         repeated("Dust Imp|", 12) + "\",\"" + repeated("Dextre|", 12) + "\"\n";
}

}  // namespace

TEST_CASE("import: cards of the Keyraken are refused, with their line") {
  CHECK(problems(replaced(kList, "1x Dextre", "1x Swift Current")) ==
        Lines{"f:4: 'd': 'Swift Current' is in no deck of two players (it is one of the Keyraken, a boss that players fight "
              "together)"});
}

TEST_CASE("lists as people paste them", "[import]") {
  const Deck plain = import_decks(kList, "d").decks.at(0);
  CHECK(plain.name == "d");
  CHECK(plain.set == "CotA");
  CHECK(plain.houses == std::array{House::Brobnar, House::Dis, House::Logos});
  const auto same = [&](const std::string& text) {
    const ImportResult result = import_decks(text, "d");
    CHECK(lines(result.problems).empty());
    return result.decks.size() == 1 && result.decks[0].cards == plain.cards;
  };
  CHECK(same("12 ANGER\r\n12 x dust imp\r\n11\xC3\x97 Wild Wormhole\r\nDextre\r\n"));
  CHECK(same("My deck\nhttps://example.org/deck-details/1\n\nBrobnar\nC: Anger x12\n**Dis**\n- (C) Dust Imp x12\nLogos (12)\n" +
             std::string("* Wild Wormhole (Common) x11\n\xE2\x80\xA2 R: Dextre\n")));
  CHECK(same(repeated("Anger|", 11) + "Anger\n" + repeated("Dust Imp|", 11) + "Dust Imp\n11 Wild Wormhole\n1 Dextre"));
  CHECK(same("Name: Other\nSet: Call of the Archons\nHouses: Brobnar, Dis, Logos\n" + kList));
  CHECK(import_decks("My deck\n" + kList, "d").decks.at(0).name == "My deck");
  CHECK(import_decks("Call of the Archons\n" + kList, "d").warnings.empty());
}

TEST_CASE("what stands beside a title in a list", "[import]") {
  const std::string text =
      "Set: CotA\n[Brobnar]\n12 Anger\n[Dis]\n12 Dust Imp\n[Logos]\n9 Wild Wormhole\n1 Dextre [amber, Draw]\n" +
      std::string("1 Troll (maverick)\n1 Hunting Witch | logos\n");
  const ImportResult result = import_decks(text, "d");
  CHECK(lines(result.problems).empty());
  const std::string deck = write_deck(result.decks.at(0));
  CHECK(deck.find("1 Dextre +amber +draw\n") != std::string::npos);
  CHECK(deck.find("1 Troll (maverick)\n") != std::string::npos);
  CHECK(deck.find("1 Hunting Witch (maverick)\n") != std::string::npos);
}

TEST_CASE("our own deck files are a format as well", "[import]") {
  const std::string text = write_deck(import_decks(kList, "d").decks.at(0));
  const ImportResult result = import_decks(text);
  CHECK(result.warnings.empty());
  CHECK(write_deck(result.decks.at(0)) == text);
  CHECK(problems(replaced(text, "12 Anger", "12 Angr")) == Lines{"f:6: unknown card 'Angr' (did you mean `Anger`?)"});
}

TEST_CASE("icons of copies, marks and titles in other languages", "[import]") {
  Json deck = registry_deck();
  deck["data"]["bonus_icons"] = {{{"card_id", "c"}, {"bonus_icons", {"amber", "Star Alliance"}}},
                                 {{"card_id", "c"}, {"bonus_icons", {"draw"}}}};
  deck["data"]["set_era_cards"] = {{"Legacy", {"b"}}};
  deck["_linked"]["cards"][0]["card_title"] = "Zorn";
  deck["_linked"]["cards"][0]["card_title_en"] = "Anger";
  const ImportResult result = import_decks(deck.dump());
  CHECK(lines(result.problems).empty());
  const std::string text = write_deck(result.decks.at(0));
  CHECK(text.find("12 Anger\n") != std::string::npos);
  CHECK(text.find("12 Dust Imp (legacy)\n") != std::string::npos);
  CHECK(text.find("10 Dextre\n1 Dextre +amber +staralliance\n1 Dextre +draw\n") != std::string::npos);
  CHECK(parse_deck(text).deck == result.decks.at(0));
}

TEST_CASE("what comes with a deck besides its cards", "[import]") {
  Json dok = {{"name", "N"}, {"expansion", "CALL_OF_THE_ARCHONS"}, {"housesAndCards", Json::array()}};
  for (const auto& [house, title] :
       {std::pair("Brobnar", "Anger"), std::pair("Dis", "Dust Imp"), std::pair("Logos", "Dextre")}) {
    Json cards = Json::array();
    for (int i = 0; i < 12; ++i) cards.push_back({{"cardTitle", title}});
    dok["housesAndCards"].push_back({{"house", house}, {"cards", cards}});
  }
  std::vector<std::string> prophecies;
  std::string power;
  for (const CardFacts& card : CardTable::instance().cards()) {
    if (card.type == CardType::Prophecy && prophecies.size() < 4) prophecies.push_back(card.name);
    if (card.type == CardType::ArchonPower) power = card.name;
  }
  Json list = Json::array();
  for (const std::string& title : prophecies) list.push_back({{"cardTitle", title}});
  dok["housesAndCards"].push_back({{"house", "Prophecy"}, {"cards", list}});
  dok["prophecies"] = list;
  dok["archonPower"] = {{"cardTitle", power}};
  dok["tokenInfo"] = {{"name", "Cultist"}};
  const ImportResult result = import_decks(dok.dump());
  CHECK(lines(result.problems).empty());
  const Deck& found = result.decks.at(0);
  CHECK(deck_card_name(found.token) == "Cultist");
  CHECK(deck_card_name(found.archon_power) == power);
  REQUIRE(found.prophecies.size() == 4);
  CHECK(deck_card_name(found.prophecies[3]) == prophecies[3]);
  CHECK(parse_deck(write_deck(found)).deck == found);
  const MatchupResult game = make_matchup(found, found);  // with one card for two prophecies
  REQUIRE(game.matchup);
  CHECK(game.matchup->card_count == 2 * (kDeckCards + 1 + 2));
}

// The first two are the sides of one card, the last two those of the other, in whatever order the file has them.
TEST_CASE("which prophecies are the sides of one card", "[import]") {
  const std::array<std::string, 4> sides = {"Overreach", "Bad Omen", "Wasteful Regret", "Heads, I Win"};
  const std::array<std::string, 4> ids = {"overreach", "bad-omen", "wasteful-regret", "heads-i-win"};
  Json registry = registry_deck();
  Json server = {{"uuid", "u"}, {"name", "N"}, {"expansion", 341}, {"houses", {"brobnar", "dis", "logos"}}};
  for (const char* id : {"anger", "dust-imp", "dextre"}) server["cards"].push_back({{"id", id}, {"count", 12}});
  for (const size_t i : {2u, 0u, 3u, 1u}) {
    registry["data"]["_links"]["cards"].push_back(ids[i]);
    registry["_linked"]["cards"].push_back({{"id", ids[i]},
                                            {"card_title", sides[i]},
                                            {"house", "Prophecy"},
                                            {"card_type", "Prophecy"},
                                            {"is_non_deck", true},
                                            {"sort_override", 10 + i}});
    server["cards"].push_back({{"id", ids[i]}, {"count", 1}, {"prophecyId", i + 1}, {"isNonDeck", true}});
  }
  for (const Json& form : {registry, server}) {
    const ImportResult result = import_decks(form.dump());
    CHECK(lines(result.problems).empty());
    const Deck& deck = result.decks.at(0);
    REQUIRE(deck.prophecies.size() == 4);
    for (size_t i = 0; i < 4; ++i) CHECK(deck_card_name(deck.prophecies[i]) == sides[i]);
  }
}

TEST_CASE("both halves of a gigantic creature under one title", "[import]") {
  Json deck = titles_deck();
  deck["set"] = "MM";
  deck["houses"] = {"Dis", "Logos", "Sanctum"};
  deck["cards"] = {{{"name", "Dust Imp"}, {"house", "dis"}, {"count", 12}},
                   {{"name", "Ultra Gravitron"}, {"house", "logos"}, {"count", 4}},
                   {{"name", "Dextre"}, {"house", "logos"}, {"count", 8}},
                   {{"name", "Champion Anaphiel"}, {"house", "Sanctum"}, {"count", 12}}};
  const ImportResult result = import_decks(deck.dump());
  CHECK(lines(result.problems).empty());
  const std::string text = write_deck(result.decks.at(0));
  CHECK(text.find("2 Ultra Gravitron\n") != std::string::npos);
  CHECK(text.find("2 Ultra Gravitron (second half)\n") != std::string::npos);
}

TEST_CASE("no name can spoil a deck file", "[import]") {
  Json deck = titles_deck();
  for (const std::string& name :
       {std::string("a\nset: MM"), std::string("\x1b[2J\0", 5), std::string(100000, 'x'), std::string(" \t")}) {
    deck["name"] = name;
    const ImportResult result = import_decks(deck.dump(), "other");
    REQUIRE(result.decks.size() == 1);
    CHECK(parse_deck(write_deck(result.decks[0])).deck == result.decks[0]);
  }
}

TEST_CASE("a house that can't be right is found again", "[import]") {
  Json deck = titles_deck();
  deck["cards"][2]["house"] = "redemption";
  const ImportResult result = import_decks(deck.dump());
  CHECK(lines(result.problems).empty());
  CHECK(lines(result.warnings) == Lines{"f:1: 'N': 'Dextre' is given the house Redemption, which is none of the deck's"});
  CHECK(result.decks.at(0).cards.back().house == House::Logos);
}

TEST_CASE("a maverick that the list did not notice", "[import]") {
  Json deck = titles_deck();
  deck["cards"][0]["count"] = 11;
  deck["cards"].push_back({{"name", "Pit Demon"}, {"house", "dis"}, {"count", 1}});
  const ImportResult result = import_decks(deck.dump());
  CHECK(lines(result.problems).empty());
  CHECK(lines(result.warnings) == Lines{"f:1: 'N': 'Dust Imp' is not marked, taken as a maverick of Brobnar"});
}

TEST_CASE("spreadsheets are read by the names of their columns", "[import]") {
  const ImportResult two =
      import_decks("\xEF\xBB\xBF" + kCsvHeader + csv_row("A \"\"B\"\", C") + csv_row("D", "MASS_MUTATION"));
  CHECK(lines(two.problems).empty());
  REQUIRE(two.decks.size() == 2);
  CHECK(two.decks[0].name == "A \"B\", C");
  CHECK(two.decks[0].set == kMixedSet);
  CHECK(two.decks[0].cards.back().maverick);  // Dextre in Star Alliance
  const std::string packed = "keyforge_id,name,expansion,house_names_string,card_names\nu,P,341,Brobnar | Dis | Logos," +
                             std::string("~Anger123456789101112~Dust Imp123456789101112~Dextre1~Wild Wormhole1234567891011~\n");
  const ImportResult bulk = import_decks(packed);
  CHECK(lines(bulk.problems).empty());
  CHECK(lines(bulk.warnings).empty());
  CHECK(bulk.decks.at(0).cards == import_decks(kList, "d").decks.at(0).cards);
}

TEST_CASE("tables with commas, semicolons and tabs", "[import]") {
  const std::string cells = "12 cards|of,three;houses";  // in quotes a separator is none
  const auto table = [&](const std::string& by) {
    return import_decks("Name" + by + "Houses" + by + "Expansion" + by + "\"My, notes; on it\"" + by + "House 1 Cards" + by +
                        "House 2 Cards" + by + "House 3 Cards\nTwelve" + by + "Dis | Logos | Mars" + by + "CotA" + by + "\"" +
                        cells + "\"" + by + repeated("Dust Imp|", 12) + by + repeated("Dextre|", 12) + by +
                        repeated("Ammonia Clouds|", 12) + "\nBad" + by + "Dis | Logos | Mars" + by + "CotA" + by + by +
                        "Dust Imb" + by + by + "\nShort" + by + "Dis\n");
  };
  for (const char* by : {",", ";", "\t"}) {
    const ImportResult result = table(by);
    REQUIRE(result.decks.size() == 1);
    CHECK(result.decks[0].name == "Twelve");
    REQUIRE(result.unread.size() == 2);  // with their lines, in any order
    CHECK(result.unread[0].name + " " + result.unread[1].name == "Short Bad");
    CHECK(result.unread[0].line + result.unread[1].line == 4 + 3);
  }
}

TEST_CASE("several deck files in one text", "[import]") {
  const auto deck = [](const std::string& name, const std::string& card) {
    return "# " + name + "\nset: CotA\nname: " + name + "\nhouses: Dis, Logos, Mars\n[Dis]\n12 " + card +
           "\n[Logos]\n12 Dextre\n[Mars]\n12 Ammonia Clouds\n\n";
  };
  const ImportResult result = import_decks(deck("One", "Dust Imp") + deck("Two", "Dust Imb") + deck("Three", "Dust Imp"));
  REQUIRE(result.decks.size() == 2);
  CHECK(result.decks[0].name == "One");
  CHECK(result.decks[1].name == "Three");
  REQUIRE(result.unread.size() == 1);
  CHECK(result.unread[0].name == "Two");
  REQUIRE(result.problems.size() == 1);
  CHECK(format_problem("f", result.problems[0]) == "f:17: unknown card 'Dust Imb' (did you mean `Dust Imp`?)");
}

TEST_CASE("what can't be read is named", "[import]") {
  const auto unread = [](const std::string& text) {
    const ImportResult result = import_decks(text, "file");
    CHECK(result.decks.empty());
    REQUIRE(result.unread.size() == 1);
    return result.unread[0].name + ":" + std::to_string(result.unread[0].line);
  };
  CHECK(unread("") == ":0");
  CHECK(unread("[1,\n{]") == ":2");
  CHECK(unread("9 Anger\n9 Dust Imp\n9 Dextre\n9 Bad Penny\n") == "file:0");
  CHECK(unread("name: A\nset: CotA\nhouses: Dis, Logos, Mars\n[Dis]\n") == "A:0");
  CHECK(unread("Name,Expansion,Houses,House 1 Cards\nA,CotA,Dis | Logos | Mars,Dust Imp\n") == "A:2");
}

TEST_CASE("broken lists", "[import]") {
  CHECK(problems("") == Lines{"f: the file is empty"});
  CHECK(problems(" \n\t\n") == Lines{"f: the file is empty"});
  CHECK(problems("hello\nworld\n") == Lines{"f: there is no deck in this text"});
  CHECK(problems("https://example.org/deck-details/1\n") ==
        Lines{"f: there is only a link to the deck, not its cards; save the deck as JSON or copy the list"});
  CHECK(problems(replaced(kList, "11x", "10x")) == Lines{"f: 'd': the deck has 35 cards instead of 36"});
  CHECK(problems(replaced(kList, "11x", "12x")) == Lines{"f: 'd': the deck has 37 cards instead of 36"});
  CHECK(problems(replaced(kList, "12x Anger", "0x Anger")) == Lines{"f:1: 'd': a deck can't have 0 copies of 'Anger'"});
  CHECK(problems(replaced(kList, "Dextre", "Dextrey")) == Lines{"f:4: 'd': unknown card 'Dextrey' (did you mean `Dextre`?)"});
  CHECK(problems(replaced(kList, "Dextre", "Dextre [gold]")) ==
        Lines{"f:4: 'd': unknown bonus icon 'gold' of 'Dextre' (amber, capture, damage, discard, draw, power, or a house)"});
  CHECK(problems("9x Anger\n9x Dust Imp\n9x Dextre\n9x Troll\n").size() == 1);
  CHECK(problems("9x Anger\n9x Dust Imp\n9x Dextre\n9x Bad Penny\n") ==
        Lines{"f: 'd': no three houses have 12 of these cards each (Brobnar 9, Dis 9, Logos 9, Shadows 9)"});
  CHECK(problems("Brobnar\n12 Anger\nDis\n12 Dust Imp\nLogos\n11 Dextre\n") ==
        Lines{"f: 'd': the deck has 35 cards instead of 36 (Brobnar 12, Dis 12, Logos 11)"});
  CHECK(problems("Brobnar\n13 Anger\nDis\n11 Dust Imp\nLogos\n12 Dextre\n") ==
        Lines{"f: 'd': a house has 12 cards (Brobnar 13, Dis 11, Logos 12)"});
  CHECK(problems("Brobnar\n12 Anger\nDis\n12 Dust Imp\n").size() == 1);
  CHECK(problems(kList + "1x The Tide\n1x Anger\n") == Lines{"f: 'd': the deck has 37 cards instead of 36"});
  const Lines french = problems("12x La colere des dieux\n" + repeated("1x Inconnu au bataillon\n", 40));
  CHECK(french.size() == 10);
  CHECK(french.back() == "f:10: 'd': and more titles that are unknown (titles must be English)");
  CHECK(problems(repeated("1x Inconnu au bataillon\n", 500)) == Lines{"f: this is no list of cards: most lines are no titles"});
}

// Twelve cards of that house in that set, one copy each.
std::string section(House house, std::string_view set) {
  std::string text = "[" + std::string(house_title(house)) + "]\n";
  int cards = 0;
  for (const CardFacts& card : CardTable::instance().cards()) {
    const bool printed =
        std::ranges::any_of(card.printings, [&](const Printing& p) { return p.set == set && p.house == house; });
    if (printed && card.type == CardType::Creature && cards < 12) {
      text += "1x " + card.name + "\n";
      ++cards;
    }
  }
  REQUIRE(cards == 12);
  return text;
}

TEST_CASE("a set that lacks one of the houses is never taken", "[import]") {
  // Two thirds of the cards are of Call of the Archons, which has no Star Alliance. A deck file of that set would be refused.
  const std::string text = section(House::Dis, "CotA") + section(House::Logos, "CotA") + section(House::StarAlliance, "WC");
  for (const std::string& list : {text, "Set: Nowhere\n" + text}) {
    const ImportResult result = import_decks(list, "d");
    REQUIRE(result.decks.size() == 1);
    CHECK(result.decks[0].set != "CotA");
    CHECK(parse_deck(write_deck(result.decks[0])).problems.empty());
  }
  // Told wrongly, it is a deck of no set.
  const ImportResult told = import_decks("Set: CotA\n" + text, "d");
  REQUIRE(told.decks.size() == 1);
  CHECK(told.decks[0].set == "mixed");
  CHECK(parse_deck(write_deck(told.decks[0])).problems.empty());
}

TEST_CASE("the work for a hostile file is bounded", "[import]") {
  // 20,000 unknown titles: a few are looked up and shown, the rest is counted.
  Json titles = Json::array();
  for (int i = 0; i < 2000; ++i) {
    Json deck = titles_deck();
    for (int k = 0; k < 10; ++k) deck["cards"].push_back({{"name", "Dusty Inp " + std::to_string(k)}, {"house", "dis"}});
    titles.push_back(std::move(deck));
  }
  const Lines unknown = problems(titles.dump());
  CHECK(unknown.size() == kMaxImportProblems + 1);
  CHECK(unknown.back() == "f: and 19900 more problems");
  // A title, a line and a deck have a largest size, and so has the number of decks.
  Json long_title = titles_deck();
  long_title["cards"][0]["name"] = repeated("(maverick)", 500'000);
  CHECK(problems(long_title.dump()).size() == 1);
  CHECK(problems("12 Anger\n" + repeated("a", 4001)) == Lines{"f:2: a line of more than 4,000 bytes (is it a deck?)"});
  CHECK(problems(repeated("36 Dust Imp\n", 100'000)) == Lines{"f: 'd': the deck has 1001 cards instead of 36"});
  Json ids = registry_deck();
  for (int i = 0; i < 100'000; ++i) ids["data"]["_links"]["cards"].push_back("a");
  CHECK(problems(ids.dump()) == Lines{"f:1: 'N': the deck has 100036 cards instead of 36"});
  Json houses = titles_deck();
  for (int i = 0; i < 100'000; ++i) houses["houses"].push_back("dis");
  CHECK(problems(houses.dump()).size() == 1);
  std::string many = "[";
  for (int i = 0; i <= 10'000; ++i) many += (i > 0 ? "," : "") + std::string(R"({"housesAndCards":[]})");
  CHECK(problems(many + "]") == Lines{"f: more than 10000 decks (split the file)"});
  CHECK(
      parse_deck("name: d\nset: CotA\nhouses: Dis, Logos, Mars\n[Dis]\n" + repeated("36 Dust Imp\n", 80'000)).problems.size() ==
      4);  // two houses without a section, too many cards of Dis and of all
  CHECK(parse_deck("name: " + repeated("d", 4000)).problems.back().message == "a line of more than 4,000 bytes");
}

TEST_CASE("names of decks have nothing in them that hides something", "[import]") {
  Json deck = titles_deck();
  deck["name"] = "a\u001b[31m\u202e\u009b b";
  const ImportResult result = import_decks(deck.dump(), "d");
  REQUIRE(result.decks.size() == 1);
  CHECK(result.decks[0].name == "a [31m   b");
}

TEST_CASE("broken bytes", "[import]") {
  CHECK(problems("\xFF\xFE"
                 "1\0x\0") == Lines{"f: this is UTF-16 text (save it as UTF-8)"});
  CHECK(problems("12x Anger\n1x B\xE4r\n") == Lines{"f:2: this is not UTF-8 text (is it a deck? then save it as UTF-8)"});
  CHECK(problems(std::string_view("PK\x03\x04", 4)) ==
        Lines{"f:1: this is not UTF-8 text (is it a deck? then save it as UTF-8)"});
  CHECK(problems(std::string(kMaxImportBytes + 1, 'x')) == Lines{"f: larger than 16 MB (is it a deck?)"});
  CHECK(problems(std::string(kMaxImportBytes, 'x')) == Lines{"f:1: a line of more than 4,000 bytes (is it a deck?)"});
  CHECK(problems("<!DOCTYPE html><html></html>") ==
        Lines{"f: this is a web page, not a deck (save the deck as JSON, CSV or text)"});
}

TEST_CASE("broken JSON", "[import]") {
  const std::string whole = registry_deck().dump(1);
  CHECK(problems(whole).empty());
  CHECK(problems(whole.substr(0, whole.size() / 2)).size() == 1);
  CHECK(problems("{\n\"data\": [1,\n2") == Lines{"f:3: the JSON ends too early (is the file complete?)"});
  CHECK(problems("{\n\"data\" 1}") == Lines{"f:2: this is not valid JSON"});
  CHECK(problems("{}") == Lines{"f: there is no deck in this JSON (README.md of engine/deck lists the formats)"});
  CHECK(problems("[1, null, \"x\", [[]]]") ==
        Lines{"f: there is no deck in this JSON (README.md of engine/deck lists the formats)"});
  CHECK(problems(std::string(1 << 20, '[')) == Lines{"f: JSON nested deeper than 32 brackets holds no deck"});
  CHECK(problems("{\"code\":429,\"message\":\"slow\"}") ==
        Lines{"f: this is no deck: the registry answered that it was asked too often (wait and load it again)"});
}

TEST_CASE("broken decks of the registry", "[import]") {
  const auto broken = [](const std::function<void(Json&)>& change) {
    Json deck = registry_deck();
    change(deck);
    return problems(deck.dump());
  };
  CHECK(broken([](Json& deck) { deck["_linked"]["cards"][2]["card_title"] = "Dextrey"; }).front() ==
        "f:1: 'N': unknown card 'Dextrey' (did you mean `Dextre`?)");
  CHECK(broken([](Json& deck) { deck["data"]["_links"]["cards"].erase(0); }) ==
        Lines{"f:1: 'N': the deck has 35 cards instead of 36 (Brobnar 11, Dis 12, Logos 12)"});
  CHECK(broken([](Json& deck) { deck["_linked"]["cards"][2]["house"] = "Mars"; }) ==
        Lines{"f:1: 'N': the cards are of 4 houses instead of three (Brobnar 12, Dis 12, Logos 0, Mars 12)"});
  CHECK(broken([](Json& deck) { deck["data"]["_links"]["houses"].push_back("Mars"); }) ==
        Lines{"f:1: 'N': a deck has three houses, not 4 (Brobnar, Dis, Logos, Mars)"});
  CHECK(broken([](Json& deck) { deck["data"]["_links"]["houses"][0] = "Brobner"; }) ==
        Lines{"f:1: 'N': unknown house 'Brobner' (did you mean `Brobnar`?)"});
  CHECK(
      broken([](Json& deck) { deck["_linked"]["cards"] = Json::array(); }) ==
      Lines{
          "f:1: 'N': 36 of its 36 cards are given by an id that is not known (load the deck with its cards: ...?links=cards)"});
  CHECK(broken([](Json& deck) { deck["data"]["_links"]["cards"] = nullptr; }) ==
        Lines{"f:1: 'N': the cards are missing (load the deck with its cards: ...?links=cards)"});
  CHECK(broken([](Json& deck) {
          deck["data"]["bonus_icons"] = {{{"card_id", "a"}, {"bonus_icons", {"gold"}}}};
        }) ==
        Lines{"f:1: 'N': unknown bonus icon 'gold' of 'Anger' (amber, capture, damage, discard, draw, power, or a house)"});
  CHECK(broken([](Json& deck) { deck["_linked"]["cards"][0]["house"] = 7; }).empty());
}

TEST_CASE("broken spreadsheets", "[import]") {
  CHECK(problems(kCsvHeader) == Lines{"f:1: a table without a deck"});
  CHECK(problems("Name,Expansion,Sas Rating,Chains\nx,CALL_OF_THE_ARCHONS,60,0\n") ==
        Lines{"f:1: this table of decks has no column with their cards ('House 1 Cards' or 'card_names')"});
  CHECK(problems(kCsvHeader + "\"A\",\"Dis\"\n") ==
        Lines{"f:2: a row of 2 cells in a table of 7 columns (is the file complete?)"});
  CHECK(problems(kCsvHeader + csv_row("A").substr(0, 60)) ==
        Lines{"f:2: a quote is not closed in the row that begins here (is the file complete?)"});
  CHECK(problems(kCsvHeader + replaced(csv_row("A"), "Dust Imp|", "Dust Ipm|")) ==
        Lines{"f:2: 'A': unknown card 'Dust Ipm' (did you mean `Dust Imp`?)"});
  CHECK(problems(kCsvHeader + replaced(csv_row("A"), "StarAlliance", "Starliance")) ==
        Lines{"f:2: 'A': unknown house 'Starliance' (did you mean `Star Alliance`?)"});
}

TEST_CASE("files that are no files with decks", "[import]") {
  const auto only_problem = [](const std::string& path) {
    const ImportResult result = import_deck_file(path);
    REQUIRE(result.problems.size() == 1);
    return format_problem("f", result.problems[0]);
  };
  const std::string folder = std::string(ARCHON_SOURCE_DIR "/tests/deck");
  CHECK(only_problem(folder) == "f: this is a directory, not a file");
  CHECK(only_problem(folder + "/none.json") == "f: there is no such file");
  CHECK(only_problem("") == "f: there is no such file");
  if (std::filesystem::exists("/dev/zero")) CHECK(only_problem("/dev/zero") == "f: larger than 16 MB (is it a deck?)");
}
