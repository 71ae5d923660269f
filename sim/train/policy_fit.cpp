#include "sim/train/policy_fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "agents/reading/card_features.h"
#include "agents/thumb/policy.h"
#include "engine/core/card_program.h"
#include "engine/core/random.h"
#include "engine/facts/facts.h"

namespace archon {
namespace {

constexpr size_t kBatch = 32;
constexpr size_t kWarmUp = 200;  // steps until the rate is reached

// What Adam remembers of each parameter.
class Adam {
 public:
  explicit Adam(size_t size) : mean_(size), square_(size) {}

  // Of `size` parameters, the first of which is number `at`; the gradient is 0 afterwards.
  void step(float* values, float* gradient, size_t at, size_t size, float rate, float decay) {
    for (size_t i = 0; i < size; ++i) {
      float& m = mean_[at + i];
      float& v = square_[at + i];
      m = 0.9f * m + 0.1f * gradient[i];
      v = 0.999f * v + 0.001f * gradient[i] * gradient[i];
      values[i] -= rate * (m / bias1_ / (std::sqrt(v / bias2_) + 1e-8f) + decay * values[i]);
      gradient[i] = 0;
    }
  }
  void begin_step() {
    ++steps_;
    bias1_ = 1 - std::pow(0.9f, static_cast<float>(steps_));
    bias2_ = 1 - std::pow(0.999f, static_cast<float>(steps_));
  }

 private:
  std::vector<float> mean_, square_;
  int steps_ = 0;
  float bias1_ = 1, bias2_ = 1;
};

// How much an advantage in logits is worth in probability.
float scale_of(float percent) { return std::max(0.05f, 4 * percent / 100 * (1 - percent / 100)); }

class Fit {
 public:
  Fit(PolicyWeights& weights, const PolicyFitSpec& spec)
      : w_(weights),
        spec_(spec),
        program_(card_program()),
        card_of_(card_of_definition(program_)),
        rng_{spec.seed},
        adam_(size_of(weights)),
        gradient_(std::make_unique<PolicyWeights>()) {
    const size_t definitions = program_.definitions.size();
    for (const Definition& each : program_.definitions) features_.push_back(card_features(program_, each));
    vector_of_.assign(definitions, -1);
    row_of_.assign(definitions * kCardRoles, -1);
  }

  static void draw(PolicyWeights& w, uint64_t seed) {
    SmallRng rng{seed};
    const auto fill = [&](float* values, size_t size, double scale) {
      for (size_t i = 0; i < size; ++i)  // roughly normal
        values[i] = static_cast<float>(scale * (rng.uniform() + rng.uniform() + rng.uniform() + rng.uniform() - 2) * 1.7);
    };
    for (auto& each : w.features) fill(each.data(), each.size(), 0.1);
    for (auto& role : w.roles)
      for (auto& each : role) fill(each.data(), each.size(), 0.08);
    for (auto& each : w.position) fill(each.data(), each.size(), 0.1);
    for (auto& each : w.action) fill(each.data(), each.size(), 0.2);
    for (auto& each : w.second) fill(each.data(), each.size(), 0.25);
    fill(w.out.data(), w.out.size(), 0.25);
    fill(w.out_first.data(), w.out_first.size(), 0.1);
  }

  // One step over these samples; the sum of their losses.
  double step(std::span<const PolicySample* const> batch, float rate) {
    lay_out(batch);
    double loss = 0;
    for (const PolicySample* each : batch) loss += pass(*each, 1.f / static_cast<float>(batch.size()));
    back_through_rows();
    apply_gradient(rate);
    forget();
    return loss;
  }

 private:
  struct Hidden {
    Eigen::Array<float, kHidden, 1> first;
    Eigen::Array<float, kSecond, 1> second;
  };
  using Row = Eigen::Map<Eigen::Array<float, kHidden, 1>>;
  using ConstRow = Eigen::Map<const Eigen::Array<float, kHidden, 1>>;
  using Vector = Eigen::Map<Eigen::Matrix<float, kCardWidth, 1>>;
  using ConstVector = Eigen::Map<const Eigen::Matrix<float, kCardWidth, 1>>;
  using Block = Eigen::Map<const Eigen::Matrix<float, kHidden, kCardWidth, Eigen::RowMajor>>;
  using BlockGradient = Eigen::Map<Eigen::Matrix<float, kHidden, kCardWidth, Eigen::RowMajor>>;
  using SecondBlock = Eigen::Map<const Eigen::Matrix<float, kHidden, kSecond, Eigen::RowMajor>>;
  using SecondGradient = Eigen::Map<Eigen::Matrix<float, kHidden, kSecond, Eigen::RowMajor>>;

