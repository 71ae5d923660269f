// Control flow, variables and lasting effects.
#include <algorithm>
#include <span>
#include <vector>

#include "engine/core/chance.h"
#include "engine/core/kept.h"
#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/rules/leave.h"
#include "engine/rules/steps.h"
#include "engine/vm/vm.h"

namespace archon::vm {
namespace {

// Jumps back without end are a loop of this ability alone, and more rounds than any game has cards to serve are one too. It is
// stopped there (rulebook 18.4, INFINITE LOOPS); how often it went round is not asked.
constexpr int kMaxRounds = 10000;

Flow jump(Vm& vm, uint16_t to) {
  if (to <= vm.f.pc && ++vm.f.rounds >= kMaxRounds) {
    vm.s.pending_count = 0;  // gathered for the end of a loop that has none
    return Flow::Finished;
  }
  vm.f.pc = to;
  return Flow::Jumped;
}

Flow may(Vm& vm, const Instr& in) {
  if (vm.f.head.phase++ == 0) {
    ask(vm.s, ChoiceKind::YesNo, vm.s.active, vm.f.self);
    return Flow::Wait;
  }
  if (vm.s.answer.verb() == Verb::Yes) return Flow::Next;
  vm.f.regs.did = 0;
  vm.f.regs.amount = 0;
  return jump(vm, in.a);
}

// Takes the next card of a set; the active player orders them when the body asks.
Flow each_next(Vm& vm, const Instr& in) {
  CardSet& rest = vm.f.slots()[in.a].cards;
  if (rest.empty()) return jump(vm, in.c);
  CardId card = OpenOrder(vm.m, vm.s, rest).first();
  if ((in.flags & kInOrder) && rest.size() > 1) {
    if (vm.f.head.phase++ == 0) {
      ask_for_card(vm.s, vm.s.active, rest, vm.f.self);
      return Flow::Wait;
    }
    card = vm.s.answer.card();
  }
  rest.remove(card);
  vm.f.slots()[in.b].cards = CardSet::of(card);
  return Flow::Next;
}

Flow each_house(Vm& vm, const Instr& in) {
  int32_t& rest = vm.f.slots()[in.a].number;
  if (rest == 0) return jump(vm, in.c);
  vm.f.slots()[in.b].number = rest & -rest;
  rest &= rest - 1;
  return Flow::Next;
}

// The active player comes first. Where something may follow on discards the active player says who does
// (rulebook 18.4, DISCARDING CARDS).
Flow each_player(Vm& vm, const Instr& in) {
  enum Round : int32_t { kActive, kOpponent, kBoth, kOpponentFirst, kActiveLast, kBothToo };
  int32_t& round = vm.f.slots()[in.a].number;
  if (vm.f.head.phase == 1) {
    const int first = vm.s.answer.index() == 0 ? vm.f.you : 1 - vm.f.you;
    if (first != vm.s.active) round = kOpponentFirst;
  } else if (round == kActive && (in.flags & kOfDiscards) && discards_are_heard(vm)) {
    vm.f.head.phase = 1;
    ask(vm.s, ChoiceKind::Option, vm.s.active, vm.f.self).options = 2;
    return Flow::Wait;
  }
  if (round == kBoth || round == kBothToo) return jump(vm, in.b);
  const bool active = round == kActive || round == kActiveLast;
  vm.f.regs.they = static_cast<uint8_t>(active ? vm.s.active : 1 - vm.s.active);
  ++round;
  return Flow::Next;
}

Flow modal(Vm& vm, const Instr& in) {
  if (vm.f.head.phase++ == 0) {
    ask(vm.s, ChoiceKind::Option, vm.s.active, vm.f.self).options = static_cast<uint8_t>(in.a);
    return Flow::Wait;
  }
  return jump(vm, static_cast<uint16_t>(vm.f.pc + 1 + std::min<int>(vm.s.answer.index(), in.a - 1)));
}

// A repetition that the game allows without end (a printed Bait and Switch that cannot steal) is stopped after so many rounds
// (rulebook 18.4, INFINITE LOOPS): more than there are cards and aember for.
constexpr int kMaxRepeats = 100;

// A repeating effect ends when its card has been removed from play (rulebook 18.4, REPEAT); that of a "Scrap:" or "Fate:"
// ability never was.
Flow repeat_if(Vm& vm, const Instr& in) {
  const AbilityKind kind = vm.m.program->abilities[vm.f.ability].kind;
  const bool never = kind == AbilityKind::Scrap || kind == AbilityKind::Fate;
  const bool present = vm.f.self == kNoCard || vm.s.in_play(vm.f.self) || vm.s.cards[vm.f.self].zone == Zone::Limbo || never;
  if (!present || !vm.number(in.a)) return Flow::Next;
  if (vm.f.rounds >= kMaxRepeats) return Flow::Next;
  return jump(vm, vm.m.program->abilities[vm.f.ability].code);
}

// The same cards have been given the same house or trait before, as long as the player controls them (by the same card) or for
// good: once more changes nothing, and a card that is taken or played again and again would fill the list.
bool begun_before(const Vm& vm, const Instr& in) {
  const LastingBody& body = vm.m.program->bodies[in.a];
  const auto clock = static_cast<Clock>(in.b);
  if (clock != Clock::WhileControlled && clock != Clock::Always) return false;
  if (in.flags & kKeepsNumber || !says_what_cards_are(*vm.m.program, body)) return false;
  const auto keeps = [&](uint8_t slot, bool wanted, CardSet cards) {
    return wanted ? slot != kNotKept && CardSet(vm.s.kept[slot]) == cards : slot == kNotKept;
  };
  const CardSet variable = body.keeps_second ? CardSet(vm.f.slots()[in.c].cards) : CardSet{};
  return std::ranges::any_of(std::span(vm.s.lasting, vm.s.lasting_count), [&](const LastingEffect& effect) {
    return effect.body == in.a && (effect.source == vm.f.self || clock == Clock::Always) && effect.controller == vm.f.you &&
           effect.clock == clock && effect.chosen == vm.f.regs.chosen && keeps(effect.cards, body.keeps_cards, vm.f.regs.it) &&
           keeps(effect.second, body.keeps_second, variable);
  });
}

Flow lasting(Vm& vm, const Instr& in) {
  vm.f.regs.did = 1;
  if (begun_before(vm, in)) return Flow::Next;
  LastingEffect* effect = begin_lasting(vm, in.a, static_cast<Clock>(in.b), vm.f.you, vm.f.regs.it);
  if (effect && (in.flags & kKeepsNumber)) effect->chosen = static_cast<int16_t>(vm.f.slots()[in.c].number);
  if (effect && vm.m.program->bodies[in.a].keeps_second) effect->second = keep_cards(vm.s, vm.f.slots()[in.c].cards);
  return Flow::Next;
}

// Of several houses the active player chooses one; none changes nothing.
Flow set_house(Vm& vm, const Instr& in) {
  if (vm.f.head.phase++ == 0) {
    const auto houses = static_cast<HouseMask>(vm.number(in.a));
    vm.f.regs.did = houses != 0;
    if (!houses) return Flow::Next;
    ask(vm.s, ChoiceKind::HouseName, vm.s.active, vm.f.self).mask = houses;
    return Flow::Wait;
  }
  vm.s.house = static_cast<HouseMask>(1u << vm.s.answer.index());
  touch(vm.m, vm.s, kWatchHouse);
  return Flow::Next;
}

Flow end_early(Vm& vm, const Instr& in) {
  vm.s.ending = std::max(vm.s.ending, static_cast<Ending>(in.a));
  vm.f.regs.did = 1;
  return Flow::Next;
}

// The innermost frame of a type: what the running ability interrupts. Null when there is none.
template <class Frame>
Frame* innermost(State& s) {
  for (int i = s.frame_count - 1; i >= 0; --i)
    if (Frame* frame = frame_if<Frame>(s, i)) return frame;
  return nullptr;
}

// The fight or the use, whichever is innermost.
Flow cancel(Vm& vm) {
  for (int i = vm.s.frame_count - 1; i >= 0; --i) {
    auto* fight = frame_if<FightFrame>(vm.s, i);
    auto* use = frame_if<UseFrame>(vm.s, i);
    if (fight) fight->cancelled = 1;
    if (use) use->modes = 0;
    if (fight || use) break;
  }
  return Flow::Next;
}

// The drawing of cards goes on; the one that is replaced is drawn when nothing was done instead of it.
Flow go_on_drawing(Vm& vm) {
  const bool instead = vm.f.regs.did;
  draw_cards(vm.m, vm.s, vm.f.event.player, vm.f.event.amount - instead, !instead);
  return Flow::Next;
}

Flow let_happen(Vm& vm) {
  if (vm.f.event.type == EventType::Draw) return go_on_drawing(vm);
  if (vm.f.event.type == EventType::Destroy) {
    if (auto* destruction = innermost<DestroyFrame>(vm.s)) destruction->goes_on = 1;
  } else if (auto* forge = innermost<ForgeFrame>(vm.s)) {
    forge->continues = 1;
    forge->had.add(vm.f.self);
  }
  return Flow::Next;
}

}  // namespace

// Lasting effects end with the turn or later, so room is made only between turns.
LastingEffect* begin_lasting(Vm& vm, uint16_t body, Clock clock, int controller, CardSet cards) {
  State& s = vm.s;
  if (clock == Clock::WhileControlled && cards.empty()) return nullptr;  // it would never be in force
  if (s.lasting_count >= kMaxLasting) {
    overflow(s, Bound::Lasting);
    return nullptr;
  }
  LastingEffect& effect = s.lasting[s.lasting_count++];
  effect = {.body = body, .source = vm.f.self, .controller = static_cast<uint8_t>(controller), .clock = clock};
  effect.chosen = vm.f.regs.chosen;
  if (vm.m.program->bodies[body].keeps_cards) effect.cards = keep_cards(s, cards);
  s.dirty = 1;
  return &effect;
}

Flow do_End(Vm&, const Instr&) { return Flow::Finished; }
Flow do_Jump(Vm& vm, const Instr& in) { return jump(vm, in.a); }
Flow do_JumpUnless(Vm& vm, const Instr& in) { return vm.number(in.a) ? Flow::Next : jump(vm, in.b); }
Flow do_May(Vm& vm, const Instr& in) { return may(vm, in); }
Flow do_EachNext(Vm& vm, const Instr& in) { return each_next(vm, in); }
Flow do_EachHouse(Vm& vm, const Instr& in) { return each_house(vm, in); }
Flow do_EachPlayer(Vm& vm, const Instr& in) { return each_player(vm, in); }
Flow do_Modal(Vm& vm, const Instr& in) { return modal(vm, in); }
Flow do_RepeatIf(Vm& vm, const Instr& in) { return repeat_if(vm, in); }
Flow do_Lasting(Vm& vm, const Instr& in) { return lasting(vm, in); }
Flow do_SetHouse(Vm& vm, const Instr& in) { return set_house(vm, in); }
Flow do_EndEarly(Vm& vm, const Instr& in) { return end_early(vm, in); }
Flow do_Cancel(Vm& vm, const Instr&) { return cancel(vm); }
Flow do_Continue(Vm& vm, const Instr&) { return let_happen(vm); }
Flow do_LoopNext(Vm& vm, const Instr& in) { return vm.f.slots()[in.a].number-- > 0 ? Flow::Next : jump(vm, in.b); }

Flow do_SetDid(Vm& vm, const Instr& in) {
  vm.f.regs.did = static_cast<uint8_t>(in.a);
  return Flow::Next;
}

Flow do_SetDone(Vm& vm, const Instr& in) {
  vm.f.regs.done = vm.cards(in.a);
  if (in.flags & kAlsoIt) vm.f.regs.it = vm.f.regs.done;
  return Flow::Next;
}

Flow do_LetNum(Vm& vm, const Instr& in) {
  vm.f.slots()[in.a].number = vm.number(in.b);
  return Flow::Next;
}

Flow do_LoopStart(Vm& vm, const Instr& in) { return do_LetNum(vm, in); }

Flow do_LetCards(Vm& vm, const Instr& in) {
  vm.f.slots()[in.a].cards = vm.cards(in.b);
  return Flow::Next;
}

Flow do_SwapRoles(Vm& vm, const Instr&) {
  vm.f.you = static_cast<uint8_t>(1 - vm.f.you);
  return Flow::Next;
}

Flow do_ClearTargets(Vm& vm, const Instr&) {
  vm.f.regs.targets = {};
  vm.f.regs.short_of_targets = 0;
  return Flow::Next;
}

Flow do_FixTop(Vm& vm, const Instr& in) {
  const int player = vm.player(in.b);
  if (in.flags & kWholeDeck) fix_deck_order(vm.s, player);
  for (int depth = 0; depth < vm.number(in.a); ++depth) top_of_deck(vm.s, player, depth);
  return Flow::Next;
}

Flow do_AddTargets(Vm& vm, const Instr& in) {
  Registers& regs = vm.f.regs;
  CardSet cards = vm.cards(in.a);
  if (in.flags & kNotLost)
    cards -= vm.f.lost;
  else
    vm.f.lost -= cards;
  regs.targets |= cards;
  if (in.flags & kAlsoIt) regs.it = cards;
  if (in.b != kNone && vm.number(in.b) > cards.size()) regs.short_of_targets = 1;
  return Flow::Next;
}

Flow do_BindTargets(Vm& vm, const Instr& in) {
  vm.f.regs.it = vm.f.regs.targets;
  if (in.a != kNone) vm.f.slots()[in.a].cards = vm.f.regs.targets;
  return Flow::Next;
}

}  // namespace archon::vm
