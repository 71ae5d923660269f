// Analysis: what decisions lost and what was luck add up to the result, and who plays badly is found out.
#include "sim/advice/analysis.h"

#include <catch2/catch.hpp>

#include "agents/agent_registry.h"
#include "sim/play/game.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

RecordedGame recorded(const Matchup& m, const std::string& a, const std::string& b, int64_t number) {
  const auto first = make_agent(a).agent, second = make_agent(b).agent;
  RecordedGame game;
  game.game = number;
  game.record = play_game(m, {first.get(), second.get()}, {.seed = 5, .game = static_cast<uint64_t>(number)}, nullptr, nullptr,
                          &game.actions);
  return game;
}

AnalysedGame analysed(const Matchup& m, const RecordedGame& game, const std::string& continuation = "greedy", int threads = 1) {
  std::string problem;
  const AnalysisOptions options{.continuation = continuation, .worlds = 2, .judged_worlds = 4, .seed = 2, .threads = threads};
  AnalysedGame found = analyse_game(m, 5, game, options, problem);
  CHECK(problem.empty());
  return found;
}

}  // namespace

TEST_CASE("analysis: losses of both players and luck add up from the first chance to the result") {
  const Matchup m = test::matchup_of(0, 1);
  const AnalysedGame game = analysed(m, recorded(m, "policy", "greedy", 0));
  REQUIRE(game.decisions.size() > 10);
  const ChanceCourse course = chance_course(game);
  double chance = course.start, lost[2] = {0, 0};
  for (size_t turn = 0; turn < course.turns.size(); ++turn) {
    CHECK(chance == Approx(course.at[turn]).margin(1e-9));
    chance += course.turns[turn].luck - course.turns[turn].lost[0] + course.turns[turn].lost[1];
    for (size_t player = 0; player < 2; ++player) lost[player] += course.turns[turn].lost[player];
  }
  CHECK(chance == Approx(game.result).margin(1e-9));
  for (const JudgedDecision& decision : game.decisions) {
    CHECK(decision.lost == Approx(decision.before - decision.after).margin(1e-9));
    lost[decision.player] -= decision.lost;
    if (decision.taken == decision.better) CHECK(decision.lost == 0);
  }
  CHECK(lost[0] == Approx(0).margin(1e-9));
  CHECK(lost[1] == Approx(0).margin(1e-9));
}

TEST_CASE("analysis: random play loses more than that of the policy", "[slow]") {
  const Matchup m = test::matchup_of(0, 1);
  double lost[2] = {0, 0};
  for (int64_t number = 0; number < 2; ++number)
    for (const JudgedDecision& decision : analysed(m, recorded(m, "policy", "random", number), "policy").decisions)
      lost[decision.player] += decision.lost;
  CHECK(lost[1] > lost[0] + 0.5);
}

TEST_CASE("analysis: the same for any number of threads", "[slow]") {
  const Matchup m = test::matchup_of(0, 1);
  const RecordedGame game = recorded(m, "policy", "policy", 3);
  const AnalysedGame one = analysed(m, game), three = analysed(m, game, "greedy", 3);
  REQUIRE(one.decisions.size() == three.decisions.size());
  for (size_t i = 0; i < one.decisions.size(); ++i) {
    CHECK(one.decisions[i].before == three.decisions[i].before);
    CHECK(one.decisions[i].lost == three.decisions[i].lost);
    CHECK(one.decisions[i].better == three.decisions[i].better);
  }
}