  static size_t size_of(PolicyWeights& w) {
    return (w.features.size() + w.names.size()) * kCardWidth + sizeof w.roles / 4 + sizeof w.position / 4 +
           sizeof w.action / 4 + sizeof w.second / 4 + sizeof w.second_bias / 4 + sizeof w.out / 4 + sizeof w.out_first / 4;
  }

  // The card vectors and rows that the samples need.
  void lay_out(std::span<const PolicySample* const> batch) {
    for (const PolicySample* sample : batch)
      for (const CardEntry& each : sample->cards) {
        int& row = row_of_[each.definition * kCardRoles + static_cast<size_t>(each.role)];
        if (row >= 0) continue;
        if (vector_of_[each.definition] < 0) make_vector(each.definition);
        row = static_cast<int>(rows_.size());
        rows_.emplace_back();
        row_key_.push_back(each);
        const CardVector& vector = vectors_[static_cast<size_t>(vector_of_[each.definition])];
        Row(rows_.back().data()).matrix() =
            Block(w_.roles[static_cast<size_t>(each.role)][0].data()) * ConstVector(vector.data());
      }
    row_gradient_.assign(rows_.size(), HiddenRow{});
  }

  void make_vector(uint16_t definition) {
    vector_of_[definition] = static_cast<int>(vectors_.size());
    vector_definition_.push_back(definition);
    const uint16_t card = card_of_[definition];
    named_.push_back(!held_out(card, spec_.hold_out) && rng_.uniform() >= spec_.name_dropout);
    CardVector& vector = vectors_.emplace_back();
    if (named_.back()) vector = w_.names[card];
    for (const CardFeature& f : features_[definition])
      Vector(vector.data()) += f.value * ConstVector(w_.features[f.index].data());
  }

  void forget() {
    for (uint16_t each : vector_definition_) vector_of_[each] = -1;
    for (const CardEntry& each : row_key_) row_of_[each.definition * kCardRoles + static_cast<size_t>(each.role)] = -1;
    vectors_.clear();
    vector_definition_.clear();
    named_.clear();
    rows_.clear();
    row_key_.clear();
  }

  size_t row(const CardEntry& each) const {
    return static_cast<size_t>(row_of_[each.definition * kCardRoles + static_cast<size_t>(each.role)]);
  }

  template <class Card, class Number>
  void for_each_entry(const PolicySample& s, int action, Card card, Number number) const {
    const size_t a = static_cast<size_t>(action + 1);
    const size_t c0 = action < 0 ? 0 : s.first_card[a - 1], c1 = s.first_card[a];
    const size_t n0 = action < 0 ? 0 : s.first_number[a - 1], n1 = s.first_number[a];
    for (size_t i = c0; i < c1; ++i) card(s.cards[i]);
    for (size_t i = n0; i < n1; ++i) number(s.numbers[i]);
  }

  void forward(const PolicySample& s) {
    const size_t n = s.values.size();
    scores_.assign(n, 0);
    hidden_.resize(n);
    Eigen::Array<float, kHidden, 1> position = Eigen::Array<float, kHidden, 1>::Zero();
    for_each_entry(
        s, -1, [&](const CardEntry& c) { position += ConstRow(rows_[row(c)].data()); },
        [&](const NumberEntry& x) { position += x.value * ConstRow(w_.position[x.index].data()); });
    for (size_t a = 0; a < n; ++a) {
      Hidden& h = hidden_[a];
      h.first = position;
      for_each_entry(
          s, static_cast<int>(a), [&](const CardEntry& c) { h.first += ConstRow(rows_[row(c)].data()); },
          [&](const NumberEntry& x) { h.first += x.value * ConstRow(w_.action[x.index].data()); });
      h.first = h.first.max(0.f);
      h.second = (SecondBlock(w_.second[0].data()).transpose() * h.first.matrix()).array() +
                 Eigen::Map<const Eigen::Array<float, kSecond, 1>>(w_.second_bias.data());
      h.second = h.second.max(0.f);
      scores_[a] = (h.second * Eigen::Map<const Eigen::Array<float, kSecond, 1>>(w_.out.data())).sum() +
                   (h.first * ConstRow(w_.out_first.data())).sum();
    }
  }

