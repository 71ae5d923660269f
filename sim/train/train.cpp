#include "sim/train/train.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "agents/agent_registry.h"
#include "sim/stats/distributions.h"

namespace archon {
namespace {

struct Seen {
  Sample sample;
  int player = 0;
};

// Plays like another agent and remembers what there was when it chose a house.
class Observer final : public Agent {
 public:
  Observer(Agent& agent, std::vector<Seen>& seen) : agent_(agent), seen_(seen) {}

  Action choose(const View& view, const ActionList& legal, SmallRng& rng) override {
    if (view.choice().kind == ChoiceKind::House && view.step() == Step::House)
      seen_.push_back({{.features = features_of(view)}, view.player()});
    return agent_.choose(view, legal, rng);
  }

 private:
  Agent& agent_;
  std::vector<Seen>& seen_;
};

std::vector<Seen> samples_of_game(const TrainSpec& spec, int64_t game) {
  const AgentResult a = make_agent(spec.agent), b = make_agent(spec.agent);
  std::vector<Seen> seen;
  Observer first(*a.agent, seen), second(*b.agent, seen);
  const size_t pair = static_cast<size_t>(game) % spec.pairs.size();
  const int64_t round = game / static_cast<int64_t>(spec.pairs.size());
  const GameSetup setup{.seed = spec.seed, .game = static_cast<uint64_t>(game), .first = static_cast<int>(round & 1)};
  const GameRecord record = play_game(*spec.pairs[pair], {&first, &second}, setup);
  if (record.winner < 0) return {};
  for (Seen& each : seen) each.sample.won = each.player == record.winner;
  return seen;
}

// The samples of a pair, given what was seen in its games: each learns how strong its deck is against the other one.
std::vector<Sample> with_advantage(const std::vector<Seen>& seen) {
  constexpr double kPriorSamples = 5;  // won and lost each: keeps the logit finite
  double won = kPriorSamples, all = 2 * kPriorSamples;
  for (const Seen& each : seen) {
    won += each.sample.won == (each.player == 0) ? 1 : 0;
    all += 1;
  }
  const auto logit = static_cast<float>(std::log(won / (all - won)));
  std::vector<Sample> samples;
  for (const Seen& each : seen) {
    samples.push_back(each.sample);
    samples.back().advantage = each.player == 0 ? logit : -logit;
  }
  return samples;
}

constexpr int kColumns = kFeatures + 1;  // the last one is the advantage
using Vector = Eigen::Matrix<double, kColumns, 1>;
using Matrix = Eigen::Matrix<double, kColumns, kColumns>;

Vector columns_of(const Sample& sample) {
  Vector columns;
  columns << Eigen::Map<const Eigen::Matrix<float, kFeatures, 1>>(sample.features.data()).cast<double>(), sample.advantage;
  return columns;
}

}  // namespace

namespace {

class SampleSeries final : public SeriesOf<std::vector<Seen>> {
 public:
  explicit SampleSeries(const TrainSpec& spec) : spec_(spec), pairs_(spec.pairs.size()) {}

