#include "sim/report/report.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "sim/report/packing.h"
#include "sim/report/page_data.h"
#include "sim/report/page_frame.h"
#include "sim/report/ranking.h"
#include "sim/stats/number_text.h"

namespace archon {
namespace {

using namespace report;
using nlohmann::json;

constexpr size_t kSurprises = 25;  // pairs that the page lists
constexpr double kLevel = 0.05;    // share of the findings among them that may be false

// A share and its interval, as three fields.
void add_share(json& data, const std::string& name, const std::optional<double>& value,
               const std::optional<Interval>& interval) {
  data[name] = value ? rounded(*value, 4) : json(nullptr);
  data[name + "_low"] = interval ? rounded(interval->low, 4) : json(nullptr);
  data[name + "_high"] = interval ? rounded(interval->high, 4) : json(nullptr);
}

json deck_data(const Ranking& ranking, int rank, PageCards& cards) {
  const ReportDeck& deck = ranking.deck(rank);
  DeckDetails details = deck.details;
  for (ReportSample& each : details.samples) each.opponent = ranking.rank(each.opponent);
  json data = details_data(details, cards);
  data["name"] = deck.name;
  data["set"] = text_or_null(deck.set);
  data["houses"] = deck.houses;
  add_share(data, "win_rate", deck.mean, deck.mean_interval);
  if (deck.any) add_share(data, "win_rate_any", deck.any, deck.any_interval);
  if (deck.shift) add_share(data, "pilot_shift", deck.shift, deck.shift_interval);
  data["rating"] = deck.rating ? rounded(deck.rating->value, 1) : json(nullptr);
  data["rating_low"] = deck.rating ? rounded(deck.rating->interval.low, 1) : json(nullptr);
  data["rating_high"] = deck.rating ? rounded(deck.rating->interval.high, 1) : json(nullptr);
  data["worst"] = deck.worst >= 0 ? json(ranking.rank(deck.worst)) : json(nullptr);
  data["nash"] = deck.nash_weight ? rounded(*deck.nash_weight, 4) : json(nullptr);
  return data;
}

// Residuals by the ranks of the pair, as its better deck sees them.
struct RankedResidual {
  int rank = 0, other = 0;
  double predicted = 0, z = 0, q_value = 1;
};

RankedResidual ranked(const Ranking& ranking, const RatingResidual& residual) {
  const int a = ranking.rank(residual.a), b = ranking.rank(residual.b);
  if (a < b) return {a, b, residual.predicted, residual.z, residual.q_value};
  return {b, a, 1 - residual.predicted, -residual.z, residual.q_value};
}

using Column = std::vector<int64_t>;

// Of the chains that make pairs even, in tenths: value, low, high; whether it lies beyond 24.
void add_handicap(const std::optional<ReportHandicap>& handicap, Column& numbers) {
  if (!handicap) return numbers.resize(numbers.size() + 4, kNoNumber);
  const auto& [value, interval, beyond] = *handicap;
  for (const double number : {value, interval.low, interval.high}) numbers.emplace_back(in_parts(number, 10));
  numbers.emplace_back(beyond ? 1 : 0);
}

// Of a win rate, in thousandths: value, low, high; whether it is not even, all pairs considered at once.
void add_rate(const Seen& seen, Column& numbers) {
  const std::optional<WinRate> rate = seen.rate();
  if (!rate) return numbers.resize(numbers.size() + 4, kNoNumber);
  for (const double number : {rate->value, rate->interval.low, rate->interval.high})
    numbers.emplace_back(std::llround(1000 * number));
  numbers.emplace_back(seen.pair.uneven ? 1 : 0);
}

// Null where a column says nothing: only kNoNumber, or nothing but `nothing`.
json column_data(const Column& column, int64_t nothing = kNoNumber) {
  return std::ranges::any_of(column, [&](int64_t each) { return each > nothing; }) ? packed(column) : json(nullptr);
}

// What `add` says of each pair as its better deck sees it, so many numbers a pair. Columns of many decks are large: one at a
// time.
template <class Add>
Column pair_column(const Ranking& ranking, size_t numbers, const Add& add) {
  Column column;
  column.reserve(numbers * ranking.pairs());
  for (int rank = 0; rank < ranking.size(); ++rank)
    for (int other = rank + 1; other < ranking.size(); ++other) add(ranking.seen(rank, other), column);
  return column;
}

Column z_column(const Ranking& ranking) {
  Column column(ranking.pairs(), kNoNumber);
  for (const RatingResidual& each : ranking.input.residuals) {
    const RankedResidual at = ranked(ranking, each);
    const auto before = at.rank * (2 * ranking.size() - at.rank - 1) / 2;  // pairs of better decks
    column[static_cast<size_t>(before + at.other - at.rank - 1)] = in_parts(at.z, 100);
  }
  return column;
}

json pairs_data(const Ranking& ranking) {
  const auto wins = [](const Seen& seen, Column& to) { to.push_back(seen.wins()); };
  const auto losses = [](const Seen& seen, Column& to) { to.push_back(seen.decided() - seen.wins()); };
  const auto missing = [](const Seen& seen, Column& to) { to.push_back(seen.pair.undecided + seen.pair.faults); };
  const auto chains = [](const Seen& seen, Column& to) { add_handicap(seen.handicap(), to); };
  json data;
  data["wins"] = column_data(pair_column(ranking, 1, wins));
  data["losses"] = column_data(pair_column(ranking, 1, losses));
  data["rates"] = column_data(pair_column(ranking, 4, add_rate));
  data["missing"] = column_data(pair_column(ranking, 1, missing), 0);
  data["z"] = column_data(z_column(ranking));
  data["chains"] = column_data(pair_column(ranking, 4, chains));
  return data;
}

json surprises_data(const Ranking& ranking) {
  const std::span<const RatingResidual> residuals = ranking.input.residuals;
  if (residuals.empty()) return nullptr;
  json shown = json::array();
  for (size_t i = 0; i < std::min(kSurprises, residuals.size()); ++i) {
    const RankedResidual at = ranked(ranking, residuals[i]);
    shown.push_back({at.rank, at.other, rounded(at.q_value, 4)});
  }
  return {{"found", std::ranges::count_if(residuals, [](const auto& each) { return each.q_value <= kLevel; })},
          {"shown", shown}};
}

json cycles_data(const Ranking& ranking) {
  const std::optional<ReportCycles>& cycles = ranking.input.cycles;
  if (!cycles) return nullptr;
  json decks = nullptr;
  if (cycles->decks[0] >= 0) {
    decks = json::array();
    for (const int deck : cycles->decks) decks.push_back(ranking.rank(deck));
  }
  return {{"triples", cycles->triples},
          {"significant", cycles->significant},
          {"decks", decks},
          {"p_value", decks.is_null() ? json(nullptr) : rounded(cycles->p_value, 4)}};
}

json curves_data(const Ranking& ranking) {
  const auto points = [](const std::vector<ReportCurvePoint>& list, bool fitted) {
    json rows = json::array();
    for (const ReportCurvePoint& point : list)
      rows.push_back({rounded(point.handicap, 1), fitted ? json(nullptr) : json(point.games), rounded(point.win_rate, 4),
                      rounded(point.interval.low, 4), rounded(point.interval.high, 4)});
    return rows;
  };
  json curves = json::array();
  for (const ReportCurve& curve : ranking.input.curves)
    if (!curve.points.empty())
      curves.push_back({{"decks", {ranking.rank(curve.a), ranking.rank(curve.b)}},
                        {"points", points(curve.points, false)},
                        {"fitted", points(curve.fitted, true)}});
  return curves;
}

std::string title(const ReportInput& input) { return thousands(std::ssize(input.decks)) + " decks, each against every other"; }

// The names of all fields of some objects, and a row for each object; null where it lacks one.
std::pair<json, json> rows_of(const json& objects) {
  std::set<std::string> names;
  for (const json& object : objects)
    for (const auto& [name, value] : object.items()) names.insert(name);
  json rows = json::array();
  for (const json& object : objects) {
    json row = json::array();
    for (const std::string& name : names) row.push_back(object.contains(name) ? object.at(name) : json(nullptr));
    rows.push_back(std::move(row));
  }
  return {json(names), std::move(rows)};
}

struct Games {
  int64_t decided = 0, undecided = 0, faults = 0;
};
Games counted(const Ranking& ranking) {
  Games games;
  for (int rank = 0; rank < ranking.size(); ++rank) {
    for (int other = rank + 1; other < ranking.size(); ++other) {
      const Seen seen = ranking.seen(rank, other);
      games.decided += seen.decided();
      games.undecided += seen.pair.undecided;
      games.faults += seen.pair.faults;
    }
  }
  return games;
}

json matrix_data(const Ranking& ranking) {
  const ReportInput& input = ranking.input;
  PageCards cards;
  json found = json::array(), first = nullptr;
  for (int rank = 0; rank < ranking.size(); ++rank) found.push_back(deck_data(ranking, rank, cards));
  const auto [fields, decks] = rows_of(found);
  if (const auto& rate = input.first_player)
    first = {rounded(rate->win_rate, 4), rounded(rate->interval.low, 4), rounded(rate->interval.high, 4)};
  const Games games = counted(ranking);
  return {{"page", "matrix"},
          {"version", kPageVersion},
          {"title", title(input)},
          {"agent", input.agent},
          {"agent_spec", input.agent_spec},
          {"second_agent", text_or_null(input.second_agent)},
          {"pilots", text_or_null(input.pilots)},
          {"rules", input.rules},
          {"replay", input.replay},
          {"undecided", games.undecided},
          {"faults", games.faults},
          {"warning", text_or_null(input.warning)},
          {"notes", input.notes},
          {"provenance", input.provenance},
          {"card_values", text_or_null(input.card_values)},
          {"first_player", first},
          {"cycles", cycles_data(ranking)},
          {"deck_fields", fields},
          {"decks", decks},
          {"cards", cards.data()},
          {"pairs", pairs_data(ranking)},
          {"surprises", surprises_data(ranking)},
          {"curves", curves_data(ranking)},
          {"words", words_data({"agent", "AERC", "chain", "Elo", "interval", "Nash", "rating", "SAS", "win rate"})}};
}

std::string description(const Ranking& ranking) {
  const Games games = counted(ranking);
  const ReportDeck& best = ranking.deck(0);
  return thousands(games.decided + games.undecided + games.faults) + " simulated games of KeyForge. Strongest: " + best.name +
         (best.mean ? ", " + percent(*best.mean) + " against the others." : ".");
}

// For those without script: the order of the decks.
std::string plain(const Ranking& ranking) {
  std::string html =
      "<p>A script in this file draws the page, and scripts are switched off. The decks from the strongest to the "
      "weakest:</p>\n";
  if (!ranking.input.warning.empty()) html += "<p class=warning><b>Warning:</b> " + escaped(ranking.input.warning) + "</p>\n";
  html += "<table class=numbers><tr><th>#<th>Deck<th>Win rate\n";
  for (int rank = 0; rank < ranking.size(); ++rank) {
    const ReportDeck& deck = ranking.deck(rank);
    html += "<tr><td>" + std::to_string(rank + 1) + "<td>" + escaped(deck.name) + "<td>" +
            (deck.mean ? percent(*deck.mean) : "\u2013") + "\n";
  }
  return html + "</table>\n";
}

}  // namespace

std::string report_html(const ReportInput& input) {
  const Ranking ranking(input);
  return framed({title(input), description(ranking), input.address, plain(ranking)}, matrix_data(ranking));
}

}  // namespace archon
