#pragma once
// Words for what happened, in the terms of rulebook 18.4: "A steals 2 aember (3)", "Troll takes 4 damage (4), armor prevents
// 1".
#include <string>
#include <vector>

#include "engine/log/recorder.h"

namespace archon {

// The clauses of a passage, without their cause; several cards that the same happens to share one. None for what goes without
// saying: that a card which is used is exhausted, steps of the turn, what a card loses that leaves play. A number in brackets
// is what there is now. For a viewer (0 or 1) the cards that this player does not know are "a card"; -1: knows all.
std::vector<std::string> clauses(const Matchup& m, const State& before, const State& after, const Passage& passage,
                                 int viewer = -1);

// "Dust Imp, Destroyed", "Dust Imp, by Soul Snatcher", "bonus icon of Urchin"; empty for what the rules do by themselves.
std::string cause_text(const Matchup& m, const State& s, const Cause& cause, int viewer = -1);

// The words for the decision say already what the rules do first: a house is chosen, a card discarded.
bool tells_itself(Action action);

}  // namespace archon
