#include "sim/cli/deck_values_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/play/missing.h"
#include "sim/present/csv_text.h"
#include "sim/present/terminal_text.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace {

constexpr size_t kShownPairs = 10;
constexpr std::array kShownEvents = {CardEvent::Opening, CardEvent::Drawn, CardEvent::Played,
                                     CardEvent::Unseen,  CardEvent::Held,  CardEvent::Discarded};
constexpr int kCellWidth = 15, kInterval = 17;

const Deck& deck_of(const DeckValuesReport& report) { return report.provenance.decks.front().deck; }

House house_of(const DeckValuesReport& report, int card) {
  return std::ranges::find(deck_of(report).cards, card, &DeckCard::card)->house;
}

int64_t copies_of(const DeckValuesReport& report, int card) {
  return std::ranges::count(deck_of(report).cards, card, &DeckCard::card);
}

// As people read it: the value and its standard error.
std::string cell(double value, double error) { return right(with_sign(value, 1) + " (" + fixed(error, 1) + ")", kCellWidth); }

std::string interval_cell(const Interval& interval) {
  return right(fixed(interval.low, 1) + " to " + fixed(interval.high, 1), kInterval);
}

std::string card_cells(int card, House house, int64_t copies) {
  return left(shortened(deck_card_name(card), 26), 27) + left(house_title(house), 13) +
         right(copies ? std::to_string(copies) : "", 2);
}

void write_event_line(std::ostream& out, const EventLine& line) {
  const CardRecord& record = line.record;
  out << card_cells(record.card, line.house, line.copies) << cell(record.improvement, record.improvement_error);
  for (const CardEvent event : kShownEvents)
    out << (record[event].copies ? cell(record[event].difference, record[event].error) : right("-", kCellWidth));
  out << '\n';
}

void write_events(std::ostream& out, const DeckValuesReport& report) {
  std::vector<EventLine> lines;
  for (const CardRecord& each : report.games.cards)
    lines.push_back({each, house_of(report, each.card), copies_of(report, each.card)});
  const size_t shown = lines.size();
  write_event_lines(out, std::move(lines), shown);
}

std::string worth_cells(const Worth& worth) {
  return cell(worth.value, worth.error) + interval_cell(worth.interval) + right(fixed(worth.saving, 1), 8);
}

void write_pairs(std::ostream& out, const DeckWorth& worth) {
  if (worth.pairs_tested == 0) return;
  out << '\n'
      << thousands(static_cast<int64_t>(worth.pairs_tested)) << " pairs of cards tested; worth more or less together: "
      << (worth.pairs.empty() ? "none" : std::to_string(worth.pairs.size())) << '\n';
  for (size_t i = 0; i < std::min(kShownPairs, worth.pairs.size()); ++i) {
    const PairWorth& each = worth.pairs[i];
    out << left(shortened(deck_card_name(worth.cards[each.first].card), 26), 27)
        << left(shortened(deck_card_name(worth.cards[each.second].card), 26), 27) << cell(each.more.value, each.more.error)
        << interval_cell(each.more.interval) << '\n';
  }
}

void write_sum(std::ostream& out, const std::string& what, const Worth& worth) {
  out << left(what, 66) << cell(worth.value, worth.error) << interval_cell(worth.interval) << '\n';
}

void write_worth(std::ostream& out, const DeckWorth& worth) {
  std::vector<CardWorth> cards = worth.cards;
  std::ranges::stable_sort(cards,
                           [](const CardWorth& a, const CardWorth& b) { return a.over_blank.value > b.over_blank.value; });
  out << '\n'
      << left("a copy is worth", 42) << right("over a blank", kCellWidth) << right("95 % interval", kInterval)
      << right("saving", 8) << right("over average", kCellWidth) << right("95 % interval", kInterval) << right("saving", 8)
      << '\n';
  double saving = 0;
  for (const CardWorth& each : cards) {
    out << card_cells(each.card, each.house, each.copies) << worth_cells(each.over_blank)
        << (each.over_average ? worth_cells(*each.over_average) : right("-", kCellWidth)) << '\n';
    saving += each.over_blank.saving / static_cast<double>(cards.size());
  }
  out << '\n';
  write_sum(out, "all cards over blanks, one at a time", worth.sum_over_blank);
  write_sum(out, "all cards over average ones, one at a time", worth.sum_over_average);
  write_sum(out, "the deck over decks of its houses: all cards replaced at once", worth.deck_over_average);
  write_sum(out, "the sum less the deck", worth.sum_less_deck);
  out << "the deck wins " << with_sign(100 * worth.counts.win_rate() - 50, 1)
      << " points more than half of its games; a pair of games with "
      << "the same shuffles tells\nas much as " << fixed(saving, 1)
      << " pairs with different ones (mean over the cards, blanks)\n";
  write_pairs(out, worth);
}

}  // namespace

