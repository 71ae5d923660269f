// What pairs have in common beside the strengths of their items.
#include "sim/stats/cyclic_effects.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

using namespace archon;

namespace {

using CyclicObservation = CyclicEffects::Observation;

struct Seen {
  Eigen::MatrixXd truth;  // b
  std::vector<CyclicObservation> observations;
};

// Components of these sizes, and of what else there is of a pair `scatter`; noise of 0.2 to 0.6.
Seen made(int items, const std::vector<double>& sizes, double scatter, uint64_t seed) {
  std::mt19937_64 chance(seed);
  std::normal_distribution<double> normal;
  Seen seen{.truth = Eigen::MatrixXd::Zero(items, items), .observations = {}};
  for (const double size : sizes) {
    Eigen::VectorXd x(items), y(items);
    for (int i = 0; i < items; ++i) x(i) = std::sqrt(size) * normal(chance), y(i) = std::sqrt(size) * normal(chance);
    seen.truth += x * y.transpose() - y * x.transpose();
  }
  for (int i = 0; i < items; ++i)
    for (int j = i + 1; j < items; ++j) {
      const double noise = 0.2 + 0.4 * std::uniform_real_distribution<double>()(chance);
      seen.observations.push_back({i, j, seen.truth(i, j) + scatter * normal(chance) + noise * normal(chance), noise * noise});
    }
  return seen;
}

struct Found {
  double explained;  // the share of the squares of b
  double error;      // of standard errors, root mean square
};

Found compare(const Seen& seen, const CyclicEffects& effects) {
  double left = 0, all = 0, errors = 0;
  for (const CyclicObservation& each : seen.observations) {
    const auto [mean, variance] = effects.of(each.i, each.j);
    const double truth = seen.truth(each.i, each.j), off = truth - mean;
    left += off * off, all += truth * truth, errors += off * off / variance;
  }
  return {1 - left / all, std::sqrt(errors / static_cast<double>(seen.observations.size()))};
}

}  // namespace

TEST_CASE("cyclic effects: components are found, and how sure they are", "[slow]") {
  for (const std::vector<double>& sizes : {std::vector{0.3}, std::vector{0.5, 0.2}}) {
    const Seen seen = made(60, sizes, 0.2, 1);
    const CyclicEffects effects(60, seen.observations, 0.5);
    CHECK(effects.components() == sizes.size());
    const auto [explained, error] = compare(seen, effects);
    CHECK(explained > 0.85);
    CHECK(error > 0.8);
    CHECK(error < 1.25);
    CHECK(effects.of(3, 7).mean == Approx(-effects.of(7, 3).mean));
    CHECK(effects.of(3, 7).variance == Approx(effects.of(7, 3).variance));
  }
}

TEST_CASE("cyclic effects: where pairs have nothing in common there are none", "[slow]") {
  for (const uint64_t seed : {1u, 2u, 3u, 4u, 5u})
    for (const int items : {3, 8, 30, 80}) {
      const CyclicEffects effects(items, made(items, {}, 0.3, seed).observations, 0.3);
      CAPTURE(seed, items);
      CHECK(effects.components() == 0);
      CHECK(effects.of(0, 2).mean == 0);
      CHECK(effects.of(0, 2).variance == 0);
    }
  CHECK(CyclicEffects().components() == 0);
  CHECK(CyclicEffects(2, std::vector<CyclicObservation>{{0, 1, 0.3, 0.1}}, 0.3).components() == 0);
  CHECK(CyclicEffects(30, {}, 0.3).components() == 0);
}

TEST_CASE("cyclic effects: without an observation they are as if it had not been made") {
  const Seen seen = made(25, {0.5}, 0.2, 3);
  const CyclicEffects all(25, seen.observations, 0.4);
  REQUIRE(all.components() == 1);
  double squares = 0, before = 0;
  for (const size_t left_out : {5u, 50u, 100u, 150u, 200u, 250u}) {
    std::vector<CyclicObservation> others = seen.observations;
    const CyclicObservation& one = seen.observations[left_out];
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(left_out));
    const CyclicEffects rest(25, others, 0.4);
    REQUIRE(rest.components() == 1);
    const auto expected = rest.of(one.i, one.j), found = all.without(one), with = all.of(one.i, one.j);
    CHECK(found.variance == Approx(expected.variance).epsilon(0.25));
    CHECK(found.variance > with.variance);
    squares += std::pow(found.mean - expected.mean, 2), before += std::pow(with.mean - expected.mean, 2);
  }
  CHECK(squares < 0.15 * before);
}

TEST_CASE("cyclic effects: pairs that were not seen are told by those that were") {
  const Seen seen = made(60, {0.5}, 0.1, 4);
  std::vector<CyclicObservation> some;
  double left = 0, all = 0;
  for (size_t i = 0; i < seen.observations.size(); ++i)
    if (i % 3) some.push_back(seen.observations[i]);
  const CyclicEffects effects(60, some, 0.4);
  for (size_t i = 0; i < seen.observations.size(); i += 3) {
    const CyclicObservation& each = seen.observations[i];
    const double truth = seen.truth(each.i, each.j);
    left += std::pow(truth - effects.of(each.i, each.j).mean, 2), all += truth * truth;
  }
  CHECK(left < 0.2 * all);
}
