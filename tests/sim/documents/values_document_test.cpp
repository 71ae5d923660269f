// What values say: shares and their differences to 1 for programs, in percent for people; no number without games.
#include "sim/documents/values_document.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/facts/facts.h"
#include "sim/present/printers.h"

namespace archon::cli {
namespace {

ValuesReport report_of_two_cards() {
  ValuesReport report{.set = "CotA", .decks = 2};
  const CardValue seen{.card = CardTable::instance().find_id("dust-imp"),
                       .house = House::Dis,
                       .share = {.decks = 2, .games = 20, .wins = 12, .win_rate = 60, .error = 0},
                       .within_house = 2,
                       .copy = {.value = 1.5, .error = 0.5}};
  CardValue never{.card = CardTable::instance().find_id("fear"), .house = House::Dis, .share = {}, .copy = {}};
  report.values.cards = {seen, never};
  return report;
}

nlohmann::json json_of(const ValuesReport& report) {
  std::ostringstream out;
  write_json(out, values_document(report));
  return nlohmann::json::parse(out.str());
}

}  // namespace

TEST_CASE("values: differences of win rates are of 1 for programs and of 100 for people") {
  const ValuesReport report = report_of_two_cards();
  const nlohmann::json card = json_of(report)["cards"][0];
  CHECK(card["card"] == "Dust Imp");
  CHECK(card["win_rate"].get<double>() == Approx(0.6));
  CHECK(card["within_house"].get<double>() == Approx(0.02));
  CHECK(card["effect"].get<double>() == Approx(0.015));
  CHECK(card["effect_high"].get<double>() == Approx(0.015 + 1.96 * 0.005).margin(1e-6));
  std::ostringstream table, csv;
  write_text(table, values_document(report));
  CHECK(table.str().find("+1.50  +0.52 to +2.48") != std::string::npos);
  const present::Document document = values_document(report);
  write_csv(csv, *document.table("cards"));
  CHECK(csv.str().find(",0.600000,") != std::string::npos);
  CHECK(csv.str().find(",0.015000,0.005200,0.024800\n") != std::string::npos);
}

TEST_CASE("values: what no game stands behind has no value") {
  const nlohmann::json never = json_of(report_of_two_cards())["cards"][1];
  CHECK(never["card"] == "Fear");
  for (const char* field : {"win_rate", "win_rate_low", "win_rate_high", "within_house"}) CHECK(never[field].is_null());
}

TEST_CASE("values: decks that agree by chance make no interval without width") {
  const nlohmann::json seen = json_of(report_of_two_cards())["cards"][0];
  CHECK(seen["win_rate_low"].get<double>() < 0.45);
  CHECK(seen["win_rate_high"].get<double>() > 0.75);
}

}  // namespace archon::cli
