// What the importers say about what they do not understand.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <tuple>

#include "engine/deck/import.h"
#include "tests/deck/import_inputs.h"

using namespace archon;
using namespace archon::import_inputs;

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
  CHECK(import_problems("") == Lines{"f: the file is empty"});
  CHECK(import_problems(" \n\t\n") == Lines{"f: the file is empty"});
  CHECK(import_problems("hello\nworld\n") == Lines{"f: there is no deck in this text"});
  CHECK(import_problems("https://example.org/deck-details/1\n") ==
        Lines{"f: there is only a link to the deck, not its cards; save the deck as JSON or copy the list"});
  CHECK(import_problems(replaced(kList, "11x", "10x")) == Lines{"f: 'd': the deck has 35 cards instead of 36"});
  CHECK(import_problems(replaced(kList, "11x", "12x")) == Lines{"f: 'd': the deck has 37 cards instead of 36"});
  CHECK(import_problems(replaced(kList, "12x Anger", "0x Anger")) == Lines{"f:1: 'd': a deck can't have 0 copies of 'Anger'"});
  CHECK(import_problems(replaced(kList, "Dextre", "Dextrey")) ==
        Lines{"f:4: 'd': unknown card 'Dextrey' (did you mean `Dextre`?)"});
  CHECK(import_problems(replaced(kList, "Dextre", "Dextre [gold]")) ==
        Lines{"f:4: 'd': unknown bonus icon 'gold' of 'Dextre' (amber, capture, damage, draw, discard, power, or a house)"});
  CHECK(import_problems("9x Anger\n9x Dust Imp\n9x Dextre\n9x Troll\n").size() == 1);
  CHECK(import_problems("9x Anger\n9x Dust Imp\n9x Dextre\n9x Bad Penny\n") ==
        Lines{"f: 'd': no three houses have 12 of these cards each (Brobnar 9, Dis 9, Logos 9, Shadows 9)"});
  CHECK(import_problems("Brobnar\n12 Anger\nDis\n12 Dust Imp\nLogos\n11 Dextre\n") ==
        Lines{"f: 'd': the deck has 35 cards instead of 36 (Brobnar 12, Dis 12, Logos 11)"});
  CHECK(import_problems("Brobnar\n13 Anger\nDis\n11 Dust Imp\nLogos\n12 Dextre\n") ==
        Lines{"f: 'd': a house has 12 cards (Brobnar 13, Dis 11, Logos 12)"});
  CHECK(import_problems("Brobnar\n12 Anger\nDis\n12 Dust Imp\n").size() == 1);
  CHECK(import_problems(kList + "1x The Tide\n1x Anger\n") == Lines{"f: 'd': the deck has 37 cards instead of 36"});
  const Lines french = import_problems("12x La colere des dieux\n" + repeated("1x Inconnu au bataillon\n", 40));
  CHECK(french.size() == 10);
  CHECK(french.back() == "f:10: 'd': and more titles that are unknown (titles must be English)");
  CHECK(import_problems(repeated("1x Inconnu au bataillon\n", 500)) ==
        Lines{"f: this is no list of cards: most lines are no titles"});
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

TEST_CASE("a deck is of the set that its number or its name says", "[import]") {
  const auto set_of = [](const Json& expansion) {
    Json deck = registry_deck();
    deck["data"]["expansion"] = expansion;
    deck["_linked"]["cards"][1]["card_title"] = "Gub";  // of Dis, in all of these sets
    deck["_linked"]["cards"][2]["card_title"] = "Daughter";
    const ImportResult result = import_decks(deck.dump(), "d");
    REQUIRE(result.decks.size() == 1);
    for (const std::string& warning : lines(result.warnings)) UNSCOPED_INFO(warning);
    CHECK(result.warnings.empty());
    return result.decks[0].set;
  };
  CHECK(set_of(609) == "VM23");
  CHECK(set_of(907) == "DISC");
  const auto set_by_name = [](const std::string& name) {
    const ImportResult result = import_decks("Set: " + name + "\n" + kList, "d");
    REQUIRE(result.decks.size() == 1);
    return result.decks[0].set;
  };
  CHECK(set_by_name("VAULT_MASTERS_2023") == "VM23");
  CHECK(set_by_name("Discovery") == "DISC");
}

