// Matrices: the same games on any number of threads, in any number of runs and shards.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/matrix/matrix_run.h"
#include "sim/play/batch_text.h"
#include "tests/shipped_decks.h"
#include "tests/sim/kept_in.h"
#include "tests/sim/matrix/matrix_games.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::after_asking;
using archon::test::four_decks;
using archon::test::kept_in;
using archon::test::shipped_deck;
using archon::test::TemporaryFolder;

namespace {

std::vector<DeckFile> all_decks() {
  std::vector<DeckFile> decks;
  for (const auto& file : std::filesystem::directory_iterator(ARCHON_SOURCE_DIR "/sim/decks"))
    if (file.path().extension() == ".deck") decks.push_back(shipped_deck(file.path().stem().string()));
  sort_decks(decks);
  return decks;
}

MatrixSpec spec_of(int64_t games) { return {.agent = "random", .seed = 7, .goal = {.games = games}, .options = {}}; }

void check_same(const MatchCounts& one, const MatchCounts& other) {
  for (size_t first = 0; first < 2; ++first) {
    CHECK(one.by_first[first].games == other.by_first[first].games);
    CHECK(one.by_first[first].wins == other.by_first[first].wins);
  }
  CHECK(one.turns == other.turns);
  CHECK(one.decisions == other.decisions);
}

void check_same(const Matrix& one, const Matrix& other) {
  REQUIRE(one.cells.size() == other.cells.size());
  for (size_t i = 0; i < one.cells.size(); ++i) {
    check_same(one.cells[i].result, other.cells[i].result);
    REQUIRE(one.cells[i].chained().size() == other.cells[i].chained().size());
    for (const auto& [handicap, result] : one.cells[i].chained()) check_same(result, other.cells[i].chained().at(handicap));
    REQUIRE((one.cells[i].handicap() == nullptr) == (other.cells[i].handicap() == nullptr));
    if (one.cells[i].handicap()) CHECK(one.cells[i].handicap()->root == other.cells[i].handicap()->root);
  }
}

std::unique_ptr<Ledger> ledger_in(const TemporaryFolder& folder, const std::string& name) {
  LedgerResult opened = Ledger::open(folder.file(name), kMatrixLedger, {{"seed", 7}});
  INFO(opened.error);
  REQUIRE(opened.ledger);
  return std::move(opened.ledger);
}

}  // namespace

TEST_CASE("a matrix: every pair, on one thread and on two") {
  const MatrixSpec spec = spec_of(20);
  const MatrixRun one = play_matrix(four_decks(), spec, 1), two = play_matrix(four_decks(), spec, 2);
  check_same(one.matrix, two.matrix);
  CHECK(one.complete);
  CHECK(one.played == 6 * 20);
  const Matrix& matrix = one.matrix;
  REQUIRE(matrix.cells.size() == 6);
  for (int a = 0; a < 4; ++a) {
    CHECK(matrix.cell(a, a) == nullptr);
    for (int b = 0; b < 4; ++b) {
      if (a == b) continue;
      REQUIRE(matrix.cell(a, b));
      CHECK(matrix.cell(a, b) == matrix.cell(b, a));
      CHECK(std::minmax(matrix.cell(a, b)->a, matrix.cell(a, b)->b) == std::minmax(a, b));
      CHECK(matrix.decided(a, b) == 20);
      CHECK(matrix.wins(a, b) + matrix.wins(b, a) == 20);
      const std::optional<WinRate> rate = matrix.counted(a, b);
      REQUIRE(rate);
      CHECK(rate->value + matrix.counted(b, a)->value == Approx(1));
      CHECK(rate->interval.low <= rate->value);
      CHECK(rate->interval.high >= rate->value);
    }
  }
}

