#include "agents/answers.h"

#include <algorithm>

#include "agents/worth.h"

namespace archon {

int mulligan_score(const View& view, Verb verb) {
  int creatures = 0;
  for (CardId card : view.hand()) creatures += view.definition(card).type == CardType::Creature;
  const bool bad = creatures == 0 && view.hand_size(view.player()) >= 5;
  return (verb == Verb::Yes) == bad;
}

int number_score(const View& view, int number) {
  int score = number == view.choice().max ? 1 : 0;
  for (int player = 0; player < 2; ++player)
    for (CardId card : view.battleline(player))
      if (view.card(card).power == number) score += player == view.player() ? -card_worth(view, card) : card_worth(view, card);
  return score;
}

int house_name_score(const View& view, HouseMask house) {
  const int me = view.player(), enemy = view.opponent();
  const bool of_enemy = view.choice().mask == view.matchup().deck_houses[static_cast<size_t>(enemy)];
  int score = 0;
  for (CardId card : view.battleline(of_enemy ? enemy : me))
    if (view.houses(card) & house) score += card_worth(view, card);
  if (of_enemy) return -score;
  for (CardId card : view.hand()) score += view.houses(card) & house ? kAember : 0;
  for (CardId card : view.discard(me)) score += view.houses(card) & house ? 2 : 0;
  return score;
}

int trait_score(const View& view, int trait) {
  int score = 0;
  for (int player = 0; player < 2; ++player)
    for (CardId card : view.battleline(player)) {
      const auto& traits = view.definition(card).traits;
      if (std::ranges::find(traits, static_cast<uint8_t>(trait)) == std::end(traits)) continue;
      score += player == view.player() ? -card_worth(view, card) : card_worth(view, card);
    }
  return score;
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
  return code_worth(view, program_of(view).abilities[rule->ability].code);
}

}  // namespace

// The instructions after `Modal` are jumps to them.
int option_score(const View& view, int index) {
  const Choice& choice = view.choice();
  if (const std::optional<Icon> icon = view.asks_for_icon()) return icon_option_score(view, *icon, index);
  if (choice.source == kNoCard || !view.sees(choice.source)) return 0;
  const Program& program = program_of(view);
  for (uint16_t id : view.definition(choice.source).abilities) {
    const Ability& ability = program.abilities[id];
    if (ability.code == kNone) continue;
    for (size_t pc = ability.code; pc < program.code.size() && program.code[pc].op != EffectOp::End; ++pc) {
      const Instr& in = program.code[pc];
      if (in.op != EffectOp::Modal || in.a != choice.options) continue;
      const Instr& jump = program.code[pc + 1 + static_cast<size_t>(index)];
      return jump.op == EffectOp::Jump ? code_worth(view, jump.a) : 0;
    }
  }
  return 0;
}

int may_score(const View& view, Verb verb) {
  const Choice& choice = view.choice();
  bool yes = true;
  if (choice.source != kNoCard && view.sees(choice.source)) {
    const Program& program = program_of(view);
    for (uint16_t id : view.definition(choice.source).abilities) {
      const Ability& ability = program.abilities[id];
      if (ability.code == kNone) continue;
      for (size_t pc = ability.code; pc < program.code.size() && program.code[pc].op != EffectOp::End; ++pc)
        if (program.code[pc].op == EffectOp::May) yes = code_worth(view, static_cast<int>(pc) + 1) >= 0;
    }
  }
  return (verb == Verb::Yes) == yes;
}

}  // namespace archon
