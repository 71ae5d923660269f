#pragma once
// All that a player can do in a turn, tried out: which decisions reach a goal whatever luck and the opponent do.
#include <cstdint>
#include <string>
#include <vector>

#include "sim/puzzles/turn_goal.h"

namespace archon {

// What a player decides, as a number that is the same in whatever order it is done. 0 for what is no deed: declining (done, no,
// the end of the turn), the order of abilities that trigger together, and where in a battleline a creature is put. Copies of a
// card out of play that are equal in all (printed on them, icons, houses) are one.
using Deed = uint64_t;
Deed deed_of(const Matchup& m, const State& s, Action action);

// Deeds in rising order, equal ones as often as they are done. `Ways` are such sets of which none contains another.
using Deeds = std::vector<Deed>;
using Ways = std::vector<Deeds>;
// Adds a set unless one contains it; removes those that contain it.
void add_way(Ways& ways, Deeds deeds);

struct TurnSolution {
  enum class Status : uint8_t { None, One, Several, TooLarge };
  Status status = Status::None;
  Deeds deeds{};               // of One: what has to be done
  std::vector<Action> line{};  // of One: it in an order that works, with the answers of the opponent as they come first, and
                               // luck as the position's generators give it; until the goal is reached
  int64_t positions = 0;       // different ones that were looked at
};

inline constexpr size_t kMostWays = 64;  // of a position within the turn; more of them are TooLarge

// Whether one set of deeds reaches the goal. Every sequence of legal actions is tried; the set must do for all answers of the
// opponent and all outcomes of chance, but for the cards that refill the hand, which come as the generators give them. What the
// player does in other branches of chance is part of the set. A set that contains another is none of its own: what it does
// besides is not needed.
//
// Exact: positions are merged when they agree in all fields (but random numbers and the count of decisions). TooLarge after
// `limit` different positions, or twelve times as many actions. The cards of `s` are all taken as known.
TurnSolution solve_turn(const Matchup& m, const State& s, const TurnGoal& goal, int64_t limit);

}  // namespace archon
