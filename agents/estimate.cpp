// Worth of abilities: agents/worth.h
#include <algorithm>

#include "agents/worth.h"

namespace archon {
namespace {

// +1: the expression names the player of the ability, -1 the opponent, 0 both or unknown.
int side_of(const Program& program, ExprId id) {
  if (id == kNone || id >= program.exprs.size()) return 1;
  switch (program.exprs[id].op) {
    case ExprOp::You:
      return 1;
    case ExprOp::Opponent:
      return -1;
    default:
      return 0;
  }
}

// Aember that the opponent loses counts more when a key is about to be forged with it.
int enemy_amber_worth(const View& view, int amount) {
  const int enemy = view.opponent();
  const int each = view.amber(enemy) >= view.key_cost(enemy) ? kAember * 3 / 2 : kAember;
  return std::min(amount, view.amber(enemy)) * each;
}

// Adds up what a run of instructions does, without carrying it out.
class Estimate {
 public:
  // `you`: 1 the player who looks resolves it, -1 the opponent does. The worth is for the one who looks.
  Estimate(const View& view, int you) : view_(view), program_(program_of(view)), you_(you) {}

  int worth = 0;

  void add(const Instr& in) {
    switch (in.op) {
      case EffectOp::ClearTargets:
        selector_ = nullptr;
        return;
      case EffectOp::Choose:
        selector_ = &program_.selectors[in.a];
        return;
      case EffectOp::AddTargets:
        select(in.a);
        return;
      case EffectOp::Gain:
        return gain(in, 1);
      case EffectOp::Lose:
        return gain(in, -1);
      case EffectOp::Steal:
        return steal(in);
      case EffectOp::Pay:
        worth += side(in.a) < 0 ? 15 : -15;
        return;
      case EffectOp::Draw:
        worth += 6 * side(in.a) * literal(program_, in.b, 2);
        return;
      case EffectOp::Refill:
        worth += 6 * side(in.a) * 3;
        return;
      case EffectOp::CaptureAny:
      case EffectOp::CaptureAmong:
        return capture(literal(program_, in.a, 2));
      case EffectOp::RaiseTide:
        worth += side(in.a) * tide_worth(view_);
        return;
      case EffectOp::MakeToken:
        return make_token(in);
      case EffectOp::GainChains:
        worth -= kChain * side(in.a) * literal(program_, in.b, 2);
        return;
      case EffectOp::ExtraTurn:  // about what a turn brings
        worth += you_ * 6 * kAember;
        return;
      case EffectOp::Forge:
        worth += 50 * side(in.a);
        return;
      case EffectOp::Unforge:
        worth -= view_.keys(view_.opponent()) > 0 ? 100 * side(in.a) : 0;
        return;
      default:
        return on_targets(in);
    }
  }

 private:
  int side(ExprId player) const { return you_ * side_of(program_, player); }

  void select(ExprId id) {
    const Expr& expr = program_.exprs[id];
    if (expr.op == ExprOp::Select)
      selector_ = &program_.selectors[static_cast<size_t>(expr.a)];
    else
      selector_ = nullptr;
  }

  // As much as a creature of that power that is played.
  void make_token(const Instr& in) {
    const int whose = side(in.a);
    const int maker = whose < 0 ? view_.opponent() : view_.player();
    const uint16_t token = view_.matchup().tokens[static_cast<size_t>(maker)].definition;
    if (token != kNone) worth += whose * (8 + program_.definitions[token].power / 2);
  }

  void gain(const Instr& in, int sign) {
    const int amount = literal(program_, in.b, 2);
    const int whose = side(in.a);
    if (whose < 0 && sign < 0)
      worth += enemy_amber_worth(view_, amount);
    else
      worth += whose * sign * kAember * amount;
  }

  // What the opponent steals counts only when the opponent resolves the ability.
  void steal(const Instr& in) {
    const int amount = literal(program_, in.b, 2);
    if (side(in.a) >= 0)
      worth += 2 * enemy_amber_worth(view_, amount);
    else if (you_ < 0)
      worth -= 2 * kAember * std::min(amount, view_.amber(view_.player()));
  }

  void capture(int amount) {
    if (you_ > 0)
      worth += enemy_amber_worth(view_, amount) * 4 / 5;
    else
      worth -= kAember * std::min(amount, view_.amber(view_.player())) * 4 / 5;
  }

