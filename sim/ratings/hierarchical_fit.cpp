#include "sim/ratings/hierarchical_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "engine/core/random.h"
#include "sim/play/threads.h"
#include "sim/stats/distributions.h"

namespace archon {
namespace {

constexpr size_t kLanes = 8;  // systems of equations solved side by side
using Lanes = std::array<double, kLanes>;
using Vector = std::vector<Lanes>;

void add(Lanes& to, double amount, const Lanes& from) {
  for (size_t lane = 0; lane < kLanes; ++lane) to[lane] += amount * from[lane];
}

double normal(SmallRng& rng) {
  const double radius = std::sqrt(-2 * std::log(1 - rng.uniform()));
  return radius * std::cos(2 * std::numbers::pi * rng.uniform());
}

// A sparse matrix, row by row.
class Rows {
 public:
  Rows(const std::vector<std::vector<Feature>>& rows, size_t columns) : columns_(columns), starts_{0} {
    for (const auto& row : rows) {
      entries_.insert(entries_.end(), row.begin(), row.end());
      starts_.push_back(entries_.size());
    }
  }
  size_t size() const { return starts_.size() - 1; }
  size_t columns() const { return columns_; }
  std::span<const Feature> row(size_t i) const { return std::span(entries_).subspan(starts_[i], starts_[i + 1] - starts_[i]); }

 private:
  size_t columns_;
  std::vector<Feature> entries_;
  std::vector<size_t> starts_;
};

// Rows are given out in as many chunks, whose sums are added in their order: the same for any number of threads.
constexpr size_t kChunks = 16;

void in_chunks(size_t size, int threads, const std::function<void(size_t chunk, size_t from, size_t to)>& work) {
  parallel_for(kChunks, threads, [&](size_t chunk) { work(chunk, size * chunk / kChunks, size * (chunk + 1) / kChunks); });
}

Vector times(const Rows& matrix, const Vector& x, int threads) {
  Vector y(matrix.size());
  in_chunks(matrix.size(), threads, [&](size_t, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) {
      Lanes sum{};
      for (const Feature& each : matrix.row(i)) add(sum, each.amount, x[static_cast<size_t>(each.column)]);
      y[i] = sum;
    }
  });
  return y;
}

Vector transposed_times(const Rows& matrix, const Vector& x, int threads) {
  std::vector<Vector> sums(kChunks);
  in_chunks(matrix.size(), threads, [&](size_t chunk, size_t from, size_t to) {
    sums[chunk].resize(matrix.columns());
    for (size_t i = from; i < to; ++i)
      for (const Feature& each : matrix.row(i)) add(sums[chunk][static_cast<size_t>(each.column)], each.amount, x[i]);
  });
  for (size_t chunk = 1; chunk < kChunks; ++chunk)
    for (size_t i = 0; i < matrix.columns(); ++i) add(sums[0][i], 1, sums[chunk][i]);
  return std::move(sums[0]);
}

Lanes dot(const Vector& a, const Vector& b) {
  Lanes sum{};
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t lane = 0; lane < kLanes; ++lane) sum[lane] += a[i][lane] * b[i][lane];
  return sum;
}

// Unknowns: the effects of the columns, of going first, and what each item is worth besides.
class Fitter {
 public:
  Fitter(const HierarchicalModel& model, std::span<const PairedGame> games, const HierarchicalSpec& spec)
      : games_(games),
        spec_(spec),
        items_(model.items, model.parts.size()),
        parts_(model.parts, model.groups.size()),
        groups_(model.groups),
        fixed_(model.fixed),
        columns_(model.groups.size()),
        known_(model.known),
        weights_(games.size(), 0.25),
        x_(columns_ + 1 + model.items.size()) {
    for (const double spread : model.spreads) variances_.push_back(spread * spread);
    variances_.push_back(1);     // of going first
    variances_.push_back(0.05);  // of items
    fixed_.push_back(true);
    fixed_.push_back(false);
    groups_.push_back(static_cast<int>(variances_.size()) - 2);
    groups_.resize(x_.size(), static_cast<int>(variances_.size()) - 1);
    find_own_precision();
  }

