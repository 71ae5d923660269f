#include "agents/greedy.h"

#include <algorithm>

namespace archon {
namespace {

// Tiers of the main step, see greedy.h. The end of the turn stands at 0.
constexpr int kPlayTier = 4000;
constexpr int kUseTier = 3000;
constexpr int kReapTier = 2500;
constexpr int kLateTier = 2000;
constexpr int kDiscardTier = 1000;
constexpr int kUnwantedTier = -1000;

bool has_keyword(const Definition& definition, Keyword keyword) { return definition.keywords & keyword_bit(keyword); }

// Cards that ready creatures are of most use after these were used.
bool readies(const View& view, const Definition& definition) {
  const Program& program = *view.matchup().program;
  for (uint16_t id : definition.abilities) {
    const Ability& ability = program.abilities[id];
    if (ability.kind != AbilityKind::Play || ability.code == kNone) continue;
    for (size_t pc = ability.code; pc < program.code.size() && program.code[pc].op != EffectOp::End; ++pc)
      if (program.code[pc].op == EffectOp::Ready) return true;
  }
  return false;
}

int house_worth_of_hand(const View& view, HouseMask house) {
  int sum = 0, best = 0;
  for (CardId card : view.hand()) {
    if (!(view.houses(card) & house)) continue;
    const int worth = std::max(3, play_worth(view, card));
    best = std::max(best, worth);
    sum += worth;
  }
  return view.turn() == 1 ? best : sum;  // one card in the first turn of the game
}

// Two players who answer each other in the same way every turn may never finish: a very long game takes some decisions by lot.
constexpr int kLongGame = 80;  // turns; games have about 20
constexpr int kLongGameEpsilon = 10;

// Another hand costs a card, so only a hand without creatures is given back.
int score_mulligan(const View& view, Verb verb) {
  int creatures = 0;
  for (CardId card : view.hand()) creatures += view.definition(card).type == CardType::Creature;
  const bool bad = creatures == 0 && view.hand_size(view.player()) >= 5;
  return (verb == Verb::Yes) == bad;
}

// "Choose a number" is asked by cards that destroy or hurt the creatures of that power.
int score_number(const View& view, int number) {
  int score = number == view.choice().max ? 1 : 0;
  for (int player = 0; player < 2; ++player)
    for (CardId card : view.battleline(player))
      if (view.card(card).power == number) score += player == view.player() ? -card_worth(view, card) : card_worth(view, card);
  return score;
}

// A house named for the opponent's next turn should be one that does nothing there; otherwise one that does much here.
int score_house_name(const View& view, HouseMask house) {
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

// The branch that a modal ability would take: the instructions after `Modal` are jumps to them.
int score_option(const View& view, int index) {
  const Choice& choice = view.choice();
  if (choice.source == kNoCard || !view.sees(choice.source)) return 0;
  const Program& program = *view.matchup().program;
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

// "You may": yes, unless what follows does harm.
int score_may(const View& view, Verb verb) {
  const Choice& choice = view.choice();
  bool yes = true;
  if (choice.source != kNoCard && view.sees(choice.source)) {
    const Program& program = *view.matchup().program;
    for (uint16_t id : view.definition(choice.source).abilities) {
      const Ability& ability = program.abilities[id];
      if (ability.code == kNone) continue;
      for (size_t pc = ability.code; pc < program.code.size() && program.code[pc].op != EffectOp::End; ++pc)
        if (program.code[pc].op == EffectOp::May) yes = code_worth(view, static_cast<int>(pc) + 1) >= 0;
    }
  }
  return (verb == Verb::Yes) == yes;
}

bool can_be_played(const ActionList& legal, CardId card) {
  return std::find(legal.begin(), legal.end(), Action(Verb::Play, card)) != legal.end();
}

}  // namespace

Action GreedyAgent::choose(const View& view, const ActionList& legal, SmallRng& rng) {
  prepare(view);
  const auto size = static_cast<uint32_t>(legal.size());
  const int epsilon = view.turn() > kLongGame ? std::max(kLongGameEpsilon, options_.epsilon_percent) : options_.epsilon_percent;
  if (epsilon > 0 && static_cast<int>(rng.below(100)) < epsilon) {
    const Action action = legal[static_cast<int>(rng.below(size))];
    remember(view, action);
    return action;
  }
  Action best = legal[0];
  int best_score = 0;
  uint32_t ties = 0;
  for (Action action : legal) {
    const int each = score(view, legal, action);
    if (ties > 0 && each < best_score) continue;
    if (ties == 0 || each > best_score) ties = 0;
    best_score = each;
    if (rng.below(++ties) == 0) best = action;
  }
  remember(view, best);
  return best;
}

// What all actions of the decision have in common.
void GreedyAgent::prepare(const View& view) {
  const Choice& choice = view.choice();
  picks_defender_ = false;
  if (choice.kind != ChoiceKind::Target) return;
  purpose_ = purpose_of(view, choice);
  const bool own_creature = choice.source != kNoCard && view.sees(choice.source) &&
                            view.card(choice.source).zone == Zone::Line && view.controls(choice.source);
  if (!own_creature || (choice.source != attacker_ && purpose_.wish != Wish::None)) return;
  picks_defender_ = true;
  for (CardId card : choice.candidates)
    if (!view.sees(card) || view.card(card).zone != Zone::Line || view.controls(card)) picks_defender_ = false;
}

void GreedyAgent::remember(const View& view, Action action) {
  const bool sends = view.choice().kind == ChoiceKind::Target && purpose_.op == EffectOp::FightWith;
  if (action.verb() == Verb::Fight || (action.verb() == Verb::Target && sends && !picks_defender_))
    attacker_ = action.card();
  else
    attacker_ = kNoCard;
}

int GreedyAgent::score(const View& view, const ActionList& legal, Action action) const {
  switch (view.choice().kind) {
    case ChoiceKind::Mulligan:
      return score_mulligan(view, action.verb());
    case ChoiceKind::Archives:
      return action.verb() == Verb::Yes;
    case ChoiceKind::House:
      return score_house(view, static_cast<HouseMask>(1u << action.index()));
    case ChoiceKind::HouseName:
      return score_house_name(view, static_cast<HouseMask>(1u << action.index()));
    case ChoiceKind::Main:
      return score_main(view, legal, action);
    case ChoiceKind::Target:
      return score_target(view, action);
    case ChoiceKind::YesNo:
      return score_may(view, action.verb());
    case ChoiceKind::Number:
      return score_number(view, action.index());
    case ChoiceKind::Option:
      return score_option(view, action.index());
    case ChoiceKind::Ability:
      return score_use(view, action);
    default:
      return 0;
  }
}

int GreedyAgent::score_house(const View& view, HouseMask house) const {
  int score = house_worth_of_hand(view, house);
  for (CardId creature : view.battleline(view.player())) {
    const Card& card = view.card(creature);
    if (!(view.houses(creature) & house) || card.has(kExhausted)) continue;
    score += card.has(kStunned) ? 3 : std::max(reap_worth(view, creature), best_fight(view, creature));
  }
  for (CardId artifact : view.artifacts(view.player())) {
    if (!(view.houses(artifact) & house) || view.card(artifact).has(kExhausted)) continue;
    score += std::max(0, ability_worth(view, view.definition(artifact), AbilityKind::Action));
  }
  return score;
}

int GreedyAgent::score_main(const View& view, const ActionList& legal, Action action) const {
  switch (action.verb()) {
    case Verb::EndTurn:
      return 0;
    case Verb::Play:
      return score_play(view, action.card());
    case Verb::Discard: {
      const Definition& definition = view.definition(action.card());
      const bool kept = can_be_played(legal, action.card()) || has_keyword(definition, Keyword::Alpha);
      return kept ? kUnwantedTier : kDiscardTier - play_worth(view, action.card());
    }
    default:
      return score_use(view, action);
  }
}

int GreedyAgent::score_play(const View& view, CardId card) const {
  const Definition& definition = view.definition(card);
  const int worth = play_worth(view, card);
  if (worth < 0) return kUnwantedTier + worth;
  if (has_keyword(definition, Keyword::Omega)) return kLateTier - 500 + worth;
  if (readies(view, definition)) return kLateTier + worth;
  if (has_keyword(definition, Keyword::Alpha)) return kPlayTier + 500 + worth;
  return kPlayTier + (definition.type == CardType::Action ? 200 : 0) + worth;
}

int GreedyAgent::score_use(const View& view, Action action) const {
  const CardId card = action.card();
  switch (action.verb()) {
    case Verb::Unstun:
      return kUseTier;
    case Verb::Reap:
      return kReapTier + reap_worth(view, card);
    case Verb::Fight: {
      const int gain = best_fight(view, card), reap = reap_worth(view, card);
      if (gain > reap) return kUseTier + gain;
      return gain > 0 ? kReapTier : kUnwantedTier + gain;  // for creatures that cannot reap
    }
    default: {
      const Definition& definition = view.definition(card);
      const int worth =
          ability_worth(view, definition, AbilityKind::Action) + ability_worth(view, definition, AbilityKind::Omni);
      const bool creature = view.card(card).zone == Zone::Line;
      if (!creature) return worth >= 0 ? kUseTier + worth : kUnwantedTier + worth;
      return worth > reap_worth(view, card) ? kUseTier + worth : worth > 0 ? kReapTier + worth : kUnwantedTier;
    }
  }
}

int GreedyAgent::score_target(const View& view, Action action) const {
  if (action.verb() == Verb::Done) return 0;
  if (picks_defender_) return fight_worth(view, view.choice().source, action.card(), options_.fight_percent);
  return target_worth(view, purpose_, action.card());
}

// Against the creatures that may be fought: a neighbor with taunt guards those without.
int GreedyAgent::best_fight(const View& view, CardId attacker) const {
  const ZoneView line = view.battleline(view.opponent());
  const auto taunts = [&](int i) {
    return i >= 0 && i < line.size() && (view.card(line[i]).keywords & keyword_bit(Keyword::Taunt));
  };
  int best = -1000;
  for (int i = 0; i < line.size(); ++i) {
    if (!taunts(i) && (taunts(i - 1) || taunts(i + 1))) continue;
    best = std::max(best, fight_worth(view, attacker, line[i], options_.fight_percent));
  }
  return best;
}

}  // namespace archon
