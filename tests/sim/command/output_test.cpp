// Cells of tables for strangers, and files that are whole or not there. The command line as a whole: tests/cli/output.sh.
#include "sim/command/output.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <vector>

#include "sim/present/csv_text.h"
#include "tests/temporary_folder.h"

using namespace archon;
using namespace archon::cli;

namespace {

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> names(const std::filesystem::path& folder) {
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) all.push_back(entry.path().filename().string());
  return all;
}

}  // namespace

TEST_CASE("cells of a CSV file are quoted, and none is a formula") {
  CHECK(csv_cell("Dust, the \"Imp\"") == "\"Dust, the \"\"Imp\"\"\"");
  CHECK(csv_cell("") == "\"\"");
  for (const std::string text : {"=1+1", "+1", "-1", "@SUM(A1)", " =1", "\uFF1D1", "\uFF0B1", "\uFF0D1", "\uFF201"})
    CHECK(csv_cell(text) == "\"'" + text + "\"");
  CHECK(csv_cell("a=1") == "\"a=1\"");
  CHECK(csv_cell("a;=1, \"@b\"") == "\"a;'=1,' \"\"@b\"\"\"");
  CHECK(csv_cell("a\n=1\x1b") == "\"a\\u000A=1\\u001B\"");
  CHECK(csv_remark("command: archon matrix a.deck") == "# command: archon matrix a.deck");
  CHECK(csv_remark("a,=1,b; @c\nd") == "# a,'=1,b;' @c\\u000Ad");
  CHECK(csv_remark("a,\uFF1D1,\"=1\",\"b\"") == "# a,'\uFF1D1,'\"=1\",\"b\"");  // a quote begins a cell, too
}

TEST_CASE("a file appears when it is whole, and nothing is left of one that is not") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("games");
  {
    OutputFile file(path);
    file.write("one\n");
    CHECK_FALSE(std::filesystem::exists(path));
    CHECK(file.commit().empty());
  }
  CHECK(content(path) == "one\n");
  {
    OutputFile file(path);
    file.write(std::string(1 << 20, 'x'));
  }
  CHECK(content(path) == "one\n");
  CHECK(names(folder.path()) == std::vector<std::string>{"games"});
}

TEST_CASE("a file keeps its rights, and a link leads to it") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file"), link = folder.file("link");
  REQUIRE(write_file(path, "one").empty());
  std::filesystem::permissions(path, std::filesystem::perms(0640));
  std::filesystem::create_symlink("file", link);
  CHECK(write_file(link, "two").empty());
  CHECK(std::filesystem::is_symlink(link));
  CHECK(content(path) == "two");
  CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms(0640));
}

TEST_CASE("what can't be written says which file and why") {
  const test::TemporaryFolder folder;
  const std::string nowhere = folder.file("no") + "/file";
  CHECK(write_file(nowhere, "x") == "cannot write " + nowhere + ": No such file or directory");
  CHECK(cannot_write(folder.path().string()) == "cannot write " + folder.path().string() + ": Is a directory");
  CHECK(write_file("/dev/full", "x") == "cannot write /dev/full: No space left on device");
  CHECK(std::filesystem::is_character_file("/dev/full"));
  CHECK(cannot_write(folder.file("new")).empty());
}
