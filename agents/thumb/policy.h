#pragma once
// The rules of thumb that every other agent builds on: a score for each legal action, read off the state alone. The same
// question always gets the same scores; nothing is remembered between calls.
//
// The main step goes in tiers, because order matters more than size: cards from hand, then fights and actions, then reaping,
// then cards that ready creatures or end the step, then discarding what cannot be played, then the end of the turn. An action
// whose worth is negative comes after the end of the turn.
#include <optional>
#include <span>

#include "engine/view/view.h"

namespace archon {

inline constexpr int kFightPercent = 100;

// scores[i] of legal[i]: higher is better, within one decision only. Requires a score for each action. `fight_percent` is the
// weight of an enemy creature that a fight destroys. No allocation; O(legal actions x creatures in play), about a microsecond.
void thumb_scores(const View& view, const ActionList& legal, std::span<int> scores, int fight_percent = kFightPercent);

// The number of the best action, the first one of equals.
int best_index(const ActionList& legal, std::span<const int> scores);
// The best action; ties by lot.
Action best_action(const ActionList& legal, std::span<const int> scores, SmallRng& rng);
// Numbers of actions, from the best down, the first one of equals first.
void sort_by_score(std::span<int> numbers, std::span<const int> scores);

// The percentage of decisions that are better taken at random: two players who answer each other in the same way every turn may
// never finish, so it is not 0 in a long game.
inline constexpr int kLongGame = 80;  // turns; games have about 20
inline int percent_by_lot(const View& view) { return view.turn() > kLongGame ? 10 : 0; }
// With that chance any action, all equally likely; mostly nothing.
std::optional<Action> action_by_lot(int percent, const ActionList& legal, SmallRng& rng);

// How likely a sensible player takes each action, for search (PUCT): exp(-d / kPriorScale), normalised, where d is how far an
// action falls behind the best one, at most kPriorCap (tiers would make everything else impossible). Sums to 1.
inline constexpr float kPriorScale = 12;  // tenths of an aember
inline constexpr int kPriorCap = 12;      // so that the worst action has at least 1/3 of the weight of the best
void prior(std::span<const int> scores, std::span<float> probabilities);

}  // namespace archon