TEST_CASE("a cell depends neither on the other decks nor on their order, and a match with its seed plays the same games") {
  std::vector<DeckFile> decks = four_decks();
  const Matrix large = play_matrix(decks, spec_of(20)).matrix;
  const Matrix small = play_matrix(std::vector<DeckFile>{decks[3], decks[1]}, spec_of(20)).matrix;
  const MatrixCell& cell = small.cells[0];
  check_same(cell.result, large.cell(1, 3)->result);
  CHECK(small.counted(0, 1)->value == large.counted(3, 1)->value);
  const int a = cell.a == 0 ? 3 : 1;
  const MatchupResult made = make_matchup(decks[static_cast<size_t>(a)].deck, decks[static_cast<size_t>(4 - a)].deck);
  REQUIRE(made.matchup);
  check_same(cell.result,
             play_match({.matchup = &*made.matchup, .agents = {"random", "random"}, .seed = cell.seed, .games = 20}));
}

TEST_CASE("a second run with more games plays only what is missing") {
  const TemporaryFolder folder;
  MatrixSpec spec = spec_of(10);
  const std::unique_ptr<Ledger> ledger = ledger_in(folder, "parts");
  CHECK(play_matrix(four_decks(), spec, kept_in(*ledger)).played == 6 * 10);
  CHECK(play_matrix(four_decks(), spec, kept_in(*ledger)).played == 0);
  spec.goal.games = 30;
  CHECK(play_matrix(four_decks(), spec, kept_in(*ledger)).played == 6 * 20);
  const MatrixRun fewer = play_matrix(four_decks(), spec_of(20), kept_in(*ledger));
  CHECK(fewer.played == 0);
  CHECK(fewer.matrix.decided(0, 1) == 30);  // what is there counts
  check_same(fewer.matrix, play_matrix(four_decks(), spec).matrix);

  // The ledger alone gives the same.
  std::vector<std::string> problems;
  const std::vector<DeckFile> decks = ledger_decks(*ledger, problems);
  CHECK(problems.empty());
  REQUIRE(decks.size() == 4);
  std::vector<DeckFile> sorted = four_decks();
  sort_decks(sorted);
  std::vector<Deck> list;
  for (size_t i = 0; i < 4; ++i) {
    CHECK(decks[i].deck == sorted[i].deck);
    CHECK(decks[i].file == sorted[i].file);
    list.push_back(decks[i].deck);
  }
  Matrix read = empty_matrix(list, spec.seed);
  CHECK(read_matrix(*ledger, read) == "");
  check_same(read, play_matrix(sorted, spec).matrix);
}

TEST_CASE("three shards, merged, are the whole") {
  const TemporaryFolder folder;
  MatrixSpec spec = spec_of(30);
  spec.shard.of = 3;
  const std::unique_ptr<Ledger> all = ledger_in(folder, "all");
  int64_t played = 0;
  for (int& shard = spec.shard.number; shard < 3; ++shard) {
    const std::unique_ptr<Ledger> part = ledger_in(folder, std::to_string(shard));
    const MatrixRun run = play_matrix(four_decks(), spec, kept_in(*part));
    CHECK(run.complete);
    played += run.played;
    CHECK(all->merge_from(*part).error == "");
  }
  CHECK(played == 6 * 30);
  const MatrixRun merged = play_matrix(four_decks(), spec_of(30), kept_in(*all));
  CHECK(merged.played == 0);
  check_same(merged.matrix, play_matrix(four_decks(), spec_of(30)).matrix);
}

TEST_CASE("a shard lays out its own cells alone, and all shards together every pair once") {
  std::vector<Deck> list;
  for (const DeckFile& each : four_decks()) list.push_back(each.deck);
  const Matrix whole = empty_matrix(list, 7);
  size_t cells = 0;
  for (int shard = 0; shard < 4; ++shard) {
    const Matrix part = empty_matrix(list, 7, shard, 4);
    cells += part.cells.size();
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b)
        if (const MatrixCell* cell = part.cell(a, b)) {
          CHECK(cell->seed == whole.cell(a, b)->seed);
          CHECK(std::minmax(cell->a, cell->b) == std::minmax(a, b));
        }
  }
  CHECK(cells == 6);
  CHECK(empty_matrix(list, 7, 6, 7).cells.empty());
  CHECK(sizeof(MatrixCell) <= 200);  // half a million of them are a matrix of 1,000 decks
}

