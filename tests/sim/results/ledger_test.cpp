// The ledger: what it keeps, what it refuses, and that every fault leaves the file as it was.
#include "sim/results/ledger.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

const nlohmann::json kSettings = {{"rules", "18.4"}, {"seed", 1}};

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

std::vector<LedgerBatch> all(const Ledger& ledger) {
  std::vector<LedgerBatch> list;
  ledger.each([&](const LedgerBatch& batch) { list.push_back(batch); });
  return list;
}

void make(const std::string& path, const std::vector<LedgerBatch>& batches = {}, const nlohmann::json& settings = kSettings) {
  const LedgerResult made = Ledger::open(path, "arena", settings);
  REQUIRE(made.error == "");
  REQUIRE(made.ledger->append(batches) == "");
}

void execute(const std::string& path, const char* sql) {
  sqlite3* connection = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &connection) == SQLITE_OK);
  REQUIRE(sqlite3_exec(connection, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(connection);
}

// Runs `work` in a process of its own, which gives back an exit status or dies of a signal.
int in_process(const std::function<int()>& work) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    int code = 99;
    try {
      code = work();
    } catch (...) {
    }
    _exit(code);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

// Without the rights of the superuser, for whom no file is read-only.
void give_up_rights() {
  if (geteuid() != 0) return;
  if (setgid(65534) != 0 || setuid(65534) != 0) _exit(98);
}

// Opening fails with these words, and neither the file nor the folder changes.
void refused(const std::string& path, const std::string& words, bool mismatch = false,
             const nlohmann::json& settings = kSettings) {
  const auto listing = [&] {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(fs::path(path).parent_path())) names.push_back(entry.path().string());
    std::ranges::sort(names);
    return names;
  };
  const std::string before = bytes_of(path);
  const std::vector<std::string> names = listing();
  {
    const LedgerResult result = Ledger::open(path, "arena", settings);
    CHECK(result.ledger == nullptr);
    CHECK_THAT(result.error, Catch::Contains(words));
    CHECK_THAT(result.error, Catch::Contains(path));
    CHECK(result.mismatch == mismatch);
  }
  CHECK(bytes_of(path) == before);
  CHECK(listing() == names);
}

const std::vector<LedgerBatch> kBatches = {{"b", 50, 50, R"({"wins":20})"}, {"b", 0, 50, R"({"wins":31})"}, {"a", 0, 10, "7"}};
const std::vector<LedgerBatch> kSorted = {kBatches[2], kBatches[1], kBatches[0]};

}  // namespace

TEST_CASE("a ledger gives back what was appended, in order") {
  const TemporaryFolder folder;
  make(folder.file(), kBatches);
  const LedgerResult again = Ledger::open(folder.file(), "arena", kSettings);
  REQUIRE(again.error == "");
  CHECK(all(*again.ledger) == kSorted);
  CHECK(again.ledger->batches("b") == std::vector<LedgerBatch>{kBatches[1], kBatches[0]});
  CHECK(again.ledger->batches("c").empty());
  CHECK(again.ledger->append(std::vector<LedgerBatch>{{"c", 0, 1, "x"}, {"b", 0, 50, "other"}}) != "");
  CHECK(all(*again.ledger) == kSorted);  // all or none
  CHECK(again.ledger->append(std::vector<LedgerBatch>{{"c", 0, 1, "it's \"quoted\" \xC3\xA4"}}) == "");
  CHECK(again.ledger->batches("c").front().data == "it's \"quoted\" \xC3\xA4");
}

TEST_CASE("a closed ledger is one file, and can be read whatever its settings") {
  const TemporaryFolder folder;
  make(folder.file(), kBatches);
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
  const LedgerResult result = Ledger::read(folder.file(), "arena");
  REQUIRE(result.error == "");
  CHECK(all(*result.ledger) == kSorted);
  CHECK(result.ledger->settings() == kSettings);
  CHECK_THAT(Ledger::read(folder.file("none"), "arena").error, Catch::Contains("there is no such file"));
  CHECK_THAT(Ledger::read(folder.file(), "matrix").error, Catch::Contains("a ledger of archon arena, not of archon matrix"));
}

TEST_CASE("a ledger of other settings names the fields that differ") {
  const TemporaryFolder folder;
  make(folder.file(), kBatches);
  const nlohmann::json other = {{"rules", "1.3"}, {"seed", 1}, {"agent", "greedy"}};
  refused(folder.file(), R"(agent is nothing there and "greedy" here; rules is "18.4" there and "1.3" here ()", true, other);
}