void write_event_lines(std::ostream& out, std::vector<EventLine> lines, size_t shown) {
  std::ranges::stable_sort(lines,
                           [](const EventLine& a, const EventLine& b) { return a.record.improvement > b.record.improvement; });
  out << left("card", 42) << right("seen or not", kCellWidth);
  for (const CardEvent event : kShownEvents) out << right(card_event_word(event), kCellWidth);
  out << '\n';
  const bool all = lines.size() <= 2 * shown;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!all && i == shown) out << "...\n";
    if (all || i < shown || i + shown >= lines.size()) write_event_line(out, lines[i]);
  }
}

MatchResult all_counts(const DeckValuesReport& report) {
  MatchResult all = report.games.counts;
  if (report.worth) add(all, report.worth->counts);
  if (report.worth) add(all, report.worth->replaced);
  return all;
}

void write_deck_values_table(std::ostream& out, const DeckValuesReport& report) {
  const MatchResult& counts = report.games.counts;
  const MatchResult all = all_counts(report);
  if (const std::string missing = missing_text(missing_games(all)); !missing.empty()) out << "WARNING: " << missing << "\n\n";
  out << deck_of(report).name << " wins " << percent(counts.win_rate()) << " (" << percent(counts.interval()) << ") of "
      << thousands(counts.total().games) << " games against "
      << thousands(static_cast<int64_t>(report.games.by_opponent.size())) << " decks\n\n";
  write_events(out, report);
  if (report.worth) write_worth(out, *report.worth);
  const int64_t games = all.total().games;
  out << '\n'
      << thousands(games) << " games, " << fixed(report.seconds, 1) << " s, "
      << thousands(static_cast<int64_t>(static_cast<double>(games) / std::max(1e-9, report.seconds))) << " games/s\n";
  for (const std::string& line : provenance_lines(report.provenance)) out << line << '\n';
}

namespace {

std::string csv_card(const std::string& kind, int card, House house, int64_t copies) {
  return kind + ',' + facts(card).id + ',' + csv_cell(facts(card).name) + ',' + std::string(house_name(house)) + ',' +
         std::string(type_name(facts(card).type)) + ',' + std::to_string(copies) + ',';
}

std::string csv_worth(const Worth& worth, int64_t games) {
  return std::to_string(games) + ",,,,," + fixed(worth.value, 4) + ',' + fixed(worth.interval.low, 4) + ',' +
         fixed(worth.interval.high, 4) + ',' + fixed(worth.error, 4) + ',' + fixed(worth.saving, 3) + '\n';
}

void write_events_csv(std::ostream& out, const DeckValuesReport& report) {
  for (const CardRecord& each : report.games.cards) {
    const std::string card = csv_card("event", each.card, house_of(report, each.card), copies_of(report, each.card));
    for (int i = 0; i < kCardEvents; ++i) {
      const auto event = static_cast<CardEvent>(i);
      const EventRate& rate = each[event];
      out << card << card_event_word(event) << ',' << rate.copies << ',' << rate.wins << ',' << fixed(rate.rate, 4) << ','
          << fixed(rate.interval.low, 4) << ',' << fixed(rate.interval.high, 4) << ',' << fixed(rate.difference, 4) << ",,,"
          << fixed(rate.error, 4) << ",\n";
    }
    out << card << "seen or not,,,,,," << fixed(each.improvement, 4) << ",,," << fixed(each.improvement_error, 4) << ",\n";
  }
}

void write_worth_csv(std::ostream& out, const DeckWorth& worth) {
  const int64_t games = worth.counts.total().games;
  for (const CardWorth& each : worth.cards) {
    const std::string card = csv_card("worth", each.card, each.house, each.copies);
    out << card << "blank," << csv_worth(each.over_blank, games);
    if (each.over_average) out << card << "average," << csv_worth(*each.over_average, games);
  }
  out << "sum,,,,,,blank," << csv_worth(worth.sum_over_blank, games) << "sum,,,,,,average,"
      << csv_worth(worth.sum_over_average, games) << "sum,,,,,,at once," << csv_worth(worth.deck_over_average, games)
      << "sum,,,,,,less at once," << csv_worth(worth.sum_less_deck, games);
  for (const PairWorth& each : worth.pairs) {
    const CardWorth& first = worth.cards[each.first];
    out << csv_card("pair", first.card, first.house, first.copies) << facts(worth.cards[each.second].card).id << ','
        << csv_worth(each.more, games);
  }
}

}  // namespace

