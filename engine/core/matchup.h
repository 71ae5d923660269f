#pragma once
// What never changes during a game: both decks, the compiled cards and the rules. Shared by all threads and states.
#include <array>

#include "engine/core/card_set.h"
#include "engine/core/game_clock.h"
#include "engine/core/listener.h"
#include "engine/core/program.h"
#include "engine/core/rules_profile.h"

namespace archon {

inline constexpr int kMaxTraits = 256;
inline constexpr int kKeyColors = 3;

// One physical card.
struct MatchCard {
  uint16_t definition = 0;
  HouseMask houses = 0;
  uint8_t owner = 0;
  uint8_t name_group = 0;  // lowest card of the game with the same name: counts for the Rule of Six
  std::array<uint8_t, 6> icons{};
  uint8_t icon_count = 0;
  Half half = Half::None;       // of a gigantic creature
  uint16_t as_upgrade = kNone;  // its definition when it is played as an upgrade; kNone: it can't be
  uint16_t reverse = kNone;     // the definition of the other side of a prophecy; kNone: it has none
};

// The token creature of a player's deck: what its token creature reference card says (rulebook 18.4, TOKEN CREATURES).
struct TokenCreature {
  uint16_t definition = kNone;  // kNone: the deck has none
  HouseMask houses = 0;
};

// What constant abilities may look at besides cards that enter, leave, move in or change sides in play, +1 power counters and
// lasting effects: all of them depend on these.
enum Watch : uint16_t {
  kWatchPools = 1,        // aember in pools
  kWatchCardAmber = 2,    // aember on cards
  kWatchKeys = 4,         // forged keys
  kWatchChains = 8,       // chains of players
  kWatchExhaustion = 16,  // which cards are ready
  kWatchStatus = 32,      // which are stunned, warded, enraged
  kWatchDamage = 64,      // damage on creatures
  kWatchFight = 128,      // who fights whom
  kWatchTurn = 256,       // whose turn it is
  kWatchHouse = 512,      // the active house, and those chosen before
  kWatchHistory = 1024,   // what has happened in this turn and the one before
  kWatchIndirect = 2048,  // other constant abilities, whatever these look at
};

struct Matchup {
  const Program* program = nullptr;
  RulesProfile rules;
  GameClock clock;
  int card_count = 0;
  std::array<MatchCard, kMaxCards> cards{};
  std::array<HouseMask, 2> deck_houses{};  // houses of the identity cards
  std::array<TokenCreature, 2> tokens{};
  std::array<int, 2> starting_chains{};
  HouseMask houses_in_game = 0;                    // houses that a card may name: of both decks
  std::array<uint64_t, kMaxTraits / 64> traits{};  // bits of the traits that cards of the game have
  std::array<uint8_t, 2> keys_to_win = {kKeyColors,
                                        kKeyColors};  // those beyond the colours are colourless (rulebook 18.4, KEYS)
  bool key_colors_matter = false;                     // some card asks for the colour of a key
  bool tide = false;                                  // a deck comes with the card of the tide
  bool changes_types = false;                         // some effect makes artifacts creatures, or creatures artifacts
  bool changes_control = true;                        // some effect says who controls cards
  bool copies_tokens = false;                         // some effect makes token creatures copies for a while
  bool steps_start = false;                           // some ability listens to the start of a step
  bool discard_order = false;                         // some card looks at the order of a discard pile
  bool has_alpha = false;  // some card has Alpha: whether something was done before in the step matters
  EventMask history = 0;   // event types that some card asks about later
  // What constant abilities of these cards look at, and what those do that derived values come from: masks of Watch. Changes of
  // anything else need no recomputation (engine/query/watch.h).
  uint16_t watches = 0xFFFF;
  uint16_t derives = 0xFFFF;
  uint16_t ability_zones = 0;       // mask of 1 << Zone: out of play, where some card has abilities in force
  uint16_t watched_zones = 0xFFFF;  // mask of 1 << Zone, those in play left out
  // Told what happens in games of this matchup, and in those that agents try out with it: for a copy of the matchup that
  // replays a game. Null: nobody, which costs a test of a pointer a round.
  Listener* listener = nullptr;

  bool has_tokens() const { return tokens[0].definition != kNone || tokens[1].definition != kNone; }
  bool has_trait(int trait) const { return traits[static_cast<size_t>(trait) / 64] >> trait % 64 & 1; }
  const Definition& printed(CardId card) const { return program->definitions[cards[card].definition]; }
};

}  // namespace archon
