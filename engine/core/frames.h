#pragma once
// Unfinished business: a bounded stack of typed frames inside the State. Each frame is a plain struct with named phases; the
// game loop (engine/advance.cpp) runs the top one until it pops itself, pushes another one, or asks the player.
#include "engine/core/state.h"

namespace archon {

enum class FrameType : uint8_t {
  Ability,
  Window,
  Play,
  Enter,
  Use,
  Reap,
  Fight,
  Act,
  Damage,
  Destroy,
  Receive,
  Forge,
  Control,
  Icons,
  Prophecy,
  Last = Prophecy
};

struct FrameHead {
  FrameType type;
  uint8_t phase = 0;
};

// A variable of an ability: cards or a number.
union Slot {
  CardSet cards;
  int32_t number;
  Slot() : cards() {}
};

// What an ability knows: the result words of the language (engine/lang/README.md).
struct Registers {
  CardSet it;       // last chosen, or the card of the event
  CardSet done;     // really affected by the last effect
  CardSet killed;   // destroyed by the last effect
  CardSet targets;  // being built
  int16_t amount = 0;
  int16_t chosen = 0;
  uint8_t did = 0;
  uint8_t they = 0;  // player of "each player"
  uint8_t short_of_targets = 0;
  uint8_t spare = 0;
};

struct AbilityFrame {
  static constexpr FrameType kType = FrameType::Ability;
  FrameHead head;
  uint16_t ability;
  uint16_t pc;
  CardId self;
  uint8_t source;
  uint8_t you;
  uint8_t variables;
  CardId current;      // the card being played or used by the running instruction
  uint8_t to_come;     // rounds of the running instruction that are still to come
  uint16_t rounds;     // jumps back so far
  uint16_t triggered;  // of the game in which it triggered an ability of another card; 0: it has not
  CardSet left;        // left play meanwhile: their last-known values are meant (rulebook 18.4, MOVEMENT BETWEEN ZONES)
  CardSet lost;        // moved to a hidden zone meanwhile: remembered, but out of reach (rulebook 18.4, MOVEMENT BETWEEN ZONES)
  Event event;
  Registers regs;
  Slot* slots() { return reinterpret_cast<Slot*>(this + 1); }
  const Slot* slots() const { return reinterpret_cast<const Slot*>(this + 1); }
};
static_assert(sizeof(AbilityFrame) % 8 == 0);

// Abilities that trigger at the same time: waiting[begin..end), resolved in an order the active player chooses.
struct WindowFrame {
  static constexpr FrameType kType = FrameType::Window;
  FrameHead head;
  uint8_t begin, end;
};

struct PlayFrame {
  static constexpr FrameType kType = FrameType::Play;
  enum Phase : uint8_t { Begin, Half, Form, Copy, Copied, Attach, Icons, AfterPlay, OwnAbilities, Newer, Finish };
  FrameHead head;
  CardId card;
  uint8_t player;
  Zone from;
  uint8_t effects;  // lasting effects there were when its play was announced
  CardId icons_of;  // the card itself, or the one it is a copy of
  uint8_t how;      // PlayHow
  uint8_t move;     // 1: a move of the main step
  CardId half;      // the other half of a gigantic creature, or kNoCard
  uint16_t flags;   // of its event: the flanks it was played on
  int16_t place;    // the neighbors it was played beside, as in its event
  CardId onto;      // the creature that the upgrade has to be attached to, or kNoCard
  uint8_t stay;     // Card::stay of the card: it changes when the card enters play and leaves it at once
};

// The bonus icons of a card, one after the other (rulebook 18.4, BONUS ICONS).
struct IconsFrame {
  static constexpr FrameType kType = FrameType::Icons;
  enum Phase : uint8_t { Begin, Replaced, Target, Resolved };
  FrameHead head;
  CardId card;      // the card that has them; in play, or wherever it is by now
  CardId icons_of;  // itself, or what it is a copy of
  uint8_t player;
  uint8_t index;  // which icon is being resolved
  uint8_t icon;   // as what
  uint8_t again;  // how often it was resolved already
  uint8_t more;   // how many times more than once each of them is resolved
  uint8_t spare[7];
  CardSet used;  // whose replacements it went through
};

// A card enters play under `controller`, or moves to the other battleline: asks for the flank.
struct EnterFrame {
  static constexpr FrameType kType = FrameType::Enter;
  enum Phase : uint8_t { Begin, Copied, Place, Offered, Placed, Finish };
  FrameHead head;
  CardId card;
  uint8_t controller;
  uint8_t by;   // who plays it or puts it into play
  uint8_t how;  // PlayHow
  uint8_t played;
  uint8_t moving;               // 1: it is in play and changes sides
  CardId instead_of = kNoCard;  // a creature that has left play: it gets the place that one had
  CardId half = kNoCard;        // the other half of a gigantic creature
  CardId left_of = kNoCard;     // a creature: it enters on that one's left
  uint8_t spare;
  uint16_t flags;  // of its event
  int16_t place;
};

struct UseFrame {
  static constexpr FrameType kType = FrameType::Use;
  enum Phase : uint8_t { Begin, Chosen, Paid, Finish };
  FrameHead head;
  CardId card;
  uint8_t player;
  uint8_t as_if_yours;
  uint8_t modes;     // mask of kUse... that are allowed, then the one that was chosen; 0: not paid for
  uint8_t house_ok;  // Action: abilities may be resolved, not only Omni:
};

struct ReapFrame {
  static constexpr FrameType kType = FrameType::Reap;
  enum Phase : uint8_t { Begin, Asked, Gained, Newer };  // Asked: where the aember is taken from
  FrameHead head;
  CardId card;
  uint8_t player;
  uint8_t effects;  // lasting effects there were when After Reap abilities were last queued
  uint8_t spare[3];
  CardSet granters;  // cards whose constants have given it After Reap abilities that were queued
};

struct FightFrame {
  static constexpr FrameType kType = FrameType::Fight;
  enum Phase : uint8_t { Begin, Attack, Strike, After, Newer, Finish };
  FrameHead head;
  CardId attacker, defender;
  uint8_t player;
  CardId outer_attacker, outer_defender;
  uint8_t elusive;
  uint8_t fought;
  uint8_t cancelled;
  uint8_t stays[2];  // Card::stay of attacker and defender: a creature that left play and came back is another one
  uint8_t past_taunt;
  uint8_t effects;  // as of ReapFrame, of After Fight abilities
  uint8_t spare[2];
  CardSet allowed;   // creatures it may fight; empty = any
  CardSet granters;  // as of ReapFrame
};

struct ActFrame {
  static constexpr FrameType kType = FrameType::Act;
  enum Phase : uint8_t { Begin, Choose, Picked, After, Finish };
  FrameHead head;
  CardId card;
  uint8_t player;
  uint8_t house_ok;
};

struct DamageFrame {
  static constexpr FrameType kType = FrameType::Damage;
  enum Phase : uint8_t { Begin, Asked, AskedLarger, Dealt, Finish };
  FrameHead head;
  uint8_t cause;  // Cause
  CardId asking;  // the creature whose damage is being redirected
  int16_t amount;
  uint8_t of_icon;  // 1: a bonus icon deals it
  uint8_t spare;
  CardSet asked;  // whose taker was asked for; in the last phase who was destroyed by the damage
  CardSet dealt;
};

// Aember arrives in a pool although several effects would replace that.
struct ReceiveFrame {
  static constexpr FrameType kType = FrameType::Receive;
  enum Phase : uint8_t { Begin, Asked };
  FrameHead head;
  uint8_t player;
  uint8_t gain;  // 0: it is not gained; else one more than the flags of that event
  int16_t amount;
};

struct DestroyFrame {
  static constexpr FrameType kType = FrameType::Destroy;
  enum Phase : uint8_t { Replace, Asked, BeforeLeaving, Leave, Arrange, Arranged, Finish };
  FrameHead head;
  uint8_t nested;   // an outer destruction makes the cards leave; from Arrange on: nothing is destroyed, cards are arranged
  uint8_t cause;    // Cause
  CardId asking;    // the card whose destruction several effects would replace
  CardId by;        // whose effect replaces the destruction of `replaced`
  uint8_t goes_on;  // it lets the destruction happen after all
  uint8_t spare;
  CardSet cards;     // asked for, then tagged
  CardSet own;       // tagged by this destruction, not by one in its Destroyed: window: what "destroyed this way" means
  CardSet fought;    // destroyed by the damage of a fight
  CardSet replaced;  // their destruction is being replaced
  CardSet splashed;  // destroyed by the splash-attack of a fight
  CardSet tried;     // cards whose effect has let a destruction happen after all; then those not arranged in discard piles yet
};

struct ForgeFrame {
  static constexpr FrameType kType = FrameType::Forge;
  enum Phase : uint8_t { Begin, Replaced, Priced, Pay, Paid, Color, Finish };
  // What it is paid with besides the own pool: aember on cards, cards that are spent themselves, the pool of the opponent.
  enum Means : uint8_t { OnCards, Cards, OpponentPool };
  FrameHead head;
  uint8_t player;
  CardId asked;  // the card that was asked for last
  int16_t cost;
  int16_t left;       // aember still to pay
  uint8_t continues;  // what replaces the forging lets it happen after all
  uint8_t means;      // Means: what it asks for, one after the other
  uint8_t key;        // which one: 1 the red one, 2 blue, 3 yellow; 0: any
  uint8_t by_color;   // 1: some colours may cost more than `cost`
  uint8_t spare[4];
  CardSet had;    // cards that have replaced it so far
  CardSet spent;  // cards that are spent themselves
};

// Control of a card changes because an effect began or ended.
struct ControlFrame {
  static constexpr FrameType kType = FrameType::Control;
  FrameHead head;
  CardId card;
  uint8_t controller;
  uint8_t how;  // PlayHow
};

// A prophecy is made active, or fulfilled (rulebook 18.4, PROPHECY, FULFILL).
struct ProphecyFrame {
  static constexpr FrameType kType = FrameType::Prophecy;
  enum Phase : uint8_t { Activate, Place, Fulfill, Finish };
  FrameHead head;
  CardId card;
  uint8_t side;  // of an activation: 1 the reverse
  uint8_t spare[4];
  CardSet revealed;  // of a fulfillment: the cards that lay under it
};

inline int frame_bytes(int payload) { return (payload + 7) & ~7; }

// Pushes a frame (with `extra` bytes behind it). The State overflows, and the frame lands on the stack's last bytes, when full.
template <class Frame>
Frame& push_frame(State& s, int extra = 0) {
  static_assert(std::has_unique_object_representations_v<Frame>);  // no padding, see State
  const int bytes = frame_bytes(static_cast<int>(sizeof(Frame)) + extra);
  if (s.frame_count >= kMaxFrames || s.stack_top + bytes > kStackBytes) {
    overflow(s, s.frame_count >= kMaxFrames ? Bound::Frames : Bound::Stack);
    s.frame_count = 0;
    s.stack_top = 0;
  }
  s.frames[s.frame_count++] = s.stack_top;
  auto* frame = new (s.stack + s.stack_top) Frame{};
  if (extra) std::memset(static_cast<void*>(frame + 1), 0, static_cast<size_t>(extra));
  s.stack_top = static_cast<uint16_t>(s.stack_top + bytes);
  frame->head.type = Frame::kType;
  return *frame;
}

inline void pop_frame(State& s) { s.stack_top = s.frames[--s.frame_count]; }

// What begins at a byte of the stack; const in a const State.
template <class T, class S>
auto& on_stack(S& s, int at) {
  using Of = std::conditional_t<std::is_const_v<S>, const T, T>;
  return *reinterpret_cast<Of*>(s.stack + at);
}

// Frames are counted from the one at the bottom. Those of which the type is known:
template <class S>
auto& top_head(S& s) {
  return on_stack<FrameHead>(s, s.frames[s.frame_count - 1]);
}
template <class Frame, class S>
auto& top_frame(S& s) {
  return on_stack<Frame>(s, s.frames[s.frame_count - 1]);
}
// Null when the frame is of another type, or there is none.
template <class Frame, class S>
auto* frame_if(S& s, int index) {
  auto* frame = index >= 0 && index < s.frame_count ? &on_stack<Frame>(s, s.frames[index]) : nullptr;
  return frame && frame->head.type == Frame::kType ? frame : nullptr;
}
template <class Frame, class S>
auto* top_if(S& s) {
  return frame_if<Frame>(s, s.frame_count - 1);
}

// All frames of a type, from the bottom to the top.
template <class Frame, class S>
class FramesOf {
 public:
  class Iterator {
   public:
    Iterator(S& s, int index) : s_(s), index_(index) { skip(); }
    auto& operator*() const { return on_stack<Frame>(s_, s_.frames[index_]); }
    Iterator& operator++() {
      ++index_;
      skip();
      return *this;
    }
    bool operator!=(const Iterator& other) const { return index_ != other.index_; }

   private:
    void skip() {
      while (index_ < s_.frame_count && !frame_if<Frame>(s_, index_)) ++index_;
    }
    S& s_;
    int index_;
  };
  explicit FramesOf(S& s) : s_(s) {}
  Iterator begin() const { return {s_, 0}; }
  Iterator end() const { return {s_, s_.frame_count}; }

 private:
  S& s_;
};
template <class Frame, class S>
FramesOf<Frame, S> frames_of(S& s) {
  return FramesOf<Frame, S>(s);
}

// Whether an ability is resolving, which remembers cards that leave play as they were.
inline bool resolving(const State& s) {
  const FramesOf<AbilityFrame, const State> abilities(s);
  return abilities.begin() != abilities.end();
}

}  // namespace archon
