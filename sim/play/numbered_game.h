#pragma once
// One game of a match, by its number: all that a match is, without what is counted and checked besides.
#include "sim/play/match.h"

namespace archon {

// Game `number` of the match, whose other games need not be played: agents, shuffles and who goes first follow from the spec
// and the number. What play_game gives besides a record goes to where the others point to.
GameRecord play_numbered_game(const MatchSpec& spec, int64_t number, GameUses* uses = nullptr,
                              std::vector<Action>* actions = nullptr, Watcher* watcher = nullptr);

}  // namespace archon
