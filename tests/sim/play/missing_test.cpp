// What is said about games that were not played to their end.
#include "sim/play/missing.h"

#include <catch2/catch.hpp>

#include "sim/play/batch_text.h"

using namespace archon;

namespace {

GameRecord record(Result result, Bound bound = Bound::None) {
  GameRecord game;
  game.result = result;
  game.bound = static_cast<uint8_t>(bound);
  if (result == Result::Won0) game.winner = 0;
  if (result == Result::Won1) game.winner = 1;
  return game;
}

MatchResult result_of(const std::vector<GameRecord>& games) {
  MatchResult result;
  for (size_t i = 0; i < games.size(); ++i) count(result, static_cast<int64_t>(i), games[i]);
  return result;
}

}  // namespace

TEST_CASE("missing games: none") {
  const MissingGames missing = missing_games(result_of({record(Result::Won0), record(Result::Won1)}));
  CHECK(missing.games == 2);
  CHECK(missing_text(missing).empty());
}

TEST_CASE("missing games: their kinds and the bounds that were exceeded") {
  GameRecord forfeited = record(Result::Won1);
  forfeited.forfeit = Forfeit::Illegal;
  const MatchResult result =
      result_of({record(Result::Overflow, Bound::Log), record(Result::DecisionCap), record(Result::Overflow, Bound::Frames),
                 record(Result::Won0), record(Result::Overflow, Bound::Log), forfeited});
  CHECK(result.fault_games == std::vector<int64_t>{0, 2, 4});
  CHECK(missing_text(missing_games(result)) ==
        "5 of 6 games were not played to the end: 1 undecided, 3 faults (bound exceeded: frames 1, log 2), 1 forfeited "
        "(illegal 1).");
  CHECK(missing_text(missing_games(result_of({record(Result::Won0), record(Result::Overflow, Bound::Rounds)}))) ==
        "1 of 2 games was not played to the end: 1 fault (bound exceeded: rounds 1).");

  // As a batch of a ledger keeps them.
  const std::optional<MatchResult> read = parse_batch(batch_text(result), 6);
  REQUIRE(read);
  CHECK(missing_text(missing_games(*read)) == missing_text(missing_games(result)));
  MatchResult sum = result;
  add(sum, *read);
  CHECK(sum.faults_by_bound == FaultsByBound{{"frames", 2}, {"log", 4}});
  CHECK(sum.forfeits_by_cause == ForfeitsByCause{{"illegal", 2}});
}

TEST_CASE("missing games: a ledger that does not say which bound it was") {
  const std::optional<MatchResult> read = parse_batch(
      R"({"by_first":[[1,0,0,0,1,0,0],[1,1,0,0,0,0,0]],"fallbacks":[0,0],"turns":9,"decisions":90,"fault_games":[0]})", 2);
  REQUIRE(read);
  CHECK(missing_text(missing_games(*read)) == "1 of 2 games was not played to the end: 1 fault.");
}
