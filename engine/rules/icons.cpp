#include "engine/rules/icons.h"

#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/rules/amber.h"
#include "engine/rules/damage.h"
#include "engine/rules/events.h"
#include "engine/rules/leave.h"
#include "engine/rules/steps.h"

namespace archon {
namespace {

Event icon_event(const IconsFrame& frame) {
  return {.type = EventType::Icon, .player = frame.player, .card = frame.card, .amount = static_cast<int16_t>(1 << frame.icon)};
}

// "The next time you play a card, resolve each of its bonus icons an additional time", whether it has any or not.
int additional_times(const Matchup& m, State& s, CardId card, int player) {
  int more = 0;
  uint64_t used = 0;  // lasting effects
  for_each_static(m, s, StaticKind::DoublesIcons, [&](const Scope& scope, const Static& rule, int index) {
    const Active& active = s.actives[index];
    const bool concerned = scope.you == player && matches(scope, m.program->selectors[rule.selector], card);
    if (!concerned || !is_lasting(active.source)) return;
    const int effect = active.source - kLastingBase;
    if (s.lasting[effect].uses > 0) return;
    used |= uint64_t{1} << effect;
    ++more;
  });
  for (int i = 0; i < s.lasting_count; ++i)
    if (used >> i & 1) ++s.lasting[i].uses;
  return more;
}

bool is_replaced(const Static& rule, uint8_t icon) {
  return (rule.what == kAnyIcon || rule.what == icon) && rule.limit != icon;  // it is what it would become
}

void next_icon(const Matchup& m, IconsFrame& frame) {
  if (frame.again < frame.more) {
    ++frame.again;
  } else {
    frame.again = 0;
    ++frame.index;
  }
  frame.used = {};
  frame.head.phase = IconsFrame::Begin;
  const MatchCard& card = m.cards[frame.icons_of];
  if (frame.index < card.icon_count) frame.icon = card.icons[frame.index];
}

CardSet icon_targets(const State& s, const IconsFrame& frame) {
  switch (static_cast<Icon>(frame.icon)) {
    case Icon::Capture:
      return zone_set(s, Zone::Line, frame.player);
    case Icon::Damage:
    case Icon::Power:
      return creatures_in_play(s);
    case Icon::Discard:
      return zone_set(s, Zone::Hand, frame.player);
    case Icon::Amber:
    case Icon::Draw:
      break;
  }
  return {};
}

void resolve_icon(const Matchup& m, State& s, IconsFrame& frame) {
  frame.head.phase = IconsFrame::Resolved;
  if (static_cast<Icon>(frame.icon) == Icon::Amber) {
    gain_amber(m, s, frame.player, 1);
  } else if (static_cast<Icon>(frame.icon) == Icon::Draw) {
    draw_cards(m, s, frame.player, 1);
  } else if (const CardSet targets = icon_targets(s, frame)) {
    frame.head.phase = IconsFrame::Target;
    ask_for_card(s, frame.player, targets, frame.card);
  }
}

void resolve_on(const Matchup& m, State& s, IconsFrame& frame, CardId target) {
  frame.head.phase = IconsFrame::Resolved;
  switch (static_cast<Icon>(frame.icon)) {
    case Icon::Capture:
      capture_amber(m, s, target, 1 - frame.player, 1);
      return;
    case Icon::Discard:
      return discard_card(m, s, target);
    case Icon::Power:
      ++s.cards[target].counters;
      s.dirty = 1;
      return;
    case Icon::Damage:  // dealt by a step of the game, not by the card
      add_pending(s, target, kNoCard, 1);
      return push_damage(s, Cause::Damage, true);
    case Icon::Amber:
    case Icon::Draw:
      return;
  }
}

// Asks whether it is resolved as something else; each replacement is offered once an icon, in any order (rulebook 18.4, FAQ
// Scrivener Favian with Amphora Captura).
bool asks_for_replacement(const Matchup& m, State& s, IconsFrame& frame) {
  if (!(s.static_mask & bit(StaticKind::IconAs))) return false;
  uint8_t list[kMaxActive];
  const int count = icon_replacements(m, s, frame, list);
  if (count == 0) return false;
  frame.head.phase = IconsFrame::Replaced;
  ask(s, ChoiceKind::Option, frame.player, frame.card).options = static_cast<uint8_t>(count + 1);
  return true;
}

void replace_icon(const Matchup& m, State& s, IconsFrame& frame, int option) {
  uint8_t list[kMaxActive];
  icon_replacements(m, s, frame, list);
  const Active active = s.actives[list[option]];
  const Static& rule = m.program->statics[m.program->abilities[active.ability].static_rule];
  frame.used.add(active.self);
  if (rule.limit != kAnyIcon) {
    frame.icon = rule.limit;
    frame.head.phase = IconsFrame::Begin;
    return;
  }
  frame.head.phase = IconsFrame::Resolved;
  queue_ability(m, s, rule.ability, active.self, active.source, frame.player, icon_event(frame), kWaitingAnywhere);
}

}  // namespace

int icon_replacements(const Matchup& m, const State& s, const IconsFrame& frame, uint8_t (&list)[kMaxActive]) {
  int count = 0;
  for (int i = 0; i < s.active_count; ++i) {
    const Ability& ability = m.program->abilities[s.actives[i].ability];
    if (ability.kind != AbilityKind::Static || ability.rule != StaticKind::IconAs) continue;
    const Static& rule = m.program->statics[ability.static_rule];
    if (frame.used.has(s.actives[i].self) || !is_replaced(rule, frame.icon)) continue;
    LastingStorage storage;
    const Scope scope = scope_of(m, s, s.actives[i], storage);
    if (scope.you == frame.player && holds(scope, rule.condition)) list[count++] = static_cast<uint8_t>(i);
  }
  return count;
}

void push_icons(const Matchup& m, State& s, CardId card, CardId icons_of, int player, CardId half) {
  refresh(m, s);
  const int more = s.static_mask & bit(StaticKind::DoublesIcons) ? additional_times(m, s, card, player) : 0;
  for (CardId each : {half, icons_of}) {  // the frame pushed last is run first
    if (each == kNoCard || m.cards[each].icon_count == 0) continue;
    IconsFrame& frame = push_frame<IconsFrame>(s);
    frame.card = card;
    frame.icons_of = each;
    frame.player = static_cast<uint8_t>(player);
    frame.more = static_cast<uint8_t>(more);
    frame.icon = m.cards[each].icons[0];
  }
}

void step_icons(const Matchup& m, State& s) {
  IconsFrame& frame = top_frame<IconsFrame>(s);
  switch (frame.head.phase) {
    case IconsFrame::Begin:
      if (frame.index >= m.cards[frame.icons_of].icon_count) return finish_frame(s, 1, CardSet::of(frame.card));
      refresh(m, s);
      if (forbidden(m, s, icon_event(frame))) return next_icon(m, frame);
      if (!asks_for_replacement(m, s, frame)) resolve_icon(m, s, frame);
      return;
    case IconsFrame::Replaced:
      return s.answer.index() == 0 ? resolve_icon(m, s, frame) : replace_icon(m, s, frame, s.answer.index() - 1);
    case IconsFrame::Target:
      return resolve_on(m, s, frame, s.answer.card());
    default: {
      const Event event = icon_event(frame);
      next_icon(m, frame);
      emit(m, s, event);
    }
  }
}

}  // namespace archon
