// archon train labels: values the answers of decisions by playing on.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <memory>
#include <system_error>

#include "engine/deck/known_sets.h"
#include "engine/deck/text_input.h"
#include "engine/facts/visible_text.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/present/terminal_text.h"
#include "sim/train/labels.h"
#include "sim/watch/coverage_decks.h"

namespace archon::cli {
namespace labels_command {

constexpr std::string_view kPercentHelp =
    "a percentage from 0 to 100, or kinds as house=5,main=1,discard=20,target=4,name=50,other=1";

struct Options {
  LabelSpec spec;
  DeckArguments decks;
  std::string out, percent = "10";
  RunOptions run;
  LongRunOptions long_run;
};

int failed(const std::string& problem, int code = kFailed) { return cli::failed("train labels", problem, code); }

std::string option_name(const LabelNumber& number) {
  std::string name = std::string("--") + number.name;
  std::ranges::replace(name, '_', '-');
  return name;
}

void check_set(const std::string& set, const RulesProfile& rules, Problems& problems) {
  const Expansion* found = find_set(set);
  problems.check(found || set == kAllSets, "--set: " + no_such_set(set));
  if (found && !knows_set(rules, found->code))
    problems.add("--set: rulebook " + std::string(rules.name) + " does not know " + std::string(found->name) +
                 " (--rules 18.4 does)");
}

void check_numbers(const LabelSpec& spec, Problems& problems) {
  for (const LabelNumber& each : label_numbers()) {
    const int value = spec.*each.field;
    problems.check(value >= each.min && value <= each.max, option_name(each) + ": from " + std::to_string(each.min) + " to " +
                                                               thousands(each.max) + ", not " + std::to_string(value));
  }
  if (spec.parts > 0) problems.check(spec.worlds % spec.parts == 0, "--worlds: a multiple of --parts is wanted");
  problems.check(spec.games >= 1 && spec.games <= 10'000'000,
                 "--games: from 1 to 10,000,000, not " + std::to_string(spec.games));
  problems.check(spec.first_game >= 0 && spec.first_game <= 1'000'000'000,
                 "--first-game: from 0 to 1,000,000,000, not " + std::to_string(spec.first_game));
}

LabelSpec checked(const Options& options, Problems& problems) {
  LabelSpec spec = options.spec;
  const RulesProfile rules = options.run.matchup_options().rules;
  options.run.check(problems);
  options.long_run.check(problems);
  problems.check_own_agent("--agent", spec.agent);
  problems.check_own_agent("--continuation", spec.continuation);
  problems.check_output("--out", options.out);
  check_set(spec.set, rules, problems);
  check_numbers(spec, problems);
  const std::optional<LabelRates> rates = parse_rates(options.percent);
  problems.check(rates.has_value(), "--percent: " + std::string(kPercentHelp) + ", not '" + options.percent + "'");
  const DeckList decks = read_decks(options.decks, problems);
  check_different(decks, problems);
  check_known(decks, rules, problems);
  problems.check(spec.decks != 0 || !decks.empty(), "no decks: name deck files, or a number of generated ones (--decks)");
  for (const DeckFile& each : decks) spec.own_decks.push_back(each.deck);
  spec.percent = rates.value_or(LabelRates{});
  spec.seed = options.run.seed;
  spec.rules = options.run.rules;
  if (const Expansion* set = find_set(spec.set)) spec.set = set->code;
  return spec;
}

// A file that grows: what is there already is kept up to a byte, and each call of write is on the disk when it returns.
class GrowingFile {
 public:
  GrowingFile(std::string path, size_t keep)
      : path_(std::move(path)), descriptor_(open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0 || ftruncate(descriptor_, static_cast<off_t>(keep)) != 0 || lseek(descriptor_, 0, SEEK_END) < 0)
      error_ = errno;
  }
  ~GrowingFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  bool write(std::string_view text) {
    if (error_ != 0) return false;
    Sink sink(descriptor_);
    sink.write(text);
    sink.flush();
    error_ = sink.error();
    return error_ == 0;
  }
  std::string problem() const {
    return error_ == 0 ? "" : "cannot write " + path_ + ": " + std::generic_category().message(error_);
  }

 private:
  std::string path_;
  int descriptor_;
  int error_ = 0;  // errno
};

// Games and their decisions.
struct Counts {
  int64_t games = 0, decisions = 0;
  std::array<int64_t, kDecisionKinds> kinds{};

