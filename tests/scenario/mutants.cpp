#include "tests/scenario/mutants.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <optional>
#include <utility>

#include "engine/cards/library.h"
#include "tests/scenario/runner.h"
#include "tests/scenario/scenario_words.h"

namespace scenario {
namespace {

using namespace archon;

bool mentions(const Scenario& scenario, const std::string& id) {
  const auto part_of_id = [](char c) { return c == '-' || static_cast<unsigned char>(c) >= 'a' || (c >= '0' && c <= '9'); };
  const std::string& text = scenario.text;
  for (size_t at = text.find(id); at != std::string::npos; at = text.find(id, at + 1)) {
    const size_t end = at + id.size();
    if ((at == 0 || !part_of_id(text[at - 1])) && (end == text.size() || !part_of_id(text[end]))) return true;
  }
  return false;
}

// What a child process has found, on its way to the parent: the fate's letter and a text.
struct Report {
  Fate fate;
  std::string text;
};

// `original`: the program of the original, none while that is tried itself.
Report try_one(const std::string& text, const std::string& id, const std::optional<std::string>& original,
               const std::vector<Scenario>& scenarios) {
  const std::vector<lang::Diagnostic> problems = Library::redefine(text);
  if (!problems.empty()) return {Fate::Refused, problems[0].message};
  const std::string compiled = Library::instance().disassemble(CardTable::instance().find_id(id));
  if (compiled == original) return {Fate::Same, ""};
  for (const Scenario& scenario : scenarios) {
    if (!mentions(scenario, id)) continue;
    const std::vector<Problem> failed = run_scenario(scenario);
    if (!failed.empty()) return {Fate::Killed, failed[0].file + ":" + std::to_string(failed[0].number)};
  }
  return original ? Report{Fate::Survived, ""} : Report{Fate::Original, compiled};
}

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<size_t>(written));
  }
}

// Runs try_one in a process of its own: a changed definition may loop or break the game.
Report try_apart(const std::string& text, const std::string& id, const std::optional<std::string>& original,
                 const std::vector<Scenario>& scenarios, int seconds) {
  std::array<int, 2> pipe_ends{};
  if (pipe(pipe_ends.data()) != 0) return {Fate::Refused, "no pipe"};
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) return {Fate::Refused, "no process"};
  if (child == 0) {
    const rlimit time{static_cast<rlim_t>(seconds), static_cast<rlim_t>(seconds)};
    setrlimit(RLIMIT_CPU, &time);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    const Report report = try_one(text, id, original, scenarios);
    write_all(pipe_ends[1], static_cast<char>('0' + static_cast<int>(report.fate)) + report.text);
    _exit(0);
  }
  close(pipe_ends[1]);
  std::string answer;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = read(pipe_ends[0], buffer.data(), buffer.size())) > 0;)
    answer.append(buffer.data(), static_cast<size_t>(n));
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGXCPU || signal == SIGKILL) return {Fate::Slow, std::to_string(seconds) + " s"};
    return {Fate::Killed, "signal " + std::to_string(signal)};
  }
  if (answer.empty()) return {Fate::Killed, "ended without an answer"};
  return {static_cast<Fate>(answer[0] - '0'), answer.substr(1)};
}

}  // namespace

std::string_view fate_word(Fate fate) {
  constexpr std::array<std::string_view, 6> kWords = {"original", "refused", "same", "killed", "slow", "survived"};
  return kWords[static_cast<size_t>(fate)];
}

std::vector<MutantResult> try_mutants(std::string_view definitions, const std::vector<Scenario>& scenarios, int seconds) {
  Library::instance();  // compiled once, before the first process branches off
  std::vector<MutantResult> results;
  std::string card;
  std::optional<std::string> original;
  constexpr std::string_view kSeparator = "====\n";
  while (!definitions.empty()) {
    const size_t end = definitions.find(kSeparator);
    const std::string text(definitions.substr(0, end));
    definitions.remove_prefix(end == std::string_view::npos ? definitions.size() : end + kSeparator.size());
    const std::vector<std::string> words = words_of(text.substr(0, text.find('\n')));
    const std::string id = words.size() > 1 ? words[1] : "";
    if (id != card) original.reset();
    card = id;
    Report report = try_apart(text, id, original, scenarios, seconds);
    if (report.fate == Fate::Original) original = std::exchange(report.text, "");
    results.push_back({report.fate, report.text});
  }
  return results;
}

}  // namespace scenario
