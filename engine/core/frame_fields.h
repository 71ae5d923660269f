#pragma once
// The part of engine/core/fields.h that lists the fields of frames.
#include "engine/core/frames.h"

namespace archon {

template <class Visitor>
class FrameFields {
 public:
  FrameFields(const Matchup& matchup, Visitor& visitor) : m(matchup), v(visitor) {}

  // Frames lie one behind the other, so that where they begin follows from what they are.
  template <class S>
  void all_frames(S& s) {
    const int count = v.count("frame_count", s.frame_count, kMaxFrames);
    int top = 0;
    for (int i = 0; i < count && top >= 0; ++i) {
      v.item("frames", i);
      top = v.follows("place", s.frames[i], top) ? frame_at(s, top) : -1;
    }
    v.item("", 0);
    if (top >= 0) v.follows("stack_top", s.stack_top, top);
  }

 protected:
  template <class T>
  void player(const char* name, T& field) {
    v.number(name, field, 0, 1);
  }
  template <class T>
  void flag(const char* name, T& field) {
    v.number(name, field, 0, 1);
  }
  template <class T>
  void card_id(const char* name, T& field) {
    if constexpr (requires { v.card(field); })
      v.card(field);
    else
      v.index(name, field, m.card_count);
  }
  template <class T>
  void card_or_none(const char* name, T& field) {
    if constexpr (requires { v.card(field); })
      v.card(field);
    else
      v.index(name, field, m.card_count, kNoCard);
  }
  // The neighbors of a creature that is played or enters play (packed_neighbors).
  template <class T>
  void neighbors(const char* name, T& field) {
    if constexpr (requires { v.neighbors(field); })
      v.neighbors(field);
    else
      v.any(name, field);
  }
  template <class E>
  void event(E& of) {
    auto& [type, who, card, other, flags, amount] = of;
    v.number("event.type", type, 0, kEventTypes - 1);
    player("event.player", who);
    card_or_none("event.card", card);
    card_or_none("event.other", other);
    v.bits("event.flags", flags, kEventFlags);
    if (type == EventType::Play || type == EventType::Enter)
      neighbors("event.amount", amount);
    else
      v.any("event.amount", amount);
  }

 private:
  // Returns where the frame ends; -1 when that is not known.
  template <class S>
  int frame_at(S& s, int at) {
    constexpr int kLargest = sizeof(AbilityFrame);
    static_assert(sizeof(FightFrame) <= kLargest && sizeof(DestroyFrame) <= kLargest && sizeof(DamageFrame) <= kLargest);
    if (!v.room(at + static_cast<int>(sizeof(FrameHead)), kStackBytes)) return -1;
    auto& head = on_stack<FrameHead>(s, at);
    if (!v.number("type", head.type, 0, static_cast<int>(FrameType::Last))) return -1;
    switch (head.type) {
      case FrameType::Ability:
        return frame<AbilityFrame>(s, at);
      case FrameType::Window:
        return frame<WindowFrame>(s, at);
      case FrameType::Play:
        return frame<PlayFrame>(s, at);
      case FrameType::Enter:
        return frame<EnterFrame>(s, at);
      case FrameType::Use:
        return frame<UseFrame>(s, at);
      case FrameType::Reap:
        return frame<ReapFrame>(s, at);
      case FrameType::Fight:
        return frame<FightFrame>(s, at);
      case FrameType::Act:
        return frame<ActFrame>(s, at);
      case FrameType::Damage:
        return frame<DamageFrame>(s, at);
      case FrameType::Destroy:
        return frame<DestroyFrame>(s, at);
      case FrameType::Receive:
        return frame<ReceiveFrame>(s, at);
      case FrameType::Forge:
        return frame<ForgeFrame>(s, at);
      case FrameType::Control:
        return frame<ControlFrame>(s, at);
      case FrameType::Icons:
        return frame<IconsFrame>(s, at);
      case FrameType::Prophecy:
        return frame<ProphecyFrame>(s, at);
    }
    return -1;
  }

  template <class Frame, class S>
  int frame(S& s, int at) {
    const int size = frame_bytes(static_cast<int>(sizeof(Frame)));
    if (!v.room(at + size, kStackBytes)) return -1;
    const int extra = fields_of(on_stack<Frame>(s, at), s, at + size);
    return extra < 0 ? -1 : at + size + extra;
  }

