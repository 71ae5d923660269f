#include <algorithm>
#include <bit>
#include <bitset>

#include "engine/core/counters.h"
#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/query/eval_impl.h"
#include "engine/query/player.h"
#include "engine/query/scope.h"

namespace archon {
namespace {

HouseMask houses(const Scope& scope, CardId id) {
  return as_in_play(scope, id) ? scope.s.cards[id].houses : houses_of(scope.m, scope.s, id);
}

// Those printed, unless it has lost them, and behind them what it has gained.
std::array<uint8_t, 6> traits_of(const Scope& scope, CardId id) {
  const uint8_t change = as_in_play(scope, id) ? scope.s.cards[id].traits : uint8_t{0};
  if (change == kTraitless) return {kNoTrait, kNoTrait, kNoTrait, kNoTrait, kNoTrait, kNoTrait};
  const auto& printed = definition(scope, id).traits;
  if (change < kTraitsOf)
    return {printed[0], printed[1], printed[2], change ? static_cast<uint8_t>(change - 1) : kNoTrait, kNoTrait, kNoTrait};
  const auto& more = scope.m.printed(static_cast<CardId>(change - kTraitsOf)).traits;
  return {printed[0], printed[1], printed[2], more[0], more[1], more[2]};
}

int field(const Scope& scope, CardField which, CardId id) {
  const Card& card = scope.s.cards[id];
  switch (which) {
    case CardField::Power:
      return as_in_play(scope, id) ? card.power : definition(scope, id).power;
    case CardField::Armor:
      return as_in_play(scope, id) ? card.armor : definition(scope, id).armor;
    case CardField::Damage:
      return card.damage;
    case CardField::Counters:
      return card.counters;
    case CardField::Amber:
      return as_in_play(scope, id) ? card.amber : 0;
    case CardField::Type:
      return static_cast<int>(was_token(scope, id) || is_creature(scope.m, scope.s, id) ? CardType::Creature
                                                                                        : type_of(scope.m, scope.s, id));
    case CardField::Bonus:
      return scope.s.cards[id].has(kFacedown) ? 0 : scope.m.cards[id].icon_count;
    case CardField::Traits:
      return static_cast<int>(std::ranges::count_if(traits_of(scope, id), [](uint8_t t) { return t != kNoTrait; }));
  }
  return 0;
}

bool has_status(const Scope& scope, Status status, CardId id) {
  const State& s = scope.s;
  const Card& card = s.cards[id];
  switch (status) {
    case Status::Damaged:
      return card.damage > 0;
    case Status::Stunned:
      return card.has(kStunned);
    case Status::Ready:
      return !card.has(kExhausted);
    case Status::Exhausted:
      return card.has(kExhausted);
    case Status::Warded:
      return card.has(kWarded);
    case Status::Enraged:
      return card.has(kEnraged);
    case Status::Flank:
      return on_flank(s, id);
    case Status::Center:
      return in_center(s, id);
    case Status::Token:
      return definition(scope, id).type == CardType::TokenCreature || (card.has(kFacedown) && s.in_play(id));
    case Status::OwnHouse:
      return houses(scope, id) & scope.m.deck_houses[scope.you];
    case Status::OffHouse:
      return !(houses(scope, id) & s.house);
    case Status::LeftFlank:
      return card.zone == Zone::Line && zone_of(s, Zone::Line, card.controller)[0] == id;
    case Status::RightFlank: {
      if (card.zone != Zone::Line) return false;
      const ZoneView line = zone_of(s, Zone::Line, card.controller);
      return line[line.size() - 1] == id;
    }
  }
  return false;
}

bool shares_trait(const Scope& scope, CardId id, CardSet with) {
  const auto mine = traits_of(scope, id);
  for (CardId other : with)
    for (uint8_t trait : traits_of(scope, other))
      if (trait != kNoTrait && std::ranges::find(mine, trait) != mine.end()) return true;
  return false;
}

bool names_meet(const Scope& scope, CardSet a, CardSet b) {
  for (CardId x : a)
    for (CardId y : b)
      if (definition(scope, x).name == definition(scope, y).name) return true;
  return false;
}

HouseMask houses_of_all(const Scope& scope, CardSet cards) {
  HouseMask mask = 0;
  for (CardId card : cards) mask = static_cast<HouseMask>(mask | houses(scope, card));
  return mask;
}

// Those of which the most cards are; none of no cards.
[[gnu::cold]] HouseMask common_houses(const Scope& scope, CardSet cards) {
  int counts[kHouses] = {};
  for (CardId card : cards)
    for (uint32_t mask = houses(scope, card); mask; mask &= mask - 1) ++counts[std::countr_zero(mask)];
  const int most = *std::ranges::max_element(counts);
  HouseMask common = 0;
  for (int house = 0; most > 0 && house < kHouses; ++house)
    if (counts[house] == most) common = static_cast<HouseMask>(common | 1 << house);
  return common;
}

[[gnu::cold]] bool has_changed_trait(const Scope& scope, CardId card, int trait) {
  const auto traits = traits_of(scope, card);
  return std::ranges::find(traits, static_cast<uint8_t>(trait)) != traits.end();
}

// No card has the trait -1, which stands for one that was named and is not in the game.
bool has_trait(const Scope& scope, CardId card, int trait) {
  if (trait < 0) return false;
  const Card& of = scope.s.cards[card];
  if (of.traits || of.has(kWasToken)) return has_changed_trait(scope, card, trait);
  return prints_trait(scope.m, scope.s, card, static_cast<uint8_t>(trait));
}

int bonus_icons(const Scope& scope, CardSet cards, uint8_t icon) {
  int count = 0;
  for (CardId card : cards) {
    if (scope.s.cards[card].has(kFacedown)) continue;  // a token creature has none
    const MatchCard& of = scope.m.cards[card];
    for (size_t i = 0; i < of.icon_count; ++i) count += icon == kAnyIcon || of.icons[i] == icon;
    if (icon == kAnyIcon) count += std::popcount(of.houses) - 1;  // a house icon adds a house
  }
  return count;
}

int sum(const Scope& scope, const Expr& e) {
  int total = 0;
  for (CardId card : eval_cards(scope, left(e))) total += field(scope, static_cast<CardField>(e.b), card);
  return total;
}

int base(const Scope& scope, CardField which, CardId id) {
  const Definition& printed = scope.s.cards[id].has(kFacedown) ? definition(scope, id) : scope.m.printed(id);
  if (which == CardField::Armor) return printed.armor;
  int power = printed.power;
  for_each_static(scope.m, scope.s, StaticKind::HasPower, [&](const Scope& own, const Static& rule, int i) {
    if (own.self == id && !is_lasting(scope.s.actives[i].source)) power = eval(own, rule.value);
  });
  return power;
}

int distinct(const Scope& scope, const Expr& e) {
  std::bitset<256> values;
  for (CardId card : eval_cards(scope, left(e)))
    values.set(static_cast<size_t>(std::clamp(field(scope, static_cast<CardField>(e.b), card), 0, 255)));
  return static_cast<int>(values.count());
}

int extreme(const Scope& scope, const Expr& e, bool highest) {
  int best = highest ? 0 : 255;
  const CardSet cards = eval_cards(scope, left(e));
  for (CardId card : cards) {
    const int value = field(scope, static_cast<CardField>(e.b), card);
    best = highest ? std::max(best, value) : std::min(best, value);
  }
  return cards.empty() ? 0 : best;
}

int times(const Scope& scope, const Expr& e) {
  const State& s = scope.s;
  const EventPattern& pattern = scope.m.program->patterns[static_cast<uint16_t>(e.a)];
  const auto period = static_cast<Period>(e.b);
  int begin = s.log_turn_start, end = s.log_count;
  if (period == Period::OpponentLastTurn) {
    if (s.active != scope.you) return 0;
    end = begin;
    begin = 0;
  }
  int count = 0;
  for (int i = begin; i < end; ++i) {
    const LogEntry& entry = s.log[i];
    Event event = entry.event();
    if (entry.type == EventType::Play && entry.other != kNoCard && entry.card != scope.self) event.card = entry.other;
    count += fits(scope, pattern, event);
  }
  return count;
}

int attacking(const Scope& scope, const Expr& e) {
  const State& s = scope.s;
  return s.fight_attacker == scope.self && s.fight_attacker != kNoCard &&
         matches(scope, scope.m.program->selectors[static_cast<uint16_t>(e.a)], s.fight_defender);
}

int count_keys(uint8_t mask) { return std::popcount(mask); }

}  // namespace

int eval(const Scope& scope, ExprId id) {
  const Expr& e = at(scope, id);
  const State& s = scope.s;
  const auto a = [&] { return eval(scope, left(e)); };
  const auto b = [&] { return eval(scope, e.b); };
  switch (e.op) {
    case ExprOp::Num:
      return e.a;
    case ExprOp::VarNum:
      return scope.slots ? scope.slots[e.a].number : 0;
    case ExprOp::Amount:
      return regs(scope).amount;
    case ExprOp::Did:
      return regs(scope).did;
    case ExprOp::Chosen:
      return regs(scope).chosen;
    case ExprOp::ActiveHouse:
      return s.house;
    case ExprOp::YourTurn:
      return s.active == scope.you;
    case ExprOp::Add:
      return a() + b();
    case ExprOp::Sub:
      return a() - b();
    case ExprOp::Mul:
      return a() * b();
    case ExprOp::Div:
      return b() == 0 ? 0 : a() / b();
    case ExprOp::Neg:
      return -a();
    case ExprOp::Half:
      return a() / 2;
    case ExprOp::HalfUp:
      return (a() + 1) / 2;
    case ExprOp::Third:
      return a() / 3;
    case ExprOp::Min:
      return std::min(a(), b());
    case ExprOp::Max:
      return std::max(a(), b());
    case ExprOp::And:
      return a() && b();
    case ExprOp::Or:
      return a() || b();
    case ExprOp::Not:
      return !a();
    case ExprOp::Eq:
      return a() == b();
    case ExprOp::Ne:
      return a() != b();
    case ExprOp::Lt:
      return a() < b();
    case ExprOp::Le:
      return a() <= b();
    case ExprOp::PoolAmber:
      return s.players[a()].amber;
    case ExprOp::CardAmber: {
      int total = 0;
      for (CardId card : eval_cards(scope, left(e))) total += field(scope, CardField::Amber, card);
      return total;
    }
    case ExprOp::Keys:
      return count_keys(s.players[a()].keys);
    case ExprOp::Forged:
      return s.players[a()].keys >> e.b & 1;
    case ExprOp::Unforged:
      return scope.m.keys_to_win[static_cast<size_t>(a())] - count_keys(s.players[a()].keys);
    case ExprOp::KeyCost:
      return key_cost(scope.m, s, a());
    case ExprOp::Chains:
      return s.players[a()].chains;
    case ExprOp::Haunted:
      return haunted(scope.m, s, a());
    case ExprOp::HighTide:
      return s.tide == high_tide(a());
    case ExprOp::Count:
      return eval_cards(scope, left(e)).size();
    case ExprOp::Sum:
      return sum(scope, e);
    case ExprOp::Highest:
      return extreme(scope, e, true);
    case ExprOp::Lowest:
      return extreme(scope, e, false);
    case ExprOp::Field: {
      const CardId card = eval_cards(scope, left(e)).first();
      return card == kNoCard ? 0 : field(scope, static_cast<CardField>(e.b), card);
    }
    case ExprOp::Counters: {
      int total = 0;
      for (CardId card : eval_cards(scope, left(e))) total += counters_on(s, card, e.b);
      return total;
    }
    case ExprOp::Icons:
      return bonus_icons(scope, eval_cards(scope, left(e)), static_cast<uint8_t>(e.b));
    case ExprOp::Distinct:
      return distinct(scope, e);
    case ExprOp::Base: {
      const CardId card = eval_cards(scope, left(e)).first();
      return card == kNoCard ? 0 : base(scope, static_cast<CardField>(e.b), card);
    }
    case ExprOp::LastHouse: {
      const int house = s.players[a()].last_house;
      return house ? 1 << (house - 1) : 0;
    }
    case ExprOp::CommonHouses:
      return common_houses(scope, eval_cards(scope, left(e)));
    case ExprOp::HouseOf:
      return houses_of_all(scope, eval_cards(scope, left(e)));
    case ExprOp::HouseCount:
      return std::popcount(houses_of_all(scope, eval_cards(scope, left(e))));
    case ExprOp::HouseBit:
      return 1 << a();
    case ExprOp::MaskMeets:
      return (a() & b()) != 0;
    case ExprOp::NameOf: {
      const CardId card = eval_cards(scope, left(e)).first();
      return card == kNoCard ? -2 : definition(scope, card).name;  // not the name that no card of the game has, either
    }
    case ExprOp::SameName:
      return names_meet(scope, eval_cards(scope, left(e)), eval_cards(scope, e.b));
    case ExprOp::SharesTrait: {
      const CardId card = eval_cards(scope, left(e)).first();
      return card != kNoCard && shares_trait(scope, card, eval_cards(scope, e.b));
    }
    case ExprOp::Times:
      return times(scope, e);
    case ExprOp::WasDestroyed:
      return !(eval_cards(scope, left(e)) & regs(scope).killed).empty();
    case ExprOp::Attacking:
      return attacking(scope, e);
    case ExprOp::Matches: {
      const CardId card = eval_cards(scope, left(e)).first();
      return card != kNoCard && matches(scope, scope.m.program->selectors[e.b], card);
    }
    case ExprOp::InPlay: {
      for (CardId card : eval_cards(scope, left(e)))
        if (!s.in_play(card)) return 0;
      return 1;
    }
    case ExprOp::EventPlayer:
      return scope.event ? scope.event->player : scope.you;
    case ExprOp::You:
      return scope.you;
    case ExprOp::Opponent:
      return 1 - scope.you;
    case ExprOp::ActivePlayer:
      return s.active;
    case ExprOp::They:
      return regs(scope).they;
    case ExprOp::OwnerOf: {
      const CardId card = eval_cards(scope, left(e)).first();
      return card == kNoCard ? scope.you : scope.m.cards[card].owner;
    }
    case ExprOp::ControllerOf: {
      const CardId card = eval_cards(scope, left(e)).first();
      return card == kNoCard ? scope.you : s.cards[card].controller;
    }
    case ExprOp::OpponentOf:
      return 1 - a();
    case ExprOp::AnyPlayer:
    case ExprOp::OnePlayer:
      return 2;
    case ExprOp::IsStatus:
      return has_status(scope, static_cast<Status>(e.a), scope.candidate);
    case ExprOp::HasHouse:
      return (houses(scope, scope.candidate) & a()) != 0;
    case ExprOp::HasTrait:
      return has_trait(scope, scope.candidate, e.a);
    case ExprOp::HasTraitOf:
      return has_trait(scope, scope.candidate, a());
    case ExprOp::IsNamedAs:
      return definition(scope, scope.candidate).name == a();
    case ExprOp::IsGigantic:
      return definition(scope, scope.candidate).half != Half::None;
    case ExprOp::HasKeyword: {
      const KeywordMask have =
          as_in_play(scope, scope.candidate) ? s.cards[scope.candidate].keywords : definition(scope, scope.candidate).keywords;
      return have >> e.a & 1;
    }
    case ExprOp::IsNamed:
      return definition(scope, scope.candidate).name == e.a;
    case ExprOp::IsIn:
      return eval_cards(scope, left(e)).has(scope.candidate);
#define EXPR(...)
#define CARDS(name, ...) case ExprOp::name:
#include "engine/core/ops.def"
      return eval_cards(scope, id).size();
  }
  return 0;
}

}  // namespace archon
