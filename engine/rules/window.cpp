#include "engine/rules/window.h"

#include <algorithm>
#include <iterator>

#include "engine/query/cards.h"
#include "engine/query/scope.h"
#include "engine/rules/damage.h"
#include "engine/rules/events.h"
#include "engine/rules/leave.h"
#include "engine/rules/steps.h"

namespace archon {
namespace {

bool is_keyword_ability(uint16_t ability) { return ability == kAssaultAbility || ability == kHazardousAbility; }

// Whether the card still has the ability: what is printed on it unless its text is blank, and what it gains as long as that
// which gives it is in force (rulebook 18.4, ABILITY, CONSTANT ABILITIES). "Destroyed:" are those it had when it was tagged.
bool still_has(const Matchup& m, const State& s, const Waiting& waiting) {
  const Card& card = s.cards[waiting.self];
  if (m.program->abilities[waiting.ability].kind == AbilityKind::Destroyed) return true;
  const bool printed = waiting.source == waiting.self && !card.has(kBlank);
  const auto& own = definition(m, s, waiting.self).abilities;
  if (printed && std::ranges::find(own, waiting.ability) != own.end()) return true;
  return std::any_of(s.actives, s.actives + s.active_count, [&](const Active& active) {
    return active.ability == waiting.ability && active.self == waiting.self && active.source == waiting.source;
  });
}

bool still_active(const Matchup& m, const State& s, const Waiting& waiting) {
  if (waiting.flags & kWaitingAnywhere) return true;
  return waiting.self != kNoCard && s.in_play(waiting.self) && s.cards[waiting.self].stay == waiting.stay &&
         still_has(m, s, waiting);
}

// The order of two abilities provably makes no difference: the same text of equal cards, or both only add up.
bool interchangeable(const Matchup& m, const State& s, const OpenAbility& first, const OpenAbility& second) {
  const Waiting &a = s.waiting[first.index], &b = s.waiting[second.index];
  if (is_keyword_ability(a.ability) || is_keyword_ability(b.ability)) return false;
  const Ability& x = m.program->abilities[a.ability];
  const Ability& y = m.program->abilities[b.ability];
  if (x.commutes && y.commutes) return true;
  if (a.ability != b.ability || a.self != b.self || a.source != b.source) return false;
  const bool prophecy = x.zone == Zone::Reference && m.printed(a.self).type == CardType::Prophecy;
  return first.card == second.card || prophecy;  // it is fulfilled once, whichever of them comes first
}

// Takes an ability off the list, unless it resolves once more.
Waiting take(State& s, const OpenAbility& chosen) {
  Waiting& entry = s.waiting[chosen.index];
  Waiting taken = entry;
  taken.event.card = chosen.card;
  if (entry.flags >= kWaitingAgain) {
    entry.flags = static_cast<uint8_t>((entry.flags - kWaitingAgain) | kWaitingNext);
    return taken;
  }
  if (entry.event.card == chosen.card && !(entry.flags & kWaitingDone))
    entry.flags |= kWaitingDone;
  else
    entry.more.remove(chosen.card);
  return taken;
}

// Abilities that trigger inside each other so deep that there is hardly room for more are a loop, too.
bool too_deep(const State& s) { return s.frame_count > kMaxFrames - 10 || s.stack_top > kStackBytes - 500; }

void resolve(const Matchup& m, State& s, const Waiting& waiting) {
  if (too_deep(s)) {  // rulebook 18.4, INFINITE LOOPS: the card is put into the discard pile, which is no destruction
    if (waiting.self != kNoCard && s.in_play(waiting.self)) move_card(m, s, waiting.self, {Zone::Discard}, true);
    return;
  }
  if (!is_keyword_ability(waiting.ability)) return start_ability(m, s, waiting);
  const bool assault = waiting.ability == kAssaultAbility;
  const CardId victim = assault ? waiting.event.other : waiting.event.card;
  add_pending(s, victim, waiting.self, assault ? s.cards[waiting.self].assault : s.cards[waiting.self].hazardous);
  push_damage(s, assault ? Cause::Assault : Cause::Damage);
}

// Leaves only what may be resolved now.
void keep_next(const State& s, OpenAbilities& open) {
  CardSet announced;  // actions whose "Play:" has to wait
  for (int i = 0; i < open.count; ++i) {
    const Waiting& waiting = s.waiting[open.list[i].index];
    if (waiting.flags & kWaitingNext) {
      open.list[0] = open.list[i];
      open.count = 1;
      return;
    }
    if (waiting.flags & kWaitingFirst) announced.add(open.list[i].card);
  }
  if (!announced) return;
  int kept = 0;
  for (int i = 0; i < open.count; ++i) {
    const Waiting& waiting = s.waiting[open.list[i].index];
    const bool own = waiting.event.type == EventType::Play && waiting.self == open.list[i].card;
    if (!own || !announced.has(waiting.self)) open.list[kept++] = open.list[i];
  }
  open.count = kept;
}

}  // namespace

void open_abilities(const Matchup& m, const State& s, OpenAbilities& open) {
  const auto& frame = top_frame<WindowFrame>(s);
  const auto add = [&](int index, CardId card) {
    if (open.count < static_cast<int>(std::size(open.list))) open.list[open.count++] = {static_cast<uint8_t>(index), card};
  };
  for (int i = frame.begin; i < frame.end; ++i) {
    const Waiting& waiting = s.waiting[i];
    if (!still_active(m, s, waiting)) continue;
    if (!(waiting.flags & kWaitingDone)) add(i, waiting.event.card);
    for (CardId card : OpenOrder(m, s, waiting.more)) add(i, card);
  }
  keep_next(s, open);
}

void open_window(State& s) {
  WindowFrame& frame = push_frame<WindowFrame>(s);
  frame.begin = s.waiting_base;
  frame.end = s.waiting_count;
  s.waiting_base = s.waiting_count;
}

void step_window(const Matchup& m, State& s) {
  enum Phase : uint8_t { Offer, Asked };
  WindowFrame& frame = top_frame<WindowFrame>(s);
  OpenAbilities open;
  open_abilities(m, s, open);
  if (open.count == 0) {
    s.waiting_count = s.waiting_base = frame.begin;
    return pop_frame(s);
  }
  int pick = 0;
  if (frame.head.phase == Asked) {
    pick = s.answer.index() < open.count ? s.answer.index() : 0;
  } else {
    bool one_order = true;
    for (int i = 1; one_order && i < open.count; ++i) one_order = interchangeable(m, s, open.list[0], open.list[i]);
    if (!one_order) {
      frame.head.phase = Asked;
      ask(s, ChoiceKind::Order, s.active).options = static_cast<uint8_t>(open.count);
      s.choice.mask = frame.begin;
      return;
    }
  }
  frame.head.phase = Offer;
  resolve(m, s, take(s, open.list[pick]));
}

}  // namespace archon
