// Effects on cards: the targets of the current statement.
#include <algorithm>
#include <cassert>

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
template <class Move>
Flow move_each(Vm& vm, Move move) {
  CardSet done;
  keep_places(vm.s, vm.f.regs.targets);
  const CardSet upgrades = vm.f.regs.targets & (zone_set(vm.s, Zone::Attached, 0) | zone_set(vm.s, Zone::Attached, 1));
  for (CardSet cards : {upgrades, vm.f.regs.targets - upgrades})
    for (CardId card : cards)
      if (move(card)) done.add(card);
  vm.result(done, done.size());
  for (CardId card : vm.f.regs.targets) vm.s.cards[card].set(kPlaceKept, false);
  return Flow::Next;
}

Flow to_zone(Vm& vm, Destination to) {
  return move_each(vm, [&](CardId card) { return move_to(vm, card, to); });
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

// They leave at once; with flag 1 the active player arranges those of a deck: the first one picked comes to lie deepest.
Flow to_deck_top(Vm& vm, const Instr& in) {
  Registers& regs = vm.f.regs;
  CardSet& rest = regs.killed;  // nothing is destroyed here: its place holds those that are not arranged yet
  if (vm.f.head.phase == 0) {
    const Flow flow = to_zone(vm, {Zone::Deck});
    if (in.flags & 2) mix_top(vm, regs.done);
    if (!(in.flags & 1)) return flow;
    vm.f.head.phase = 1;
    rest = regs.done;
  } else {
    const CardId picked = vm.s.answer.card();
    place(vm.s, vm.m, picked, Zone::Deck, vm.m.cards[picked].owner, 0);
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
    if (mine) place(vm.s, vm.m, mine.first(), Zone::Deck, player, 0);
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
  const uint8_t flags = (in.flags & 1) ? kIgnoresArmor : 0;
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
    const int healed = heal(vm.s, card, vm.number_for(in.a, card));
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

Flow place_amber(Vm& vm, const Instr& in) {
  CardSet done;
  for (CardId card : vm.f.regs.targets) {
    if (!vm.s.in_play(card)) continue;  // it has left meanwhile
    const int placed = vm.number_for(in.a, card);
    add_amber_to_card(vm.s, card, placed);
    done.add(card);
    for (int i = 0; (in.flags & 1) && i < placed; ++i)
      emit(vm.m, vm.s, {.type = EventType::Exalt, .player = vm.f.you, .card = card});
  }
  vm.result(done, vm.number(in.a) * done.size());
  return Flow::Next;
}

// Moving is neither gaining nor stealing (rulebook 18.4, MOVE).
Flow take_amber(Vm& vm, const Instr& in) {
  CardSet done;
  int total = 0;
  for (CardId card : vm.f.regs.targets) {
    uint16_t& amber = vm.s.cards[card].amber;
    const int moved = in.a == kNone ? amber : std::clamp(vm.number(in.a), 0, static_cast<int>(amber));
    amber = static_cast<uint16_t>(amber - moved);
    if (moved > 0) done.add(card);
    total += moved;
  }
  vm.s.dirty = 1;
  if (in.b != kNone) receive_amber(vm.m, vm.s, vm.player(in.b), total);
  vm.result(done, total);
  return Flow::Next;
}

Flow store_amber(Vm& vm, const Instr& in) {
  CardSet done;
  int total = 0;
  for (CardId card : vm.f.regs.targets) {
    if (!vm.s.in_play(card)) continue;
    const int moved = lose_amber(vm.m, vm.s, vm.player(in.b), vm.number(in.a));
    add_amber_to_card(vm.s, card, moved);
    if (moved > 0) done.add(card);
    total += moved;
  }
  vm.result(done, total);
  return Flow::Next;
}

int captured_from(const Vm& vm, const Instr& in, CardId card) {
  const int side = vm.s.cards[card].controller;
  if (in.b == 3) return vm.f.event.type == EventType::Steal ? 1 - vm.f.event.player : vm.f.event.player;
  return in.b == 2 ? 1 - vm.f.you : in.b == 1 ? side : 1 - side;
}

// Those among whom the active player must decide, because the pool holds too little for all of them.
CardSet rivals(Vm& vm, const Instr& in, CardSet rest) {
  for (int pool = 0; pool < 2; ++pool) {
    CardSet from_pool;
    int wanted = 0;
    for (CardId card : rest) {
      if (captured_from(vm, in, card) != pool) continue;
      from_pool.add(card);
      wanted += vm.number_for(in.a, card);
    }
    const int held = vm.s.players[pool].amber;
    if (held > 0 && held < wanted && from_pool.size() > 1) return from_pool;
  }
  return {};
}

// Another Sir Marrows that wants the same aember finds less of it, but for what the common supply gave (rulebook 18.4, FAQ Sir
// Marrows; Po's Pixies).
void taken_from_event(Vm& vm, int taken, bool spared) {
  for (int i = 0; !spared && i < vm.s.waiting_count; ++i) {
    Waiting& other = vm.s.waiting[i];
    if (other.ability != vm.f.ability || other.event.type != vm.f.event.type || other.event.card != vm.f.event.card) continue;
    other.event.amount = static_cast<int16_t>(std::max(0, other.event.amount - taken));
  }
}

// Creatures capture one by one only where the order matters (rulebook 18.4, ACTIVE PLAYER).
Flow capture(Vm& vm, const Instr& in) {
  Registers& regs = vm.f.regs;
  CardId chosen = kNoCard;
  if (vm.f.head.phase++ == 0) {
    regs.done = {};
    regs.amount = 0;
    CardSet& waiting = regs.killed;  // nothing is destroyed here: its place holds those that have not captured yet
    waiting = {};
    for (CardId card : regs.targets)
      if (vm.s.cards[card].zone == Zone::Line) waiting.add(card);
  } else {
    chosen = vm.s.answer.card();
  }
  while (regs.killed) {
    const CardSet among = chosen == kNoCard ? rivals(vm, in, regs.killed) : CardSet{};
    if (among) {
      ask_for_card(vm.s, vm.s.active, among, vm.f.self);
      return Flow::Wait;
    }
    const CardId card = chosen != kNoCard ? chosen : regs.killed.first();
    chosen = kNoCard;
    regs.killed.remove(card);
    const int wanted = vm.number_for(in.a, card);
    const int taken = capture_amber(vm.m, vm.s, card, captured_from(vm, in, card), wanted);
    if (in.b == 3) taken_from_event(vm, taken, pool_is_spared(vm.m, vm.s, captured_from(vm, in, card)));
    if (taken == wanted && taken > 0) regs.done.add(card);
    regs.amount = static_cast<int16_t>(regs.amount + taken);
  }
  vm.result(regs.done, regs.amount);
  return Flow::Next;
}

// Sets or clears a flag on each target that does not have that state yet.
Flow set_flag(Vm& vm, CardFlag flag, bool on) {
  CardSet done;
  for (CardId card : vm.f.regs.targets) {
    const bool fits = vm.s.in_play(card) &&
                      ((flag != kStunned && flag != kEnraged && flag != kWarded) || vm.s.cards[card].zone == Zone::Line);
    if (!fits || vm.s.cards[card].has(flag) == on) continue;
    const bool readies = flag == kExhausted && !on;
    const EventType change = readies ? EventType::Ready : EventType::Exhaust;
    if (flag == kExhausted && forbidden(vm.m, vm.s, {.type = change, .player = vm.f.you, .card = card})) continue;
    vm.s.cards[card].set(flag, on);
    done.add(card);
    if (!readies) continue;
    if (vm.m.watches_exhaustion) vm.s.dirty = 1;
    emit(vm.m, vm.s, {.type = EventType::Ready, .player = vm.f.you, .card = card});
  }
  vm.s.dirty = 1;
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

Flow on_cards(Vm& vm, const Instr& in) {
  switch (in.op) {
    case EffectOp::Deal:
      return deal(vm, in);
    case EffectOp::FlushDamage:
      return flush_damage(vm);
    case EffectOp::Destroy:
      return destroy(vm);
    case EffectOp::Purge:
      return purge(vm);
    case EffectOp::Archive:
      return archive(vm, in);
    case EffectOp::Abduct:
      return to_zone(vm, {Zone::Archives, in.a == kNone ? vm.f.you : vm.player(in.a), kBottom});
    case EffectOp::Discard:
      return discard(vm, in);
    case EffectOp::ToHand:
      return to_zone(vm, {Zone::Hand, -1, kBottom});
    case EffectOp::ToDeckTop:
      return to_deck_top(vm, in);
    case EffectOp::ToDeckBottom:
      return to_zone(vm, {Zone::Deck, -1, kBottom});
    case EffectOp::ToArchives:
      return to_zone(vm, {Zone::Archives, -1, kBottom});
    case EffectOp::ShuffleIn:
      return shuffle_in(vm, in);
    case EffectOp::ShuffleDeck:
      shuffle(vm.m, vm.s, vm.player(in.a));
      return Flow::Next;
    case EffectOp::PutUnder:
      return lay_under(vm, in);
    case EffectOp::SwapDeckDiscard:
      return swap_deck_discard(vm, vm.player(in.a));
    case EffectOp::Heal:
      return heal_each(vm, in);
    case EffectOp::AddCounters:
      return change_counters(vm, in, true);
    case EffectOp::RemoveCounters:
      return change_counters(vm, in, false);
    case EffectOp::ClearCounters:
      return clear_all_counters(vm);
    case EffectOp::PlaceAmber:
      return place_amber(vm, in);
    case EffectOp::TakeAmber:
      return take_amber(vm, in);
    case EffectOp::StoreAmber:
      return store_amber(vm, in);
    case EffectOp::Capture:
      return capture(vm, in);
    case EffectOp::Ready:
      return set_flag(vm, kExhausted, false);
    case EffectOp::Exhaust:
      return set_flag(vm, kExhausted, true);
    case EffectOp::Stun:
      return set_flag(vm, kStunned, true);
    case EffectOp::Flip: {
      CardSet flipped;
      for (CardId card : vm.f.regs.targets)
        if (flip_card(vm.m, vm.s, card) || turn_over(vm.m, vm.s, card)) flipped.add(card);
      vm.result(flipped, flipped.size());
      return Flow::Next;
    }
    case EffectOp::Unstun:
      return set_flag(vm, kStunned, false);
    case EffectOp::Ward:
      return set_flag(vm, kWarded, true);
    case EffectOp::Unward:
      return set_flag(vm, kWarded, false);
    case EffectOp::Enrage:
      return set_flag(vm, kEnraged, true);
    case EffectOp::Attach:
      return attach(vm, in);
    case EffectOp::Reveal:
      return show(vm, true);
    case EffectOp::Look:
      return show(vm, false);
    default:
      assert(false && "an instruction on cards");
      return Flow::Next;
  }
}

}  // namespace archon::vm
