#include "sim/report/ranking.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

namespace archon::report {

Ranking::Ranking(const ReportInput& page) : input(page), order(page.decks.size()), rank_of(page.decks.size()) {
  const size_t decks = page.decks.size();
  assert(decks >= 2 && page.pair);
  std::iota(order.begin(), order.end(), 0);
  const auto strength = [&](int deck) {
    const ReportDeck& each = page.decks[static_cast<size_t>(deck)];
    return each.mean ? *each.mean : std::numeric_limits<double>::lowest();
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return strength(a) > strength(b); });
  for (size_t i = 0; i < decks; ++i) rank_of[static_cast<size_t>(order[i])] = static_cast<int>(i);
}

Seen Ranking::seen(int rank, int opponent) const {
  const int deck = order[static_cast<size_t>(rank)], other = order[static_cast<size_t>(opponent)];
  const int a = std::min(deck, other), b = std::max(deck, other);
  return {input.pair(a, b), deck == b};
}

std::optional<WinRate> Seen::rate() const { return pair.rate && swapped ? pair.rate->turned() : pair.rate; }

std::optional<ReportHandicap> Seen::handicap() const {
  std::optional<ReportHandicap> seen = pair.handicap;
  if (seen && swapped) {
    seen->value = -seen->value;
    seen->interval = {-seen->interval.high, -seen->interval.low};
  }
  return seen;
}

}  // namespace archon::report
