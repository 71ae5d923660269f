#include "sim/stats/cycles.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/core/random.h"

namespace archon {
namespace {

// The matrix that replaces each item's value by the mean over its connected part of the graph.
Eigen::MatrixXd part_means(int items, std::span<const PairCount> pairs) {
  std::vector<int> part(static_cast<size_t>(items));
  std::iota(part.begin(), part.end(), 0);
  for (const PairCount& pair : pairs)
    std::ranges::replace(part, int{part[static_cast<size_t>(pair.a)]}, part[static_cast<size_t>(pair.b)]);
  Eigen::MatrixXd means = Eigen::MatrixXd::Zero(items, items);
  for (int i = 0; i < items; ++i)
    for (int j = 0; j < items; ++j)
      if (const int of = part[static_cast<size_t>(i)]; of == part[static_cast<size_t>(j)])
        means(i, j) = 1 / static_cast<double>(std::ranges::count(part, of));
  return means;
}

// Least-squares ratings over a graph of pairs: the Laplacian is decomposed once.
class Hodge {
 public:
  Hodge(int items, std::span<const PairCount> pairs) : pairs_(pairs) {
    Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(items, items);
    for (const PairCount& pair : pairs) {
      laplacian(pair.a, pair.a) += 1;
      laplacian(pair.b, pair.b) += 1;
      laplacian(pair.a, pair.b) -= 1;
      laplacian(pair.b, pair.a) -= 1;
    }
    // The solution of least norm, in which the ratings of each connected part sum to 0, by the pseudo-inverse (L + P)^-1 - P of
    // the Laplacian L: P projects on its kernel, the ratings that are constant on each part.
    const Eigen::MatrixXd kernel = part_means(items, pairs);
    inverse_ = (laplacian + kernel).ldlt().solve(Eigen::MatrixXd::Identity(items, items)) - kernel;
  }

  HodgeSplit split(std::span<const double> values) const {
    Eigen::VectorXd divergence = Eigen::VectorXd::Zero(inverse_.rows());
    for (size_t k = 0; k < pairs_.size(); ++k) {
      divergence(pairs_[k].a) += values[k];
      divergence(pairs_[k].b) -= values[k];
    }
    const Eigen::VectorXd ratings = inverse_ * divergence;
    HodgeSplit out;
    out.ratings.assign(ratings.data(), ratings.data() + ratings.size());
    for (size_t k = 0; k < pairs_.size(); ++k) {
      const double difference = ratings(pairs_[k].a) - ratings(pairs_[k].b);
      out.gradient += difference * difference;
      out.cyclic += (values[k] - difference) * (values[k] - difference);
    }
    return out;
  }

 private:
  std::span<const PairCount> pairs_;
  Eigen::MatrixXd inverse_;
};

double logit(double wins, double losses) { return std::log((wins + 0.5) / (losses + 0.5)); }

// Draws from a binomial distribution by inversion, outwards from the mode: O(standard deviation) a draw.
class Binomial {
 public:
  Binomial(int64_t trials, double p) : trials_(static_cast<double>(trials)), odds_(p / (1 - p)) {
    mode_ = std::clamp(std::floor((trials_ + 1) * p), 0.0, trials_);
    at_mode_ = std::exp(std::lgamma(trials_ + 1) - std::lgamma(mode_ + 1) - std::lgamma(trials_ - mode_ + 1) +
                        mode_ * std::log(p) + (trials_ - mode_) * std::log1p(-p));
  }

  double draw(SmallRng& rng) const {
    double left = rng.uniform() - at_mode_;
    double low = mode_, high = mode_, p_low = at_mode_, p_high = at_mode_;
    while (left > 0 && (low > 0 || high < trials_)) {
      if (high < trials_) {
        p_high *= (trials_ - high) / (high + 1) * odds_;
        ++high;
        left -= p_high;
        if (left <= 0) return high;
      }
      if (low > 0) {
        p_low *= low / (trials_ - low + 1) / odds_;
        --low;
        left -= p_low;
        if (left <= 0) return low;
      }
    }
    return mode_;
  }

 private:
  double trials_, odds_, mode_, at_mode_;
};

}  // namespace

HodgeSplit hodge_split(int items, std::span<const PairCount> pairs, std::span<const double> values) {
  assert(pairs.size() == values.size());
  return Hodge(items, pairs).split(values);
}

CyclicShare cyclic_share(int items, std::span<const PairCount> pairs, std::span<const double> expected, uint64_t seed,
                         int replicates) {
  assert(pairs.size() == expected.size() && replicates >= 1);
  std::vector<PairCount> played;
  std::vector<double> values, truth;
  std::vector<Binomial> noise;
  for (size_t k = 0; k < pairs.size(); ++k) {
    const int64_t games = pairs[k].wins_a + pairs[k].wins_b;
    if (games == 0) continue;
    const double p = std::clamp(expected[k], 1e-9, 1 - 1e-9);
    played.push_back(pairs[k]);
    values.push_back(logit(static_cast<double>(pairs[k].wins_a), static_cast<double>(pairs[k].wins_b)));
    truth.push_back(std::log(p / (1 - p)));
    noise.emplace_back(games, p);
  }
  const Hodge hodge(items, played);
  const HodgeSplit seen = hodge.split(values), ranking = hodge.split(truth);

  SmallRng rng{stream_seed(seed, 0, Stream::Setup)};
  double gradient = 0, cyclic = 0;
  int as_large = 0;
  const double rounding = 1e-12 * (seen.gradient + seen.cyclic);  // where no cycle is possible, all there is
  for (int i = 0; i < replicates; ++i) {
    for (size_t k = 0; k < played.size(); ++k) {
      const double wins = noise[k].draw(rng);
      values[k] = logit(wins, static_cast<double>(played[k].wins_a + played[k].wins_b) - wins);
    }
    const HodgeSplit drawn = hodge.split(values);
    gradient += (drawn.gradient - ranking.gradient) / replicates;
    cyclic += drawn.cyclic / replicates;
    as_large += drawn.cyclic >= seen.cyclic - rounding;
  }
  const HodgeSplit corrected{.ratings = {},
                             .gradient = std::max(0.0, seen.gradient - gradient),
                             .cyclic = seen.cyclic <= rounding ? 0 : std::max(0.0, seen.cyclic - cyclic)};
  return {.raw = seen.share(), .share = corrected.share(), .p_value = (1.0 + as_large) / (1.0 + replicates)};
}

}  // namespace archon
