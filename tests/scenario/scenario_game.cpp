#include "tests/scenario/scenario_game.h"

#include "engine/facts/facts.h"
#include "engine/notation.h"
#include "tests/scenario/scenario_words.h"

namespace scenario {

using namespace archon;

Game::Game(PositionGame start) : game_(std::move(start)) {
  names_.resize(static_cast<size_t>(game_.matchup.card_count));
  const auto copy_number = [](const std::string& ref) { return ref.find('#') != std::string::npos; };
  for (const auto& [ref, card] : game_.refs) {
    std::string& name = names_[card];
    if (name.empty() || copy_number(name)) name = ref;  // a name of its own is better than a number
  }
}

CardSet Game::cards(const std::string& word) const {
  if (const auto found = game_.refs.find(word); found != game_.refs.end()) return CardSet::of(found->second);
  CardSet set;
  const std::string prefix = word + "#";
  for (auto at = game_.refs.lower_bound(prefix); at != game_.refs.end() && at->first.starts_with(prefix); ++at)
    set.add(at->second);
  return set;
}

std::vector<std::string> Game::card_words() const {
  std::vector<std::string> words;
  for (const auto& [ref, card] : game_.refs) words.push_back(ref);
  return words;
}

std::string Game::names(const ZoneView& zone) const {
  std::string text;
  for (CardId card : zone) text += (text.empty() ? "" : " ") + name(card);
  return text.empty() ? "none" : text;
}

std::string Game::names(CardSet cards) const {
  std::string text;
  for (CardId card : cards) text += (text.empty() ? "" : " ") + name(card);
  return text.empty() ? "none" : text;
}

namespace {
std::string houses(uint16_t mask) {
  std::string text;
  for (int i = 0; i < kHouses; ++i)
    if (mask >> i & 1) text += (text.empty() ? "" : ", ") + std::string(house_name(static_cast<House>(i)));
  return text;
}
}  // namespace

std::string Game::describe(Action action) const {
  const std::string verb(verb_word(action.verb()));
  switch (action.verb()) {
    case Verb::House:
      return "house " + std::string(house_name(static_cast<House>(action.index())));
    case Verb::Activate:
      return verb + " " +
             facts_of(matchup(),
                      action.index() ? matchup().cards[action.card()].reverse : matchup().cards[action.card()].definition)
                 .id;
    case Verb::Option:
      return "option " + std::to_string(action.index() + 1);
    case Verb::Center:
      return "position " + std::to_string(action.index());
    case Verb::Target:
      return name(action.card());
    case Verb::Play:
    case Verb::Reap:
    case Verb::Fight:
    case Verb::Action:
    case Verb::Unstun:
    case Verb::Discard:
      return verb + " " + name(action.card());
    default:
      return verb;
  }
}

std::string Game::describe_choice() const {
  const Choice& choice = state().choice;
  std::string text = std::string(choice.player == 0 ? "A" : "B") + " is asked: " + std::string(choice_word(choice.kind));
  if (choice.source != kNoCard && choice.source < matchup().card_count) text += " (" + name(choice.source) + ")";
  switch (choice.kind) {
    case ChoiceKind::House:
    case ChoiceKind::HouseName:
      return text + " among " + houses(choice.mask);
    case ChoiceKind::Target:
      return text + " among " + names(choice.candidates);
    case ChoiceKind::Order: {
      text += " of";
      for (const OrderOption& option : order_options(matchup(), state()))
        text += " " + (option.keyword.empty() ? name(option.card) : std::string(option.keyword)) +
                (option.source != kNoCard ? "/" + name(option.source) : "");
      return text;
    }
    default:
      return text;
  }
}

}  // namespace scenario