  std::string batch() override { return std::exchange(batch_, nlohmann::json::array()).dump(); }
  bool restore(const LedgerBatch& batch) override {
    try {
      const nlohmann::json json = nlohmann::json::parse(batch.data);
      if (std::ssize(json) != batch.games) return false;
      for (size_t i = 0; i < json.size(); ++i) add(batch.first + static_cast<int64_t>(i), read(json[i]));
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }
  TrainSamples samples(SeriesEnd end) {
    TrainSamples out{.pairs = {}, .without_winner = without_winner_, .end = std::move(end)};
    for (std::vector<Seen>& pair : pairs_) out.pairs.push_back(with_advantage(std::exchange(pair, {})));
    return out;
  }

 protected:
  std::vector<Seen> play(int64_t game) const override { return samples_of_game(spec_, game); }
  void take(int64_t game, const std::vector<Seen>& seen) override {
    add(game, seen);
    nlohmann::json& samples = batch_.emplace_back(nlohmann::json::array());
    for (const auto& [sample, player] : seen) {
      nlohmann::json& row = samples.emplace_back(nlohmann::json::array({player, sample.won ? 1 : 0}));
      for (const float feature : sample.features) row.push_back(feature);
    }
  }

 private:
  static int zero_or_one(const nlohmann::json& json) {
    if (json != 0 && json != 1) throw std::runtime_error("neither 0 nor 1");
    return json.get<int>();
  }
  static std::vector<Seen> read(const nlohmann::json& samples) {
    std::vector<Seen> seen;
    for (const nlohmann::json& row : samples) {
      Seen& each = seen.emplace_back();
      each.player = zero_or_one(row.at(0));
      each.sample.won = zero_or_one(row.at(1)) == 1;
      for (size_t i = 0; i < each.sample.features.size(); ++i) row.at(i + 2).get_to(each.sample.features[i]);
    }
    return seen;
  }
  void add(int64_t game, const std::vector<Seen>& seen) {
    std::vector<Seen>& pair = pairs_[static_cast<size_t>(game) % pairs_.size()];
    pair.insert(pair.end(), seen.begin(), seen.end());
    without_winner_ += seen.empty();
  }

  const TrainSpec& spec_;
  std::vector<std::vector<Seen>> pairs_;
  int64_t without_winner_ = 0;
  nlohmann::json batch_ = nlohmann::json::array();
};

}  // namespace

TrainSamples play_samples(const TrainSpec& spec, const RunControl& control) {
  SampleSeries series(spec);
  SeriesEnd end = play_series(series, spec.games, control);
  return series.samples(std::move(end));
}

ModelFit fit_model(std::span<const Sample> samples, double ridge) {
  constexpr int kMaxIterations = 50;
  constexpr double kPrecise = 1e-8;
  ModelFit fit;
  Vector weights = Vector::Zero(), penalty = Vector::Constant(ridge);
  penalty(0) = 1e-9;
  Matrix information;
  for (; fit.iterations < kMaxIterations && !fit.converged; ++fit.iterations) {
    information = penalty.asDiagonal();
    Vector gradient = -penalty.cwiseProduct(weights);
    for (const Sample& sample : samples) {
      const Vector x = columns_of(sample);
      const double p = logistic(weights.dot(x));
      gradient += ((sample.won ? 1 : 0) - p) * x;
      information.selfadjointView<Eigen::Lower>().rankUpdate(x, p * (1 - p));
    }
    Vector step = information.selfadjointView<Eigen::Lower>().ldlt().solve(gradient);
    if (!step.allFinite()) break;
    const double length = step.norm() / (1 + weights.norm());
    if (length > 5) step *= 5 / length;  // nearly separated outcomes: no leaps
    weights += step;
    fit.converged = length < kPrecise;
  }
  const Matrix covariance = information.selfadjointView<Eigen::Lower>().ldlt().solve(Matrix::Identity());
  for (int f = 0; f < kFeatures; ++f) {
    fit.model.weights[static_cast<size_t>(f)] = static_cast<float>(weights(f));
    fit.errors[static_cast<size_t>(f)] = std::sqrt(std::max(0.0, covariance(f, f)));
  }
  return fit;
}

namespace {

// By ranks (Mann and Whitney 1947); equal forecasts share their mean rank. `sorted` by rising probability.
double area_under_curve(const std::vector<Prediction>& sorted) {
  double rank_sum = 0;
  int64_t won = 0;
  for (size_t i = 0; i < sorted.size();) {
    size_t end = i;
    int64_t won_here = 0;
    for (; end < sorted.size() && sorted[end].probability == sorted[i].probability; ++end) won_here += sorted[end].won;
    rank_sum += static_cast<double>(won_here) * (static_cast<double>(i + end) + 1) / 2;
    won += won_here;
    i = end;
  }
  const double n1 = static_cast<double>(won), n0 = static_cast<double>(sorted.size()) - n1;
  return n1 > 0 && n0 > 0 ? (rank_sum - n1 * (n1 + 1) / 2) / (n1 * n0) : 0.5;
}

}  // namespace

ModelQuality quality_of(std::vector<Prediction> sorted) {
  ModelQuality quality{.samples = std::ssize(sorted), .log_loss = std::log(2.0), .brier = 0.25};
  if (sorted.empty()) return quality;
  std::ranges::stable_sort(sorted, {}, &Prediction::probability);
  quality.log_loss = quality.brier = 0;
  for (size_t i = 0; i < sorted.size(); ++i) {
    const auto [p, won] = sorted[i];
    quality.log_loss -= std::log(std::max(1e-300, won ? p : 1 - p));
    quality.brier += (p - (won ? 1 : 0)) * (p - (won ? 1 : 0));
    CalibrationBin& bin = quality.deciles[i * 10 / sorted.size()];
    ++bin.samples;
    bin.predicted += p;
    bin.won += won ? 1 : 0;
  }
  quality.log_loss /= static_cast<double>(sorted.size());
  quality.brier /= static_cast<double>(sorted.size());
  quality.auc = area_under_curve(sorted);
  for (CalibrationBin& bin : quality.deciles) {
    if (bin.samples == 0) continue;
    bin.predicted /= static_cast<double>(bin.samples);
    bin.won /= static_cast<double>(bin.samples);
  }
  return quality;
}

ModelQuality quality_of(const Model& model, std::span<const Sample> samples) {
  std::vector<Prediction> predictions;
  predictions.reserve(samples.size());
  for (const Sample& sample : samples) {
    const double sum = std::inner_product(sample.features.begin(), sample.features.end(), model.weights.begin(), 0.0);
    predictions.push_back({logistic(sum), sample.won});
  }
  return quality_of(std::move(predictions));
}

}  // namespace archon
