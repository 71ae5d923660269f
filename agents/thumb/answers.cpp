#include "agents/thumb/answers.h"

#include <algorithm>

#include "agents/thumb/rule_worth.h"
#include "agents/thumb/worth.h"

namespace archon {

int mulligan_score(const View& view, Verb verb) {
  int creatures = 0;
  for (CardId card : view.hand()) creatures += view.definition(card).type == CardType::Creature;
  const bool bad = creatures == 0 && view.hand_size(view.player()) >= 5;
  return (verb == Verb::Yes) == bad;
}

namespace {
// What follows the instruction that asks, with this answer; nothing when no ability of a card asks.
std::optional<int> worth_after(const View& view, int answer) {
  const int pc = view.asking_instruction();
  const CardId source = view.choice().source;
  if (pc < 0 || source == kNoCard || !view.sees(source)) return std::nullopt;
  return code_worth(view, source, pc + 1, answer);
}
}  // namespace

int number_score(const View& view, int number) {
  return 2 * worth_after(view, number).value_or(0) + (number == view.choice().max ? 1 : 0);
}

namespace {

bool of_enemy(const Program& program, const Selector& selector) {
  const bool its_zone = selector.zone_player != kNone && program.exprs[selector.zone_player].op == ExprOp::Opponent;
  return selector.side == Side::Enemy || its_zone;
}

// Whether the rest of the ability that asks is about cards of the opponent, or its next turn.
bool concerns_enemy(const View& view) {
  const Program& program = program_of(view);
  const int asking = view.asking_instruction();
  for (size_t pc = static_cast<size_t>(asking + 1); asking >= 0 && program.code[pc].op != EffectOp::End; ++pc) {
    const Instr& in = program.code[pc];
    if (in.op == EffectOp::Lasting && static_cast<Clock>(in.b) == Clock::OpponentNextTurn) return true;
    if (in.op == EffectOp::Choose && of_enemy(program, program.selectors[in.a])) return true;
    if (in.op != EffectOp::AddTargets || program.exprs[in.a].op != ExprOp::Select) continue;
    if (of_enemy(program, program.selectors[static_cast<size_t>(program.exprs[in.a].a)])) return true;
  }
  return false;
}

int own_house_worth(const View& view, HouseMask house) {
  int worth = 0;
  for (CardId card : view.battleline(view.player())) worth += view.houses(card) & house ? kAember : 0;
  for (CardId card : view.hand()) worth += view.houses(card) & house ? kAember : 0;
  return worth;
}

}  // namespace

int house_name_score(const View& view, HouseMask house) {
  const int strength = concerns_enemy(view) ? enemy_house_worth(view, house) : own_house_worth(view, house);
  return 1000 * worth_after(view, house).value_or(0) + strength;
}

int trait_score(const View& view, int trait) {
  int creatures = 0;
  for (int player = 0; player < 2; ++player)
    for (CardId card : view.battleline(player)) {
      const auto& traits = view.definition(card).traits;
      if (std::ranges::find(traits, static_cast<uint8_t>(trait)) == std::end(traits)) continue;
      creatures += player == view.player() ? -card_worth(view, card) : card_worth(view, card);
    }
  return 1000 * (worth_after(view, trait).value_or(0) - worth_after(view, -1).value_or(0)) + creatures;
}

int card_name_score(const View& view, CardId name) {
  const Matchup& m = view.matchup();
  int score = 0;
  for (int i = 0; i < m.card_count; ++i) {
    const auto card = static_cast<CardId>(i);
    if (m.cards[card].name_group != name) continue;
    const bool gone = view.sees(card) && (bit(view.card(card).zone) & (kInPlayZones | bit(Zone::Purged))) != 0;
    if (!gone) score += (m.cards[card].owner == view.player() ? -1 : 1) * (kAember + kAember * m.printed(card).amber);
  }
  return score;
}

namespace {

int icon_worth(const View& view, Icon icon) {
  switch (icon) {
    case Icon::Amber:
      return kAember;
    case Icon::Capture:
      return view.amber(view.opponent()) > 0 ? 8 : 0;
    case Icon::Damage:
      return 4;
    case Icon::Draw:
      return 6;
    case Icon::Discard:
      return -6;
    case Icon::Power:
      return 3;
  }
  return 0;
}

// 0: the icon as it is; else what replaces it.
int icon_option_score(const View& view, Icon icon, int option) {
  const Static* rule = view.icon_replacement(option);
  if (!rule) return icon_worth(view, icon);
  if (rule->limit != kAnyIcon) return icon_worth(view, static_cast<Icon>(rule->limit));
  return code_worth(view, kNoCard, program_of(view).abilities[rule->ability].code);
}

}  // namespace

// The instructions after `Modal` are jumps to them.
int option_score(const View& view, int index) {
  const Choice& choice = view.choice();
  if (const std::optional<Icon> icon = view.asks_for_icon()) return icon_option_score(view, *icon, index);
  const int pc = view.asking_instruction();
  if (pc < 0 || choice.source == kNoCard || !view.sees(choice.source)) return 0;
  const bool modal = program_of(view).code[static_cast<size_t>(pc)].op == EffectOp::Modal;
  return modal ? code_worth(view, choice.source, pc + 1 + index) : 0;
}

int may_score(const View& view, Verb verb) {
  const Choice& choice = view.choice();
  const int pc = view.asking_instruction();
  bool yes = true;
  if (pc >= 0 && choice.source != kNoCard && view.sees(choice.source)) {
    const Instr& in = program_of(view).code[static_cast<size_t>(pc)];
    if (in.op == EffectOp::May) yes = may_worth(view, choice.source, pc) >= 0;
  }
  return (verb == Verb::Yes) == yes;
}

}  // namespace archon