TEST_CASE("precision: a cell ends with the first batch after which its interval is narrow enough") {
  MatrixSpec spec = spec_of(0);
  spec.goal = {.games = 0, .precision = 0.08};
  const std::vector<DeckFile> decks = {shipped_deck("radiant-argus-the-supreme"), shipped_deck("miss-onyx-censorius")};
  const MatrixRun run = play_matrix(decks, spec);
  CHECK(run.complete);
  CHECK(run.imprecise == 0);
  const MatrixCell& cell = run.matrix.cells[0];
  const int64_t games = cell.result.total().games;
  CHECK(games % kBatchGames == 0);
  const Interval interval = cell.result.interval();
  CHECK(interval.high - interval.low <= 0.16);
  const Matrix shorter = play_matrix(decks, spec_of(games - kBatchGames)).matrix;
  CHECK(shorter.cells[0].result.interval().high - shorter.cells[0].result.interval().low > 0.16);
  // z^2 / (4 * 0.02^2) = 2400.9 games give +-2 points at a win rate of one half (n = z^2 / 4 h^2); twice that, in whole
  // batches.
  CHECK(precision_limit(0.02) == 4850);
}

TEST_CASE("a cell whose games stay undecided ends at the limit and is counted") {
  MatrixSpec spec = spec_of(0);
  spec.goal = {.games = 0, .precision = 0.2};
  spec.options.rules.decision_cap = 10;
  const MatrixRun run =
      play_matrix(std::vector<DeckFile>{shipped_deck("radiant-argus-the-supreme"), shipped_deck("guide-achea")}, spec);
  CHECK(run.complete);
  CHECK(run.imprecise == 1);
  CHECK(run.played == precision_limit(0.2));
  CHECK(run.matrix.cells[0].result.total().undecided == run.played);
  CHECK(run.matrix.unmet() == 1);
}

TEST_CASE("a run that is stopped has seen all decks about equally often, and every pair soon") {
  const std::vector<DeckFile> decks = all_decks();
  for (const size_t count : {size_t{14}, size_t{13}}) {
    const std::span<const DeckFile> some = std::span(decks).first(count);
    for (const int asked : {37, 70, 150}) {
      RunControl control(2);
      control.stop = after_asking(asked);
      std::vector<int64_t> games(count);
      for (const MatrixCell& cell : play_matrix(some, spec_of(200), control).matrix.cells)
        for (const int deck : {cell.a, cell.b}) games[static_cast<size_t>(deck)] += cell.result.total().games;
      const auto [least, most] = std::ranges::minmax(games);
      CHECK(most - least <= (count % 2 == 0 ? 2 : 4));  // of an odd number one sits out each round
    }
    RunControl control(2);
    control.stop = after_asking(static_cast<int>(count * (count - 1)) + 60);
    CHECK(play_matrix(some, spec_of(200), control).matrix.unmet() == 0);
  }
}

TEST_CASE("a run that is stopped has saved what it played, and the next one goes on from there") {
  const TemporaryFolder folder;
  const std::unique_ptr<Ledger> ledger = ledger_in(folder, "stopped");
  const MatrixRun stopped = play_matrix(four_decks(), spec_of(100), kept_in(*ledger, after_asking(70)));
  CHECK_FALSE(stopped.complete);
  CHECK(stopped.played > 60);  // it is also asked before each call
  CHECK(stopped.played <= 70);
  const MatrixRun rest = play_matrix(four_decks(), spec_of(100), kept_in(*ledger));
  CHECK(rest.complete);
  CHECK(stopped.played + rest.played == 6 * 100);
  check_same(rest.matrix, play_matrix(four_decks(), spec_of(100)).matrix);

  RunControl timed;
  timed.stop = after_seconds(0.05);
  const MatrixRun brief = play_matrix(four_decks(), spec_of(100'000'000), timed);
  CHECK_FALSE(brief.complete);
  CHECK(brief.played > 0);
}

