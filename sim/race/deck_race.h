#pragma once
// Which of many decks wins most against a field: by sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration
// in multi-armed bandits", ICML 2013), which spends the games on those that may still be the best; and how much the best ones
// win, by games of their own, so that having been chosen flatters nobody.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/make_matchup.h"
#include "sim/matrix/matrix_records.h"
#include "sim/play/missing.h"
#include "sim/results/provenance.h"

namespace archon {

// Where the best one is asked for, halving goes on to so many.
inline constexpr size_t kLastOfRace = 2;

struct RaceSpec {
  std::string agent;  // plays both sides
  uint64_t seed = 1;
  int64_t games = 40000;  // in all, at most, but two of each racer a round; 0: until the parts of the run are stopped
  size_t finalists = 10;
  MatchupOptions options;
  size_t narrow = 0;   // halving goes on among the finalists until so many are left; 0: it ends with the finalists
  std::string part{};  // begins the names of the race's cells in a ledger that keeps several races
  int rounds_before = 0, rounds_after = 0;  // of other races of the same run, when shards count its rounds
};

// The kinds of ledgers that keep races: of builds, and of decks as they are.
inline constexpr std::string_view kBuildLedger = "build", kBestLedger = "best";

// Games of a deck against the field.
struct RaceGames {
  int64_t games = 0, wins = 0, losses = 0;  // the others were undecided or faults

  int64_t decided() const { return wins + losses; }
  void add(const RaceGames& more);
};

// A deck that runs, and what is known of it.
struct Racer {
  DeckFile deck;
  double expected = 0.5;                    // win rate against the field before any game: by its rating
  double error = 0;                         // standard error of its logit
  bool compare = false;                     // measured beside the finalists though it may be none: a deck to compare with
  std::vector<int> parts{};                 // what it shares with others that have the same number, as builds share pods
  std::vector<RaceGames> selection{};       // games that chose it or dropped it, by round
  RaceGames fresh{};                        // games that measured it: of finalists and of those to compare with
  std::vector<RaceGames> fresh_by_field{};  // the same, against each deck of the field
  double estimate = 0.5;                    // mean of its win rate by rating and selection
  double best = 0;                          // that it is the best of all, likewise; 0 for those dropped

  RaceGames selected() const;  // its games of all rounds
};

// What a shard has of the round at which it ended: the first one that lacked games, or the last of all.
struct RoundShard {
  RaceRound round{};
  int64_t games = 0, asked = 0;  // that are there of its part, and that its part has
  int64_t of_round = 0;          // games of all shards
  int64_t played = 0;            // by this run
  bool race_over = false;        // no game of any round was lacking before this run
};

struct RaceResult {
  std::vector<Racer> racers;  // the finalists from the best down by `estimate`, then those to compare with, then the dropped
  size_t finalists = 0;
  int64_t played = 0;     // with those of the ledger
  std::string error{};    // of the ledger; what was saved before is safe
  bool complete = false;  // else it was stopped, and what was not measured has no fresh games; of a shard: its part is there
  MissingGames missing{};
  LeadCounts by_time{};               // of all games
  std::optional<RoundShard> shard{};  // of a shard, which has nothing of the above but `played`, `error` and `complete`
};

// The share of the games that choose; the rest measures. With a number of games it is as near to this as whole pairs of games
// against all of the field allow, and within kShareSlack of it; where that is not possible they are against a part of the
// field, the next of its decks, so that a field in random order is a random sample.
inline constexpr double kSelectionShare = 0.75, kShareSlack = 0.1;

// `part(share)` gives the control of a part of the run that may take that share of its time; with a number of games every part
// may take all that is left. With a ledger, games that it has are not played again: those of the same seed, part of the race
// and pair, whatever decks there were besides, so that a race that goes on ends as one that was not stopped. Racers that are
// the same deck as one of the field skip the games against themselves. The same for any number of threads; with a number of
// games for any speed.
// A shard (RunControl::shard; with a number of games and a ledger, open for writing) plays its pairs of the first round of
// which the ledger lacks games, keeps what it was to play (MatrixSpec::shard) and ends: what runs in the next round depends on
// the games of all shards. Throws UnreadableLedger.
RaceResult race(std::vector<Racer> racers, std::span<const DeckFile> field, const RaceSpec& spec,
                const std::function<RunControl(double)>& part);

// How many rounds a race of so many has, with the one that measures.
int race_rounds(size_t racers, const RaceSpec& spec);

}  // namespace archon
