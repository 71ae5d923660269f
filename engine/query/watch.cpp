#include "engine/query/watch.h"

#include <string_view>
#include <utility>
#include <vector>

#include "engine/query/derive.h"

namespace archon {
namespace {

int watched_by(CardField field) {
  return field == CardField::Damage ? kWatchDamage : field == CardField::Amber ? kWatchCardAmber : 0;
}

int watched_by(Status status) {
  switch (status) {
    case Status::Damaged:
      return kWatchDamage;
    case Status::Stunned:
    case Status::Warded:
    case Status::Enraged:
      return kWatchStatus;
    case Status::Ready:
    case Status::Exhausted:
      return kWatchExhaustion;
    case Status::OffHouse:
      return kWatchHouse;
    default:
      return 0;  // where it lies and what it is
  }
}

// What the value of an expression follows besides its operands: a mask of Watch.
int watched_by(const Expr& e) {
  switch (e.op) {
    case ExprOp::PoolAmber:
      return kWatchPools;
    case ExprOp::KeyCost:
      return kWatchPools | kWatchIndirect;
    case ExprOp::Haunted:
      return kWatchIndirect;
    case ExprOp::CardAmber:
      return kWatchCardAmber;
    case ExprOp::Sum:
    case ExprOp::Highest:
    case ExprOp::Lowest:
    case ExprOp::Field:
    case ExprOp::Distinct:
      return watched_by(static_cast<CardField>(e.b));
    case ExprOp::Keys:
    case ExprOp::Forged:
    case ExprOp::Unforged:
      return kWatchKeys;
    case ExprOp::Chains:
      return kWatchChains;
    case ExprOp::IsStatus:
      return watched_by(static_cast<Status>(e.a));
    case ExprOp::Foe:
    case ExprOp::Attacking:
      return kWatchFight;
    case ExprOp::YourTurn:
    case ExprOp::ActivePlayer:
      return kWatchTurn;
    case ExprOp::ActiveHouse:
      return kWatchHouse;
    case ExprOp::LastHouse:
      return kWatchHouse | kWatchTurn;
    case ExprOp::Times:
      return kWatchHistory | kWatchTurn;
    default:
      return 0;
  }
}

// What expressions mention, found by walking them once.
struct Mentions {
  const Program& p;
  bool types = false, copies = false, control = false;
  bool starts = false;                 // of steps
  decltype(Matchup::traits) traits{};  // gained
  uint16_t zones = 0;
  uint16_t looks = 0;    // mask of Watch
  uint16_t derives = 0;  // likewise, of what derived values come from

  void selector(uint16_t id) {
    if (id == kNone) return;
    const Selector& s = p.selectors[id];
    zones = static_cast<uint16_t>(zones | (s.zones & ~kInPlayZones));
    for (ExprId e : {s.count, s.zone_player, s.base, s.filter}) expr(e);
  }
  void pattern(uint16_t id) {
    if (id == kNone) return;
    const EventPattern& e = p.patterns[id];
    for (ExprId each : {e.player, e.among, e.fighting, e.value, e.turn_of, e.guard, e.beside}) expr(each);
    selector(e.card);
    selector(e.other);
  }
  void expr(ExprId id) {
    if (id == kNone) return;
    const Expr& e = p.exprs[id];
    looks = static_cast<uint16_t>(looks | watched_by(e));
    if (e.op == ExprOp::TopOf || e.op == ExprOp::BottomOf) zones |= bit(Zone::Deck);
    if (e.op == ExprOp::TopOfDiscard || e.op == ExprOp::BottomOfDiscard || e.op == ExprOp::Haunted) zones |= bit(Zone::Discard);
    if (e.op == ExprOp::PurgedBy) zones |= bit(Zone::Purged);
    if (e.op == ExprOp::Beneath) zones |= bit(Zone::Under);
    const uint16_t operands[] = {static_cast<uint16_t>(e.a), e.b};
    const std::string_view kinds = row_of(e.op).operands;
    for (size_t i = 0; i < kinds.size(); ++i) {
      if (kinds[i] == 'e') expr(operands[i]);
      if (kinds[i] == 's') selector(operands[i]);
      if (kinds[i] == 'p') pattern(operands[i]);
    }
  }
  void ability(uint16_t id) {
    const Ability& a = p.abilities[id];
    if (a.kind == AbilityKind::Whenever) expr(a.guard);
    starts |= a.kind == AbilityKind::StartOfStep;
    if (a.static_rule == kNone) return;
    const Static& rule = p.statics[a.static_rule];
    const uint16_t before = std::exchange(looks, uint16_t{0});
    for (ExprId e : {rule.cards, rule.value, rule.condition}) expr(e);
    copies |= rule.kind == StaticKind::Copies;
    control |= rule.kind == StaticKind::Controls;
    types |= rule.kind == StaticKind::BecomeCreature || rule.kind == StaticKind::BecomeArtifact;
    if (rule.kind == StaticKind::GainTrait && rule.what != kNoTrait) traits[rule.what / 64] |= uint64_t{1} << rule.what % 64;
    selector(rule.selector);
    pattern(rule.pattern);
    if (rule.kind == StaticKind::GainAbility) ability(rule.ability);
    if (derived_kinds() & bit(rule.kind)) derives = static_cast<uint16_t>(derives | looks);
    looks = static_cast<uint16_t>(looks | before);
  }
  void body(uint16_t id) {
    for (uint16_t each : p.bodies[id].abilities) ability(each);
  }
};

}  // namespace

void find_watches(Matchup& m) {
  Mentions found{*m.program};
  uint16_t elsewhere = 0;
  std::vector<bool> plays(m.program->definitions.size());
  for (const TokenCreature& token : m.tokens) {
    if (token.definition == kNone) continue;
    plays[token.definition] = true;
    for (uint16_t id : m.program->definitions[token.definition].abilities) found.ability(id);
  }
  for (int i = 0; i < m.card_count; ++i) {
    plays[m.cards[static_cast<size_t>(i)].definition] = true;
    const MatchCard& card = m.cards[static_cast<size_t>(i)];
    for (uint16_t form : {card.definition, m.printed(static_cast<CardId>(i)).as_upgrade, card.reverse}) {
      if (form == kNone) continue;
      const Definition& def = m.program->definitions[form];
      for (uint16_t id : def.abilities) found.ability(id);
      elsewhere = static_cast<uint16_t>(elsewhere | def.elsewhere);
    }
    if (card.reverse != kNone) plays[card.reverse] = true;
  }
  // Lasting effects are those that cards of the game begin, themselves or as copies of each other.
  for (size_t id = 0; id < m.program->bodies.size(); ++id)
    if (const auto& items = m.program->bodies[id].abilities; !items.empty() && plays[m.program->abilities[items[0]].card])
      found.body(static_cast<uint16_t>(id));
  m.watches = found.looks;
  m.derives = found.derives & kWatchIndirect ? uint16_t{0xFFFF} : found.derives;
  m.steps_start = found.starts;
  m.changes_types = found.types;
  m.copies_tokens = found.copies;
  m.changes_control = found.control;
  for (size_t i = 0; i < found.traits.size(); ++i) m.traits[i] |= found.traits[i];
  m.ability_zones = elsewhere;
  m.watched_zones = static_cast<uint16_t>(found.zones | elsewhere);
}

}  // namespace archon
