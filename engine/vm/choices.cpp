// Choices: players, houses, numbers, names and cards.
#include <algorithm>

#include "engine/core/chance.h"
#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/rules/steps.h"
#include "engine/vm/vm.h"

namespace archon::vm {

CardSet random_cards(State& s, CardSet from, int count) {
  CardSet picked;
  for (; count > 0 && from; --count) {
    int skip = static_cast<int>(s.rng[2].below(static_cast<uint32_t>(from.size())));
    CardSet::Iterator it = from.begin();
    while (skip-- > 0) ++it;
    CardId card = *it;
    if (chance_source) [[unlikely]]
      card = chance_source->choose({.kind = ChanceKind::Random, .outcomes = from, .drawn = card});
    picked.add(card);
    from.remove(card);
  }
  return picked;
}

namespace {

// Any house may be named (rulebook 18.4, FAQ Keyforgery). Between houses that no card of the game belongs to nothing can tell,
// so the first of them stands for all.
HouseMask nameable_houses(const Matchup& m) {
  const auto others = static_cast<HouseMask>(~m.houses_in_game & ((1u << kHouses) - 1));
  return static_cast<HouseMask>(m.houses_in_game | (others & -others));
}

// Options 1 and 2: "you" and the opponent.
Flow choose_player(Vm& vm) {
  if (vm.f.head.phase++ == 0) {
    ask(vm.s, ChoiceKind::Option, vm.s.active, vm.f.self).options = 2;
    return Flow::Wait;
  }
  vm.f.regs.they = static_cast<uint8_t>(vm.s.answer.index() == 0 ? vm.f.you : 1 - vm.f.you);
  return Flow::Next;
}

// One card of each name in the game.
CardSet names(const Matchup& m) {
  CardSet cards;
  for (int card = 0; card < m.card_count; ++card)
    if (m.cards[static_cast<size_t>(card)].name_group == card) cards.add(static_cast<CardId>(card));
  return cards;
}

// A trait or the name of a card that no card of the game has counts as one: -1.
Flow name_something(Vm& vm, const Instr& in) {
  const bool trait = in.op == EffectOp::ChooseTrait;
  if (vm.f.head.phase++ == 0) {
    Choice& choice = ask(vm.s, trait ? ChoiceKind::Trait : ChoiceKind::CardName, vm.s.active, vm.f.self);
    if (!trait) choice.candidates = names(vm.m);
    return Flow::Wait;
  }
  const Action answer = vm.s.answer;
  vm.f.regs.chosen = static_cast<int16_t>(answer.verb() == Verb::Done ? -1
                                          : trait                     ? answer.index()
                                                                      : vm.m.printed(answer.card()).name);
  return Flow::Next;
}

Flow choose_value(Vm& vm, const Instr& in) {
  if (vm.f.head.phase++ == 0) {
    if (in.op == EffectOp::ChooseNumber) {
      Choice& choice = ask(vm.s, ChoiceKind::Number, vm.s.active, vm.f.self);
      choice.max = static_cast<uint8_t>(std::clamp(vm.number(in.a), 0, 255));
      return Flow::Wait;
    }
    const int whose = in.a == kNone ? 2 : vm.player(in.a);
    const HouseMask houses = whose == 2 ? nameable_houses(vm.m) : vm.m.deck_houses[whose];
    ask(vm.s, ChoiceKind::HouseName, (in.flags & kOtherPicks) ? 1 - vm.f.you : vm.s.active, vm.f.self).mask = houses;
    return Flow::Wait;
  }
  const int index = vm.s.answer.index();
  vm.f.regs.chosen = static_cast<int16_t>(in.op == EffectOp::ChooseHouse ? 1 << index : index);
  return Flow::Next;
}

// The N most (least) powerful: those that surely belong to the group, and those tied for the last places
// (rulebook 18.4, GROUPS OF "MOST POWERFUL").
void power_group(const State& s, CardSet from, int count, bool most, CardSet& sure, CardSet& tied) {
  while (from && sure.size() < count) {
    int best = most ? -1 : 256;
    for (CardId card : from) best = most ? std::max<int>(best, s.cards[card].power) : std::min<int>(best, s.cards[card].power);
    CardSet group;
    for (CardId card : from)
      if (s.cards[card].power == best) group.add(card);
    if (sure.size() + group.size() > count) {
      tied = group;
      return;
    }
    sure |= group;
    from -= group;
  }
}

struct Wanted {
  CardSet sure, candidates;
  int min = 0, max = 0;
};

Wanted wanted(Vm& vm, const Selector& selector) {
  Wanted w;
  const CardSet found = candidates(vm.scope(), selector);
  const int size = found.size();
  const int count = selector.count == kNone ? 1 : std::max(0, vm.number(selector.count));
  switch (selector.quant) {
    case Quant::Random:
      w.sure = random_cards(vm.s, found, count);
      break;
    case Quant::MostPowerful:
    case Quant::LeastPowerful:
      power_group(vm.s, found, count, selector.quant == Quant::MostPowerful, w.sure, w.candidates);
      w.min = w.max = w.candidates ? count - w.sure.size() : 0;
      break;
    case Quant::UpTo:
      w.candidates = found;
      w.max = std::min(count, size);
      break;
    case Quant::AnyNumber:
      w.candidates = found;
      w.max = size;
      break;
    case Quant::Each:
      w.sure = found;
      break;
    case Quant::Exactly:
      if (size <= count && !selector.optional) {
        w.sure = found;
      } else {
        w.candidates = found;
        w.max = std::min(count, size);
        w.min = selector.optional ? 0 : w.max;
      }
      break;
  }
  const bool fixed_number = selector.quant == Quant::Exactly || selector.quant == Quant::Random;
  if (fixed_number && (size < count || count == 0)) vm.f.regs.short_of_targets = 1;
  return w;
}

// Takes one pick into `it`; true when no further one is asked for.
bool take_pick(Vm& vm, const Selector& selector) {
  Choice& choice = vm.s.choice;
  if (vm.s.answer.verb() == Verb::Done) return true;
  const CardId card = vm.s.answer.card();
  vm.f.regs.it.add(card);
  ++choice.picked;
  if (picks_in_order(vm.s, choice.candidates))
    choice.candidates = choice.candidates.above(card);
  else
    choice.candidates.remove(card);
  const bool one_zone = selector.zone_player != kNone && vm.m.program->exprs[selector.zone_player].op == ExprOp::OnePlayer;
  for (CardId other : choice.candidates) {
    const bool out = (one_zone && vm.m.cards[other].owner != vm.m.cards[card].owner) ||
                     (selector.unlike && vm.m.printed(other).name == vm.m.printed(card).name);
    if (out) choice.candidates.remove(other);
  }
  return choice.picked >= choice.max || choice.candidates.empty();
}

// What was found in another zone is what it is there, and no longer what it was in play.
[[gnu::cold]] void find_again(Vm& vm) {
  for (CardId card : vm.f.left& vm.f.regs.it) {
    if (vm.s.in_play(card)) continue;
    vm.f.left.remove(card);
    vm.s.cards[card].amber = 0;
  }
}

// Several cards are picked one by one in increasing order, so that a set is not asked for in every order; with facedown cards
// among them in any order, which would tell something of their numbers.
Flow choose(Vm& vm, const Instr& in) {
  const Selector& selector = vm.m.program->selectors[in.a];
  Registers& regs = vm.f.regs;
  bool complete = false;
  if (vm.f.head.phase == 0) {
    vm.f.head.phase = 1;
    const Wanted w = wanted(vm, selector);
    regs.it = w.sure;
    complete = w.max == 0;
    if (!complete) {
      Choice& choice = ask(vm.s, ChoiceKind::Target, (in.flags & kOtherPicks) ? 1 - vm.f.you : vm.s.active, vm.f.self);
      choice.candidates = w.candidates;
      choice.min = static_cast<uint8_t>(w.min);
      choice.max = static_cast<uint8_t>(w.max);
      choice.can_stop = w.min == 0;
      return Flow::Wait;
    }
  } else {
    complete = take_pick(vm, selector);
    if (!complete) {
      vm.s.choice.kind = ChoiceKind::Target;
      vm.s.choice.can_stop = vm.s.choice.picked >= vm.s.choice.min;
      return Flow::Wait;
    }
  }
  regs.targets |= regs.it;
  vm.f.lost -= regs.it;
  if (vm.f.left & regs.it && selector.base == kNone) find_again(vm);
  if (in.b != kNone) vm.f.slots()[in.b].cards = regs.it;
  regs.done = regs.it;
  regs.did = !regs.it.empty() && !regs.short_of_targets;
  return Flow::Next;
}

}  // namespace

Flow do_Choose(Vm& vm, const Instr& in) { return choose(vm, in); }
Flow do_ChooseHouse(Vm& vm, const Instr& in) { return choose_value(vm, in); }
Flow do_ChooseNumber(Vm& vm, const Instr& in) { return choose_value(vm, in); }
Flow do_ChooseTrait(Vm& vm, const Instr& in) { return name_something(vm, in); }
Flow do_ChooseName(Vm& vm, const Instr& in) { return name_something(vm, in); }
Flow do_ChoosePlayer(Vm& vm, const Instr&) { return choose_player(vm); }

}  // namespace archon::vm
