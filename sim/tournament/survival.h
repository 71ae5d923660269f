#pragma once
// Survival (a format of players' communities; no rulebook has it): each player has a team of decks and sees the other's. Both
// choose their first decks at the same time. Who loses a game is out with that deck, and goes on with another one, chosen
// against the deck that has won and stays. Who has no deck left has lost the match. Who goes first: sim/tournament/series.h,
// after the decks are known.
#include <array>
#include <vector>

#include "sim/tournament/series.h"

namespace archon {

inline constexpr size_t kMostTeam = 4;

// [i][j]: my deck i against the opponent's deck j; 1 to kMostTeam of each.
using TeamRates = std::vector<std::vector<PairRates>>;

// The deck that follows one that lost game 1.
struct NextDeck {
  int deck = -1;   // of the loser's team; -1: there is no other
  double win = 0;  // of the match, mine
};

struct SurvivalMatch {
  double win = 0;                         // of the match, mine
  std::vector<double> begin, they_begin;  // how often to begin with each deck
  // [i][j]: game 1 was my deck i against their j, and i has lost, or has won.
  std::vector<std::vector<NextDeck>> after_loss, after_win;
};

SurvivalMatch solve_survival(const TeamRates& rates, FirstPlayer first);
double survival_win(const TeamRates& rates, FirstPlayer first);  // SurvivalMatch::win alone, faster

}  // namespace archon
