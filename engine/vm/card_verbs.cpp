// Effects on cards: the targets of the current statement.
#include <algorithm>

#include "engine/core/counters.h"
#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/rules/amber.h"
#include "engine/rules/damage.h"
#include "engine/rules/events.h"
#include "engine/rules/leave.h"
#include "engine/rules/play.h"
#include "engine/rules/prophecy.h"
#include "engine/rules/steps.h"
#include "engine/vm/vm.h"

namespace archon::vm {
namespace {

// Moves a card to a zone; false when it stays (ward) or goes elsewhere (an abducted card goes to its owner's hand).
bool move_to(Vm& vm, CardId card, Destination to) {
  return move_card(vm.m, vm.s, card, to) && vm.s.cards[card].zone == to.zone;
}

// Moves every target; `move` tells whether the card went. Upgrades first: they leave at the same time as the creatures they are
// on, not because of it.
// Several cards that were on or under them come to discard piles in the order of the active player's choice, unless the
// instruction `asks` something itself then.
template <class Move>
Flow move_each(Vm& vm, Move move, bool asks = false) {
  CardSet done;
  const int before[2] = {vm.s.count(Zone::Discard, 0), vm.s.count(Zone::Discard, 1)};
  keep_places(vm.s, vm.f.regs.targets);
  const CardSet upgrades = vm.f.regs.targets & (zone_set(vm.s, Zone::Attached, 0) | zone_set(vm.s, Zone::Attached, 1));
  for (CardSet cards : {upgrades, vm.f.regs.targets - upgrades})
    for (CardId card : OpenOrder(vm.m, vm.s, cards))
      if (move(card)) done.add(card);
  vm.result(done, done.size());
  for (CardId card : vm.f.regs.targets) vm.s.cards[card].set(kPlaceKept, false);
  if (!vm.m.discard_order || asks) return Flow::Next;
  const CardSet others = newly_discarded(vm.s, before) - vm.f.regs.targets;
  if (others.size() > 1) push_arrangement(vm.s, others);
  return Flow::Next;
}

Flow to_zone(Vm& vm, Destination to, bool asks = false) {
  return move_each(
      vm, [&](CardId card) { return move_to(vm, card, to); }, asks);
}

// Nobody knows in which order they lie then; one card alone is known to lie on top.
void mix_top(Vm& vm, CardSet cards) {
  State& s = vm.s;
  for (int player = 0; player < 2; ++player) {
    CardSet rest;
    for (CardId card : cards)
      if (vm.m.cards[card].owner == player && s.cards[card].zone == Zone::Deck) rest.add(card);
    if (rest.size() < 2) continue;
    for (CardId card : rest) {
      s.cards[card].set(kKnownTo0, false);
      s.cards[card].set(kKnownTo1, false);
    }
    while (rest) {
      const CardId next = random_cards(s, rest, 1).first();
      place(s, vm.m, next, Zone::Deck, player, 0);
      rest.remove(next);
    }
  }
}

// They leave at once; with kInOrder, and where the halves of a gigantic creature part, the active player arranges those of a
// deck: the first one picked comes to lie farthest from that end.
Flow to_deck(Vm& vm, const Instr& in, int end) {
  Registers& regs = vm.f.regs;
  CardSet& rest = regs.killed;  // nothing is destroyed here: its place holds those that are not arranged yet
  if (vm.f.head.phase == 0) {
    CardSet halves;
    for (CardId card : regs.targets)
      if (const CardId half = half_under(vm.m, vm.s, card); half != kNoCard) halves.add(half);
    const Flow flow = to_zone(vm, {Zone::Deck, -1, end}, (in.flags & kInOrder) || halves);
    rest = {};
    if (in.flags & kInAnyOrder) {
      mix_top(vm, regs.done | halves);
      return flow;
    }
    if (!(in.flags & kInOrder) && !halves) return flow;
    vm.f.head.phase = 1;
    rest = regs.done | halves;
  } else {
    const CardId picked = vm.s.answer.card();
    place(vm.s, vm.m, picked, Zone::Deck, vm.m.cards[picked].owner, end);
    rest.remove(picked);
  }
  const int you = vm.f.you;
  for (int player : {you, 1 - you}) {
    CardSet mine;
    for (CardId card : rest)
      if (vm.m.cards[card].owner == player && vm.s.cards[card].zone == Zone::Deck) mine.add(card);
    if (mine.size() > 1) {
      ask_for_card(vm.s, vm.s.active, mine, vm.f.self);
      return Flow::Wait;
    }
    if (mine) place(vm.s, vm.m, mine.first(), Zone::Deck, player, end);
    rest -= mine;
  }
  return Flow::Next;
}

Flow purge(Vm& vm) {
  return move_each(vm, [&](CardId card) {
    if (!move_to(vm, card, {Zone::Purged})) return false;
    vm.s.cards[card].host = vm.f.self;  // "purged by this"
    return true;
  });
}

Flow archive(Vm& vm, const Instr& in) {
  const auto player = static_cast<uint8_t>(in.a == kNone ? vm.f.you : vm.player(in.a));
  return move_each(vm, [&](CardId card) {
    if (!move_to(vm, card, {Zone::Archives, -1, kBottom})) return false;
    emit(vm.m, vm.s, {.type = EventType::Archive, .player = player, .card = card});
    return true;
  });
}

// An enemy creature goes to its owner's hand when it leaves the archives, also one of their own player.
Flow abduct(Vm& vm, const Instr& in) {
  const int player = in.a == kNone ? vm.f.you : vm.player(in.a);
  return move_each(vm, [&](CardId card) {
    const CardId half = half_under(vm.m, vm.s, card);
    const bool enemy = vm.s.cards[card].zone == Zone::Line && vm.s.cards[card].controller != player;
    if (!move_to(vm, card, {Zone::Archives, player, kBottom})) return false;
    for (CardId each : {card, half})
      if (each != kNoCard) vm.s.cards[each].set(kAbducted, enemy);
    return true;
  });
}

Flow discard(Vm& vm, const Instr& in) {
  if (vm.f.head.phase != 0 || discards_matter(vm)) return discard_in_turn(vm, in);
  return move_each(vm, [&](CardId card) {
    discard_card(vm.m, vm.s, card);
    return vm.s.cards[card].zone == Zone::Discard;
  });
}

// A deck is shuffled even when no card goes into it (rulebook 18.4, SHUFFLE); `a`: 1 yours, 2 the opponent's, 3 both.
Flow shuffle_in(Vm& vm, const Instr& in) {
  bool touched[2] = {false, false};
  touched[vm.f.you] = in.a & 1;
  touched[1 - vm.f.you] = in.a & 2;
  if (in.b != kNone) touched[vm.number(in.b)] = true;
  const Flow flow = move_each(vm, [&](CardId card) {
    touched[vm.m.cards[card].owner] = true;
    return move_to(vm, card, {Zone::Deck});
  });
  for (int player = 0; player < 2; ++player)
    if (touched[player]) shuffle(vm.m, vm.s, player);
  if (in.c != kNone && touched[vm.number(in.c)]) emit_shuffled(vm.m, vm.s, vm.number(in.c));
  return flow;
}

Flow lay_under(Vm& vm, const Instr& in) {
  const CardId holder = vm.cards(in.a).first();
  return move_each(vm, [&](CardId card) {
    return holder != kNoCard && vm.s.in_play(holder) && put_under(vm.m, vm.s, card, holder, in.b == 1);
  });
}

// Each pile is turned over as a whole (rulebook 18.4, FAQ Reverse Time).
Flow swap_deck_discard(Vm& vm, int player) {
  State& s = vm.s;
  const int in_deck = s.count(Zone::Deck, player);
  fix_deck_order(s, player);
  while (s.count(Zone::Discard, player) > 0)
    place(s, vm.m, s.at(Zone::Discard, player, s.count(Zone::Discard, player) - 1), Zone::Deck, player, kBottom);
  for (int i = 0; i < in_deck; ++i) {
    const CardId card = s.at(Zone::Deck, player, 0);
    place(s, vm.m, card, Zone::Discard, player, 0);
    s.cards[card].flags |= kKnownTo0 | kKnownTo1;
  }
  return Flow::Next;
}

Flow deal_gathered(Vm& vm) {
  Registers& regs = vm.f.regs;
  if (vm.s.pending_count == 0 && vm.f.head.phase == 0) {
    vm.result({}, 0);
    regs.killed = {};
    return Flow::Next;
  }
  if (vm.f.head.phase++ == 0) {
    push_damage(vm.s, Cause::Damage);
    return Flow::Wait;
  }
  vm.result(vm.s.returned, vm.s.returned_amount);
  regs.killed = vm.s.returned_killed;
  return Flow::Next;
}

// Gathers damage; it is dealt at the end of the statement or of the "for each" (rulebook 18.4, RESOLVE ABILITIES IN THE ORDER
// WRITTEN).
Flow deal(Vm& vm, const Instr& in) {
  if (vm.f.head.phase != 0) return deal_gathered(vm);
  const uint8_t flags = (in.flags & kPastArmor) ? kIgnoresArmor : 0;
  const CardId dealer = in.c == kNone ? vm.f.self : vm.cards(in.c).first();
  for (CardId card : vm.f.regs.targets) {
    add_pending(vm.s, card, dealer, vm.number_for(in.a, card), flags);
    if (in.b == kNone) continue;
    for (CardId neighbor : neighbors(vm.s, card)) add_pending(vm.s, neighbor, dealer, vm.number_for(in.b, card), flags);
  }
  return vm.m.rules.gather == Gather::Ability ? Flow::Next : deal_gathered(vm);
}

Flow flush_damage(Vm& vm) { return vm.m.rules.gather == Gather::Ability ? deal_gathered(vm) : Flow::Next; }

Flow destroy(Vm& vm) {
  if (vm.f.head.phase++ == 0) {
    vm.f.regs.killed = {};
    if (vm.f.regs.targets.empty()) {
      vm.result({}, 0);
      return Flow::Next;
    }
    destroy_cards(vm.m, vm.s, vm.f.regs.targets);
    return Flow::Wait;
  }
  vm.f.regs.killed = vm.s.returned;
  vm.result(vm.s.returned, vm.s.returned.size());
  return Flow::Next;
}

Flow heal_each(Vm& vm, const Instr& in) {
  CardSet done;
  int total = 0;
  for (CardId card : vm.f.regs.targets) {
    const int healed = heal(vm.m, vm.s, card, vm.number_for(in.a, card));
    if (healed > 0) done.add(card);
    total += healed;
  }
  vm.result(done, total);
  return Flow::Next;
}

Flow change_counters(Vm& vm, const Instr& in, bool add) {
  CardSet done;
  int total = 0;
  bool all = true;
  for (CardId card : vm.f.regs.targets) {
    const int before = counters_of(vm.s, card, in.b);
    const int wanted = in.a == kNone ? before : std::max(0, vm.number_for(in.a, card));
    put_counters(vm.s, card, in.b, add ? before + wanted : before - wanted);
    const int change = std::abs(counters_of(vm.s, card, in.b) - before);
    if (change > 0) done.add(card);
    all = all && change == wanted;
    total += change;
  }
  vm.result(done, total);
  vm.f.regs.did = vm.f.regs.did && all;
  return Flow::Next;
}

// Stun, ward and enrage are counters, too (rulebook 18.4, COUNTERS AND TOKENS).
Flow clear_all_counters(Vm& vm) {
  CardSet done;
  for (CardId id : vm.f.regs.targets) {
    Card& card = vm.s.cards[id];
    const Card before = card;
    const int named = vm.s.counter_count;
    card.counters = 0;
    clear_counters(vm.s, id);
    for (CardFlag status : {kStunned, kWarded, kEnraged}) card.set(status, false);
    if (before.counters || card.flags != before.flags || vm.s.counter_count != named) done.add(id);
  }
  vm.s.dirty = 1;
  vm.result(done, done.size());
  return Flow::Next;
}

// Sets or clears a flag on each target that does not have that state yet.
Flow set_flag(Vm& vm, CardFlag flag, bool on) {
  CardSet done;
  for (CardId card : OpenOrder(vm.m, vm.s, vm.f.regs.targets)) {
    const bool fits = vm.s.in_play(card) &&
                      ((flag != kStunned && flag != kEnraged && flag != kWarded) || vm.s.cards[card].zone == Zone::Line);
    if (!fits || vm.s.cards[card].has(flag) == on) continue;
    const bool readies = flag == kExhausted && !on;
    const EventType change = readies ? EventType::Ready : EventType::Exhaust;
    if (flag == kExhausted && forbidden(vm.m, vm.s, {.type = change, .player = vm.f.you, .card = card})) continue;
    vm.s.cards[card].set(flag, on);
    done.add(card);
    if (!readies) continue;
    if (vm.m.watches & kWatchExhaustion) touch(vm.m, vm.s, kWatchExhaustion);
    emit(vm.m, vm.s, {.type = EventType::Ready, .player = vm.f.you, .card = card});
  }
  touch(vm.m, vm.s, kWatchStatus | kWatchExhaustion);
  vm.result(done, done.size());
  return Flow::Next;
}

Flow attach(Vm& vm, const Instr& in) {
  CardSet done;
  const CardId host = vm.f.regs.targets.first();
  const CardSet upgrades = vm.cards(in.a);
  for (CardId upgrade : upgrades)
    if (host != kNoCard && attach_upgrade(vm.m, vm.s, upgrade, host, vm.f.you)) done.add(upgrade);
  vm.result(done, done.size());
  vm.f.regs.did = !upgrades.empty() && done == upgrades;
  return Flow::Next;
}

Flow show(Vm& vm, bool to_both) {
  for (CardId card : vm.f.regs.targets) {
    if (to_both || vm.f.you == 0) vm.s.cards[card].set(kKnownTo0);
    if (to_both || vm.f.you == 1) vm.s.cards[card].set(kKnownTo1);
  }
  vm.result(vm.f.regs.targets, vm.f.regs.targets.size());
  return Flow::Next;
}

}  // namespace

Flow do_Deal(Vm& vm, const Instr& in) { return deal(vm, in); }
Flow do_FlushDamage(Vm& vm, const Instr&) { return flush_damage(vm); }
Flow do_Destroy(Vm& vm, const Instr&) { return destroy(vm); }
Flow do_Purge(Vm& vm, const Instr&) { return purge(vm); }
Flow do_Archive(Vm& vm, const Instr& in) { return archive(vm, in); }
Flow do_Abduct(Vm& vm, const Instr& in) { return abduct(vm, in); }
Flow do_Discard(Vm& vm, const Instr& in) { return discard(vm, in); }
Flow do_ToHand(Vm& vm, const Instr&) { return to_zone(vm, {Zone::Hand, -1, kBottom}); }
Flow do_ToDeckTop(Vm& vm, const Instr& in) { return to_deck(vm, in, 0); }
Flow do_ToDeckBottom(Vm& vm, const Instr& in) { return to_deck(vm, in, kBottom); }
Flow do_ToArchives(Vm& vm, const Instr&) { return to_zone(vm, {Zone::Archives, -1, kBottom}); }
Flow do_ShuffleIn(Vm& vm, const Instr& in) { return shuffle_in(vm, in); }

Flow do_ShuffleDeck(Vm& vm, const Instr& in) {
  shuffle(vm.m, vm.s, vm.player(in.a));
  return Flow::Next;
}

Flow do_PutUnder(Vm& vm, const Instr& in) { return lay_under(vm, in); }
Flow do_SwapDeckDiscard(Vm& vm, const Instr& in) { return swap_deck_discard(vm, vm.player(in.a)); }
Flow do_Heal(Vm& vm, const Instr& in) { return heal_each(vm, in); }
Flow do_AddCounters(Vm& vm, const Instr& in) { return change_counters(vm, in, true); }
Flow do_RemoveCounters(Vm& vm, const Instr& in) { return change_counters(vm, in, false); }
Flow do_ClearCounters(Vm& vm, const Instr&) { return clear_all_counters(vm); }
Flow do_Ready(Vm& vm, const Instr&) { return set_flag(vm, kExhausted, false); }
Flow do_Exhaust(Vm& vm, const Instr&) { return set_flag(vm, kExhausted, true); }
Flow do_Stun(Vm& vm, const Instr&) { return set_flag(vm, kStunned, true); }

Flow do_Flip(Vm& vm, const Instr&) {
  CardSet flipped;
  for (CardId card : OpenOrder(vm.m, vm.s, vm.f.regs.targets))
    if (flip_card(vm.m, vm.s, card) || turn_over(vm.m, vm.s, card)) flipped.add(card);
  vm.result(flipped, flipped.size());
  return Flow::Next;
}

Flow do_Unstun(Vm& vm, const Instr&) { return set_flag(vm, kStunned, false); }
Flow do_Ward(Vm& vm, const Instr&) { return set_flag(vm, kWarded, true); }
Flow do_Unward(Vm& vm, const Instr&) { return set_flag(vm, kWarded, false); }
Flow do_Enrage(Vm& vm, const Instr&) { return set_flag(vm, kEnraged, true); }
Flow do_Attach(Vm& vm, const Instr& in) { return attach(vm, in); }
Flow do_Reveal(Vm& vm, const Instr&) { return show(vm, true); }
Flow do_Look(Vm& vm, const Instr&) { return show(vm, false); }

}  // namespace archon::vm
