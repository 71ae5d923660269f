#pragma once
// What `archon chains` and `archon bid` print about handicaps.
#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "agents/agent_registry.h"
#include "sim/chains/chains.h"
#include "sim/command/long_run.h"
#include "sim/documents/chain_words.h"

namespace archon::cli {

inline constexpr int kCurveDraws = 1000;  // curves as likely as the data say, for intervals of win rates

// An estimate with the curves that go with it: of all games, of those in which deck 0 went first, deck 1.
struct HandicapReport {
  HandicapEstimate estimate;
  std::array<std::vector<WinCurve>, 3> draws;
  std::array<WinCurve, 3> curve;  // their means

  HandicapReport(HandicapEstimate estimated, uint64_t seed);
};

// The win rate at a handicap over draws: mean, and the middle 95 %.
struct RateAt {
  double rate = 0;
  Interval interval;
};
RateAt rate_at(const std::vector<WinCurve>& draws, int handicap);

// Shared options: which decks, who plays, how many games.
struct HandicapOptions {
  int64_t games = 10000;
  double width = 1;
  std::string agent{kStandardAgent}, format = "table";
  LongRunOptions long_run;
  Command command;

  void add_to(Command on, const std::string& games_help);
  void check(Problems& problems) const;
  nlohmann::json settings(const RunOptions& run) const;  // what every game in a ledger of chains shares
};

std::string chain_cell(const DeckFile& a, const DeckFile& b);  // of that ledger

nlohmann::ordered_json fit_json(const HandicapFit& fit);
nlohmann::ordered_json exact_json(const HandicapFit& fit);     // null beyond 24
nlohmann::ordered_json interval_json(const HandicapFit& fit);  // null for an end beyond -24 or 24
nlohmann::ordered_json levels_json(const HandicapEstimate& estimate);

// The exit code of an estimate: inconclusive when a width was asked for and not reached.
int width_code(const HandicapOptions& options, bool narrow);

}  // namespace archon::cli
