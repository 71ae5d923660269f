#include "agents/thumb/rule_worth.h"

#include <algorithm>

#include "agents/thumb/worth.h"

namespace archon {

int enemy_house_worth(const View& view, HouseMask houses) {
  const int enemy = view.opponent();
  int worth = view.matchup().deck_houses[static_cast<size_t>(enemy)] & houses ? 2 * kAember : 0;
  for (CardId card : view.battleline(enemy)) worth += view.houses(card) & houses ? kAember : 0;
  for (CardId card : view.artifacts(enemy)) worth += view.houses(card) & houses ? kAember / 3 : 0;
  return worth;
}

namespace {

bool can_forge(const View& view, int player) { return view.amber(player) >= view.key_cost(player); }

// What it costs a player not to do something.
int freedom(const View& view, const EventPattern& pattern, int player) {
  switch (pattern.type) {
    case EventType::Play:
      return 14;
    case EventType::Use:
      return 12;
    case EventType::Reap:
      return 10;
    case EventType::Forge:
      return can_forge(view, player) ? 30 : 6;
    case EventType::Fight:
    case EventType::Steal:
    case EventType::Capture:
      return 4;
    default:
      return 3;
  }
}

int house_rule(const View& view, const Static& rule, const EventPattern& pattern, int player, const Inquiry& ask) {
  const std::optional<int> house = view.value(pattern.value, ask);
  if (player == view.player()) return -kAember;
  if (!house) return kAember;
  const int strength = enemy_house_worth(view, static_cast<HouseMask>(*house));
  const bool has = view.matchup().deck_houses[static_cast<size_t>(player)] & *house;
  if (rule.kind == StaticKind::Forbid) return strength / 2;
  return has ? std::max(1, 3 * kAember - strength / 2) : 0;
}

// Of rules about what players do; `kNone` as the player: both, which is even.
int event_rule(const View& view, const Static& rule, const Inquiry& ask) {
  const EventPattern& pattern = program_of(view).patterns[rule.pattern];
  const std::optional<int> player = view.value(pattern.player, ask);
  if (!player || *player > 1) return 0;
  if (pattern.type == EventType::ChooseHouse) return house_rule(view, rule, pattern, *player, ask);
  const int worth = freedom(view, pattern, *player) / (rule.kind == StaticKind::Forbid ? 1 : 2);
  return *player == view.player() ? -worth : worth;
}

int skip_rule(const View& view, const Static& rule, int player) {
  switch (static_cast<Step>(rule.what)) {
    case Step::Forge:
      return can_forge(view, player) ? 30 : 5;
    case Step::Draw:
      return 14;
    case Step::Ready:
      return 10;
    default:
      return 2;
  }
}

// Of `more` aember for a key.
int key_cost_rule(const View& view, int player, int more) {
  const int cost = view.key_cost(player), amber = view.amber(player);
  const bool stops = amber >= cost && amber < cost + more;
  return 2 * more + (stops ? pool_change_worth(view, player, 0, amber) - kAember * amber : 0);
}

// Keys are forged, and steps skipped, in one's own turn.
bool has_turn(const View& view, Clock clock, int player, int you) {
  switch (clock) {
    case Clock::ThisTurn:
      return player == view.active_player();
    case Clock::OpponentNextTurn:
      return player != you;
    case Clock::YourNextTurn:
      return player == you;
    default:
      return true;
  }
}

// Of dearer keys and skipped steps: of one player, or of both.
int turn_rule(const View& view, const Static& rule, const Inquiry& ask, Clock clock) {
  const std::optional<int> whose = rule.cards == kNone ? 2 : view.value(rule.cards, ask);
  int worth = 0;
  for (int player = 0; whose && player < 2; ++player) {
    if ((*whose < 2 && *whose != player) || !has_turn(view, clock, player, ask.you)) continue;
    const int cost = rule.kind == StaticKind::Skip ? skip_rule(view, rule, player)
                                                   : key_cost_rule(view, player, view.value(rule.value, ask).value_or(1));
    worth += player == view.player() ? -cost : cost;
  }
  return worth;
}

}  // namespace

int rule_worth(const View& view, const Static& rule, const Inquiry& ask, Clock clock) {
  switch (rule.kind) {
    case StaticKind::Forbid:
    case StaticKind::Require:
    case StaticKind::Limit:
    case StaticKind::Tax:
      return rule.pattern == kNone ? 0 : event_rule(view, rule, ask);
    case StaticKind::Skip:
    case StaticKind::KeyCost:
      return turn_rule(view, rule, ask, clock);
    default:
      return 0;
  }
}

int standing_worth(const View& view, CardId card, int controller) {
  const Definition& definition = view.definition(card);
  if (!(definition.statics & kPlayerRules)) return 0;
  const Program& program = program_of(view);
  int worth = 0;
  for (uint16_t id : definition.abilities) {
    const Ability& ability = program.abilities[id];
    if (ability.kind != AbilityKind::Static || ability.static_rule == kNone) continue;
    const Inquiry ask{.self = card, .you = static_cast<uint8_t>(controller)};
    worth += rule_worth(view, program.statics[ability.static_rule], ask, Clock::Always);
  }
  return worth;
}

}  // namespace archon
