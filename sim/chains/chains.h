#pragma once
// How many chains make two decks even. A signed handicap is a number of starting chains from -24 to 24 (rulebook 18.4, CHAINS,
// p. 10: no more than 24): positive on the first deck, negative on the second. The win rate of the first deck falls with it;
// the handicap at which it passes 50 % is the root.
//
// Sequential design: after each batch the posterior of the root over all falling curves (RootPosterior) gives the levels of the
// next, 40 % of its games at the median and 30 % a little beyond the 95 % interval on either side; it ends when the interval is
// as narrow as asked, or with the budget. Games beyond the ends are what an interval rests on where the curve may be flat.
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "engine/make_matchup.h"
#include "sim/play/match.h"
#include "sim/stats/statistics.h"

namespace archon {

inline constexpr int kMaxHandicap = kMaxStartingChains;
inline constexpr double kFlatSlope = 0.01;  // logit a chain, a quarter of a point of win rate: less can't be told from none

// Where the games far from even are played: without chains, and with 12 on either deck, so that no win rate up to there is an
// extrapolation from games near the even handicap.
inline constexpr std::array kFarHandicaps = {-12, 0, 12};

// Games at one handicap. Batches of a search never share a game number: with equal shuffles, games that differ by a chain have
// a correlation of about 0.5, and a root from levels that repeat each other's luck is less certain than its interval says.
struct HandicapBatch {
  int handicap = 0;
  int64_t first_game = 0, games = 0;  // both even: the first deck goes first in even games
};

// Results by who went first; wins[0] are the first deck's. MatchResult::by_first is one.
using ByFirst = std::array<Tally, 2>;

// Plays the batches; a result for each.
using HandicapSampler = std::function<std::vector<ByFirst>(std::span<const HandicapBatch>)>;

// Win rates of the first deck at -24 ... 24.
class WinCurve {
 public:
  double& operator[](int handicap) { return p_[static_cast<size_t>(handicap + kMaxHandicap)]; }
  double operator[](int handicap) const { return p_[static_cast<size_t>(handicap + kMaxHandicap)]; }

 private:
  std::array<double, 2 * kMaxHandicap + 1> p_{};
};

// What games at some levels say about the root and the curve.
struct HandicapFit {
  double root = 0;          // posterior median; may lie outside of -24..24
  Interval interval;        // 95 %
  double slope = 0;         // logit a chain, mean of the three on either side of the root: posterior median
  Interval slope_interval;  // 95 %
  int64_t games = 0;        // decided ones, that count for it

  bool beyond() const { return root > kMaxHandicap || root < -kMaxHandicap; }
  bool flat() const { return slope_interval.low < kFlatSlope; }  // chains may hardly matter here
};

Interval clamped(const Interval& interval);     // within -24..24
Interval open_ended(const Interval& interval);  // infinite where it goes beyond -24 or 24

// Levels in any order of x; without games what was known before. `seed` of the draws of the slope. 15 ms.
HandicapFit fit_handicap(std::span<const Observation> levels, uint64_t seed);

// Curves as likely as the data say: draws from the posterior. Far from the levels that were played, a curve is a guess.
std::vector<WinCurve> sampled_curves(std::span<const Observation> levels, int count, uint64_t seed);
WinCurve mean_curve(std::span<const WinCurve> curves);  // the win rates to expect

struct HandicapSpec {
  double width = 1;       // of the 95 % interval, in chains: narrow enough to stop; the grid is too coarse below 0.5
  int64_t games = 10000;  // budget
  int64_t least = 0;      // games, or the budget, before a narrow interval ends the search
  bool far = false;       // part of every batch at kFarHandicaps, for win rates far from even
  uint64_t seed = 1;      // of the draws of the slope
};

// Two whole handicaps and how often to use each, so that both decks win half of the games.
struct HandicapMixture {
  std::array<int, 2> handicap{};
  std::array<double, 2> weight{};
};

struct HandicapEstimate {
  HandicapFit all;                      // both decks going first equally often
  std::array<HandicapFit, 2> by_first;  // index: the deck that goes first
  int handicap = 0;                     // the nearest whole number; -24 or 24 when the root lies beyond
  bool any_equivalent = false;          // a whole handicap lies within the interval: its win rate can't be told from 50 %
  std::array<int, 2> equivalent{};      // the least and the largest of them
  bool narrow = false;                  // the interval is as narrow as asked, or lies beyond 24
  std::vector<std::pair<int, ByFirst>> levels;  // rising, all that was played
  int64_t games = 0;                            // of all levels, undecided and faulty ones too

  Tally total() const;              // over all levels
  HandicapMixture mixture() const;  // by the root's distance to its neighbours; a single handicap when it lies beyond
  std::vector<Observation> observations(int first = -1) const;  // games in which that deck went first; -1: all
};

// The search as a state machine, for callers that play many searches at a time or keep their games.
class HandicapSearch {
 public:
  explicit HandicapSearch(const HandicapSpec& spec) : spec_(spec) { fit_.interval = {-30, 30}; }

  bool finished() const { return finished_; }
  // The games to play next, 40 at first and at most 400; none when finished. The same until results are added.
  std::vector<HandicapBatch> next() const;
  void add(std::span<const HandicapBatch> batches, std::span<const ByFirst> results);
  HandicapEstimate estimate() const;  // also of a search that is not finished

 private:
  void decide();

  HandicapSpec spec_;
  std::map<int, ByFirst> levels_;
  int64_t played_ = 0;
  HandicapFit fit_;
  bool narrow_ = false, finished_ = false;
};

HandicapEstimate estimate_handicap(const HandicapSampler& play, const HandicapSpec& spec);

}  // namespace archon
