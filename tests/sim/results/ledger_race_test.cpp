// Several processes that begin on one ledger at the same time: one has it, no game is lost, and nobody is told anything else.
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/core/random.h"
#include "sim/results/ledger.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::TemporaryFolder;

namespace {

constexpr int kSaved = 0, kInUse = 1, kElse = 2;

// Opens the ledger after so many microseconds, saves a batch of its own, and keeps it open for as many as `stay`.
int take_part(const std::string& path, int number, useconds_t wait, useconds_t stay) {
  usleep(wait);
  const LedgerResult opened = Ledger::open(path, "arena", {{"seed", 1}});
  if (!opened.ledger) return opened.error.find("in use by another process") == std::string::npos ? kElse : kInUse;
  const LedgerBatch batch{"of " + std::to_string(number), 0, 1, "{}"};
  if (!opened.ledger->append(std::span(&batch, 1)).empty()) return kElse;
  usleep(stay);
  return kSaved;
}

// Rounds after which the ledger has not got just what those who took part say they saved.
int wrong_rounds(int rounds) {
  constexpr int kProcesses = 3;
  SmallRng rng{29};
  int wrong = 0;
  for (int round = 0; round < rounds; ++round) {
    const TemporaryFolder folder;
    const std::string path = folder.file("new.sqlite");
    std::array<pid_t, kProcesses> children{};
    for (int number = 0; number < kProcesses; ++number) {
      const auto wait = static_cast<useconds_t>(rng.below(10'000));
      const auto stay = static_cast<useconds_t>(round % 10 == 0 ? 400'000 : rng.below(20'000));
      children[static_cast<size_t>(number)] = fork();
      if (children[static_cast<size_t>(number)] == 0) _exit(take_part(path, number, round % 3 == 0 ? 0 : wait, stay));
    }
    std::string said, found;
    bool good = true;
    for (int number = 0; number < kProcesses; ++number) {
      int status = 0;
      waitpid(children[static_cast<size_t>(number)], &status, 0);
      if (WIFEXITED(status) && WEXITSTATUS(status) == kSaved) said += "of " + std::to_string(number) + ' ';
      good = good && WIFEXITED(status) && WEXITSTATUS(status) != kElse;
    }
    if (const LedgerResult read = Ledger::read(path, "arena"); read.ledger)
      read.ledger->each([&](const LedgerBatch& batch) { found += batch.cell + ' '; });
    wrong += !good || said.empty() || said != found;
  }
  return wrong;
}

}  // namespace

TEST_CASE("of processes that begin on one new ledger none loses games") { CHECK(wrong_rounds(20) == 0); }

TEST_CASE("of processes that begin on one new ledger none loses games in 200 rounds", "[slow]") {
  CHECK(wrong_rounds(200) == 0);
}

TEST_CASE("who fails to make a ledger removes nothing that is not his") {
  const TemporaryFolder folder;
  const std::string path = folder.file("new.sqlite");
  const LedgerResult first = Ledger::open(path, "arena", {{"seed", 1}});
  REQUIRE(first.ledger);
  const pid_t other = fork();
  if (other == 0) _exit(take_part(path, 1, 0, 0));
  int status = 0;
  waitpid(other, &status, 0);
  CHECK(WEXITSTATUS(status) == kInUse);
  CHECK(std::filesystem::exists(path));
}

TEST_CASE("games for a ledger that was removed or replaced meanwhile are not lost without a word") {
  const TemporaryFolder folder;
  const std::string path = folder.file("gone.sqlite");
  const LedgerResult opened = Ledger::open(path, "arena", {{"seed", 1}});
  REQUIRE(opened.ledger);
  const LedgerBatch batches[] = {{"one", 0, 1, "{}"}, {"two", 0, 1, "{}"}};
  CHECK(opened.ledger->append(std::span(batches).first(1)) == "");
  std::filesystem::rename(path, folder.file("elsewhere.sqlite"));
  CHECK(opened.ledger->append(std::span(batches).last(1)).find("removed or replaced") != std::string::npos);
}
