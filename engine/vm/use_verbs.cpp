// Effects that play, use, fight or reap with cards, one after the other: each pushes a frame of the rules and waits for it.
#include <algorithm>

#include "engine/core/fnv.h"
#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/rules/events.h"
#include "engine/rules/icons.h"
#include "engine/rules/leave.h"
#include "engine/rules/play.h"
#include "engine/rules/prophecy.h"
#include "engine/rules/steps.h"
#include "engine/rules/use.h"
#include "engine/vm/vm.h"

namespace archon::vm {
namespace {

constexpr uint8_t kAnyUse = kUseReap | kUseFight | kUseAction;
enum Phase : uint8_t { kBegin, kStarted, kAsked };  // of an effect on several cards, one after the other

// From a zone of the opponent only what is played as if it were yours.
bool may_take(const Vm& vm, const Instr& in, CardId card) {
  const bool theirs = vm.s.cards[card].zone != Zone::Under && zone_player(vm.s, vm.m, card) != vm.f.you;
  return !theirs || (in.a & kPlayYours);
}

// Of a gigantic creature both halves or nothing (rulebook 18.4, GIGANTIC).
bool put_into_play(Vm& vm, const Instr& in, CardId card) {
  const CardType type = type_of(vm.m, vm.s, card);
  if (type == CardType::Action || type == CardType::Upgrade) return false;
  CardId half = kNoCard;
  if (vm.m.cards[card].half != Half::None) {
    CardSet& left = vm.f.regs.killed;
    half = other_halves(vm.m, left, card).first();
    if (half == kNoCard) return false;
    left.remove(half);
    if (vm.m.cards[card].half == Half::Second) std::swap(card, half);
  }
  const int controller = in.a == kNone ? vm.m.cards[card].owner : vm.player(in.a);
  vm.s.cards[card].set(kFacedown, false);  // it may have lain so under another card
  EnterFrame& frame = push_enter(vm.s, card, controller, false, in.b == kNone ? uint8_t{0} : static_cast<uint8_t>(in.b));
  frame.half = half;
  if (in.flags & kWhereThisStood) frame.instead_of = vm.f.self;
  return true;
}

// The card is a token creature before it has its place, and hidden from both players until then (rulebook 18.4, TOKEN
// CREATURES). A player without the token creature reference card makes none.
bool make_token(Vm& vm, const Instr& in, CardId card) {
  const int player = vm.player(in.a);
  const uint16_t token = vm.m.tokens[static_cast<size_t>(player)].definition;
  if (token == kNone || (in.c != kNone && token != in.c)) return false;
  State& s = vm.s;
  place(s, vm.m, card, Zone::Limbo, vm.m.cards[card].owner, kBottom);
  s.cards[card].host = kNoCard;
  s.cards[card].definition = token;
  s.cards[card].set(kFacedown);
  EnterFrame& frame = push_enter(s, card, player, false, static_cast<uint8_t>(in.b));
  if (in.flags & kLeftOfThis) frame.left_of = vm.f.self;
  return true;
}

bool play(Vm& vm, const Instr& in, CardId card) {
  State& s = vm.s;
  const int you = vm.f.you;
  if (!may_take(vm, in, card)) return false;
  if (!playable(vm.m, s, you, card)) return false;
  if (in.b != kNone && !(vm.cards(in.b) & hosts_for(vm.m, s, card, you))) return false;
  push_play(s, card, you, static_cast<uint8_t>(in.a));
  if (in.b != kNone) top_frame<PlayFrame>(s).onto = vm.cards(in.b).first();
  return true;
}

bool resolve_icons(Vm& vm, const Instr&, CardId card) {
  const int frames = vm.s.frame_count;
  push_icons(vm.m, vm.s, card, card, vm.f.you, half_under(vm.m, vm.s, card));
  return vm.s.frame_count != frames;
}

bool fulfill(Vm& vm, const Instr&, CardId card) {
  push_fulfillment(vm.s, card);
  return true;
}

bool use(Vm& vm, const Instr& in, CardId card) {
  push_use(vm.s, card, in.b == kNone ? vm.f.you : vm.player(in.b), kAnyUse, in.a == 1, true);
  return true;
}

bool reap_with(Vm& vm, const Instr&, CardId card) {
  push_use(vm.s, card, vm.f.you, kUseReap, false, true);
  return true;
}

bool fight_with(Vm& vm, const Instr& in, CardId card) {
  State& s = vm.s;
  const int you = vm.f.you;
  if (s.cards[card].suffers(kStunned)) {  // rulebook 18.4, STUN, also without enemy creatures (FAQ Anger)
    push_use(s, card, you, kUseFight, false, true);
    return true;
  }
  if (!(use_options(vm.m, s, you, card, kUseFight) & kUseFight)) return false;
  const CardSet allowed = in.a == kNone ? CardSet{} : vm.cards(in.a);
  const bool past_taunt = in.flags & kPastTaunt;
  if (in.a != kNone && !(allowed & fight_targets(vm.m, s, card, past_taunt))) return false;
  push_fight(s, card, you, allowed, past_taunt);
  queue_use_costs(vm.m, s, card, you);
  return true;
}

// What enters play together does so one by one, in the order the active player chooses (rulebook 18.4, ACTIVE PLAYER).
Flow ask_next(Vm& vm, CardSet left) {
  ask_for_card(vm.s, vm.s.active, left, vm.f.self);
  vm.f.head.phase = kAsked;
  return Flow::Wait;
}

// Starts the effect on one card; false when nothing is pending afterwards.
using Start = bool (*)(Vm& vm, const Instr& in, CardId card);

Flow one_by_one(Vm& vm, const Instr& in, Start start) {
  Registers& regs = vm.f.regs;
  CardSet& left = regs.killed;  // nothing is destroyed here: its place holds those whose turn is still to come
  const bool answered = vm.f.head.phase == kAsked;
  if (vm.f.head.phase == kBegin) {
    regs.done = {};
    regs.amount = 0;
    left = regs.targets;
  } else if (vm.f.head.phase == kStarted && vm.s.returned_flag) {
    regs.done.add(vm.f.current);
    // Of one that got rid of its stun itself is returned: it fought nobody.
    if (in.op == EffectOp::FightWith && in.b != kNone) vm.f.slots()[in.b].cards |= vm.s.returned - CardSet::of(vm.f.current);
  }
  vm.f.head.phase = kStarted;
  if (answered) {
    vm.f.current = vm.s.answer.card();
    left.remove(vm.f.current);
    if (start(vm, in, vm.f.current)) return Flow::Wait;
  }
  while (left) {
    const bool enters = in.op == EffectOp::PutIntoPlay || in.op == EffectOp::MakeToken;
    if (enters && left.size() > 1) return ask_next(vm, left);
    vm.f.current = OpenOrder(vm.m, vm.s, left).first();
    left.remove(vm.f.current);
    if (start(vm, in, vm.f.current)) return Flow::Wait;
  }
  left = {};
  vm.result(regs.done, regs.done.size());
  if (in.op == EffectOp::MakeToken) regs.it = regs.done;
  return Flow::Next;
}

// A number for what the two players have in front of them, 0 left out.
uint16_t fingerprint(const State& s) {
  Fnv64 hash;
  const auto add = [&](const void* from, size_t size) { hash.add(static_cast<const uint8_t*>(from), size); };
  add(s.cards, sizeof(s.cards));
  const CardId* from = s.order;
  for (int player = 0; player < 2; ++player) {  // how a deck without an order is stored says nothing
    const ZoneView loose = loose_cards(s, player);
    add(from, static_cast<size_t>(loose.begin() - from));
    from = loose.end();
  }
  add(from, static_cast<size_t>(std::end(s.order) - from));
  add(s.players, sizeof(s.players));
  add(s.counters, sizeof(s.counters[0]) * s.counter_count);
  add(&s.lasting_count, 1);
  return static_cast<uint16_t>(hash.value >> 48 | 1);
}

// The ability is already resolving, further out, has triggered another one from there, and nothing has changed since:
// triggering it again closes a loop (rulebook 18.4, INFINITE LOOPS). One that goes on with something else ends by itself.
bool closes_loop(State& s, uint16_t ability, CardId self) {
  const uint16_t now = fingerprint(s);
  for (const AbilityFrame& frame : frames_of<AbilityFrame>(s))
    if (frame.ability == ability && frame.self == self && frame.triggered == now) return true;
  return false;
}

// "Trigger an ability of X as if yours": `this` is X, "you" the one who triggers it.
Flow trigger(Vm& vm, const Instr& in) {
  const CardId card = vm.f.regs.targets.first();
  uint16_t abilities[8];
  uint8_t sources[8];
  int count = 0;
  if (card != kNoCard) {
    for_each_head(vm.m, vm.s, card, static_cast<AbilityKind>(in.a), [&](uint16_t ability, uint8_t source) {
      if (count == 8) return;
      abilities[count] = ability;
      sources[count++] = source;
    });
  }
  const bool all = in.b == 2;
  int pick = 0;
  if (vm.f.head.phase == 0) {
    vm.f.head.phase = 1;
    if (count > 1 && !all) {
      ask(vm.s, ChoiceKind::Option, vm.s.active, card).options = static_cast<uint8_t>(count);
      return Flow::Wait;
    }
  } else {
    pick = vm.s.answer.index();
  }
  vm.result(count > 0 ? vm.f.regs.targets : CardSet{}, count > 0);
  vm.f.triggered = fingerprint(vm.s);
  for (int i = all ? 0 : pick; i < (all ? count : std::min(pick + 1, count)); ++i) {
    if (closes_loop(vm.s, abilities[i], card)) {
      // Stopped. With nothing else to choose from, the card leaves play, and is not destroyed.
      if (creatures_in_play(vm.s).size() == 2) move_card(vm.m, vm.s, vm.f.self, {Zone::Discard});
      continue;
    }
    const bool yours = in.b != 0 || !vm.s.in_play(card);  // what is grafted is nobody's
    const int player = yours ? vm.f.you : vm.s.cards[card].controller;
    queue_ability(vm.m, vm.s, abilities[i], card, sources[i], player, vm.f.event, kWaitingAnywhere);
  }
  return Flow::Next;
}

}  // namespace

Flow do_PutIntoPlay(Vm& vm, const Instr& in) { return one_by_one(vm, in, put_into_play); }
Flow do_MakeToken(Vm& vm, const Instr& in) { return one_by_one(vm, in, make_token); }
Flow do_Play(Vm& vm, const Instr& in) { return one_by_one(vm, in, play); }
Flow do_Use(Vm& vm, const Instr& in) { return one_by_one(vm, in, use); }
Flow do_FightWith(Vm& vm, const Instr& in) { return one_by_one(vm, in, fight_with); }
Flow do_ReapWith(Vm& vm, const Instr& in) { return one_by_one(vm, in, reap_with); }
Flow do_ResolveIcons(Vm& vm, const Instr& in) { return one_by_one(vm, in, resolve_icons); }
Flow do_Fulfill(Vm& vm, const Instr& in) { return one_by_one(vm, in, fulfill); }
Flow do_Trigger(Vm& vm, const Instr& in) { return trigger(vm, in); }

}  // namespace archon::vm
