#pragma once
// What each card is worth in one deck, which only a simulator can say: the same games against the same field, with the same
// shuffles, are played once more with one copy of the card replaced.
#include <functional>
#include <optional>
#include <vector>

#include "sim/stats/paired_difference.h"
#include "sim/values/deck_games.h"

namespace archon {

// Points of win rate, 100 being all games: of the deck as it is less that of the deck with something replaced.
struct Worth {
  double value = 0, error = 0;  // standard error
  Interval interval;            // 95 %, of pairs of games; not centred on the value when there are few
  // How many games that are not paired would tell as much as one that is: variance of the difference of two independent games
  // against that of a pair. 1 when it was not measured.
  double saving = 1;
};

// Of one copy: with several of them, each is replaced equally often. Both halves of a gigantic creature are one card.
struct CardWorth {
  int card = -1;  // index into CardTable; of a gigantic creature its first half
  House house = House::None;
  int copies = 0;
  Worth over_blank;                   // a card that does nothing (with_blanks, engine/make_matchup.h)
  std::optional<Worth> over_average;  // in each game another card, drawn from those of the same house, rarity and set, with the
                                      // bonus icons that the deck put on this one; none where the set has no such cards
};

// Two cards of which one copy each is blanked: what both together are worth more than the sum of what each is alone.
struct PairWorth {
  size_t first = 0, second = 0;  // indices into DeckWorth::cards
  Worth more;
  double p_value = 1;
};

struct DeckWorthSpec {
  DeckGamesSpec games;        // each of these games is played with the deck as it is and with every replacement
  bool pairs = false;         // also with every pair of cards blanked: many more games
  double false_pairs = 0.05;  // the share of the pairs found that may be no pairs
};

struct DeckWorth {
  MatchResult counts;            // of the deck as it is
  MatchResult replaced;          // of all the games with something replaced
  std::vector<CardWorth> cards;  // in the order of the deck
  // Sums over all copies of all cards, of those that have an average; and what the whole deck is worth over decks in which all
  // of these are replaced at once, so that the houses remain: the sum would be that if cards did not depend on each other.
  Worth sum_over_blank, sum_over_average, deck_over_average;
  Worth sum_less_deck;           // the difference between the last two
  std::vector<PairWorth> pairs;  // found, the surest first
  size_t pairs_tested = 0;
};

// A game without a winner counts half. The same for any number of threads; memory does not grow with the games. `stop` is asked
// now and then whether to end with the games that were played.
DeckWorth play_deck_worth(const DeckWorthSpec& spec, int threads = 0, const Progress& progress = {},
                          const std::function<bool()>& stop = {});

}  // namespace archon
