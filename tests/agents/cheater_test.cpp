// The price of hidden cards: the same search with all cards laid open.
#include "tests/agents/cheater.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>

#include "agents/agent_registry.h"
#include "engine/core/zones.h"
#include "engine/engine.h"
#include "sim/stats/statistics.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

// A game of the cheater against the same agent without knowledge; whether the cheater won (undecided: half).
double play(const Matchup& m, const std::string& spec, int cheater, uint64_t seed) {
  test::Cheater cheat(spec);
  const auto fair = make_agent(spec).agent;
  State s;
  new_game(m, s, {.seed = seed, .first = static_cast<int>(seed & 1)});
  SmallRng rngs[2] = {{seed * 2 + 1}, {seed * 2 + 2}};
  ActionList legal;
  while (!s.over()) {
    test::fix_decks(s);
    legal_actions(m, s, legal);
    const int player = decision_player(s);
    Action action = legal[0];
    if (legal.size() > 1 && player == cheater) action = cheat.choose(m, s, legal, rngs[player]);
    if (legal.size() > 1 && player != cheater) action = fair->choose(View(m, s, player), legal, rngs[player]);
    apply(m, s, action);
  }
  return s.winner() < 0 ? 0.5 : s.winner() == cheater ? 1 : 0;
}

}  // namespace

TEST_CASE("a cheater's view hides nothing, a fair one does") {
  const Matchup m = test::matchup_of(0, 1);
  State s;
  new_game(m, s, {.seed = 3});
  test::fix_decks(s);
  const State open = test::omniscient(m, s, 1);
  int hidden_fair = 0, hidden_open = 0, hidden_other = 0;
  for (int card = 0; card < m.card_count; ++card) {
    hidden_fair += !View(m, s, 1).sees(static_cast<CardId>(card));
    hidden_open += !View(m, open, 1).sees(static_cast<CardId>(card));
    hidden_other += !View(m, open, 0).sees(static_cast<CardId>(card));
  }
  CHECK(hidden_fair > 60);
  CHECK(hidden_open == 0);
  CHECK(hidden_other > 60);
  SmallRng rng{1};
  State dealt = View(m, open, 1).deal(rng);
  for (int i = 0; i < 3; ++i) dealt.rng[i] = open.rng[i];
  CHECK(std::memcmp(&dealt, &open, sizeof dealt) == 0);
}

TEST_CASE("the cheater's advantage over the best fair agent", "[slow]") {
  constexpr int kPairs = 25;
  const std::string spec = "mcts:iterations=100";
  double sum = 0, squares = 0;
  for (int pair = 0; pair < kPairs; ++pair) {
    const auto deck = static_cast<size_t>(pair);
    const Matchup m = test::matchup_of(deck, deck + 1 + deck / test::playable_decks().size());
    double score = 0;
    for (int cheater = 0; cheater < 2; ++cheater) score += play(m, spec, cheater, static_cast<uint64_t>(pair) + 1) / 2;
    sum += score;
    squares += score * score;
  }
  const double rate = sum / kPairs, error = std::sqrt((squares / kPairs - rate * rate) / kPairs);
  std::printf("%s that sees all against %s: %.1f %% +- %.1f in %d games\n", spec.c_str(), spec.c_str(), 100 * rate, 196 * error,
              2 * kPairs);
  CHECK(rate + 3 * error > 0.5);  // knowledge does no harm
  CHECK(rate < 0.9);              // and hidden cards are not the whole game
}
