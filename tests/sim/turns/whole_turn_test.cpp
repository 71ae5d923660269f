// Whole turns, and what their ends are worth.
#include "sim/turns/whole_turn.h"

#include <catch2/catch.hpp>

#include "tests/agents/positions.h"
#include "tests/sim/turns/turn_agents.h"

using namespace archon;
using namespace archon::test;

namespace {

const Continuation kFast("fast");

TurnLoss loss_of(const PositionGame& game, const WholeTurn& a, const WholeTurn& b, int turns, uint64_t seed = 1) {
  return turn_loss(game.matchup, a, b, 0, {.continuation = &kFast, .deals = 24, .turns = turns}, seed);
}

WholeTurn played(const PositionGame& game, const TurnAgent& agent) {
  return play_whole_turn(game.matchup, game.state, agent, first_agent(), 1);
}

}  // namespace

TEST_CASE("a turn that wins is worth a whole game more than one that lets the opponent win") {
  const PositionGame game = load(kKeyChargeWins);
  const WholeTurn won = played(game, verb_agent({Verb::Reap, Verb::Play})), ended = played(game, verb_agent({Verb::EndTurn}));
  CHECK_FALSE(won.ends);
  CHECK(won.end.winner() == 0);
  CHECK(ended.ends);
  CHECK(ended.end.choice.kind == ChoiceKind::Main);
  CHECK(turn_cause(ended.steps, won.steps) == TurnCause::Cards);
  for (const int turns : {1, 4, -1}) {
    CHECK(loss_of(game, ended, won, turns).mean == 1);
    CHECK(loss_of(game, ended, won, turns).error == 0);
    CHECK(loss_of(game, won, ended, turns).mean == -1);
    CHECK(loss_of(game, won, won, turns).mean == 0);
  }
  CHECK(turn_text(game.matchup, game.state, won) ==
        "reap with Snufflegator, reap with Snufflegator, play Key Charge, yes (Key Charge)");
  CHECK(turn_text(game.matchup, game.state, ended).empty());
}

TEST_CASE("ends that are the same are worth the same in every deal, however they came about") {
  const PositionGame game = load(kThreeReaps);
  const WholeTurn forth = played(game, verb_agent({Verb::Reap})), back = played(game, verb_agent({Verb::Reap}, true));
  CHECK(turn_cause(forth.steps, back.steps) == TurnCause::Order);
  CHECK(loss_of(game, forth, back, 4).mean == Approx(0).margin(1e-9));
  CHECK(loss_of(game, forth, back, 4).error == Approx(0).margin(1e-9));
}

TEST_CASE("what is lost is lost in the mean of the deals, with an error that tells how sure that is") {
  const std::string deck =
      R"(["fear", "troll", "urchin", "punch", "dust-imp", "fear", "troll", "urchin", "punch", "dust-imp"])";
  const PositionGame game = load(R"({"house": "dis", "players": [
    {"aember": 2, "battleline": ["dust-imp", "dust-imp", "dust-imp"], "deck_rest": )" +
                                 deck + R"(},
    {"aember": 2, "battleline": ["troll"], "deck_rest": )" +
                                 deck + "}]}");
  const WholeTurn reaped = played(game, verb_agent({Verb::Reap})), nothing = played(game, verb_agent({Verb::EndTurn}));
  const TurnLoss one = loss_of(game, nothing, reaped, 4), other = loss_of(game, nothing, reaped, 4, 2);
  CHECK(one.mean > 0);
  CHECK(one.error > 0);
  CHECK(one.mean != other.mean);
  CHECK(one.mean == loss_of(game, nothing, reaped, 4).mean);
  CHECK(one.mean == -loss_of(game, reaped, nothing, 4).mean);
}

TEST_CASE("what is offered in a turn, and what is taken") {
  const auto offers = [](const std::string& position, const TurnAgent& agent, TurnOffer offer) {
    const PositionGame game = load(position);
    const WholeTurn turn = play_whole_turn(game.matchup, game.state, agent, first_agent(), 1);
    return std::pair{turn.could[static_cast<size_t>(offer)], turn.took[static_cast<size_t>(offer)]};
  };
  const std::pair none{false, false}, left{true, false}, taken{true, true};
  const std::string archives =
      R"({"phase": "house", "players": [{"houses": ["dis", "logos", "mars"], "archives": ["fear"]}, {}]})";
  CHECK(offers(archives, verb_agent({Verb::House, Verb::Yes}), TurnOffer::Archives) == taken);
  CHECK(offers(archives, verb_agent({Verb::House, Verb::No}), TurnOffer::Archives) == left);
  CHECK(offers(kThreeReaps, verb_agent({Verb::Reap}), TurnOffer::Archives) == none);
  const std::string prophecies = R"({"house": "dis", "players": [{"hand": ["fear"],
    "prophecies": [{"card": "overreach", "reverse": "bad-omen"}]}, {}]})";
  CHECK(offers(prophecies, verb_agent({Verb::Activate}), TurnOffer::Prophecy) == taken);
  CHECK(offers(prophecies, verb_agent({Verb::EndTurn}), TurnOffer::Prophecy) == left);
  CHECK(offers(kThreeReaps, verb_agent({Verb::EndTurn}), TurnOffer::Prophecy) == none);
  const std::string scrap = R"({"house": "brobnar", "players": [{"hand": ["nagoo-yani", "punch"]}, {}]})";
  CHECK(offers(scrap, verb_agent({Verb::Discard}), TurnOffer::Scrap) == taken);
  CHECK(offers(scrap, verb_agent({Verb::EndTurn}), TurnOffer::Scrap) == left);
  CHECK(offers(kThreeReaps, verb_agent({Verb::EndTurn}), TurnOffer::Scrap) == none);
}

TEST_CASE("an agent without a legal answer is a problem") {
  const PositionGame game = load(kThreeReaps);
  CHECK(played(game, illegal_agent()).problem == "illegal gives no legal answer");
}
