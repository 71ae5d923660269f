#include "engine/query/player.h"

#include <algorithm>
#include <climits>

#include "engine/core/kept.h"
#include "engine/query/cards.h"

namespace archon {

namespace {
// Sum of a kind of static over those that concern the player.
int sum_for_player(const Matchup& m, const State& s, StaticKind kind, int player) {
  int sum = 0;
  for_each_static(m, s, kind, [&](const Scope& scope, const Static& rule, int) {
    if (rule.limit) return;  // of keys of one colour
    const int whose = rule.cards == kNone ? 2 : eval(scope, rule.cards);
    if (whose == 2 || whose == player) sum += eval(scope, rule.value);
  });
  return sum;
}
}  // namespace

int color_surcharge(const Matchup& m, const State& s, int player, int color) {
  if (!m.key_colors_matter) return 0;
  int sum = 0;
  for_each_static(m, s, StaticKind::KeyCost, [&](const Scope& scope, const Static& rule, int) {
    const bool concerns = rule.limit == color + 1 && (rule.cards == kNone || eval(scope, rule.cards) == player);
    if (concerns) sum += eval(scope, rule.value);
  });
  return sum;
}

uint8_t unforged_colors(const State& s, int player) {
  return static_cast<uint8_t>(~s.players[player].keys & ((1 << kKeyColors) - 1));
}

int least_surcharge(const Matchup& m, const State& s, int player) {
  const uint8_t colors = unforged_colors(s, player);
  if (!m.key_colors_matter || colors == 0) return 0;
  int least = INT_MAX;
  for (int color = 0; color < kKeyColors; ++color)
    if (colors >> color & 1) least = std::min(least, color_surcharge(m, s, player, color));
  return least;
}

int key_cost(const Matchup& m, const State& s, int player) {
  return std::max(0, 6 + sum_for_player(m, s, StaticKind::KeyCost, player) + least_surcharge(m, s, player));
}

namespace {
CardSet spendable(const Matchup& m, const State& s, int player, bool themselves) {
  CardSet cards;
  for_each_static(m, s, StaticKind::Spend, [&](const Scope& scope, const Static& rule, int) {
    if (rule.value == kNone && (rule.what ? 1 - scope.you : scope.you) == player && (rule.limit != 0) == themselves)
      cards |= eval_cards(scope, rule.cards);
  });
  return cards;
}
}  // namespace

CardSet spendable_cards(const Matchup& m, const State& s, int player) {
  CardSet cards = spendable(m, s, player, false);
  for (CardId card : cards)
    if (s.cards[card].amber == 0) cards.remove(card);
  return cards;
}

CardSet cards_like_amber(const Matchup& m, const State& s, int player) { return spendable(m, s, player, true); }

Loan loan_of_opponent(const Matchup& m, const State& s, int player) {
  Loan loan;
  for_each_static(m, s, StaticKind::Spend, [&](const Scope& scope, const Static& rule, int) {
    if (rule.value == kNone || scope.you != player) return;
    loan.amber += eval(scope, rule.value);
    loan.by = std::min(loan.by, scope.self);
  });
  loan.amber = std::min<int>(loan.amber, s.players[s.opponent(player)].amber);
  return loan;
}

int spendable_amber(const Matchup& m, const State& s, int player) {
  int amber = s.players[player].amber;
  if (!(s.static_mask & bit(StaticKind::Spend))) return amber;
  amber += cards_like_amber(m, s, player).size() + loan_of_opponent(m, s, player).amber;
  for (CardId card : spendable_cards(m, s, player)) amber += s.cards[card].amber;
  return amber;
}

bool pool_is_spared(const Matchup& m, const State& s, int player) {
  bool spared = false;
  for_each_static(m, s, StaticKind::Spare,
                  [&](const Scope& scope, const Static& rule, int) { spared |= eval(scope, rule.cards) == player; });
  return spared;
}

CardSet reap_sources(const Matchup& m, const State& s, int player) {
  CardSet cards;
  for_each_static(m, s, StaticKind::ReapFrom, [&](const Scope& scope, const Static& rule, int) {
    if (scope.you == player) cards |= eval_cards(scope, rule.cards);
  });
  for (CardId card : cards)
    if (s.cards[card].amber == 0) cards.remove(card);
  return cards;
}

bool skips_step(const Matchup& m, const State& s, int player, Step step) {
  bool skips = false;
  for_each_static(m, s, StaticKind::Skip, [&](const Scope& scope, const Static& rule, int) {
    if (rule.what == static_cast<uint8_t>(step)) skips |= rule.cards == kNone || eval(scope, rule.cards) == player;
  });
  return skips;
}

bool haunted(const Matchup& m, const State& s, int player) {
  bool by_card = s.count(Zone::Discard, player) >= 10;
  for_each_static(m, s, StaticKind::Haunts,
                  [&](const Scope& scope, const Static& rule, int) { by_card |= eval(scope, rule.cards) == player; });
  return by_card;
}

int refill_size(const Matchup& m, const State& s, int player) {
  return std::max(0, 6 + sum_for_player(m, s, StaticKind::Refill, player));
}

HouseMask house_choices(const Matchup& m, const State& s, int player) {
  HouseMask houses = m.deck_houses[player];
  for (Zone zone : {Zone::Line, Zone::Artifacts, Zone::Attached})
    for (CardId card : zone_of(s, zone, player)) houses = static_cast<HouseMask>(houses | s.cards[card].houses);
  HouseMask required = 0, denied = 0;
  const auto collect = [&](StaticKind kind, HouseMask& mask) {
    for_each_static(m, s, kind, [&](const Scope& scope, const Static& rule, int) {
      const EventPattern& pattern = m.program->patterns[rule.pattern];
      if (pattern.type != EventType::ChooseHouse) return;
      if (pattern.player != kNone && eval(scope, pattern.player) != player) return;
      Scope chooser = scope;
      Registers regs = scope.regs ? *scope.regs : Registers{};
      regs.they = static_cast<uint8_t>(player);
      chooser.regs = &regs;
      mask = static_cast<HouseMask>(mask | eval(chooser, pattern.value));
    });
  };
  collect(StaticKind::Require, required);
  collect(StaticKind::Forbid, denied);
  required = static_cast<HouseMask>(required & houses);  // an order to choose another house is ignored
  if (m.rules.cannot_beats_must) {
    houses = static_cast<HouseMask>(houses & ~denied);
    required = static_cast<HouseMask>(required & houses);
    return required ? required : houses;
  }
  return static_cast<HouseMask>((required ? required : houses) & ~denied);
}

bool forbidden(const Matchup& m, const State& s, const Event& event) {
  bool found = false;
  const auto wanted = [&](const Static& rule) {
    return !found && !(rule.what & event.flags) && m.program->patterns[rule.pattern].type == event.type;
  };
  for_each_static(m, s, StaticKind::Forbid, wanted, [&](const Scope& scope, const Static& rule, int) {
    found = fits(scope, m.program->patterns[rule.pattern], event);
  });
  return found;
}

namespace {
// A copy is of the same type as the card that copies.
CardType type_played(const Matchup& m, const Event& play) {
  return play.flags & kAsUpgrade ? CardType::Upgrade : m.printed(play.card).type;
}
}  // namespace

bool limit_reached(const Matchup& m, const State& s, const Event& event) {
  bool reached = false;
  const auto wanted = [&](const Static& rule) { return !reached && m.program->patterns[rule.pattern].type == event.type; };
  for_each_static(m, s, StaticKind::Limit, wanted, [&](const Scope& scope, const Static& rule, int) {
    const EventPattern& pattern = m.program->patterns[rule.pattern];
    if (!fits(scope, pattern, event)) return;
    int count = 0;
    for (int i = s.log_turn_start; i < s.log_count; ++i) {
      const Event earlier = s.log[i].event();
      const bool counts = !rule.flags || type_played(m, earlier) == type_played(m, event);
      count += counts && fits(scope, pattern, earlier);
    }
    reached = count >= eval(scope, rule.value);
  });
  return reached;
}

namespace {
bool permitted_before(const State& s, const Active& active, const Static& rule, CardId card) {
  if (rule.what == kAllowPlay || !is_lasting(active.source) || !s.in_play(card)) return false;
  const uint8_t kept = s.lasting[active.source - kLastingBase].second;
  return kept != kNotKept && s.kept[kept].has(card);
}
}  // namespace

int best_permission(const Matchup& m, const State& s, int player, AllowWhat what, CardId card) {
  int best = -1;
  bool best_limited = true;
  const auto wanted = [&](const Static& rule) { return (rule.what & what) != 0; };
  for_each_static(m, s, StaticKind::Allow, wanted, [&](const Scope& scope, const Static& rule, int index) {
    if (scope.you != player) return;
    const Active& active = s.actives[index];
    const bool limited = rule.limit > 0 && !permitted_before(s, active, rule, card);
    if (best >= 0 && limited >= best_limited) return;
    if (limited) {
      const int used =
          is_lasting(active.source) ? s.lasting[active.source - kLastingBase].uses : s.cards[active.self].uses >> 4;
      if (used >= rule.limit) return;
    }
    const bool concerned = rule.selector != kNone ? matches(scope, m.program->selectors[rule.selector], card)
                                                  : eval_cards(scope, rule.cards).has(card);
    if (!concerned) return;
    best = index;
    best_limited = limited;
  });
  return best;
}

void use_permission(const Matchup& m, State& s, int active_index, CardId card) {
  const Active& active = s.actives[active_index];
  const Static& rule = m.program->statics[m.program->abilities[active.ability].static_rule];
  if (rule.limit == 0) return;
  if (is_lasting(active.source)) {
    LastingEffect& effect = s.lasting[active.source - kLastingBase];
    if (permitted_before(s, active, rule, card)) return;
    ++effect.uses;
    if (!s.in_play(card)) return;  // "play or use" is either (rulebook 18.4, FAQ Mars Ambassador)
    if (effect.second == kNotKept) {
      effect.second = keep_cards(s, {});
      if (effect.second == kNotKept) return;
    }
    s.kept[effect.second].add(card);
  } else if (s.cards[active.self].uses < 0xF0) {
    s.cards[active.self].uses = static_cast<uint8_t>(s.cards[active.self].uses + 0x10);
  }
}

}  // namespace archon