  HierarchicalFit fit() {
    HierarchicalFit result;
    for (int step = 0; step < spec_.steps; ++step) {
      const Vector before = x_;
      solve(1, step + 1 == spec_.steps);
      result.change = change(before);
      if (step + 1 < spec_.steps) estimate_spreads();
    }
    const Vector values = times(parts_, columns_of(x_), spec_.threads);
    for (const Lanes& value : values) result.values.push_back(value[0]);
    result.first = x_[columns_][0];
    for (size_t i = columns_ + 1; i < x_.size(); ++i) result.own.push_back(x_[i][0]);
    for (size_t g = 0; g + 2 < variances_.size(); ++g) result.spreads.push_back(std::sqrt(variances_[g]));
    result.own_spread = std::sqrt(variances_.back());
    for (int batch = 0; batch < spec_.samples; ++batch) {
      solve(1000 + static_cast<uint64_t>(batch), true, 0);
      const Vector sample = times(parts_, columns_of(x_), spec_.threads);
      for (size_t lane = 0; lane < kLanes; ++lane) {
        std::vector<double>& drawn = result.samples.emplace_back();
        for (const Lanes& each : sample) drawn.push_back(each[lane]);
      }
    }
    return result;
  }

 private:
  Vector columns_of(const Vector& x) const { return {x.begin(), x.begin() + static_cast<std::ptrdiff_t>(columns_)}; }

  Vector strengths(const Vector& x) const {
    Vector s = times(items_, times(parts_, columns_of(x), spec_.threads), spec_.threads);
    for (size_t i = 0; i < s.size(); ++i) add(s[i], 1, x[columns_ + 1 + i]);
    return s;
  }

  // From a number for each game to the unknowns: the transposed of what gives each game its logit.
  template <class OfGame>
  Vector from_games(const OfGame& of_game) const {
    Vector items(items_.size());
    Lanes first{};
    for (size_t g = 0; g < games_.size(); ++g) {
      const Lanes lanes = of_game(g);
      add(items[games_[g].first], 1, lanes);
      add(items[games_[g].second], -1, lanes);
      add(first, 1, lanes);
    }
    Vector x = transposed_times(parts_, transposed_times(items_, items, spec_.threads), spec_.threads);
    x.push_back(first);
    x.insert(x.end(), items.begin(), items.end());
    return x;
  }

  Lanes logit(size_t g, const Vector& strengths, const Lanes& first) const {
    Lanes result = first;
    add(result, 1, strengths[games_[g].first]);
    add(result, -1, strengths[games_[g].second]);
    return result;
  }

  // The information of the games and of the distributions of effects, times x.
  Vector product(const Vector& x) const {
    const Vector s = strengths(x);
    Vector y = from_games([&](size_t g) {
      Lanes lanes = logit(g, s, x[columns_]);
      for (double& each : lanes) each *= weights_[g];
      return lanes;
    });
    for (size_t i = 0; i < y.size(); ++i) add(y[i], 1 / variance(i), x[i]);
    add_known(y, [&](const KnownValue& each) {
      Lanes lanes{};
      for (const Feature& column : parts_.row(static_cast<size_t>(each.part)))
        add(lanes, column.amount / (each.error * each.error), x[static_cast<size_t>(column.column)]);
      return lanes;
    });
    return y;
  }

  // To the unknowns, what a number for each known value gives: the transposed of what gives each part its value.
  template <class OfKnown>
  void add_known(Vector& x, const OfKnown& of_known) const {
    for (const KnownValue& each : known_) {
      const Lanes lanes = of_known(each);
      for (const Feature& column : parts_.row(static_cast<size_t>(each.part)))
        add(x[static_cast<size_t>(column.column)], column.amount, lanes);
    }
  }

  double variance(size_t unknown) const { return variances_[static_cast<size_t>(groups_[unknown])]; }

