// Games of generated decks in a ledger: they may grow, are read back, and a damaged batch is refused.
#include "sim/values/value_ledger.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/sim/kept_in.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::kept_in;
using archon::test::TemporaryFolder;

namespace {

bool same(const ValueGames& a, const ValueGames& b) {
  const auto equal = [](const PairedGame& x, const PairedGame& y) {
    return x.first == y.first && x.second == y.second && x.first_won == y.first_won;
  };
  return a.decks == b.decks && std::ranges::equal(a.games, b.games, equal) && a.counts.turns == b.counts.turns &&
         a.counts.total().wins == b.counts.total().wins;
}

std::string play(const ValueSpec& spec, const std::string& path, ValueGames& games) {
  const LedgerResult opened = Ledger::open(path, kValueLedger, value_settings(spec));
  if (!opened.ledger) return opened.error;
  games = play_value_games(spec, value_decks(spec), kept_in(*opened.ledger));
  return games.end.error;
}

}  // namespace

TEST_CASE("ledger of values: games that are there are not played again, and what is read is what was played") {
  const TemporaryFolder folder;
  const std::string path = folder.file();
  ValueSpec spec{.set = "all", .decks = 40, .games = 300, .agent = "random", .seed = 4, .rules = {}};
  ValueGames some, all;
  REQUIRE(play(spec, path, some).empty());
  CHECK(some.counts.total().games == 300);
  spec.games = 650;
  REQUIRE(play(spec, path, all).empty());
  CHECK(same(all, play_value_games(spec, value_decks(spec))));
  spec.games = 100;  // what is there counts
  REQUIRE(play(spec, path, some).empty());
  CHECK(same(all, some));
  std::string error;
  const std::optional<LedgerGames> read = read_value_games(path, 0, error);
  REQUIRE(read);
  CHECK(read->spec.games == 650);
  CHECK(read->spec.set == "all");
  CHECK(same(all, read->games));
  CHECK(all.decks[1].set == "AoA");
  spec.seed = 5;
  CHECK(play(spec, path, some).find("seed") != std::string::npos);
}

TEST_CASE("ledger of values: batches that can't be read are an error, not results") {
  const ValueSpec spec{.set = "CotA", .decks = 10, .games = 50, .agent = "random", .seed = 4, .rules = {}};
  const std::string counts = R"("by_first":[[2,1,1,0,0,0,0],[0,0,0,0,0,0,0]],"fallbacks":[0,0],"turns":20,"decisions":90)";
  for (const auto& [first, data] : {std::pair<int64_t, std::string>(0, "{" + counts + "}"),
                                    {0, "{" + counts + R"(,"winners":"1"})"},
                                    {0, "{" + counts + R"(,"winners":"12"})"},
                                    {0, R"({"winners":"10"})"}}) {
    const TemporaryFolder folder;
    const std::string path = folder.file();
    {
      const LedgerResult opened = Ledger::open(path, kValueLedger, value_settings(spec));
      const LedgerBatch batch{"games", first, 2, data};
      REQUIRE(opened.ledger->append(std::span(&batch, 1)).empty());
    }
    std::string error;
    CHECK_FALSE(read_value_games(path, 0, error));
    CHECK(error.find("batch") != std::string::npos);
    ValueGames games;
    CHECK_THROWS_AS(play(spec, path, games), UnreadableLedger);
  }
}

TEST_CASE("ledger of values: no values come from games between which some are missing") {
  const ValueSpec spec{.set = "CotA", .decks = 10, .games = 50, .agent = "random", .seed = 4, .rules = {}};
  const TemporaryFolder folder;
  const auto batch = [](int64_t first) {
    return LedgerBatch{
        "games", first, 1,
        R"({"by_first":[[1,1,0,0,0,0,0],[0,0,0,0,0,0,0]],"fallbacks":[0,0],"turns":20,"decisions":90,"winners":"1"})"};
  };
  {
    const LedgerResult opened = Ledger::open(folder.file(), kValueLedger, value_settings(spec));
    const std::vector<LedgerBatch> batches{batch(0), batch(3), batch(4)};
    REQUIRE(opened.ledger->append(batches).empty());
  }
  std::string error;
  CHECK_FALSE(read_value_games(folder.file(), 0, error));
  CHECK_THAT(error, Catch::Contains("after game 1 some are missing, before 2 others"));
}
