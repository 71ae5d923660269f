#pragma once
// Matches of several games between two players: the probability of winning them from that of winning one. Exact; both players
// know the win rates and choose what is best for them.
//
// Who goes first: in game 1 by lot. Then by lot again (FirstPlayer::Lot; the setup of rulebook 18.4 draws the first player of
// every game and knows no matches), or as the loser of the game before chooses (FirstPlayer::Loser; rulebooks 1.0 and 1.3,
// setup: the player whose deck was defeated chooses).
#include <array>

#include "sim/chains/auction.h"
#include "sim/chains/chains.h"

namespace archon {

enum class FirstPlayer { Lot, Loser };

// P(my deck wins a game), both going first equally often, and what going first adds. The advantage is that of an even match,
// from -0.25 to 0.25, and is less where one deck is stronger: mean +- 4 advantage mean (1 - mean).
struct PairRates {
  double mean = 0.5;
  double advantage = 0;

  double when(bool mine_first) const {
    const double shift = 4 * advantage * mean * (1 - mean);
    return mine_first ? mean + shift : mean - shift;
  }
  PairRates turned() const { return {1 - mean, advantage}; }  // as the opponent sees it
};

// Who decides who goes first, and so how likely I win a game.
enum class Chooser { Nobody, Me, Opponent };
double game_rate(const PairRates& rates, Chooser chooser);
Chooser chooser_after(FirstPlayer first, bool i_won);

// Of a match that ends when a player has won (games + 1) / 2 games with the decks that they brought. Requires an odd number.
double best_of(int games, const PairRates& rates, FirstPlayer first);

// An Adaptive match (event rules; no rulebook has them): game 1 with one's own deck, game 2 with the other's. If
// each player won one, the same deck won both: they bid chains for it, its owner opening with 0, and play game 3, the other
// with the other deck and without chains.
struct AdaptiveRates {
  WinCurve curve;        // of my deck at -24 ... 24 chains on it (negative: on the opponent's), as PairRates::mean
  double advantage = 0;  // PairRates::advantage
};

// Game 3, for one of the two decks.
struct ThirdGame {
  double probability = 0;          // that the match comes to it
  std::array<Auction, 2> auction;  // [0]: the owner has just bid, [1]: the other player
  int closing = 0;                 // the last bid after the owner's 0
  bool owner_plays = true;         // and is it the owner's?
  double win = 0;                  // of the owner
};

struct AdaptiveMatch {
  double win = 0;                  // of the match, mine
  double first = 0, second = 0;    // of game 1 (my deck) and of game 2 (the opponent's deck) when I won game 1
  std::array<ThirdGame, 2> third;  // for my deck, for the opponent's
};

AdaptiveMatch solve_adaptive(const AdaptiveRates& rates, FirstPlayer first);

// Adaptive best of one (the publisher's alternative formats; no rulebook has them): both see both decks, which of them goes
// first is drawn, and then the players bid chains for the deck that both want, its owner opening with 0.
struct BidGame {
  bool mine_wanted = true;  // the deck that is bid for is the one that I brought
  int closing = 0;          // the last bid after the owner's 0
  bool owner_plays = true;  // and is it the owner's?
  double win = 0;           // mine
};

struct AdaptiveOne {
  double win = 0;               // mine
  std::array<BidGame, 2> game;  // when my deck goes first, when the opponent's does
};

AdaptiveOne solve_adaptive_one(const AdaptiveRates& rates);

}  // namespace archon