  // Of the information only what stands on its diagonal, with a quarter a game and opponents drawn by lot, so that what all
  // items have in common counts nothing.
  void find_own_precision() {
    own_.assign(x_.size(), 0);
    std::vector<double> games(items_.size()), sums(columns_);
    for (const PairedGame& game : games_) {
      games[game.first] += 0.25;
      games[game.second] += 0.25;
    }
    double all = 0;
    std::vector<double> amounts(columns_);
    std::vector<size_t> touched;
    for (size_t i = 0; i < items_.size(); ++i) {
      for (const Feature& part : items_.row(i))
        for (const Feature& each : parts_.row(static_cast<size_t>(part.column))) {
          double& amount = amounts[static_cast<size_t>(each.column)];
          if (amount == 0) touched.push_back(static_cast<size_t>(each.column));
          amount += static_cast<double>(part.amount) * each.amount;
        }
      for (const size_t column : touched) {
        own_[column] += games[i] * amounts[column] * amounts[column];
        sums[column] += games[i] * amounts[column];
        amounts[column] = 0;
      }
      touched.clear();
      all += games[i];
      own_[columns_ + 1 + i] = games[i];
    }
    for (size_t column = 0; column < columns_; ++column) own_[column] -= sums[column] * sums[column] / std::max(1e-9, all);
    own_[columns_] = all / 2;
    for (const KnownValue& each : known_)
      for (const Feature& column : parts_.row(static_cast<size_t>(each.part)))
        own_[static_cast<size_t>(column.column)] += column.amount * column.amount / (each.error * each.error);
  }

  // What the equations are to give: lane 0 the next effects of Newton's method, the other lanes, from `drawn` on, samples.
  Vector right_side(uint64_t seed, size_t drawn) {
    const Vector s = strengths(x_);
    SmallRng rng{stream_seed(spec_.seed, seed, Stream::Chance)};
    Vector right = from_games([&](size_t g) {
      Lanes lanes{};
      const double sum = logit(g, s, x_[columns_])[0], p = logistic(sum);
      if (drawn > 0) {
        weights_[g] = p * (1 - p);
        lanes[0] = weights_[g] * sum + (games_[g].first_won ? 1 : 0) - p;
      }
      for (size_t lane = drawn; lane < kLanes; ++lane) lanes[lane] = std::sqrt(weights_[g]) * normal(rng);
      return lanes;
    });
    add_known(right, [&](const KnownValue& each) {
      Lanes lanes{};
      if (drawn > 0) lanes[0] = each.value / (each.error * each.error);
      for (size_t lane = drawn; lane < kLanes; ++lane) lanes[lane] = normal(rng) / each.error;
      return lanes;
    });
    for (size_t i = 0; i < right.size(); ++i)
      for (size_t lane = drawn; lane < kLanes; ++lane) right[i][lane] += normal(rng) / std::sqrt(variance(i));
    return right;
  }

  // Conjugate gradients (Hestenes and Stiefel 1952), each lane by itself, with the diagonal as preconditioner.
  void solve(uint64_t seed, bool precisely, size_t drawn = 1) {
    const int kMaxRounds = precisely ? 150 : 60;
    const double kPrecise = precisely ? 1e-7 : 1e-5;  // squared, against the right side
    const Vector right = right_side(seed, drawn);
    Vector residual = right, step = product(x_);
    for (size_t i = 0; i < residual.size(); ++i) add(residual[i], -1, step[i]);
    const auto conditioned = [&](const Vector& of) {
      Vector y(of.size());
      for (size_t i = 0; i < of.size(); ++i) add(y[i], 1 / (own_[i] + 1 / variance(i)), of[i]);
      return y;
    };
    const Lanes enough = dot(right, conditioned(right));
    Vector z = conditioned(residual), direction = z;
    Lanes length = dot(residual, z);
    for (int round = 0; round < kMaxRounds; ++round) {
      bool done = true;

      for (size_t lane = 0; lane < kLanes; ++lane) done &= length[lane] <= kPrecise * enough[lane];
      if (done) return;
      step = product(direction);
      const Lanes curved = dot(direction, step);
      Lanes ahead{}, bend{};
      for (size_t lane = 0; lane < kLanes; ++lane) ahead[lane] = curved[lane] > 0 ? length[lane] / curved[lane] : 0;
      for (size_t i = 0; i < x_.size(); ++i)
        for (size_t lane = 0; lane < kLanes; ++lane) {
          x_[i][lane] += ahead[lane] * direction[i][lane];
          residual[i][lane] -= ahead[lane] * step[i][lane];
        }
      z = conditioned(residual);
      const Lanes next = dot(residual, z);
      for (size_t lane = 0; lane < kLanes; ++lane) bend[lane] = length[lane] > 0 ? next[lane] / length[lane] : 0;
      for (size_t i = 0; i < x_.size(); ++i)
        for (size_t lane = 0; lane < kLanes; ++lane) direction[i][lane] = z[i][lane] + bend[lane] * direction[i][lane];
      length = next;
    }
  }

