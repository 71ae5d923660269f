// Effects that move aember, damage and counters between cards (rulebook 18.4, MOVE). Nothing is captured, dealt or healed.
#include <algorithm>
#include <span>

#include "engine/core/counters.h"
#include "engine/query/cards.h"
#include "engine/rules/amber.h"
#include "engine/rules/steps.h"
#include "engine/vm/vm.h"

namespace archon::vm {

int counters_of(const State& s, CardId card, uint16_t kind) {
  return kind == kNone ? s.cards[card].counters : counters_on(s, card, kind);
}

void put_counters(State& s, CardId card, uint16_t kind, int number) {
  const bool fits = kind == kNone ? s.cards[card].zone == Zone::Line || s.cards[card].zone == Zone::Artifacts : s.in_play(card);
  if (!fits) return;
  const int limited = std::clamp(number, 0, 255);
  if (kind == kNone)
    s.cards[card].counters = static_cast<uint8_t>(limited);
  else
    set_counters(s, card, kind, limited);
  s.dirty = 1;
}

namespace {

uint16_t counter_of(uint16_t what) {
  return what == static_cast<uint16_t>(Moved::Power) ? uint16_t{kNone}
                                                     : static_cast<uint16_t>(what - static_cast<uint16_t>(Moved::Named));
}

int amount_on(const State& s, CardId card, uint16_t what) {
  const Card& on = s.cards[card];
  switch (static_cast<Moved>(what)) {
    case Moved::Amber:
      return on.amber;
    case Moved::Damage:
      return on.damage;
    case Moved::Ward:
      return on.has(kWarded);
    default:
      return counters_of(s, card, counter_of(what));
  }
}

void set_amount(State& s, CardId card, uint16_t what, int amount) {
  Card& on = s.cards[card];
  s.dirty = 1;
  switch (static_cast<Moved>(what)) {
    case Moved::Amber:
      if (amount > kMaxAmber) return overflow(s, Bound::Amber);
      on.amber = static_cast<uint16_t>(amount);
      return;
    case Moved::Damage:
      on.damage = static_cast<uint8_t>(std::min(amount, 255));
      return;
    case Moved::Ward:
      return on.set(kWarded, amount > 0);
    default:
      return put_counters(s, card, counter_of(what), amount);
  }
}

// Aember and named counters lie on any card in play, the others on creatures; one ward lies on a creature.
int room_on(const State& s, CardId card, uint16_t what) {
  const bool anywhere = what == static_cast<uint16_t>(Moved::Amber) || what >= static_cast<uint16_t>(Moved::Named);
  if (anywhere ? !s.in_play(card) : s.cards[card].zone != Zone::Line) return 0;
  if (what == static_cast<uint16_t>(Moved::Ward)) return !s.cards[card].has(kWarded);
  return what == static_cast<uint16_t>(Moved::Amber) ? kMaxAmber : 255 - amount_on(s, card, what);
}

Flow move_to(Vm& vm, const Instr& in) {
  State& s = vm.s;
  const CardId to = vm.f.regs.targets.first();
  int moved = 0, wanted = 0;
  for (CardId from : OpenOrder(vm.m, s, vm.f.slots()[in.b].cards)) {
    if (to == kNoCard || from == to || !s.in_play(from)) continue;
    const int there = amount_on(s, from, in.c);
    const int all = in.a == kNone ? there : std::max(0, vm.number_for(in.a, from));
    const int some = std::min({all, there, room_on(s, to, in.c)});
    wanted += all;
    if (some == 0) continue;
    set_amount(s, from, in.c, there - some);
    set_amount(s, to, in.c, amount_on(s, to, in.c) + some);
    moved += some;
  }
  vm.result(moved > 0 ? vm.f.regs.targets : CardSet{}, moved);
  vm.f.regs.did = moved > 0 && moved == wanted;
  return Flow::Next;
}

// What a player shares out among several cards, asked for one after the other. The answers lie behind the damage that is
// gathered meanwhile, so that all of it changes at once.
class Shares {
 public:
  explicit Shares(State& s) : s_(s) {
    while (first_ > 0 && (s.pending[first_ - 1].flags & kShare)) --first_;
  }
  void add(CardId card, int amount) {
    if (s_.pending_count >= kMaxPending) return overflow(s_, Bound::Pending);
    s_.pending[s_.pending_count++] = {.to = card, .amount = static_cast<uint8_t>(amount), .flags = kShare};
  }
  std::span<const PendingDamage> all() const { return {s_.pending + first_, s_.pending + s_.pending_count}; }

