#pragma once
// The search for the chains that make two decks even (sim/chains/chains.h), for a program without files and threads: which
// games to play next, and what those played say. The games themselves are those of game_player.h with "chains".
//
// Both requests: {"decks": [TEXT, TEXT], "agent": "fast", "seed": "1", "games": 2000, "levels": [[ON_A, ON_B, GAMES, WINS_A,
// WINS_B, GAMES, WINS_A, WINS_B], ...]}: the chains of a level, its games in which a goes first, and those in which b does;
// all steps so far, each added up whole. `games` is the most that are played, from 2. With "far": true the search is that of
// `archon bid`, which plays far from even, too; else that of `archon chains`.
#include <string>

#include "sim/web/play_request.h"

namespace archon {

// Of {"do": "chains"}: {"next": [[ON_A, ON_B, FIRST, GAMES], ...]}, the games of the next step; none when the search is over:
// the interval is at most one chain wide, or the games are played.
std::string answer_chains(PlayRequest request);

// Of {"do": "even"}, after a step or more, what those commands say of one agent; chains are on a, less than 0 on b:
//   {"even": [chains, low, high], "beyond": false, "any": [chains, low, high] or null,
//    "rates": [[chains, win rate, low, high], ...], "bid": {"deck": 0, "closing": 5, "sure": 0.8} or null}
// even: where a wins half of the games, by this agent; beyond: not within 24 chains; any: for the decks, whoever plays well,
// null when this agent does not, or beyond; rates: how often a wins near there; bid, with "far": for the first choice of the
// two, which is that deck without chains, bids from 0 end there (rulebook 18.4, CHAIN BIDDING).
std::string answer_even(PlayRequest request);

}  // namespace archon
