#pragma once
// Play for its own sake: looks for games that break a bound of the engine, and says whether behaviour changed.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/deck/deck.h"
#include "engine/make_matchup.h"
#include "sim/play/match.h"
#include "sim/play/signature.h"

namespace archon {

struct SoakSpec {
  std::string agent = "random";
  int64_t decisions = 1'000'000;  // at least; looked at only after rounds of a fixed number of games
  uint64_t seed = 1;
  std::vector<int64_t> games{};  // of each matchup; so many are played instead of so many decisions
  bool check = false;            // each decision, by GameCheck (sim/play/game_check.h)
};

struct SoakPair {
  uint64_t seed = 0;  // of its games: a match of the two decks with this seed plays the same
  int64_t games = 0;
  std::vector<int64_t> fault_games, undecided_games;
};

struct SoakResult {
  MatchResult sum;
  std::vector<SoakPair> pairs;          // one for each matchup
  std::vector<MatchUses> uses;          // of the cards of each matchup
  std::vector<std::string> violations;  // the first kMaxFaultGames that were found by this run: "game 3 of seed 17: turn 2 ..."
  SeriesEnd end;
};

// All matchups in turn, until so many decisions were taken or games were played. The same for any number of threads. Batches of
// the ledger: {"sum": as in sim/play/batch_text.h, "pairs": [[matchup, games, numbers of faults, of undecided games,
// [[card, played, used, discarded, targeted], ...]], ...]}.
SoakResult soak(std::span<const Matchup> matchups, const SoakSpec& spec, const RunControl& control = {});

// All its games played (sim/play/signature.h). The same for any number of threads and any compiler.
uint64_t signature(std::span<const Matchup> matchups, const SignatureGames& of, int threads = 0);

}  // namespace archon
