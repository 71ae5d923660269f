#pragma once
// A batch of games of a match as it stands in a ledger.
#include <optional>
#include <string>

#include "sim/play/match.h"

namespace archon {

// With "fault_games", "undecided_games", "faults_by_bound", "forfeits_by_cause" (names and numbers) and "by_time" (LeadCounts)
// where there are any:
//
//   {"by_first": [[games, wins of a, wins of b, undecided, faults, forfeits of a, forfeits of b], ...],
//    "fallbacks": [of a, of b], "turns": ..., "decisions": ..., "fingerprint": "0123..."}
//
// The index of by_first is the player who went first.
std::string batch_text(const MatchResult& result);

// A text that is not such a batch of `games` games gives nothing, and neither does one of numbers that can't be: each game has
// a winner, is undecided or a fault, and a forfeit is a game that the other one won.
std::optional<MatchResult> parse_batch(const std::string& text, int64_t games);
bool possible(const Tally& tally);

}  // namespace archon