  // Squared error of centred values, and expected regret. Gives d loss / d score.
  double losses(const PolicySample& s, std::vector<float>& slope) const {
    const size_t n = s.values.size();
    slope.assign(n, 0);
    float tried = 0, mean_value = 0, mean_score = 0, top = -1e9f, best = -1;
    for (size_t a = 0; a < n; ++a) {
      if (s.values[a] < 0) continue;
      ++tried;
      mean_value += s.values[a];
      mean_score += scores_[a];
      top = std::max(top, scores_[a]);
      best = std::max(best, s.values[a]);
    }
    mean_value /= tried;
    mean_score /= tried;
    const float scale = scale_of(mean_value);
    double loss = 0;
    float sum = 0, expected = 0;
    constexpr float kClip = 12;  // a slope of a Huber loss: wins and losses at once must not drown all else
    for (size_t a = 0; a < n; ++a) {
      if (s.values[a] < 0) continue;
      const float error = scale * (scores_[a] - mean_score) - (s.values[a] - mean_value);
      const float clipped = std::clamp(error, -kClip, kClip);
      loss += 0.05 * clipped * clipped / tried;
      slope[a] += 0.1f * scale * clipped / tried;
      const float weight = std::exp((scores_[a] - top) / static_cast<float>(spec_.temperature));
      sum += weight;
      expected += weight * s.values[a];
    }
    expected /= sum;
    const auto regret_weight = static_cast<float>(spec_.regret_weight);
    loss += regret_weight * (best - expected);
    for (size_t a = 0; a < n; ++a) {
      if (s.values[a] < 0) continue;
      const float p = std::exp((scores_[a] - top) / static_cast<float>(spec_.temperature)) / sum;
      slope[a] -= regret_weight * p * std::clamp(s.values[a] - expected, -30.f, 30.f) / static_cast<float>(spec_.temperature);
    }
    // The level of the scores means nothing; kept near 0.
    for (size_t a = 0; a < n; ++a)
      if (s.values[a] >= 0) slope[a] += 0.02f * mean_score / tried;
    return loss;
  }

  double pass(const PolicySample& s, float share) {
    forward(s);
    std::vector<float> slope;
    const double loss = losses(s, slope);
    for (float& each : slope) each *= share;
    PolicyWeights& g = *gradient_;
    Eigen::Array<float, kHidden, 1> of_position = Eigen::Array<float, kHidden, 1>::Zero();
    for (size_t a = 0; a < slope.size(); ++a) {
      if (slope[a] == 0) continue;
      const Hidden& h = hidden_[a];
      Eigen::Map<Eigen::Array<float, kSecond, 1>>(g.out.data()) += slope[a] * h.second;
      Row(g.out_first.data()) += slope[a] * h.first;
      Eigen::Matrix<float, kSecond, 1> second =
          (h.second > 0.f).select(slope[a] * Eigen::Map<const Eigen::Array<float, kSecond, 1>>(w_.out.data()), 0.f).matrix();
      Eigen::Map<Eigen::Matrix<float, kSecond, 1>>(g.second_bias.data()) += second;
      SecondGradient(g.second[0].data()) += h.first.matrix() * second.transpose();
      Eigen::Array<float, kHidden, 1> first =
          (SecondBlock(w_.second[0].data()) * second).array() + slope[a] * ConstRow(w_.out_first.data());
      first = (h.first > 0.f).select(first, 0.f);
      of_position += first;
      for_each_entry(
          s, static_cast<int>(a), [&](const CardEntry& c) { Row(row_gradient_[row(c)].data()) += first; },
          [&](const NumberEntry& x) { Row(g.action[x.index].data()) += x.value * first; });
    }
    for_each_entry(
        s, -1, [&](const CardEntry& c) { Row(row_gradient_[row(c)].data()) += of_position; },
        [&](const NumberEntry& x) { Row(g.position[x.index].data()) += x.value * of_position; });
    return loss;
  }

