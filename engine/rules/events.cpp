#include "engine/rules/events.h"

#include "engine/core/zones.h"
#include "engine/query/derive.h"

namespace archon {

void refresh(const Matchup& m, State& s) {
  if (s.dirty) derive(m, s);
}

namespace {

// All but the card of the event is equal.
bool same_but_card(const Waiting& a, const Waiting& b) {
  Event event = a.event;
  event.card = b.event.card;
  return a.ability == b.ability && a.self == b.self && a.source == b.source && a.player == b.player && a.flags == b.flags &&
         a.chosen == b.chosen && a.cards == b.cards && a.stay == b.stay && event == b.event;
}

void add_waiting(State& s, const Waiting& waiting) {
  const CardId card = waiting.event.card;
  for (int i = s.waiting_base; card < kMaxCards && i < s.waiting_count; ++i) {
    Waiting& other = s.waiting[i];
    if (!same_but_card(other, waiting) || other.event.card >= kMaxCards || other.event.card == card || other.more.has(card))
      continue;
    return other.more.add(card);
  }
  if (s.waiting_count >= kMaxWaiting) return overflow(s, Bound::Waiting);
  s.waiting[s.waiting_count++] = waiting;
}

}  // namespace

void queue_ability(const Matchup& m, State& s, uint16_t ability, CardId self, uint8_t source, int player, const Event& event,
                   uint8_t flags) {
  Waiting waiting{.ability = ability, .self = self, .source = source, .player = static_cast<uint8_t>(player), .flags = flags};
  waiting.event = event;
  if (self != kNoCard) waiting.stay = s.cards[self].stay;
  if (!is_lasting(source)) return add_waiting(s, waiting);
  LastingEffect& effect = s.lasting[source - kLastingBase];
  waiting.chosen = effect.chosen;
  waiting.cards = effect.second;
  if (!m.program->abilities[ability].granted) {
    waiting.flags |= kWaitingAnywhere;
    if (effect.body != kNone && m.program->bodies[effect.body].once) {
      effect.body = kNone;
      s.dirty = 1;
    }
  }
  add_waiting(s, waiting);
}

namespace {

void write_log(const Matchup& m, State& s, const Event& event) {
  if (!(m.history & bit(event.type))) return;
  if (s.log_count >= kMaxLog) return overflow(s, Bound::Log);
  if (m.watches & kWatchHistory) touch(m, s, kWatchHistory);
  const auto facedown = [&](CardId card) {  // or gone to a hidden zone without having been shown
    if (card == kNoCard) return false;
    const bool shown = s.cards[card].has(kKnownTo0) && s.cards[card].has(kKnownTo1);
    return s.hides_face(card) || (s.cards[card].has(kWasToken) && !shown);
  };
  const int hidden = (facedown(event.card) ? kCardHidden : 0) | (facedown(event.other) ? kOtherHidden : 0);
  const CardId card = event.type == EventType::Draw ? kNoCard : event.card;  // which one nobody else may know
  s.log[s.log_count++] = {event.type, card, event.other, event.player, static_cast<uint16_t>(event.flags | hidden)};
}

// `first_lasting` >= 0: only abilities of lasting effects from that index on.
void queue_listeners(const Matchup& m, State& s, AbilityKind kind, const Event& event, int first_lasting = -1) {
  const int count = s.active_count;
  for (int i = 0; i < count; ++i) {
    const Active active = s.actives[i];
    const Ability& ability = m.program->abilities[active.ability];
    if (ability.kind != kind || ability.event != event.type) continue;
    if (first_lasting >= 0 && !(is_lasting(active.source) && active.source - kLastingBase >= first_lasting)) continue;
    LastingStorage storage;
    Scope scope = scope_of(m, s, active, storage);
    if (!fits(scope, m.program->patterns[ability.pattern], event)) continue;
    scope.event = &event;
    Registers regs = scope.regs ? *scope.regs : Registers{};
    if (event.card != kNoCard) regs.it = CardSet::of(event.card);
    regs.amount = event.amount;
    scope.regs = &regs;
    if (!holds(scope, ability.guard)) continue;
    uint8_t flags = event.type == EventType::Leave && event.card == active.self ? kWaitingAnywhere : 0;
    if (event.type == EventType::Play && kind == AbilityKind::Before) flags |= kWaitingFirst;
    if (ability.zone != Zone::Line) flags |= kWaitingAnywhere;  // it asks for its zone itself
    queue_ability(m, s, active.ability, active.self, active.source, scope.you, event, flags);
  }
}

}  // namespace

void emit(const Matchup& m, State& s, const Event& event) {
  if (m.listener) [[unlikely]]
    m.listener->event(m, s, event);
  write_log(m, s, event);
  refresh(m, s);
  if (s.after_mask & bit(event.type)) queue_listeners(m, s, AbilityKind::After, event);
}

void emit_to_newer(const Matchup& m, State& s, const Event& event, int first) {
  refresh(m, s);
  if (s.after_mask & bit(event.type)) queue_listeners(m, s, AbilityKind::After, event, first);
}

void emit_before(const Matchup& m, State& s, const Event& event) {
  refresh(m, s);
  if (s.before_mask & bit(event.type)) queue_listeners(m, s, AbilityKind::Before, event);
}

namespace {

// "Loses all after fight effects", of certain cards or of all; what replaces a destruction is an effect of "Destroyed:" as
// well.
[[gnu::cold]] AbilityMask lost_kinds(const Matchup& m, const State& s, CardId card) {
  AbilityMask lost = 0;
  for_each_static(m, s, StaticKind::LoseHead, [&](const Scope& scope, const Static& rule, int) {
    if (rule.cards == kNone || eval_cards(scope, rule.cards).has(card)) lost |= bit(static_cast<AbilityKind>(rule.what));
  });
  if (lost & bit(AbilityKind::Destroyed)) lost |= bit(AbilityKind::DestroyedInstead);
  return lost;
}

}  // namespace

[[gnu::cold]] AbilityMask kinds_treated_as(const Matchup& m, const State& s, CardId card, AbilityKind kind) {
  AbilityMask kinds = bit(kind), before = 0;
  while (kinds != before) {  // what is treated as a kind may itself be what others are treated as
    before = kinds;
    for_each_static(m, s, StaticKind::Treats, [&](const Scope& scope, const Static& rule, int) {
      if ((kinds & bit(static_cast<AbilityKind>(rule.limit))) && eval_cards(scope, rule.cards).has(card))
        kinds |= bit(static_cast<AbilityKind>(rule.what));
    });
  }
  const AbilityMask lost = lost_kinds(m, s, card);
  return lost & bit(kind) ? 0 : kinds & ~lost;
}

namespace {

void queue_head_for(const Matchup& m, State& s, int player, CardId card, uint16_t id, uint8_t source, const Event& event,
                    uint8_t flags) {
  Registers regs;
  Scope scope{.m = m, .s = s, .self = card, .source = source, .you = static_cast<uint8_t>(player)};
  scope.regs = &regs;
  if (holds(scope, m.program->abilities[id].guard)) queue_ability(m, s, id, card, source, player, event, flags);
}

void queue_head(const Matchup& m, State& s, CardId card, uint16_t id, uint8_t source, const Event& event, uint8_t flags) {
  queue_head_for(m, s, s.cards[card].controller, card, id, source, event, flags);
}

}  // namespace

void queue_heads(const Matchup& m, State& s, CardId card, AbilityKind kind, const Event& event, uint8_t flags) {
  refresh(m, s);
  for_each_head(m, s, card, kind, [&](uint16_t id, uint8_t source) { queue_head(m, s, card, id, source, event, flags); });
}

void queue_printed_heads(const Matchup& m, State& s, CardId card, AbilityKind kind, int player, const Event& event) {
  const Definition& printed = m.printed(card);
  if (!(printed.kinds & bit(kind))) return;
  refresh(m, s);
  for_each_printed_head(m, printed, card, bit(kind), [&](uint16_t id, uint8_t source) {
    queue_head_for(m, s, player, card, id, source, event, kWaitingAnywhere);
  });
}

void queue_newer_heads(const Matchup& m, State& s, CardId card, AbilityKind kind, const Event& event, int first_lasting,
                       CardSet granters) {
  refresh(m, s);
  for_each_head(m, s, card, kind, [&](uint16_t id, uint8_t source) {
    const bool newer =
        is_lasting(source) ? source - kLastingBase >= first_lasting : m.program->abilities[id].granted && !granters.has(source);
    if (newer) queue_head(m, s, card, id, source, event, 0);
  });
}

CardSet granters_of(const Matchup& m, State& s, CardId card, AbilityKind kind) {
  refresh(m, s);
  CardSet cards;
  if (!s.cards[card].has(kHasGrants)) return cards;
  for_each_head(m, s, card, kind, [&](uint16_t id, uint8_t source) {
    if (!is_lasting(source) && m.program->abilities[id].granted) cards.add(source);
  });
  return cards;
}

void queue_replacement(State& s, const Active& active, int player, const Event& event, int first) {
  if (s.waiting_count >= kMaxWaiting) return overflow(s, Bound::Waiting);
  Waiting& waiting = s.waiting[s.waiting_count++];
  waiting = {.ability = active.ability, .self = active.self, .source = active.source, .player = static_cast<uint8_t>(player)};
  waiting.flags = kWaitingAnywhere;
  waiting.stay = static_cast<uint8_t>(first);
  waiting.event = event;
  if (!is_lasting(active.source)) return;
  waiting.chosen = s.lasting[active.source - kLastingBase].chosen;
  waiting.cards = s.lasting[active.source - kLastingBase].second;
}

bool replaced(const Matchup& m, State& s, const Event& event, CardSet had) {
  const int first = s.waiting_count;
  for_each_replacement(m, s, event, [&](const Ability&, const Active& active) {
    LastingStorage storage;
    if (!had.has(active.self)) queue_replacement(s, active, scope_of(m, s, active, storage).you, event, first);
  });
  return s.waiting_count > first;
}

void start_ability(const Matchup& m, State& s, const Waiting& waiting) {
  const Ability& ability = m.program->abilities[waiting.ability];
  AbilityFrame& frame = push_frame<AbilityFrame>(s, static_cast<int>(sizeof(Slot)) * ability.variables);
  frame.ability = waiting.ability;
  frame.pc = ability.code;
  frame.self = waiting.self;
  frame.source = waiting.source;
  frame.you = waiting.player;
  frame.variables = ability.variables;
  frame.event = waiting.event;
  frame.regs.chosen = waiting.chosen;
  frame.regs.amount = waiting.event.amount;
  frame.regs.they = waiting.player;
  for (CardId card : {waiting.self, waiting.event.card})
    if (card != kNoCard && hidden(s.cards[card].zone) && waiting.event.type != EventType::Draw && ability.zone == Zone::Line &&
        m.rules.hidden_cut != HiddenCut::Never)
      frame.lost.add(card);
  if (happens_in_play(waiting.event.type))
    for (CardId card : {waiting.event.card, waiting.event.other})
      if (card != kNoCard) frame.left.add(card);
  if (!is_head(ability.kind) && waiting.event.card != kNoCard) frame.regs.it = CardSet::of(waiting.event.card);
  if (waiting.cards != kNotKept && ability.variables > 0) frame.slots()[0].cards = s.kept[waiting.cards];
}

}  // namespace archon
