#pragma once
// The game as a value: everything that changes. Trivially copyable, no pointers, no heap; copying it is saving and branching.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "engine/core/action.h"
#include "engine/core/matchup.h"
#include "engine/core/random.h"

namespace archon {

enum CardFlag : uint32_t {
  kExhausted = 1,
  kStunned = 2,
  kWarded = 4,
  kEnraged = 8,
  kTagged = 16,       // tagged for destruction
  kElusiveUsed = 32,  // was chosen to be fought this turn
  kFacedown = 64,
  kKnownTo0 = 128,  // player 0 knows this card although it lies hidden
  kKnownTo1 = 256,
  kMadeFlank = 512,        // derived: "is a flank creature"
  kHasGrants = 1024,       // derived: has abilities granted by other cards
  kReplaced = 2048,        // its "destroyed instead" is waiting
  kForeign = 4096,         // came under the control of the opponent of its owner for good
  kPlaceKept = 8192,       // about to leave play with others: `beside` has been settled
  kBlank = 16384,          // derived: its text box is considered blank
  kMadeCreature = 65536,   // an effect has made this artifact a creature: it leaves the battleline when none does any more
  kMadeArtifact = 131072,  // derived: a creature that an effect makes an artifact; after leaving play it says what it was
  kHalf = 32768,           // Under: the other half of the gigantic creature that is its host
  kWasToken = 262144,      // out of play: it was a token creature until it left play, and has not moved since
  kAbducted = 1048576,     // Archives: goes to its owner's hand when it leaves them, whoever's they are
  kReadied = 524288,       // was readied in the ready step of this turn while something follows that
};

struct Card {
  uint32_t flags = 0;
  uint16_t definition = 0;   // effective: differs from the printed one for copies and tokens
  uint16_t amber = 0;        // out of play: what lay on it when it left, while an ability remembers that (AbilityFrame::left)
  KeywordMask keywords = 0;  // derived
  HouseMask houses = 0;      // derived
  Zone zone = Zone::Deck;
  uint8_t controller = 0;  // after leaving play: the last one (last-known information, rulebook 18.4, MOVEMENT BETWEEN ZONES)
  CardId host = kNoCard;   // Attached: the creature; Under: the holder
  uint8_t stay = 0;        // how often it has left play (modulo 256): what belongs to one stay in play ends with it
  uint8_t damage = 0;
  uint8_t counters = 0;    // +1 power counters
  uint8_t armor_used = 0;  // armor that prevented damage this turn
  // Derived by engine/query/derive.cpp; after leaving play they keep the last-known values.
  uint8_t power = 0, armor = 0;
  uint8_t assault = 0, hazardous = 0, splash_attack = 0;
  uint8_t uses =
      0;  // low nibble: plays and uses of this name this turn (Rule of Six); high nibble: own permission used this turn
  CardId beside[2] = {kNoCard, kNoCard};  // after leaving a battleline: the left and the right neighbor it had
  uint8_t traits = 0;  // derived: 0 as printed, kTraitless none, else besides one more than the number of a trait, or kTraitsOf
                       // and the card whose printed ones it has