  void on_targets(const Instr& in) {
    if (!selector_) return;
    const bool in_play = !selector_->zones || selector_->zones & kInPlayZones;
    const Purpose purpose{wish_of(in, in_play), in.op, literal(program_, in.a, 2)};
    if (purpose.wish == Wish::None) return;
    if (in.op == EffectOp::Capture) {
      capture(literal(program_, in.a, 1));
    } else if (!in_play) {
      worth += you_ * 4;
    } else {
      worth += selector_->quant == Quant::Each || selector_->quant == Quant::Random ? on_all(purpose) : on_best(purpose);
    }
  }

  bool included(CardId card) const {
    if (selector_->side == Side::Any) return true;
    return view_.controls(card) == ((selector_->side == Side::Friendly) == (you_ > 0));
  }

  template <class Visit>
  void for_each_included(Visit visit) const {
    for (int player = 0; player < 2; ++player) {
      for (CardId card : view_.battleline(player))
        if (included(card)) visit(card);
      if (selector_->zones && !(selector_->zones & bit(Zone::Artifacts))) continue;
      for (CardId card : view_.artifacts(player))
        if (selector_->types & 1 << static_cast<int>(CardType::Artifact) && included(card)) visit(card);
    }
  }

  // With a condition that was not looked at, half of the cards count.
  int on_all(const Purpose& purpose) const {
    int sum = 0;
    for_each_included([&](CardId card) { sum += target_worth(view_, purpose, card); });
    return selector_->filter == kNone && selector_->quant == Quant::Each ? sum : sum / 2;
  }

  int on_best(const Purpose& purpose) const {
    int best = 0;
    bool any = false;
    for_each_included([&](CardId card) {
      const int each = target_worth(view_, purpose, card);
      if (!any || you_ * each > you_ * best) best = each;
      any = true;
    });
    return best;
  }

  const View& view_;
  const Program& program_;
  const int you_;
  const Selector* selector_ = nullptr;
};

int run_worth(const View& view, int pc, int you) {
  const Program& program = program_of(view);
  Estimate estimate(view, you);
  const int size = static_cast<int>(program.code.size());
  for (int i = pc; i < size && i < pc + kMaxScan; ++i) {
    if (program.code[static_cast<size_t>(i)].op == EffectOp::End) break;
    estimate.add(program.code[static_cast<size_t>(i)]);
  }
  return estimate.worth;
}

int abilities_worth(const View& view, const Definition& definition, AbilityKind kind, int you) {
  if (!(definition.kinds & bit(kind))) return 0;
  const Program& program = program_of(view);
  int worth = 0;
  for (uint16_t id : definition.abilities) {
    const Ability& ability = program.abilities[id];
    if (ability.kind == kind && ability.code != kNone) worth += run_worth(view, ability.code, you);
  }
  return worth;
}

}  // namespace

int code_worth(const View& view, int pc) { return run_worth(view, pc, 1); }

int ability_worth(const View& view, const Definition& definition, AbilityKind kind) {
  return abilities_worth(view, definition, kind, 1);
}

int fate_worth(const View& view, const Definition& definition) {
  return abilities_worth(view, definition, AbilityKind::Fate, -1);
}

// All that is printed on such creatures asks for it. A constant acts in the turns of both players.
int exhausted_worth(const View& view, CardId card) {
  const Definition& definition = view.definition(card);
  if (!(definition.keywords & keyword_bit(Keyword::Entrench))) return 0;
  int worth = 0;
  for (uint16_t id : definition.abilities) {
    const Ability& ability = program_of(view).abilities[id];
    worth += ability.code == kNone ? 2 * kAember : code_worth(view, ability.code);
  }
  return worth;
}

int play_worth(const View& view, CardId card) {
  const Definition& definition = view.definition(card);
  const MatchCard& printed = view.matchup().cards[card];
  int worth = ability_worth(view, definition, AbilityKind::Play);
  for (int i = 0; i < printed.icon_count; ++i)
    worth += printed.icons[static_cast<size_t>(i)] == static_cast<uint8_t>(Icon::Amber) ? kAember : 4;
  switch (definition.type) {
    case CardType::Creature:
      return worth + 8 + definition.power / 2;
    case CardType::Artifact:
      return worth + 8;
    case CardType::Upgrade: {
      const int holder = upgrade_wish(view, definition) == Wish::Harm ? view.opponent() : view.player();
      return view.battleline(holder).size() > 0 ? worth + 7 : -1;
    }
    default:
      return worth + 2;
  }
}

}  // namespace archon