TEST_CASE("a ledger of another program, format or kind is refused") {
  const TemporaryFolder folder;
  make(folder.file(), kBatches);
  execute(folder.file(),
          "UPDATE meta SET value = '0123456789abcdef' WHERE key = 'program';"
          "UPDATE meta SET value = 'v0.1-test' WHERE key = 'version'");
  refused(folder.file(), "another version of the program, v0.1-test", true);
  CHECK(Ledger::read(folder.file(), "arena").ledger != nullptr);
  execute(folder.file(), "UPDATE meta SET value = '2' WHERE key = 'format'");
  refused(folder.file(), "its format is version 2");
  execute(folder.file(),
          "UPDATE meta SET value = '1' WHERE key = 'format'; UPDATE meta SET value = 'matrix' WHERE key = 'kind'");
  refused(folder.file(), "a ledger of archon matrix, not of archon arena");
}

TEST_CASE("what is no ledger is refused") {
  const TemporaryFolder folder;
  write_bytes(folder.file(), std::string(5000, 'x'));
  refused(folder.file(), "not a ledger, nor any SQLite file");
  fs::remove(folder.file());
  execute(folder.file(), "CREATE TABLE t(x)");
  refused(folder.file(), "SQLite file of another program");
  const LedgerResult of_folder = Ledger::open(folder.path().string(), "arena", kSettings);
  CHECK_THAT(of_folder.error, Catch::Contains("this is a folder"));
  const LedgerResult nowhere = Ledger::open(folder.file("none/l.sqlite"), "arena", kSettings);
  CHECK_THAT(nowhere.error, Catch::Contains("there is no folder " + folder.file("none")));
}

TEST_CASE("a file of few bytes is refused and left as it was") {
  const TemporaryFolder folder;
  for (const size_t size : {1u, 15u, 100u, 512u}) {
    write_bytes(folder.file(), std::string(size, '\0'));
    refused(folder.file(), "not a ledger, nor any SQLite file");
  }
  const LedgerResult device = Ledger::open("/dev/null", "arena", kSettings);
  CHECK_THAT(device.error, Catch::Contains("this is no file"));
}

TEST_CASE("what else a file has is not looked at, and runs nothing") {
  const TemporaryFolder folder;
  const auto holds = [&](const char* sql) {
    INFO(sql);
    fs::remove(folder.file());
    make(folder.file(), kBatches);
    execute(folder.file(), sql);
    refused(folder.file(), "its tables are not those of a ledger");
    CHECK_THAT(Ledger::read(folder.file(), "arena").error, Catch::Contains("its tables are not those of a ledger"));
  };
  holds("CREATE TRIGGER t AFTER INSERT ON batch BEGIN DELETE FROM batch; END");
  holds("CREATE INDEX i ON batch(games)");
  holds("CREATE TABLE more(x)");
  holds("ALTER TABLE batch ADD COLUMN more TEXT");
  holds(
      "ALTER TABLE batch RENAME TO other; CREATE VIEW batch AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
      "SELECT 'a' AS cell, i AS first, 1 AS games, '{}' AS data, 0 AS sum FROM n");
}

TEST_CASE("batches of games that can't be are refused") {
  const TemporaryFolder folder;
  for (const LedgerBatch& batch : {LedgerBatch{"a", -1, 5, "{}"}, LedgerBatch{"a", 0, -5, "{}"},
                                   LedgerBatch{"a", 0, int64_t{1} << 60, "{}"}, LedgerBatch{"a", int64_t{1} << 60, 1, "{}"}}) {
    fs::remove(folder.file());
    make(folder.file(), {batch});
    CHECK_THAT(Ledger::read(folder.file(), "arena").error, Catch::Contains("the file is damaged"));
  }
}