  // Each of these visits one type of frame and returns how many bytes follow it: the variables of an ability.
  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, AbilityFrame>
  int fields_of(F& of, S& s, int end) {
    auto& [head, ability, pc, self, source, you, variables, current, to_come, rounds, triggered, left, lost, what, regs] = of;
    if (!v.index("ability", ability, static_cast<int>(m.program->abilities.size()))) return -1;
    const int slots = m.program->abilities[ability].variables;
    if (!v.follows("variables", variables, slots)) return -1;
    const int extra = slots * static_cast<int>(sizeof(Slot));
    if (!v.room(end + extra, kStackBytes)) return -1;
    v.any("phase", head.phase);
    v.index("pc", pc, static_cast<int>(m.program->code.size()));
    card_id("self", self);
    v.giver("source", source, m.card_count, s.lasting_count);
    player("you", you);
    card_or_none("current", current);
    v.any("to_come", to_come);
    v.any("rounds", rounds);
    v.any("triggered", triggered);
    v.cards("left", left);
    v.cards("lost", lost);
    event(what);
    registers(regs);
    // Cards or a number, which the code of the ability knows: engine/check/ability_code.h.
    const uint16_t id = ability;
    for (int i = 0; i < slots; ++i) {
      auto& slot = of.slots()[i].cards;
      if constexpr (requires { v.variable(id, i, slot); }) {
        v.variable(id, i, slot);
      } else {
        v.any("slot", slot.low);
        v.any("slot", slot.high);
      }
    }
    return extra;
  }

