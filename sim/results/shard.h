#pragma once
// A part of a long run, which several machines play: which games are its own, where it keeps them, and what a ledger lacks of
// all parts.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/results/ledger.h"

namespace archon {

inline constexpr int kMostShards = 100'000;

// Part `number` (from 0) of `of` parts.
struct Shard {
  int number = 0, of = 1;
  std::vector<std::string> command{};  // what plays it: the words after the program's name

  bool whole() const { return of == 1; }
  std::string text() const { return std::to_string(number + 1) + "/" + std::to_string(of); }  // "2/8": shard 1 of 8
  std::vector<std::string> command_of(int other) const;  // the same with --shard of that one
  std::string file(const std::string& ledger) const;     // "x.sqlite": "x-2-of-8.sqlite"; of the whole run, the ledger itself
  std::string files(const std::string& ledger) const;    // of all shards, as a shell names them: "x-*-of-8.sqlite"
};

// "2/8", the second of eight, is shard 1 of 8. False, and nothing changed, where it is not that, or there are more than
// kMostShards.
bool read_shard(std::string_view text, Shard& shard);

// What shards of a run of numbered games are to play: in each of these cells of the ledger so many games, of which each shard
// has as many, give or take a batch, in a row.
struct ShardGoal {
  Shard shard;
  int64_t games = 0, batch = 1;  // `games` is a multiple of `batch`
  std::vector<std::string> cells{};

  int64_t begin() const { return begin_of(shard.number); }  // games begin() ... end() - 1 are those of the shard
  int64_t end() const { return begin_of(shard.number + 1); }
  bool of_same_run(const ShardGoal& other) const;

 private:
  int64_t begin_of(int64_t number) const;
};

// In the ledger a goal is a batch without games: cell "shard 2/8 of 1000" (games), data the JSON of the rest. Kept once; the
// error of the ledger, or "".
std::string keep_shard_goal(Ledger& ledger, const ShardGoal& goal);

// All shards of one run: what each lacks, in games of all cells together.
struct ShardedRun {
  ShardGoal goal;                // of one of those that are there
  std::vector<int64_t> lacking;  // by shard; of one without a ledger all its games
  std::vector<bool> known;       // by shard: whether a ledger of it was merged
};

// The runs whose goals a ledger has, by their games and number of shards. `problem`: what can't be read, else empty.
std::vector<ShardedRun> sharded_runs(const Ledger& ledger, std::string& problem);

}  // namespace archon
