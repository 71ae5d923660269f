#include "sim/cli/values_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/cli/deck_values_text.h"
#include "sim/play/missing.h"
#include "sim/present/csv_text.h"
#include "sim/present/terminal_text.h"
#include "sim/stats/distributions.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace {

constexpr size_t kShownCards = 15;  // best, and as many worst

std::string houses_text(const std::array<House, kDeckHouses>& houses, std::string_view (*name)(House)) {
  std::string text;
  for (const House house : houses) text += (text.empty() ? "" : " ") + std::string(name(house));
  return text;
}

// As people read it: the value and its standard error.
std::string effect_cells(const Effect& effect) {
  return right(with_sign(effect.value, 2), 9) + right(fixed(effect.error, 2), 8);
}

std::string share_cells(const Share& share) {
  return right(thousands(share.decks), 9) + right(thousands(share.games), 11) + right(fixed(share.win_rate, 2), 10) +
         right(fixed(share.error, 2), 8);
}

std::string share_head(const std::string& what) {
  return left(what, 34) + right("decks", 9) + right("games", 11) + right("win rate", 10) + right("error", 8);
}

std::string effect_head(const std::string& what) { return right(what, 9) + right("error", 8); }

void write_card(std::ostream& out, const CardValue& each) {
  out << left(deck_card_name(each.card), 24) << left(house_title(each.house), 10) << share_cells(each.share)
      << right(with_sign(each.within_house, 2), 9) << effect_cells(each.copy) << '\n';
}

void write_cards(std::ostream& out, std::vector<CardValue> cards) {
  std::ranges::stable_sort(cards, [](const CardValue& a, const CardValue& b) { return a.copy.value > b.copy.value; });
  out << '\n' << share_head("card") << right("in house", 9) << effect_head("copy") << '\n';
  const bool all = cards.size() <= 2 * kShownCards;
  for (size_t i = 0; i < cards.size(); ++i) {
    if (!all && i == kShownCards) out << "...\n";
    if (all || i < kShownCards || i + kShownCards >= cards.size()) write_card(out, cards[i]);
  }
}

House house_of(const Values& values, int card) { return std::ranges::find(values.cards, card, &CardValue::card)->house; }

void write_events(std::ostream& out, const ValuesReport& report) {
  std::vector<EventLine> lines;
  for (const CardRecord& each : report.events) lines.push_back({each, house_of(report.values, each.card)});
  out << '\n';
  write_event_lines(out, std::move(lines), kShownCards);
}

}  // namespace

void write_values_table(std::ostream& out, const ValuesReport& report) {
  out << report.outcome.header();
  if (const std::string missing = missing_text(missing_games(report.counts)); !missing.empty())
    out << "WARNING: " << missing << "\n\n";
  const Values& values = report.values;
  out << share_head("house") << effect_head("effect") << '\n';
  for (const HouseValue& each : values.houses)
    out << left(house_title(each.house), 34) << share_cells(each.share) << effect_cells(each.effect) << '\n';
  out << '\n' << share_head("houses") << '\n';
  for (const TrioValue& each : values.trios)
    out << left(houses_text(each.houses, house_title), 34) << share_cells(each.share) << '\n';
  write_cards(out, values.cards);
  if (!report.events.empty()) write_events(out, report);
  out << '\n'
      << left("one more creature", 34) << effect_cells(values.creature) << '\n'
      << left("going first", 34) << effect_cells(values.first) << "\n\n"
      << "Copies differ in their effects by " << fixed(values.spread, 2) << " points (standard deviation, noise taken off); "
      << "results of decks vary " << fixed(values.dispersion, 2) << " times as much as those of independent games\n"
      << thousands(report.decks) << " decks of " << report.set << ", " << thousands(report.counts.total().games) << " games, "
      << fixed(report.play_seconds, 1) << " s, "
      << thousands(static_cast<int64_t>(static_cast<double>(report.counts.total().games) / std::max(1e-9, report.play_seconds)))
      << " games/s; fits " << fixed(report.fit_seconds, 1) << " s\n";
  for (const std::string& line : provenance_lines(report.provenance)) out << line << '\n';
}

namespace {

std::string csv_effect(const Effect& effect) { return fixed(effect.value, 4) + "," + fixed(effect.error, 4) + "\n"; }

std::string csv_share(const Share& share) {
  return std::to_string(share.decks) + "," + std::to_string(share.games) + "," + fixed(share.win_rate, 4) + "," +
         fixed(share.error, 4) + ",";
}

}  // namespace