  // Of a group as many effects are known as its spread is larger than what remains unknown; their squares tell the spread.
  void estimate_spreads() {
    constexpr double kLeastVariance = 1e-8;
    for (size_t group = 0; group + 1 < variances_.size(); ++group) {
      if (fixed_[group]) continue;
      double squares = 0, unknown = 0, count = 0;
      for (size_t i = 0; i < x_.size(); ++i) {
        if (groups_[i] != static_cast<int>(group)) continue;
        squares += x_[i][0] * x_[i][0];
        for (size_t lane = 1; lane < kLanes; ++lane) unknown += x_[i][lane] * x_[i][lane] / (kLanes - 1);
        ++count;
      }
      if (count == 0) continue;
      // Expectation and maximisation; in large groups, where chance does not lead it astray, the longer step of MacKay.
      constexpr double kLarge = 300;
      const double known = std::clamp(1 - unknown / count / variances_[group], 0.02, 1.0);
      variances_[group] = std::max(kLeastVariance, count < kLarge ? (squares + unknown) / count : squares / count / known);
    }
    variances_.back() = std::max(kLeastVariance, own_variance());
  }

  Vector strengths_by_parts(const Vector& x) const {
    return times(items_, times(parts_, columns_of(x), spec_.threads), spec_.threads);
  }

  // Of two games of an item the residuals agree as far as it is worth something of its own, less what the fit has taken of it
  // for its parts. (A mode of so many unknowns with few games each would tell too little: Breslow and Lin, Biometrika 82,
  // 1995.)
  double own_variance() const {
    const Vector s = strengths_by_parts(x_);
    struct Sum {
      double residual = 0, squares = 0, weight = 0, weights = 0;
      void add(double r, double w) {
        residual += r;
        squares += r * r;
        weight += w;
        weights += w * w;
      }
    };
    std::vector<Sum> sums(items_.size());
    for (size_t g = 0; g < games_.size(); ++g) {
      const double p = logistic(logit(g, s, x_[columns_])[0]), residual = (games_[g].first_won ? 1 : 0) - p;
      sums[games_[g].first].add(residual, p * (1 - p));
      sums[games_[g].second].add(-residual, p * (1 - p));
    }
    double products = 0, weights = 0, taken = 0;
    Lanes means{};
    for (const Sum& each : sums) {
      products += each.residual * each.residual - each.squares;
      weights += each.weight * each.weight - each.weights;
    }
    for (const Lanes& each : s) add(means, 1 / static_cast<double>(s.size()), each);
    for (const Lanes& each : s)
      for (size_t lane = 1; lane < kLanes; ++lane)
        taken += (each[lane] - means[lane]) * (each[lane] - means[lane]) / static_cast<double>((kLanes - 1) * s.size());
    return weights > 0 ? products / weights + taken : 0;
  }

  double change(const Vector& before) const {
    double moved = 0, length = 0;
    for (size_t i = 0; i < columns_; ++i) {
      moved += (x_[i][0] - before[i][0]) * (x_[i][0] - before[i][0]);
      length += x_[i][0] * x_[i][0];
    }
    return length > 0 ? std::sqrt(moved / length) : 0;
  }

  const std::span<const PairedGame> games_;
  const HierarchicalSpec spec_;
  const Rows items_, parts_;
  std::vector<int> groups_;  // of all unknowns
  std::vector<bool> fixed_;
  const size_t columns_;
  const std::vector<KnownValue> known_;
  std::vector<double> weights_, variances_, own_;
  Vector x_;  // lane 0: the effects; the others: samples of how far off they may be
};

}  // namespace

HierarchicalFit fit_hierarchy(const HierarchicalModel& model, std::span<const PairedGame> games, const HierarchicalSpec& spec) {
  return Fitter(model, games, spec).fit();
}

}  // namespace archon