TEST_CASE("a damaged ledger is refused") {
  const TemporaryFolder folder;
  std::vector<LedgerBatch> many;
  for (int64_t i = 0; i < 300; ++i) many.push_back({"cell", i * 50, 50, R"({"wins":)" + std::to_string(100 + i) + "}"});
  make(folder.file(), many);
  const std::string good = bytes_of(folder.file());
  SECTION("cut off") {
    for (const size_t size : {good.size() - 1, good.size() - 4096, good.size() / 2, size_t{4096}, size_t{100}}) {
      write_bytes(folder.file(), good.substr(0, size));
      refused(folder.file(), "");
    }
  }
  SECTION("another digit in a result") {
    std::string bytes = good;
    const size_t at = bytes.find("\"wins\":123");
    REQUIRE(at != std::string::npos);
    bytes[at + 9] = '8';
    write_bytes(folder.file(), bytes);
    refused(folder.file(), "the file is damaged");
  }
  SECTION("a page of noise") {
    std::string bytes = good;
    for (size_t i = 0; i < 4096; ++i) bytes[good.size() - 4096 + i] = static_cast<char>(i * 37);
    write_bytes(folder.file(), bytes);
    refused(folder.file(), "the file is damaged");
  }
}

TEST_CASE("a read-only ledger or folder is refused, but a read-only ledger can be read") {
  const TemporaryFolder folder;
  chmod(folder.path().c_str(), 0777);  // the processes without rights must get in
  fs::create_directory(folder.path() / "closed");
  make(folder.file(), kBatches);
  make(folder.file("closed/l.sqlite"), kBatches);
  chmod(folder.file().c_str(), 0444);
  chmod(folder.file("closed/l.sqlite").c_str(), 0444);
  chmod(folder.file("closed").c_str(), 0555);
  const std::string before = bytes_of(folder.file());
  const int status = in_process([&] {
    give_up_rights();
    const std::string file = Ledger::open(folder.file(), "arena", kSettings).error;
    const std::string fresh = Ledger::open(folder.file("closed/new.sqlite"), "arena", kSettings).error;
    const LedgerResult read = Ledger::read(folder.file("closed/l.sqlite"), "arena");
    if (file.find("read-only") == std::string::npos) return 1;
    if (fresh.find("cannot be opened (may you write") == std::string::npos) return 2;
    return read.ledger && all(*read.ledger) == kSorted ? 0 : 3;
  });
  CHECK(status == 0);
  CHECK(bytes_of(folder.file()) == before);
  CHECK_FALSE(fs::exists(folder.file("closed/new.sqlite")));
  chmod(folder.file("closed/l.sqlite").c_str(), 0666);
  const int writable_file = in_process([&] {  // no log can be made beside it
    give_up_rights();
    return Ledger::open(folder.file("closed/l.sqlite"), "arena", kSettings).error.find("its folder is read-only") ==
           std::string::npos;
  });
  CHECK(writable_file == 0);
  chmod(folder.file("closed").c_str(), 0777);
}

