#include "sim/chains/points_a_chain.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <tuple>

#include "engine/core/random.h"
#include "sim/chains/chains.h"
#include "sim/stats/circle_method.h"
#include "sim/stats/distributions.h"

namespace archon {
namespace {

constexpr double kMostScatter = 40;  // chains: more than there are

double density(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi); }

// The log of the normal distribution function, and of its slope over it, also far below 0 (where z is -37, it is 0 in doubles).
struct Tail {
  double log = 0, ratio = 0;
};
Tail tail_below(double z) {
  if (z < -30) return {-z * z / 2 - std::log(-z * std::sqrt(2 * std::numbers::pi)), -z};
  const double below = normal_cdf(z);
  return {std::log(below), density(z) / below};
}

// The likelihood of pairs that count so often.
class Line {
 public:
  Line(std::span<const RatedPair> pairs, std::span<const double> counts) : pairs_(pairs), counts_(counts) {}

  // At the best slope for this scatter, which Newton's method finds: the logarithm is concave in it.
  double best_slope(double scatter, double& slope) const {
    for (int step = 0; step < 50; ++step) {
      const Value at = value(slope, scatter);
      if (!(at.second < 0)) break;
      const double move = at.first / at.second;
      slope -= move;
      if (std::abs(move) < 1e-9) break;
    }
    return value(slope, scatter).log;
  }

  double at_zero(double scatter) const { return value(0, scatter).log; }

  // The scatter with the highest value of `log_of`, by golden section.
  template <class Log>
  static double best_scatter(const Log& log_of) {
    constexpr double kPart = 0.6180339887498949;
    double low = 0, high = kMostScatter, a = high - kPart * high, b = kPart * high, at_a = log_of(a), at_b = log_of(b);
    while (high - low > 1e-3) {
      if (at_a >= at_b) {
        high = b, b = a, at_b = at_a;
        a = high - kPart * (high - low), at_a = log_of(a);
      } else {
        low = a, a = b, at_a = at_b;
        b = low + kPart * (high - low), at_b = log_of(b);
      }
    }
    return low > 0 || log_of((low + high) / 2) > log_of(0) ? (low + high) / 2 : 0;
  }

 private:
  struct Value {
    double log = 0, first = 0, second = 0;  // and its derivatives by the slope
  };
  Value value(double slope, double scatter) const {
    Value sum;
    for (size_t i = 0; i < pairs_.size(); ++i) {
      const RatedPair& pair = pairs_[i];
      if (counts_[i] <= 0) continue;
      const double variance = scatter * scatter + pair.error * pair.error, d = pair.difference;
      Value own;
      if (const int sign = pair.beyond(); sign != 0) {
        const double spread = std::sqrt(variance), z = (sign * slope * d - kMaxHandicap) / spread;
        const auto [log, ratio] = tail_below(z);
        own = {log, ratio * sign * d / spread, -ratio * (z + ratio) * d * d / variance};
      } else {
        const double rest = pair.handicap - slope * d;
        own = {-std::log(variance) / 2 - rest * rest / (2 * variance), rest * d / variance, -d * d / variance};
      }
      sum.log += counts_[i] * own.log;
      sum.first += counts_[i] * own.first;
      sum.second += counts_[i] * own.second;
    }
    return sum;
  }

  const std::span<const RatedPair> pairs_;
  const std::span<const double> counts_;
};

struct SlopeAndScatter {
  double slope = 0, scatter = 0;
};
SlopeAndScatter fit(std::span<const RatedPair> pairs, std::span<const double> counts, double begin) {
  const Line line(pairs, counts);
  SlopeAndScatter found{.slope = begin};
  found.scatter = Line::best_scatter([&](double scatter) { return line.best_slope(scatter, found.slope); });
  line.best_slope(found.scatter, found.slope);
  return found;
}

double inverse(double slope) { return slope > 0 ? 1 / slope : kInfinity; }

}  // namespace

int RatedPair::beyond() const { return handicap > kMaxHandicap ? 1 : handicap < -kMaxHandicap ? -1 : 0; }

PointsFit fit_points(std::span<const RatedPair> pairs, int decks, uint64_t seed, int draws) {
  const std::vector<double> once(pairs.size(), 1);
  const SlopeAndScatter all = fit(pairs, once, 0);
  PointsFit result{.chains_a_point = all.slope,
                   .chains_interval = {},
                   .points_a_chain = inverse(all.slope),
                   .points_interval = {},
                   .scatter = all.scatter,
                   .scatter_interval = {}};
  const Line line(pairs, once);
  result.scatter_without = Line::best_scatter([&](double scatter) { return line.at_zero(scatter); });
  double both = 0, squares = 0;
  for (const RatedPair& pair : pairs) {
    both += pair.handicap * pair.difference;
    squares += pair.handicap * pair.handicap - pair.error * pair.error;
  }
  if (both > 0 && squares > 0) result.points_by_chains = both / squares;

  SmallRng rng{stream_seed(seed, 0, Stream::Chance)};
  std::vector<double> slopes, scatters, counts(pairs.size());
  for (int draw = 0; draw < draws; ++draw) {
    std::vector<double> drawn(static_cast<size_t>(decks));
    for (int i = 0; i < decks; ++i) ++drawn[rng.below(static_cast<uint32_t>(decks))];
    bool differ = false;  // a draw of a few decks may have no pair with a difference: it says nothing
    for (size_t i = 0; i < pairs.size(); ++i) {
      counts[i] = drawn[static_cast<size_t>(pairs[i].a)] * drawn[static_cast<size_t>(pairs[i].b)];
      differ = differ || (counts[i] > 0 && pairs[i].difference != 0);
    }
    if (!differ) continue;
    const SlopeAndScatter found = fit(pairs, counts, all.slope);
    slopes.push_back(found.slope);
    scatters.push_back(found.scatter);
  }
  if (slopes.empty()) return result;
  result.chains_interval = middle_interval(slopes);
  result.points_interval = {inverse(result.chains_interval.high), inverse(result.chains_interval.low)};
  result.scatter_interval = middle_interval(scatters);
  return result;
}

double games_error(std::span<const RatedPair> pairs) {
  double sum = 0;
  for (const RatedPair& pair : pairs) sum += pair.error * pair.error;
  return pairs.empty() ? 0 : std::sqrt(sum / static_cast<double>(pairs.size()));
}

std::vector<std::pair<int, int>> pairs_in_rounds(int decks, uint64_t seed) {
  std::vector<int> order(static_cast<size_t>(decks));
  std::iota(order.begin(), order.end(), 0);
  SmallRng rng{stream_seed(seed, 1, Stream::Chance)};
  shuffle(order, rng);
  std::vector<std::pair<int, int>> pairs;
  for (int j = 1; j < decks; ++j)
    for (int i = 0; i < j; ++i) pairs.emplace_back(i, j);
  std::ranges::stable_sort(pairs, {}, [decks](const auto& pair) { return circle_round(decks, pair.first, pair.second); });
  for (auto& [a, b] : pairs) {
    const auto ordered = std::minmax(order[static_cast<size_t>(a)], order[static_cast<size_t>(b)]);
    std::tie(a, b) = std::pair<int, int>(ordered);
  }
  return pairs;
}

}  // namespace archon
