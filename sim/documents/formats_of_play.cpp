// The formats that archon tournament knows.
#include <numeric>

#include "sim/documents/tournament_document.h"

namespace archon::cli {

std::span<const FormatOfPlay> formats_of_play() {
  using Kind = FormatOfPlay::Kind;
  static constexpr FormatOfPlay kFormats[] = {
      {.kind = Kind::Sealed,
       .name = "sealed",
       .description = "A pool of decks: which one to play, by single games",
       .footer =
           "Wins are against the field, every opponent counting the same. Best: in which share of what the games allow no\n"
           "other deck of mine is better.",
       .title = "Sealed: single games"},
      {.kind = Kind::BestOfThree,
       .name = "bo3",
       .description = "Best of three games with the same decks",
       .footer = "Game 1 begins by lot; then the loser of a game chooses who goes first in the next (--first).",
       .title = "Best of three with the same decks",
       .chooses = true},
      {.kind = Kind::Adaptive,
       .name = "adaptive",
       .description = "Own decks, then swapped, then a bid of chains for the deck that won both",
       .footer =
           "Each player plays game 1 with the own deck and game 2 with the other's. If each has won one, the same deck has\n"
           "won both, and they bid chains for it, its owner beginning with 0; game 3 decides. One deck against one: the\n"
           "bidding, too. The worth of chains is from the games of 'archon gauntlet --chains' or 'archon matrix --chains'.",
       .title = "Adaptive: own decks, swapped decks, then chains are bid for the deck that won both",
       .chooses = true,
       .chained = true},
      {.kind = Kind::AdaptiveOne,
       .name = "adaptive-one",
       .description = "Adaptive best of one: a bid of chains for the deck that both want",
       .footer =
           "Both see both decks. Which of them goes first is drawn; then the players bid chains for the deck that is better\n"
           "that way, its owner beginning with 0. One deck against one: the bidding, too. The worth of chains is from the\n"
           "games of 'archon gauntlet --chains' or 'archon matrix --chains'.",
       .title = "Adaptive best of one: which deck goes first is drawn, then chains are bid for the better one",
       .chained = true},
      {.kind = Kind::Reversal,
       .name = "reversal",
       .description = "Each player plays the other's deck",
       .footer =
           "So the deck to bring is the one that loses. Single games by lot, or --best-of 3: after game 1 the loser of a game\n"
           "chooses who goes first in the next (--first).",
       .title = "Reversal: each player plays the other's deck",
       .chooses = true},
      {.kind = Kind::Survival,
       .name = "survival",
       .description = "A team of decks each; who loses a game is out with that deck",
       .footer =
           "Up to four decks each, and both see all. They choose the first decks at the same time; the deck that wins stays,\n"
           "and the loser goes on with another one, until a player has none left.",
       .title = "Survival: who loses a game is out with that deck and goes on with another",
       .chooses = true,
       .table = "first_decks"},
      {.kind = Kind::Auction,
       .name = "auction",
       .description = "A sealed pool auctioned for chains: what each deck goes for",
       .footer =
           "Up to eight decks and as many players. The decks are auctioned one after the other, in the order in which they "
           "are\n"
           "given, by raises of one chain; who has won one bids no more, and the last player gets the last deck. The worth\n"
           "of chains is from the games of 'archon matrix --chains'.",
       .title = "Auction of a sealed pool: one after the other, each for the chains bid",
       .chained = true,
       .table = "auction"},
      {.kind = Kind::Triad,
       .name = "triad",
       .description = "Three decks each, one of each banned, a win with both of the others",
       .footer =
           "Both see all decks, ban one of the other's at the same time, and win by a game won with each of the two that are\n"
           "left; before each game both choose at the same time among the decks with which they have not won. Three against\n"
           "three: how to ban and to begin. More: the best three of mine, against opponents who bring any three of the field.",
       .title = "Triad: three decks each, one of each banned, a win with both of the others",
       .chooses = true,
       .table = "threes"},
  };
  return kFormats;
}

std::vector<int> TournamentReport::team(bool of_mine) const {
  std::vector<int> decks(static_cast<size_t>(of_mine ? matrix.pairs.mine : field()));
  std::iota(decks.begin(), decks.end(), of_mine ? 0 : matrix.pairs.field);
  return decks;
}

}  // namespace archon::cli
