#include "sim/cli/command.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "agents/registry.h"
#include "sim/cli/text.h"

namespace archon::cli {

namespace {

std::string quoted(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_of(" \t\"'\\$`*?&|;<>()") == std::string::npos;
  if (plain) return word;
  std::string text = "'";
  for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string command_line(int argc, char** argv) {
  std::string text = "archon";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "-j" || word == "--threads")
      ++i;
    else if (!word.starts_with("-j") && !word.starts_with("--threads="))
      text += " " + quoted(word);
  }
  return text;
}

void Problems::check_agent(std::string_view option, std::string_view spec) {
  const AgentResult result = make_agent(spec);
  if (!result.agent) add(std::string(option) + ": " + result.error);
}

void Problems::check_blank(const std::vector<std::string>& blank_cards, bool allowed) {
  if (blank_cards.empty() || allowed) return;
  add("cards whose text the program cannot play yet: " + joined(blank_cards) +
      " (--allow-blank plays them as cards without text)");
}

int Problems::print() const {
  for (const std::string& problem : problems_) std::cerr << "archon " << command_ << ": " << problem << '\n';
  return kUsage;
}

namespace {

std::string whole_number(std::string& text) {
  uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end ? "" : "'" + text + "' is not a whole number from 0 to 2^64 - 1";
}

}  // namespace

CLI::Validator seed_validator() { return CLI::Validator(whole_number, ""); }

void RunOptions::add_to(CLI::App& command) {
  command.add_option("--seed", seed, "Fixes all shuffles and random choices")->check(seed_validator())->capture_default_str();
  command.add_option("-j,--threads", threads, "Number of threads, 0 for one a core; the results do not depend on it")
      ->capture_default_str();
  command.add_option("--rules", rules, "Version of the rulebook")->capture_default_str();
  command.add_flag("--allow-blank", allow_blank, "Play cards that have no definition yet as cards without text");
}

void RunOptions::check(Problems& problems) const {
  problems.check(threads >= 0 && threads <= 1024, "--threads: from 0 (one a core) to 1024, not " + std::to_string(threads));
  problems.check(find_rules(rules).has_value(), "--rules: there is no rulebook '" + rules + "' (1.0, 1.2, 1.3 or 18.4)");
}

MatchupOptions RunOptions::matchup_options() const {
  MatchupOptions options;
  options.allow_blank = allow_blank;
  options.rules = find_rules(rules).value_or(RulesProfile{});
  return options;
}

std::vector<DeckFile> read_decks(const std::vector<std::string>& files, Problems& problems) {
  std::vector<DeckFile> decks;
  for (const std::string& file : files) {
    DeckResult result = read_deck_file(file);
    for (const DeckProblem& problem : result.problems) problems.add(format_problem(file, problem));
    if (result.deck) decks.push_back({std::move(*result.deck), file});
  }
  return decks;
}

void check_different(const std::vector<DeckFile>& decks, Problems& problems) {
  std::map<uint64_t, const DeckFile*> seen;
  for (const DeckFile& each : decks) {
    const auto [before, fresh] = seen.emplace(deck_hash(each.deck), &each);
    if (!fresh) problems.add(each.file + ": the same deck as " + before->second->file + " (name it once)");
  }
}

std::string write_file(const std::string& path, const std::string& text) {
  const std::string temporary = path + ".part" + std::to_string(getpid());
  std::error_code error;
  {
    std::ofstream file(temporary, std::ios::binary);
    file << text;
    file.close();
    if (!file) {
      std::filesystem::remove(temporary, error);
      return "cannot write " + path;
    }
  }
  std::filesystem::rename(temporary, path, error);
  if (!error) return "";
  const std::string message = "cannot write " + path + ": " + error.message();
  std::filesystem::remove(temporary, error);
  return message;
}

Progress progress_line(std::string what) {
  const bool terminal = isatty(STDERR_FILENO);
  return [what = std::move(what), watch = Stopwatch(), terminal, printed = 0.0](int64_t done, int64_t total) mutable {
    constexpr double kSecondsBetweenLines = 10;
    const double seconds = watch.seconds();
    if (!terminal && seconds - printed < kSecondsBetweenLines) return;
    printed = seconds;
    const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
    const double left_seconds = rate > 0 ? static_cast<double>(std::max<int64_t>(0, total - done)) / rate : 0;
    const std::string line = thousands(done) + " of " + thousands(total) + " " + what + ", " +
                             thousands(static_cast<int64_t>(rate)) + " a second, " + fixed(left_seconds, 0) + " s left";
    std::cerr << (terminal ? "\r\033[K" + line : line + "\n") << std::flush;
  };
}

void end_progress_line() {
  if (isatty(STDERR_FILENO)) std::cerr << "\r\033[K" << std::flush;
}

namespace {

volatile std::sig_atomic_t was_interrupted = 0;

void on_interrupt(int) {
  was_interrupted = 1;
  constexpr char kText[] = "\narchon: finishing and saving the batches in hand (once more: stop at once)\n";
  if (write(STDERR_FILENO, kText, sizeof kText - 1) < 0) return;  // nobody to tell
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;  // the second one is the system's
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

bool interrupted() { return was_interrupted != 0; }

int64_t Stopwatch::now() { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1); }
double Stopwatch::seconds() const { return static_cast<double>(now() - start_) * 1e-9; }

namespace {

std::string nearest_option(const CLI::App& command, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return word_hint(word, names);
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::string nearest_command(const CLI::App& app, const std::string& word) {
  const std::string hint = word_hint(word, command_names(app));
  return hint.empty() ? "there are " + joined(command_names(app)) : hint;
}

// "Could not convert: --games = abc" in plain words; other messages are good as they are.
std::string plain_message(const CLI::ParseError& error) {
  const std::string message = error.what();
  const size_t colon = message.find(": "), equals = message.find(" = ");
  if (error.get_name() != "ConversionError" || colon == std::string::npos || equals == std::string::npos) return message;
  return message.substr(colon + 2, equals - colon - 2) + ": '" + message.substr(equals + 3) + "' is not a number it can take";
}

}  // namespace

int report_parse_error(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);  // help and version
  const CLI::App* called = &app;                           // the command, or the command of a command: "deck import"
  std::string name = "archon";
  while (!called->get_subcommands().empty()) {
    called = called->get_subcommands().front();
    name += " " + called->get_name();
  }
  const CLI::App& command = *called;
  const bool has_commands = !command_names(command).empty();
  const std::vector<std::string> extra = app.remaining(true);
  std::cerr << name << ": ";
  if (!extra.empty() && has_commands && !extra.front().starts_with('-')) {
    std::cerr << "unknown command '" << extra.front() << "' (" << nearest_command(command, extra.front()) << ")";
  } else if (!extra.empty()) {
    const std::string hint = nearest_option(command, extra.front());
    std::cerr << "unexpected argument '" << extra.front() << "'" << (hint.empty() ? "" : " (" + hint + ")");
  } else if (has_commands && error.get_name() == "RequiredError") {
    std::cerr << "a command is missing (there are " << joined(command_names(command)) << ")";
  } else {
    std::cerr << plain_message(error);
  }
  std::cerr << "\nRun '" << name << " --help' for more.\n";
  return kUsage;
}

}  // namespace archon::cli
