// In what two ways of playing a turn differ.
#include "sim/turns/turn_cause.h"

#include <catch2/catch.hpp>
#include <set>
#include <string_view>

#include "engine/engine.h"
#include "tests/agents/positions.h"

using namespace archon;
using archon::test::load;

namespace {

using Steps = std::vector<TurnStep>;

TurnStep house(int number) { return {.asked = ChoiceKind::House, .verb = Verb::House, .index = number}; }
TurnStep main_step(Verb verb, int definition, CardId copy = kNoCard) {
  return {.asked = ChoiceKind::Main, .verb = verb, .definition = definition, .copy = copy};
}
TurnStep target(int definition, CardId copy = kNoCard) {
  return {.asked = ChoiceKind::Target, .verb = Verb::Target, .definition = definition, .copy = copy};
}
TurnStep flank(Verb side) { return {.asked = ChoiceKind::Flank, .verb = side}; }

const TurnStep kPlay5 = main_step(Verb::Play, 5), kPlay6 = main_step(Verb::Play, 6), kReap7 = main_step(Verb::Reap, 7, 20);

// Of both orders of the two.
TurnCause cause(const Steps& a, const Steps& b) {
  CHECK(turn_cause(a, b) == turn_cause(b, a));
  return turn_cause(a, b);
}

}  // namespace

TEST_CASE("turns: the first cause that applies") {
  const Steps turn = {house(1), kPlay5, target(8, 30), kPlay6, flank(Verb::Left), kReap7};
  CHECK(cause(turn, turn) == TurnCause::Same);
  CHECK(cause({}, {}) == TurnCause::Same);
  CHECK(cause(turn, {house(2), kPlay5, target(8, 30), kPlay6, flank(Verb::Left), kReap7}) == TurnCause::House);
  CHECK(cause(turn, {house(2)}) == TurnCause::House);
  CHECK(cause(turn, {house(1), kPlay5, target(8, 30), kReap7}) == TurnCause::Cards);
  CHECK(cause(turn, {house(1), kPlay5, target(8, 30), main_step(Verb::Discard, 6), kReap7}) == TurnCause::Cards);
  CHECK(cause(turn, {house(1), kPlay5, target(8, 30), kPlay6, flank(Verb::Left)}) == TurnCause::Uses);
  CHECK(cause(turn, {house(1), kPlay5, target(8, 30), kPlay6, flank(Verb::Left), main_step(Verb::Fight, 7, 20),
                     target(9, 31)}) == TurnCause::Uses);
  CHECK(cause(turn, {house(1), kPlay5, target(8, 31), kPlay6, flank(Verb::Left), kReap7}) == TurnCause::Answers);
  CHECK(cause(turn, {house(1), kPlay5, target(8, 30), kPlay6, flank(Verb::Right), kReap7}) == TurnCause::Answers);
  CHECK(cause(turn, {house(1), kReap7, kPlay6, flank(Verb::Left), kPlay5, target(8, 30)}) == TurnCause::Order);
}

TEST_CASE("turns: how often counts, and the other copy of a card is another answer") {
  CHECK(cause({kPlay5, kPlay5, kPlay6}, {kPlay5, kPlay6, kPlay6}) == TurnCause::Cards);
  CHECK(cause({kReap7}, {main_step(Verb::Reap, 7, 21)}) == TurnCause::Answers);
  CHECK(cause({kPlay5}, {kPlay5, {.asked = ChoiceKind::Main, .verb = Verb::RaiseTide}}) == TurnCause::Uses);
  CHECK(cause({kPlay5}, {kPlay5, main_step(Verb::Activate, 9)}) == TurnCause::Uses);
}

TEST_CASE("turns: a house that is named by a card is an answer") {
  const auto named = [](int number) { return TurnStep{.asked = ChoiceKind::HouseName, .verb = Verb::House, .index = number}; };
  CHECK(cause({house(1), kPlay5, named(3)}, {house(1), kPlay5, named(4)}) == TurnCause::Answers);
}

TEST_CASE("turns: copies are one out of play, and two in play") {
  const PositionGame game = load(R"({"house": "dis", "players": [
    {"hand": ["fear", "fear"], "battleline": ["dust-imp", {"card": "dust-imp", "damage": 1}]}, {}]})");
  const auto step = [&](Verb verb, const char* card) {
    return turn_step(game.matchup, game.state, Action(verb, game.refs.at(card)));
  };
  CHECK(step(Verb::Play, "fear#1") == step(Verb::Play, "fear#2"));
  CHECK(step(Verb::Reap, "dust-imp#1") != step(Verb::Reap, "dust-imp#2"));
  CHECK(step(Verb::Reap, "dust-imp#1").definition == step(Verb::Reap, "dust-imp#2").definition);
  CHECK(turn_step(game.matchup, game.state, Action(Verb::EndTurn)).definition == -1);
}

TEST_CASE("turns: cards with which only one of two does something, or does it more often") {
  const Steps a = {house(1), kPlay5, kPlay5, target(8, 30), kReap7},
              b = {house(1), kPlay5, kPlay6, main_step(Verb::Fight, 7, 20)};
  const std::vector<CardDifference> expected = {{.definition = 5, .deed = CardDeed::Played, .by = 0},
                                                {.definition = 6, .deed = CardDeed::Played, .by = 1}};
  CHECK(card_differences(a, b) == expected);  // both used 7, and targets are no deeds
  CHECK(card_differences(a, a).empty());
  const std::vector<CardDifference> discarded = {{.definition = 5, .deed = CardDeed::Played, .by = 0},
                                                 {.definition = 5, .deed = CardDeed::Discarded, .by = 1}};
  CHECK(card_differences(Steps{kPlay5}, Steps{main_step(Verb::Discard, 5)}) == discarded);
}

TEST_CASE("turns: every cause and deed has a name of its own") {
  std::set<std::string_view> names;
  for (size_t i = 0; i < kTurnCauses; ++i) names.insert(cause_name(static_cast<TurnCause>(i)));
  for (size_t i = 0; i < kCardDeeds; ++i) names.insert(deed_name(static_cast<CardDeed>(i)));
  CHECK(names.size() == kTurnCauses + kCardDeeds);
  CHECK(cause_name(TurnCause::Order) == "order alone");
  CHECK(deed_name(CardDeed::Used) == "used");
}
