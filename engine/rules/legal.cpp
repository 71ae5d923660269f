#include "engine/rules/legal.h"

#include <bit>

#include "engine/query/cards.h"
#include "engine/rules/play.h"
#include "engine/rules/prophecy.h"
#include "engine/rules/tide.h"
#include "engine/rules/use.h"

namespace archon {
namespace {

// A card of the hand that equals an earlier one in everything the game can see is not offered again.
bool equals_earlier(const Matchup& m, const ZoneView& hand, int index) {
  const MatchCard& card = m.cards[hand[index]];
  for (int i = 0; i < index; ++i) {
    const MatchCard& other = m.cards[hand[i]];
    if (other.definition == card.definition && other.houses == card.houses && other.icon_count == card.icon_count &&
        other.icons == card.icons && other.owner == card.owner)
      return true;
  }
  return false;
}

void add_uses(const Matchup& m, const State& s, CardId card, ActionList& list) {
  const uint8_t options = main_use_options(m, s, card);
  if (options & kUseReap) list.add(Action(Verb::Reap, card));
  if (options & kUseFight) list.add(Action(Verb::Fight, card));
  if (options & kUseAction) list.add(Action(Verb::Action, card));
  if (options & kUseUnstun) list.add(Action(Verb::Unstun, card));
}

// Abilities of cards out of play that their owner may resolve at any time of the main step ("in discard: omni").
[[gnu::cold]] void add_elsewhere(const Matchup& m, const State& s, ActionList& list) {
  for (int i = 0; i < s.active_count; ++i)
    if (offered_elsewhere(m, s, s.actives[i])) list.add(Action(Verb::Action, s.actives[i].self));
}

// Both sides of each inactive prophecy.
[[gnu::cold]] void add_activations(const Matchup& m, const State& s, ActionList& list) {
  for (CardId card : zone_of(s, Zone::Inactive, s.active)) {
    list.add(Action(Verb::Activate, card));
    if (m.cards[card].reverse != kNone) list.add(Action(Verb::Activate, card, 1));
  }
}

void list_main(const Matchup& m, const State& s, ActionList& list) {
  const ZoneView hand = zone_of(s, Zone::Hand, s.active);
  for (int i = 0; i < hand.size(); ++i) {
    if (equals_earlier(m, hand, i)) continue;
    if (main_playable(m, s, hand[i])) list.add(Action(Verb::Play, hand[i]));
    if (main_discardable(m, s, hand[i])) list.add(Action(Verb::Discard, hand[i]));
  }
  for (CardId card : zone_of(s, Zone::Line, s.active)) add_uses(m, s, card, list);
  for (CardId card : zone_of(s, Zone::Artifacts, s.active)) add_uses(m, s, card, list);
  if (s.standing_mask & bit(AbilityKind::Omni)) add_elsewhere(m, s, list);
  if (m.tide && may_buy_tide(m, s)) list.add(Action(Verb::RaiseTide));
  if (may_activate(s)) add_activations(m, s, list);
  list.add(Action(Verb::EndTurn));
}

// Only picks that leave enough candidates for the rest, when they are made in increasing order.
void list_targets(const State& s, const Choice& choice, ActionList& list) {
  int later = choice.candidates.size();
  const bool ordered = choice.max <= 1 || picks_in_order(s, choice.candidates);
  const int needed = ordered ? choice.min - choice.picked : 0;
  for (CardId card : choice.candidates) {
    if (later < needed) break;
    list.add(Action(Verb::Target, card));
    --later;
  }
  if (choice.can_stop) list.add(Action(Verb::Done));
}

void list_bits(Verb verb, uint16_t mask, ActionList& list) {
  for (int i = 0; i < 16; ++i)
    if (mask >> i & 1) list.add(Action(verb, kNoCard, i));
}

void list_flanks(const Choice& choice, ActionList& list) {
  list.add(Action(Verb::Left, choice.source));
  if (choice.can_stop)
    for (int i = 1; i < choice.options; ++i) list.add(Action(Verb::Center, choice.source, i));
  if (!choice.mask) list.add(Action(Verb::Right, choice.source));
}

}  // namespace

void list_actions(const Matchup& m, const State& s, ActionList& list) {
  const Choice& choice = s.choice;
  list.count = 0;
  switch (choice.kind) {
    case ChoiceKind::Mulligan:
    case ChoiceKind::Archives:
    case ChoiceKind::YesNo:
      list.add(Action(Verb::Yes, choice.source));
      list.add(Action(Verb::No, choice.source));
      return;
    case ChoiceKind::House:
    case ChoiceKind::HouseName:
      return list_bits(Verb::House, choice.mask, list);
    case ChoiceKind::Main:
      return list_main(m, s, list);
    case ChoiceKind::Flank:
      return list_flanks(choice, list);
    case ChoiceKind::Target:
      return list_targets(s, choice, list);
    case ChoiceKind::Order:
    case ChoiceKind::Option:
      for (int i = 0; i < choice.options; ++i) list.add(Action(Verb::Option, choice.source, i));
      return;
    case ChoiceKind::Number:
      for (int i = choice.min; i <= choice.max; ++i) list.add(Action(Verb::Option, choice.source, i));
      return;
    case ChoiceKind::KeyColor:
      return list_bits(Verb::Option, choice.mask, list);
    case ChoiceKind::Trait:
      for (int trait = 0; trait < kMaxTraits; ++trait)
        if (m.has_trait(trait)) list.add(Action(Verb::Option, choice.source, trait));
      list.add(Action(Verb::Done));
      return;
    case ChoiceKind::CardName:
      for (CardId card : choice.candidates) list.add(Action(Verb::Target, card));
      list.add(Action(Verb::Done));
      return;
    case ChoiceKind::Ability:
      if (choice.mask & kUseReap) list.add(Action(Verb::Reap, choice.source));
      if (choice.mask & kUseFight) list.add(Action(Verb::Fight, choice.source));
      if (choice.mask & kUseAction) list.add(Action(Verb::Action, choice.source));
      return;
    case ChoiceKind::None:
    case ChoiceKind::Over:
      return;
  }
}

namespace {

bool anything_to_do(const Matchup& m, const State& s) {
  if (m.tide && may_buy_tide(m, s)) return true;
  if (may_activate(s)) return true;
  if (s.standing_mask & bit(AbilityKind::Omni))
    for (int i = 0; i < s.active_count; ++i)
      if (offered_elsewhere(m, s, s.actives[i])) return true;
  for (CardId card : zone_of(s, Zone::Hand, s.active))
    if (main_discardable(m, s, card) || main_playable(m, s, card)) return true;
  for (Zone zone : {Zone::Line, Zone::Artifacts})
    for (CardId card : zone_of(s, zone, s.active))
      if (!s.cards[card].has(kExhausted) && main_use_options(m, s, card)) return true;
  return false;
}

}  // namespace

bool forced_answer(const Matchup& m, const State& s, Action& answer) {
  const Choice& choice = s.choice;
  switch (choice.kind) {
    case ChoiceKind::Main:
      answer = Action(Verb::EndTurn);
      return !anything_to_do(m, s);
    case ChoiceKind::Target: {
      const int size = choice.candidates.size();
      answer = Action(Verb::Target, choice.candidates.first());
      return !choice.can_stop && size <= choice.min - choice.picked;
    }
    case ChoiceKind::House:
    case ChoiceKind::HouseName:
    case ChoiceKind::KeyColor:
      answer = Action(choice.kind == ChoiceKind::KeyColor ? Verb::Option : Verb::House, kNoCard, std::countr_zero(choice.mask));
      return std::has_single_bit(choice.mask);
    case ChoiceKind::Number:
      answer = Action(Verb::Option, choice.source, choice.min);
      return choice.min == choice.max;
    default:
      return false;
  }
}

}  // namespace archon
