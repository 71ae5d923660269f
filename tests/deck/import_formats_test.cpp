// Every format that players have decks in: the cards that come out are those of eighty_decks.json, which was written by hand
// and by other means than the importer.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "engine/deck/import.h"

using namespace archon;

namespace {

const std::string kFolder = std::string(ARCHON_SOURCE_DIR "/tests/deck/");
using Lines = std::vector<std::string>;

std::string shared_text(const std::string& name) {
  std::ifstream file(kFolder + name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// "2 dis: Dust Imp" for each card of a deck, sorted.
std::multiset<std::string> card_list(const Deck& deck) {
  std::map<std::string, int> counts;
  for (const DeckCard& card : deck.cards)
    ++counts[std::string(house_name(card.house)) + ": " + fold_name(deck_card_name(card.card))];
  std::multiset<std::string> list;
  for (const auto& [card, count] : counts) list.insert(std::to_string(count) + " " + card);
  return list;
}

std::map<std::string, std::multiset<std::string>> expected_lists() {
  std::map<std::string, std::multiset<std::string>> expected;
  for (const auto& deck : nlohmann::json::parse(shared_text("eighty_decks.json"))) {
    auto& list = expected[deck["name"].get<std::string>()];
    for (const auto& card : deck["cards"]) {
      const House house = house_from_name(card["house"].get<std::string>());
      list.insert(std::to_string(card["count"].get<int>()) + " " + std::string(house_name(house)) + ": " +
                  fold_name(card["name"].get<std::string>()));
    }
  }
  return expected;
}

ImportResult import_sample(const std::string& file, const std::string& name = "") {
  INFO(file);
  ImportResult result = import_decks(shared_text(file), name);
  for (const DeckProblem& problem : result.problems) UNSCOPED_INFO(format_problem(file, problem));
  REQUIRE(result.problems.empty());
  static const auto expected = expected_lists();
  for (const Deck& deck : result.decks) {
    INFO(deck.name);
    CHECK(deck.cards.size() == kDeckCards);
    CHECK(deck_problems(deck).empty());
    REQUIRE(expected.contains(deck.name));
    CHECK(card_list(deck) == expected.at(deck.name));
    // The deck file holds all of it.
    const DeckResult again = parse_deck(write_deck(deck));
    for (const DeckProblem& problem : again.problems) UNSCOPED_INFO(format_problem("", problem));
    REQUIRE(again.deck.has_value());
    CHECK(*again.deck == deck);
  }
  return result;
}

Lines warnings(const ImportResult& result) {
  Lines lines;
  for (const DeckProblem& warning : result.warnings) lines.push_back(format_problem("f", warning));
  return lines;
}

const Deck& named(const ImportResult& result, const std::string& name) {
  const auto found = std::ranges::find(result.decks, name, &Deck::name);
  REQUIRE(found != result.decks.end());
  return *found;
}

// The card lines of the deck file, without those that say no more than "1 Title".
Lines special_cards(const Deck& deck) {
  Lines lines;
  std::istringstream text(write_deck(deck));
  for (std::string line; std::getline(text, line);) {
    if (line.find('(') != std::string::npos || line.find(" +") != std::string::npos) lines.push_back(line);
  }
  return lines;
}

}  // namespace

TEST_CASE("eighty decks as titles by house", "[import]") {
  const ImportResult result = import_sample("eighty_decks.json");
  CHECK(result.decks.size() == 80);
  CHECK(std::ranges::count(result.decks, "CotA", &Deck::set) == 47);
  CHECK(std::ranges::count(result.decks, kMixedSet, &Deck::set) == 10);
  CHECK(warnings(result).size() == 5);  // the five mavericks, which the titles do not mark
}

TEST_CASE("decks of every format keep who they are", "[import]") {
  const auto identity = [](const std::string& file, const std::string& name) {
    const ImportResult result = import_decks(shared_text(file));
    return named(result, name).identity;
  };
  // Of the registry's form the id, of the other form of the same deck the ratings.
  CHECK(identity("formats/registry_and_dok.json", "Champion Greenqual, the Sinister Surgeon") ==
        DeckIdentity{"29bb805b-12ce-4f29-aad7-a4d9b512e41c", 79, {}});
  CHECK(identity("formats/dok.json", "Parker la Sedienta") == DeckIdentity{"10ff6ac7-c6c9-444b-a1aa-10fe87c3c524", 73, {}});
  CHECK(identity("formats/registry_mirror.json", "Pupa Ramos, the Ever-Changing") ==
        DeckIdentity{"6e477f65-c9f9-4e52-a3ec-6d5e15936de6", {}, {}});
  CHECK(identity("formats/keyteki.json", "Rapipdly Ever Changing Sadao") ==
        DeckIdentity{"f5d9a675-f60b-4b47-9f81-41d4a5461dfe", {}, {}});
  CHECK(identity("formats/anomalies_registry.json", "Four Anomalies") == DeckIdentity{});  // its id 'u' is none

  const std::string id = "29bb805b-12ce-4f29-aad7-a4d9b512e41c", site = "https://www.keyforgegame.com/deck-details/";
  const std::string table = shared_text("formats/anomalies.csv");
  const auto with_columns = [&](const std::string& cells) {
    const size_t end = table.find('\n');
    return import_decks(table.substr(0, end) + ",\"Sas Rating\",\"Raw Aerc Score\",\"Master Vault Link\"\n" +
                        table.substr(end + 1, table.find_last_of('"') - end) + cells + "\n");
  };
  const ImportResult row = with_columns(",\"70\",\"61.5\",\"" + site + id + "\"");
  REQUIRE(row.decks.size() == 1);
  CHECK(row.decks[0].identity == DeckIdentity{id, 70, 61.5});
  const ImportResult odd = with_columns(",\"n/a\",\"\",\"\"");
  REQUIRE(odd.decks.size() == 1);
  CHECK(odd.decks[0].identity == DeckIdentity{});
  CHECK(warnings(odd).front() == "f:2: 'Four Anomalies': SAS 'n/a' is no number from 0 to 1,000, left out");

  const std::string list = shared_text("formats/anomalies.txt");
  const auto pasted = [&](const std::string& first) { return import_decks(first + list).decks.at(0).identity; };
  CHECK(pasted(site + id + "\nhttps://decksofkeyforge.com/decks/" + id + "\nSAS: 70\n") == DeckIdentity{id, 70, {}});
  CHECK(pasted(site + id + "\n" + site + "6e477f65-c9f9-4e52-a3ec-6d5e15936de6\n") == DeckIdentity{});  // which of them?
}

TEST_CASE("the registry's JSON of 2018 names cards by ids", "[import]") {
  const ImportResult list = import_sample("formats/registry_list_2018.json");
  CHECK(list.decks.size() == 4);
  CHECK(list.warnings.empty());
  const ImportResult single = import_sample("formats/registry_2018.json");
  CHECK(single.decks.size() == 1);
  CHECK(warnings(single) == Lines{"f:1: 'Canmoth, the Legate of the Pit': the set is not told, taken as CotA"});
}

TEST_CASE("the registry's JSON through a mirror", "[import]") {
  const ImportResult result = import_sample("formats/registry_mirror.json");
  REQUIRE(result.decks.size() == 1);
  CHECK(result.warnings.empty());
  const Deck& deck = result.decks[0];
  CHECK(deck.set == "ToC");
  CHECK(deck.token == CardTable::instance().find_id("chronicler"));
  CHECK(special_cards(deck) == Lines{"1 Inevitable Decay +discard", "1 Golis Artificer +draw", "1 Titan Engineer +amber"});
}

TEST_CASE("today's JSON of the registry", "[import]") {
  const ImportResult result = import_sample("formats/registry_and_dok.json");
  CHECK(result.decks.size() == 15);  // each is in the file in two forms
  CHECK(result.warnings.empty());
  const Deck& twins = named(result, "Audocurse, the Broken Thief\xE2\x80\x99s Evil Twin");
  CHECK(twins.tide);
  CHECK(std::ranges::count_if(twins.cards, [](const DeckCard& card) { return !card.bonus_icons.empty(); }) == 5);
  CHECK(std::ranges::count_if(twins.cards,
                              [](const DeckCard& card) { return deck_card_name(card.card).ends_with("(evil twin)"); }) == 8);
  CHECK(special_cards(named(result, "Crawling \xE2\x80\x9CMartini\xE2\x80\x9D Quasimodo")) ==
        Lines{"1 Positron Bolt (legacy)"});
  const Lines gigantic = special_cards(named(result, "Repeatedly Aberrant Giada"));
  CHECK(std::ranges::count(gigantic, "1 Ultra Gravitron (second half)") == 1);
  CHECK(gigantic.size() == 7);
}

// The same decks from the other site, without the registry's part of the file.
TEST_CASE("JSON of Decks of KeyForge", "[import]") {
  const ImportResult registry = import_sample("formats/registry_and_dok.json");
  auto both = nlohmann::json::parse(shared_text("formats/registry_and_dok.json"));
  for (auto& deck : both) deck.erase("vault_data");
  const ImportResult dok = import_decks(both.dump());
  CHECK(dok.problems.empty());
  CHECK(dok.warnings.empty());
  CHECK(dok.decks.size() == 15);
  for (const Deck& deck : dok.decks) {
    INFO(deck.name);
    Deck other = named(registry, deck.name);
    other.tide = deck.tide;  // this site does not tell
    CHECK(write_deck(deck) == write_deck(other));
  }
  const ImportResult more = import_sample("formats/dok.json");
  CHECK(more.decks.size() == 7);
  CHECK(more.warnings.empty());
  CHECK(special_cards(named(more, "Directora \xE2\x80\x9CRatona\xE2\x80\x9D Davenport")) == Lines{"1 Shadow Self (maverick)"});
}

TEST_CASE("JSON of the online server", "[import]") {
  const ImportResult result = import_sample("formats/keyteki.json");
  CHECK(result.decks.size() == 14);
  for (const std::string& warning : warnings(result)) CHECK(warning.ends_with(", taken as a mixed deck"));
  const Lines cards = special_cards(named(result, "Mehitable, Host of the Rustling Repository"));
  CHECK(std::ranges::count(cards, "1 Matter Maker (maverick)") == 1);
  CHECK(std::ranges::count(cards, "1 Champion Anaphiel (maverick)") == 1);
  CHECK(std::ranges::count(cards, "1 Exchange Officer +amber") == 1);  // printed in this house as well
}

TEST_CASE("pasted lists without houses", "[import]") {
  const auto list = [](const std::string& file, const std::string& name) {
    const ImportResult result = import_sample("formats/" + file + ".txt", name);
    REQUIRE(result.decks.size() == 1);
    CHECK(result.decks[0].name == name);
    return warnings(result);
  };
  const std::string baron = "Baron \xE2\x80\x9CPeanut\xE2\x80\x9D Ripper", uxor = "X. Q. Uxor, Ingegnere del Prestigio";
  const std::string dafne = "Dafne, la Mite della Corda Brillante";
  const std::string morgana =
      "Morgana \xE2\x80\x9CSaltello\xE2\x80\x9D l\xE2\x80\x99"
      "Ambidestra";
  CHECK(list("baron-peanut-ripper", baron) == Lines{"f: '" + baron + "': the set is not told, taken as CotA"});
  CHECK(list("x-q-uxor-ingegnere-del-prestigio", uxor) == Lines{"f: '" + uxor + "': the set is not told, taken as WC"});
  CHECK(list("dafne-la-mite-della-corda-brillante", dafne) == Lines{"f: '" + dafne + "': the set is not told, taken as WC"});
  CHECK(list("morgana-saltello-lambidestra", morgana) ==
        Lines{"f:12: '" + morgana + "': 'Raiding Knight' is not marked, taken as a maverick of Logos",
              "f: '" + morgana + "': the set is not told, taken as CotA"});
}

// A made-up deck: the only real one at hand with an anomaly is a pasted list (dafne-la-mite-della-corda-brillante.txt).
TEST_CASE("anomalies in every format", "[import]") {
  const DeckResult expected = parse_deck(shared_text("formats/anomalies.deck"));
  REQUIRE(expected.deck.has_value());
  CHECK(special_cards(*expected.deck) ==
        Lines{"1 Orb of Wonder (anomaly)", "1 The Grim Reaper (anomaly)", "1 Timequake (anomaly)", "1 Valoocanth (anomaly)"});
  for (const char* file :
       {"anomalies_registry.json", "anomalies_dok.json", "anomalies_keyteki.json", "anomalies.csv", "anomalies.txt"}) {
    INFO(file);
    const ImportResult result = import_decks(shared_text(std::string("formats/") + file));
    for (const DeckProblem& problem : result.problems) UNSCOPED_INFO(format_problem(file, problem));
    REQUIRE(result.decks.size() == 1);
    CHECK(warnings(result).empty());
    CHECK(result.decks[0] == *expected.deck);
  }
}
