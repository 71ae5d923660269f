// A second agent's sample of a matrix's games.
#include "sim/matrix/second_pilot.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "sim/matrix/matrix_run.h"
#include "tests/shipped_decks.h"
#include "tests/sim/matrix/matrix_games.h"

using namespace archon;
using archon::test::games_of;
using archon::test::plain_decks;
using archon::test::shipped_deck;

namespace {

std::vector<DeckFile> five_decks() {
  return {shipped_deck("radiant-argus-the-supreme"), shipped_deck("miss-onyx-censorius"), shipped_deck("sahl-the-aegian"),
          shipped_deck("guide-achea"), shipped_deck("titanfang-tower-fighter")};
}

void set_wins(Matrix& matrix, int deck, int opponent, int64_t wins, int64_t losses) {
  MatrixCell& cell = *matrix.cell(deck, opponent);
  Tally& tally = cell.result.by_first[0];
  tally.games = wins + losses;
  tally.wins = cell.a == deck ? std::array{wins, losses} : std::array{losses, wins};
}

}  // namespace

TEST_CASE(
    "a second agent's sample ends at its number of games, in rounds, whatever the threads and however often it is asked") {
  const std::vector<DeckFile> decks = five_decks();
  for (const int64_t most : {1, 7, 20, 33, 120}) {
    MatrixSpec spec{.agent = "random", .seed = 7, .goal = {}, .most = most, .options = {}};
    const MatrixRun one = play_matrix(decks, spec, 1), two = play_matrix(decks, spec, 2);
    CHECK(one.complete);
    CHECK(one.played == most);
    CHECK(games_of(one.matrix) == most);
    for (size_t i = 0; i < one.matrix.cells.size(); ++i)
      CHECK(one.matrix.cells[i].result.total().wins == two.matrix.cells[i].result.total().wins);
    if (most >= 20) CHECK(one.matrix.unmet() == 0);
  }
}

TEST_CASE("a goal that is reached first ends a run with a limit, too") {
  const MatrixRun run =
      play_matrix(five_decks(), {.agent = "random", .seed = 7, .goal = {.games = 3}, .most = 100, .options = {}}, 1);
  CHECK(run.complete);
  CHECK(run.played == 30);
}

TEST_CASE("the shift of a deck is what the second agent wins more with it than the first, against the same opponents") {
  const std::vector<Deck> decks = plain_decks(five_decks());
  Matrix first = empty_matrix(decks, 7), second = empty_matrix(decks, 7);
  for (int i = 0; i < 5; ++i)
    for (int j = i + 1; j < 5; ++j) {
      set_wins(first, i, j, 1000, 1000);
      if (i == 0) set_wins(second, i, j, 1200, 800);
      if (i > 0) set_wins(second, i, j, 1000, 1000);
    }
  const PilotShifts shifts = pilot_shifts(summarize(first), second);
  REQUIRE(shifts.decks[0]);
  CHECK(shifts.decks[0]->logit == Approx(std::log(1.5)).margin(0.06));
  CHECK(shifts.decks[0]->sure());
  for (size_t i = 1; i < 5; ++i) CHECK(shifts.decks[i]->logit == Approx(-std::log(1.5) / 4).margin(0.06));
}

TEST_CASE("a second agent that only plays as the first does shifts nothing, though some pairs defy the ratings") {
  const std::vector<Deck> decks = plain_decks(five_decks());
  Matrix first = empty_matrix(decks, 7), second = empty_matrix(decks, 7);
  for (int i = 0; i < 5; ++i)
    for (int j = i + 1; j < 5; ++j) {
      const int64_t more = (i + j) % 2 == 0 ? 300 : -100;
      set_wins(first, i, j, 1000 + more, 1000 - more);
      set_wins(second, i, j, 100 + more / 10, 100 - more / 10);
    }
  const PilotShifts shifts = pilot_shifts(summarize(first), second);
  for (const auto& deck : shifts.decks) CHECK_FALSE(deck->sure());
}

TEST_CASE("a deck that either agent did not play has no shift") {
  const std::vector<Deck> decks = plain_decks(five_decks());
  Matrix first = empty_matrix(decks, 7), second = empty_matrix(decks, 7);
  set_wins(first, 0, 1, 30, 20);
  set_wins(first, 0, 2, 30, 20);
  set_wins(second, 0, 1, 9, 1);
  set_wins(second, 0, 3, 9, 1);
  const PilotShifts shifts = pilot_shifts(summarize(first), second);
  CHECK(shifts.decks[0]);
  CHECK(shifts.decks[1]);
  for (const size_t i : {2u, 3u, 4u}) CHECK_FALSE(shifts.decks[i]);
}
