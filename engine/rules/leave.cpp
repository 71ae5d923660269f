#include "engine/rules/leave.h"

#include <algorithm>
#include <span>

#include "engine/core/counters.h"
#include "engine/core/frames.h"
#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/query/scope.h"
#include "engine/rules/amber.h"
#include "engine/rules/events.h"

namespace archon {
namespace {

// Who knows the card once it lies in a hidden zone, or facedown among the purged ones. Coming from an open zone both do; a card
// that goes from one hidden zone to another takes the opponent's knowledge of the whole zone it came from with it.
void update_knowledge(const Matchup& m, State& s, CardId card, Zone from, Zone to) {
  const int owner = m.cards[card].owner;
  const uint32_t mine = owner == 0 ? kKnownTo0 : kKnownTo1, theirs = owner == 0 ? kKnownTo1 : kKnownTo0;
  Card& c = s.cards[card];
  const bool facedown = to == Zone::Purged && !m.rules.purged_faceup;
  if (!hidden(to) && !facedown) {
    c.flags = c.flags | mine | theirs;
    return;
  }
  if (c.has(kFacedown) && bit(from) & kInPlayZones) {  // a token creature: its face was not shown
    if (to != Zone::Deck) c.flags = c.flags | mine;
  } else if (!hidden(from)) {
    c.flags = c.flags | mine | theirs;
  } else if (from == Zone::Deck) {
    if (to != Zone::Deck) c.flags = c.flags | mine;
  } else {
    for (CardId other : zone_of(s, from, owner)) s.cards[other].flags = s.cards[other].flags & ~theirs;
    c.flags = (c.flags | mine) & ~theirs;
  }
}

// Abilities that are resolving lose hold of a card that goes to a hidden zone.
void lose_sight(State& s, CardId card) {
  for (AbilityFrame& frame : frames_of<AbilityFrame>(s)) frame.lost.add(card);
}

// All cards of the variable are gone of which the effect said what they are.
bool speaks_of_nobody(const Program& program, const State& s, const LastingEffect& effect) {
  const LastingBody& body = program.bodies[effect.body];
  if (effect.cards != kNotKept || effect.second == kNotKept || !body.keeps_second || !s.kept[effect.second].empty())
    return false;
  const auto of_variable = [&](uint16_t id) {
    const ExprId whom = program.statics[program.abilities[id].static_rule].cards;
    return whom != kNone && program.exprs[whom].op == ExprOp::CardVar;
  };
  return says_what_cards_are(program, body) && std::ranges::all_of(body.abilities, of_variable);
}

void forget_bound(const Matchup& m, State& s, CardId card) {
  for (int i = 0; i < s.lasting_count; ++i) {
    const LastingEffect& effect = s.lasting[i];
    if (effect.body == kNone) continue;
    if (effect.cards != kNotKept) s.kept[effect.cards].remove(card);
    if (effect.second != kNotKept && !m.program->bodies[effect.body].keeps_text) s.kept[effect.second].remove(card);
  }
  end_lasting(s, [&](const LastingEffect& effect) {
    const bool left_alone = effect.cards != kNotKept && s.kept[effect.cards].empty();
    return left_alone || speaks_of_nobody(*m.program, s, effect) ||
           (effect.source == card && effect.clock == Clock::UntilThisLeaves);
  });
}

// What happened to a token creature happened to this card, as everybody knows now.
[[gnu::cold]] void reveal_in_log(State& s, CardId id) {
  for (LogEntry& entry : std::span(s.log, s.log_count)) {
    if (entry.card == id) entry.flags = static_cast<uint16_t>(entry.flags & ~kCardHidden);
    if (entry.other == id) entry.flags = static_cast<uint16_t>(entry.flags & ~kOtherHidden);
  }
}

void clear_card(const Matchup& m, State& s, CardId id) {
  Card& card = s.cards[id];
  if (card.has(kFacedown) && card.has(kKnownTo0) && card.has(kKnownTo1)) reveal_in_log(s, id);
  const bool was_token = card.has(kFacedown) && m.program->definitions[card.definition].type == CardType::TokenCreature;
  card.flags = card.flags & (kKnownTo0 | kKnownTo1 | kMadeArtifact);
  card.set(kWasToken, was_token);
  card.damage = card.counters = card.armor_used = 0;
  clear_counters(s, id);
  card.host = kNoCard;
  card.definition = m.cards[id].definition;
}

// Everything that leaving play does before the card is moved.
void leave_play(const Matchup& m, State& s, CardId id, bool destroyed) {
  if (!destroyed) emit_before(m, s, leave_event(s, id));  // destruction has waited for these abilities
  emit(m, s, leave_event(s, id));
  for (CardId upgrade : upgrades_on(s, id)) move_card(m, s, upgrade, {Zone::Discard});
  for (CardId under : OpenOrder(m, s, cards_beneath(s, id))) move_card(m, s, under, {Zone::Discard});
  forget_bound(m, s, id);
  ++s.cards[id].stay;
  for (AbilityFrame& frame : frames_of<AbilityFrame>(s)) frame.left.add(id);
  s.dirty = 1;
}

}  // namespace

Event leave_event(const State& s, CardId card) {
  return {.type = EventType::Leave, .player = s.cards[card].controller, .card = card};
}

void keep_places(State& s, CardSet cards) {
  for (CardId id : cards) {
    Card& card = s.cards[id];
    if (card.zone != Zone::Line) continue;
    std::ranges::copy(beside(s, id), card.beside);
    card.set(kPlaceKept);
  }
}

[[gnu::cold]] bool archives_keep(const Matchup& m, State& s, CardId card) {
  if (s.cards[card].zone != Zone::Archives) return false;
  refresh(m, s);
  bool kept = false;
  for_each_static(m, s, StaticKind::KeepArchived, [&](const Scope& scope, const Static& rule, int) {
    const bool there = eval(scope, rule.cards) == zone_player(s, m, card);
    kept |= there && matches(scope, m.program->selectors[rule.selector], card);
  });
  return kept;
}

bool move_card(const Matchup& m, State& s, CardId id, Destination to, bool destroyed) {
  const Zone from = s.cards[id].zone;
  if (kept_archived(m, s, id)) return false;
  const bool from_play = s.in_play(id);
  if (from_play && !destroyed && s.cards[id].suffers(kWarded)) {
    s.cards[id].set(kWarded, false);
    return false;
  }
  const int owner = m.cards[id].owner;
  // An abducted card goes to its owner's hand whenever it leaves the archives.
  const bool abducted = from == Zone::Archives && (s.cards[id].has(kAbducted) || zone_player(s, m, id) != owner);
  if (abducted) to = {Zone::Hand, owner, kBottom};
  const int holder = to.player < 0 ? owner : to.player;
  const int freed_amber = from == Zone::Line ? s.cards[id].amber : 0;
  if (s.cards[id].amber > 0 && !resolving(s)) s.cards[id].amber = 0;  // no ability remembers what lay on it
  const CardId half = from_play ? half_under(m, s, id) : kNoCard;
  if (from_play) {
    if (!s.cards[id].has(kPlaceKept)) keep_places(s, CardSet::of(id));
    leave_play(m, s, id, destroyed);
  }
  update_knowledge(m, s, id, from, to.zone);
  place(s, m, id, to.zone, holder, to.index);
  const HiddenCut cut = m.rules.hidden_cut;
  if (hidden(to.zone) && (cut == HiddenCut::FromAnywhere || (cut == HiddenCut::FromPlay && from_play))) lose_sight(s, id);
  clear_card(m, s, id);
  if (half != kNoCard) move_card(m, s, half, to);  // two cards again
  receive_amber(m, s, 1 - s.cards[id].controller, freed_amber);
  return true;
}

bool flip_card(const Matchup& m, State& s, CardId id) {
  Card& card = s.cards[id];
  const uint16_t token = m.tokens[m.cards[id].owner].definition;
  if (card.zone != Zone::Line || (!card.has(kFacedown) && token == kNone)) return false;
  s.dirty = 1;
  card.set(kFacedown, !card.has(kFacedown));
  card.definition = card.has(kFacedown) ? token : m.cards[id].definition;
  if (card.has(kFacedown)) return true;
  card.flags = card.flags | kKnownTo0 | kKnownTo1;
  reveal_in_log(s, id);
  if (m.printed(id).type == CardType::Creature && m.printed(id).half == Half::None) return true;
  card.amber = 0;  // all that lies on it goes to the supply
  return move_card(m, s, id, {Zone::Discard}, true);
}

bool put_under(const Matchup& m, State& s, CardId card, CardId holder, bool facedown) {
  if (holder == card) return false;
  const CardId half = half_under(m, s, card);
  const int player = s.cards[holder].controller;
  const CardFlag theirs = player == 0 ? kKnownTo1 : kKnownTo0;
  const Zone from = s.cards[card].zone;
  const bool seen = !hidden(from) && s.cards[card].has(theirs);
  if (!move_card(m, s, card, {Zone::Under}) || s.cards[card].zone != Zone::Under) return false;
  for (CardId each : {card, half}) {
    if (each == kNoCard) continue;
    s.cards[each].host = holder;
    if (!facedown) continue;
    s.cards[each].set(kFacedown);
    s.cards[each].set(theirs, seen);
  }
  if (facedown && from == Zone::Hand && m.cards[card].owner == player)  // which of the hand it is nobody else knows
    for (CardId other : zone_of(s, Zone::Hand, player)) s.cards[other].set(theirs, false);
  emit(m, s, {.type = EventType::PutUnder, .player = static_cast<uint8_t>(player), .card = card, .other = holder});
  return true;
}

bool keep_under(const Matchup& m, State& s, CardId card, CardId host) {
  if (!move_card(m, s, card, {Zone::Under})) return false;
  s.cards[card].host = host;
  for (CardFlag flag : {kFacedown, kKnownTo0, kKnownTo1}) s.cards[card].set(flag);
  return true;
}

namespace {

// A card that would be discarded from a hand, and goes under the host of an upgrade instead; under which of several hosts the
// active player is asked next.
[[gnu::cold]] bool kept_under_host(const Matchup& m, State& s, CardId id) {
  refresh(m, s);
  const auto owner = static_cast<uint8_t>(m.cards[id].owner);
  const Event event{.type = EventType::Discard, .player = owner, .card = id, .flags = kFromHand};
  CardSet hosts;
  for_each_replacement(m, s, event, [&](const Ability&, const Active& active) {
    if (s.cards[active.self].host != kNoCard) hosts.add(s.cards[active.self].host);
  });
  if (hosts.size() < 2) return hosts && keep_under(m, s, id, hosts.first());
  for (CardFlag flag : {kKnownTo0, kKnownTo1}) s.cards[id].set(flag);
  return replaced(m, s, event);
}

}  // namespace

void discard_card(const Matchup& m, State& s, CardId card) {
  const Zone from = s.cards[card].zone;
  const int owner = m.cards[card].owner;
  if (from == Zone::Hand && (s.replace_mask & bit(EventType::Discard)) && kept_under_host(m, s, card)) return;
  if (!move_card(m, s, card, {Zone::Discard}) || s.cards[card].zone != Zone::Discard) return;
  if (owner == s.active) s.acted = 1;
  const Event event{.type = EventType::Discard,
                    .player = static_cast<uint8_t>(owner),
                    .card = card,
                    .flags = static_cast<uint16_t>(from == Zone::Hand ? kFromHand : 0)};
  emit(m, s, event);
  // It resolves in the discard pile, for the active player only (rulebook 18.4, SCRAP).
  if (from == Zone::Hand && owner == s.active) queue_printed_heads(m, s, card, AbilityKind::Scrap, owner, event);
}

void shuffle(const Matchup& m, State& s, int player) {
  shuffle_deck(s, player);
  emit(m, s, {.type = EventType::ShuffleDeck, .player = static_cast<uint8_t>(player)});
}

void reset_deck(const Matchup& m, State& s, int player) {
  if (s.count(Zone::Discard, player) == 0) return;
  while (s.count(Zone::Discard, player) > 0) place(s, m, s.at(Zone::Discard, player, 0), Zone::Deck, player, 0);
  shuffle(m, s, player);
  emit_shuffled(m, s, player);
}

void emit_shuffled(const Matchup& m, State& s, int player) {
  if (s.count(Zone::Discard, player) == 0) emit(m, s, {.type = EventType::Shuffle, .player = static_cast<uint8_t>(player)});
}

[[gnu::cold]] void reveal_tops(const Matchup& m, State& s) {
  for_each_static(m, s, StaticKind::RevealTop, [&](const Scope& scope, const Static& rule, int) {
    const CardId top = top_of_deck(s, eval(scope, rule.cards));
    if (top == kNoCard) return;
    s.cards[top].set(kKnownTo0);
    s.cards[top].set(kKnownTo1);
  });
}

int draw_cards(const Matchup& m, State& s, int player, int count, bool settled) {
  const uint16_t flags = s.step == Step::Draw ? kInOwnStep : 0;
  int drawn = 0;
  for (; drawn < count; ++drawn) {
    if (m.ability_zones && !(settled && drawn == 0)) {
      refresh(m, s);
      const Event event{.type = EventType::Draw,
                        .player = static_cast<uint8_t>(player),
                        .flags = flags,
                        .amount = static_cast<int16_t>(count - drawn)};
      if (replaced(m, s, event)) break;  // which goes on with the rest
    }
    if (s.count(Zone::Deck, player) == 0) reset_deck(m, s, player);
    const CardId card = top_of_deck(s, player);
    if (card == kNoCard) break;
    update_knowledge(m, s, card, Zone::Deck, Zone::Hand);
    place(s, m, card, Zone::Hand, player, kBottom);
    emit(m, s, {.type = EventType::Draw, .player = static_cast<uint8_t>(player), .card = card, .flags = flags});
    if (s.static_mask & bit(StaticKind::RevealTop)) reveal_tops(m, s);
  }
  return drawn;
}

void compact_lasting(State& s) {
  if (s.lasting_count == 0) return;
  int kept = 0;
  PackedCardSet sets[kMaxKept];
  uint8_t sets_used = 0;
  const auto keep_set = [&](uint8_t& index) {
    if (index == kNotKept) return;
    sets[sets_used] = s.kept[index];
    index = sets_used++;
  };
  for (int i = 0; i < s.lasting_count; ++i) {
    if (s.lasting[i].body == kNone) continue;
    s.lasting[kept] = s.lasting[i];
    keep_set(s.lasting[kept].cards);
    keep_set(s.lasting[kept].second);
    ++kept;
  }
  if (kept != s.lasting_count) s.dirty = 1;
  s.lasting_count = static_cast<uint8_t>(kept);
  std::copy(sets, sets + sets_used, s.kept);
  s.kept_used = sets_used;
}

bool says_what_cards_are(const Program& program, const LastingBody& body) {
  return std::ranges::all_of(body.abilities, [&](uint16_t id) {
    const StaticKind rule = program.abilities[id].rule;
    return rule == StaticKind::BecomeHouse || rule == StaticKind::GainTrait;
  });
}

}  // namespace archon
