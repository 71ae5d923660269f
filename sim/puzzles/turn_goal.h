#pragma once
// What the active player of a position may be asked to reach in this turn, and turns played until it is known.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/action.h"
#include "engine/core/chance.h"
#include "engine/core/matchup.h"
#include "engine/core/state.h"

namespace archon {

enum class GoalKind : uint8_t {
  Win,    // win the game in this turn
  Forge,  // forge a key in this turn
  Check,  // end the turn with aember enough to forge the last key in the next forge step
  Stop,   // end the turn with the opponent, who had it, no longer having aember enough for the last key
};
inline constexpr GoalKind kGoals[] = {GoalKind::Win, GoalKind::Forge, GoalKind::Check, GoalKind::Stop};
std::string_view goal_word(GoalKind kind);  // "check"
std::optional<GoalKind> goal_from_word(std::string_view word);
std::string goal_text(GoalKind kind);  // "Forge a key this turn"

struct TurnGoal {
  GoalKind kind = GoalKind::Forge;
  int player = 0;    // whose turn it is
  int turn = 0;      // State::turn
  uint8_t keys = 0;  // mask of the player's keys in the position
};

// The goal for the active player of a position in which it is open; nothing where it can't be a task: it is reached already, or
// nobody is one key away from winning.
std::optional<TurnGoal> goal_of(const Matchup& m, const State& s, GoalKind kind);

enum class GoalState : uint8_t { Open, Reached, Missed };

// Plays a turn action by action, until the goal is reached or the turn is over: the next one has begun, and nothing in it has
// happened. Aember is compared with what a key costs then.
class TurnPlay {
 public:
  TurnPlay(const Matchup& m, const TurnGoal& goal);

  // Carries out a legal action of an open turn. Where the turn is over, no more may be played from `s`.
  GoalState apply(State& s, Action action) const;

  // At the end of a turn that missed the goal: how much aember was missing, or too much; kFar where that is not the question.
  static constexpr int kFar = 255;
  int missed_by(const State& s) const;

 private:
  Matchup m_;
  TurnGoal goal_;
};

}  // namespace archon
