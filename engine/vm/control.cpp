// Control flow, variables and choices.
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

// Takes the next card of a set; the active player orders them when the body asks (flag 1).
Flow each_next(Vm& vm, const Instr& in) {
  CardSet& rest = vm.f.slots()[in.a].cards;
  if (rest.empty()) return jump(vm, in.c);
  CardId card = rest.first();
  if ((in.flags & 1) && rest.size() > 1) {
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

// The active player comes first. Where something may follow on discards (flag 1) the active player says who does
// (rulebook 18.4, DISCARDING CARDS).
Flow each_player(Vm& vm, const Instr& in) {
  enum Round : int32_t { kActive, kOpponent, kBoth, kOpponentFirst, kActiveLast, kBothToo };
  int32_t& round = vm.f.slots()[in.a].number;
  if (vm.f.head.phase == 1) {
    const int first = vm.s.answer.index() == 0 ? vm.f.you : 1 - vm.f.you;
    if (first != vm.s.active) round = kOpponentFirst;
  } else if (round == kActive && (in.flags & 1) && discards_are_heard(vm)) {
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

Flow lasting(Vm& vm, const Instr& in) {
  LastingEffect* effect = begin_lasting(vm, in.a, static_cast<Clock>(in.b), vm.f.you, vm.f.regs.it);
  if (effect && (in.flags & 1)) effect->chosen = static_cast<int16_t>(vm.f.slots()[in.c].number);
  if (effect && vm.m.program->bodies[in.a].keeps_second) effect->second = keep_cards(vm.s, vm.f.slots()[in.c].cards);
  vm.f.regs.did = 1;
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
  vm.s.dirty = 1;
  return Flow::Next;
}

Flow end_early(Vm& vm, const Instr& in) {
  vm.s.ending = std::max(vm.s.ending, static_cast<Ending>(in.a));
  vm.f.regs.did = 1;
  return Flow::Next;
}

bool is_of_type(const FrameHead& head, FrameType type) { return head.type == type; }

// The innermost frame of some kinds: what the running ability interrupts. Null when there is none.
template <class... Frame>
FrameHead* innermost(State& s) {
  for (int i = s.frame_count - 1; i >= 0; --i) {
    auto* head = reinterpret_cast<FrameHead*>(s.stack + s.frames[i]);
    if ((is_of_type(*head, Frame::kType) || ...)) return head;
  }
  return nullptr;
}

Flow cancel(Vm& vm) {
  FrameHead* use = innermost<FightFrame, UseFrame>(vm.s);
  if (use && use->type == FrameType::Fight) reinterpret_cast<FightFrame*>(use)->cancelled = 1;
  if (use && use->type == FrameType::Use) reinterpret_cast<UseFrame*>(use)->modes = 0;
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
    if (FrameHead* destruction = innermost<DestroyFrame>(vm.s)) reinterpret_cast<DestroyFrame*>(destruction)->goes_on = 1;
  } else if (FrameHead* forge = innermost<ForgeFrame>(vm.s)) {
    reinterpret_cast<ForgeFrame*>(forge)->continues = 1;
  }
  return Flow::Next;
}

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
    ask(vm.s, ChoiceKind::HouseName, (in.flags & 1) ? 1 - vm.f.you : vm.s.active, vm.f.self).mask = houses;
    return Flow::Wait;
  }
  const int index = vm.s.answer.index();
  vm.f.regs.chosen = static_cast<int16_t>(in.op == EffectOp::ChooseHouse ? 1 << index : index);
  return Flow::Next;
}

}  // namespace

namespace {

// The same card has made the same cards belong to a house before, as long as the player controls them: once more changes
// nothing, and a card that is taken again and again would fill the list.
LastingEffect* begun_before(Vm& vm, uint16_t body, int controller, CardSet cards) {
  const std::vector<Ability>& abilities = vm.m.program->abilities;
  for (uint16_t id : vm.m.program->bodies[body].abilities)
    if (abilities[id].rule != StaticKind::BecomeHouse) return nullptr;
  for (LastingEffect& effect : std::span(vm.s.lasting, vm.s.lasting_count)) {
    const bool same = effect.body == body && effect.source == vm.f.self && effect.controller == controller &&
                      effect.clock == Clock::WhileControlled && effect.chosen == vm.f.regs.chosen && effect.second == 0xFF;
    if (same && effect.cards != 0xFF && CardSet(vm.s.kept[effect.cards]) == cards) return &effect;
  }
  return nullptr;
}

}  // namespace

