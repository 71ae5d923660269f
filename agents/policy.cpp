#include "agents/policy.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "agents/answers.h"
#include "agents/worth.h"

namespace archon {
namespace {

// Tiers of the main step, see policy.h. The end of the turn stands at 0.
constexpr int kPlayTier = 4000;
constexpr int kUseTier = 3000;
constexpr int kReapTier = 2500;
constexpr int kLateTier = 2000;
constexpr int kDiscardTier = 1000;
constexpr int kUnwantedTier = -1000;

bool has_keyword(const Definition& definition, Keyword keyword) { return definition.keywords & keyword_bit(keyword); }

// Cards that ready creatures are of most use after these were used.
bool readies(const View& view, const Definition& definition) {
  const Program& program = program_of(view);
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

bool can_be_played(const ActionList& legal, CardId card) {
  return std::find(legal.begin(), legal.end(), Action(Verb::Play, card)) != legal.end();
}

// Against the creatures that may be fought: a neighbor with taunt guards those without.
int best_fight(const View& view, CardId attacker, int fight_percent) {
  const ZoneView line = view.battleline(view.opponent());
  const auto taunts = [&](int i) {
    return i >= 0 && i < line.size() && (view.card(line[i]).keywords & keyword_bit(Keyword::Taunt));
  };
  int best = -1000;
  for (int i = 0; i < line.size(); ++i) {
    if (!taunts(i) && (taunts(i - 1) || taunts(i + 1))) continue;
    best = std::max(best, fight_worth(view, attacker, line[i], fight_percent));
  }
  return best;
}

// One decision: what its actions have in common, and the score of each.
class Scorer {
 public:
  Scorer(const View& view, const ActionList& legal, const PolicyOptions& options)
      : view_(view), legal_(legal), options_(options) {
    if (view.choice().kind == ChoiceKind::Target && !view.picks_defender() && !view.places_prophecy())
      purpose_ = purpose_of(view, view.choice());
  }

  int score(Action action) const {
    switch (view_.choice().kind) {
      case ChoiceKind::Mulligan:
        return mulligan_score(view_, action.verb());
      case ChoiceKind::Archives:
        return action.verb() == Verb::Yes;
      case ChoiceKind::House:
        return score_house(static_cast<HouseMask>(1u << action.index()));
      case ChoiceKind::HouseName:
        return house_name_score(view_, static_cast<HouseMask>(1u << action.index()));
      case ChoiceKind::Main:
        return score_main(action);
      case ChoiceKind::Target:
        return score_target(action);
      case ChoiceKind::YesNo:
        return may_score(view_, action.verb());
      case ChoiceKind::Number:
        return number_score(view_, action.index());
      case ChoiceKind::Trait:
        return action.verb() == Verb::Done ? 0 : trait_score(view_, action.index());
      case ChoiceKind::CardName:
        return action.verb() == Verb::Done ? 0 : card_name_score(view_, action.card());
      case ChoiceKind::Option:
        return option_score(view_, action.index());
      case ChoiceKind::Ability:
        return score_use(action);
      default:
        return 0;
    }
  }

 private:
  int score_house(HouseMask house) const {
    int score = house_worth_of_hand(view_, house);
    for (CardId creature : view_.battleline(view_.player())) {
      const Card& card = view_.card(creature);
      if (!(view_.houses(creature) & house) || card.has(kExhausted)) continue;
      const int fight = best_fight(view_, creature, options_.fight_percent);
      score += card.has(kStunned) ? 3 : std::max(reap_worth(view_, creature), fight);
    }
    for (CardId artifact : view_.artifacts(view_.player())) {
      if (!(view_.houses(artifact) & house) || view_.card(artifact).has(kExhausted)) continue;
      score += std::max(0, ability_worth(view_, view_.definition(artifact), AbilityKind::Action));
    }
    return score;
  }

  int score_main(Action action) const {
    switch (action.verb()) {
      case Verb::EndTurn:
        return 0;
      case Verb::Play:
        return score_play(action.card());
      case Verb::RaiseTide: {
        const int gain = tide_worth(view_) - 3 * kChain;
        return gain > 0 ? kPlayTier + 900 + gain : kUnwantedTier + gain;  // before what profits from it
      }
      case Verb::Activate:
        return score_activation();
      case Verb::Discard: {
        const Definition& definition = view_.definition(action.card());
        const bool kept =
            can_be_played(legal_, action.card()) || has_keyword(definition, Keyword::Alpha) || definition.half != Half::None;
        const int scrap = ability_worth(view_, definition, AbilityKind::Scrap);
        if (scrap > 0 && (!kept || scrap > play_worth(view_, action.card()))) return kPlayTier + scrap;
        return kept ? kUnwantedTier : kDiscardTier - play_worth(view_, action.card());
      }
      default:
        return score_use(action);
    }
  }

  // What goes under a prophecy is lost for its owner, who draws another card instead.
  int fate_score(CardId card) const {
    return fate_worth(view_, view_.definition(card)) - std::max(0, play_worth(view_, card)) / 2;
  }

  // After the cards that can be played: with what is left in the hand.
  int score_activation() const {
    int best = kUnwantedTier;
    for (CardId card : view_.hand()) best = std::max(best, fate_score(card));
    return best > 0 ? kLateTier - 900 + best : kUnwantedTier + best;
  }

  int score_play(CardId card) const {
    const Definition& definition = view_.definition(card);
    const int worth = play_worth(view_, card);
    if (worth < 0) return kUnwantedTier + worth;
    if (has_keyword(definition, Keyword::Omega)) return kLateTier - 500 + worth;
    if (readies(view_, definition)) return kLateTier + worth;
    if (has_keyword(definition, Keyword::Alpha)) return kPlayTier + 500 + worth;
    return kPlayTier + (definition.type == CardType::Action ? 200 : 0) + worth;
  }

  int score_use(Action action) const {
    const CardId card = action.card();
    switch (action.verb()) {
      case Verb::Unstun:
        return kUseTier;
      case Verb::Reap:
        return kReapTier + reap_worth(view_, card);
      case Verb::Fight: {
        const int gain = best_fight(view_, card, options_.fight_percent), reap = reap_worth(view_, card);
        if (gain > reap) return kUseTier + gain;
        return gain > 0 ? kReapTier : kUnwantedTier + gain;  // for creatures that cannot reap
      }
      default: {
        const Definition& definition = view_.definition(card);
        const int worth =
            ability_worth(view_, definition, AbilityKind::Action) + ability_worth(view_, definition, AbilityKind::Omni);
        const bool creature = view_.card(card).zone == Zone::Line;
        if (!creature) return worth >= 0 ? kUseTier + worth : kUnwantedTier + worth;
        return worth > reap_worth(view_, card) ? kUseTier + worth : worth > 0 ? kReapTier + worth : kUnwantedTier;
      }
    }
  }

  int score_target(Action action) const {
    if (action.verb() == Verb::Done) return 0;
    if (view_.picks_defender()) return fight_worth(view_, view_.choice().source, action.card(), options_.fight_percent);
    if (view_.readies_cards()) return kAember - exhausted_worth(view_, action.card());
    if (view_.places_prophecy()) return fate_score(action.card());
    return target_worth(view_, purpose_, action.card());
  }

  const View& view_;
  const ActionList& legal_;
  const PolicyOptions& options_;
  Purpose purpose_;  // of a pending choice of targets
};

}  // namespace

void action_scores(const View& view, const ActionList& legal, std::span<int> scores, const PolicyOptions& options) {
  assert(std::ssize(scores) >= legal.size());
  const Scorer scorer(view, legal, options);
  for (int i = 0; i < legal.size(); ++i) scores[static_cast<size_t>(i)] = scorer.score(legal[i]);
}

int best_index(const ActionList& legal, std::span<const int> scores) {
  return static_cast<int>(std::max_element(scores.begin(), scores.begin() + legal.size()) - scores.begin());
}

Action best_action(const ActionList& legal, std::span<const int> scores, SmallRng& rng) {
  uint32_t ties = 0;
  int best = 0;
  for (int i = 0; i < legal.size(); ++i) {
    const int score = scores[static_cast<size_t>(i)], best_score = scores[static_cast<size_t>(best)];
    if (ties > 0 && score < best_score) continue;
    if (score > best_score) ties = 0;
    if (rng.below(++ties) == 0) best = i;
  }
  return legal[best];
}

void prior(std::span<const int> scores, std::span<float> probabilities) {
  assert(scores.size() == probabilities.size());
  if (scores.empty()) return;
  const int best = *std::max_element(scores.begin(), scores.end());
  float sum = 0;
  for (size_t i = 0; i < scores.size(); ++i) {
    probabilities[i] = std::exp(-static_cast<float>(std::min(best - scores[i], kPriorCap)) / kPriorScale);
    sum += probabilities[i];
  }
  for (float& each : probabilities) each /= sum;
}

}  // namespace archon
