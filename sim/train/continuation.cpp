#include "sim/train/continuation.h"

#include <cassert>

#include "agents/agent_registry.h"
#include "agents/learned/policy_file.h"
#include "agents/reading/evaluation.h"
#include "agents/reading/model_file.h"
#include "agents/search/turn_playout.h"
#include "sim/play/game.h"

namespace archon {
namespace {

constexpr int kMaxTurns = 100;       // two players may answer each other in the same way for ever
constexpr int kMaxDecisions = 1000;  // of one turn, likewise

}  // namespace

Continuation::Continuation(const std::string& agent) : agent_(full_spec(agent)) {
  constexpr std::string_view kLearned = "policy:weights=";
  const bool learned = agent_.starts_with(kLearned);
  fast_ = learned || agent_ == full_spec("greedy");
  if (!learned) return;
  const std::string weights = agent_.substr(kLearned.size());
  std::string problem;  // none: the spec has been read before
  policy_.net = &policy_net(weights == policy_name(kCurrentPolicy) ? kCurrentPolicy : read_policy_file(weights, problem));
}

Continuation::Players Continuation::players_with(uint64_t luck) const {
  Players players;
  if (fast_) return players;
  players.agents = {make_agent(agent_).agent, make_agent(agent_).agent};
  SmallRng rng{luck};
  players.rngs = {SmallRng{rng.next()}, SmallRng{rng.next()}};
  return players;
}

void Continuation::end_turn(const Matchup& m, State& s, uint64_t luck) const {
  Players players = players_with(luck);
  play_turn(m, s, players);
}

float Continuation::value(const Matchup& m, State& s, int player, int turns, uint64_t luck) const {
  Players players = players_with(luck);
  const View view(m, s, player);
  const Model& model = known_model(kFittedModel);
  play_turn(m, s, players);
  if (turns < 0) {
    for (int turn = 0; turn < kMaxTurns && !s.over(); ++turn) play_turn(m, s, players);
    return win_probability(model, view);
  }
  float sum = win_probability(model, view);
  for (int turn = 0; turn < turns; ++turn) {
    play_turn(m, s, players);
    sum += win_probability(model, view);
  }
  return sum / static_cast<float>(1 + turns);
}

void Continuation::play_turn(const Matchup& m, State& s, Players& players) const {
  if (fast_)
    play_out_turn(m, s, s.turn, policy_);
  else
    play_agents(m, s, players);
}

// Until a house is to be chosen in a later turn, as play_out_turn does.
void Continuation::play_agents(const Matchup& m, State& s, Players& players) {
  const int turn = s.turn;
  ActionList legal;
  for (int i = 0; i < kMaxDecisions && !s.over(); ++i) {
    if (s.turn > turn && s.choice.kind == ChoiceKind::House) return;
    legal_actions(m, s, legal);
    if (legal.empty()) return;
    Action action = legal[0];
    const auto player = static_cast<size_t>(decision_player(s));
    if (legal.size() > 1) {
      [[maybe_unused]] const Forfeit forfeit =
          ask_agent(*players.agents[player], m, s, static_cast<int>(player), legal, players.rngs[player], action);
      assert(forfeit == Forfeit::None);
    }
    apply(m, s, action);
  }
}

}  // namespace archon
