#include "sim/puzzles/turn_goal.h"

#include <bit>

#include "engine/engine.h"
#include "engine/query/player.h"
#include "engine/rules/events.h"

namespace archon {
namespace {

struct GoalWords {
  std::string_view word, text;
};
constexpr GoalWords kWords[] = {{"win", "Win this turn"},
                                {"forge", "Forge a key this turn"},
                                {"check", "End this turn with enough aember to forge your last key in your next forge step"},
                                {"stop", "End this turn with your opponent unable to pay for the last key"}};

// Thrown out of the game loop when the turn is over: what follows is the next one.
struct TurnIsOver {};

// Stops the game loop when the next turn has begun and nothing in it has happened.
class EndOfTurn : public Listener {
 public:
  void round(const Matchup&, const State& s) override {
    if (s.step == Step::Start && s.step_phase == 1) throw TurnIsOver{};
  }
  void event(const Matchup&, const State&, const Event&) override {}
};

int keys_left(const Matchup& m, const State& s, int player) {
  return m.keys_to_win[static_cast<size_t>(player)] - std::popcount(s.players[player].keys);
}

// Aember beyond what a key costs; negative where it is less.
int to_spare(const Matchup& m, const State& s, int player) { return spendable_amber(m, s, player) - key_cost(m, s, player); }
bool can_pay(const Matchup& m, const State& s, int player) { return to_spare(m, s, player) >= 0; }

bool reached_at_end(const Matchup& m, const State& s, const TurnGoal& goal) {
  switch (goal.kind) {
    case GoalKind::Check:
      return can_pay(m, s, goal.player);
    case GoalKind::Stop:
      return !can_pay(m, s, 1 - goal.player);
    case GoalKind::Win:
    case GoalKind::Forge:
      return false;
  }
  return false;
}

bool reached(const State& s, const TurnGoal& goal) {
  if (s.winner() == goal.player) return true;
  return goal.kind == GoalKind::Forge && (s.players[goal.player].keys & ~goal.keys) != 0;
}

}  // namespace

std::string_view goal_word(GoalKind kind) { return kWords[static_cast<size_t>(kind)].word; }

std::optional<GoalKind> goal_from_word(std::string_view word) {
  for (const GoalKind kind : kGoals)
    if (goal_word(kind) == word) return kind;
  return std::nullopt;
}

std::string goal_text(GoalKind kind) { return std::string(kWords[static_cast<size_t>(kind)].text); }

std::optional<TurnGoal> goal_of(const Matchup& m, const State& s, GoalKind kind) {
  const TurnGoal goal{.kind = kind, .player = s.active, .turn = s.turn, .keys = s.players[s.active].keys};
  const bool last_key = keys_left(m, s, s.active) == 1;
  switch (kind) {
    case GoalKind::Win:
      return last_key ? std::optional(goal) : std::nullopt;
    case GoalKind::Forge:
      return !last_key ? std::optional(goal) : std::nullopt;
    case GoalKind::Check:
      return last_key && !can_pay(m, s, s.active) ? std::optional(goal) : std::nullopt;
    case GoalKind::Stop:
      return keys_left(m, s, 1 - s.active) == 1 && can_pay(m, s, 1 - s.active) ? std::optional(goal) : std::nullopt;
  }
  return std::nullopt;
}

TurnPlay::TurnPlay(const Matchup& m, const TurnGoal& goal) : m_(m), goal_(goal) {
  static EndOfTurn end;  // remembers nothing
  m_.listener = &end;
}

GoalState TurnPlay::apply(State& s, Action action) const {
  try {
    archon::apply(m_, s, action);
  } catch (const TurnIsOver&) {
    if (s.result == Result::Playing) refresh(m_, s);
    return reached(s, goal_) || reached_at_end(m_, s, goal_) ? GoalState::Reached : GoalState::Missed;
  }
  if (reached(s, goal_)) return GoalState::Reached;
  return s.over() ? GoalState::Missed : GoalState::Open;
}

int TurnPlay::missed_by(const State& s) const {
  if (goal_.kind == GoalKind::Check) return -to_spare(m_, s, goal_.player);
  if (goal_.kind == GoalKind::Stop) return to_spare(m_, s, 1 - goal_.player) + 1;
  return kFar;
}

}  // namespace archon
