// Random play, set by set: no bound and no invariant may break, however senseless play and decks are.
#include <catch2/catch.hpp>

#include "engine/check/invariants.h"
#include "sim/play/match.h"
#include "sim/watch/coverage_decks.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

constexpr int kDecks = 16;
constexpr long kDecisions = 20'000;  // a set
constexpr int kLongest = 2'000;      // decisions of a game

// What broke first in a game, else nothing.
std::string play(const Matchup& m, uint64_t seed, long& decisions) {
  State s;
  std::string broken;
  test::play_random(
      m, s, seed,
      [&](const State& state, Action) {
        if (broken.empty()) broken = check_invariants(m, state);
        ++decisions;
      },
      kLongest);
  if (broken.empty()) broken = check_invariants(m, s);
  if (broken.empty() && s.result == Result::Overflow) broken = "the bound of " + std::string(bound_name(s.overflow));
  return broken;
}

}  // namespace

TEST_CASE("random play with generated decks of a set breaks no bound and no invariant") {
  for (const Expansion& set : card_sets()) {
    const std::vector<Deck> decks = coverage_decks(set.code, kDecks, 1);
    REQUIRE(decks.size() == kDecks);
    long decisions = 0;
    for (uint64_t game = 0; decisions < kDecisions; ++game) {
      const size_t a = game % kDecks, b = (game + 1) % kDecks;
      INFO(decks[a].name << " against " << decks[b].name << ", seed " << game);  // a checked build ends at once
      const MatchupResult made = make_matchup(decks[a], decks[b]);
      REQUIRE(made.matchup);
      CHECK(play(*made.matchup, game, decisions) == "");
    }
  }
}