namespace {

void write_events_csv(std::ostream& out, const ValuesReport& report) {
  for (const CardRecord& each : report.events) {
    const std::string card = "," + facts(each.card).id + ',' + csv_cell(facts(each.card).name) + ',' +
                             std::string(house_name(house_of(report.values, each.card))) + ',' +
                             std::string(type_name(facts(each.card).type)) + ",,";
    for (int i = 0; i < kCardEvents; ++i) {
      const EventRate& rate = each.events[static_cast<size_t>(i)];
      const double error = (rate.interval.high - rate.interval.low) / (2 * normal_quantile(0.975));
      out << card_event_word(static_cast<CardEvent>(i)) << card << rate.copies << ',' << fixed(rate.rate, 4) << ','
          << fixed(error, 4) << ",," << csv_effect({rate.difference, rate.error});
    }
    out << "seen or not" << card << ",,,," << csv_effect({each.improvement, each.improvement_error});
  }
}

}  // namespace

void write_values_csv(std::ostream& out, const ValuesReport& report) {
  if (!report.outcome.unfinished.empty()) out << csv_remark("UNFINISHED: " + report.outcome.unfinished) << '\n';
  for (const std::string& line : provenance_lines(report.provenance)) out << csv_remark(line) << '\n';
  out << "kind,id,name,house,type,decks,games,win_rate,error,within_house,effect,effect_error\n";
  const Values& values = report.values;
  for (const CardValue& each : values.cards)
    out << "card," << facts(each.card).id << ',' << csv_cell(facts(each.card).name) << ',' << house_name(each.house) << ','
        << type_name(facts(each.card).type) << ',' << csv_share(each.share) << fixed(each.within_house, 4) << ','
        << csv_effect(each.copy);
  for (const HouseValue& each : values.houses)
    out << "house," << house_name(each.house) << ',' << csv_cell(house_title(each.house)) << ',' << house_name(each.house)
        << ",," << csv_share(each.share) << ',' << csv_effect(each.effect);
  for (const TrioValue& each : values.trios)
    out << "trio," << houses_text(each.houses, house_name) << ',' << csv_cell(houses_text(each.houses, house_title)) << ",,,"
        << csv_share(each.share) << ",,\n";
  write_events_csv(out, report);
  out << "creature,,,,,,,,,," << csv_effect(values.creature) << "first,,,,,,,,,," << csv_effect(values.first);
}

namespace {

using Json = nlohmann::ordered_json;

Json effect_json(const Effect& effect) { return {{"value", effect.value}, {"error", effect.error}}; }

void add_share(Json& json, const Share& share) {
  json["decks"] = share.decks;
  json["games"] = share.games;
  json["win_rate"] = share.win_rate;
  json["error"] = share.error;
}

Json card_json(const CardValue& each) {
  Json json;
  json["id"] = facts(each.card).id;
  json["name"] = facts(each.card).name;
  json["house"] = house_name(each.house);
  json["type"] = type_name(facts(each.card).type);
  add_share(json, each.share);
  json["within_house"] = each.within_house;
  json["copy"] = effect_json(each.copy);
  return json;
}

}  // namespace

Json values_json(const ValuesReport& report) {
  const Values& values = report.values;
  const Tally total = report.counts.total();
  Json json;
  report.outcome.add_to(json);
  json["set"] = report.set;
  json["decks"] = report.decks;
  json["games"] = total.games;
  json["undecided"] = total.undecided;
  json["faults"] = total.faults;
  json["forfeits"] = total.forfeits;
  json["fallbacks"] = report.counts.fallbacks;
  json["creature"] = effect_json(values.creature);
  json["first"] = effect_json(values.first);
  json["spread"] = values.spread;
  json["dispersion"] = values.dispersion;
  for (const char* list : {"houses", "trios", "cards"}) json[list] = Json::array();
  for (const HouseValue& each : values.houses) {
    Json& house = json["houses"].emplace_back();
    house["house"] = house_name(each.house);
    add_share(house, each.share);
    house["effect"] = effect_json(each.effect);
  }
  for (const TrioValue& each : values.trios) {
    Json& trio = json["trios"].emplace_back();
    for (const House house : each.houses) trio["houses"].push_back(house_name(house));
    add_share(trio, each.share);
  }
  for (const CardValue& each : values.cards) json["cards"].push_back(card_json(each));
  for (const CardRecord& each : report.events) {
    Json& card = json["events"].emplace_back(Json{{"id", facts(each.card).id}});
    card.update(events_json(each));
  }
  json["play_seconds"] = report.play_seconds;
  json["fit_seconds"] = report.fit_seconds;
  json["provenance"] = provenance_json(report.provenance);
  return json;
}

}  // namespace archon::cli
