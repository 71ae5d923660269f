// Fitting the evaluation: known weights are found again, and qualities agree with closed forms.
#include "sim/train/train.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/engine/games.h"

using namespace archon;

namespace {

// Samples of a model with a few weights; the other features are noise.
Model true_model() {
  Model model;
  model.weights[0] = 0.4f;
  model.weights[1] = 1.5f;
  model.weights[5] = -0.8f;
  model.weights[kFeatures - 1] = 0.3f;
  return model;
}
constexpr float kAdvantageWeight = 0.7f;

std::vector<Sample> synthetic(int count, uint64_t seed) {
  SmallRng rng{seed};
  const Model model = true_model();
  std::vector<Sample> samples(static_cast<size_t>(count));
  for (Sample& sample : samples) {
    sample.features[0] = 1;
    for (size_t f = 1; f < kFeatures; ++f) sample.features[f] = static_cast<float>(2 * rng.uniform() - 1);
    sample.advantage = static_cast<float>(2 * rng.uniform() - 1);
    sample.features[1] += sample.advantage;  // good decks have more of it
    double sum = kAdvantageWeight * sample.advantage;
    for (size_t f = 0; f < kFeatures; ++f) sum += model.weights[f] * sample.features[f];
    sample.won = rng.uniform() < 1 / (1 + std::exp(-sum));
  }
  return samples;
}

Sample forecast(double probability, bool won) {
  Sample sample;
  sample.features[0] = static_cast<float>(std::log(probability / (1 - probability)));
  sample.won = won;
  return sample;
}

Model first_feature_only() {
  Model model;
  model.weights[0] = 1;
  return model;
}

}  // namespace

TEST_CASE("training recovers known weights, whatever the decks are worth") {
  const std::vector<Sample> samples = synthetic(20000, 1);
  const ModelFit fit = fit_model(samples, 1);
  REQUIRE(fit.converged);
  const Model truth = true_model();
  int outside = 0;
  for (size_t f = 0; f < kFeatures; ++f) {
    CHECK(fit.errors[f] > 0.005);
    CHECK(fit.errors[f] < 0.05);
    outside += std::abs(fit.model.weights[f] - truth.weights[f]) > 2 * fit.errors[f];
    CHECK(std::abs(fit.model.weights[f] - truth.weights[f]) < 5 * fit.errors[f]);
  }
  CHECK(outside <= 6);  // of 41; 2 are expected
}

TEST_CASE("a strong ridge leaves the intercept alone") {
  const ModelFit fit = fit_model(synthetic(5000, 2), 1e9);
  REQUIRE(fit.converged);
  for (size_t f = 1; f < kFeatures; ++f) CHECK(std::abs(fit.model.weights[f]) < 1e-3);
  CHECK(fit.model.weights[0] > 0.1f);
}

TEST_CASE("separated outcomes end with finite weights") {
  std::vector<Sample> samples(100);
  for (size_t i = 0; i < samples.size(); ++i) {
    samples[i].features[0] = 1;
    samples[i].features[1] = i % 2 ? 1.f : -1.f;
    samples[i].won = i % 2;
  }
  const ModelFit fit = fit_model(samples, 1);
  CHECK(fit.converged);
  CHECK(fit.model.weights[1] > 1);
  CHECK(fit.model.weights[1] < 10);
}

TEST_CASE("log-loss, Brier score and area under the curve of a few forecasts") {
  const std::vector<Sample> samples = {forecast(0.8, true), forecast(0.8, false), forecast(0.6, true), forecast(0.3, false)};
  const ModelQuality quality = quality_of(first_feature_only(), samples);
  CHECK(quality.samples == 4);
  CHECK(quality.log_loss == Approx(-(std::log(0.8) + std::log(0.2) + std::log(0.6) + std::log(0.7)) / 4));
  CHECK(quality.brier == Approx((0.04 + 0.64 + 0.16 + 0.09) / 4));
  CHECK(quality.auc == Approx((1 + 0.5 + 1 + 0) / 4));  // of the four pairs of a won and a lost one, ties count half
}

TEST_CASE("deciles hold a tenth of the samples each, by rising forecast") {
  std::vector<Sample> samples;
  for (int i = 0; i < 100; ++i) samples.push_back(forecast((i + 0.5) / 100, i % 10 < i / 10));
  const ModelQuality quality = quality_of(first_feature_only(), samples);
  for (size_t d = 0; d < 10; ++d) {
    CHECK(quality.deciles[d].samples == 10);
    CHECK(quality.deciles[d].predicted == Approx(0.05 + 0.1 * static_cast<double>(d)).margin(1e-4));
    CHECK(quality.deciles[d].won == Approx(0.1 * static_cast<double>(d)));
  }
}

TEST_CASE("nothing is known without samples") {
  const ModelQuality quality = quality_of(true_model(), {});
  CHECK(quality.log_loss == Approx(std::log(2)));
  CHECK(quality.brier == 0.25);
  CHECK(quality.auc == 0.5);
}

TEST_CASE("the same samples on any number of threads, one a turn") {
  const Matchup first = archon::test::matchup_of(0, 1), second = archon::test::matchup_of(2, 3);
  const TrainSpec spec{.pairs = {&first, &second}, .agent = "greedy", .seed = 4, .games = 12};
  const TrainSamples one_thread = play_samples(spec, 1), two_threads = play_samples(spec, 2);
  CHECK(one_thread.without_winner == 0);
  const auto &one = one_thread.pairs, &two = two_threads.pairs;
  REQUIRE(one.size() == 2);
  REQUIRE(two.size() == 2);
  for (size_t pair = 0; pair < 2; ++pair) {
    REQUIRE(one[pair].size() == two[pair].size());
    CHECK(one[pair].size() > 6 * 8);
    int won = 0;
    for (size_t i = 0; i < one[pair].size(); ++i) {
      CHECK(one[pair][i].features == two[pair][i].features);
      CHECK(one[pair][i].won == two[pair][i].won);
      CHECK(one[pair][i].advantage == two[pair][i].advantage);
      won += one[pair][i].won;
    }
    CHECK(won > 0);
    CHECK(won < static_cast<int>(one[pair].size()));
  }
}
