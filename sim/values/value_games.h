#pragma once
// Games between many generated decks, from which it is read what cards and houses are worth.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/deck/deck.h"
#include "sim/play/match.h"
#include "sim/stats/paired_fit.h"
#include "sim/values/card_events.h"

namespace archon {

struct ValueSpec {
  std::string set = "CotA";  // code of a set that generate_deck understands and the rulebook knows; kAllSets: each in turn
  int decks = 20'000;        // at least 2
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
};

// Decks 1, 2 ... of that seed, as generate_deck draws them. The same for any number of threads.
std::vector<Deck> value_decks(const ValueSpec& spec, int threads = 0);

// Who meets whom, without results: in each round all decks (an odd one rests) meet an opponent drawn by lot, and of two rounds
// each goes first in one. A function of its arguments.
std::vector<PairedGame> draw_pairs(int decks, int64_t games, uint64_t seed);

// A game of the run: of one number always the same.
// What happened to the cards of both decks goes to `events`.
using EventsOfGame = std::array<std::vector<CardEventMask>, 2>;
GameRecord play_value_game(const ValueSpec& spec, const Deck& first, const Deck& second, int64_t game,
                           EventsOfGame* events = nullptr);

// Between these decks. Memory: the decks, 1.5 KB each (with events 5 KB), and 12 bytes a game. The same for any number of
// threads.
ValueGames play_value_games(const ValueSpec& spec, std::vector<Deck> decks, int threads = 0, const Progress& progress = {});

}  // namespace archon
