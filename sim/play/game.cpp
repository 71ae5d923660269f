#include "sim/play/game.h"

#include <algorithm>
#include <exception>

#include "engine/rules/turn.h"
#include "engine/view/disguise.h"

namespace archon {
namespace {

// The answer of the agent to a decision with at least two actions.
inline Forfeit ask(Agent& agent, const View& view, const ActionList& legal, SmallRng& rng, Action& action) {
#ifdef __cpp_exceptions
  try {
    action = agent.choose(view, legal, rng);
  } catch (const AgentFailure& failure) {
    return failure.cause();
  } catch (const std::exception&) {
    return Forfeit::Exception;
  }
#else  // for WebAssembly: agents of our own throw none
  action = agent.choose(view, legal, rng);
#endif
  return std::ranges::find(legal, action) == legal.end() ? Forfeit::Illegal : Forfeit::None;
}

// The same of a player who does not know all cards in play: asked about the State in its disguise.
[[gnu::noinline]] Forfeit ask_disguised(Agent& agent, const Matchup& m, const State& s, int player, SmallRng& rng,
                                        Action& action) {
  State shown = s;
  const Disguise disguise(m, shown, player);
  ActionList legal;
  legal_actions(m, shown, legal);
  const Forfeit forfeit = ask(agent, View(m, shown, player), legal, rng, action);
  action = disguise.undone(action);
  return forfeit;
}

}  // namespace

std::string_view forfeit_word(Forfeit forfeit) {
  switch (forfeit) {
    case Forfeit::None:
      return "none";
    case Forfeit::Illegal:
      return "illegal";
    case Forfeit::Exception:
      return "exception";
    case Forfeit::Late:
      return "late";
    case Forfeit::Crash:
      return "crash";
    case Forfeit::Babble:
      return "babble";
    case Forfeit::Silent:
      return "silent";
  }
  return "unknown";
}

std::string_view bound_name(uint8_t bound) {
  if (bound == kNoLegalAction) return "no legal action";
  if (bound == kBroken) return "broken invariant";
  switch (static_cast<Bound>(bound)) {
    case Bound::None:
      return "none";
    case Bound::Active:
      return "active";
    case Bound::Waiting:
      return "waiting";
    case Bound::Lasting:
      return "lasting";
    case Bound::Kept:
      return "kept";
    case Bound::Log:
      return "log";
    case Bound::Pending:
      return "pending damage";
    case Bound::Frames:
      return "frames";
    case Bound::Stack:
      return "stack";
    case Bound::Amber:
      return "amber";
    case Bound::Rounds:
      return "rounds";
    case Bound::Counters:
      return "counters";
  }
  return "unknown";
}

Forfeit ask_agent(Agent& agent, const Matchup& m, const State& s, int player, const ActionList& legal, SmallRng& rng,
                  Action& action) {
  return needs_disguise(m, s, player) ? ask_disguised(agent, m, s, player, rng, action)
                                      : ask(agent, View(m, s, player), legal, rng, action);
}

GameRecord play_game(const Matchup& matchup, const std::array<Agent*, 2>& agents, const GameSetup& setup,
                     Fingerprint* fingerprint, GameUses* uses, std::vector<Action>* actions, Watcher* watcher) {
  State state;
  new_game(matchup, state, setup);
  SmallRng rngs[2] = {{stream_seed(setup.seed, setup.game, Stream::AgentA)},
                      {stream_seed(setup.seed, setup.game, Stream::AgentB)}};
  GameRecord record;
  record.first = state.first;
  ActionList legal;
  while (!state.over()) {
    legal_actions(matchup, state, legal);
    if (legal.empty()) {
      state.result = Result::Overflow;
      state.overflow = kNoLegalAction;
      break;
    }
    const int player = decision_player(state);
    Action action = legal[0];
    Agent& agent = *agents[static_cast<size_t>(player)];
    if (legal.size() > 1) record.forfeit = ask_agent(agent, matchup, state, player, legal, rngs[player], action);
    if (record.forfeit != Forfeit::None) {
      state.result = player == 0 ? Result::Won1 : Result::Won0;
      break;
    }
    if (fingerprint) fingerprint->add(action.bits);
    if (uses) uses->add(action);
    if (actions) actions->push_back(action);
    if (watcher) watcher->decided(state, legal, action);
    apply(matchup, state, action);
  }
  if (watcher) watcher->ended(state);
  for (Agent* agent : agents) agent->ended(state.winner());
  record.winner = static_cast<int8_t>(state.winner());
  record.result = state.result;
  record.bound = state.result == Result::Overflow ? state.overflow : uint8_t{0};
  if (record.forfeit == Forfeit::None && ended_by_time(state)) record.time = standing(matchup, state).by;
  record.turns = state.turn;
  record.decisions = state.decisions;
  for (size_t player = 0; player < 2; ++player) record.fallbacks[player] = static_cast<uint16_t>(agents[player]->fallbacks());
  if (fingerprint)
    fingerprint->add(static_cast<uint64_t>(record.winner + 1) << 32 | uint64_t{record.turns} << 16 | record.decisions);
  return record;
}

}  // namespace archon
