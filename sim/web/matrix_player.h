#pragma once
// A matrix for a program without files and threads: which games to play, what they say so far, and the ledger of them. The
// games themselves are those of game_player.h ("matrix": true).
//
// All three requests name the decks, texts of deck files: {"decks": [TEXT, ...]}, each against every other; with "against":
// [TEXT, ...] a gauntlet, each of "decks" against each of these. No deck may be there twice in one list.
#include <string>

#include "sim/web/play_request.h"

namespace archon {

// Of {"do": "plan", "games": 50}: the pairs, and the batches in the order in which `archon matrix` plays and saves them.
//   {"decks": [{"deck": "...", "hash": "...", "mine": true, "field": true}, ...], "order": [2, 0, ...],
//    "pairs": [[0, 1], ...], "batches": [[PAIR, FIRST, GAMES], ...]}
// Decks are in the order that numbers their pairs; "order" has their places in the request, "decks" before "against". The first
// deck of a pair is player a. Games of a batch: first, first + 1 ...
std::string answer_plan(PlayRequest request);

// Of {"do": "summary", "wins": [[OF_A, OF_B], ...], "agent": "fast", "known": [...]}, the wins of each pair of the plan and
// what ratings say of the decks before any game, in logits and in the order of the request (rater.h; may be missing):
//   {"pairs": [[win rate of a, low, high], null, ...],
//    "decks": [[mean, low, high], ...]}
// as `archon matrix` says it (sim/matrix/matrix_posterior.h); null: nothing is known, or the deck is only in the field.
std::string answer_summary(PlayRequest request);

// Of {"do": "ledger", "files": [where each deck is from, ...], "agent": "fast", "seed": "1", "games": 50, "command": [words],
// "batches": [[PAIR, FIRST, GAMES], ...], "data": [TEXT, ...]}: {"ledger": TEXT}, as sim/results/ledger_text.h describes it.
// The data are batches of the answers of game_player.h, as JSON.
std::string answer_ledger(PlayRequest request);

// Of {"do": "rate", "wins": [[WINS, LOSSES]]}: {"rate": [win rate, low, high]} by Wilson's interval; null without games.
std::string answer_rate(PlayRequest request);

}  // namespace archon
