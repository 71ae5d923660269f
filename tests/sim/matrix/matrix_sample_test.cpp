// Games of a ledger played again.
#include "sim/matrix/matrix_sample.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "sim/matrix/matrix_run.h"
#include "tests/sim/kept_in.h"
#include "tests/sim/matrix/matrix_games.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::four_decks;

namespace {

constexpr uint64_t kSeed = 5;

// A matrix of four decks with chains, as its ledger has it.
std::vector<LedgerBatch> batches_of_a_matrix(const nlohmann::json& settings) {
  const archon::test::TemporaryFolder folder;
  const std::unique_ptr<Ledger> ledger = Ledger::open(folder.file("true.sqlite"), kMatrixLedger, settings).ledger;
  RunControl control;
  control.ledger = ledger.get();
  REQUIRE(play_matrix(four_decks(),
                      {.agent = "greedy", .seed = kSeed, .goal = {.games = 30}, .chains = ChainGoal{6, 60}, .options = {}},
                      control)
              .complete);
  std::vector<LedgerBatch> batches;
  ledger->each([&](const LedgerBatch& batch) { batches.push_back(batch); });
  return batches;
}

// That matrix, as `forge` would have its batches.
struct Played {
  archon::test::TemporaryFolder folder;
  std::unique_ptr<Ledger> ledger;

  template <class Forge>
  explicit Played(const Forge& forge) {
    const nlohmann::json settings = matrix_settings("greedy", "18.4", kSeed);
    static const std::vector<LedgerBatch> kTrueOnes = batches_of_a_matrix(settings);
    std::vector<LedgerBatch> batches = kTrueOnes;
    ledger = Ledger::open(folder.file("forged.sqlite"), kMatrixLedger, settings).ledger;
    for (LedgerBatch& batch : batches)
      if (batch.games > 0) forge(batch);
    REQUIRE(ledger->append(batches).empty());
  }
  Played() : Played([](LedgerBatch&) {}) {}

  LedgerSample sample(int64_t games, uint64_t number = 1, const RunControl& control = {}) const {
    return sample_of({.agent = "greedy", .seed = kSeed, .games = games, .sample = number}, control);
  }
  LedgerSample sample_of(const SampleSpec& spec, const RunControl& control = {}) const {
    std::vector<std::string> problems;
    const std::vector<DeckFile> decks = ledger_decks(*ledger, problems);
    REQUIRE(problems.empty());
    return play_sample(*ledger, decks, spec, control);
  }
};

}  // namespace

TEST_CASE("sample of a ledger: games are as they were played, those with chains too") {
  const Played played;
  const LedgerSample all = played.sample(1'000'000);
  CHECK(all.complete);
  CHECK(all.problem.empty());
  CHECK(std::ssize(all.played) == all.batches);
  CHECK(all.games_played == all.games);
  CHECK(all.games >= 6 * 30);
  CHECK(all.different() == 0);
  CHECK(std::ranges::any_of(all.played, [](const SampledBatch& each) { return each.handicap.value_or(0) != 0; }));
  CHECK(std::ranges::any_of(all.played, [](const SampledBatch& each) { return !each.handicap && each.first > 0; }));
}

TEST_CASE("sample of a ledger: so many games of batches that are drawn, others for another number") {
  const Played played;
  const LedgerSample one = played.sample(40), again = played.sample(40), other = played.sample(40, 2);
  CHECK(one.games_played >= 40);
  CHECK(std::ssize(one.played) < one.batches);
  const auto names = [](const LedgerSample& sample) {
    std::set<std::tuple<int, int, int, int64_t>> drawn;
    for (const SampledBatch& each : sample.played) drawn.emplace(each.a, each.b, each.handicap.value_or(99), each.first);
    CHECK(std::ssize(drawn) == std::ssize(sample.played));
    return drawn;
  };
  CHECK(names(one) == names(again));
  CHECK(names(one) != names(other));
}

TEST_CASE("sample of a ledger: what was not played so is found") {
  int forged = 0;
  const Played played([&](LedgerBatch& batch) {
    nlohmann::json data = nlohmann::json::parse(batch.data);
    nlohmann::json& counts = data["by_first"][0];  // games, wins of a, wins of b
    if (++forged % 3 || counts[2] == 0) return;
    counts[1] = counts[1].get<int>() + 1;
    counts[2] = counts[2].get<int>() - 1;
    batch.data = data.dump();
  });
  const LedgerSample found = played.sample(1'000'000);
  CHECK(found.different() > 0);
  CHECK(found.different() <= forged / 3);
  CHECK(std::ranges::any_of(found.played, &SampledBatch::same));
}

TEST_CASE("sample of a ledger: the digest of the decisions tells, too; and another seed or agent") {
  const Played played([](LedgerBatch& batch) {
    nlohmann::json data = nlohmann::json::parse(batch.data);
    data["fingerprint"] = "0123456789abcdef";
    batch.data = data.dump();
  });
  CHECK(played.sample(50).different() == std::ssize(played.sample(50).played));
  const Played right;
  CHECK(right.sample_of({.agent = "greedy", .seed = kSeed + 1, .games = 50}).different() > 0);
  CHECK(right.sample_of({.agent = "random", .seed = kSeed, .games = 50}).different() > 0);
}

TEST_CASE("sample of a ledger: what can't be played is said") {
  const Played played([](LedgerBatch& batch) { batch.cell += batch.cell.size() > 33 ? "9" : ""; });  // 33 and more chains
  CHECK(played.sample(1'000'000).problem.ends_with("can't be read"));
}

TEST_CASE("sample of a ledger: one that is stopped has what was played") {
  const Played played;
  RunControl control(1);
  control.stop = archon::test::after_asking(30);
  const LedgerSample some = played.sample(1'000'000, 1, control);
  CHECK_FALSE(some.complete);
  CHECK(some.games_played > 0);
  CHECK(some.games_played <= 30);
  CHECK(some.different() == 0);
  CHECK(some.most_different() > 0.05);
}

// Clopper and Pearson's upper limits at 95 % (one-sided).
TEST_CASE("sample of a ledger: how much of it may be wrong") {
  const auto most = [](size_t found, size_t of) {
    LedgerSample sample;
    for (size_t i = 0; i < of; ++i) sample.played.push_back({.same = i >= found});
    return sample.most_different();
  };
  CHECK(most(0, 0) == 1);
  CHECK(most(0, 59) == Approx(0.0495).margin(1e-4));
  CHECK(most(1, 10) == Approx(0.3942).margin(1e-4));
  CHECK(most(5, 100) == Approx(0.1023).margin(1e-4));
  CHECK(most(10, 10) == 1);
}
