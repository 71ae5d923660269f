#include "sim/chains/chains.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/core/random.h"
#include "sim/chains/root_posterior.h"
#include "sim/stats/distributions.h"

namespace archon {
namespace {

constexpr size_t kSlopeDraws = 1000;
constexpr int64_t kFirstBatch = 40, kLargestBatch = 400;  // games
constexpr int64_t kGamesOfAUnit = 20;
constexpr double kBeyond = 0.6;  // how far aside, of the width of the interval: a little beyond its ends

// Games of a unit: at the median, on either side of it, and at each of kFarHandicaps.
struct Shares {
  int64_t middle, side, far;
};
constexpr Shares kNear{8, 6, 0}, kWithFar{6, 4, 2};

std::vector<Observation> played_levels(std::span<const Observation> levels) {
  std::vector<Observation> result;
  for (const Observation& each : levels)
    if (each.games > 0) result.push_back(each);
  return result;
}

HandicapFit root_of(const RootPosterior& posterior) {
  HandicapFit fit;
  fit.root = posterior.root_quantile(0.5);
  fit.interval = {posterior.root_quantile(0.025), posterior.root_quantile(0.975)};
  return fit;
}

void add_slope(const RootPosterior& posterior, uint64_t seed, HandicapFit& fit) {
  SmallRng rng{seed};
  std::vector<double> slopes(kSlopeDraws);
  const std::vector<HandicapCurve> curves = posterior.draw(kSlopeDraws, rng);
  std::ranges::transform(curves, slopes.begin(), &HandicapCurve::slope_near_root);
  std::ranges::sort(slopes);
  fit.slope = sorted_quantile(slopes, 0.5);
  fit.slope_interval = {slopes[kSlopeDraws / 40], slopes[kSlopeDraws - kSlopeDraws / 40]};
}

bool is_narrow(const HandicapFit& fit, double width) {
  return fit.interval.high - fit.interval.low <= width || fit.interval.low >= kMaxHandicap ||
         fit.interval.high <= -kMaxHandicap;
}

template <class Levels>  // pairs of a handicap and its results
std::vector<Observation> to_observations(const Levels& levels, int first) {
  std::vector<Observation> result;
  for (const auto& [handicap, tallies] : levels) {
    Observation level{.x = static_cast<double>(handicap)};
    for (size_t i = 0; i < 2; ++i) {
      if (first >= 0 && first != static_cast<int>(i)) continue;
      level.wins += tallies[i].wins[0];
      level.games += tallies[i].decided();
    }
    result.push_back(level);
  }
  return result;
}

}  // namespace

HandicapFit fit_handicap(std::span<const Observation> given, uint64_t seed) {
  const std::vector<Observation> levels = played_levels(given);
  const RootPosterior posterior(levels);
  HandicapFit fit = root_of(posterior);
  add_slope(posterior, seed, fit);
  for (const Observation& each : levels) fit.games += each.games;
  return fit;
}

std::vector<WinCurve> sampled_curves(std::span<const Observation> levels, int count, uint64_t seed) {
  SmallRng rng{seed};
  std::vector<WinCurve> curves;
  for (const HandicapCurve& drawn : RootPosterior(played_levels(levels)).draw(count, rng)) {
    WinCurve& curve = curves.emplace_back();
    for (int c = -kMaxHandicap; c <= kMaxHandicap; ++c) curve[c] = drawn.win_rate(c);
  }
  return curves;
}

WinCurve mean_curve(std::span<const WinCurve> curves) {
  WinCurve mean;
  for (int c = -kMaxHandicap; c <= kMaxHandicap; ++c) {
    for (const WinCurve& each : curves) mean[c] += each[c] / static_cast<double>(curves.size());
  }
  return mean;
}

Interval clamped(const Interval& interval) {
  constexpr double kMax = kMaxHandicap;
  return {std::clamp(interval.low, -kMax, kMax), std::clamp(interval.high, -kMax, kMax)};
}

Interval open_ended(const Interval& interval) {
  const Interval inside = clamped(interval);
  return {interval.low < -kMaxHandicap ? -kInfinity : inside.low, interval.high > kMaxHandicap ? kInfinity : inside.high};
}

Tally HandicapEstimate::total() const {
  Tally sum;
  for (const auto& level : levels)
    for (const Tally& tally : level.second) sum.add(tally);
  return sum;
}

HandicapMixture HandicapEstimate::mixture() const {
  if (all.beyond()) return {{handicap, handicap}, {1, 0}};
  const int low = std::min(static_cast<int>(std::floor(all.root)), kMaxHandicap - 1);
  const double share = all.root - low;
  return {{low, low + 1}, {1 - share, share}};
}

std::vector<Observation> HandicapEstimate::observations(int first) const {
  return played_levels(to_observations(levels, first));
}

std::vector<HandicapBatch> HandicapSearch::next() const {
  if (finished_) return {};
  const int64_t left = (spec_.games - played_) / 2 * 2;
  const int64_t units = std::clamp(played_ / 4, kFirstBatch, kLargestBatch) / kGamesOfAUnit;
  const auto level = [](double x) { return static_cast<int>(std::lround(std::clamp<double>(x, -kMaxHandicap, kMaxHandicap))); };
  const double aside = std::max(1.0, (fit_.interval.high - fit_.interval.low) * kBeyond);
  std::map<int, int64_t> games;
  if (left < units * kGamesOfAUnit) {
    games[level(fit_.root)] = left;
  } else {
    const Shares& shares = spec_.far ? kWithFar : kNear;
    games[level(fit_.root)] += units * shares.middle;
    games[level(fit_.root - aside)] += units * shares.side;
    games[level(fit_.root + aside)] += units * shares.side;
    if (spec_.far)
      for (const int handicap : kFarHandicaps) games[handicap] += units * shares.far;
  }
  std::vector<HandicapBatch> batches;
  int64_t number = played_;
  for (const auto& [handicap, count] : games) {
    batches.push_back({handicap, number, count});
    number += count;
  }
  return batches;
}

void HandicapSearch::add(std::span<const HandicapBatch> batches, std::span<const ByFirst> results) {
  assert(batches.size() == results.size());
  for (size_t i = 0; i < batches.size(); ++i) {
    ByFirst& sum = levels_[batches[i].handicap];
    for (size_t first = 0; first < 2; ++first) sum[first].add(results[i][first]);
    played_ += batches[i].games;
  }
  decide();
}

void HandicapSearch::decide() {
  const std::vector<Observation> levels = to_observations(levels_, -1);
  const bool spent = spec_.games - played_ < 2;
  fit_ = root_of(RootPosterior(levels));
  narrow_ = is_narrow(fit_, spec_.width);
  if (!spent && (!narrow_ || played_ < spec_.least)) return;
  fit_ = fit_handicap(levels, spec_.seed);
  narrow_ = is_narrow(fit_, spec_.width);
  finished_ = spent || (narrow_ && played_ >= spec_.least);
}

HandicapEstimate HandicapSearch::estimate() const {
  HandicapEstimate result;
  result.all = finished_ ? fit_ : fit_handicap(to_observations(levels_, -1), spec_.seed);
  result.narrow = narrow_;
  result.games = played_;
  result.levels.assign(levels_.begin(), levels_.end());
  for (int first = 0; first < 2; ++first)
    result.by_first[static_cast<size_t>(first)] = fit_handicap(to_observations(levels_, first), spec_.seed);
  constexpr double kMax = kMaxHandicap;
  result.handicap = static_cast<int>(std::lround(std::clamp(fit_.root, -kMax, kMax)));
  result.equivalent = {static_cast<int>(std::ceil(std::clamp(fit_.interval.low, -kMax, 2 * kMax))),
                       static_cast<int>(std::floor(std::clamp(fit_.interval.high, -2 * kMax, kMax)))};
  result.any_equivalent = result.equivalent[0] <= result.equivalent[1];
  return result;
}

HandicapEstimate estimate_handicap(const HandicapSampler& play, const HandicapSpec& spec) {
  HandicapSearch search(spec);
  while (!search.finished()) {
    const std::vector<HandicapBatch> batches = search.next();
    search.add(batches, play(batches));
  }
  return search.estimate();
}

}  // namespace archon
