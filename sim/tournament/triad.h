#pragma once
// Triad (event rules; no rulebook has them): each player brings three decks, and both see all of them. At the same time each
// bans one of the other's. Whoever has won a game with each of his two decks that are left wins the match. Before each game
// both choose a deck at the same time among those with which they have not won yet. Who goes first: sim/tournament/series.h,
// after the decks are known.
#include <array>
#include <utility>

#include "sim/tournament/series.h"

namespace archon {

inline constexpr size_t kTriad = 3;

// [i][j]: my deck i against the opponent's deck j.
using TriadRates = std::array<std::array<PairRates, kTriad>, kTriad>;

// Two decks each are left: what remains of the match.
struct TriadDuel {
  double win = 0;                           // of the match, mine
  std::array<double, 2> begin, they_begin;  // how often to play game 1 with the first and with the second of the two
};

struct TriadMatch {
  double win = 0;
  // How often to ban each deck of the other: I those of the opponent, the opponent mine.
  std::array<double, kTriad> ban, banned;
  // [i][j]: when my deck i and the opponent's deck j are banned.
  std::array<std::array<TriadDuel, kTriad>, kTriad> after;
};

TriadMatch solve_triad(const TriadRates& rates, FirstPlayer first);
double triad_win(const TriadRates& rates, FirstPlayer first);  // TriadMatch::win alone, faster

}  // namespace archon