  void add(const LabelledGame& game) {
    ++games;
    decisions += std::ssize(game.decisions);
    for (const LabelledDecision& each : game.decisions) ++kinds[static_cast<size_t>(each.kind)];
  }
  std::string text() const {
    std::string text = thousands(games) + " games, " + thousands(decisions) + " decisions:";
    for (size_t i = 0; i < kDecisionKinds; ++i)
      text += (i ? ", " : " ") + std::string(kind_name(static_cast<DecisionKind>(i))) + " " + thousands(kinds[i]);
    return text;
  }
};

int run(const Options& options, const Invocation&) {
  Problems problems("train labels");
  LabelSpec spec = checked(options, problems);
  if (problems.any()) return problems.print();
  std::error_code ignored;
  LabelsBegun begun;
  if (std::filesystem::exists(options.out, ignored)) {
    const TextInput there = read_text_input(options.out, kMaxLabelBytes);
    if (!there.problem.empty()) return failed("--out: " + options.out + ": " + there.problem, kUsage);
    begun = labels_begun(there.text, spec);
    if (!begun.problem.empty())
      return failed(options.out + ": " + begun.problem + " (give the same, or name another file)",
                    begun.mismatch ? kMismatch : kUsage);
  }
  LongRunOptions kept = options.long_run;
  kept.ledger = options.out;  // the file of labels is one, in its way
  LongRun long_run("train labels", kept);
  Outcome outcome{.asked = spec.games, .unfinished = {}};
  Counts counts;
  for (const LabelledGame& game : begun.games) counts.add(game);
  GrowingFile file(options.out, begun.bytes);
  if (begun.bytes == 0) file.write(labels_header(spec));
  spec.first_game += counts.games;
  spec.games = std::max<int64_t>(0, spec.games - counts.games);
  const auto write = [&](const LabelledGame& game) {
    counts.add(game);
    return file.write(labels_text(game));
  };
  const bool complete = label_games(spec, long_run.control(options.run.threads, "games"), write);
  outcome.played = counts.games;
  long_run.finish(complete, outcome);
  if (!file.problem().empty()) return failed(file.problem());
  std::cout << (complete ? "" : outcome.header()) << counts.text() << '\n';
  problems.tell("to learn from it: " + shell_line({"train", "policy", options.out, "--out", "WEIGHTS"}));
  return outcome.code();
}

}  // namespace labels_command

void add_train_labels(Command train) {
  using namespace labels_command;
  Command command = train.add("labels", "Value the answers of decisions by playing on");
  auto options = std::make_shared<Options>();
  LabelSpec& spec = options->spec;
  options->decks.add_to(command, "DECKS", "Decks of which two play every other two games");
  command.option("--decks", spec.decks, "Number of generated decks; the other games are between two of them");
  command.option("--set", spec.set, "Set of the generated decks, or all");
  command.option("-n,--games", spec.games, "Number of games");
  command.option("--first-game", spec.first_game, "Number of the first game");
  options->long_run.add_time(command);
  command.option("--agent", spec.agent, "Who plays both sides");
  command.option("--explore", spec.explore, "Percentage of its decisions taken by lot");
  command.option("--percent", options->percent, "Percentage of decisions of the main step that are labelled, or of each kind");
  command.option("--max-answers", spec.max_answers, "Answers tried of a decision");
  command.option("--worlds", spec.worlds, "Deals in which each answer is tried");
  command.option("--parts", spec.parts, "Values of the deals in so many parts; archon regret needs two or more");
  command.option("--continuation", spec.continuation, "Who plays on for both sides");
  command.option("--turns", spec.turns, "Turns played on after the own one; -1: to the end of the game");
  command.option("--out", options->out, "File for the labels; what it has of them is not played again").required();
  options->run.add_to(command);
  command.footer(
      "Kinds of decision: house, main, discard (of the main step, when somebody would discard), target, name (a house, a\n"
      "trait, a card, a number), other. --percent 10 is house=50,main=10,discard=10,target=15,name=15,other=15. Ctrl-C and "
      "the\n"
      "end of --time keep the games that were begun. Exit codes: 0 done, 2 bad input, 3 stopped, 4 the file has other "
      "settings.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
