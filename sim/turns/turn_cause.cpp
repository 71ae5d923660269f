#include "sim/turns/turn_cause.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace archon {
namespace {

constexpr std::string_view kCauseNames[] = {"the same turn",
                                            "another house",
                                            "same house, other cards played or discarded",
                                            "reap, fight, use",
                                            "targets, flanks, options",
                                            "order alone"};
constexpr std::string_view kDeedNames[] = {"played", "discarded", "used"};

// The cause that a decision of this kind is, where it differs.
TurnCause cause_of(const TurnStep& step) {
  switch (step.verb) {
    case Verb::Play:
    case Verb::Discard:
      return TurnCause::Cards;
    case Verb::Reap:
    case Verb::Fight:
    case Verb::Action:
    case Verb::Unstun:
    case Verb::Activate:
    case Verb::RaiseTide:
      return TurnCause::Uses;
    case Verb::House:
      return step.asked == ChoiceKind::House ? TurnCause::House : TurnCause::Answers;
    default:
      return TurnCause::Answers;
  }
}

// The decisions of a kind in a fixed order; of Answers all decisions, which have to be equal to the copy.
std::vector<TurnStep> sorted(std::span<const TurnStep> steps, TurnCause cause) {
  std::vector<TurnStep> chosen;
  for (TurnStep step : steps) {
    if (cause != TurnCause::Answers && cause_of(step) != cause) continue;
    if (cause == TurnCause::Cards || cause == TurnCause::Uses) {  // by which effect, and which copy: Answers
      step.asked = ChoiceKind::None;
      step.copy = kNoCard;
    }
    chosen.push_back(step);
  }
  std::ranges::sort(chosen);
  return chosen;
}

std::optional<CardDeed> deed_of(const TurnStep& step) {
  if (step.definition < 0) return std::nullopt;
  if (step.verb == Verb::Play) return CardDeed::Played;
  if (step.verb == Verb::Discard) return CardDeed::Discarded;
  return cause_of(step) == TurnCause::Uses ? std::optional(CardDeed::Used) : std::nullopt;
}

}  // namespace

TurnStep turn_step(const Matchup& m, const State& s, Action action) {
  TurnStep step{.asked = s.choice.kind, .verb = action.verb(), .index = action.index()};
  if (action.card() >= m.card_count) return step;
  step.definition = s.cards[action.card()].definition;
  if (s.in_play(action.card())) step.copy = action.card();
  return step;
}

std::string_view cause_name(TurnCause cause) { return kCauseNames[static_cast<size_t>(cause)]; }
std::string_view deed_name(CardDeed deed) { return kDeedNames[static_cast<size_t>(deed)]; }

TurnCause turn_cause(std::span<const TurnStep> a, std::span<const TurnStep> b) {
  if (std::ranges::equal(a, b)) return TurnCause::Same;
  for (const TurnCause cause : {TurnCause::House, TurnCause::Cards, TurnCause::Uses, TurnCause::Answers})
    if (sorted(a, cause) != sorted(b, cause)) return cause;
  return TurnCause::Order;
}

std::vector<CardDifference> card_differences(std::span<const TurnStep> a, std::span<const TurnStep> b) {
  std::map<std::pair<int, CardDeed>, int> more;  // how much more often by the second
  for (const TurnStep& step : a)
    if (const auto deed = deed_of(step)) --more[{step.definition, *deed}];
  for (const TurnStep& step : b)
    if (const auto deed = deed_of(step)) ++more[{step.definition, *deed}];
  std::vector<CardDifference> differences;
  for (const auto& [card, count] : more)
    if (count != 0) differences.push_back({.definition = card.first, .deed = card.second, .by = count > 0});
  return differences;
}

}  // namespace archon
