#pragma once
// One game between two agents.
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "engine/core/fnv.h"
#include "engine/engine.h"
#include "engine/query/standing.h"
#include "sim/play/card_uses.h"

namespace archon {

std::string_view forfeit_word(Forfeit forfeit);  // "illegal"

struct GameRecord {
  int8_t winner = -1;  // 0 or 1; -1: undecided, or a fault
  uint8_t first = 0;   // player who went first
  Result result = Result::Playing;
  uint8_t bound = 0;  // of a fault: the Bound that was exceeded, or kNoLegalAction
  uint16_t turns = 0, decisions = 0;
  std::array<uint16_t, 2> fallbacks{};  // Agent::fallbacks of each player
  Forfeit forfeit = Forfeit::None;      // the game ended because the loser's agent gave no legal answer
  std::optional<Lead> time{};           // the game ended because time was called: what separated the players

  bool fault() const { return result == Result::Overflow; }
  bool undecided() const { return result == Result::DecisionCap || result == Result::Tied; }
  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

inline constexpr uint8_t kNoLegalAction = 255;  // the engine asked and allowed no answer
inline constexpr uint8_t kBroken = 254;         // a GameCheck found what must never be
std::string_view bound_name(uint8_t bound);     // "waiting"

// Order-dependent hash of everything that was chosen.
using Fingerprint = Fnv64;

// Asks an agent about the pending decision of `player`, which has at least two legal actions; one who does not know all cards
// in play is shown the State in its disguise (engine/view/disguise.h). `action` is its answer.
Forfeit ask_agent(Agent& agent, const Matchup& m, const State& s, int player, const ActionList& legal, SmallRng& rng,
                  Action& action);

// Looks on while a game is played, and sees all cards.
class Watcher {
 public:
  virtual ~Watcher() = default;
  // `state` waits for a decision, and `action` is about to answer it.
  virtual void decided(const State& state, const ActionList& legal, Action action) = 0;
  virtual void ended(const State& state) = 0;
};

// Plays a game to its end. Agent i decides for player i and draws its random numbers from a stream of its own, so the shuffles
// do not depend on the agents. An answer that is not legal, or an exception, ends the game: that agent has lost it, and
// `forfeit` says why. With a fingerprint, every action and the result go into it; `uses` counts the actions by card; `actions`
// gets them all, `watcher` is told of each. O(decisions).
GameRecord play_game(const Matchup& matchup, const std::array<Agent*, 2>& agents, const GameSetup& setup,
                     Fingerprint* fingerprint = nullptr, GameUses* uses = nullptr, std::vector<Action>* actions = nullptr,
                     Watcher* watcher = nullptr);

}  // namespace archon
