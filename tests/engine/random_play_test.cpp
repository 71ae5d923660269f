// Random play over all decks of sim/decks: nothing may break, however senseless the play.
#include <catch2/catch.hpp>
#include <map>

#include "engine/check/invariants.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

struct Tally {
  int games = 0, undecided = 0, overflows = 0;
  long decisions = 0;
  std::map<std::string, std::string> violations;  // the violation, and where it happened first
};

void play(size_t a, size_t b, uint64_t seed, Tally& tally) {
  const Matchup m = test::matchup_of(a, b);
  State s;
  std::string trail;
  int step = 0;
  const auto check = [&](const State& state) {
    const std::string broken = check_invariants(m, state);
    if (!broken.empty())
      tally.violations.emplace(broken.substr(0, broken.find('\n')), "decks " + std::to_string(a) + " and " + std::to_string(b) +
                                                                        ", seed " + std::to_string(seed) + ", decision " +
                                                                        std::to_string(step));
  };
  test::play_random(
      m, s, seed,
      [&](const State& state, Action) {
        check(state);
        ++step;
      },
      5000);
  check(s);
  ++tally.games;
  tally.decisions += step;
  tally.overflows += s.result == Result::Overflow;
  tally.undecided += !s.over() || s.result == Result::DecisionCap;
  if (s.result == Result::Overflow)
    tally.violations.emplace("overflow of bound " + std::to_string(s.overflow),
                             "decks " + std::to_string(a) + " and " + std::to_string(b) + ", seed " + std::to_string(seed));
}

void report(const Tally& tally) {
  for (const auto& [violation, where] : tally.violations) FAIL_CHECK(violation << " (" << where << ")");
  CHECK(tally.undecided == 0);
  CHECK(tally.decisions > tally.games * 50);
}

}  // namespace

TEST_CASE("there are decks to play with") { REQUIRE(test::playable_decks().size() >= 4); }

TEST_CASE("random play keeps the invariants") {
  const size_t decks = test::playable_decks().size();
  Tally tally;
  for (size_t deck = 0; deck < decks; ++deck) play(deck, deck + 1, deck + 1, tally);
  report(tally);
}

TEST_CASE("random play keeps the invariants, every deck against every other", "[slow]") {
  const size_t decks = test::playable_decks().size();
  Tally tally;
  for (size_t a = 0; a < decks; ++a)
    for (size_t b = 0; b < decks; ++b)
      for (uint64_t seed = 1; seed <= 3; ++seed) play(a, b, seed * 1000 + a * 50 + b, tally);
  report(tally);
}
