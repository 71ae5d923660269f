#include "engine/rules/ready.h"

#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/rules/events.h"
#include "engine/rules/steps.h"

namespace archon {
namespace {

Event ready_event(const State& s, CardId card) { return {.type = EventType::Ready, .player = s.active, .card = card}; }

// The exhausted cards of the active player that nothing keeps from readying in this step.
CardSet cards_to_ready(const Matchup& m, const State& s) {
  CardSet cards;
  for (Zone zone : {Zone::Line, Zone::Artifacts})
    for (CardId card : zone_of(s, zone, s.active)) {
      const bool waits = s.cards[card].has(kExhausted) && !s.cards[card].has(kReadied);
      if (waits && !forbidden(m, s, ready_event(s, card))) cards.add(card);
    }
  return cards;
}

// Which of the cards are not readied in this step because something else happens instead, once for all of them (rulebook 18.4,
// FAQ The Chosen One): visit(active, you) for each such effect, of which one happens.
template <class Visit>
[[gnu::cold]] CardSet replace_readying(const Matchup& m, const State& s, CardSet cards, Visit visit) {
  CardSet replaced;
  if (!(s.replace_mask & bit(EventType::Ready))) return replaced;
  const int count = s.active_count;
  for (int i = 0; i < count; ++i) {
    const Active active = s.actives[i];
    const Ability& ability = m.program->abilities[active.ability];
    if (ability.kind != AbilityKind::Replace || ability.event != EventType::Ready) continue;
    LastingStorage storage;
    const Scope scope = scope_of(m, s, active, storage);
    if (!holds(scope, ability.guard)) continue;
    CardSet mine;
    for (CardId card : cards)
      if (fits(scope, m.program->patterns[ability.pattern], ready_event(s, card))) mine.add(card);
    if (!mine) continue;
    visit(active, scope.you);
    replaced |= mine;
  }
  return replaced;
}

void ready(const Matchup& m, State& s, CardId card) {
  s.cards[card].set(kExhausted, false);
  if (s.after_mask & bit(EventType::Ready)) s.cards[card].set(kReadied);  // what follows may exhaust it again
  if (m.watches & kWatchExhaustion) touch(m, s, kWatchExhaustion);
  emit(m, s, ready_event(s, card));
}

CardSet entrenched(const State& s, CardSet cards) {
  CardSet found;
  for (CardId card : cards)
    if (has_keyword(s, card, Keyword::Entrench)) found.add(card);
  return found;
}

}  // namespace

// The order shows only while something follows when a card is readied (FAQ Cosmicrux). Creatures with entrench come last, and
// those that have not been chosen when the player stops stay exhausted.
bool ready_step(const Matchup& m, State& s) {
  const bool answered = s.step_phase == 1;
  s.step_phase = 0;
  if (answered && s.answer.verb() == Verb::Target) {
    ready(m, s, s.answer.card());
    return false;
  }
  refresh(m, s);
  if (skips_step(m, s, s.active, Step::Ready)) return true;
  CardSet cards = cards_to_ready(m, s);
  const CardSet by_itself = cards - replace_readying(m, s, cards, [](const Active&, int) {});
  const CardSet may_stay = entrenched(s, by_itself);
  const CardSet asked = s.after_mask & bit(EventType::Ready) ? by_itself : may_stay;
  if (asked && !answered) {
    s.step_phase = 1;
    ask_for_card(s, s.active, asked);
    s.choice.can_stop = asked == may_stay;
    return false;
  }
  if (answered) cards -= may_stay;
  const Event event{.type = EventType::Ready, .player = s.active};
  const int first = s.waiting_count;
  cards -=
      replace_readying(m, s, cards, [&](const Active& active, int you) { queue_replacement(s, active, you, event, first); });
  for (CardId card : OpenOrder(m, s, cards)) ready(m, s, card);
  return true;
}

}  // namespace archon
