#pragma once
// What a matrix writes into its ledger, and in which order its games are played: all that needs no ledger at hand, so that a
// page that plays a matrix writes the same (sim/web).
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/play/game_goal.h"
#include "sim/results/ledger.h"
#include "sim/results/provenance.h"
#include "sim/results/shard.h"

namespace archon {

inline constexpr std::string_view kMatrixLedger = "matrix";  // the kind of ledger

// The settings of a ledger: games by other ones do not belong into it. `agent` plays both sides.
nlohmann::json matrix_settings(const std::string& agent, const std::string& rules, uint64_t seed);

// Cells of the ledger: "HASH_A HASH_B" has the games of a cell, "HASH_A HASH_B 4" those at a signed handicap of 4 chains. The
// games of all handicaps of a cell are numbered together. Batches are those of sim/play/batch_text.h. Decks and goals are
// batches without games.
std::string ledger_cell(const MatrixCell& cell, std::optional<int> handicap = {});

// A deck is a batch without games: cell "deck HASH", data {"name", "file", "text"}.
inline constexpr std::string_view kDeckKey = "deck ";
LedgerBatch deck_record(const DeckFile& deck);

// By name, then by hash: results don't depend on the order in which decks are named.
void sort_decks(std::vector<DeckFile>& decks);

// The search for the handicap of each cell (HandicapSearch) that follows when the cells have their games.
struct ChainGoal {
  double width = 3;      // of the 95 % interval, in chains
  int64_t games = 2000;  // of a cell, besides those without chains, which count for it too

  friend bool operator==(const ChainGoal&, const ChainGoal&) = default;
};

inline constexpr int64_t kMostRaceGames = 1'000'000'000'000;  // that a goal of one of its rounds may ask for

// Which of the rounds of a race (sim/race) a matrix is, from 1; 0: it is no part of a race.
struct RaceRound {
  int number = 0, of = 0;

  friend bool operator==(const RaceRound&, const RaceRound&) = default;
};

// What one run of a matrix or of a shard of it was to reach.
struct LedgerGoal {
  GameGoal games{};  // neither games nor precision: the run lasts as long as `time` says
  std::optional<ChainGoal> chains{};
  std::string time{};             // as it was given; may be empty
  bool time_over = false;         // of a goal that is a time: the run lasted so long
  Shard shard{};                  // and what played it
  std::vector<uint64_t> decks{};  // deck_hash of the decks, in the order that numbers their pairs
  MatrixPairs pairs{};
  std::string part{};  // of a round of a race: begins the names of its cells, and ends with a space; else empty
  RaceRound round{};

  bool by_time() const { return games.games == 0 && games.precision <= 0; }
  // Shards of one matrix, whatever they are to reach; of one round of a race of so many games.
  bool of_same_matrix(const LedgerGoal& other) const;
};

// "goal 2/8" is the cell of the goals of the second of eight shards, "goal 1/1" of those of no shard;
// "round 3 2/8" of those of the second shard in the matrix whose cells begin with "3 ".
inline constexpr std::string_view kGoalKey = "goal ", kRoundKey = "round ";
std::string goal_cell(const LedgerGoal& goal);
LedgerBatch goal_batch(const LedgerGoal& goal, int64_t number);  // matrix_goal.h says which number a goal has

// Where the batch ends that begins with this game of a cell. The first ones are small: one game with either deck first, and
// some more, so that every pair is met soon.
int64_t batch_end(int64_t first);

// In which round of games a pair (i < j) meets, so that a run that is ended early has seen all decks about equally often: in a
// round each deck plays once (one sits out where they are odd), of a gauntlet each of mine against the same deck of the field,
// which compares them best. Of batches those come first that begin with the earliest game of their cell, then by round, then in
// the order of the cells.
int64_t round_of(const Matrix& matrix, int i, int j);

}  // namespace archon