  void back_through_rows() {
    PolicyWeights& g = *gradient_;
    std::vector<CardVector> of_vector(vectors_.size(), CardVector{});
    for (size_t i = 0; i < rows_.size(); ++i) {
      const auto role = static_cast<size_t>(row_key_[i].role);
      const auto vector = static_cast<size_t>(vector_of_[row_key_[i].definition]);
      const Eigen::Map<const Eigen::Matrix<float, kHidden, 1>> slope(row_gradient_[i].data());
      BlockGradient(g.roles[role][0].data()) += slope * ConstVector(vectors_[vector].data()).transpose();
      Vector(of_vector[vector].data()) += Block(w_.roles[role][0].data()).transpose() * slope;
    }
    for (size_t i = 0; i < vectors_.size(); ++i) {
      const uint16_t definition = vector_definition_[i];
      for (const CardFeature& f : features_[definition]) {
        Vector(g.features[f.index].data()) += f.value * Vector(of_vector[i].data());
        touched_features_.push_back(f.index);
      }
      if (!named_[i]) continue;
      Vector(g.names[card_of_[definition]].data()) += Vector(of_vector[i].data());
      touched_names_.push_back(card_of_[definition]);
    }
  }

  // Names and features that no card of the batch has stay as they are. Features and roles multiply each other and count once
  // for each card in sight, so they learn ten times more slowly.
  void apply_gradient(float rate) {
    constexpr float kDecay = 1e-4f, kSlow = 0.1f, kNameDecay = 1e-5f;
    PolicyWeights& g = *gradient_;
    size_t at = 0;
    adam_.begin_step();
    const auto update = [&](float* values, float* gradient, size_t size, float step, float decay) {
      adam_.step(values, gradient, at, size, step, decay);
      at += size;
    };
    const auto update_rows = [&](std::vector<CardVector>& values, std::vector<CardVector>& gradient,
                                 std::vector<uint16_t>& touched, float step, float decay) {
      std::ranges::sort(touched);
      touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
      for (uint16_t i : touched)
        adam_.step(values[i].data(), gradient[i].data(), at + i * size_t{kCardWidth}, kCardWidth, step, decay);
      touched.clear();
      at += values.size() * kCardWidth;
    };
    update_rows(w_.features, g.features, touched_features_, kSlow * rate, kDecay);
    update_rows(w_.names, g.names, touched_names_, rate, kNameDecay);
    update(w_.roles[0][0].data(), g.roles[0][0].data(), sizeof w_.roles / sizeof(float), kSlow * rate, kDecay);
    update(w_.position[0].data(), g.position[0].data(), sizeof w_.position / sizeof(float), rate, kDecay);
    update(w_.action[0].data(), g.action[0].data(), sizeof w_.action / sizeof(float), rate, kDecay);
    update(w_.second[0].data(), g.second[0].data(), sizeof w_.second / sizeof(float), rate, kDecay);
    update(w_.second_bias.data(), g.second_bias.data(), kSecond, rate, 0);
    update(w_.out.data(), g.out.data(), kSecond, rate, 0);
    update(w_.out_first.data(), g.out_first.data(), kHidden, rate, 0);
  }

