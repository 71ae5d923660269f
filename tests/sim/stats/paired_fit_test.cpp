// Paired comparisons by features: closed forms, and games drawn from known effects.
#include "sim/stats/paired_fit.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "engine/core/random.h"
#include "sim/stats/distributions.h"
#include "tests/approx.h"

using namespace archon;

namespace {

void add_games(std::vector<PairedGame>& games, uint32_t first, uint32_t second, int won, int lost) {
  games.insert(games.end(), static_cast<size_t>(won), {first, second, true});
  games.insert(games.end(), static_cast<size_t>(lost), {first, second, false});
}

// Items with effects that are known: one free column, shrunk ones, and a strength of their own that no column has. `effects`
// are those over items drawn by lot.
struct World {
  static constexpr int kItems = 600, kGames = 12, kShrunk = 40;
  static constexpr double kFree = 0.05, kFirst = -0.2;
  PairedModel model{.items = {}, .columns = 1 + kShrunk, .share = 0, .shrunk_from = 1};
  std::vector<double> effects{kFree};
  std::vector<PairedGame> games;

  World(uint64_t seed, double spread, double own) {
    SmallRng rng{stream_seed(seed, 0, Stream::Setup)};
    const auto normal = [&] { return normal_quantile(rng.uniform()); };
    for (int i = 0; i < kShrunk; ++i) effects.push_back(spread * normal());
    std::vector<double> strengths;
    for (int i = 0; i < kItems; ++i) {
      std::vector<Feature>& features = model.items.emplace_back();
      features.push_back({0, static_cast<float>(rng.below(10))});
      for (int column = 1; column <= kShrunk; ++column)
        if (const uint32_t copies = rng.below(4); copies > 1) features.push_back({column, static_cast<float>(copies - 1)});
      double& strength = strengths.emplace_back(own * normal());
      for (const Feature& each : features) strength += each.amount * effects[static_cast<size_t>(each.column)];
    }
    for (int i = 0; i < kItems * kGames / 2; ++i) {
      PairedGame game{.first = static_cast<uint32_t>(i % kItems), .second = rng.below(kItems), .first_won = false};
      if (game.first == game.second) continue;
      if (rng.below(2) == 0) std::swap(game.first, game.second);
      game.first_won = rng.uniform() < 1 / (1 + std::exp(strengths[game.second] - strengths[game.first] - kFirst));
      games.push_back(game);
    }
    // Over items drawn by lot, whose own strengths differ, an effect is smaller (Zeger, Liang and Albert, Biometrics 44, 1988).
    for (double& effect : effects) effect /= std::sqrt(1 + 0.346 * 2 * own * own);
  }

  PairedModel unshrunk() const {
    PairedModel plain = model;
    plain.shrunk_from = plain.columns;
    return plain;
  }
};

// Mean of the squared errors of the shrunk columns.
double squared_error(const World& world, const PairedFit& fit) {
  double sum = 0;
  for (size_t i = 1; i < world.effects.size(); ++i) sum += std::pow(fit.effects[i] - world.effects[i], 2);
  return sum / World::kShrunk;
}

}  // namespace

TEST_CASE("paired fit: one item against another is a proportion") {
  const PairedModel model{.items = {{{0, 1}}, {}}, .columns = 1, .share = 0, .shrunk_from = 1};
  std::vector<PairedGame> games;
  add_games(games, 0, 1, 300, 100);
  add_games(games, 1, 0, 100, 300);
  const PairedFit fit = fit_paired(model, games);
  CHECK(fit.converged);
  CHECK(fit.effects[0] == near(std::log(3), 1e-4));
  CHECK(fit.errors[0] == near(1 / std::sqrt(800 * 0.75 * 0.25), 1e-4));
  CHECK(fit.first == near(0, 1e-6));
  CHECK(fit.dispersion == 1);
  CHECK(fit.spread == 0);
}