  bool has(CardFlag flag) const { return flags & flag; }
  // Ward, stun and rage are words for creatures: on one that an effect has made an artifact they lie, and do nothing.
  bool suffers(CardFlag status) const { return has(status) && zone == Zone::Line; }
  void set(CardFlag flag, bool on = true) { flags = on ? flags | flag : flags & ~flag; }
};
static_assert(sizeof(Card) == 28);

inline constexpr uint8_t kTraitless = 0xFF;
inline constexpr uint8_t kTraitsOf = kTraitless - kMaxCards;

struct Player {
  uint16_t amber = 0;
  uint8_t keys = 0;  // mask of forged colours: 1 red, 2 blue, 4 yellow
  uint8_t chains = 0;
  uint8_t turns = 0;       // turns begun, saturating
  uint8_t deck_fixed = 0;  // so many cards on top of the deck have a fixed order; the rest is drawn at random
  uint8_t last_house = 0;  // one more than the house chosen last, when a card asks for it; 0 none on the last turn
  uint8_t token_uses = 0;  // uses of creatures with the name of this player's token creature this turn (Rule of Six)
};

// An ability that is active now: of a card in play, granted, or of a lasting effect.
struct Active {
  uint16_t ability;
  CardId self;     // "this"
  uint8_t source;  // the granting card, or kLastingBase + index of the lasting effect
};
inline constexpr uint8_t kLastingBase = 0x80;
constexpr bool is_lasting(uint8_t source) { return source >= kLastingBase && source != kNoCard; }

inline constexpr uint8_t kNotKept = 0xFF;  // no set in State::kept

// A triggered ability that waits for its turn in a window. When the same happened to several cards ("after a creature is
// destroyed"), it waits for each of them: events that differ only in their card share one entry.
struct Waiting {
  uint16_t ability = kNone;
  CardId self = kNoCard;
  uint8_t source = kNoCard;
  uint8_t player = 0;        // controller of the ability
  uint8_t flags = 0;         // WaitingFlag
  int16_t chosen = 0;        // bound value of a lasting effect
  uint8_t cards = kNotKept;  // its bound cards: index into State::kept
  uint8_t stay = 0;          // Card::stay of self: an ability belongs to one stay in play. Of a replacement: equal for those
                             // of the same event, one of which happens
  PackedCardSet more{};      // further cards the same happened to
  Event event{};
};
static_assert(sizeof(Waiting) == 28);
enum WaitingFlag : uint8_t {
  kWaitingAnywhere = 1,  // resolves although its card has left play
  kWaitingDone = 2,      // that of event.card has been resolved; those of `more` wait
  kWaitingNext = 4,      // was resolved and is resolved once more before any other
  kWaitingFirst = 8,     // comes before the "Play:" of its event's card
  kWaitingAgain = 16,    // the higher half of the flags: how many times more it resolves
};

// Damage that is gathered and not yet dealt.
struct PendingDamage {
  CardId to = kNoCard;
  CardId from = kNoCard;  // the card that deals it; kNoCard: a step of the game (bonus icon)
  uint8_t amount = 0;
  uint8_t flags = 0;        // DamageFlag
  CardId taker = kNoCard;   // who takes it, or has it divided, when that had to be asked
  CardId larger = kNoCard;  // who takes the larger part when it is divided
};
enum DamageFlag : uint8_t { kPoisonous = 1, kIgnoresArmor = 2, kOfSplash = 4, kShare = 8 };  // kShare: of what is shared out

struct LastingEffect {
  uint16_t body = kNone;
  CardId source = kNoCard;
  uint8_t controller = 0;
  Clock clock = Clock::ThisTurn;
  uint8_t uses = 0;           // permissions or triggers used up
  uint8_t cards = kNotKept;   // index of its bound cards (`it`) in State::kept
  uint8_t second = kNotKept;  // index of its bound variable
  int16_t chosen = 0;         // bound house or number
  uint8_t age = 0;            // 1: the awaited turn has begun
  uint8_t spare = 0;
};

// Counters of one kind on a card in play (engine/core/counters.h).
struct CardCounters {
  CardId card = kNoCard;
  uint8_t kind = 0;  // index into kCounters
  uint8_t number = 0;
};
inline constexpr int kCounterKinds = 21;

struct LogEntry {
  EventType type;
  CardId card;
  CardId other;
  uint8_t player;
  uint16_t flags;

  Event event() const { return {.type = type, .player = player, .card = card, .other = other, .flags = flags}; }
};

// For whom the tide is high; it is low for the other player, or neutral for both (rulebook 18.4, TIDE).
enum class Tide : uint8_t { Neutral, High0, High1 };
constexpr Tide high_tide(int player) { return player == 0 ? Tide::High0 : Tide::High1; }

// Tied: time was called, and nothing separates the players.
enum class Result : uint8_t { Playing, Won0, Won1, DecisionCap, Overflow, Tied };

inline constexpr int kMaxActive = 160;
inline constexpr int kMaxWaiting = 40;
inline constexpr int kMaxLasting = 48;
inline constexpr int kMaxKept = 32;
inline constexpr int kMaxLog = 98;
inline constexpr int kMaxCounters = 24;
inline constexpr int kMaxPending = 48;
inline constexpr int kMaxFrames = 48;
inline constexpr int kStackBytes = 1920;
static_assert(kMaxCards <= kLastingBase && kLastingBase + kMaxLasting < kNoCard);  // Active::source
static_assert(kMaxActive <= 255 && kMaxLog <= 255 && kMaxLasting <= 64);           // counts in bytes; sets of lasting effects
inline constexpr int kMaxAmber = 30000;                                            // of a pool or a card

struct State {
  Card cards[kMaxCards];
  // All cards, zone by zone: zone z of player p is order[start[2z+p]] .. order[start[2z+p+1]]. Decks and discard piles top
  // first, battlelines left to right, other zones oldest first.
  CardId order[kMaxCards];
  uint8_t start[2 * kZones + 1];
  uint8_t spare_after_start[5];

  Player players[2];
  uint8_t active;  // whose turn
  uint8_t first;   // who went first
  Step step;
  uint8_t step_phase;
  Result result;
  uint8_t dirty;       // derived values are out of date
  uint8_t answered;    // the answer to a choice waits for the frame that asked
  uint8_t hand_moves;  // cards played or discarded from hand this turn (first turn rule)
  uint8_t first_turn;  // 1 during the first turn of the game
  uint8_t acted;       // a card was played, used or, by the active player, discarded in this step (ALPHA)
  HouseMask house;     // mask of the active house; 0 = none
  uint16_t decisions;
  uint16_t turn;     // turns begun in the game
  uint8_t overflow;  // which bound was exceeded

