// A gauntlet: which pairs meet, and that their games are those of the matrix.
#include "sim/matrix/gauntlet.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "sim/matrix/matrix_run.h"
#include "sim/matrix/matrix_summary.h"
#include "tests/shipped_decks.h"
#include "tests/sim/kept_in.h"
#include "tests/sim/matrix/matrix_games.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::kept_in;
using archon::test::plain_decks;
using archon::test::shipped_deck;

namespace {

std::vector<DeckFile> six_decks() {
  return {shipped_deck("radiant-argus-the-supreme"), shipped_deck("miss-onyx-censorius"),
          shipped_deck("sahl-the-aegian"),           shipped_deck("guide-achea"),
          shipped_deck("titanfang-tower-fighter"),   shipped_deck("vlaad-firemoon-keeps-whale")};
}

std::vector<DeckFile> some(const std::vector<DeckFile>& decks, unsigned mask) {
  std::vector<DeckFile> chosen;
  for (size_t i = 0; i < decks.size(); ++i)
    if (mask >> i & 1) chosen.push_back(decks[i]);
  return chosen;
}

using Pair = std::set<uint64_t>;  // of hashes

}  // namespace

TEST_CASE("a gauntlet has each pair of a deck of mine and one of the field once, for all ways to share out four decks") {
  const std::vector<DeckFile> decks = some(six_decks(), 15);
  for (unsigned mine = 1; mine < 16; ++mine) {
    for (unsigned field = 1; field < 16; ++field) {
      std::set<Pair> expected;
      for (const DeckFile& one : some(decks, mine))
        for (const DeckFile& other : some(decks, field))
          if (one.deck != other.deck) expected.insert({deck_hash(one.deck), deck_hash(other.deck)});
      const Gauntlet gauntlet = arrange_gauntlet(some(decks, mine), some(decks, field));
      for (int shards : {1, 3}) {
        std::set<Pair> found;
        size_t cells = 0;
        for (int shard = 0; shard < shards; ++shard) {
          const Matrix matrix = empty_matrix(plain_decks(gauntlet.decks), 7, shard, shards, gauntlet.pairs);
          cells += matrix.cells.size();
          for (const MatrixCell& cell : matrix.cells) {
            CHECK(matrix.cell(cell.a, cell.b) == &cell);
            CHECK(matrix.cell(cell.b, cell.a) == &cell);
            found.insert({cell.hashes[0], cell.hashes[1]});
          }
        }
        CHECK(cells == expected.size());
        CHECK(found == expected);
      }
      CHECK(gauntlet.pairs.every(static_cast<int>(gauntlet.decks.size())) == (mine == field));
    }
  }
}

TEST_CASE("the cells of a gauntlet are those of the matrix, and a ledger serves both") {
  const test::TemporaryFolder folder;
  const std::vector<DeckFile> decks = six_decks();
  MatrixSpec spec{.agent = "random", .seed = 7, .goal = {.games = 10}, .options = {}};
  LedgerResult opened = Ledger::open(folder.file("shared"), kMatrixLedger, {{"seed", 7}});
  REQUIRE(opened.ledger);
  const Matrix matrix = play_matrix(decks, spec, kept_in(*opened.ledger)).matrix;

  const Gauntlet gauntlet = arrange_gauntlet(some(decks, 0b000111), some(decks, 0b111100));
  spec.pairs = gauntlet.pairs;
  const MatrixRun run = play_matrix(gauntlet.decks, spec);
  CHECK(run.complete);
  REQUIRE(run.matrix.cells.size() == 2 * 4 + 3);
  for (const MatrixCell& cell : run.matrix.cells) {
    const auto same = std::ranges::find_if(matrix.cells, [&](const MatrixCell& each) { return each.hashes == cell.hashes; });
    REQUIRE(same != matrix.cells.end());
    CHECK(cell.seed == same->seed);
    for (size_t first = 0; first < 2; ++first) {
      CHECK(cell.result.by_first[first].games == same->result.by_first[first].games);
      CHECK(cell.result.by_first[first].wins == same->result.by_first[first].wins);
    }
    CHECK(cell.result.decisions == same->result.decisions);
  }
  CHECK(play_matrix(gauntlet.decks, spec, kept_in(*opened.ledger)).played == 0);
  spec.goal.games = 20;
  CHECK(play_matrix(gauntlet.decks, spec, kept_in(*opened.ledger)).played == 11 * 10);
}

TEST_CASE("the summary of a gauntlet: means and ratings are against the field") {
  // Deck 0 is mine, deck 1 in both, decks 2 and 3 in the field; wins of the first of each pair out of 1,000.
  Matrix matrix = empty_matrix(plain_decks(some(six_decks(), 15)), 1, 0, 1, {.mine = 2, .field = 1});
  REQUIRE(matrix.cells.size() == 5);
  const auto set = [&](int one, int other, int64_t wins) {
    MatrixCell& cell = *matrix.cell(one, other);
    const bool same = cell.a == one;
    cell.result.by_first[0] = {.games = 1000, .wins = {same ? wins : 1000 - wins, same ? 1000 - wins : wins}};
  };
  set(0, 1, 600);
  set(0, 2, 900);
  set(0, 3, 300);
  set(1, 2, 500);
  set(1, 3, 700);
  const MatrixSummary summary = summarize(matrix);
  CHECK(summary.order == std::vector<int>{0, 1});
  for (const size_t mine : {0u, 1u})
    REQUIRE((summary.decks[mine].mean && summary.decks[mine].best && summary.decks[mine].worst));
  CHECK(summary.decks[0].mean->value == Approx(0.6).margin(2e-3));
  CHECK(summary.decks[0].best->deck == 2);
  CHECK(summary.decks[0].best->win_rate == Approx(0.9).margin(5e-3));
  CHECK(summary.decks[0].worst->deck == 3);
  CHECK(summary.decks[1].opponents == 2);
  CHECK(summary.decks[1].mean->value == Approx(0.6).margin(2e-3));  // deck 0 is no part of the field
  CHECK(summary.decks[1].best->deck == 3);
  CHECK_FALSE(summary.cycles);
  REQUIRE(summary.decks[3].rating);
  const auto elo = [&](size_t i) { return summary.decks[i].rating->elo; };
  CHECK(elo(1) + elo(2) + elo(3) == Approx(0).margin(1e-6));
  CHECK(elo(0) > 0);
}
