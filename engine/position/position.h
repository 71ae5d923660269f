#pragma once
// A game in the middle, described by hand: what tests and tools start from. Everything but the differences has a default.
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/matchup.h"
#include "engine/core/program.h"
#include "engine/core/state.h"
#include "engine/facts/facts.h"

namespace archon {

struct PositionCard {
  std::string card;     // id in the facts table
  std::string ref;      // what the client calls it, unique in the position; empty: the engine names it
  int number = -1;      // the same as a number; CardIds of a player's cards follow their numbers, cards without one the list
  int owner = -1;       // -1: the player in whose zone it lies
  int controller = -1;  // of an upgrade; -1: its owner
  std::vector<House> houses;  // when not as printed: maverick, or of several houses
  int damage = 0, amber = 0, power_counters = 0, armor_used = 0;
  std::map<std::string, int> counters;  // those with a name of their own: "doom" ...
  bool exhausted = false, stunned = false, warded = false, enraged = false, elusive_used = false, facedown = false;
  std::optional<std::vector<Icon>> icons;  // bonus icons, when not as printed
  std::vector<House> house_icons;          // houses it belongs to besides
  std::string copy_of;                     // id of the card it is a copy of
  std::string token;                       // id of the token creature it is while it lies facedown in a battleline
  std::string purged_by;                   // ref of the card that purged it and may bring it back
  std::vector<PositionCard> upgrades;      // attached to it
  std::vector<PositionCard> under;         // lying under it
  std::string reverse;                     // of a prophecy: id of its other side
  std::string active;                      // of a prophecy: id of the side that is up; empty: it is inactive
};

struct PositionPlayer {
  std::vector<House> houses;  // of the identity card; missing ones are those of the player's cards, then of Call of the Archons
  int amber = 0, chains = 0;
  uint8_t keys = 0;                // mask of forged colours
  std::string token;               // id of the deck's token creature; empty: none
  int turn = 3;                    // turns begun
  House last_house = House::None;  // chosen last, as far as a card asks for it; None: the active house once it is chosen
  int extra_turns = 0;             // to take after the present one
  std::vector<PositionCard> hand, archives;  // oldest first
  std::vector<PositionCard> deck;            // top first: these have a fixed place
  std::vector<PositionCard> deck_rest;       // below them, in no order
  std::vector<PositionCard> discard;         // top first
  std::vector<PositionCard> purged, artifacts;
  std::vector<PositionCard> limbo;       // being played: in no zone
  std::vector<PositionCard> battleline;  // left to right
  std::vector<PositionCard> prophecies;
  PositionCard archon_power;  // without a name: none
};

// A lasting effect: the source card and the line of its definition say which.
struct PositionEffect {
  std::string source;      // ref of the card whose ability began it
  std::string definition;  // id of the card on which it is written; empty: the source's own
  int line = 0;            // in the file of that definition; 0: its only lasting effect
  int block = 0;           // which of those that begin on that line
  Clock clock = Clock::ThisTurn;
  int controller = 0, uses = 0, chosen = 0, age = 0;
  std::optional<std::vector<std::string>> cards, second;  // refs of bound cards
};

// What was done this turn, as refs, as far as cards ask about it.
struct PositionLog {
  std::vector<std::string> played, discarded, used;
};

struct Position {
  std::array<PositionPlayer, 2> players;
  int active = 0, first = 0;
  Step step = Step::Main;                         // the step that begins; Start: the turn begins
  House house = House::None;                      // the active house; ignored before it is chosen
  std::optional<Tide> tide;                       // none: only where a card refers to it, and neutral
  bool without_tide = false;                      // nor there: no deck came with the card of the tide
  bool prophesied = false;                        // the active player has made a prophecy active this turn
  bool first_turn = false;                        // the first turn rule holds
  bool time_called = false;                       // the game ends before the next turn of the player who went first
  uint64_t seed = 1;                              // of chance
  std::optional<std::array<uint64_t, 3>> chance;  // instead: the generators of both decks and of chance in play
  RulesProfile rules;
  bool over = false;  // the game has ended
  int winner = -1;    // then
  PositionLog log;
  std::vector<PositionEffect> effects;
  std::string pending;  // what the fields above leave open, see engine/position/position_pending.h; empty: the step begins
};

struct PositionGame {
  Matchup matchup;
  State state;                         // at its first decision
  std::map<std::string, CardId> refs;  // by ref; else by "id#1", "id#2" ..., and by "id" when there is only one
  std::vector<int> numbers;            // by card: as given, else the next free ones
};

inline constexpr size_t kMaxPositionProblems = 50;  // that are shown; more are counted

struct PositionResult {
  std::optional<PositionGame> game;   // only when there is no problem
  std::vector<std::string> problems;  // "unknown card `dust-inp`; did you mean `dust-imp`?"
};

// Copies of a card are numbered player by player: battleline (each with its upgrades and what is under it), artifacts, hand,
// archives, deck, discard pile, purged cards.
PositionResult build_position(const Position& position);

// The same, but the game stands still: derived values are right, nothing is asked, `pending` is ignored. For those who write
// positions or want to see the random outcomes on the way to the first decision; advance() goes on.
PositionResult lay_out_position(const Position& position);

// Which lasting block of a definition begins where: indices into Program::bodies, in the order written.
std::vector<int> lasting_blocks(const Program& program, int definition);

}  // namespace archon