TEST_CASE("paired fit: going first has an effect of its own, amounts count as often as they say") {
  // Two units against one: a difference of one.
  const PairedModel model{.items = {{{0, 2}}, {{0, 1}}}, .columns = 1, .share = 0, .shrunk_from = 1};
  std::vector<PairedGame> games;
  add_games(games, 0, 1, 800, 200);
  add_games(games, 1, 0, 500, 500);
  const PairedFit fit = fit_paired(model, games);
  // logit 0.8 = first + effect, logit 0.5 = first - effect
  CHECK(fit.first == near(std::log(4) / 2, 1e-3));
  CHECK(fit.effects[0] == near(std::log(4) / 2, 1e-3));
}

TEST_CASE("paired fit: effects of shares add up to 0") {
  const PairedModel model{.items = {{{0, 1}}, {{1, 1}}, {{2, 1}}}, .columns = 3, .share = 3, .shrunk_from = 3};
  std::vector<PairedGame> games;
  for (const auto& [a, b, won] : {std::tuple(0u, 1u, 500), std::tuple(1u, 2u, 750), std::tuple(0u, 2u, 750)}) {
    add_games(games, a, b, won, 1000 - won);
    add_games(games, b, a, 1000 - won, won);
  }
  const PairedFit fit = fit_paired(model, games);
  CHECK(fit.effects[0] == near(std::log(3) / 3, 1e-3));
  CHECK(fit.effects[1] == near(std::log(3) / 3, 1e-3));
  CHECK(fit.effects[2] == near(-2 * std::log(3) / 3, 1e-3));
}

TEST_CASE("paired fit: outcomes that a column separates stay finite") {
  const PairedModel model{.items = {{{0, 1}}, {}}, .columns = 1, .share = 0, .shrunk_from = 1};
  std::vector<PairedGame> games;
  add_games(games, 0, 1, 20, 0);
  add_games(games, 1, 0, 0, 20);
  const PairedFit fit = fit_paired(model, games);
  CHECK(fit.effects[0] > 3);
  CHECK(fit.effects[0] < 20);
}

TEST_CASE("paired fit: known effects are found, with intervals that cover them, also when items differ beyond their features",
          "[slow]") {
  constexpr int kWorlds = 60;
  constexpr double kSpread = 0.06;
  for (const double own : {0.0, 0.35}) {
    int covered = 0, free_covered = 0;
    double shrunk_error = 0, plain_error = 0, spread = 0, dispersion = 0;
    for (int i = 0; i < kWorlds; ++i) {
      const World world(static_cast<uint64_t>(i), kSpread, own);
      const PairedFit fit = fit_paired(world.model, world.games);
      REQUIRE(fit.converged);
      for (size_t column = 0; column < world.effects.size(); ++column) {
        const bool within = std::abs(fit.effects[column] - world.effects[column]) < 1.96 * fit.errors[column];
        (column == 0 ? free_covered : covered) += within ? 1 : 0;
      }
      shrunk_error += squared_error(world, fit) / kWorlds;
      plain_error += squared_error(world, fit_paired(world.unshrunk(), world.games)) / kWorlds;
      spread += fit.spread / kWorlds;
      dispersion += fit.dispersion / kWorlds;
    }
    INFO("own strength " << own);
    CHECK(covered / (kWorlds * 1.0 * World::kShrunk) == near(0.95, 0.015));
    CHECK(free_covered >= 52);  // of 60; binomial with 0.95: below in one of 200 cases
    CHECK(shrunk_error < 0.85 * plain_error);
    CHECK(spread == near(kSpread, 0.005));
    // Of the sum of an item's n residuals n v + (n v own)^2 against n v, v = p (1 - p), about 0.2; n is 12.
    if (own > 0) CHECK(dispersion == near(1 + 12 * 0.2 * own * own, 0.06));
    if (own == 0) CHECK(dispersion < 1.1);
  }
}

TEST_CASE("paired fit: effects that are not there are shrunk to nothing", "[slow]") {
  double spread = 0;
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    const World world(seed, 0, 0);
    spread += fit_paired(world.model, world.games).spread / 10;
  }
  CHECK(spread < 0.03);
}
