// Values of parts that hang together, from games drawn with known ones.
#include "sim/ratings/hierarchical_fit.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "engine/core/random.h"
#include "tests/approx.h"

using namespace archon;

namespace {

double normal(SmallRng& rng) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += rng.uniform();
  return sum;
}

constexpr size_t kParts = 80, kKinds = 4;
constexpr double kKindSpread = 0.3, kPartSpread = 0.1, kOwn = 0.25, kFirst = 0.2;

struct World {
  HierarchicalModel model;
  std::vector<PairedGame> games;
  std::vector<double> values;  // of the parts
};

// Items of 20 parts each. A part is worth what its kind is, and something of its own.
World draw_world(uint64_t seed, size_t items, size_t games) {
  World world;
  SmallRng rng{seed};
  std::vector<double> kinds;
  for (size_t kind = 0; kind < kKinds; ++kind) kinds.push_back(kKindSpread * normal(rng));
  world.model.groups.assign(kKinds + kParts, 1);
  std::fill_n(world.model.groups.begin(), kKinds, 0);
  world.model.spreads = {0.2, 0.2};
  world.model.fixed = {false, false};
  for (size_t part = 0; part < kParts; ++part) {
    world.model.parts.push_back({{static_cast<int32_t>(part % kKinds), 1}, {static_cast<int32_t>(kKinds + part), 1}});
    world.values.push_back(kinds[part % kKinds] + kPartSpread * normal(rng));
  }
  std::vector<double> strengths;
  for (size_t item = 0; item < items; ++item) {
    std::vector<float> amounts(kParts);
    for (int i = 0; i < 20; ++i) amounts[rng.below(kParts)] += 1;
    double strength = kOwn * normal(rng);
    std::vector<Feature>& features = world.model.items.emplace_back();
    for (size_t part = 0; part < kParts; ++part) {
      if (amounts[part] == 0) continue;
      features.push_back({static_cast<int32_t>(part), amounts[part]});
      strength += amounts[part] * world.values[part];
    }
    strengths.push_back(strength);
  }
  for (size_t game = 0; game < games; ++game) {
    const auto a = rng.below(static_cast<uint32_t>(items)), b = rng.below(static_cast<uint32_t>(items));
    const double sum = strengths[a] - strengths[b] + kFirst;
    if (a != b) world.games.push_back({a, b, rng.uniform() < 1 / (1 + std::exp(-sum))});
  }
  return world;
}

// All items have equally many parts, so that only what parts differ by can be known.
std::vector<double> centered(std::vector<double> values) {
  double mean = 0;
  for (const double each : values) mean += each / static_cast<double>(values.size());
  for (double& each : values) each -= mean;
  return values;
}

}  // namespace

TEST_CASE("hierarchical fit: values, spreads and intervals of a known world", "[slow]") {
  int covered = 0, all = 0;
  double part_spread = 0, own_spread = 0;
  constexpr int kWorlds = 10;
  for (uint64_t seed = 1; seed <= kWorlds; ++seed) {
    const World world = draw_world(seed, 2000, 16'000);
    const HierarchicalFit fit = fit_hierarchy(world.model, world.games, {.steps = 15, .samples = 8});
    CHECK(fit.change < 0.1);
    CHECK(fit.first == near(kFirst, 0.1));
    part_spread += fit.spreads[1] / kWorlds;
    own_spread += fit.own_spread / kWorlds;
    const std::vector<double> truth = centered(world.values), found = centered(fit.values);
    std::vector<double> variances(kParts);
    REQUIRE(fit.samples.size() == 64);
    for (const std::vector<double>& sample : fit.samples) {
      const std::vector<double> off = centered(sample);
      for (size_t part = 0; part < kParts; ++part) variances[part] += off[part] * off[part] / 64;
    }
    double left = 0, total = 0;
    for (size_t part = 0; part < kParts; ++part) {
      covered += std::abs(found[part] - truth[part]) <= 1.96 * std::sqrt(variances[part]) ? 1 : 0;
      ++all;
      left += (found[part] - truth[part]) * (found[part] - truth[part]);
      total += truth[part] * truth[part];
    }
    CHECK(left < 0.15 * total);
  }
  CHECK(static_cast<double>(covered) / all == near(0.95, 0.03));
  CHECK(part_spread == near(kPartSpread, 0.02));
  CHECK(own_spread == near(kOwn, 0.08));
}

TEST_CASE("hierarchical fit: what is not seen is worth what its kind is, and the fit is the same on any number of threads") {
  World world = draw_world(5, 600, 6000);
  world.model.parts.push_back({{0, 1}});  // of the first kind, without anything of its own, in no item
  const HierarchicalFit one = fit_hierarchy(world.model, world.games, {.steps = 8, .samples = 1, .threads = 1});
  const HierarchicalFit two = fit_hierarchy(world.model, world.games, {.steps = 8, .samples = 1, .threads = 2});
  CHECK(one.values == two.values);
  CHECK(one.samples == two.samples);
  double mean = 0;
  for (size_t part = 0; part < kParts; part += kKinds) mean += one.values[part] / (kParts / kKinds);
  CHECK(one.values.back() == near(mean, 0.03));
  CHECK(std::ssize(one.own) == 600);
}

TEST_CASE("hierarchical fit: what was known of a part counts as much as its error says, also for parts of its kind") {
  World world = draw_world(3, 40, 0);
  world.model.spreads = {kKindSpread, kPartSpread};
  world.model.fixed = {true, true};
  world.model.known = {{.part = 0, .value = 0.5, .error = 0.01}, {.part = 1, .value = 0.5, .error = 10}};
  const HierarchicalFit fit = fit_hierarchy(world.model, {}, {.steps = 3, .samples = 25, .threads = 1});
  const double variance = kKindSpread * kKindSpread + kPartSpread * kPartSpread;
  CHECK(fit.values[0] == near(0.5 * variance / (variance + 0.0001), 1e-4));
  CHECK(fit.values[kKinds] == near(0.5 * kKindSpread * kKindSpread / (variance + 0.0001), 1e-4));  // of the kind of part 0
  CHECK(std::abs(fit.values[1]) < 0.01);
  double squares = 0;
  for (const std::vector<double>& sample : fit.samples) squares += sample[0] * sample[0];
  CHECK(std::sqrt(squares / static_cast<double>(fit.samples.size())) == near(0.01, 0.002));
}
