#include "sim/report/report.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "sim/report/report_page.h"

namespace archon {
namespace report {

Ranking::Ranking(const ReportInput& page) : input(page), order(page.decks.size()), rank_of(page.decks.size()) {
  const size_t decks = page.decks.size();
  assert(decks >= 2 && page.pairs.size() == decks * (decks - 1) / 2);
  std::iota(order.begin(), order.end(), 0);
  const auto strength = [&](int deck) {
    const ReportDeck& each = page.decks[static_cast<size_t>(deck)];
    return each.rating ? each.rating->value : std::numeric_limits<double>::lowest();
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return strength(a) > strength(b); });
  for (size_t i = 0; i < decks; ++i) rank_of[static_cast<size_t>(order[i])] = static_cast<int>(i);
}

Seen Ranking::seen(int rank, int opponent) const {
  const int deck = order[static_cast<size_t>(rank)], other = order[static_cast<size_t>(opponent)];
  const int a = std::min(deck, other), b = std::max(deck, other), n = size();
  const ReportPair& pair = input.pairs[static_cast<size_t>(a * n - a * (a + 1) / 2 + b - a - 1)];
  assert(pair.a == a && pair.b == b);
  return {&pair, deck == b};
}

std::optional<ReportHandicap> Seen::handicap() const {
  std::optional<ReportHandicap> seen = pair->handicap;
  if (seen && swapped) {
    seen->value = -seen->value;
    seen->interval = {-seen->interval.high, -seen->interval.low};
  }
  return seen;
}

bool Ranking::has_handicaps() const {
  return std::ranges::any_of(input.pairs, [](const ReportPair& pair) { return pair.handicap.has_value(); });
}

std::string signed_number(double number, int digits) {
  const std::string text = fixed(std::abs(number), digits);
  const bool zero = text.find_first_not_of("0.") == std::string::npos;
  return number < 0 && !zero ? "\u2212" + text : text;
}

std::string range(const Interval& interval, double scale, int digits) {
  const std::string low = signed_number(scale * interval.low, digits), high = signed_number(scale * interval.high, digits);
  // A dash between minus signs is hard to read.
  return low + (interval.low < 0 || interval.high < 0 ? " to " : "\u2009\u2013\u2009") + high;
}

std::string share_text(const std::optional<double>& share, int digits) { return share ? percent(*share, digits) : "\u2013"; }

std::string joined(const std::vector<std::string>& texts, const std::string& between) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : between) + text;
  return all;
}

std::vector<double> Axis::ticks() const {
  std::vector<double> list;
  for (double value = std::ceil(low / step) * step; value <= high; value += step) list.push_back(value);
  return list;
}

Axis axis_over(double low, double high, int most_ticks) {
  Axis axis{low, high, 1};
  // 1, 2, 5, 10, 20, 50 ...
  for (int i = 0; (high - low) / axis.step > most_ticks; ++i) axis.step *= i % 3 == 1 ? 2.5 : 2;
  const double margin = 0.02 * std::max(high - low, 1.0);
  axis.low -= margin;
  axis.high += margin;
  return axis;
}

std::string place(double percent_of_width) { return fixed(percent_of_width, 1) + "%"; }

}  // namespace report

namespace {

using namespace report;

struct Totals {
  int64_t games = 0, undecided = 0, faults = 0, fewest = INT64_MAX, most = 0;
  int64_t without_games = 0;  // pairs
};

Totals totals(const ReportInput& input) {
  Totals sum;
  for (const ReportPair& pair : input.pairs) {
    const int64_t games = pair.wins_a + pair.wins_b + pair.undecided + pair.faults;
    if (games == 0) {
      ++sum.without_games;
      continue;
    }
    sum.games += games;
    sum.undecided += pair.undecided;
    sum.faults += pair.faults;
    sum.fewest = std::min(sum.fewest, games);
    sum.most = std::max(sum.most, games);
  }
  return sum;
}

// The set when all decks are of the same one.
std::string common_set(const ReportInput& input) {
  const std::string& set = input.decks.front().set;
  return std::ranges::all_of(input.decks, [&](const ReportDeck& deck) { return deck.set == set; }) ? set : std::string();
}

std::string title(const ReportInput& input) { return thousands(std::ssize(input.decks)) + " decks, each against every other"; }

List sections(const Ranking& ranking) {
  List list;
  const auto add = [&](bool there, const char* id, const char* name) {
    if (there) list.push_back(Values{{"id", std::string(id)}, {"name", std::string(name)}});
  };
  add(true, "matrix", "Matrix");
  add(true, "ratings", "Decks");
  add(!ranking.input.residuals.empty(), "surprises", "Surprises");
  add(ranking.has_handicaps(), "chains", "Chains");
  add(!ranking.input.curves.empty(), "curves", "Curves");
  add(true, "method", "Method");
  return list;
}

List lines(const std::vector<std::string>& texts, const char* hole) {
  List list;
  for (const std::string& text : texts) list.push_back(Values{{hole, text}});
  return list;
}

Values overview_values(const Ranking& ranking) {
  const ReportInput& input = ranking.input;
  const Totals sum = totals(input);
  const List tiles = findings(ranking);
  Values values{{"title", title(input)},
                {"set", common_set(input)},
                {"games", thousands(sum.games)},
                {"a_pair", sum.fewest >= sum.most ? thousands(sum.most) : thousands(sum.fewest) + " to " + thousands(sum.most)},
                {"pairs", thousands(std::ssize(input.pairs))},
                {"agent", input.agent.substr(0, input.agent.find(':'))},
                {"warning", input.warning},
                {"has_tiles", !tiles.empty()},
                {"tiles", tiles},
                {"sections", sections(ranking)},
                {"spec", input.agent},
                {"rules", input.rules},
                {"undecided", thousands(sum.undecided)},
                {"faults", thousands(sum.faults)},
                {"interval_method", input.interval_method},
                {"notes", lines(input.notes, "note")},
                {"provenance", lines(input.provenance, "line")}};
  if (sum.without_games) values["without_games"] = thousands(sum.without_games);
  if (const auto& first = input.first_player)
    values["first_player"] = percent(first->win_rate) + " (" + range(first->interval, 100, 1) + ")";
  return values;
}

std::string description(const Ranking& ranking) {
  const ReportDeck& best = ranking.deck(0);
  return thousands(totals(ranking.input).games) + " simulated games of KeyForge. Strongest: " + best.name +
         (best.mean ? ", " + percent(*best.mean) + " against the others." : ".");
}

}  // namespace

std::string report::whole_page(const Head& head, const std::string& content, const std::string& data) {
  return render("page", {{"title", head.title},
                         {"description", head.description},
                         {"address", head.address},
                         {"picture", head.picture},
                         {"style", std::string(style_sheet())},
                         {"icons", std::string(icons())},
                         {"content", content},
                         {"data", data},
                         {"script", std::string(script())}});
}

std::string report_html(const ReportInput& input) {
  const Ranking ranking(input);
  Values values = overview_values(ranking);
  values["parts"] = matrix_section(ranking) + ratings_section(ranking) + residuals_section(ranking) + chains_section(ranking) +
                    curves_section(ranking);
  values["decks"] = deck_sections(ranking);
  return whole_page({title(input), description(ranking), input.address, input.picture}, render("overview", values),
                    cell_data(ranking));
}

}  // namespace archon
