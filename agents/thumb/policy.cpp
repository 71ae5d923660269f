#include "agents/thumb/policy.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "agents/thumb/answers.h"
#include "agents/thumb/worth.h"

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

// What the abilities of one kind of a card do, whatever the position: in which order it belongs.
struct Traits {
  bool readies;    // creatures, which should have been used before
  bool sweeps;     // all creatures, those of its own player too
  bool asks_hand;  // for cards of the own hand, which should not have been played before
};

bool sweeps_own(const Program& program, const Instr& in) {
  if (in.op != EffectOp::AddTargets || program.exprs[in.a].op != ExprOp::Select) return false;
  const Selector& selector = program.selectors[static_cast<size_t>(program.exprs[in.a].a)];
  return selector.zones & bit(Zone::Line) && selector.side != Side::Enemy;
}

bool asks_own_hand(const Program& program, const Instr& in) {
  if (in.op != EffectOp::Choose) return false;
  const Selector& selector = program.selectors[in.a];
  return selector.zones == bit(Zone::Hand) && selector.zone_player != kNone &&
         program.exprs[selector.zone_player].op == ExprOp::You;
}

Traits traits_of(const Program& program, const Definition& definition, AbilityMask kinds) {
  Traits traits{};
  if (!(definition.kinds & kinds)) return traits;
  bool of_own = false;
  for (uint16_t id : definition.abilities) {
    const Ability& ability = program.abilities[id];
    if (!(bit(ability.kind) & kinds) || ability.code == kNone) continue;
    for (size_t pc = ability.code; pc < program.code.size() && program.code[pc].op != EffectOp::End; ++pc) {
      const Instr& in = program.code[pc];
      of_own |= sweeps_own(program, in);
      traits.readies |= in.op == EffectOp::Ready;
      traits.asks_hand |= asks_own_hand(program, in);
      traits.sweeps |= of_own && wish_of(in, true) == Wish::Harm;
    }
  }
  return traits;
}

constexpr AbilityMask kActions = bit(AbilityKind::Action) | bit(AbilityKind::Omni);

// Events of this turn that some cards count.
constexpr EventMask kDeeds = bit(EventType::Play) | bit(EventType::Use) | bit(EventType::Reap) | bit(EventType::Fight) |
                             bit(EventType::Destroy) | bit(EventType::Discard);

// Every card that leaves the hand is replaced at the end of the turn, even one that is only discarded.
constexpr int kRoom = 10;
constexpr int kLeastPlay = 5;

int house_worth_of_hand(const View& view, HouseMask house) {
  int sum = 0, best = 0;
  for (CardId card : view.hand()) {
    if (!(view.houses(card) & house)) continue;
    const int worth = kRoom + std::max(kLeastPlay, play_worth(view, card));
    best = std::max(best, worth);
    sum += worth;
  }
  return view.turn() == 1 ? best : sum;  // one card in the first turn of the game
}

// What was worked out in this decision, by card.
template <class Value>
class Memo {
 public:
  template <class Work>
  Value get(CardId card, Work work) {
    if (!known_.has(card)) {
      known_.add(card);
      values_[card] = work();
    }
    return values_[card];
  }

 private:
  CardSet known_;
  std::array<Value, kMaxCards> values_;  // of those
};

