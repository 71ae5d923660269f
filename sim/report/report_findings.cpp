// What a hurried reader should take away: one tile each.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "sim/report/report_page.h"

namespace archon::report {
namespace {

// Names of decks with words between them: name, word, name ...
using Names = std::vector<std::string>;

Values tile(const std::string& label, const Names& headline, const std::string& value, const std::string& detail) {
  List names;
  for (size_t i = 0; i < headline.size(); ++i) names.push_back(Values{{i % 2 ? "word" : "name", headline[i]}});
  return {{"label", label}, {"names", names}, {"value", value}, {"detail", detail}};
}

Values best_deck(const Ranking& ranking) {
  const ReportDeck& best = ranking.deck(0);
  std::string detail = "mean win rate against the others";
  if (best.mean_interval) detail += ", interval " + range(*best.mean_interval, 100, 1) + " %";
  if (best.rating) {
    const ReportDeck& next = ranking.deck(1);
    detail += ". Rating " + signed_number(best.rating->value, 0) + " (" + range(best.rating->interval, 1, 0) + "), " +
              (best.rating->interval.low > next.rating->interval.high ? "clear of " : "its interval overlaps that of ") +
              next.name;
  }
  return tile("Strongest deck", {best.name}, share_text(best.mean), detail);
}

// From even, in steps so small that only rounding errors are lost: 98 % and 2 % are equally far.
int64_t distance(const ReportPair& pair) { return std::llround(1e9 * std::abs(pair.win_rate - 0.5)); }
double interval_width(const ReportPair& pair) { return pair.interval.high - pair.interval.low; }

std::vector<ReportPair> played_pairs(const Ranking& ranking) {
  std::vector<ReportPair> pairs;
  std::ranges::copy_if(ranking.input.pairs, std::back_inserter(pairs), [](const ReportPair& pair) {
    return Seen{&pair, false}.played();
  });
  return pairs;
}

std::string games_text(const Seen& seen) {
  return thousands(seen.wins()) + " of " + thousands(seen.decided()) + " games, interval " + range(seen.interval(), 100, 1) +
         " %";
}

// Of pairs equally far from even, the one known best.
bool more_even(const ReportPair& x, const ReportPair& y) {
  return distance(x) != distance(y) ? distance(x) < distance(y) : interval_width(x) < interval_width(y);
}

bool more_lopsided(const ReportPair& x, const ReportPair& y) {
  return distance(x) != distance(y) ? distance(x) > distance(y) : interval_width(x) < interval_width(y);
}

// The first of the played pairs by that order, as the deck that won more often sees it.
Values pair_tile(const Ranking& ranking, const std::vector<ReportPair>& pairs, const std::string& label,
                 const std::string& between, bool (*before)(const ReportPair&, const ReportPair&)) {
  const ReportPair& pair = *std::ranges::min_element(pairs, before);
  const auto alike = std::ranges::count_if(pairs, [&](const ReportPair& each) { return distance(each) == distance(pair); });
  const Seen seen{&pair, pair.win_rate < 0.5};
  const int first = seen.swapped ? pair.b : pair.a, second = seen.swapped ? pair.a : pair.b;
  return tile(label, {ranking.deck_name(first), between, ranking.deck_name(second)}, percent(seen.win_rate()),
              games_text(seen) + (alike > 1 ? "; one of " + thousands(alike) + " such pairs" : ""));
}

// "A beats B", but only for what is significant.
Values cycles(const Ranking& ranking, const ReportCycles& cycles) {
  const auto& [a, b, c] = cycles.decks;
  const std::string of = " of " + thousands(cycles.triples);
  if (cycles.significant > 0)
    return tile(
        "Decks in a circle",
        {ranking.deck_name(a), "beats", ranking.deck_name(b), "beats", ranking.deck_name(c), "beats", ranking.deck_name(a)},
        thousands(cycles.significant) + of,
        "triples are significant cycles with all triples considered; p of this one " + p_text(cycles.p_value));
  return tile(
      "Decks in a circle", {"None is significant"}, "0" + of,
      "triples are significant cycles with all triples considered" + (a < 0 ? "" : "; smallest p " + p_text(cycles.p_value)));
}

Values decided_pairs(const std::vector<ReportPair>& pairs) {
  const auto told = std::ranges::count_if(pairs, [](const ReportPair& pair) { return Seen{&pair, false}.told_from_even(); });
  return tile("Pairs told from even", {thousands(told) + " of " + thousands(std::ssize(pairs))},
              percent(static_cast<double>(told) / static_cast<double>(pairs.size()), 0),
              "have an interval without 50 %, even when all intervals are to hold at once");
}

}  // namespace

List findings(const Ranking& ranking) {
  const std::vector<ReportPair> pairs = played_pairs(ranking);
  if (pairs.empty()) return {};
  return {best_deck(ranking), pair_tile(ranking, pairs, "Most lopsided pair", "beats", more_lopsided),
          pair_tile(ranking, pairs, "Most even pair", "and", more_even),
          ranking.input.cycles ? cycles(ranking, *ranking.input.cycles) : decided_pairs(pairs)};
}

}  // namespace archon::report
