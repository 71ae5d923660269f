// Worth of abilities: agents/thumb/worth.h
#include "agents/thumb/estimate.h"

#include <algorithm>

#include "agents/thumb/rule_worth.h"
#include "agents/thumb/worth.h"

namespace archon {

Estimate::Estimate(const View& view, CardId self, int you) : view_(view), program_(program_of(view)), me_(view.player()) {
  walk_.ask.self = self;
  walk_.ask.you = static_cast<uint8_t>(you);
  for (int player = 0; player < 2; ++player) walk_.amber[player] = view.amber(player);
}

int Estimate::run_without(int pc) {
  set_did(walk_, false);
  return run(pc);
}

int Estimate::run_with(int pc, int chosen) {
  walk_.ask.regs.chosen = static_cast<int16_t>(chosen);
  walk_.ask.known |= kNeedsChosen;
  return run(pc);
}

int Estimate::follow(int pc, Walk& walk) {
  while (pc < static_cast<int>(program_.code.size()) && budget_-- > 0) {
    const Instr& in = program_.code[static_cast<size_t>(pc)];
    switch (in.op) {
      case EffectOp::End:
        return walk.worth;
      case EffectOp::May: {
        Walk declined = walk;
        set_did(declined, false);
        const int yes = follow(pc + 1, walk);
        return better(walk, yes, follow(in.a, declined));
      }
      case EffectOp::Modal:
        return best_branch(pc + 1, in.a, walk);
      case EffectOp::ChooseHouse:
        return best_house(pc, walk);
      case EffectOp::ChooseNumber:
        return best_number(pc, walk);
      default:
        if (family_of(in.op) == EffectFamily::Control) {
          pc = control(in, pc, walk);
        } else {
          effect(in, walk);
          ++pc;
        }
    }
  }
  return walk.worth;
}

// Of two outcomes the one that the player of the ability takes.
int Estimate::better(const Walk& walk, int a, int b) const { return walk.ask.you == me_ ? std::max(a, b) : std::min(a, b); }

int Estimate::best_branch(int first, int branches, const Walk& walk) {
  std::optional<int> best;
  for (int i = 0; i < branches; ++i) {
    Walk branch = walk;
    const int worth = follow(first + i, branch);
    best = best ? better(walk, *best, worth) : worth;
  }
  return best.value_or(walk.worth);
}

int Estimate::best_chosen(int pc, int chosen, const Walk& walk, std::optional<int> best) {
  Walk branch = walk;
  branch.ask.regs.chosen = static_cast<int16_t>(chosen);
  branch.ask.known |= kNeedsChosen;
  const int worth = follow(pc + 1, branch);
  return best ? better(walk, *best, worth) : worth;
}

int Estimate::best_house(int pc, const Walk& walk) {
  const Instr& in = program_.code[static_cast<size_t>(pc)];
  const int whose = in.a == kNone ? 2 : number(in.a, 2, walk);
  const Matchup& m = view_.matchup();
  const uint32_t houses = whose == 2 ? m.houses_in_game : m.deck_houses[static_cast<size_t>(whose)];
  std::optional<int> best;
  for (uint32_t rest = houses; rest; rest &= rest - 1) best = best_chosen(pc, static_cast<int>(rest & -rest), walk, best);
  return best.value_or(walk.worth);
}

int Estimate::best_number(int pc, const Walk& walk) {
  const int most = std::clamp(number(program_.code[static_cast<size_t>(pc)].a, 5, walk), 0, 12);
  std::optional<int> best;
  for (int n = 0; n <= most; ++n) best = best_chosen(pc, n, walk, best);
  return *best;
}

// What is not known holds: the instructions after it are what the card is for.
bool Estimate::holds(ExprId condition, const Walk& walk) const { return view_.value(condition, walk.ask).value_or(1) != 0; }

int Estimate::number(ExprId id, int typical, const Walk& walk) const {
  if (id == kNone) return typical;
  const Expr& expr = program_.exprs[id];
  return expr.op == ExprOp::Num ? expr.a : view_.value(id, walk.ask).value_or(typical);
}

// -1: unknown, or both.
int Estimate::player(ExprId id, const Walk& walk) const {
  if (id == kNone || program_.exprs[id].op == ExprOp::You) return walk.ask.you;
  const int who = number(id, -1, walk);
  return who == 2 ? -1 : who;
}

Slot* Estimate::slot(uint16_t index, Walk& walk) const {
  return index < walk.ask.slots.size() ? &walk.ask.slots[index] : nullptr;
}

// The instruction that comes next.
int Estimate::control(const Instr& in, int pc, Walk& walk) {
  switch (in.op) {
    case EffectOp::Jump:
      return in.a;
    case EffectOp::JumpUnless:
      return holds(in.a, walk) ? pc + 1 : in.b;
    case EffectOp::LetNum:
    case EffectOp::LoopStart:
      if (Slot* to = slot(in.a, walk)) to->number = std::min(number(in.b, 2, walk), 6);
      return pc + 1;
    case EffectOp::LoopNext: {
      Slot* rounds = slot(in.a, walk);
      return rounds && rounds->number-- > 0 ? pc + 1 : in.b;
    }
    case EffectOp::EachPlayer:
      return each_player(in, pc, walk);
    case EffectOp::EachNext:
    case EffectOp::EachHouse:  // one round stands for all
      return walk.rounds++ == 0 ? pc + 1 : in.c;
    case EffectOp::SetDid:
      set_did(walk, in.a != 0);
      return pc + 1;
    case EffectOp::SwapRoles:
      walk.ask.you = static_cast<uint8_t>(1 - walk.ask.you);
      return pc + 1;
    case EffectOp::Lasting:
      walk.worth += lasting(in, walk);
      return pc + 1;
    case EffectOp::ClearTargets:
      walk.group_count = 0;
      return pc + 1;
    case EffectOp::AddTargets:
      add_targets(in, walk);
      return pc + 1;
    default:
      return pc + 1;
  }
}

int Estimate::each_player(const Instr& in, int pc, Walk& walk) {
  Slot* round = slot(in.a, walk);
  if (!round || round->number >= 2) return in.b;
  const int active = view_.active_player();
  walk.ask.regs.they = static_cast<uint8_t>(round->number == 0 ? active : 1 - active);
  walk.ask.known |= kNeedsThey;
  ++round->number;
  return pc + 1;
}

void Estimate::set_did(Walk& walk, bool did) const {
  walk.ask.regs.did = did;
  walk.ask.known |= kNeedsDid;
}

void Estimate::set_done(Walk& walk, CardSet cards) const {
  walk.ask.regs.done = walk.ask.regs.it = cards;
  walk.ask.known |= kNeedsDone | kNeedsIt;
  set_did(walk, !cards.empty());
}

void Estimate::set_amount(Walk& walk, int amount, int wanted) const {
  walk.ask.regs.amount = static_cast<int16_t>(amount);
  walk.ask.known |= kNeedsAmount;
  set_did(walk, amount >= wanted && wanted > 0);
}

void Estimate::effect(const Instr& in, Walk& walk) {
  switch (family_of(in.op)) {
    case EffectFamily::Choice:
      return choose(in, walk);
    case EffectFamily::Players:
      return on_player(in, walk);
    default:
      if (in.op == EffectOp::MakeToken) return make_token(in, walk);
      if (in.op == EffectOp::CaptureAny || in.op == EffectOp::CaptureAmong)
        return capture(1 - walk.ask.you, number(in.a, 2, walk), walk);
      return on_targets(in, walk);
  }
}

void Estimate::change(int who, int delta, Walk& walk) const {
  const int before = walk.amber[who], after = std::max(0, before + delta);
  walk.worth += sign(who) * pool_change_worth(view_, who, before, after);
  walk.amber[who] = after;
}

void Estimate::capture(int from, int wanted, Walk& walk) const {
  const int amount = std::min(wanted, walk.amber[from]), before = walk.worth;
  change(from, -amount, walk);
  walk.worth = before + (walk.worth - before) * kCapturedPercent / 100;
  set_amount(walk, amount, wanted);
}

void Estimate::forge(int who, int cost, Walk& walk) const {
  const bool able = walk.amber[who] >= cost;
  set_did(walk, able);
  if (!able) return;
  change(who, -cost, walk);
  walk.worth += sign(who) * (view_.keys_left(who) == 1 ? kWin : kKey);
}

// As much as a creature of that power that is played.
void Estimate::make_token(const Instr& in, Walk& walk) const {
  const int who = player(in.a, walk);
  if (who < 0) return;
  const uint16_t token = view_.matchup().tokens[static_cast<size_t>(who)].definition;
  if (token != kNone) walk.worth += sign(who) * (8 + program_.definitions[token].power / 2);
}

void Estimate::on_player(const Instr& in, Walk& walk) const {
  const int who = player(in.a, walk);
  if (who < 0) return;
  switch (in.op) {
    case EffectOp::Gain:
    case EffectOp::Lose: {
      const int wanted = number(in.b, 2, walk);
      const int amount = in.op == EffectOp::Gain ? wanted : std::min(wanted, walk.amber[who]);
      change(who, in.op == EffectOp::Gain ? amount : -amount, walk);
      return set_amount(walk, amount, wanted);
    }
    case EffectOp::Steal:
    case EffectOp::Pay: {
      const int from = in.op == EffectOp::Steal ? 1 - who : who;
      const int wanted = number(in.b, 2, walk), amount = std::min(wanted, walk.amber[from]);
      change(from, -amount, walk);
      change(1 - from, amount, walk);
      return set_amount(walk, amount, wanted);
    }
    case EffectOp::Draw:
      walk.worth += kCard * sign(who) * number(in.b, 2, walk);
      return;
    case EffectOp::Refill:
      walk.worth += kCard * sign(who) * 3;
      return;
    case EffectOp::GainChains:
      walk.worth -= kChain * sign(who) * number(in.b, 2, walk);
      return;
    case EffectOp::RaiseTide:
      walk.worth += sign(who) * tide_worth(view_);
      return;
    case EffectOp::Forge:
      return forge(who, number(in.b, view_.key_cost(who), walk), walk);
    case EffectOp::Unforge:
      walk.worth -= sign(who) * kKey * std::min(view_.keys(who), number(in.b, 1, walk));
      return set_did(walk, view_.keys(who) > 0);
    case EffectOp::ExtraTurn:  // about what a turn brings
      walk.worth += sign(who) * 6 * kAember;
      return;
    default:
      return;
  }
}

int code_worth(const View& view, CardId self, int pc) { return Estimate(view, self, view.player()).run(pc); }

int code_worth(const View& view, CardId self, int pc, int chosen) {
  return Estimate(view, self, view.player()).run_with(pc, chosen);
}

int may_worth(const View& view, CardId self, int pc) {
  const int declined = program_of(view).code[static_cast<size_t>(pc)].a;
  return code_worth(view, self, pc + 1) - Estimate(view, self, view.player()).run_without(declined);
}

namespace {

int abilities_worth(const View& view, CardId card, AbilityKind kind, int you) {
  const Definition& definition = view.definition(card);
  if (!(definition.kinds & bit(kind))) return 0;
  int worth = 0;
  for (uint16_t id : definition.abilities) {
    const Ability& ability = program_of(view).abilities[id];
    if (ability.kind == kind && ability.code != kNone && !ability.granted) worth += Estimate(view, card, you).run(ability.code);
  }
  return worth;
}

}  // namespace

int ability_worth(const View& view, CardId card, AbilityKind kind) { return abilities_worth(view, card, kind, view.player()); }

int fate_worth(const View& view, CardId card) { return abilities_worth(view, card, AbilityKind::Fate, view.opponent()); }

// All that is printed on such creatures asks for it. A constant acts in the turns of both players.
int exhausted_worth(const View& view, CardId card) {
  const Definition& definition = view.definition(card);
  if (!(definition.keywords & keyword_bit(Keyword::Entrench))) return 0;
  int worth = 0;
  for (uint16_t id : definition.abilities) {
    const Ability& ability = program_of(view).abilities[id];
    worth += ability.code == kNone ? 2 * kAember : code_worth(view, card, ability.code);
  }
  return worth;
}

int play_worth(const View& view, CardId card) {
  const Definition& definition = view.definition(card);
  const MatchCard& printed = view.matchup().cards[card];
  int worth = ability_worth(view, card, AbilityKind::Play) + ability_worth(view, card, AbilityKind::PlayCost);
  for (int i = 0; i < printed.icon_count; ++i)
    worth += printed.icons[static_cast<size_t>(i)] == static_cast<uint8_t>(Icon::Amber) ? kAember : 4;
  switch (definition.type) {
    case CardType::Creature:
      return worth + 8 + definition.power / 2 + standing_worth(view, card, view.player());
    case CardType::Artifact:
      return worth + 8 + standing_worth(view, card, view.player());
    case CardType::Upgrade: {
      const int holder = upgrade_wish(view, definition) == Wish::Harm ? view.opponent() : view.player();
      return view.battleline(holder).size() > 0 ? worth + 7 : -1;
    }
    default:
      return worth + 2;
  }
}

}  // namespace archon