  template <class R>
  void registers(R& of) {
    auto& [it, done, killed, targets, amount, chosen, did, they, short_of_targets, spare] = of;
    v.cards("it", it);
    v.cards("done", done);
    v.cards("killed", killed);
    v.cards("targets", targets);
    v.any("amount", amount);
    v.any("chosen", chosen);
    flag("did", did);
    player("they", they);
    flag("short_of_targets", short_of_targets);
    v.spare("spare", spare);
  }

  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, WindowFrame>
  int fields_of(F& of, S& s, int) {
    auto& [head, begin, end] = of;
    v.number("phase", head.phase, 0, 1);
    v.number("begin", begin, 0, s.waiting_count);
    v.number("end", end, 0, s.waiting_count);
    return 0;
  }

  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, PlayFrame>
  int fields_of(F& of, S&, int) {
    auto& [head, card, who, from, effects, icons_of, how, move, half, flags, place, onto, stay] = of;
    v.number("phase", head.phase, 0, PlayFrame::Finish);
    card_id("card", card);
    player("player", who);
    v.number("from", from, 0, kZones - 1);
    v.number("effects", effects, 0, kMaxLasting);
    card_id("icons_of", icons_of);
    v.bits("how", how, 2 * kPlayRight - 1);
    flag("move", move);
    card_or_none("half", half);
    v.bits("flags", flags, kEventFlags);
    neighbors("place", place);
    card_or_none("onto", onto);
    v.any("stay", stay);
    return 0;
  }

  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, EnterFrame>
  int fields_of(F& of, S&, int) {
    auto& [head, card, controller, by, how, played, moving, instead_of, half, left_of, spare, flags, place] = of;
    v.number("phase", head.phase, 0, EnterFrame::Finish);
    card_id("card", card);
    player("controller", controller);
    player("by", by);
    v.bits("how", how, 2 * kPlayRight - 1);
    flag("played", played);
    flag("moving", moving);
    card_or_none("instead_of", instead_of);
    card_or_none("half", half);
    card_or_none("left_of", left_of);
    v.spare("spare", spare);
    v.bits("flags", flags, kEventFlags);
    neighbors("place", place);
    return 0;
  }

  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, UseFrame>
  int fields_of(F& of, S&, int) {
    auto& [head, card, who, as_if_yours, modes, house_ok] = of;
    v.number("phase", head.phase, 0, UseFrame::Finish);
    card_id("card", card);
    player("player", who);
    flag("as_if_yours", as_if_yours);
    v.bits("modes", modes, 15);
    flag("house_ok", house_ok);
    return 0;
  }

  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, ReapFrame>
  int fields_of(F& of, S&, int) {
    auto& [head, card, who, effects, spare, granters] = of;
    v.number("phase", head.phase, 0, ReapFrame::Newer);
    card_id("card", card);
    player("player", who);
    v.number("effects", effects, 0, kMaxLasting);
    v.spare("spare", spare);
    v.cards("granters", granters);
    return 0;
  }

  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, FightFrame>
  int fields_of(F& of, S&, int) {
    auto& [head, attacker, defender, who, outer_attacker, outer_defender, elusive, fought, cancelled, stays, past_taunt,
           effects, spare, allowed, granters] = of;
    v.number("phase", head.phase, 0, FightFrame::Finish);
    card_id("attacker", attacker);
    card_or_none("defender", defender);
    player("player", who);
    card_or_none("outer_attacker", outer_attacker);
    card_or_none("outer_defender", outer_defender);
    flag("elusive", elusive);
    flag("fought", fought);
    flag("cancelled", cancelled);
    for (auto& each : stays) v.any("stays", each);
    flag("past_taunt", past_taunt);
    v.number("effects", effects, 0, kMaxLasting);
    v.spare("spare", spare);
    v.cards("allowed", allowed);
    v.cards("granters", granters);
    return 0;
  }

  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, ProphecyFrame>
  int fields_of(F& of, S&, int) {
    auto& [head, card, side, spare, revealed] = of;
    v.number("phase", head.phase, 0, ProphecyFrame::Finish);
    card_id("card", card);
    flag("side", side);
    v.spare("spare", spare);
    v.cards("revealed", revealed);
    return 0;
  }

  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, ActFrame>
  int fields_of(F& of, S&, int) {
    auto& [head, card, who, house_ok] = of;
    v.number("phase", head.phase, 0, ActFrame::Finish);
    card_id("card", card);
    player("player", who);
    flag("house_ok", house_ok);
    return 0;
  }

  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, DamageFrame>
  int fields_of(F& of, S&, int) {
    auto& [head, cause, asking, amount, icon, spare, asked, dealt] = of;
    v.number("phase", head.phase, 0, DamageFrame::Finish);
    v.number("cause", cause, 0, 3);
    card_or_none("asking", asking);
    v.any("amount", amount);
    flag("of_icon", icon);
    v.spare("spare", spare);
    v.cards("asked", asked);
    v.cards("dealt", dealt);
    return 0;
  }

  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, DestroyFrame>
  int fields_of(F& of, S&, int) {
    auto& [head, nested, cause, asking, by, goes_on, spare, cards, own, fought, replaced, splashed, tried] = of;
    v.number("phase", head.phase, 0, DestroyFrame::Finish);
    flag("nested", nested);
    v.number("cause", cause, 0, 3);
    card_or_none("asking", asking);
    card_or_none("by", by);
    flag("goes_on", goes_on);
    v.spare("spare", spare);
    v.cards("cards", cards);
    v.cards("own", own);
    v.cards("fought", fought);
    v.cards("replaced", replaced);
    v.cards("splashed", splashed);
    v.cards("tried", tried);
    return 0;
  }

  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, ReceiveFrame>
  int fields_of(F& of, S&, int) {
    auto& [head, who, gain, amount] = of;
    v.number("phase", head.phase, 0, ReceiveFrame::Asked);
    player("player", who);
    v.number("gain", gain, 0, kByReap + 1);
    v.number("amount", amount, 0, kMaxAmber);
    return 0;
  }

  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, ForgeFrame>
  int fields_of(F& of, S&, int) {
    auto& [head, who, asked, cost, left, continues, means, key, by_color, spare, had, spent] = of;
    v.number("phase", head.phase, 0, ForgeFrame::Finish);
    player("player", who);
    card_or_none("asked", asked);
    v.number("cost", cost, 0, INT16_MAX);
    v.number("left", left, 0, INT16_MAX);
    flag("continues", continues);
    v.number("means", means, 0, ForgeFrame::OpponentPool);
    v.number("key", key, 0, 3);
    flag("by_color", by_color);
    for (auto& each : spare) v.spare("spare", each);
    v.cards("had", had);
    v.cards("spent", spent);
    return 0;
  }

  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, ControlFrame>
  int fields_of(F& of, S&, int) {
    auto& [head, card, controller, how] = of;
    v.number("phase", head.phase, 0, 0);
    card_id("card", card);
    player("controller", controller);
    v.bits("how", how, 2 * kPlayRight - 1);
    return 0;
  }

  template <class F, class S>
  requires std::is_same_v<std::remove_const_t<F>, IconsFrame>
  int fields_of(F& of, S&, int) {
    auto& [head, card, icons_of, who, index, icon, again, more, spare, used] = of;
    v.number("phase", head.phase, 0, IconsFrame::Resolved);
    card_id("card", card);
    card_id("icons_of", icons_of);
    player("player", who);
    v.number("index", index, 0, static_cast<int>(MatchCard{}.icons.size()));
    v.number("icon", icon, 0, kIcons - 1);
    v.any("again", again);
    v.any("more", more);
    for (auto& each : spare) v.spare("spare", each);
    v.cards("used", used);
    return 0;
  }

 protected:
  const Matchup& m;
  Visitor& v;
};

}  // namespace archon
