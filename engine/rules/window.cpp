#include "engine/rules/window.h"

#include "engine/rules/damage.h"
#include "engine/rules/events.h"
#include "engine/rules/steps.h"

namespace archon {
namespace {

bool is_keyword_ability(uint16_t ability) { return ability == kAssaultAbility || ability == kHazardousAbility; }

bool still_active(const State& s, const Waiting& waiting) {
  if (waiting.flags & kWaitingDone) return false;
  return (waiting.flags & kWaitingAnywhere) || (waiting.self != kNoCard && s.in_play(waiting.self));
}

// The order of two abilities provably makes no difference: the same text of equal cards, or both only add up.
bool interchangeable(const Matchup& m, const State& s, const Waiting& a, const Waiting& b) {
  if (is_keyword_ability(a.ability) || is_keyword_ability(b.ability)) return false;
  const Ability& x = m.program->abilities[a.ability];
  const Ability& y = m.program->abilities[b.ability];
  if (x.commutes && y.commutes) return true;
  return a.ability == b.ability && a.self == b.self && a.source == b.source && a.event.card == b.event.card &&
         s.waiting_count > 0;
}

void resolve(const Matchup& m, State& s, const Waiting& waiting) {
  if (!is_keyword_ability(waiting.ability)) return start_ability(m, s, waiting);
  const bool assault = waiting.ability == kAssaultAbility;
  const CardId victim = assault ? waiting.event.other : waiting.event.card;
  add_pending(s, victim, assault ? s.cards[waiting.self].assault : s.cards[waiting.self].hazardous);
  const DamageResult result = deal_pending(m, s);
  if (result.doomed) destroy_cards(m, s, result.doomed, Cause::Damage);
}

}  // namespace

int open_abilities(const State& s, int (&indices)[kMaxWaiting]) {
  const auto& frame = *reinterpret_cast<const WindowFrame*>(s.stack + s.frames[s.frame_count - 1]);
  int count = 0;
  for (int i = frame.begin; i < frame.end; ++i)
    if (still_active(s, s.waiting[i])) indices[count++] = i;
  return count;
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
  int open[kMaxWaiting];
  const int count = open_abilities(s, open);
  bool one_order = true;
  for (int i = 1; i < count; ++i) one_order &= interchangeable(m, s, s.waiting[open[0]], s.waiting[open[i]]);
  if (count == 0) {
    s.waiting_count = s.waiting_base = frame.begin;
    return pop_frame(s);
  }
  int pick = 0;
  if (frame.head.phase == Asked) {
    pick = s.answer.index() < count ? s.answer.index() : 0;
  } else if (count > 1 && !one_order) {
    frame.head.phase = Asked;
    ask(s, ChoiceKind::Order, s.active).options = static_cast<uint8_t>(count);
    s.choice.mask = frame.begin;
    return;
  }
  frame.head.phase = Offer;
  Waiting& chosen = s.waiting[open[pick]];
  chosen.flags |= kWaitingDone;
  const Waiting copy = chosen;
  resolve(m, s, copy);
}

}  // namespace archon
