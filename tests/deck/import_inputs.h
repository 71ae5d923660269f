#pragma once
// Small inputs for the importers, and what is said of them.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/deck/import.h"

namespace archon::import_inputs {

using Json = nlohmann::json;
using Lines = std::vector<std::string>;

inline Lines lines(const std::vector<DeckProblem>& problems) {
  Lines result;
  for (const DeckProblem& problem : problems) result.push_back(format_problem("f", problem));
  return result;
}

inline Lines import_problems(std::string_view text) {
  const ImportResult result = import_decks(text, "d");
  if (!result.problems.empty()) CHECK(result.decks.empty());
  return lines(result.problems);
}

inline std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

inline const std::string kList = "12x Anger\n12x Dust Imp\n11x Wild Wormhole\n1x Dextre\n";

// A deck of the registry's form with three titles, 12 copies each.
inline Json registry_deck() {
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

inline Json titles_deck() {
  Json cards = Json::array();
  cards.push_back({{"name", "Anger"}, {"house", "brobnar"}, {"count", 12}});
  cards.push_back({{"name", "Dust Imp"}, {"house", "dis"}, {"count", 12}});
  cards.push_back({{"name", "Dextre"}, {"house", "logos"}, {"count", 12}});
  return {{"name", "N"}, {"set", "CotA"}, {"houses", {"Brobnar", "Dis", "Logos"}}, {"cards", cards}};
}

inline const std::string kCsvHeader =
    "\"Name\",\"Houses\",\"Expansion\",\"Sas Rating\",\"House 1 Cards\",\"House 2 Cards\",\"House 3 Cards\"\n";
inline std::string csv_row(const std::string& name, const std::string& set = "CALL_OF_THE_ARCHONS") {
  return "\"" + name + "\",\"Brobnar | Dis | StarAlliance\",\"" + set + "\",\"67\",\"" + repeated("Anger|", 12) + "\",\"" +
         repeated("Dust Imp|", 12) + "\",\"" + repeated("Dextre|", 12) + "\"\n";
}

}  // namespace archon::import_inputs