  uint8_t active_count, waiting_count, waiting_base, lasting_count, kept_used, log_count, log_turn_start, pending_count;
  uint8_t frame_count;
  // Derived values are new: what the rules demand at once is to be looked for. Not beside `dirty`: read together, both would
  // have to leave the processor's store buffer first (5 % of the time of random play).
  uint8_t unchecked;
  uint8_t counter_count;
  Ending ending;
  Tide tide;
  uint8_t extra_turns[2];  // of each player: to take after the present turn, or the next one of that player
  uint16_t stack_top;
  StaticMask static_mask;  // in force
  EventMask after_mask, before_mask, replace_mask;
  AbilityMask standing_mask;

  SmallRng rng[3];          // decks of the players, chance in play
  CardSet returned;         // result of the last frame that ended
  CardSet returned_killed;  // what it destroyed, of damage
  int16_t returned_amount;
  uint8_t returned_flag;
  CardId fight_attacker, fight_defender;  // the fight being resolved, or kNoCard
  uint8_t prophesied;                     // the active player has made a prophecy active this turn
  uint16_t unresolved;                    // decisions since all was resolved

  Choice choice;
  Action answer;

  Active actives[kMaxActive];
  Waiting waiting[kMaxWaiting];
  LastingEffect lasting[kMaxLasting];
  PackedCardSet kept[kMaxKept];
  LogEntry log[kMaxLog];
  CardCounters counters[kMaxCounters];
  PendingDamage pending[kMaxPending];
  uint16_t frames[kMaxFrames];  // where each frame begins
  alignas(8) uint8_t stack[kStackBytes];

  bool over() const { return result != Result::Playing; }
  int count(Zone zone, int player) const { return end(zone, player) - begin(zone, player); }
  int begin(Zone zone, int player) const { return start[static_cast<int>(zone) * 2 + player]; }
  int end(Zone zone, int player) const { return start[static_cast<int>(zone) * 2 + player + 1]; }
  CardId at(Zone zone, int player, int index) const { return order[begin(zone, player) + index]; }
  bool in_play(CardId card) const { return bit(cards[card].zone) & kInPlayZones; }
  // Lies facedown in play or on the way into it, as a token creature; what lies facedown under a card is in Zone::Under.
  bool hides_face(CardId card) const { return cards[card].has(kFacedown) && cards[card].zone != Zone::Under; }
  int opponent(int player) const { return 1 - player; }
  int winner() const { return result == Result::Won0 ? 0 : result == Result::Won1 ? 1 : -1; }
};
static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>);  // no padding: states are compared and hashed as bytes
static_assert(sizeof(State) <= 8192);
static_assert(kMaxCards <= 80);  // PackedCardSet

// The bounds whose overflow ends a game as Result::Overflow.
enum class Bound : uint8_t {
  None,
  Active,
  Waiting,
  Lasting,
  Kept,
  Log,
  Pending,
  Frames,
  Stack,
  Amber,
  Rounds,
  Counters,
  Last = Counters
};

inline void overflow(State& s, Bound bound) {
  if (s.overflow == 0) s.overflow = static_cast<uint8_t>(bound);
}

// Something has changed that constant abilities may look at, of the kinds `what`, a mask of Watch: derived values are out of
// date if they may depend on it. What the rules demand at once is to be looked for in any case.
inline void touch(const Matchup& m, State& s, int what) { (m.derives & what ? s.dirty : s.unchecked) = 1; }

// The cards of a zone, for range-for. Invalidated by any move.
struct ZoneView {
  const CardId* first;
  const CardId* last;
  const CardId* begin() const { return first; }
  const CardId* end() const { return last; }
  int size() const { return static_cast<int>(last - first); }
  CardId operator[](int i) const { return first[i]; }
};
inline ZoneView zone_of(const State& s, Zone zone, int player) {
  return {s.order + s.begin(zone, player), s.order + s.end(zone, player)};
}
// The cards of a deck below those whose places are settled: any of them may be drawn next, and how they are stored means
// nothing.
inline ZoneView loose_cards(const State& s, int player) {
  return {s.order + s.begin(Zone::Deck, player) + s.players[player].deck_fixed, s.order + s.end(Zone::Deck, player)};
}
// Zones of both players that lie side by side: the battlelines; the battlelines, artifacts and upgrades.
inline ZoneView battlelines(const State& s) { return {s.order + s.begin(Zone::Line, 0), s.order + s.end(Zone::Line, 1)}; }
inline ZoneView cards_in_play(const State& s) { return {s.order + s.begin(Zone::Line, 0), s.order + s.end(Zone::Attached, 1)}; }
static_assert(static_cast<int>(Zone::Line) + 2 == static_cast<int>(Zone::Attached) && Zone::Line < Zone::Artifacts);
inline CardSet zone_set(const State& s, Zone zone, int player) {
  CardSet set;
  for (CardId card : zone_of(s, zone, player)) set.add(card);
  return set;
}

}  // namespace archon
