// Win rates of decks when somebody else plays them.
#include "sim/stats/pilot_shift.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "sim/stats/distributions.h"

using namespace archon;

namespace {

// Decks of normal strength, each pair with so many games by a second agent for whom decks are better by `shift`.
struct Pilots {
  std::vector<double> strength, shift, errors;
  std::vector<PilotPair> pairs;

  double against_opponents(size_t deck) const {
    double others = 0;
    for (size_t i = 0; i < shift.size(); ++i) others += i == deck ? 0 : shift[i];
    return shift[deck] - others / static_cast<double>(shift.size() - 1);
  }
};

Pilots play_pilots(int decks, int64_t games, double spread, double stretch, std::mt19937_64& chance, double error = 0) {
  std::normal_distribution<double> normal;
  Pilots out;
  std::vector<double> rating;
  for (int i = 0; i < decks; ++i) {
    out.strength.push_back(0.5 * normal(chance));
    rating.push_back(out.strength.back() + error * normal(chance));
    out.shift.push_back(spread * normal(chance));
    out.errors.push_back(error);
  }
  for (int a = 0; a < decks; ++a)
    for (int b = a + 1; b < decks; ++b) {
      const auto at = [&](const std::vector<double>& of) { return of[static_cast<size_t>(a)] - of[static_cast<size_t>(b)]; };
      std::binomial_distribution<int64_t> wins(games, logistic(stretch * at(out.strength) + at(out.shift)));
      out.pairs.push_back({.a = a, .b = b, .expected = at(rating), .wins = wins(chance), .games = games});
    }
  return out;
}

// How many of the 95 % intervals hold the truth, in percent, over some runs.
double coverage(int decks, int64_t games, double spread, double error = 0) {
  std::mt19937_64 chance(7);
  int held = 0, all = 0;
  for (int run = 0; run < 40; ++run) {
    const Pilots pilots = play_pilots(decks, games, spread, 1.1, chance, error);
    const PilotShifts found = pilot_shifts(pilots.errors, pilots.pairs);
    for (size_t i = 0; i < pilots.shift.size(); ++i, ++all)
      held += std::abs(found.decks[i]->logit - pilots.against_opponents(i)) < normal_quantile(0.975) * found.decks[i]->error;
  }
  return 100.0 * held / all;
}

}  // namespace

TEST_CASE("pilot shift: the interval for whoever plays well holds that of the agent, and no games make it narrow") {
  const Interval narrow = any_pilot_interval(0.5, {0.5, 0.5});
  CHECK(narrow.high - 0.5 == Approx(1.96 * 0.046).epsilon(0.03));
  CHECK(0.5 - narrow.low == Approx(narrow.high - 0.5));
  const Interval wide = any_pilot_interval(0.9, {0.8, 0.95});
  CHECK(wide.low < 0.8);
  CHECK(wide.high > 0.95);
  CHECK(wide.high < 1);
  CHECK(any_pilot_interval(0.9, {0.8, 0.95}, 0).low == Approx(0.8));
  CHECK(any_pilot_interval(0.999, {0.99, 1}).high <= 1);
}

TEST_CASE("pilot shift: many games find stretch, spread and the shift of each deck") {
  std::mt19937_64 chance(3);
  const Pilots pilots = play_pilots(30, 2000, 0.3, 1.2, chance);
  const PilotShifts found = pilot_shifts(pilots.errors, pilots.pairs);
  CHECK(found.stretch == Approx(1.2).margin(0.2));  // shifts make it uncertain by 0.3 / (0.5 sqrt(30)), however many games
  CHECK(found.stretch_interval.low < 1.2);
  CHECK(found.stretch_interval.high > 1.2);
  CHECK(found.spread == Approx(0.3).margin(0.08));
  for (size_t i = 0; i < pilots.shift.size(); ++i) {
    INFO(i);
    CHECK(found.decks[i]->logit == Approx(pilots.against_opponents(i)).margin(0.25));
  }
}

TEST_CASE("pilot shift: two decks that only swap their shares are as sure as a binomial says") {
  // 6,000 of 10,000 where half was expected: d_a - d_b is log(6/4) +- 0.0204, hardly shrunk by a spread of some 0.2.
  const std::vector<double> errors(2);
  const std::vector<PilotPair> pairs = {{.a = 0, .b = 1, .expected = 0, .wins = 6000, .games = 10000}};
  const PilotShifts found = pilot_shifts(errors, pairs);
  CHECK(found.decks[0]->logit == Approx(std::log(1.5)).margin(0.01));
  CHECK(found.decks[1]->logit == Approx(-found.decks[0]->logit));
  CHECK(found.decks[0]->error == Approx(0.0204).margin(0.002));
  CHECK(found.decks[0]->sure());
  CHECK(found.stretch == Approx(1));
}