// Lasting effects end with the turn or later, so room is made only between turns.
LastingEffect* begin_lasting(Vm& vm, uint16_t body, Clock clock, int controller, CardSet cards) {
  State& s = vm.s;
  if (clock == Clock::WhileControlled && cards.empty()) return nullptr;  // it would never be in force
  if (clock == Clock::WhileControlled)
    if (LastingEffect* before = begun_before(vm, body, controller, cards)) return before;
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

Flow control(Vm& vm, const Instr& in) {
  AbilityFrame& f = vm.f;
  switch (in.op) {
    case EffectOp::End:
      return Flow::Finished;
    case EffectOp::Jump:
      return jump(vm, in.a);
    case EffectOp::JumpUnless:
      return vm.number(in.a) ? Flow::Next : jump(vm, in.b);
    case EffectOp::May:
      return may(vm, in);
    case EffectOp::SetDid:
      f.regs.did = static_cast<uint8_t>(in.a);
      return Flow::Next;
    case EffectOp::SetDone:
      f.regs.done = vm.cards(in.a);
      if (in.flags & 1) f.regs.it = f.regs.done;
      return Flow::Next;
    case EffectOp::LetNum:
      f.slots()[in.a].number = vm.number(in.b);
      return Flow::Next;
    case EffectOp::LoopStart:
      f.slots()[in.a].number = vm.number(in.b);
      return Flow::Next;
    case EffectOp::LetCards: {
      const CardSet cards = vm.cards(in.b);
      f.slots()[in.a].cards = cards;
      return Flow::Next;
    }
    case EffectOp::LoopNext:
      return f.slots()[in.a].number-- > 0 ? Flow::Next : jump(vm, in.b);
    case EffectOp::EachNext:
      return each_next(vm, in);
    case EffectOp::EachHouse:
      return each_house(vm, in);
    case EffectOp::EachPlayer:
      return each_player(vm, in);
    case EffectOp::Modal:
      return modal(vm, in);
    case EffectOp::SwapRoles:
      f.you = static_cast<uint8_t>(1 - f.you);
      return Flow::Next;
    case EffectOp::RepeatIf:
      return repeat_if(vm, in);
    case EffectOp::Lasting:
      return lasting(vm, in);
    case EffectOp::SetHouse:
      return set_house(vm, in);
    case EffectOp::EndEarly:
      return end_early(vm, in);
    case EffectOp::Cancel:
      return cancel(vm);
    case EffectOp::Continue:
      return let_happen(vm);
    case EffectOp::ClearTargets:
      f.regs.targets = {};
      f.regs.short_of_targets = 0;
      return Flow::Next;
    case EffectOp::FixTop: {
      const int player = vm.player(in.b);
      if (in.flags & 1) fix_deck_order(vm.s, player);
      for (int depth = 0; depth < vm.number(in.a); ++depth) top_of_deck(vm.s, player, depth);
      return Flow::Next;
    }
    case EffectOp::AddTargets: {
      CardSet cards = vm.cards(in.a);
      if (in.flags & 2)
        cards -= f.lost;
      else
        f.lost -= cards;
      f.regs.targets |= cards;
      if (in.flags & 1) f.regs.it = cards;
      if (in.b != kNone && vm.number(in.b) > cards.size()) f.regs.short_of_targets = 1;
      return Flow::Next;
    }
    case EffectOp::BindTargets:
      f.regs.it = f.regs.targets;
      if (in.a != kNone) f.slots()[in.a].cards = f.regs.targets;
      return Flow::Next;
    case EffectOp::ChoosePlayer:
      return choose_player(vm);
    case EffectOp::ChooseTrait:
    case EffectOp::ChooseName:
      return name_something(vm, in);
    default:
      return choose_value(vm, in);
  }
}

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

}  // namespace

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
      Choice& choice = ask(vm.s, ChoiceKind::Target, (in.flags & 1) ? 1 - vm.f.you : vm.s.active, vm.f.self);
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
  if (in.b != kNone) vm.f.slots()[in.b].cards = regs.it;
  regs.done = regs.it;
  regs.did = !regs.it.empty() && !regs.short_of_targets;
  return Flow::Next;
}

}  // namespace archon::vm
