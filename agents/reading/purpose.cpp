#include "agents/reading/purpose.h"

#include <algorithm>
#include <cassert>

#include "engine/core/counters.h"

namespace archon {

int literal(const Program& program, ExprId id, int typical) {
  if (id == kNone || id >= program.exprs.size()) return typical;
  const Expr& expr = program.exprs[id];
  if (expr.op == ExprOp::Num) return expr.a;
  if (expr.op == ExprOp::Neg) return -literal(program, static_cast<ExprId>(expr.a), typical);
  return typical;
}

int toughness(const View& view, CardId creature) {
  const Card& c = view.card(creature);
  return c.power - c.damage + std::max(0, c.armor - c.armor_used) - view.pending_damage(creature);
}

int owner_sign(const View& view, CardId card) {
  const Card& c = view.card(card);
  const bool in_play = bit(c.zone) & kInPlayZones;
  return (in_play ? c.controller : view.matchup().cards[card].owner) == view.player() ? 1 : -1;
}

namespace {

// What counters do to the card that has them; of +1 power when there is no kind.
Wish wish_of_counters(uint16_t kind) { return kind != kNone && kCounters[kind].harms ? Wish::Harm : Wish::Help; }

// What a card gets that something is moved to. Aember on a creature is the opponent's when it leaves play.
Wish wish_of_moved(uint16_t what) {
  switch (static_cast<Moved>(what)) {
    case Moved::Amber:
    case Moved::Damage:
      return Wish::Harm;
    case Moved::Ward:
    case Moved::Power:
      return Wish::Help;
    default:
      return wish_of_counters(static_cast<uint16_t>(what - static_cast<uint16_t>(Moved::Named)));
  }
}

Wish opposite(Wish wish) { return wish == Wish::Help ? Wish::Harm : wish == Wish::Harm ? Wish::Help : Wish::None; }

Wish wish_of_counted(const Instr& in) {
  switch (in.op) {
    case EffectOp::MoveFrom:
      return opposite(wish_of_moved(in.b));
    case EffectOp::MoveTo:
      return wish_of_moved(in.c);
    case EffectOp::AddCounters:
      return wish_of_counters(in.b);
    case EffectOp::RemoveCounters:
      return opposite(wish_of_counters(in.b));
    default:
      assert(false && "an instruction whose operands tell");
      return Wish::None;
  }
}

}  // namespace

Wish wish_of(const Instr& in, bool in_play) {
  switch (wish_of(in.op)) {
    case EffectWish::None:
      return Wish::None;
    case EffectWish::Helps:
      return Wish::Help;
    case EffectWish::Harms:
      return Wish::Harm;
    case EffectWish::Takes:
      return in_play ? Wish::Harm : Wish::Help;
    case EffectWish::Buries:
      return in_play ? Wish::Harm : Wish::None;
    case EffectWish::Counted:
      return wish_of_counted(in);
  }
  return Wish::None;
}

namespace {

Wish wish_of_static(const Program& program, const Static& rule) {
  switch (rule.kind) {
    case StaticKind::GetPower:
    case StaticKind::GetArmor:
    case StaticKind::GetAssault:
    case StaticKind::GetHazardous:
    case StaticKind::GetSplash:
      return literal(program, rule.value, 1) < 0 ? Wish::Harm : Wish::Help;
    case StaticKind::GainKeyword:
    case StaticKind::GainAbility:
    case StaticKind::GainText:
    case StaticKind::Copies:
    case StaticKind::Treats:
    case StaticKind::ReapFrom:
    case StaticKind::Spare:
    case StaticKind::IconAs:
    case StaticKind::DoublesIcons:
    case StaticKind::Allow:
    case StaticKind::DealsPlus:
      return Wish::Help;
    case StaticKind::TakesPlus:
      return literal(program, rule.value, 1) < 0 ? Wish::Help : Wish::Harm;
    case StaticKind::LoseText:
    case StaticKind::BecomeArtifact:
    case StaticKind::LoseArmor:
    case StaticKind::LoseHead:
    case StaticKind::LoseKeyword:
    case StaticKind::Forbid:
    case StaticKind::Require:
    case StaticKind::Controls:
      return Wish::Harm;
    case StaticKind::GainTrait:
    case StaticKind::LoseTraits:
    case StaticKind::BecomeCreature:
    case StaticKind::SwitchStats:
    case StaticKind::OnlyPower:
    case StaticKind::OnlyArmor:
    case StaticKind::WideTaunt:
    case StaticKind::Haunts:
    case StaticKind::RevealTop:
    case StaticKind::BecomeHouse:
    case StaticKind::BecomeFlank:
    case StaticKind::HasPower:
    case StaticKind::HasArmor:
    case StaticKind::EntersReady:
    case StaticKind::EntersStunned:
    case StaticKind::EntersEnraged:
    case StaticKind::EntersAnywhere:
    case StaticKind::MayEnter:
    case StaticKind::KeepArchived:
    case StaticKind::DealsSet:
    case StaticKind::Ignores:
    case StaticKind::KeyCost:
    case StaticKind::Refill:
    case StaticKind::Skip:
    case StaticKind::WinsAt:
    case StaticKind::Limit:
    case StaticKind::Tax:
    case StaticKind::Redirect:
    case StaticKind::Spend:
      return Wish::None;
  }
  return Wish::None;
}

}  // namespace

Wish wish_of_lasting(const Program& program, const LastingBody& body) {
  for (uint16_t id : body.abilities) {
    const Ability& ability = program.abilities[id];
    if (ability.static_rule == kNone) continue;
    const Wish wish = wish_of_static(program, program.statics[ability.static_rule]);
    if (wish != Wish::None) return wish;
  }
  return Wish::None;
}

namespace {

// The first thing that happens to the targets picked at `pc`.
Purpose purpose_after(const Program& program, size_t pc, bool in_play) {
  for (size_t i = pc + 1; i < program.code.size() && i < pc + kMaxScan; ++i) {
    const Instr& in = program.code[i];
    if (in.op == EffectOp::End || in.op == EffectOp::Choose) break;
    if (in.op == EffectOp::Lasting) {
      const Wish wish = wish_of_lasting(program, program.bodies[in.a]);
      if (wish != Wish::None) return {wish, EffectOp::Lasting, 1};
    }
    const Wish wish = wish_of(in, in_play);
    if (wish != Wish::None) return {wish, in.op, literal(program, in.a, 2)};
  }
  return {};
}

bool selector_fits(const View& view, const Selector& selector, const Choice& choice) {
  for (CardId card : choice.candidates) {
    if (!view.sees(card)) continue;
    const Zone zone = view.card(card).zone;
    if (selector.zones && !(selector.zones & bit(zone))) return false;
    if (selector.side == Side::Any) continue;
    if ((owner_sign(view, card) > 0) != (selector.side == Side::Friendly)) return false;
  }
  return true;
}

bool any_in_play(const View& view, const CardSet& cards) {
  for (CardId card : cards)
    if (view.sees(card) && bit(view.card(card).zone) & kInPlayZones) return true;
  return false;
}

// The choice among the instructions of one ability that fits the pending one.
bool find_purpose(const View& view, const Choice& choice, const Ability& ability, Purpose& purpose) {
  const Program& program = program_of(view);
  const bool in_play = any_in_play(view, choice.candidates);
  if (ability.static_rule != kNone) {  // an ability that is granted to another card
    const Static& rule = program.statics[ability.static_rule];
    if (rule.ability != kNone && find_purpose(view, choice, program.abilities[rule.ability], purpose)) return true;
  }
  if (ability.code == kNone) return false;
  for (size_t pc = ability.code; pc < program.code.size() && pc < ability.code + size_t{kMaxScan}; ++pc) {
    const Instr& in = program.code[pc];
    if (in.op == EffectOp::End) break;
    if (in.op != EffectOp::Choose || !selector_fits(view, program.selectors[in.a], choice)) continue;
    purpose = purpose_after(program, pc, in_play);
    if (purpose.wish != Wish::None) return true;
  }
  return false;
}

}  // namespace

Wish upgrade_wish(const View& view, const Definition& definition) {
  const Program& program = program_of(view);
  for (uint16_t id : definition.abilities) {
    const Ability& ability = program.abilities[id];
    if (ability.static_rule == kNone) continue;
    const Wish wish = wish_of_static(program, program.statics[ability.static_rule]);
    if (wish != Wish::None) return wish;
  }
  return Wish::Help;
}

namespace {
Purpose purpose_of_icon(Icon icon) {
  switch (icon) {
    case Icon::Capture:
      return {Wish::Help, EffectOp::Capture, 1};
    case Icon::Damage:
      return {Wish::Harm, EffectOp::Deal, 1};
    case Icon::Discard:
      return {Wish::Harm, EffectOp::Discard, 1};
    case Icon::Power:
      return {Wish::Help, EffectOp::AddCounters, 1};
    case Icon::Amber:
    case Icon::Draw:
      return {};
  }
  return {};
}
}  // namespace

Purpose purpose_of(const View& view, const Choice& choice) {
  if (const std::optional<Icon> icon = view.asks_for_icon()) return purpose_of_icon(*icon);
  if (view.picks_reap_source()) return {Wish::Help, EffectOp::TakeAmber, 1};  // the opponent gets it when the creature is gone
  if (choice.source == kNoCard || !view.sees(choice.source)) return {};
  const Program& program = program_of(view);
  const Definition& definition = view.definition(choice.source);
  if (definition.type == CardType::Upgrade && view.card(choice.source).zone == Zone::Limbo) {
    return {upgrade_wish(view, definition), EffectOp::Lasting, 1};
  }
  const int asking = view.asking_instruction();
  if (asking >= 0 && program.code[static_cast<size_t>(asking)].op == EffectOp::Choose) {
    Purpose purpose = purpose_after(program, static_cast<size_t>(asking), any_in_play(view, choice.candidates));
    if (purpose.wish != Wish::None) return purpose;
    const EffectOp next = program.code[static_cast<size_t>(asking) + 1].op;
    if (next == EffectOp::Reveal) return {Wish::None, next, 1};
  }
  Purpose purpose;
  for (uint16_t id : definition.abilities)
    if (find_purpose(view, choice, program.abilities[id], purpose)) return purpose;
  for (CardId upgrade : view.upgrades(choice.source))
    for (uint16_t id : view.definition(upgrade).abilities)
      if (find_purpose(view, choice, program.abilities[id], purpose)) return purpose;
  return {};
}

}  // namespace archon
