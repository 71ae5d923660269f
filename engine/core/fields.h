#pragma once
// The one list of State's fields: each named once, with the values it may have. Position lines, `pending`, the hash, the range
// check and the search's key of unfinished business are visitors of it. Every struct is taken apart by a structured binding, so
// that a field that is missing here does not compile.
//
// A visitor has these members (`field` and `set` by reference, const if the State is):
//   bool number(name, field, lowest, highest)
//   bool index(name, field, count, none = count)  below `count`, or `none`
//   bool giver(name, field, cards, effects)       a card, kLastingBase + index of a lasting effect, or kNoCard
//   bool bits(name, field, mask)                  no bit outside of the mask
//   void any(name, field)                         every value is good
//   void cards(name, set)                         cards of this game; CardSet or PackedCardSet
//   int count(name, field, highest)               the length of a list: so many elements are visited
//   void spare(name, field)                       always zero
//   bool follows(name, field, value)              follows from other fields: nothing to be written
//   bool room(end, size)                          whether a frame that ends there fits into the stack
//   void item(name, i)                            the fields that follow are of element i of this list; item("", 0): of State
// and may have these, for what would be `index` or `any` otherwise: card(field), neighbors(field) (packed_neighbors),
// traits(field) (Card::traits), variable(ability, i, set) of an ability. The bool of a field that others depend on tells
// whether to go on.
#include "engine/core/frame_fields.h"

namespace archon {

template <class Visitor>
class Fields : FrameFields<Visitor> {
  using Base = FrameFields<Visitor>;

 public:
  using Base::Base;

  // S is State or const State. Lists are visited up to their counts. O(what is in use).
  template <class S>
  void state(S& s) {
    auto& [cards, order, start, spare_after_start, players, active, first, step, step_phase, result, dirty, answered,
           hand_moves, first_turn, acted, house, decisions, turn, overflow, active_count, waiting_count, waiting_base,
           lasting_count, kept_used, log_count, log_turn_start, pending_count, frame_count, unchecked, counter_count, ending,
           tide, extra_turns, stack_top, static_mask, after_mask, before_mask, replace_mask, standing_mask, rng, returned,
           returned_killed, returned_amount, returned_flag, fight_attacker, fight_defender, prophesied, unresolved, asked,
           answer, actives, waiting, lasting, kept, log, counters, pending, frames, stack] = s;
    v.item("", 0);
    player("active", active);
    player("first", first);
    v.number("step", step, 0, static_cast<int>(Step::End));
    v.number("step_phase", step_phase, 0, 6);
    v.number("result", result, 0, static_cast<int>(Result::Tied));
    flag("dirty", dirty);
    flag("answered", answered);
    v.any("hand_moves", hand_moves);
    flag("first_turn", first_turn);
    flag("acted", acted);
    v.bits("house", house, lowest_bits(kHouses));
    v.any("decisions", decisions);
    v.any("turn", turn);
    v.number("overflow", overflow, 0, static_cast<int>(Bound::Last));
    flag("unchecked", unchecked);
    v.number("ending", ending, 0, static_cast<int>(Ending::Turn));
    v.number("tide", tide, 0, static_cast<int>(Tide::High1));
    v.bits("static_mask", static_mask, lowest_bits(kStaticKinds));
    v.bits("after_mask", after_mask, lowest_bits(kEventTypes));
    v.bits("before_mask", before_mask, lowest_bits(kEventTypes));
    v.bits("replace_mask", replace_mask, lowest_bits(kEventTypes));
    v.bits("standing_mask", standing_mask, lowest_bits(kAbilityKinds));
    v.any("answer", answer.bits);
    for (auto& each : start) v.number("start", each, 0, m.card_count);
    v.spare("spare_after_start", spare_after_start);
    for (auto& each : extra_turns) v.any("extra_turns", each);
    flag("prophesied", prophesied);
    v.any("unresolved", unresolved);
    for (auto& each : rng) v.any("rng", each.state);
    for (int i = 0; i < m.card_count; ++i) v.index("order", order[i], m.card_count);
    list("cards", m.card_count, cards, [&](auto& each) { card(each); });
    list("players", 2, players, [&](auto& each) { pool(each); });
    const int kept_sets = v.count("kept_used", kept_used, kMaxKept);
    list("kept", kept_sets, kept, [&](auto& each) { v.cards("cards", each); });
    const int effects = v.count("lasting_count", lasting_count, kMaxLasting);
    list("lasting", effects, lasting, [&](auto& each) { effect(each, kept_sets); });
    list("actives", v.count("active_count", active_count, kMaxActive), actives, [&](auto& each) { in_force(each, effects); });
    const int entries = v.count("log_count", log_count, kMaxLog);
    v.number("log_turn_start", log_turn_start, 0, entries);
    list("log", entries, log, [&](auto& each) { entry(each); });
    list("counters", v.count("counter_count", counter_count, kMaxCounters), counters, [&](auto& each) { named(each); });
    choice(asked);
    unfinished(s);
  }

  // The question that is asked.
  template <class C>
  void choice(C& of) {
    auto& [kind, who, source, min, max, picked, options, can_stop, mask, spare, candidates] = of;
    v.item("choice", 0);
    v.number("kind", kind, 0, static_cast<int>(ChoiceKind::Over));
    player("player", who);
    card_or_none("source", source);
    v.any("min", min);
    v.any("max", max);
    v.any("picked", picked);
    v.any("options", options);
    flag("can_stop", can_stop);
    v.any("mask", mask);
    v.spare("spare", spare);
    v.cards("candidates", candidates);
    v.item("", 0);
  }

