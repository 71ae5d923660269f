#pragma once
// One deck against a field of decks, and what happened to its cards.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/deck/deck.h"
#include "engine/make_matchup.h"
#include "sim/play/match.h"
#include "sim/values/card_events.h"

namespace archon {

struct DeckGamesSpec {
  Deck deck;                     // player 0
  std::vector<Deck> field;       // its opponents, equally often; at least one
  std::string agent = "greedy";  // plays both sides; a spec that make_agent understands
  uint64_t seed = 1;
  int64_t games = 1000;
  RulesProfile rules;  // must know all the decks
};

struct DeckGames {
  MatchResult counts;                    // of all games
  std::vector<MatchCounts> by_opponent;  // in the order of the field
  std::vector<CardRecord> cards;         // each different card of the deck once, in the order of the deck
};

// Game i is against opponent i modulo their number; the deck goes first in every other round of them. The same for any number
// of threads; memory does not grow with the games. `stop` is asked now and then
// whether to end with the games that were played.
DeckGames play_deck_games(const DeckGamesSpec& spec, int threads = 0, const Progress& progress = {},
                          const std::function<bool()>& stop = {});

// What these games are made of, for others that are to be played in the same way.
GameSetup field_game(const DeckGamesSpec& spec, int64_t game);
std::vector<Matchup> field_matchups(const DeckGamesSpec& spec);  // by opponent

}  // namespace archon