TEST_CASE("a full disk loses only the batch in hand") {
  const TemporaryFolder folder;
  make(folder.file(), kBatches);
  const int status = in_process([&] {
    LedgerResult result = Ledger::open(folder.file(), "arena", kSettings);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{64 * 1024, 64 * 1024};
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::vector<LedgerBatch> large = {{"large", 0, 1, std::string(200'000, 'x')}};
    const std::vector<LedgerBatch> small = {{"small", 0, 1, "1"}};
    if (result.ledger->append(large).find("what was saved before is safe") == std::string::npos) return 1;
    return result.ledger->append(small).empty() ? 0 : 2;
  });
  CHECK(status == 0);
  const LedgerResult after = Ledger::open(folder.file(), "arena", kSettings);
  REQUIRE(after.error == "");
  CHECK(after.ledger->batches("large").empty());
  CHECK(after.ledger->batches("small").size() == 1);
  CHECK(all(*after.ledger).size() == 4);
}

TEST_CASE("no ledger is made where the disk is full") {
  const TemporaryFolder folder;
  const int status = in_process([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1024, 1024};
    setrlimit(RLIMIT_FSIZE, &limit);
    return Ledger::open(folder.file(), "arena", kSettings).error.empty() ? 1 : 0;
  });
  CHECK(status == 0);
  CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("a ledger in use is refused") {
  const TemporaryFolder folder;
  const LedgerResult mine = Ledger::open(folder.file(), "arena", kSettings);
  REQUIRE(mine.error == "");
  REQUIRE(mine.ledger->append(kBatches) == "");
  const int status = in_process([&] {
    const std::string open = Ledger::open(folder.file(), "arena", kSettings).error;
    const std::string read = Ledger::read(folder.file(), "arena").error;
    if (open.find("in use by another process") == std::string::npos) return 1;
    return read.find("in use by another process") == std::string::npos ? 2 : 0;
  });
  CHECK(status == 0);
  CHECK(mine.ledger->append(std::vector<LedgerBatch>{{"c", 0, 1, "1"}}) == "");
  CHECK(all(*mine.ledger).size() == 4);
}

TEST_CASE("a kill at any moment loses the batch in hand at most") {
  const TemporaryFolder folder;
  int pipe_ends[2];
  REQUIRE(pipe(pipe_ends) == 0);
  int64_t reported = 0;
  for (int round = 0; round < 6; ++round) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {  // appends as fast as it can and says so after each
      LedgerResult result = Ledger::open(folder.file(), "arena", kSettings);
      if (!result.ledger) _exit(1);
      for (auto next = static_cast<int64_t>(all(*result.ledger).size());; ++next) {
        const std::string data(static_cast<size_t>(100 + next % 7 * 1000), 'd');
        if (!result.ledger->append(std::vector<LedgerBatch>{{"cell", next, 1, data}}).empty()) _exit(2);
        if (write(pipe_ends[1], &next, sizeof next) != sizeof next) _exit(3);
      }
    }
    for (int i = 0; i < 20 + 13 * round; ++i) REQUIRE(read(pipe_ends[0], &reported, sizeof reported) == sizeof reported);
    usleep(static_cast<useconds_t>(500 + 777 * round));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));
    fcntl(pipe_ends[0], F_SETFL, O_NONBLOCK);
    while (read(pipe_ends[0], &reported, sizeof reported) == sizeof reported) continue;
    fcntl(pipe_ends[0], F_SETFL, 0);
    const LedgerResult left = Ledger::read(folder.file(), "arena");
    REQUIRE(left.error == "");
    const auto batches = all(*left.ledger);
    const auto count = static_cast<int64_t>(batches.size());
    CHECK(count >= reported + 1);
    CHECK(count <= reported + 2);  // it was saved, but not yet reported
    for (int64_t i = 0; i < count; ++i) REQUIRE(batches[static_cast<size_t>(i)].first == i);
  }
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

TEST_CASE("batches one by one, all or those whose cell begins with a text") {
  const TemporaryFolder folder;
  const std::vector<LedgerBatch> batches = {{"deck 1", 0, 0, "x"}, {"deck 2", 0, 0, "y"}, {"dec", 0, 1, "1"}, {"e", 0, 1, "2"}};
  make(folder.file(), batches);
  const LedgerResult read = Ledger::read(folder.file(), "arena");
  REQUIRE(read.error == "");
  const auto cells = [&](std::string_view prefix) {
    std::string text;
    read.ledger->each([&](const LedgerBatch& batch) { text += batch.cell + ";"; }, prefix);
    return text;
  };
  CHECK(cells("") == "dec;deck 1;deck 2;e;");
  CHECK(cells("deck ") == "deck 1;deck 2;");
  CHECK(cells("f").empty());
}

TEST_CASE("merging adds what is missing, and refuses contradictions") {
  const TemporaryFolder folder;
  make(folder.file("a"), {kBatches[0], kBatches[1]});
  make(folder.file("b"), {kBatches[1], kBatches[2]});
  const LedgerResult a = Ledger::open(folder.file("a"), "arena", kSettings);
  const auto merge = [&](const std::string& name) {
    return a.ledger->merge_from(*Ledger::read(folder.file(name), "arena").ledger);
  };
  const Ledger::Merged merged = merge("b");
  CHECK(merged.error == "");
  CHECK(merged.added == 1);
  CHECK(all(*a.ledger) == kSorted);
  CHECK(merge("b").added == 0);

  make(folder.file("wrong"), {{"new", 0, 1, "1"}, {"b", 50, 50, R"({"wins":21})"}});
  CHECK_THAT(merge("wrong").error, Catch::Contains("contradicts") && Catch::Contains("game 50 of b"));
  make(folder.file("overlap"), {{"b", 25, 10, "{}"}});
  CHECK_THAT(merge("overlap").error, Catch::Contains("has game 25 of b in another batch"));
  make(folder.file("seed"), {kBatches[2]}, {{"rules", "18.4"}, {"seed", 2}});
  const Ledger::Merged seed = merge("seed");
  CHECK(seed.mismatch);
  CHECK_THAT(seed.error, Catch::Contains("seed is 2 there and 1 here"));
  CHECK(all(*a.ledger) == kSorted);
}