void write_deck_values_csv(std::ostream& out, const DeckValuesReport& report) {
  for (const std::string& line : provenance_lines(report.provenance)) out << csv_remark(line) << '\n';
  out << "kind,id,name,house,type,copies,what,games,wins,rate,rate_low,rate_high,difference,difference_low,difference_high,"
         "error,"
         "saving\n";
  write_events_csv(out, report);
  if (report.worth) write_worth_csv(out, *report.worth);
}

namespace {

using Json = nlohmann::ordered_json;

Json interval_json(const Interval& interval) { return {interval.low, interval.high}; }

Json worth_json(const Worth& worth) {
  return {
      {"value", worth.value}, {"error", worth.error}, {"interval", interval_json(worth.interval)}, {"saving", worth.saving}};
}

Json identity_json(int card, House house, int64_t copies) {
  return {{"id", facts(card).id},
          {"name", facts(card).name},
          {"house", house_name(house)},
          {"type", type_name(facts(card).type)},
          {"copies", copies}};
}

Json record_json(const DeckValuesReport& report, const CardRecord& record) {
  Json json = identity_json(record.card, house_of(report, record.card), copies_of(report, record.card));
  json.update(events_json(record));
  return json;
}

Json all_worth_json(const DeckWorth& worth) {
  Json json;
  json["games"] = worth.counts.total().games;
  json["replaced_games"] = worth.replaced.total().games;
  json["cards"] = Json::array();
  for (const CardWorth& each : worth.cards) {
    Json& card = json["cards"].emplace_back(identity_json(each.card, each.house, each.copies));
    card["over_blank"] = worth_json(each.over_blank);
    card["over_average"] = each.over_average ? worth_json(*each.over_average) : Json();
  }
  json["sum_over_blank"] = worth_json(worth.sum_over_blank);
  json["sum_over_average"] = worth_json(worth.sum_over_average);
  json["deck_over_average"] = worth_json(worth.deck_over_average);
  json["sum_less_deck"] = worth_json(worth.sum_less_deck);
  json["pairs_tested"] = worth.pairs_tested;
  json["pairs"] = Json::array();
  for (const PairWorth& each : worth.pairs)
    json["pairs"].push_back({{"first", facts(worth.cards[each.first].card).id},
                             {"second", facts(worth.cards[each.second].card).id},
                             {"more", worth_json(each.more)},
                             {"p_value", each.p_value}});
  return json;
}

}  // namespace

Json events_json(const CardRecord& record) {
  Json json;
  json["seen_or_not"] = {{"value", record.improvement}, {"error", record.improvement_error}};
  for (int i = 0; i < kCardEvents; ++i) {
    const EventRate& rate = record.events[static_cast<size_t>(i)];
    json[std::string(card_event_word(static_cast<CardEvent>(i)))] = {
        {"games", rate.copies},          {"wins", rate.wins},  {"rate", rate.rate}, {"interval", interval_json(rate.interval)},
        {"difference", rate.difference}, {"error", rate.error}};
  }
  return json;
}

Json deck_values_json(const DeckValuesReport& report) {
  const MatchResult& counts = report.games.counts;
  const Tally total = counts.total();
  Json json;
  json["games"] = total.games;
  json["undecided"] = total.undecided;
  json["faults"] = total.faults;
  json["forfeits"] = total.forfeits;
  json["fallbacks"] = counts.fallbacks;
  json["win_rate"] = counts.win_rate();
  json["interval"] = interval_json(counts.interval());
  json["opponents"] = Json::array();
  for (size_t i = 0; i < report.games.by_opponent.size(); ++i)
    json["opponents"].push_back({{"name", report.provenance.decks[i + 1].deck.name},
                                 {"games", report.games.by_opponent[i].total().games},
                                 {"win_rate", report.games.by_opponent[i].win_rate()}});
  json["cards"] = Json::array();
  for (const CardRecord& each : report.games.cards) json["cards"].push_back(record_json(report, each));
  json["worth"] = report.worth ? all_worth_json(*report.worth) : Json();
  json["seconds"] = report.seconds;
  json["provenance"] = provenance_json(report.provenance);
  return json;
}

}  // namespace archon::cli
