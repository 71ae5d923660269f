#pragma once
// Games between many generated decks, from which it is read what cards and houses are worth.
#include <array>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "engine/core/random.h"
#include "engine/deck/deck.h"
#include "sim/play/match.h"
#include "sim/stats/paired_fit.h"
#include "sim/values/card_events.h"

namespace archon {

struct ValueSpec {
  std::string set =
      "CotA";  // code of a set that generate_deck understands and the rulebook knows; kAllSets: each of unpooled_sets() in turn
  int decks = 20'000;  // at least 2
  int64_t games = 100'000;
  std::string agent = "greedy";  // plays both sides; a spec that make_agent understands
  uint64_t seed = 1;
  RulesProfile rules;
  bool events = false;  // look at what happens to the cards
};

struct ValueGames {
  std::vector<Deck> decks;
  std::vector<PairedGame> games;  // those with a winner, in their order; items are decks
  MatchResult counts;             // of all games; player 0 goes first
  std::vector<CardRecord>
      events{};  // of every card of the decks, in the order of the table, when they were asked for; decks vary
  SeriesEnd end;
};

// Decks 1, 2 ... of that seed, as generate_deck draws them. The same for any number of threads.
std::vector<Deck> value_decks(const ValueSpec& spec, int threads = 0);

// Who meets whom: in each round all decks (an odd one rests) meet an opponent drawn by lot, and of two rounds each goes first
// in one. A function of decks, seed and the number of the game.
class PairDraw {
 public:
  PairDraw(int decks, uint64_t seed);
  PairedGame operator()(int64_t game);  // without a result; by any thread; of no game that was forgotten
  void forget(int64_t games);           // the first so many

 private:
  void draw_round();

  std::mutex mutex_;
  SmallRng rng_;
  std::vector<uint32_t> order_;
  int64_t round_ = 0, first_ = 0;  // first_: the game of the first of pairs_
  std::deque<PairedGame> pairs_;
};

// A game of the run: of one number always the same.
// What happened to the cards of both decks goes to `events`.
using EventsOfGame = std::array<std::vector<CardEventMask>, 2>;
GameRecord play_value_game(const ValueSpec& spec, const Deck& first, const Deck& second, int64_t game,
                           EventsOfGame* events = nullptr);

// Between these decks. Memory: the decks, 1.5 KB each (with events 5 KB), and 12 bytes a game that was played. The same for any
// number of threads. Decks and pairs are functions of the settings, so that the ledger keeps only results, about two bytes a
// game: batches as in sim/play/batch_text.h with {"winners": "10-..."}: 1 where the deck that went first won, 0 where the other
// did, - for neither.
ValueGames play_value_games(const ValueSpec& spec, std::vector<Deck> decks, const RunControl& control = {});

}  // namespace archon
