#pragma once
// What a ledger of a matrix is for: which shard of which pairs was to be played until when, and how much of that it lacks.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/chains/chains.h"
#include "sim/matrix/matrix.h"
#include "sim/matrix/matrix_records.h"
#include "sim/results/ledger.h"

namespace archon {

// The search for the handicap of a cell before it has seen games; and shows it those that the cell has.
HandicapSearch empty_search(const MatrixCell& cell, const ChainGoal& goal);
void show_games(const MatrixCell& cell, HandicapSearch& search);

// In the ledger a goal is a batch without games: cell "goal 2/8" (the second of eight shards; "goal 1/1": no shard), `first`
// one more than that of every goal before, data the JSON of it. The last one of a shard counts, and of those before a goal of
// no shard none do. Ledgers of versions before have none. Of a race (sim/race) each round has goals of its own, kept by shards
// alone: cell "round PART2/8", numbered over all rounds.

// To append; nothing where the goal is the last one of its shard already. A command that differs is no other goal. Throws
// UnreadableLedger.
std::optional<LedgerBatch> goal_record(const Ledger& ledger, const LedgerGoal& goal);
std::string keep_goal(Ledger& ledger, const LedgerGoal& goal);  // appends it; "" or an error

// After Ledger::merge_from: where the two knew other goals of a shard by the same number, the one of `from` counts.
std::string keep_goals_of(const Ledger& from, Ledger& merged);

// Those of a matrix that count, by number of shards and shard. `problem`: what can't be read, else empty.
std::vector<LedgerGoal> ledger_goals(const Ledger& ledger, std::string& problem);

bool is_goal(const LedgerBatch& batch);

// What cells lack of a goal.
struct GoalLack {
  int64_t pairs = 0;     // cells that lack something
  int64_t games = 0;     // without chains; about how many where the goal is a precision
  int64_t batches = 0;   // of these games, as a run would save them
  int64_t searches = 0;  // for handicaps that have not ended
  bool time = false;     // the run was stopped before its time was over

  bool any() const { return pairs > 0 || time; }
};

// The shards of one matrix.
struct ShardStates {
  struct State {
    std::optional<size_t> goal{};  // which of the goals; none: no ledger of it was merged
    GoalLack lack{};               // of a missing one: by the first goal
  };
  std::vector<LedgerGoal> goals;  // of those that are there
  std::vector<State> shards;
  int64_t pairs = 0;  // of all shards

  const LedgerGoal& goal_of(size_t shard) const { return goals[shards[shard].goal.value_or(0)]; }
  int64_t pairs_of(size_t shard) const;
  bool complete() const;
};

// Groups goals into matrices; what they lack is empty yet.
std::vector<ShardStates> group_goals(std::vector<LedgerGoal> goals);

// The round of a race that shards were to play last, as group_goals gives it; nothing where the ledger knows of none.
// `problem`: what can't be read, else empty.
std::optional<ShardStates> last_round(const Ledger& ledger, std::string& problem);

// What each shard lacks. `whole`: all pairs of the matrix with the games of the ledger.
void find_lacks(ShardStates& states, const Matrix& whole, int threads);

// What the pairs of a matrix lack of the goals that are about them. `hashes`: of its decks.
GoalLack lack_of(const Matrix& matrix, std::span<const uint64_t> hashes, std::span<const ShardStates> of_ledger, int threads);

}  // namespace archon
