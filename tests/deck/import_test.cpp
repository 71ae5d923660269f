// What the importers understand.
#include "engine/deck/import.h"

#include <array>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "engine/make_matchup.h"
#include "tests/deck/import_inputs.h"

using namespace archon;
using namespace archon::import_inputs;

TEST_CASE("import: cards of the Keyraken are refused, with their line") {
  CHECK(import_problems(replaced(kList, "1x Dextre", "1x Swift Current")) ==
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
  CHECK(import_problems(replaced(text, "12 Anger", "12 Angr")) == Lines{"f:6: unknown card 'Angr' (did you mean `Anger`?)"});
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

TEST_CASE("what else decks of a set have, and a list does not tell", "[import]") {
  const auto told = [](const std::string& text) { return lines(import_decks(text, "d").warnings); };
  const std::string rest = "12x Dust Imp\n12x Mother\n";
  CHECK(told("Set: Call of the Archons\n12x Anger\n" + rest).empty());
  CHECK(told("Set: Menagerie\n12x Anger\n" + rest) ==
        Lines{"f: 'd': the input does not tell: bonus icons, the token creature"});
  CHECK(told("Set: Mixed\n12x Anger\n" + rest) == Lines{"f: 'd': the input does not tell: bonus icons"});
  // None of its houses has token creatures.
  CHECK(told("Set: Menagerie 2024\n12x Ancient Bear\n" + rest) == Lines{"f: 'd': the input does not tell: bonus icons"});
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
