#pragma once
// A sample of the games of a matrix's ledger played again, to see that they are what it says: ledgers come from other machines
// and from browsers.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/make_matchup.h"
#include "sim/matrix/matrix_ledger.h"
#include "sim/play/run_loop.h"

namespace archon {

struct SampleSpec {
  std::string agent;  // that played both sides
  uint64_t seed = 1;  // of the run
  MatchupOptions options{};
  int64_t games = 1000;  // about: of whole batches
  uint64_t sample = 1;   // which batches: each is as likely as any other
};

// A batch that was played again.
struct SampledBatch {
  int a = 0, b = 0;               // decks, by their place in the list
  std::optional<int> handicap{};  // chains on a, negative: on b
  int64_t first = 0, games = 0;
  bool same = false;  // whether every count and the digest of all decisions are as the ledger has them
};

struct LedgerSample {
  int64_t batches = 0, games = 0;      // of the ledger
  std::vector<SampledBatch> played{};  // in the order in which they were drawn
  int64_t games_played = 0;
  bool complete = false;  // else it was stopped
  std::string problem{};  // what of the ledger can't be read; empty: nothing

  int64_t different() const;
  // With 95 % confidence at most this share of the ledger's batches is not what the program plays (Clopper and Pearson,
  // Biometrika 26, 1934); 1 where none was played.
  double most_different() const;
};

// Plays them batch by batch until there are so many games or no more. `decks`: those of the ledger. Requires an agent that
// plays the same again, and rules that know all decks.
LedgerSample play_sample(const Ledger& ledger, std::span<const DeckFile> decks, const SampleSpec& spec,
                         const RunControl& control);

}  // namespace archon