// One decision: what its actions have in common, and the score of each.
class Scorer {
 public:
  Scorer(const View& view, const ActionList& legal, int fight_percent)
      : view_(view), legal_(legal), fight_percent_(fight_percent) {
    if (view.choice().kind == ChoiceKind::Target && !view.picks_defender() && !view.places_prophecy())
      purpose_ = purpose_of(view, view.choice());
    const ChoiceKind kind = view.choice().kind;
    if (kind == ChoiceKind::Main) {
      find_order();
      unlocked_ = find_locked();
    }
    if (kind == ChoiceKind::Main || kind == ChoiceKind::House || kind == ChoiceKind::Ability) foes_ = find_foes();
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
      const int fight = best_fight(creature);
      score += card.has(kStunned) ? 3 : std::max(worth_of_reap(creature), fight);
    }
    for (CardId artifact : view_.artifacts(view_.player())) {
      if (!(view_.houses(artifact) & house) || view_.card(artifact).has(kExhausted)) continue;
      score += std::max(0, ability_worth(view_, artifact, AbilityKind::Action));
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
        const bool playable = playable_.has(action.card()) || has_keyword(definition, Keyword::Alpha);
        const bool kept = (playable && worth_of_play(action.card()) >= 0) || definition.half != Half::None;
        const int scrap = ability_worth(view_, action.card(), AbilityKind::Scrap);
        if (scrap > 0 && (!kept || scrap > worth_of_play(action.card()))) return kPlayTier + scrap;
        if (unlocked_ > 0 && unlocked_ > worth_of_play(action.card())) return kPlayTier + 900 - worth_of_play(action.card());
        return kept ? kUnwantedTier : kDiscardTier - worth_of_play(action.card());
      }
      default:
        return score_use(action);
    }
  }

  // What goes under a prophecy is lost for its owner, who draws another card instead.
  int fate_score(CardId card) const { return fate_worth(view_, card) - std::max(0, worth_of_play(card)) / 2; }

  // After the cards that can be played: with what is left in the hand.
  int score_activation() const {
    int best = kUnwantedTier;
    for (CardId card : view_.hand()) best = std::max(best, fate_score(card));
    return best > 0 ? kLateTier - 900 + best : kUnwantedTier + best;
  }

  int score_play(CardId card) const {
    const Definition& definition = view_.definition(card);
    const int worth = worth_of_play(card);
    if (worth < 0) return kUnwantedTier + worth;
    if (has_keyword(definition, Keyword::Omega)) return score_omega(definition, worth);
    if (has_keyword(definition, Keyword::Alpha)) return kPlayTier + 500 + worth;
    const Traits traits = play_traits(card);
    if (traits.readies || traits.sweeps || definition.history & kDeeds) return kLateTier + worth;
    if (plays_wait_) return kLateTier - 500 + worth;
    return kPlayTier + (definition.type == CardType::Action ? 200 : 0) + worth;
  }

  // Instead of a turn, with alpha too.
  static int score_omega(const Definition& definition, int worth) {
    if (!has_keyword(definition, Keyword::Alpha)) return kLateTier - 700 + worth;
    return worth >= 4 * kAember ? kPlayTier + 500 + worth : kUnwantedTier;
  }

  // Cards are played after what would destroy them, or wants to find them in the hand.
  void find_order() {
    for (const Action action : legal_) {
      const CardId card = action.card();
      if (action.verb() == Verb::Play) {
        playable_.add(card);
        if (view_.definition(card).type == CardType::Action && play_traits(card).sweeps && worth_of_play(card) >= 0)
          plays_wait_ = true;
      } else if (action.verb() == Verb::Action) {
        const Traits traits = traits_of(program_of(view_), view_.definition(card), kActions);
        if (traits.asks_hand && traits.readies) plays_wait_ = true;
      }
    }
  }

  // What a creature could do that may not be used before a card was discarded.
  int find_locked() const {
    int best = 0;
    for (CardId card : view_.battleline(view_.player())) {
      const Definition& definition = view_.definition(card);
      if (!(definition.statics & bit(StaticKind::Forbid)) || !(definition.history & bit(EventType::Discard))) continue;
      const bool ready = !view_.card(card).has(kExhausted) && view_.houses(card) & view_.active_house();
      const bool locked = std::ranges::find(legal_, Action(Verb::Action, card)) == legal_.end();
      if (ready && locked) best = std::max(best, ability_worth(view_, card, AbilityKind::Action));
    }
    return best;
  }

  int score_use(Action action) const {
    const CardId card = action.card();
    switch (action.verb()) {
      case Verb::Unstun:
        return kUseTier;
      case Verb::Reap:
        return kReapTier + worth_of_reap(card);
      case Verb::Fight: {
        const int gain = best_fight(card), reap = worth_of_reap(card);
        if (gain > reap) return kUseTier + gain;
        return gain > 0 ? kReapTier : kUnwantedTier + gain;  // for creatures that cannot reap
      }
      default: {
        return score_ability(card);
      }
    }
  }

  int score_ability(CardId card) const {
    const int worth = ability_worth(view_, card, AbilityKind::Action) + ability_worth(view_, card, AbilityKind::Omni) +
                      ability_worth(view_, card, AbilityKind::UseCost);
    const Definition& definition = view_.definition(card);
    if (worth < 0) return kUnwantedTier + worth;
    if (view_.card(card).zone == Zone::Line)
      return worth > worth_of_reap(card) ? kUseTier + worth : worth > 0 ? kReapTier + worth : kUnwantedTier;
    const Traits traits = traits_of(program_of(view_), definition, kActions);
    const bool waits = traits.readies || definition.history & kDeeds;
    if (worth == 0) return waits || traits.asks_hand ? kUnwantedTier : kLateTier - 900;
    if (waits) return kLateTier + worth;
    return (traits.asks_hand ? kPlayTier + 800 : kUseTier) + worth;
  }

  // A neighbor with taunt guards those without.
  CardSet find_foes() const {
    const ZoneView line = view_.battleline(view_.opponent());
    CardSet taunts, foes;
    for (int i = 0; i < line.size(); ++i) {
      if (!(view_.card(line[i]).keywords & keyword_bit(Keyword::Taunt))) continue;
      taunts.add(line[i]);
      if (i > 0) foes.add(line[i - 1]);
      if (i + 1 < line.size()) foes.add(line[i + 1]);
    }
    const CardSet guarded = foes - taunts;
    for (CardId card : line) foes.add(card);
    return foes - guarded;
  }

  int best_fight(CardId attacker) const {
    int best = -1000;
    for (CardId foe : foes_) best = std::max(best, worth_of_fight(attacker, foe));
    return best;
  }

  int worth_of_fight(CardId attacker, CardId defender) const {
    const auto worth = [&](CardId card) { return cards_.get(card, [&] { return card_worth(view_, card); }); };
    const int survives = fights_.get(attacker, [&] { return ability_worth(view_, attacker, AbilityKind::Fight); });
    return fight_worth(view_, attacker, defender,
                       {.attacker = worth(attacker), .defender = worth(defender) * fight_percent_ / 100, .survives = survives});
  }

  int score_target(Action action) const {
    if (action.verb() == Verb::Done) return 0;
    if (view_.picks_defender()) return worth_of_fight(view_.choice().source, action.card());
    if (view_.readies_cards()) return kAember - exhausted_worth(view_, action.card());
    if (view_.places_prophecy()) return fate_score(action.card());
    if (purpose_.op == EffectOp::Reveal) return 1;  // what follows counts them
    return target_worth(view_, purpose_, action.card());
  }

  Traits play_traits(CardId card) const {
    return traits_.get(card, [&] { return traits_of(program_of(view_), view_.definition(card), bit(AbilityKind::Play)); });
  }
  int worth_of_play(CardId card) const {
    return plays_.get(card, [&] { return play_worth(view_, card); });
  }
  int worth_of_reap(CardId card) const {
    return reaps_.get(card, [&] { return reap_worth(view_, card); });
  }

  const View& view_;
  const ActionList& legal_;
  int fight_percent_;
  mutable Memo<int> plays_, reaps_, fights_, cards_;
  mutable Memo<Traits> traits_;
  Purpose purpose_;          // of a pending choice of targets
  bool plays_wait_ = false;  // in the main step; also the next one
  CardSet playable_;
  int unlocked_ = 0;  // what a discard makes possible
  CardSet foes_;      // the enemy creatures that may be fought
};

}  // namespace

void thumb_scores(const View& view, const ActionList& legal, std::span<int> scores, int fight_percent) {
  assert(std::ssize(scores) >= legal.size());
  const Scorer scorer(view, legal, fight_percent);
  for (int i = 0; i < legal.size(); ++i) scores[static_cast<size_t>(i)] = scorer.score(legal[i]);
}

int best_index(const ActionList& legal, std::span<const int> scores) {
  return static_cast<int>(std::max_element(scores.begin(), scores.begin() + legal.size()) - scores.begin());
}

void sort_by_score(std::span<int> numbers, std::span<const int> scores) {
  std::ranges::sort(numbers, [&](int a, int b) {
    const int of_a = scores[static_cast<size_t>(a)], of_b = scores[static_cast<size_t>(b)];
    return of_a != of_b ? of_a > of_b : a < b;
  });
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

std::optional<Action> action_by_lot(int percent, const ActionList& legal, SmallRng& rng) {
  if (percent <= 0 || static_cast<int>(rng.below(100)) >= percent) return std::nullopt;
  return legal[static_cast<int>(rng.below(static_cast<uint32_t>(legal.size())))];
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
