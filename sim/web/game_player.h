#pragma once
// Games played for a program that has no files and one thread: a request in, an answer out, both JSON.
#include <string>
#include <string_view>

namespace archon {

// Of {"decks": [TEXT, TEXT], "agents": ["fast", "standard"], "seed": "1", "first": 0, "games": 50}: games first, first + 1 ...
// of a match of the decks, of texts that are deck files (engine/deck/README.md); they are those of `archon match` with
// that seed. Seeds are texts, since numbers of JavaScript end at 53 bits; "chains": [0, 0] may be added. With "matrix": true
// the seed is that of a matrix, whose games of the two decks are played: the deck with the smaller hash is player a, whichever
// comes first.
//   {"a": {"deck": "...", "hash": "..."}, "b": {...}, "seed": "...", "batch": {...}}
// where the batch is as a ledger has it (sim/play/batch_text.h). All batches of a match added up are the match.
//
// Of {"signature": [TEXT, ...]}, each deck against the next one as `archon bench --signature` plays them:
//   {"signature": "...", "agents": "...", "program": "..."}
//
// With {"do": "plan"}, "summary", "ledger" or "rate": matrix_player.h; "chains" or "even": chain_player.h.
//
// What is wrong with a request is told in {"problems": ["...", ...]}, all at once.
std::string answer_playing(std::string_view request);

}  // namespace archon
