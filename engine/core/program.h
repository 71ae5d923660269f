#pragma once
// Compiled cards: flat, immutable, shared by all threads. engine/lang writes them, query and vm read them.
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/core/action.h"
#include "engine/core/event.h"
#include "engine/core/rules_profile.h"
#include "engine/core/types.h"

namespace archon {

using ExprId = uint16_t;
inline constexpr uint16_t kNone = 0xFFFF;  // no expression, selector, variable, ability ...

enum class ExprOp : uint8_t {
#define EXPR(name, ...) name,
#include "engine/core/ops.def"
};
// What the value of an expression depends on beside what both players see: words of the running ability, its event or fight,
// the hand and the archives of its controller, other hidden cards.
enum Needs : uint16_t {
  kNeedsNothing = 0,
  kNeedsAmount = 1,
  kNeedsDid = 2,
  kNeedsChosen = 4,
  kNeedsThey = 8,
  kNeedsIt = 16,
  kNeedsDone = 32,
  kNeedsSlots = 64,
  kNeedsEvent = 128,
  kNeedsHand = 256,
  kNeedsHidden = 512
};

// What ops.def says of an expression.
struct ExprRow {
  std::string_view name, operands;
  Needs needs;  // of its own, beside those of its operands
};
inline constexpr ExprRow kExprRows[] = {
#define EXPR(name, operands, needs, meaning) {#name, operands, kNeeds##needs},
#include "engine/core/ops.def"
};
constexpr const ExprRow& row_of(ExprOp op) { return kExprRows[static_cast<size_t>(op)]; }

struct Expr {
  ExprOp op;
  int16_t a = 0;  // operand: expression, constant ...
  uint16_t b = 0;
};

enum class EffectOp : uint8_t {
#define EFFECT(name, ...) name,
#include "engine/core/ops.def"
};
// Who carries an instruction out (engine/vm).
enum class EffectFamily : uint8_t { Control, Choice, Cards, Uses, Lines, Moves, Players };
// Which frames an instruction waits for: those of a rule, or of what is played or used (AbilityFrame::current).
enum class EffectFrame : uint8_t { None, Any, OfCard };
// What an instruction does to the cards it concerns, seen from the player who controls or owns them. Takes: harms in play, else
// helps; Buries: harms in play, else neither; Counted: as what its operands count or move does.
enum class EffectWish : uint8_t { None, Helps, Harms, Takes, Buries, Counted };
// What ops.def says of an instruction.
struct EffectRow {
  std::string_view name;
  EffectFamily family;
  EffectFrame frame;
  ChoiceKind asks;
  EffectWish wish;
  std::string_view operands;
};
inline constexpr EffectRow kEffectRows[] = {
#define EFFECT(name, family, frame, asks, wish, operands, meaning) \
  {#name, EffectFamily::family, EffectFrame::frame, ChoiceKind::asks, EffectWish::wish, operands},
#include "engine/core/ops.def"
};
constexpr const EffectRow& row_of(EffectOp op) { return kEffectRows[static_cast<size_t>(op)]; }
constexpr EffectFamily family_of(EffectOp op) { return row_of(op).family; }
constexpr EffectWish wish_of(EffectOp op) { return row_of(op).wish; }

// What an instruction that is under way waits for: in its first phase its frame, if it has one, then the answer.
struct EffectWait {
  EffectFrame frame = EffectFrame::None;
  ChoiceKind asks = ChoiceKind::None;
  friend bool operator==(const EffectWait&, const EffectWait&) = default;
};
constexpr EffectWait wait_of(EffectOp op, int phase) {
  const EffectRow& of = row_of(op);
  const int frames = of.frame != EffectFrame::None;
  if (phase == frames) return {.frame = of.frame};
  return phase == frames + 1 ? EffectWait{.asks = of.asks} : EffectWait{};
}

// Flags of an instruction.
enum InstrFlag : uint8_t {
  kAlsoIt = 1,          // SetDone, AddTargets: `it` means these cards, too
  kNotLost = 2,         // AddTargets: only those that are within reach
  kKeepsNumber = 1,     // Lasting: the number in c
  kOfDiscards = 1,      // EachPlayer: the active player may choose who is first
  kWholeDeck = 1,       // FixTop
  kOtherPicks = 1,      // Choose, ChooseHouse: the opponent of "you" is asked
  kInOrder = 1,         // EachNext, ToDeckTop: in an order that the active player chooses
  kInAnyOrder = 2,      // ToDeckTop: in an order that nobody knows
  kPastArmor = 1,       // Deal
  kByChance = 1,        // Discard: chosen so
  kWholeHand = 2,       // Discard
  kWhereThisStood = 1,  // PutIntoPlay
  kLeftOfThis = 1,      // MakeToken
  kExalting = 1,        // PlaceAmber: one by one
  kToLeftFlank = 1,     // Control
  kPastTaunt = 1,       // FightWith
  kCostOfColor = 1,     // Forge: the colour may raise the cost
};

struct Instr {
  EffectOp op;
  uint8_t flags = 0;
  uint16_t a = kNone, b = kNone, c = kNone;
};

// Fields of a card that Sum, Highest, Lowest and Field read.
enum class CardField : uint8_t { Power, Armor, Damage, Counters, Amber, Type, Bonus, Traits };

// What MoveFrom, MoveTo and Redistribute move; from Named on counters of the kind that is so much greater.
enum class Moved : uint8_t { Amber, Damage, Ward, Power, Named };

// Statuses that IsStatus tests on the candidate.
enum class Status : uint8_t {
  Damaged,
  Stunned,
  Ready,
  Exhausted,
  Warded,
  Enraged,
  Flank,
  Center,
  Token,
  OwnHouse,
  OffHouse,
  LeftFlank,
  RightFlank
};

// Which creatures of a battleline SideOf means, seen from one of them.
enum class LineSide : uint8_t { LeftNeighbor, RightNeighbor, LeftOf, RightOf };

// Where Shift moves a creature: to either flank, anywhere, to a certain flank.
enum class ShiftTo : uint8_t { Flank, Anywhere, Left, Right };

enum class Zone : uint8_t {
  Deck,
  Hand,
  Discard,
  Archives,
  Purged,
  Line,
  Artifacts,
  Attached,
  Under,
  Limbo,
  // Reference cards, which are never in play: prophecies that are inactive; archon powers and active prophecies.
  Inactive,
  Reference
};
inline constexpr int kZones = 12;
static_assert(kZones <= 16);  // masks of zones
constexpr uint16_t bit(Zone zone) { return static_cast<uint16_t>(1u << static_cast<int>(zone)); }
inline constexpr uint16_t kInPlayZones = 1u << 5 | 1u << 6 | 1u << 7;

enum class Quant : uint8_t { Each, Exactly, UpTo, AnyNumber, Random, MostPowerful, LeastPowerful };
enum class Side : uint8_t { Any, Friendly, Enemy };

// A noun phrase: which cards, and who decides how many of them.
struct Selector {
  Quant quant = Quant::Each;
  Side side = Side::Any;       // control in play, ownership elsewhere
  uint8_t types = 0;           // mask of 1 << CardType; 0 = any
  bool optional = false;       // may fail to find (search)
  bool unlike = false;         // no two of one name are picked
  uint16_t zones = 0;          // mask of 1 << Zone
  ExprId count = kNone;        // how many
  ExprId zone_player = kNone;  // whose zones; kNone: by `side`
  ExprId base = kNone;         // only among these cards
  ExprId filter = kNone;       // must hold for the candidate
};

// Which events an ability listens to.
struct EventPattern {
  EventType type = EventType::Play;
  uint16_t flags_all = 0;     // flags the event must have
  uint16_t flags_none = 0;    // flags it must not have
  ExprId player = kNone;      // the player must be this one
  uint16_t card = kNone;      // selector the card must fit
  ExprId among = kNone;       // the card must be one of these
  ExprId fighting = kNone;    // the other card, of a fight or an assault, must be one of these
  uint16_t other = kNone;     // selector the other card must fit
  ExprId value = kNone;       // `amount` (a house) must be this
  ExprId turn_of = kNone;     // it must be the turn of this player
  ExprId guard = kNone;       // must hold, "they" being the player of the event
  ExprId beside = kNone;      // one of these must be a neighbor it got by the event
  Step step = Step::Setup;    // it must happen in this step; Setup: whenever
  bool outside_step = false;  // it must not happen in that step
};

enum class Period : uint8_t { ThisTurn, OpponentLastTurn };

enum class AbilityKind : uint8_t {
  Play,
  Fight,
  Reap,
  Action,
  Omni,
  Destroyed,
  DestroyedInstead,
  BeforeFight,
  BeforeReap,
  Scrap,
  Fate,
  SetupFirst,  // before the starting hands are drawn
  Setup,       // after they were; heads
  After,
  Before,
  Replace,
  Whenever,
  StartOfTurn,
  EndOfTurn,
  StartOfStep,
  EndOfStep,
  PlayAgain,  // "Play:" of a card that is played resolves once more
  Static,
  PlayOnlyIf,
  PlayAsCopy,
  AttachOnly,  // what the upgrade is attached to when it is played
  PlayCost,
  UseCost
};
constexpr bool is_head(AbilityKind kind) { return kind <= AbilityKind::Setup; }
constexpr bool is_standing(AbilityKind kind) { return kind >= AbilityKind::After && kind <= AbilityKind::Static; }
inline constexpr int kAbilityKinds = static_cast<int>(AbilityKind::UseCost) + 1;
using AbilityMask = uint64_t;
static_assert(kAbilityKinds <= 64);  // AbilityMask
constexpr AbilityMask bit(AbilityKind kind) { return AbilityMask{1} << static_cast<int>(kind); }

// Kinds of constant abilities: what changes cards, in the order of the layers; then questions about cards; then about players.
#define ARCHON_STATICS(X)                                              \
  X(Copies)      /* token creatures are copies of a creature */        \
  X(LoseText)    /* the text box is considered blank */                \
  X(GainAbility) /* an ability */                                      \
  X(GainText)    /* the text box of other cards */                     \
  X(GainKeyword)                                                       \
  X(LoseKeyword)                                                       \
  X(GainTrait)                                                         \
  X(LoseTraits)                                                        \
  X(BecomeHouse)                                                       \
  X(BecomeFlank)                                                       \
  X(BecomeCreature) /* an artifact in a battleline */                  \
  X(BecomeArtifact) /* a creature, which leaves the battleline */      \
  X(HasPower)                                                          \
  X(HasArmor)                                                          \
  X(GetPower)                                                          \
  X(GetArmor)                                                          \
  X(LoseArmor)   /* all of it */                                       \
  X(SwitchStats) /* power and armor */                                 \
  X(OnlyPower)   /* whatever else says of it */                        \
  X(OnlyArmor)                                                         \
  X(WideTaunt) /* taunt guards neighbors of neighbors, too */          \
  X(GetAssault)                                                        \
  X(GetHazardous)                                                      \
  X(GetSplash)                                                         \
  X(Controls)    /* you control the cards */                           \
  X(EntersReady) /* the card enters play ready */                      \
  X(EntersStunned)                                                     \
  X(EntersEnraged)                                                     \
  X(EntersAnywhere) /* in the battleline */                            \
  X(MayEnter)       /* the active player may have it enter so */       \
  X(DealsPlus)                                                         \
  X(TakesPlus)                                                         \
  X(DealsSet)                                                          \
  X(Ignores)                                                           \
  X(LoseHead) /* abilities of a kind */                                \
  X(Treats)   /* abilities of a kind resolve with those of another */  \
  X(KeyCost)                                                           \
  X(WinsAt) /* one key more: Definition::more_keys */                  \
  X(Refill)                                                            \
  X(Skip)      /* a step */                                            \
  X(Haunts)    /* a player is haunted */                               \
  X(RevealTop) /* of the player's deck */                              \
  X(Allow)                                                             \
  X(Forbid)                                                            \
  X(Require)                                                           \
  X(Limit)                                                             \
  X(Tax)                                                               \
  X(Redirect)                                                          \
  X(Spend)        /* what else than the own pool may be spent */       \
  X(IconAs)       /* a bonus icon may be resolved as something else */ \
  X(KeepArchived) /* cards cannot leave the archives of a player */    \
  X(DoublesIcons) /* each icon of a card is resolved once more */      \
  X(ReapFrom)     /* aember may be taken from cards by reaping */      \
  X(Spare)        /* what is stolen or captured from a player comes from the supply */

enum class StaticKind : uint8_t {
#define X(name) name,
  ARCHON_STATICS(X)
#undef X
};
#define X(name) +1
inline constexpr int kStaticKinds = ARCHON_STATICS(X);
#undef X
using StaticMask = uint64_t;
static_assert(kStaticKinds <= 64);  // StaticMask
constexpr StaticMask bit(StaticKind kind) { return StaticMask{1} << static_cast<int>(kind); }

// What an Allow lets a player do.
// kAllowPick: to pick up some cards of the archives instead of all.
enum AllowWhat : uint8_t { kAllowPlay = 1, kAllowUse = 2, kAllowFight = 4, kAllowReap = 8, kAllowPick = 16 };

// How a card is played or put into play.
enum PlayHow : uint8_t {
  kPlayYours = 1,   // as if it were yours
  kPlayActive = 2,  // as if it belonged to the active house and were in your hand
  kPlayReady = 4,
  kPlayStunned = 8,
  kPlayFirst = 16,     // nothing was played, used or discarded before in this step
  kPlayAnywhere = 32,  // anywhere in the battleline
  kPlayLeft = 64,      // on the left flank, whoever would choose
  kPlayRight = 128,
};

// Only a card that you play; the lasting effect keeps the card that it met, as `it`.
enum EntersHow : uint8_t { kPlayedByYou = 1, kKeepsMet = 2 };

enum RedirectHow : uint8_t { kRedirectToo = 1, kInFightsOnly = 2, kRedirectEvenly = 4 };

struct Static {
  StaticKind kind = StaticKind::GetPower;
  // Allow: AllowWhat; Gain/LoseKeyword: Keyword; GainTrait: its number, kNoTrait those of the card `value`; GainText: 1
  // keywords only; Forbid: allowed kinds of use (EventFlag); Redirect: 1 by, 0 on; Treats: the AbilityKind that resolves, too,
  // when one of the kind `limit` does; LoseHead: the AbilityKind; KeyCost: `limit` 1 of red keys only, 2 blue, 3 yellow; Spend:
  // 1 the opponent, `limit` 1 the cards themselves; IconAs: the Icon or kAnyIcon, `limit` what it becomes, or kAnyIcon:
  // `ability` is resolved instead; Skip: the Step, Setup for the mulligan; Ignores: Keyword, or kKeywords for armor.
  uint8_t what = 0;
  uint8_t limit = 0;     // Allow: how often (0 = any number); a lasting one counts its life, a constant one the turn
  uint8_t flags = 0;     // Redirect: RedirectHow; HasPower, GainAbility: 1 it depends on power or armor of cards; Limit:
                         // 1 each type; EntersReady ...: EntersHow
  ExprId cards = kNone;  // cards concerned (expression); or the player of KeyCost, Refill, Skip, RevealTop, Spare, KeepArchived
  uint16_t selector = kNone;  // cards concerned when tested one by one (Allow, EntersReady ..., KeepArchived)
  ExprId value = kNone;       // amount, house mask, keyword value, limit; MayEnter: PlayHow; Spend: aember of the opponent
  ExprId condition = kNone;   // applies only while this holds
  uint16_t pattern = kNone;   // Forbid, Require, Limit, Tax
  uint16_t ability = kNone;   // GainAbility; Tax: the program
};

struct Ability {
  AbilityKind kind = AbilityKind::Play;
  StaticKind rule = {};  // of a constant ability: the kind of `static_rule`
  EventType event = {};  // of one with a pattern: the event of `pattern`
  uint8_t variables = 0;
  bool commutes = false;    // order among others of its kind makes no difference; Replace: whose of equal ones it is doesn't
  Side turn = Side::Any;    // StartOfTurn, EndOfTurn, StartOfStep, EndOfStep: whose
  Step step = Step::Setup;  // StartOfStep, EndOfStep: which
  Zone zone = Zone::Line;   // in force while the card is there; Line: anywhere in play
  bool granted = false;     // written inside `gains { }`: its controller is the creature's
  uint16_t card = 0;        // definition it is written on
  ExprId guard = kNone;
  uint16_t code = kNone;  // first instruction
  uint16_t pattern = kNone;
  uint16_t static_rule = kNone;
  bool intake = false;           // Replace: `this` captures the aember that is about to be received
  bool moves_elsewhere = false;  // Replace of MoveToDiscard: the card goes to `move_to` instead; of Discard: facedown under
                                 // the host, after both have seen it
  Zone move_to = Zone::Discard;
  int line = 0;  // in its source file
};

// The items of a lasting block: standing abilities with a clock.
struct LastingBody {
  std::vector<uint16_t> abilities;
  bool once = false;
  bool keeps_cards = false;   // binds `it`
  bool keeps_second = false;  // binds a variable as cards
  bool keeps_text = false;    // the text of those is gained: it stays when they leave play
};

enum class Clock : uint8_t {
  ThisTurn,
  OpponentNextTurn,
  YourNextTurn,
  UntilNextTurn,
  UntilThisLeaves,
  WhileControlled,
  ThisFight,
  Delayed,
  Always
};

// A card's definition: facts and abilities.
struct Definition {
  CardType type = CardType::Action;
  uint8_t power = 0, armor = 0, amber = 0;
  uint8_t assault = 0, hazardous = 0, splash_attack = 0;
  KeywordMask keywords = 0;
  uint8_t traits[3] = {kNoTrait, kNoTrait, kNoTrait};
  uint16_t name = 0;       // equal names have equal numbers (evil twins, halves of gigantic creatures)
  AbilityMask kinds = 0;   // mask of AbilityKind that occur
  StaticMask statics = 0;  // mask of StaticKind that its constant abilities are
  EventMask history = 0;   // event types it asks about later
  bool colors = false;     // it asks for the colours of keys
  bool tide = false;       // it refers to the tide
  bool piles = false;      // it looks at the order of a discard pile
  uint8_t more_keys = 0;   // its owner needs so many keys more to win
  bool stands = false;     // has abilities that are in force while it is in play
  uint16_t elsewhere = 0;  // mask of 1 << Zone: out of play, where it has abilities in force
  bool native = false;
  bool compiled = false;            // false: facts only
  Half half = Half::None;           // of a gigantic creature
  uint16_t as_upgrade = kNone;      // what it is as an upgrade (an action: when it is attached); kNone: it can't be
  std::vector<uint16_t> abilities;  // in the order written
};

// Another definition of a card: its wording for older rules, or what it is when played as an upgrade.
struct Variant {
  uint16_t card;         // index of the card among the definitions
  uint16_t definition;   // index of this wording
  Wording newest;        // the newest rules that use it
  bool upgrade = false;  // the card as an upgrade, in the same wording
};

struct Program {
  std::vector<Expr> exprs;
  std::vector<Selector> selectors;
  std::vector<Instr> code;
  std::vector<EventPattern> patterns;
  std::vector<Static> statics;
  std::vector<Ability> abilities;
  std::vector<LastingBody> bodies;
  std::vector<Definition> definitions;  // index = index into CardTable::cards(); behind those the variants
  std::vector<Variant> variants;
  std::vector<uint16_t> needs, selector_needs;  // mask of Needs of each expression and selector

  // The definition of a card in the wording of certain rules.
  uint16_t worded(uint16_t card, Wording wording) const {
    for (const Variant& variant : variants)
      if (variant.card == card && !variant.upgrade && wording <= variant.newest) return variant.definition;
    return card;
  }
};

}  // namespace archon