TEST_CASE("batches as text") {
  MatchResult result;
  result.by_first[0] = {.games = 3, .undecided = 1, .faults = 1, .wins = {1, 0}};
  result.by_first[1] = {.games = 4, .undecided = 0, .faults = 0, .wins = {1, 3}};
  result.turns = 120;
  result.decisions = 999;
  result.fingerprint = 0xAB;
  result.fault_games = {17};
  result.by_first[0].forfeits = {0, 1};
  result.fallbacks = {5, 6};
  const std::optional<MatchResult> read = parse_batch(batch_text(result), 7);
  REQUIRE(read);
  check_same(*read, result);
  CHECK(read->by_first[0].undecided == 1);
  CHECK(read->by_first[0].faults == 1);
  CHECK(read->fault_games == result.fault_games);
  CHECK(read->by_first[0].forfeits == result.by_first[0].forfeits);
  CHECK(read->fallbacks == result.fallbacks);
  for (const char* text : {"", "{}", "[1,2]", R"({"by_first":[[1,2,3,4,5,0,0]],"fallbacks":[0,0],"turns":1,"decisions":1})",
                           R"({"by_first":[[1,0,0,0,0,0,0],[1,0,0,0,0,0,"x"]],"fallbacks":[0,0],"turns":1,"decisions":1})"})
    CHECK_FALSE(parse_batch(text, 2));
  CHECK_FALSE(parse_batch(batch_text(result), 8));
}

TEST_CASE("batches of numbers that can't be are none") {
  const std::string good =
      R"({"by_first":[[3,2,0,1,0,0,1],[4,1,3,0,0,0,0]],"fallbacks":[0,0],"turns":99,"decisions":999,"undecided_games":[2]})";
  REQUIRE(parse_batch(good, 7));
  for (const auto& [what, instead] :
       {std::pair("[3,2,0,1", "[3,2,0,2"), std::pair("[3,2,0,1", "[3,3,0,0"), std::pair("[4,1,3", "[4,5,-1"),
        std::pair("[4,1,3", "[4,1,3.0"), std::pair("\"turns\":99", "\"turns\":-99"), std::pair("999", "99999999999999999999"),
        std::pair(",0,1],", ",0,3],"), std::pair("[2]}", "[2,3]}"), std::pair("[0,0]", "[0]"),
        std::pair("[2]}", "[2],\"faults_by_bound\":{\"log\":1}}")}) {
    INFO(what << " -> " << instead);
    std::string text = good;
    const size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    CHECK_FALSE(parse_batch(text.replace(at, std::string_view(what).size(), instead), 7));
  }
}

TEST_CASE("a ledger of which a batch can't be read says which, whatever decks it is of") {
  const std::string counts = R"({"by_first":[[1,1,0,0,0,0,0],[1,0,1,0,0,0,0]],"fallbacks":[0,0],"turns":9,"decisions":90})";
  const std::string cell = "0123456789abcdef 00000000000000ff";
  const auto problem = [](const LedgerBatch& batch) {
    const TemporaryFolder folder;
    const std::unique_ptr<Ledger> ledger = ledger_in(folder, "strange");
    REQUIRE(ledger->append(std::span(&batch, 1)) == "");
    return unreadable_batch(*ledger);
  };
  CHECK(problem({cell, 0, 2, counts}) == "");
  CHECK(problem({cell + " -3", 0, 2, counts}) == "");
  for (const LedgerBatch& batch :
       {LedgerBatch{cell, 0, 3, counts}, LedgerBatch{cell + " x", 0, 2, counts}, LedgerBatch{"anything", 0, 2, counts},
        LedgerBatch{cell, 0, 2, "{}"}, LedgerBatch{"deck 0123456789abcdef", 0, 0, "{}"}})
    CHECK(problem(batch).find("can't be read") != std::string::npos);
}

