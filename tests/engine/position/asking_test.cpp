// What an instruction waits for stands in engine/core/ops.def: positions saved meanwhile can be read again.
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>

#include "engine/core/embed.h"
#include "tests/engine/position/round_trip.h"
#include "tests/scenario/runner.h"

namespace archon {
namespace {

// Reads back the first positions in which each instruction waits for an answer.
class Saver {
 public:
  void operator()(const Matchup& m, const State& s) {
    if (s.choice.kind == ChoiceKind::None || s.choice.kind == ChoiceKind::Over) return;
    bool rare = false;
    for (const AbilityFrame& frame : frames_of<AbilityFrame>(s)) {
      if (frame.head.phase == 0) continue;
      const auto op = static_cast<size_t>(m.program->code[frame.pc].op);
      rare |= waited_[op]++ < 3;
      if (&frame == top_if<AbilityFrame>(s)) ++asked_[op];
    }
    if (!rare) return;
    PositionGame game;
    const std::vector<std::string> problems = read_line(write_line(m, s), game);
    if (!problems.empty())
      report_ += problems.front() + '\n';
    else if (!test::equal(game.state, s))
      report_ += test::other_byte(game.state, s) + '\n';
  }

  // What could not be read back, and which instructions asked otherwise than their row says.
  std::string report() const {
    std::string text = report_;
    for (size_t op = 0; op < std::size(kEffectRows); ++op)
      if ((asked_[op] > 0) != (kEffectRows[op].asks != ChoiceKind::None))
        text += std::string(kEffectRows[op].name) + " asked " + std::to_string(asked_[op]) + " times\n";
    return text;
  }

 private:
  std::array<int, std::size(kEffectRows)> waited_{}, asked_{};
  std::string report_;
};

std::string save_while_asking() {
  Saver saver;
  for (const EmbeddedFile& file : embedded_files("tests/"))
    for (const scenario::Scenario& each : scenario::read_scenarios(std::string(file.path), file.text).scenarios)
      scenario::run_scenario(each, false, std::ref(saver));
  return saver.report();
}

// In a process of its own: other tests of this one would meet the definitions that scenarios bring with them.
std::string in_child(std::string (*work)()) {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::string text = work();
    const bool written = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = read(ends[0], buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  return text;
}

}  // namespace

TEST_CASE("positions are saved while each instruction asks", "[position]") { CHECK(in_child(save_while_asking) == ""); }

}  // namespace archon
