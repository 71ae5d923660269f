#include "engine/check/invariants.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "engine/check/unfinished.h"
#include "engine/core/field_check.h"
#include "engine/query/cards.h"
#include "engine/query/derive.h"
#include "engine/query/player.h"
#include "engine/query/scope.h"
#include "engine/rules/legal.h"
#include "engine/rules/window.h"

namespace archon {
namespace {

constexpr uint8_t kMaxChains = 24;
constexpr uint32_t kInPlayFlags = kExhausted | kStunned | kWarded | kEnraged | kTagged | kElusiveUsed | kForeign | kReadied;

// Gathers violations as lines of text.
class Report {
 public:
  void check(bool holds, const char* what) {
    if (!holds) fail(what);
  }
  // Most checks are about a card; its text is made up only when there is something to report.
  void check(bool holds, CardId card, const char* what) { check(holds, "card ", card, what); }
  void check(bool holds, const char* thing, int number, const char* what) {
    if (!holds) fail(thing + std::to_string(number) + what);
  }
  void fail(const std::string& what) { text_ += what + "\n"; }
  bool clean() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string number(int value) { return std::to_string(value); }

// Every card lies in exactly one place, and knows it. Everything else relies on this.
void check_places(const Matchup& m, const State& s, Report& report) {
  report.check(s.start[0] == 0, "the first zone doesn't begin at 0");
  for (int i = 0; i < 2 * kZones; ++i)
    if (s.start[i] > s.start[i + 1]) return report.fail("zone " + number(i) + " ends before it begins");
  if (s.start[2 * kZones] != m.card_count) return report.fail("the zones hold " + number(s.start[2 * kZones]) + " cards");
  CardSet seen;
  for (int segment = 0; segment < 2 * kZones; ++segment)
    for (int at = s.start[segment]; at < s.start[segment + 1]; ++at) {
      const CardId card = s.order[at];
      if (card >= m.card_count) return report.fail("place " + number(at) + " holds no card of this game");
      report.check(!seen.has(card), card, " is in two places");
      report.check(static_cast<int>(s.cards[card].zone) == segment / 2, card, " lies in another zone than it says");
      seen.add(card);
    }
}

// A card in play lies on the side of its controller, other cards on that of their owner; archives may hold the opponent's.
void check_side(const Matchup& m, const State& s, Zone zone, int side, CardId id, Report& report) {
  const Card& card = s.cards[id];
  if (s.in_play(id)) {
    report.check(card.controller == side, id, " lies on the side of the player who doesn't control it");
    const bool kept = card.controller == (m.cards[id].owner ^ int{card.has(kForeign)});
    report.check(kept || m.changes_control, id, " has changed sides though no effect of the game changes control");
  } else if (zone != Zone::Archives) {
    report.check(m.cards[id].owner == side, id, " lies in a zone of another player than its owner");
  }
}

void check_host(const Matchup& m, const State& s, CardId id, Report& report) {
  const Card& card = s.cards[id];
  if (card.zone == Zone::Attached) {
    const bool hosted = card.host < kMaxCards && s.in_play(card.host) && s.cards[card.host].zone != Zone::Attached;
    report.check(hosted, id, " is attached to nothing in play");
  } else if (card.zone == Zone::Under) {
    const bool held = card.host < kMaxCards && (s.in_play(card.host) || m.printed(card.host).type == CardType::Prophecy);
    report.check(held, id, " is under nothing in play");
    report.check(!card.has(kHalf) || half_under(m, s, card.host) == id, id, " is the other half of another card");
  } else if (card.zone != Zone::Purged) {  // there it is the card that purged it
    report.check(card.host == kNoCard, id, " has a host");
  }
  const bool whole = m.cards[id].half == Half::None || card.has(kFacedown) || !s.in_play(id) || half_under(m, s, id) != kNoCard;
  report.check(whole, id, " is in play without its other half");
}

void check_type(const Matchup& m, const State& s, CardId id, Report& report) {
  const Zone zone = s.cards[id].zone;
  const CardType type = type_of(m, s, id);
  const bool copy = s.cards[id].definition != m.cards[id].definition;
  report.check(!copy || definition(m, s, id).compiled, id, " is a copy of a card without a definition");
  const bool may_copy = s.static_mask & bit(StaticKind::Copies);  // also a creature of its own name
  const bool may_hide = zone == Zone::Line || zone == Zone::Artifacts || zone == Zone::Limbo;
  if (s.hides_face(id))
    report.check(may_hide && (copy || may_copy) && token_of(m, s, id) != kNone, id, " is facedown but no token creature");
  if (type == CardType::TokenCreature)
    report.check(zone == Zone::Line || zone == Zone::Limbo, id, " is a token creature but in no battleline");
  if (zone == Zone::Line) report.check(is_creature(m, s, id), id, " in a battleline is no creature");
  const bool artifact = definition(m, s, id).type == CardType::Artifact || (m.changes_types && prints_creature(m, s, id));
  if (zone == Zone::Artifacts) report.check(artifact, id, " among the artifacts is none");
  if (zone == Zone::Attached) report.check(type == CardType::Upgrade, id, " is attached but no upgrade");
  const bool reference = zone == Zone::Inactive || zone == Zone::Reference;
  const bool may_be = type == CardType::Prophecy || (type == CardType::ArchonPower && zone == Zone::Reference);
  const bool has_to = type == CardType::Prophecy || type == CardType::ArchonPower;
  report.check(reference ? may_be : !has_to, id, " lies where reference cards lie and is none, or the other way round");
}

// An ability that is resolving saw the card leave play.
bool remembered(const State& s, CardId id) {
  for (const AbilityFrame& frame : frames_of<AbilityFrame>(s))
    if (frame.left.has(id)) return true;
  return false;
}

// What lies on cards: nothing out of play; damage, counters and status only on creatures, and artifacts that were some.
void check_tokens(const Matchup& m, const State& s, CardId id, Report& report) {
  const Card& card = s.cards[id];
  if (card.zone != Zone::Line && card.zone != Zone::Artifacts) {
    const bool bare = !card.damage && !card.counters && !card.armor_used;
    report.check(bare, id, " is no creature in play but has damage or counters");
    report.check(!(card.flags & (kStunned | kWarded | kEnraged)), id, " is no creature in play but has a status");
  }
  report.check(!card.has(kAbducted) || card.zone == Zone::Archives, id, " is abducted but in no archives");
  if (s.in_play(id)) return;
  report.check(card.amber == 0 || remembered(s, id), id, " is out of play but has aember");
  report.check(!(card.flags & kInPlayFlags), id, " is out of play but has marks of cards in play");
  report.check(card.zone == Zone::Limbo || card.zone == Zone::Reference || card.definition == m.cards[id].definition, id,
               " is out of play but still a copy");
}

// Named counters lie on cards in play, each kind counted once, in order.
void check_counters(const State& s, Report& report) {
  for (int i = 0; i < s.counter_count; ++i) {
    const CardCounters& each = s.counters[i];
    report.check(s.in_play(each.card), each.card, " is out of play but has counters");
    if (i == 0) continue;
    const CardCounters& before = s.counters[i - 1];
    report.check(before.card < each.card || (before.card == each.card && before.kind < each.kind), each.card,
                 " has counters out of order");
  }
}

// Knowledge: an owner knows the own hand; a known card of a deck has a fixed place.
void check_knowledge(const Matchup& m, const State& s, int side, Report& report) {
  const Player& player = s.players[side];
  const ZoneView deck = zone_of(s, Zone::Deck, side);
  report.check(player.deck_fixed <= deck.size(), "more cards of a deck are fixed than it has");
  for (int i = player.deck_fixed; i < deck.size(); ++i)
    report.check(!(s.cards[deck[i]].flags & (kKnownTo0 | kKnownTo1)), deck[i], " is known but its place isn't fixed");
  for (CardId id : zone_of(s, Zone::Hand, side))
    report.check(s.cards[id].has(m.cards[id].owner == 0 ? kKnownTo0 : kKnownTo1), id, " in hand is unknown to its owner");
}

void check_cards(const Matchup& m, const State& s, Report& report) {
  for (int zone = 0; zone < kZones; ++zone)
    for (int side = 0; side < 2; ++side)
      for (CardId id : zone_of(s, static_cast<Zone>(zone), side)) {
        check_side(m, s, static_cast<Zone>(zone), side, id, report);
        check_host(m, s, id, report);
        check_type(m, s, id, report);
        check_tokens(m, s, id, report);
      }
  check_counters(s, report);
  for (int side = 0; side < 2; ++side) {
    check_knowledge(m, s, side, report);
    const bool won = std::popcount(s.players[side].keys) >= m.keys_to_win[static_cast<size_t>(side)];
    report.check(!won || s.over(), "a player has the keys to win but the game goes on");
    report.check(!m.rules.chain_maximum || s.players[side].chains <= kMaxChains, "a player has too many chains");
  }
}

// Derived values must be those that a recompute gives; anything that changes them has to set State::dirty.
void check_derived(const Matchup& m, const State& s, Report& report) {
  if (s.dirty) return;
  State fresh = s;
  derive(m, fresh);
  for (int id = 0; id < m.card_count; ++id) {
    const Card &was = s.cards[id], &is = fresh.cards[id];
    const bool equal = was.power == is.power && was.armor == is.armor && was.assault == is.assault &&
                       was.hazardous == is.hazardous && was.splash_attack == is.splash_attack && was.keywords == is.keywords &&
                       was.houses == is.houses && was.traits == is.traits && was.flags == is.flags;
    report.check(equal, static_cast<CardId>(id), " has outdated derived values");
  }
  bool same = s.active_count == fresh.active_count;
  for (int i = 0; same && i < s.active_count; ++i)
    same = s.actives[i].ability == fresh.actives[i].ability && s.actives[i].self == fresh.actives[i].self &&
           s.actives[i].source == fresh.actives[i].source;
  report.check(same, "the abilities in force are outdated");
  const bool masks = s.static_mask == fresh.static_mask && s.after_mask == fresh.after_mask &&
                     s.before_mask == fresh.before_mask && s.replace_mask == fresh.replace_mask &&
                     s.standing_mask == fresh.standing_mask;
  report.check(masks, "the masks of abilities in force are outdated");
}

// Between two actions of the main step nothing is left over: no marked or doomed creature, no gathered damage, no fight.
void check_settled(const Matchup& m, const State& s, Report& report) {
  if (s.frame_count > 0 || s.dirty || s.over()) return;
  report.check(s.pending_count == 0, "damage waits although nothing is unfinished");
  report.check(s.fight_attacker == kNoCard && s.fight_defender == kNoCard, "a fight goes on although nothing is unfinished");
  for (CardId id : creatures_in_play(s)) {
    const Card& card = s.cards[id];
    report.check(!card.has(kTagged), id, " is still tagged for destruction");
    const bool alive = card.damage < card.power || has_keyword(s, id, Keyword::Invulnerable) ||
                       forbidden(m, s, {.type = EventType::Destroy, .player = card.controller, .card = id});
    if (!alive) report.fail("card " + number(id) + " has damage " + number(card.damage) + " but power " + number(card.power));
  }
  for (int player = 0; player < 2; ++player)
    report.check(s.count(Zone::Limbo, player) == 0, "a card is between two zones although nothing is unfinished");
}

// Abilities that wait and may be resolved next belong to a card that still has them (rulebook 18.4, ABILITY): what is printed
// on a blank card is none, and what a card gains ends with what gives it.
void check_open(const Matchup& m, const State& s, Report& report) {
  if (s.choice.kind != ChoiceKind::Order || s.dirty || !top_if<WindowFrame>(s)) return;
  OpenAbilities open;
  open_abilities(m, s, open);
  for (int i = 0; i < open.count; ++i) {
    const Waiting& waiting = s.waiting[open.list[i].index];
    if (waiting.flags & kWaitingAnywhere || waiting.ability >= m.program->abilities.size()) continue;
    const CardId self = waiting.self;
    if (m.program->abilities[waiting.ability].kind == AbilityKind::Destroyed) continue;  // those it had when it was tagged
    if (!m.program->abilities[waiting.ability].granted) {
      report.check(waiting.source != self || !s.cards[self].has(kBlank), self, " is blank but an ability of its text waits");
      continue;
    }
    const bool given = std::any_of(s.actives, s.actives + s.active_count, [&](const Active& active) {
      return active.ability == waiting.ability && active.self == self && active.source == waiting.source;
    });
    report.check(given, self, " has an ability that waits though nothing gives it any more");
  }
}

void check_choice(const Matchup& m, const State& s, Report& report) {
  ActionList list;
  if (s.over()) return report.check(s.choice.kind == ChoiceKind::Over, "the game is over but somebody is asked");
  if (s.choice.kind == ChoiceKind::None) return;
  list_actions(m, s, list);
  if (list.empty()) report.fail("a choice of kind " + number(static_cast<int>(s.choice.kind)) + " without any legal action");
  for (int i = 1; i < list.size(); ++i)
    report.check(std::find(list.begin(), list.begin() + i, list[i]) == list.begin() + i, "an action is offered twice");
}

}  // namespace

std::string check_invariants(const Matchup& m, const State& s) {
  Report report;
  for (const std::string& problem : check_fields(m, s)) report.fail(problem);
  if (!report.clean()) return report.text();  // the rest would read out of bounds
  check_places(m, s, report);
  if (!report.clean()) return report.text();
  for (const std::string& problem : check_unfinished(m, s)) report.fail(problem);
  if (!report.clean()) return report.text();
  check_cards(m, s, report);
  if (!report.clean()) return report.text();  // and derive what such cards can't have
  check_derived(m, s, report);
  check_settled(m, s, report);
  check_open(m, s, report);
  check_choice(m, s, report);
  return report.text();
}

void assert_invariants(const Matchup& m, const State& s) {
  constexpr int kAllOf = 32, kThenEvery = 8;  // decisions
  if (s.decisions > kAllOf && s.decisions % kThenEvery != 0 && !s.over()) return;
  const std::string violations = check_invariants(m, s);
  if (violations.empty()) return;
  std::fprintf(stderr, "after %d decisions, in turn %d:\n%s", s.decisions, s.turn, violations.c_str());
  std::abort();
}

}  // namespace archon
