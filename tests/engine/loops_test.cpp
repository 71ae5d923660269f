// INFINITE LOOPS that ask in each round: more answers than a scenario would write down.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "engine/engine.h"
#include "engine/position/position.h"

using namespace archon;

namespace {

// Plague Wind takes the power of the automata, whose destruction is replaced again and again, each time with a flank to choose.
void check_automaton(const std::string& automaton) {
  Position position;
  position.house = House::Mars;
  position.players[0].hand.emplace_back().card = "plague-wind";
  position.players[0].hand.emplace_back().card = "troll";
  position.players[0].artifacts.emplace_back().card = "soul-snatcher";
  position.players[1].battleline.emplace_back().card = automaton;
  position.players[1].battleline.emplace_back().card = "troll";
  PositionResult made = build_position(position);
  REQUIRE(made.game);
  const Matchup& m = made.game->matchup;
  State& s = made.game->state;
  const CardId looping = s.at(Zone::Line, 1, 0);
  ActionList actions;
  legal_actions(m, s, actions);
  REQUIRE(actions[0].verb() == Verb::Play);
  apply(m, s, actions[0]);
  REQUIRE(s.choice.kind == ChoiceKind::Flank);
  for (int i = 0; i < 1000 && s.choice.kind == ChoiceKind::Flank; ++i) {
    legal_actions(m, s, actions);
    apply(m, s, actions[static_cast<size_t>(i % actions.size())]);
  }
  CHECK(s.choice.kind != ChoiceKind::Flank);
  CHECK(s.result == Result::Playing);
  CHECK(s.cards[looping].zone == Zone::Discard);
  CHECK(s.players[1].amber == 0);  // Soul Snatcher saw no destruction
  CHECK(s.count(Zone::Line, 1) == 1);
}

}  // namespace

TEST_CASE("a loop that asks in each round ends: its card is put into the discard pile, not destroyed") {
  check_automaton("reassembling-automaton");
  check_automaton("self-bolstering-automata");
}

// Found by a soak: an artifact that changed sides in every turn had filled the list of lasting effects after 32 turns.
TEST_CASE("what is taken again and again by the same card belongs to its house by one effect") {
  Position position;
  position.house = House::Shadows;
  position.players[0].battleline.emplace_back().card = "boosted-b4-rry";
  position.players[1].artifacts.emplace_back().card = "the-promised-blade";
  position.effects.push_back({.source = "boosted-b4-rry",
                              .definition = {},
                              .block = 1,
                              .clock = Clock::WhileControlled,
                              .controller = 0,
                              .cards = std::vector<std::string>{"the-promised-blade"},
                              .second = {}});
  PositionResult made = build_position(position);
  REQUIRE(made.game);
  const Matchup& m = made.game->matchup;
  State& s = made.game->state;
  const auto effects = [&] {
    return std::count_if(s.lasting, s.lasting + s.lasting_count,
                         [](const LastingEffect& each) { return each.clock == Clock::WhileControlled; });
  };
  REQUIRE(effects() == 1);
  apply(m, s, Action(Verb::Reap, made.game->refs.at("boosted-b4-rry")));
  REQUIRE(s.choice.kind == ChoiceKind::Option);
  apply(m, s, Action(Verb::Option, s.choice.source, 0));
  CHECK(s.cards[made.game->refs.at("the-promised-blade")].controller == 0);
  CHECK(effects() == 1);
}

// Found by an arena: a match that went on for eighty turns had filled the sets of cards to which lasting effects are bound.
TEST_CASE("a trait that the same creatures are given again and again is one effect each, and ends with them") {
  Position position;
  position.house = House::Redemption;
  for (int i = 0; i < 3; ++i) position.players[0].hand.emplace_back().card = "vial-of-mutation";
  PositionCard& fear = position.players[0].hand.emplace_back();
  fear.card = "fear";
  fear.houses = {House::Redemption};
  position.players[0].battleline.emplace_back().card = "dextre";
  position.players[1].battleline.emplace_back().card = "troll";
  PositionResult made = build_position(position);
  REQUIRE(made.game);
  const Matchup& m = made.game->matchup;
  State& s = made.game->state;
  const auto effects = [&] {
    return std::count_if(s.lasting, s.lasting + s.lasting_count, [](const LastingEffect& each) { return each.body != kNone; });
  };
  for (const char* vial : {"vial-of-mutation#1", "vial-of-mutation#2", "vial-of-mutation#3"}) {
    apply(m, s, Action(Verb::Play, made.game->refs.at(vial)));
    CHECK(effects() == 2);
  }
  apply(m, s, Action(Verb::Play, made.game->refs.at("fear")));
  CHECK(s.cards[made.game->refs.at("troll")].zone == Zone::Hand);
  CHECK(effects() == 1);
}
