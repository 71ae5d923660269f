#pragma once
// A turn played from its beginning to its end, and what its end is worth beside that of another one.
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "engine/core/matchup.h"
#include "engine/core/state.h"
#include "sim/train/continuation.h"
#include "sim/turns/turn_cause.h"

namespace archon {

struct TurnAgent {
  std::string name;
  std::function<std::unique_ptr<Agent>()> make;  // a new object for each turn; called by several threads
};

// What a turn may offer.
enum class TurnOffer : uint8_t {
  Prophecy,  // to make a prophecy active
  Scrap,     // to discard a card with a "Scrap:" ability
  Archives,  // to take the archives in hand
};
inline constexpr size_t kTurnOffers = 3;
std::string_view offer_name(TurnOffer offer);  // "make a prophecy active"

struct WholeTurn {
  std::vector<Action> actions{};  // of both players
  std::vector<TurnStep> steps{};  // of the player whose turn it is
  State end{};                    // waits for the decision to end the turn, where `ends`; else the turn is over
  bool ends = false;
  bool unfinished = false;                        // it exceeded a bound: nobody won, or the next turn did not begin
  std::array<bool, kTurnOffers> could{}, took{};  // by TurnOffer
  int64_t fallbacks = 0;                          // Agent::fallbacks of the player
  std::string problem{};                          // an agent gave no legal answer: nothing else is true
};

// `start` waits for the choice of the house. `agent` decides for the player whose turn it is, `other` for the opponent, both
// with random numbers by `luck`, which are the same whoever plays. Chance is that of `start`. Up to the choice of a house in a
// later turn, or 1,000 decisions.
WholeTurn play_whole_turn(const Matchup& m, const State& start, const TurnAgent& agent, const TurnAgent& other, uint64_t luck);

// The turn in words: what its player decided where there was a choice, but for ending it. "house dis, play Fear ...".
std::string turn_text(const Matchup& m, const State& start, const WholeTurn& turn);

// How ends of a turn are valued.
struct TurnJudge {
  const Continuation* continuation = nullptr;
  int deals = 24;  // of the hidden cards, at least 2
  int turns = 4;   // played on after the own one and judged at the end of each, at least 1; -1: to the end of the game, who won
};

// How much less often the player wins with the first turn than with the second, as a fraction of games, and its standard error
// over the deals.
struct TurnLoss {
  double mean = 0, error = 0;
};

// Cards that `player`, whose turn it was, can't see are dealt again before the hand is refilled: what is drawn at the end of
// the turn, too, is another in each deal. Deals of both ends are as alike as what is hidden, and have the same luck.
TurnLoss turn_loss(const Matchup& m, const WholeTurn& a, const WholeTurn& b, int player, const TurnJudge& judge, uint64_t seed);

}  // namespace archon
