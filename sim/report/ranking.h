#pragma once
// The decks of a report in the order in which its page shows them. Only for sim/report/*.cpp.
#include <optional>
#include <vector>

#include "sim/report/report.h"

namespace archon::report {

// A pair as one of its two decks sees it.
struct Seen {
  ReportPair pair{};
  bool swapped = false;  // seen by deck b

  int64_t wins() const { return swapped ? pair.wins_b : pair.wins_a; }
  int64_t decided() const { return pair.wins_a + pair.wins_b; }
  std::optional<WinRate> rate() const;
  std::optional<ReportHandicap> handicap() const;
};

// Best first; ranks count from 0.
class Ranking {
 public:
  explicit Ranking(const ReportInput& input);

  const ReportInput& input;
  std::vector<int> order;    // decks, best first
  std::vector<int> rank_of;  // the other way round

  int size() const { return static_cast<int>(order.size()); }
  size_t pairs() const { return order.size() * (order.size() - 1) / 2; }
  const ReportDeck& deck(int rank) const { return input.decks[static_cast<size_t>(order[static_cast<size_t>(rank)])]; }
  int rank(int deck) const { return rank_of[static_cast<size_t>(deck)]; }
  Seen seen(int rank, int opponent) const;  // requires rank != opponent
};

}  // namespace archon::report
