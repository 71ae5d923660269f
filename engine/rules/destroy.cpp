// Destruction (rulebook 18.4, DESTROYED): tag, Destroyed: abilities, replacements at the last moment, all leave at once.
#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/rules/damage.h"
#include "engine/rules/events.h"
#include "engine/rules/leave.h"
#include "engine/rules/steps.h"

namespace archon {
namespace {

// The destruction in whose Destroyed: window this one happens; its cards leave together with the outer ones.
DestroyFrame* outer_destruction(State& s) {
  for (int i = s.frame_count - 2; i >= 0; --i) {
    auto* frame = frame_if<DestroyFrame>(s, i);
    if (frame && frame->head.phase == DestroyFrame::Replace && !frame->nested) return frame;
  }
  return nullptr;
}

void tag(const Matchup& m, State& s, DestroyFrame& frame, Cause cause) {
  CardSet tagged;
  for (CardId id : frame.cards) {
    Card& card = s.cards[id];
    if (!s.in_play(id) || card.has(kTagged) || has_keyword(s, id, Keyword::Invulnerable)) continue;
    if (forbidden(m, s, {.type = EventType::Destroy, .player = card.controller, .card = id})) continue;
    if (card.suffers(kWarded)) {
      card.set(kWarded, false);
      s.dirty = 1;
      s.unchecked = 1;  // what demanded its destruction may demand it again
      continue;
    }
    card.set(kTagged);
    tagged.add(id);
  }
  frame.cards = frame.own = tagged;
  if (cause == Cause::Fight) frame.fought = tagged;
  if (DestroyFrame* outer = outer_destruction(s)) {
    frame.nested = 1;
    outer->cards |= tagged;
    outer->fought |= frame.fought;
    outer->splashed |= frame.splashed & tagged;
  }
  if (!tagged) return;
  refresh(m, s);
  for (CardId id : OpenOrder(m, s, tagged)) {
    const Event event{.type = EventType::Destroy, .player = s.cards[id].controller, .card = id};
    queue_heads(m, s, id, AbilityKind::Destroyed, event);  // lost when the card leaves play first (rulebook 18.4, ABILITY)
  }
}

CardId source_card(const State& s, uint8_t source) {
  return is_lasting(source) ? s.lasting[source - kLastingBase].source : source;
}

// Calls visit(ability, source) for each "destroyed instead" of a tagged card whose guard holds, whose source is not about to
// leave play itself, and that has not let a destruction happen after all.
template <class Visit>
void for_each_instead(const Matchup& m, const State& s, const DestroyFrame& frame, CardId id, Visit visit) {
  for_each_head(m, s, id, AbilityKind::DestroyedInstead, [&](uint16_t ability, uint8_t source) {
    const Scope scope{.m = m, .s = s, .self = id, .source = source, .you = s.cards[id].controller};
    const bool stays = source == id || is_lasting(source) || !s.cards[source].has(kTagged);
    if (stays && !frame.tried.has(source_card(s, source)) && holds(scope, m.program->abilities[ability].guard))
      visit(ability, source);
  });
}

// Cards between which nothing in the game can tell.
bool alike(const Matchup& m, const State& s, CardSet cards) {
  const CardId first = cards.first();
  for (CardId card : cards)
    if (s.cards[card].definition != s.cards[first].definition || m.cards[card].owner != m.cards[first].owner ||
        s.cards[card].controller != s.cards[first].controller || (card != first && s.cards[card].has(kFacedown)) ||
        m.cards[card].houses != m.cards[first].houses)
      return false;
  return true;
}

// Queues the "instead" of a tagged card that comes from `from` and takes its tag away.
void replace_by(const Matchup& m, State& s, DestroyFrame& frame, CardId id, CardId from) {
  const Event event{.type = EventType::Destroy, .player = s.cards[id].controller, .card = id};
  bool found = false;
  for_each_instead(m, s, frame, id, [&](uint16_t ability, uint8_t source) {
    if (found || source_card(s, source) != from) return;
    queue_ability(m, s, ability, id, source, s.cards[id].controller, event, kWaitingAnywhere);
    found = true;
  });
  s.cards[id].set(kTagged, false);
  s.cards[id].set(kReplaced);  // its damage does not destroy it before the replacement has resolved
  frame.cards.remove(id);
  frame.replaced.add(id);
  frame.by = from;
}

// The replacement has resolved; it may have let the destruction happen after all, and is not asked for again.
void end_replacement(State& s, DestroyFrame& frame) {
  if (!frame.replaced) return;
  for (CardId id : frame.replaced) {
    s.cards[id].set(kReplaced, false);
    if (!frame.goes_on || !s.in_play(id)) continue;
    s.cards[id].set(kTagged);
    frame.cards.add(id);
  }
  frame.own -= frame.replaced - frame.cards;
  if (frame.goes_on) frame.tried.add(frame.by);
  frame.goes_on = 0;
  frame.replaced = {};
  s.unchecked = 1;
}

// Replaces the destruction of the next card that has an "instead"; of several the active player chooses one (rulebook 18.4,
// REPLACEMENT EFFECTS; FAQ Scrivener Favian with Amphora Captura). False when no card has one.
bool replace_destruction(const Matchup& m, State& s, DestroyFrame& frame) {
  for (CardId id : OpenOrder(m, s, frame.cards)) {
    if (!s.in_play(id) || !s.cards[id].has(kTagged)) continue;
    CardSet sources;
    for_each_instead(m, s, frame, id, [&](uint16_t, uint8_t source) { sources.add(source_card(s, source)); });
    if (!sources) continue;
    if (alike(m, s, sources)) {
      replace_by(m, s, frame, id, sources.first());
      return true;
    }
    frame.asking = id;
    frame.head.phase = DestroyFrame::Asked;
    ask_for_card(s, s.active, sources, id);
    return true;
  }
  return false;
}

// Until 1.3 a creature that was healed before it would leave play is not destroyed.
void spare_healed(const Matchup& m, State& s, DestroyFrame& frame) {
  if (m.rules.tagging || frame.cause == static_cast<uint8_t>(Cause::Effect)) return;  // what healing may undo
  refresh(m, s);
  for (CardId id : frame.cards) {
    if (s.cards[id].zone != Zone::Line || s.cards[id].damage >= s.cards[id].power) continue;
    s.cards[id].set(kTagged, false);
    frame.cards.remove(id);
  }
}

void leave(const Matchup& m, State& s, const DestroyFrame& frame) {
  Destination to[kMaxCards];  // they leave at the same time: what replaces this is decided while all are still in play
  refresh(m, s);
  for (CardId id : frame.cards) {
    to[id] = {Zone::Discard};
    const Event event{.type = EventType::MoveToDiscard, .player = s.cards[id].controller, .card = id};
    for_each_replacement(m, s, event, [&](const Ability& ability, const Active&) {
      if (ability.moves_elsewhere) to[id].zone = ability.move_to;
    });
  }
  keep_places(s, frame.cards);
  for (CardId id : OpenOrder(m, s, frame.cards))
    if (s.in_play(id)) move_card(m, s, id, to[id], true);
}

bool same_print(const Matchup& m, CardSet cards) {
  const MatchCard& first = m.cards[cards.first()];
  for (CardId id : cards) {
    const MatchCard& card = m.cards[id];
    if (card.definition != first.definition || card.houses != first.houses || card.icons != first.icons) return false;
  }
  return true;
}

// Cards that leave together lie in the order that the active player chooses (rulebook 18.4, DESTROYED): the first one picked
// comes to lie deepest. Asked where some card of the game looks at it. False when all are arranged.
[[gnu::cold]] bool arrange_discarded(const Matchup& m, State& s, DestroyFrame& frame) {
  if (frame.head.phase == DestroyFrame::Arranged) {
    const CardId picked = s.answer.card();
    place(s, m, picked, Zone::Discard, m.cards[picked].owner, 0);
    frame.tried.remove(picked);
  }
  for (int player : {int{s.active}, 1 - s.active}) {
    const CardSet mine = frame.tried & zone_set(s, Zone::Discard, player);
    if (mine.size() > 1 && !same_print(m, mine)) {
      frame.head.phase = DestroyFrame::Arranged;
      ask_for_card(s, s.active, mine);
      return true;
    }
    if (mine.size() == 1) place(s, m, mine.first(), Zone::Discard, player, 0);
    frame.tried -= mine;
  }
  return false;
}

void announce(const Matchup& m, State& s, const DestroyFrame& frame) {
  for (CardId id : OpenOrder(m, s, frame.cards)) {
    Event event{.type = EventType::Destroy, .player = s.cards[id].controller, .card = id};
    if (frame.fought.has(id)) event.flags = kInFight;
    if (frame.fought.has(id) && id == s.fight_attacker) event.other = s.fight_defender;
    if (frame.fought.has(id) && id == s.fight_defender) event.other = s.fight_attacker;
    if (frame.splashed.has(id)) {  // also "destroyed fighting" the attacker (rulebook 18.4, SPLASH-ATTACK)
      event.flags |= kBySplash;
      event.other = s.fight_attacker;
    }
    if (frame.cause == static_cast<uint8_t>(Cause::Assault) && frame.own.has(id)) {
      event.flags = kByAssault;
      event.other = s.fight_attacker;
    }
    emit(m, s, event);
  }
}

}  // namespace

void destroy_cards(const Matchup& m, State& s, CardSet cards, Cause cause, CardSet splashed) {
  DestroyFrame& frame = push_frame<DestroyFrame>(s);
  frame.cards = cards;
  frame.splashed = splashed;
  frame.cause = static_cast<uint8_t>(cause);
  tag(m, s, frame, cause);
}

CardSet newly_discarded(const State& s, const int (&before)[2]) {
  CardSet cards;
  for (int player = 0; player < 2; ++player)
    for (int i = s.count(Zone::Discard, player) - before[player] - 1; i >= 0; --i) cards.add(s.at(Zone::Discard, player, i));
  return cards;
}

[[gnu::cold]] void push_arrangement(State& s, CardSet discarded) {
  DestroyFrame& frame = push_frame<DestroyFrame>(s);
  frame.head.phase = DestroyFrame::Arrange;
  frame.nested = 1;
  frame.tried = discarded;
}

void step_destroy(const Matchup& m, State& s) {
  DestroyFrame& frame = top_frame<DestroyFrame>(s);
  switch (frame.head.phase) {
    case DestroyFrame::Asked:
      frame.head.phase = DestroyFrame::Replace;
      return replace_by(m, s, frame, frame.asking, s.answer.card());
    case DestroyFrame::Replace:
      if (frame.nested) return finish_frame(s, !frame.own.empty(), frame.own);
      end_replacement(s, frame);
      if (replace_destruction(m, s, frame)) return;
      frame.head.phase = DestroyFrame::BeforeLeaving;
      [[fallthrough]];
    case DestroyFrame::BeforeLeaving:
      frame.head.phase = DestroyFrame::Leave;
      spare_healed(m, s, frame);
      for (CardId id : OpenOrder(m, s, frame.cards))
        if (s.in_play(id)) emit_before(m, s, leave_event(s, id));
      if (s.waiting_count > s.waiting_base) return;
      [[fallthrough]];
    case DestroyFrame::Leave: {
      const int before[2] = {s.count(Zone::Discard, 0), s.count(Zone::Discard, 1)};
      const int frames = s.frame_count;
      leave(m, s, frame);
      frame.head.phase = DestroyFrame::Arrange;
      frame.tried = m.discard_order ? newly_discarded(s, before) : CardSet{};
      if (frame.tried && s.frame_count != frames) return;  // aember that is on its way to a pool arrives first
      [[fallthrough]];
    }
    case DestroyFrame::Arrange:
    case DestroyFrame::Arranged:
      if (frame.tried && arrange_discarded(m, s, frame)) return;
      if (frame.nested) return pop_frame(s);
      frame.head.phase = DestroyFrame::Finish;
      announce(m, s, frame);
      return;
    default:
      return finish_frame(s, !frame.own.empty(), frame.own);
  }
}

}  // namespace archon