TEST_CASE("pilot shift: without games nothing is said of a deck, and the spread is what was measured elsewhere") {
  const std::vector<double> errors(3, 0.1);
  std::vector<PilotPair> pairs = {{.a = 0, .b = 1, .expected = 0.4}, {.a = 0, .b = 2, .expected = 0.1}};
  const PilotShifts none = pilot_shifts(errors, pairs);
  CHECK(none.spread == kPilotLogit);
  CHECK(none.stretch == Approx(1));
  for (const auto& deck : none.decks) CHECK_FALSE(deck);
  pairs[0].wins = pairs[0].games = 2;
  const PilotShifts few = pilot_shifts(errors, pairs);
  REQUIRE(few.decks[0]);
  CHECK_FALSE(few.decks[2]);
  CHECK(few.decks[0]->logit > 0);
  CHECK_FALSE(few.decks[0]->sure());
  CHECK(few.spread == Approx(std::sqrt(2) * kPilotLogit).epsilon(0.05));  // four degrees of freedom: s^2 4 / (4 - 2)
}

TEST_CASE("pilot shift: what the first agent does not know of a deck is no shift of it") {
  const std::vector<PilotPair> pairs = {{.a = 0, .b = 1, .expected = 0, .wins = 600, .games = 1000}};
  const PilotShifts known = pilot_shifts(std::vector<double>{0, 0}, pairs);
  const PilotShifts unknown = pilot_shifts(std::vector<double>{0.4, 0.4}, pairs);
  CHECK(unknown.decks[0]->logit < known.decks[0]->logit / 1.5);
  CHECK(unknown.decks[0]->error > 3 * known.decks[0]->error);
  CHECK(known.decks[0]->sure());
  CHECK_FALSE(unknown.decks[0]->sure());
}

TEST_CASE("pilot shift: 95 % intervals hold the shift, with few games and with many, known and guessed ratings") {
  // 40 runs of 20 decks: one standard error of the coverage is below one point.
  CHECK(coverage(20, 2, kPilotLogit) == Approx(95).margin(2.5));
  CHECK(coverage(20, 20, kPilotLogit) == Approx(95).margin(2.5));
  CHECK(coverage(20, 10, kPilotLogit, 0.1) == Approx(95).margin(2.5));
  CHECK(coverage(20, 20, 0.05) >= 92.5);
  CHECK(coverage(20, 2, 2 * kPilotLogit) >= 85);  // 87.9: few games leave the guess of the spread
}

TEST_CASE("pilot shift: a third agent is expected half of the way to the second") {
  const double half = logistic(logit(0.6) + 0.1);
  const AnyPilotRate rate = any_pilot_rate(0.6, {0.58, 0.62}, {.logit = 0.2, .error = 0.05}, 0.2);
  CHECK(rate.value == Approx(half));
  const double aside = std::hypot(logit(0.62) - logit(0.6), 1.959964 * std::hypot(0.025, std::sqrt(0.75) * 0.2));
  CHECK(rate.interval.high == Approx(logistic(logit(half) + aside)));
  CHECK(rate.interval.low < half);
  // A second agent of whom nothing is known adds nothing: its shift has the error of the spread.
  const AnyPilotRate unasked = any_pilot_rate(0.6, {0.58, 0.62}, {.logit = 0, .error = kPilotLogit}, kPilotLogit);
  CHECK(unasked.interval.high == Approx(any_pilot_interval(0.6, {0.58, 0.62}).high));
  CHECK(unasked.value == Approx(0.6));
}

TEST_CASE("pilot shift: third agents fall into the interval") {
  std::mt19937_64 chance(5);
  std::normal_distribution<double> own(0, kPilotLogit / std::sqrt(2));
  int held = 0;
  constexpr int kDecks = 4000;
  for (int i = 0; i < kDecks; ++i) {
    const double first = own(chance), second = own(chance), third = own(chance);
    const PilotShift seen{.logit = second - first, .error = 0};
    const AnyPilotRate rate = any_pilot_rate(logistic(first), {logistic(first), logistic(first)}, seen, kPilotLogit);
    held += rate.interval.low < logistic(third) && logistic(third) < rate.interval.high;
  }
  CHECK(100.0 * held / kDecks == Approx(95).margin(1));
}

TEST_CASE("pilot shift: the change of a win rate is in its own scale") {
  const RateChange change = rate_change(0.5, {.logit = 0.2, .error = 0.1});
  CHECK(change.value == Approx(logistic(0.2) - 0.5));
  CHECK(change.interval.low == Approx(logistic(0.2 - 0.1959964) - 0.5));
  CHECK(change.interval.high == Approx(logistic(0.2 + 0.1959964) - 0.5));
  CHECK(std::abs(rate_change(0.95, {.logit = 0.2, .error = 0.1}).value) < change.value);
}