  // What is under way: frames, queues, and what the last frame left behind.
  template <class S>
  void unfinished(S& s) {
    v.cards("returned", s.returned);
    v.cards("returned_killed", s.returned_killed);
    v.any("returned_amount", s.returned_amount);
    flag("returned_flag", s.returned_flag);
    card_or_none("fight_attacker", s.fight_attacker);
    card_or_none("fight_defender", s.fight_defender);
    const int queued = v.count("waiting_count", s.waiting_count, kMaxWaiting);
    v.number("waiting_base", s.waiting_base, 0, queued);
    list("waiting", queued, s.waiting, [&](auto& each) { triggered(each, s); });
    list("pending", v.count("pending_count", s.pending_count, kMaxPending), s.pending, [&](auto& each) { damage(each); });
    all_frames(s);
  }

 private:
  using Base::card_id, Base::card_or_none, Base::event, Base::flag, Base::all_frames, Base::player;
  using Base::m, Base::v;

  static constexpr uint64_t lowest_bits(int count) { return (uint64_t{1} << count) - 1; }

  template <class List, class Visit>
  void list(const char* name, int count, List& elements, Visit visit) {
    for (int i = 0; i < count; ++i) {
      v.item(name, i);
      visit(elements[i]);
    }
    v.item("", 0);
  }

  template <class C>
  void card(C& of) {
    auto& [flags, definition, amber, keywords, houses, zone, controller, host, stay, damage, counters, armor_used, power, armor,
           assault, hazardous, splash_attack, uses, beside, traits] = of;
    v.bits("flags", flags, 2 * kAbducted - 1);
    v.index("definition", definition, static_cast<int>(m.program->definitions.size()));
    v.number("aember", amber, 0, kMaxAmber);
    v.bits("keywords", keywords, lowest_bits(kKeywords));
    v.bits("houses", houses, lowest_bits(kHouses));
    v.number("zone", zone, 0, kZones - 1);
    player("controller", controller);
    card_or_none("host", host);
    v.any("stay", stay);
    v.any("damage", damage);
    v.any("counters", counters);
    v.any("armor_used", armor_used);
    v.any("power", power);
    v.any("armor", armor);
    v.any("assault", assault);
    v.any("hazardous", hazardous);
    v.any("splash_attack", splash_attack);
    v.any("uses", uses);
    for (auto& each : beside) card_or_none("beside", each);
    auto& derived = traits;
    if constexpr (requires { v.traits(derived); })
      v.traits(derived);
    else
      v.any("traits", derived);
  }

  template <class N>
  void named(N& of) {
    auto& [card, kind, number] = of;
    card_id("card", card);
    v.number("kind", kind, 0, kCounterKinds - 1);
    v.number("number", number, 1, 255);
  }

  template <class P>
  void pool(P& of) {
    auto& [amber, keys, chains, turns, deck_fixed, last_house, token_uses] = of;
    v.number("aember", amber, 0, kMaxAmber);
    v.bits("keys", keys, 15);
    v.any("chains", chains);
    v.any("turns", turns);
    v.number("deck_fixed", deck_fixed, 0, m.card_count);
    v.number("last_house", last_house, 0, kHouses);
    v.any("token_uses", token_uses);
  }

  template <class L>
  void effect(L& of, int kept_sets) {
    auto& [body, source, controller, clock, uses, cards, second, chosen, age, spare] = of;
    v.index("body", body, static_cast<int>(m.program->bodies.size()), kNone);
    card_id("source", source);
    player("controller", controller);
    v.number("clock", clock, 0, static_cast<int>(Clock::Always));
    v.any("uses", uses);
    v.index("cards", cards, kept_sets, kNotKept);
    v.index("second", second, kept_sets, kNotKept);
    v.any("chosen", chosen);
    flag("age", age);
    v.spare("spare", spare);
  }

  template <class A>
  void in_force(A& of, int effects) {
    auto& [ability, self, source] = of;
    v.index("ability", ability, static_cast<int>(m.program->abilities.size()));
    card_id("self", self);
    v.giver("source", source, m.card_count, effects);
  }

  template <class L>
  void entry(L& of) {
    auto& [type, card, other, who, flags] = of;
    v.number("type", type, 0, kEventTypes - 1);
    card_or_none("card", card);
    card_or_none("other", other);
    player("player", who);
    v.bits("flags", flags, kEventFlags);
  }

  // `ability` may also stand for a keyword (engine/rules/window.h): any number, see engine/check/unfinished.h.
  template <class W, class S>
  void triggered(W& of, const S& s) {
    auto& [ability, self, source, who, flags, chosen, cards, stay, more, what] = of;
    v.any("ability", ability);
    card_id("self", self);
    v.giver("source", source, m.card_count, s.lasting_count);
    player("player", who);
    v.any("flags", flags);
    v.any("chosen", chosen);
    v.index("cards", cards, s.kept_used, kNotKept);
    v.any("stay", stay);
    v.cards("more", more);
    event(what);
  }

  template <class D>
  void damage(D& of) {
    auto& [to, from, amount, flags, taker, larger] = of;
    card_id("to", to);
    card_or_none("from", from);
    v.any("amount", amount);
    v.bits("flags", flags, kPoisonous | kIgnoresArmor | kOfSplash | kShare);
    card_or_none("taker", taker);
    card_or_none("larger", larger);
  }
};

template <class Visitor>
Fields(const Matchup&, Visitor&) -> Fields<Visitor>;

}  // namespace archon
