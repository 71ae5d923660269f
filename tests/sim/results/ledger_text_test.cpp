// Ledgers that are text: what is written is read, and what is none is refused with its line.
#include "sim/results/ledger_text.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/temporary_folder.h"

namespace archon {
namespace {

const LedgerHead kHead{.kind = "matrix", .program = "0123456789abcdef", .version = "v1", .settings = {{"seed", 1}}};
const std::vector<LedgerBatch> kBatches = {{"a b", 0, 2, R"({"by_first":[[1,1,0]]})"}, {"deck a", 0, 0, "Dust \"Imp\"\n"}};

LedgerResult read_as_file(const std::string& text) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.file(), std::ios::binary) << text;
  return Ledger::read(folder.file(), "matrix");
}

TEST_CASE("a ledger that is text is read like another one", "[ledger]") {
  const std::string text = ledger_text(kHead, kBatches);
  CHECK(is_ledger_text(text));
  CHECK(read_ledger_text(text).problem == "");
  CHECK(read_ledger_text(text).batches == kBatches);
  const LedgerResult read = read_as_file(text);
  REQUIRE(read.error == "");
  CHECK(read.ledger->program() == kHead.program);
  CHECK(read.ledger->version() == kHead.version);
  CHECK(read.ledger->settings() == kHead.settings);
  std::vector<LedgerBatch> all;
  read.ledger->each([&](const LedgerBatch& batch) { all.push_back(batch); });
  CHECK(all == kBatches);
}

TEST_CASE("a text that is no ledger is refused", "[ledger]") {
  const std::string good = ledger_text(kHead, kBatches), head = good.substr(0, good.find('\n') + 1);
  CHECK(read_ledger_text("").problem == "");  // is_ledger_text says what it is
  for (const auto& [text, line] : std::vector<std::pair<std::string, std::string>>{
           {R"({"archon_ledger": 2})", "line 1"},
           {R"({"archon_ledger":1,"kind":"matrix","program":"","version":"","settings":[]})", "line 1"},
           {head + "{}\n", "line 2"},
           {head + R"({"cell":"a b","first":-1,"games":2,"data":""})", "line 2"},
           {head + R"({"cell":"a b","first":0.5,"games":2,"data":""})", "line 2"},
           {head + R"({"cell":"a b","first":0,"games":2,"data":{}})", "line 2"},
           {good + std::string(5000, '['), "line 4"},
           {good.substr(0, good.size() - 3), "line 3"}}) {
    CHECK(read_ledger_text(text).problem == line + " can't be read");
    CHECK(read_as_file(text).error.find(line) != std::string::npos);
  }
  CHECK(read_as_file(good + good.substr(head.size())).error != "");  // the same games twice
  CHECK(read_as_file(head + R"({"cell":"a b","first":18446744073709551615,"games":2,"data":""})").error != "");
  const std::string other =
      ledger_text({.kind = "arena", .program = "", .version = "", .settings = nlohmann::json::object()}, {});
  CHECK(read_as_file(other).error.find("archon arena") != std::string::npos);
}

}  // namespace
}  // namespace archon