  // Takes the answer there is, leaves the cards without a share and what is left for them, and asks for the next; the last
  // card is not asked for. True: it waits for the answer.
  bool ask_next(Vm& vm, CardSet& rest, int& left) {
    if (vm.f.head.phase > 0) add(vm.f.current, s_.answer.index());
    for (const PendingDamage& share : all()) {
      rest.remove(share.to);
      left -= share.amount;
    }
    if (rest.size() < 2 || left <= 0) return false;
    vm.f.head.phase = 1;
    vm.f.current = OpenOrder(vm.m, s_, rest).first();
    ask(s_, ChoiceKind::Number, s_.active, vm.f.current).max = static_cast<uint8_t>(std::min(left, 255));
    return true;
  }
  void clear() { s_.pending_count = static_cast<uint8_t>(first_); }

 private:
  State& s_;
  int first_ = s_.pending_count;
};

// Asks for each target in turn how much of the whole it is to have; the last one gets the rest.
Flow redistribute(Vm& vm, const Instr& in) {
  State& s = vm.s;
  CardSet rest;
  int left = 0;
  for (CardId card : vm.f.regs.targets) {
    if (room_on(s, card, in.a) == 0 && amount_on(s, card, in.a) == 0) continue;
    rest.add(card);
    left += amount_on(s, card, in.a);
  }
  const CardSet all = rest;
  Shares shares(s);
  if (shares.ask_next(vm, rest, left)) return Flow::Wait;
  for (const PendingDamage& share : shares.all()) set_amount(s, share.to, in.a, share.amount);
  for (CardId card : OpenOrder(vm.m, s, rest)) {
    set_amount(s, card, in.a, left);
    left = 0;
  }
  shares.clear();
  vm.result(all, 0);
  return Flow::Next;
}

// From both pools together; as much as there is has to be captured (rulebook 18.4, FAQ Crassosaurus).
Flow capture_any(Vm& vm, const Instr& in) {
  State& s = vm.s;
  const CardId card = vm.f.regs.targets.first();
  const int wanted = card == kNoCard || s.cards[card].zone != Zone::Line ? 0 : std::max(0, vm.number_for(in.a, card));
  const int you = vm.f.you, own = s.players[you].amber, other = s.players[1 - you].amber;
  const int least = std::clamp(wanted - other, 0, own), most = std::min(wanted, own);
  if (vm.f.head.phase++ == 0 && least < most) {
    Choice& choice = ask(s, ChoiceKind::Number, s.active, card);
    choice.min = static_cast<uint8_t>(std::min(least, 255));
    choice.max = static_cast<uint8_t>(std::min(most, 255));
    return Flow::Wait;
  }
  const int from_you = least < most ? s.answer.index() : least;
  int taken = capture_amber(vm.m, s, card, 1 - you, std::min(wanted - from_you, other));
  if (from_you > 0) taken += capture_amber(vm.m, s, card, you, from_you);
  vm.result(taken > 0 && taken == wanted ? vm.f.regs.targets : CardSet{}, taken);
  return Flow::Next;
}

// Asks for each target in turn how much of the whole it captures; the last one gets the rest; all of it is captured
// at once.
Flow capture_among(Vm& vm, const Instr& in) {
  State& s = vm.s;
  const Event& event = vm.f.event;
  const bool incoming = in.b == 3;
  const int loser = event.type == EventType::Steal ? 1 - event.player : event.player;
  const int pool = incoming ? loser : 1 - vm.f.you;
  const int wanted = std::max(0, vm.number(in.a));
  CardSet rest;
  for (CardId card : vm.f.regs.targets)
    if (s.cards[card].zone == Zone::Line) rest.add(card);
  int left = std::min<int>(wanted, s.players[pool].amber);
  Shares shares(s);
  if (shares.ask_next(vm, rest, left)) return Flow::Wait;
  CardSet done;
  int total = 0;
  const auto give = [&](CardId card, int amount) {
    const int taken = amount > 0 ? capture_amber(vm.m, s, card, pool, amount) : 0;
    if (taken > 0) done.add(card);
    total += taken;
  };
  for (const PendingDamage& share : shares.all()) give(share.to, share.amount);
  shares.clear();
  if (rest && left > 0) give(rest.first(), left);
  vm.result(done, total);
  vm.f.regs.did = wanted > 0 && total == wanted;
  return Flow::Next;
}

}  // namespace

Flow do_MoveFrom(Vm& vm, const Instr& in) {
  vm.f.slots()[in.a].cards = vm.f.regs.targets;
  vm.f.regs.it = vm.f.regs.targets;
  return Flow::Next;
}

Flow do_MoveTo(Vm& vm, const Instr& in) { return move_to(vm, in); }
Flow do_Redistribute(Vm& vm, const Instr& in) { return redistribute(vm, in); }
Flow do_CaptureAny(Vm& vm, const Instr& in) { return capture_any(vm, in); }
Flow do_CaptureAmong(Vm& vm, const Instr& in) { return capture_among(vm, in); }

}  // namespace archon::vm
