// Cards of hands and archives that are discarded one at a time (rulebook 18.4, DISCARDING CARDS).
#include "engine/query/cards.h"
#include "engine/rules/events.h"
#include "engine/rules/leave.h"
#include "engine/rules/steps.h"
#include "engine/vm/vm.h"

namespace archon::vm {
namespace {

CardSet held_by(const State& s, int player) { return zone_set(s, Zone::Hand, player) | zone_set(s, Zone::Archives, player); }

// Whether an ability listens to discards, or a card of a hand has one of its own.
bool may_follow(const Vm& vm, CardSet cards) {
  if (vm.s.after_mask & bit(EventType::Discard)) return true;
  for (CardId card : cards)
    if (vm.s.cards[card].zone == Zone::Hand && (vm.m.printed(card).kinds & bit(AbilityKind::Scrap))) return true;
  return false;
}

// The next card, of the active player's first; kNoCard while that player is asked, who puts cards of the own hand and archives
// in order unless chance has chosen them.
CardId next_card(Vm& vm, CardSet left, bool by_chance) {
  const CardSet own = left & held_by(vm.s, vm.s.active);
  const bool tells = vm.m.discard_order || may_follow(vm, left);
  if (own.size() < 2 || by_chance || !tells) return (own ? own : left).first();
  ask_for_card(vm.s, vm.s.active, own, vm.f.self);
  return kNoCard;
}

// What is still to be discarded after what followed from the last discard: with the whole hand also what was drawn meanwhile,
// but nothing twice.
CardSet still_left(const Vm& vm, CardSet left, bool whole_hand) {
  const CardSet targets = vm.f.regs.targets;
  left = (left & (held_by(vm.s, 0) | held_by(vm.s, 1))) - vm.f.lost;
  return whole_hand ? left | (zone_set(vm.s, Zone::Hand, vm.m.cards[targets.first()].owner) - targets) : left;
}

}  // namespace

bool discards_are_heard(const Vm& vm) { return may_follow(vm, zone_set(vm.s, Zone::Hand, vm.s.active)); }

bool discards_matter(const Vm& vm) {
  const CardSet cards = vm.f.regs.targets;
  if (cards - held_by(vm.s, 0) - held_by(vm.s, 1)) return false;
  return cards && ((vm.m.discard_order && cards.size() > 1) || may_follow(vm, cards));
}

Flow discard_in_turn(Vm& vm, const Instr& in) {
  enum Phase : uint8_t { kBegin, kFollowed, kOrdered };
  const bool by_chance = in.flags & kByChance, whole_hand = in.flags & kWholeHand;
  Registers& regs = vm.f.regs;
  CardSet& left = regs.killed;  // nothing is destroyed here: its place holds those whose turn is still to come
  CardId next = vm.f.head.phase == kOrdered ? vm.s.answer.card() : kNoCard;
  if (vm.f.head.phase == kBegin) {
    left = regs.targets;
    regs.done = {};
  } else if (vm.f.head.phase == kFollowed) {
    left = still_left(vm, left, whole_hand);
    regs.targets |= left;
  }
  while (left) {
    if (next == kNoCard) next = next_card(vm, left, by_chance);
    vm.f.head.phase = next == kNoCard ? kOrdered : kFollowed;
    if (next == kNoCard) return Flow::Wait;
    left.remove(next);
    discard_card(vm.m, vm.s, next);
    if (vm.s.cards[next].zone == Zone::Discard) regs.done.add(next);
    next = kNoCard;
    if ((left || whole_hand) && vm.s.waiting_count > vm.s.waiting_base) return Flow::Wait;
  }
  left = {};
  vm.result(regs.done, regs.done.size());
  return Flow::Next;
}

}  // namespace archon::vm