TEST_CASE("a ledger with a hole is not summed up") {
  const TemporaryFolder folder;
  const std::unique_ptr<Ledger> ledger = ledger_in(folder, "hole");
  std::vector<Deck> list;
  for (const DeckFile& each : four_decks()) list.push_back(each.deck);
  const Matrix empty = empty_matrix(list, 7);
  const auto read = [&] {
    Matrix matrix = empty_matrix(list, 7);
    return read_matrix(*ledger, matrix);
  };
  MatchResult batch;
  batch.by_first[0] = {.games = 50, .wins = {20, 30}};
  const auto append = [&](const std::string& cell, int64_t first, int64_t games) {
    const std::vector<LedgerBatch> batches = {{cell, first, games, batch_text(batch)}};
    REQUIRE(ledger->append(batches) == "");
  };
  const MatrixCell& cell = empty.cells[2];
  append(ledger_cell(cell), 0, 50);
  append(ledger_cell(cell, -3), 0, 50);
  append(ledger_cell(cell, 4), 50, 50);  // all handicaps are numbered together
  CHECK(read() == "");
  append(ledger_cell(cell), 100, 50);
  CHECK(read().find("game 100") != std::string::npos);
  append(ledger_cell(cell), 50, 50);
  CHECK(read() == "");
  append(ledger_cell(empty.cells[3]), 0, 49);  // not the games it has
  CHECK(read().find("can't be read") != std::string::npos);
}

TEST_CASE("a cell of the ledger that nobody knows is an error") {
  const TemporaryFolder folder;
  const std::unique_ptr<Ledger> ledger = ledger_in(folder, "unknown");
  std::vector<Deck> list;
  for (const DeckFile& each : four_decks()) list.push_back(each.deck);
  Matrix matrix = empty_matrix(list, 7);
  const std::vector<LedgerBatch> batches = {{ledger_cell(matrix.cells[0]) + " 4 0", 0, 0, batch_text({})}};
  REQUIRE(ledger->append(batches) == "");
  CHECK(read_matrix(*ledger, matrix).find(" 4 0'") != std::string::npos);
}

TEST_CASE("handicaps of a matrix: the stronger deck takes the chains, whichever way round it is asked") {
  std::vector<Deck> list;
  for (const DeckFile& each : four_decks()) list.push_back(each.deck);
  Matrix matrix = empty_matrix(list, 7);
  MatrixCell& cell = matrix.cells[0];
  // Deck a wins 67 % without chains and half of its games at 7 (0.1 a chain).
  const auto tally = [](int64_t wins, int64_t games) {
    MatchResult result;
    result.by_first[0] = {.games = games, .wins = {wins, games - wins}};
    return result;
  };
  cell.result = tally(668, 1000);
  cell.with_chains().games = {{4, tally(574, 1000)}, {10, tally(426, 1000)}};
  fit_handicaps(matrix);
  REQUIRE(cell.handicap());
  CHECK(cell.handicap()->root == Approx(7).margin(0.7));
  CHECK(cell.chained_games() == 2000);
  CHECK(matrix.handicap(cell.a, cell.b)->root == cell.handicap()->root);
  CHECK(matrix.handicap(cell.b, cell.a)->root == -cell.handicap()->root);
  CHECK(matrix.handicap(cell.b, cell.a)->interval.low == -cell.handicap()->interval.high);
  const std::vector<Observation> levels = matrix.levels(cell.b, cell.a);
  REQUIRE(levels.size() == 3);
  CHECK(std::tuple(levels[0].x, levels[0].wins, levels[0].games) == std::tuple(-10.0, 574, 1000));
  CHECK(std::tuple(levels[2].x, levels[2].wins, levels[2].games) == std::tuple(0.0, 332, 1000));
  CHECK_FALSE(matrix.handicap(2, 3));
}

TEST_CASE("a search for handicaps that is stopped goes on to the same end") {
  const TemporaryFolder folder;
  MatrixSpec spec = spec_of(50);
  spec.agent = "greedy";
  spec.chains = ChainGoal{.width = 8, .games = 400};
  const std::vector<DeckFile> decks = {shipped_deck("radiant-argus-the-supreme"), shipped_deck("miss-onyx-censorius")};
  const std::unique_ptr<Ledger> ledger = ledger_in(folder, "chains");
  for (int runs = 0; runs < 20; ++runs)
    if (play_matrix(decks, spec, kept_in(*ledger, after_asking(150))).complete) break;
  const MatrixRun whole = play_matrix(decks, spec), parts = play_matrix(decks, spec, kept_in(*ledger));
  CHECK(parts.played == 0);
  CHECK(whole.played > 50);
  CHECK(whole.played <= 450);
  check_same(parts.matrix, whole.matrix);
}
