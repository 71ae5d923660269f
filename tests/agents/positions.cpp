#include "tests/agents/positions.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "agents/learned/policy_file.h"
#include "agents/reading/model_file.h"
#include "engine/engine.h"
#include "tests/engine/allocations.h"
#include "tests/engine/games.h"

namespace archon::test {

PositionGame load(const std::string& text) {
  const LoadedPosition loaded = load_position(nlohmann::json::parse(text));
  for (const JsonProblem& problem : loaded.problems) FAIL_CHECK(problem.at << ": " << problem.message);
  REQUIRE(loaded.game);
  return *loaded.game;
}

State play_turn(const PositionGame& game, Agent& agent, uint64_t seed) {
  State s = game.state;
  SmallRng rng{seed};
  ActionList legal;
  for (const int turn = s.turn; !s.over() && s.turn == turn;) {
    legal_actions(game.matchup, s, legal);
    const int player = decision_player(s);
    Action action = legal[0];
    if (legal.size() > 1 && player == game.state.active) action = agent.choose(View(game.matchup, s, player), legal, rng);
    apply(game.matchup, s, action);
  }
  return s;
}

namespace {

// The learned policy works a card out when it is met for the first time in the process.
void meet_cards(const Matchup& m) {
  const auto features = std::make_unique<DecisionFeatures>();
  for (int i = 0; i < m.card_count; ++i)
    features->cards[static_cast<size_t>(i)] = {CardRole::HandNow, m.cards[static_cast<size_t>(i)].definition};
  features->first_card[0] = static_cast<uint16_t>(m.card_count);
  features->first_number[0] = 0;
  policy_net(kCurrentPolicy).score(*m.program, *features, {});
}

}  // namespace

void check_no_allocations(Agent& agent, int decisions) {
  known_model(kFittedModel);  // the weights are read once, at their first use
  const Matchup m = matchup_of(1, 2);
  meet_cards(m);
  State s;
  new_game(m, s, {.seed = 2});
  SmallRng rng{4};
  ActionList legal;
  long by_choose = 0;
  int taken = 0;
  while (!s.over() && taken < decisions) {
    legal_actions(m, s, legal);
    Action action = legal[0];
    if (legal.size() > 1 && decision_player(s) == 0) {
      const View view(m, s, 0);
      const long before = allocations;
      action = agent.choose(view, legal, rng);
      by_choose += allocations - before;
      ++taken;
    }
    apply(m, s, action);
  }
  CHECK(taken == decisions);
#ifdef ARCHON_CHECKED
  CHECK(by_choose >= 0);  // the check of the invariants writes text
#else
  CHECK(by_choose == 0);
#endif
}

}  // namespace archon::test
