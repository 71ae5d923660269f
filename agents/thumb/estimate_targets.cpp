// Which cards an ability takes as its targets, and what happens to them: agents/thumb/estimate.h
#include <algorithm>

#include "agents/thumb/estimate.h"
#include "agents/thumb/rule_worth.h"
#include "agents/thumb/worth.h"

namespace archon {

void Estimate::add_targets(const Instr& in, Walk& walk) const {
  if (walk.group_count == static_cast<int>(walk.groups.size())) return;
  const Expr& expr = program_.exprs[in.a];
  const Selector* selector = expr.op == ExprOp::Select ? &program_.selectors[static_cast<size_t>(expr.a)] : nullptr;
  add_group(view_.cards(in.a, walk.ask), selector, Quant::Each, true, walk);
}

void Estimate::choose(const Instr& in, Walk& walk) const {
  walk.ask.known &= static_cast<uint16_t>(~(kNeedsChosen | kNeedsIt));
  if (in.op != EffectOp::Choose || walk.group_count == static_cast<int>(walk.groups.size())) return;
  const Selector& selector = program_.selectors[in.a];
  add_group(view_.fitting(in.a, walk.ask), &selector, selector.quant, (in.flags & kOtherPicks) == 0, walk);
}

// Cards that are not known: those of the selector, whatever its condition, and half of what they are worth.
void Estimate::add_group(std::optional<CardSet> cards, const Selector* selector, Quant quant, bool by_you, Walk& walk) const {
  Group& group = walk.groups[static_cast<size_t>(walk.group_count++)];
  group = {.cards = cards.value_or(CardSet{}), .quant = quant, .by_you = by_you, .known = cards.has_value()};
  if (!selector) return;
  group.count = selector->count == kNone ? 1 : number(selector->count, 2, walk);
  group.zones = selector->zones;
  group.side = selector->side;
  if (!group.known && (!selector->zones || selector->zones & kInPlayZones)) group.cards = included(*selector, walk);
}

CardSet Estimate::included(const Selector& selector, const Walk& walk) const {
  CardSet cards;
  for (int who = 0; who < 2; ++who) {
    if (selector.side != Side::Any && (who == walk.ask.you) != (selector.side == Side::Friendly)) continue;
    for (CardId card : view_.battleline(who)) cards.add(card);
    if (!(selector.types & 1 << static_cast<int>(CardType::Artifact))) continue;
    for (CardId card : view_.artifacts(who)) cards.add(card);
  }
  return cards;
}

void Estimate::on_targets(const Instr& in, Walk& walk) const {
  CardSet done;
  for (int i = 0; i < walk.group_count; ++i) {
    Group& group = walk.groups[static_cast<size_t>(i)];
    if (!group.known && group.cards.empty()) {
      walk.worth += hidden_worth(in.op, group, walk);
      continue;
    }
    group.cards = picks(in, group, walk);
    group.quant = Quant::Each;
    done |= group.cards;
  }
  if (in.op == EffectOp::FlushDamage) return;
  if (!settles(in.op)) walk.touched |= done;
  set_done(walk, done);
}

// What can be done to a card more than once.
bool Estimate::settles(EffectOp op) {
  return op == EffectOp::Deal || op == EffectOp::Heal || op == EffectOp::AddCounters || op == EffectOp::Capture ||
         op == EffectOp::Reveal || op == EffectOp::Look;
}

int Estimate::one(const Purpose& purpose, const Instr& in, CardId card, const Walk& walk) const {
  if (in.op == EffectOp::Capture || walk.touched.has(card) || !view_.sees(card)) return 0;
  const bool in_play = bit(view_.card(card).zone) & kInPlayZones;
  return in_play ? target_worth(view_, purpose, card) : outside_worth(in.op, card);
}

int Estimate::on_all(const Purpose& purpose, const Instr& in, CardSet cards, Walk& walk) const {
  int sum = 0;
  for (CardId card : cards) {
    sum += one(purpose, in, card, walk);
    if (in.op == EffectOp::Capture) capture_by(in, card, walk);
  }
  return sum;
}

// Adds what happens to the cards that are picked.
CardSet Estimate::picks(const Instr& in, const Group& group, Walk& walk) const {
  const Purpose purpose{wish_of(in, true), in.op, number(in.a, 2, walk)};  // of cards in play
  const bool good_is_high = (walk.ask.you == me_) == group.by_you;
  if (group.quant == Quant::Each) {
    const int sum = on_all(purpose, in, group.cards, walk);
    walk.worth += group.known ? sum : sum / 2;
    return group.cards;
  }
  const bool free = group.quant == Quant::UpTo || group.quant == Quant::AnyNumber;
  const int most = group.quant == Quant::AnyNumber ? group.cards.size() : group.count;
  CardSet rest = group.cards, taken;
  int sum = 0;
  while (taken.size() < most && !rest.empty()) {
    CardId best = kNoCard;
    int best_worth = 0;
    for (CardId card : rest) {
      const int each = one(purpose, in, card, walk);
      if (best == kNoCard || (good_is_high ? each > best_worth : each < best_worth)) best = card, best_worth = each;
    }
    if (free && (good_is_high ? best_worth < 0 : best_worth > 0)) break;
    rest.remove(best);
    taken.add(best);
    sum += best_worth;
    if (in.op == EffectOp::Capture) capture_by(in, best, walk);
  }
  walk.worth += group.known && group.quant != Quant::Random ? sum : sum / 2;
  return taken;
}

void Estimate::capture_by(const Instr& in, CardId card, Walk& walk) const {
  const int own = view_.controls(card) ? me_ : 1 - me_;
  const int from = in.b == 1 ? own : in.b == 2 ? 1 - walk.ask.you : 1 - own;
  capture(from, number(in.a, 1, walk), walk);
}

// Cards out of play that can be seen.
int Estimate::outside_worth(EffectOp op, CardId card) const {
  const int mine = owner_sign(view_, card);
  const bool in_hand = view_.card(card).zone == Zone::Hand;
  switch (op) {
    case EffectOp::ToHand:
    case EffectOp::Play:
    case EffectOp::PutIntoPlay:
      return mine * (in_hand ? kCard : kCard + view_.definition(card).power / 2);
    case EffectOp::Archive:
    case EffectOp::ToArchives:
      return mine * (in_hand ? 3 : kCard + 1);
    case EffectOp::ToDeckTop:
      return mine * (in_hand ? -kCard : 3);
    case EffectOp::Discard:
    case EffectOp::Purge:
      return mine * (in_hand ? -kCard : -1);
    default:
      return 0;
  }
}

// Cards that the player can't see.
int Estimate::hidden_worth(EffectOp op, const Group& group, const Walk& walk) const {
  if (wish_of(op) == EffectWish::None) return 0;
  if (op != EffectOp::Discard && op != EffectOp::Purge) return sign(walk.ask.you) * 4;
  const bool hand = group.zones & bit(Zone::Hand);
  const int whose = group.side == Side::Friendly ? walk.ask.you : 1 - walk.ask.you;
  return hand ? -sign(whose) * kCard * std::min(group.count, view_.hand_size(whose)) : 0;
}

int Estimate::lasting(const Instr& in, const Walk& walk) const {
  const LastingBody& body = program_.bodies[in.a];
  int worth = 0;
  for (uint16_t id : body.abilities) {
    const Ability& ability = program_.abilities[id];
    if (ability.static_rule != kNone)
      worth += rule_worth(view_, program_.statics[ability.static_rule], walk.ask, static_cast<Clock>(in.b));
  }
  const Wish wish = wish_of_lasting(program_, body);
  if (wish == Wish::None) return worth;
  for (int i = 0; i < walk.group_count; ++i) {
    const Group& group = walk.groups[static_cast<size_t>(i)];
    const int each = group.quant == Quant::Each ? group.cards.size() : std::min(group.count, group.cards.size());
    int best = 0;
    for (CardId card : group.cards)
      if (view_.sees(card)) best = std::max(best, owner_sign(view_, card) * (wish == Wish::Help ? 4 : -4));
    worth += group.quant == Quant::Each ? sum_of(group.cards, wish) : best * each;
  }
  return worth;
}

int Estimate::sum_of(CardSet cards, Wish wish) const {
  int sum = 0;
  for (CardId card : cards)
    if (view_.sees(card)) sum += owner_sign(view_, card) * (wish == Wish::Help ? 4 : -4);
  return sum;
}

}  // namespace archon
