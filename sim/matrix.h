#pragma once
// Every deck of a list against every other.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/deck/deck.h"
#include "engine/matchup.h"
#include "sim/match.h"

namespace archon {

struct MatrixSpec {
  std::string agent = "greedy";  // plays both sides
  int64_t games = 200;           // a cell
  uint64_t seed = 1;
  bool chains = true;  // estimate the chains that would make a pair even: games / 2 more at each of kChainLevels
  MatchupOptions options;
};

inline constexpr int kChainLevels[] = {4, 8, 12};
inline constexpr int kMaxChains = 24;  // rulebook 18.4, CHAINS

// Chains on the stronger deck of a pair that would make it even: a first estimate from a few levels.
struct EvenChains {
  int on = -1;  // the deck that would take them; -1: not estimated
  double chains = 0;
  Interval interval;
  bool beyond = false;  // more than kMaxChains, or no number of chains seems to help
};

// Deck `a` against deck `b`, indices into the list, a < b.
struct MatrixCell {
  int a = 0, b = 0;
  uint64_t seed = 0;  // of the games: a match of the two decks with this seed plays the same
  MatchResult result;
  EvenChains even;
};

struct Matrix {
  int decks = 0;
  std::vector<MatrixCell> cells;  // (0, 1), (0, 2) ... (1, 2) ...
  std::vector<double> mean;       // win rate of each deck, every opponent counting the same
  std::vector<int> order;         // decks from the highest mean down

  const MatrixCell* cell(int a, int b) const;  // in either order; null when a == b
  double win_rate(int deck, int opponent) const;
  Interval interval(int deck, int opponent) const;
};

struct MatrixResult {
  Matrix matrix;
  std::vector<std::string> blank_cards;  // cards without behaviour; without allow_blank nothing was played then
};

// Requires at least two decks and a valid agent. The seed of a cell follows from the run's seed and the two decks, so a cell
// does not depend on which others are played. The same for any number of threads.
MatrixResult play_matrix(std::span<const Deck> decks, const MatrixSpec& spec, int threads = 0, const Progress& progress = {});

// The logistic fit over the games without chains and those at each level.
EvenChains estimate_even_chains(int stronger, std::span<const Observation> levels);

}  // namespace archon
