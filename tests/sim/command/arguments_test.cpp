// Values on the command line: as they were given, or refused. Every option of every command: tests/cli/arguments.py.
#include "sim/command/arguments.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace archon::cli;

namespace {

struct Values {
  int number = 1;
  int64_t games = 2;
  uint64_t seed = 3;
  double width = 4;
  std::vector<double> list;
  std::vector<std::string> files;
  std::string error;  // when they were refused
};

Values read(std::vector<std::string> words) {
  Values values;
  CommandLine line("archon", "", "");
  Command command = line.root().add("try", "");
  command.option("FILES", values.files, "");
  command.option("--number", values.number, "");
  command.option("-n,--games", values.games, "");
  command.option("--seed", values.seed, "");
  command.option("--width", values.width, "");
  command.option("--list", values.list, "");
  command.calls([](const Invocation&) { return kDone; });
  words.insert(words.begin(), {"archon", "try"});
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  std::ostringstream said;
  std::streambuf* before = std::cerr.rdbuf(said.rdbuf());
  const int code = line.run(static_cast<int>(pointers.size()), pointers.data());
  std::cerr.rdbuf(before);
  if (code == kUsage) values.error = said.str();
  CHECK(values.error.empty() == (code == kDone));
  return values;
}

}  // namespace

TEST_CASE("numbers of a command line are decimal") {
  CHECK(read({"--number", "010"}).number == 10);
  CHECK(read({"--number=-007"}).number == -7);
  CHECK(read({"-n", "0010"}).games == 10);
  CHECK(read({"-n010"}).games == 10);
  CHECK(read({"--seed", "018446744073709551615"}).seed == UINT64_MAX);
  CHECK(read({"--width", "010.5"}).width == 10.5);
  CHECK(read({"--width", "1e-2"}).width == 0.01);
  CHECK(read({"--list", "010,-2.5"}).list == std::vector<double>{10, -2.5});
}

TEST_CASE("counts of a command line may be in thousands and millions") {
  CHECK(read({"--games", "10k"}).games == 10'000);
  CHECK(read({"-n2M"}).games == 2'000'000);
  CHECK(read({"--games=1.5M"}).games == 1'500'000);
  CHECK(read({"--number", "0.25k"}).number == 250);
  CHECK(read({"--number", "1.000k"}).number == 1000);
  CHECK_THAT(read({"--number", "3000M"}).error, Catch::Contains("'3000M' is too large or too small"));
  for (const char* wrong : {"k", ".k", "1.k", ".5k", "1.2.3k", "1kk", "1 k", "1K", "1m", "1.2345k", "0x1k"})
    CHECK_THAT(read({"--games", wrong}).error, Catch::Contains("is not a whole number"));
  CHECK_FALSE(read({"--seed", "1k"}).error.empty());
  CHECK_FALSE(read({"--width", "1k"}).error.empty());
}

TEST_CASE("numbers that do not fit are refused, not cut") {
  for (const std::string option : {"--number", "--games", "--seed"})
    for (const std::string text : {"18446744073709551616", "99999999999999999999999", "-99999999999999999999999"}) {
      const std::string error = read({option, text}).error;
      CHECK_THAT(error, Catch::Contains(option + ": '" + text + "' is "));
    }
  CHECK_THAT(read({"--number", "2147483648"}).error, Catch::Contains("too large"));
  CHECK_THAT(read({"--games", "9223372036854775808"}).error, Catch::Contains("too large"));
  CHECK_THAT(read({"--width", "1e999"}).error, Catch::Contains("too large"));
  CHECK_THAT(read({"--seed", "-1"}).error, Catch::Contains("'-1' is not a whole number from 0"));
}

TEST_CASE("nothing of a list is left out") {
  for (const std::string text : {",", "1,", ",1", "1,,2", "1 2", "1,x"})
    CHECK_THAT(read({"--list", text, "file"}).error, Catch::Contains("--list: "));
  CHECK(read({"--list", "1,2", "file"}).files == std::vector<std::string>{"file"});
}

TEST_CASE("a word in brackets is a file, no list of files") {
  CHECK(read({"[a,b]"}).files == std::vector<std::string>{"./[a,b]"});
  CHECK(read({"[]", "c"}).files == std::vector<std::string>{"./[]", "c"});
}

TEST_CASE("an option without its value does not take the next word") {
  CHECK_THAT(read({"--games=", "10"}).error, Catch::Contains("--games: nothing is given"));
  CHECK_THAT(read({"--games", ""}).error, Catch::Contains("--games: nothing is given"));
  CHECK_THAT(read({"a", " ", "b"}).error, Catch::Contains("FILES: nothing is given"));
}
