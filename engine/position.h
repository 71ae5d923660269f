#pragma once
// A game in the middle, described by hand: what tests and tools start from. Everything but the differences has a default.
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/cards/facts.h"
#include "engine/core/matchup.h"
#include "engine/core/state.h"

namespace archon {

struct PositionCard {
  std::string card;           // id in the facts table
  std::string ref;            // what the client calls it, unique in the position; empty: the engine names it
  int owner = -1;             // -1: the player in whose zone it lies
  int controller = -1;        // of an upgrade; -1: its owner
  std::vector<House> houses;  // when not as printed: maverick, or of several houses
  int damage = 0, amber = 0, power_counters = 0, armor_used = 0;
  bool exhausted = false, stunned = false, warded = false, enraged = false, elusive_used = false, facedown = false;
  std::vector<PositionCard> upgrades;  // attached to it
  std::vector<PositionCard> under;     // lying under it
};

struct PositionPlayer {
  std::vector<House> houses;  // of the identity card; missing ones are those of the player's cards, then of Call of the Archons
  int amber = 0, chains = 0;
  uint8_t keys = 0;                          // mask of forged colours
  int turn = 3;                              // turns begun
  std::vector<PositionCard> hand, archives;  // oldest first
  std::vector<PositionCard> deck;            // top first: these have a fixed place
  std::vector<PositionCard> deck_rest;       // below them, in no order
  std::vector<PositionCard> discard;         // top first
  std::vector<PositionCard> purged, artifacts;
  std::vector<PositionCard> battleline;  // left to right
};

struct Position {
  std::array<PositionPlayer, 2> players;
  int active = 0, first = 0;
  Step step = Step::Main;     // the step that begins; Start: the turn begins
  House house = House::None;  // the active house; ignored before it is chosen
  bool first_turn = false;    // the first turn rule holds
  uint64_t seed = 1;          // of chance
  RulesProfile rules;
};

struct PositionGame {
  Matchup matchup;
  State state;                         // at its first decision
  std::map<std::string, CardId> refs;  // by ref; else by "id#1", "id#2" ..., and by "id" when there is only one
};

struct PositionResult {
  std::optional<PositionGame> game;   // only when there is no problem
  std::vector<std::string> problems;  // "unknown card `dust-inp`; did you mean `dust-imp`?"
};

// Copies of a card are numbered player by player: battleline (each with its upgrades and what is under it), artifacts, hand,
// archives, deck, discard pile, purged cards.
PositionResult build_position(const Position& position);

}  // namespace archon