TEST_CASE("a deck of a set whose cards are not known is read by its cards, which is said", "[import]") {
  for (const auto& [number, code, name] :
       {std::tuple(964, "VM26", "Vault Masters 2026"), {601, "UC22", "Unchained"}, {892, "MCW", "Martian Civil War"}}) {
    Json json = registry_deck();
    json["data"]["expansion"] = number;
    const ImportResult result = import_decks(json.dump(), "d");
    REQUIRE(result.decks.size() == 1);
    const Deck& deck = result.decks[0];
    CHECK(deck.set == kMixedSet);
    CHECK(deck.identity.unlisted_set == code);
    CHECK(lines(result.warnings) == Lines{"f:1: 'N': the list of the cards of " + std::string(name) +
                                          " is not known, read by its cards as a mixed deck"});
    const std::string text = write_deck(deck);
    CHECK(text.find("\nset: " + std::string(code) + "\n") != std::string::npos);
    CHECK(parse_deck(text).deck == deck);
    Deck mixed = deck;
    mixed.identity.unlisted_set.clear();
    CHECK(deck_hash(mixed) == deck_hash(deck));
  }
}

TEST_CASE("the work for a hostile file is bounded", "[import]") {
  // 20,000 unknown titles: a few are looked up and shown, the rest is counted.
  Json titles = Json::array();
  for (int i = 0; i < 2000; ++i) {
    Json deck = titles_deck();
    for (int k = 0; k < 10; ++k) deck["cards"].push_back({{"name", "Dusty Inp " + std::to_string(k)}, {"house", "dis"}});
    titles.push_back(std::move(deck));
  }
  const Lines unknown = import_problems(titles.dump());
  CHECK(unknown.size() == kMaxImportProblems + 1);
  CHECK(unknown.back() == "f: and 19900 more problems");
  // The same in deck files, of which one holds many: names are looked up for what is shown.
  std::string own;
  for (int i = 0; i < 20; ++i) own += "name: d\nset: CotA\nhouses: Dis, Logos, Mars\n[Dis]\n" + repeated("1 Dusty Inp\n", 49);
  const ImportResult files = import_decks(own, "f", 60);
  CHECK(files.problems.size() == 61);
  CHECK(files.problems.back().message == "and 1000 more problems");
  const auto hints = [](const std::vector<DeckProblem>& problems) {
    return std::ranges::count_if(problems, [](const DeckProblem& each) { return each.hint.starts_with("did you mean"); });
  };
  CHECK(hints(files.problems) > 50);
  CHECK(hints(parse_deck(own.substr(0, own.size() / 20), 10).problems) == 10);
  // A title, a line and a deck have a largest size, and so has the number of decks.
  Json long_title = titles_deck();
  long_title["cards"][0]["name"] = repeated("(maverick)", 500'000);
  CHECK(import_problems(long_title.dump()).size() == 1);
  CHECK(import_problems("12 Anger\n" + repeated("a", 4001)) == Lines{"f:2: a line of more than 4,000 bytes (is it a deck?)"});
  CHECK(import_problems(repeated("36 Dust Imp\n", 100'000)) == Lines{"f: 'd': the deck has 1001 cards instead of 36"});
  Json ids = registry_deck();
  for (int i = 0; i < 100'000; ++i) ids["data"]["_links"]["cards"].push_back("a");
  CHECK(import_problems(ids.dump()) == Lines{"f:1: 'N': the deck has 100036 cards instead of 36"});
  Json houses = titles_deck();
  for (int i = 0; i < 100'000; ++i) houses["houses"].push_back("dis");
  CHECK(import_problems(houses.dump()).size() == 1);
  std::string many = "[";
  for (int i = 0; i <= 10'000; ++i) many += (i > 0 ? "," : "") + std::string(R"({"housesAndCards":[]})");
  CHECK(import_problems(many + "]") == Lines{"f: more than 10000 decks (split the file)"});
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
  CHECK(import_problems("\xFF\xFE"
                        "1\0x\0") == Lines{"f: this is UTF-16 text (save it as UTF-8)"});
  CHECK(import_problems("12x Anger\n1x B\xE4r\n") ==
        Lines{"f:2: this is not UTF-8 text (is it a deck? then save it as UTF-8)"});
  CHECK(import_problems(std::string_view("PK\x03\x04", 4)) ==
        Lines{"f:1: this is not UTF-8 text (is it a deck? then save it as UTF-8)"});
  CHECK(import_problems(std::string(kMaxImportBytes + 1, 'x')) == Lines{"f: larger than 16 MB (is it a deck?)"});
  CHECK(import_problems(std::string(kMaxImportBytes, 'x')) == Lines{"f:1: a line of more than 4,000 bytes (is it a deck?)"});
  CHECK(import_problems("<!DOCTYPE html><html></html>") ==
        Lines{"f: this is a web page, not a deck (save the deck as JSON, CSV or text)"});
}

TEST_CASE("broken JSON", "[import]") {
  const std::string whole = registry_deck().dump(1);
  CHECK(import_problems(whole).empty());
  CHECK(import_problems(whole.substr(0, whole.size() / 2)).size() == 1);
  CHECK(import_problems("{\n\"data\": [1,\n2") == Lines{"f:3: the JSON ends too early (is the file complete?)"});
  CHECK(import_problems("{\n\"data\" 1}") == Lines{"f:2: this is not valid JSON"});
  CHECK(import_problems("{}") == Lines{"f: there is no deck in this JSON (README.md of engine/deck lists the formats)"});
  CHECK(import_problems("[1, null, \"x\", [[]]]") ==
        Lines{"f: there is no deck in this JSON (README.md of engine/deck lists the formats)"});
  CHECK(import_problems(std::string(1 << 20, '[')) == Lines{"f: JSON nested deeper than 32 brackets holds no deck"});
  CHECK(import_problems("{\"code\":429,\"message\":\"slow\"}") ==
        Lines{"f: this is no deck: the registry answered that it was asked too often (wait and load it again)"});
}

TEST_CASE("broken decks of the registry", "[import]") {
  const auto broken = [](const std::function<void(Json&)>& change) {
    Json deck = registry_deck();
    change(deck);
    return import_problems(deck.dump());
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
        Lines{"f:1: 'N': unknown bonus icon 'gold' of 'Anger' (amber, capture, damage, draw, discard, power, or a house)"});
  CHECK(broken([](Json& deck) { deck["_linked"]["cards"][0]["house"] = 7; }).empty());
}

TEST_CASE("broken spreadsheets", "[import]") {
  CHECK(import_problems(kCsvHeader) == Lines{"f:1: a table without a deck"});
  CHECK(import_problems("Name,Expansion,Sas Rating,Chains\nx,CALL_OF_THE_ARCHONS,60,0\n") ==
        Lines{"f:1: this table of decks has no column with their cards ('House 1 Cards' or 'card_names')"});
  CHECK(import_problems(kCsvHeader + "\"A\",\"Dis\"\n") ==
        Lines{"f:2: a row of 2 cells in a table of 7 columns (is the file complete?)"});
  CHECK(import_problems(kCsvHeader + csv_row("A").substr(0, 60)) ==
        Lines{"f:2: a quote is not closed in the row that begins here (is the file complete?)"});
  CHECK(import_problems(kCsvHeader + replaced(csv_row("A"), "Dust Imp|", "Dust Ipm|")) ==
        Lines{"f:2: 'A': unknown card 'Dust Ipm' (did you mean `Dust Imp`?)"});
  CHECK(import_problems(kCsvHeader + replaced(csv_row("A"), "StarAlliance", "Starliance")) ==
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