  PolicyWeights& w_;
  const PolicyFitSpec& spec_;
  const Program& program_;
  std::vector<uint16_t> card_of_;
  SmallRng rng_;
  Adam adam_;
  std::unique_ptr<PolicyWeights> gradient_;
  std::vector<std::vector<CardFeature>> features_;  // of each definition
  std::vector<int> vector_of_, row_of_;             // -1: not in this batch
  std::vector<CardVector> vectors_;
  std::vector<uint16_t> vector_definition_;
  std::vector<uint8_t> named_;
  std::vector<HiddenRow> rows_, row_gradient_;
  std::vector<CardEntry> row_key_;
  std::vector<float> scores_;
  std::vector<Hidden> hidden_;
  std::vector<uint16_t> touched_features_, touched_names_;
};

}  // namespace

bool held_out(size_t card, int percent) { return SmallRng{card}.next() % 100 < static_cast<uint64_t>(percent); }

bool fit_policy(PolicyWeights& weights, std::span<const PolicySample> samples, const PolicyFitSpec& spec,
                const FitReport& report, const std::function<bool()>& stop) {
  if (!spec.go_on) Fit::draw(weights, spec.seed);
  Fit fit(weights, spec);
  std::vector<const PolicySample*> order;
  for (const PolicySample& each : samples) order.push_back(&each);
  SmallRng rng{spec.seed};
  const size_t steps = (order.size() + kBatch - 1) / kBatch * static_cast<size_t>(spec.epochs);
  size_t step = 0;
  for (int epoch = 1; epoch <= spec.epochs; ++epoch) {
    shuffle(order, rng);
    double loss = 0;
    for (size_t at = 0; at < order.size(); at += kBatch, ++step) {
      if (stop && stop()) return false;
      const double done = static_cast<double>(step) / static_cast<double>(steps);
      const double warm = std::min(1.0, static_cast<double>(step) / kWarmUp);
      const double rate = spec.rate * warm * (0.05 + 0.95 * (1 + std::cos(std::numbers::pi * done)) / 2);
      loss += fit.step(std::span(order).subspan(at, std::min(kBatch, order.size() - at)), static_cast<float>(rate));
    }
    report(epoch, loss / static_cast<double>(order.size()), weights);
  }
  return true;
}

namespace {

void lay_out(const PolicySample& sample, DecisionFeatures& features) {
  features.actions = static_cast<int>(sample.values.size());
  std::ranges::copy(sample.cards, features.cards.begin());
  std::ranges::copy(sample.numbers, features.numbers.begin());
  std::ranges::copy(sample.first_card, features.first_card.begin());
  std::ranges::copy(sample.first_number, features.first_number.begin());
}

void count(PolicyQuality& quality, const PolicySample& sample, std::span<const float> scores) {
  const float mean = mean_value(sample);
  float best = 0, mean_score = 0, tried = 0;
  size_t chosen = scores.size();
  for (size_t i = 0; i < sample.values.size(); ++i) {
    if (sample.values[i] < 0) continue;
    best = std::max(best, sample.values[i]);
    mean_score += scores[i];
    ++tried;
    if (chosen == scores.size() || scores[i] > scores[chosen]) chosen = i;
  }
  for (size_t i = 0; i < sample.values.size(); ++i) {
    if (sample.values[i] < 0) continue;
    const float value = sample.values[i] - mean, score = scale_of(mean) * (scores[i] - mean_score / tried);
    quality.variance += value * value / tried;
    quality.error += (value - score) * (value - score) / tried;
  }
  ++quality.decisions;
  quality.policy += best - sample.values[chosen];
  quality.thumb += best - sample.values[sample.thumb];
  quality.random += best - mean;
}

bool concerns(const PolicySample& sample, const std::function<bool(uint16_t)>& only) {
  const auto fits = [&](const CardEntry& each) { return each.role >= CardRole::Asking && only(each.definition); };
  return std::ranges::any_of(sample.cards, fits);
}

}  // namespace

PolicyQualities policy_quality(const PolicyWeights& weights, std::span<const PolicySample> samples,
                               const std::function<bool(uint16_t)>& only) {
  const PolicyNet net(weights);
  const Program& program = card_program();
  const auto features = std::make_unique<DecisionFeatures>();
  std::vector<float> scores(kMaxActions);
  PolicyQualities qualities{};
  for (const PolicySample& sample : samples) {
    if (sample.values[sample.thumb] < 0 || (only && !concerns(sample, only))) continue;
    lay_out(sample, *features);
    net.score(program, *features, scores);
    const std::span<const float> of_sample = std::span(scores).first(sample.values.size());
    count(qualities[static_cast<size_t>(sample.kind)], sample, of_sample);
    count(qualities.back(), sample, of_sample);
  }
  for (PolicyQuality& each : qualities) {
    const double n = std::max<double>(1, static_cast<double>(each.decisions));
    for (double* sum : {&each.policy, &each.thumb, &each.random, &each.variance, &each.error}) *sum /= n;
  }
  return qualities;
}

}  // namespace archon
