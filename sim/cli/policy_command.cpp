// archon train policy: fits a learned policy to labelled decisions.
#include <iostream>
#include <iterator>
#include <memory>

#include "agents/learned/policy_file.h"
#include "engine/core/card_program.h"
#include "engine/deck/text_input.h"
#include "engine/facts/visible_text.h"
#include "engine/notation.h"
#include "sim/cli/commands.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/present/terminal_text.h"
#include "sim/train/policy_fit.h"

namespace archon::cli {
namespace policy_command {

struct Options {
  std::vector<std::string> labels, test;
  std::string out, start;
  PolicyFitSpec spec;
  RunOptions run;
  LongRunOptions long_run{.time = "", .ledger = "", .keeper = "", .command = {}};
};

void check(const Options& options, Problems& problems) {
  const PolicyFitSpec& spec = options.spec;
  options.run.check(problems);
  options.long_run.check(problems);
  problems.check(spec.epochs >= 0 && spec.epochs <= 1000, "--epochs: from 0 to 1,000, not " + std::to_string(spec.epochs));
  problems.check(spec.rate > 0 && spec.rate <= 1, "--rate: above 0, at most 1");
  problems.check(spec.name_dropout >= 0 && spec.name_dropout < 1, "--name-dropout: from 0 to less than 1");
  problems.check(spec.regret_weight >= 0 && spec.regret_weight <= 100, "--regret-weight: from 0 to 100");
  problems.check(spec.temperature > 0 && spec.temperature <= 100, "--temperature: above 0, at most 100 percent");
  problems.check(spec.hold_out >= 0 && spec.hold_out <= 90, "--hold-out: from 0 to 90 percent of the cards");
  problems.check(spec.epochs > 0 || !options.start.empty(), "--epochs: 0 judges weights to start with (--start)");
  problems.check_output("--out", options.out);
}

// The samples of all files, in their order.
std::vector<PolicySample> read_samples(const std::vector<std::string>& paths, int threads, Problems& problems) {
  std::vector<PolicySample> samples;
  for (const std::string& path : paths) {
    const TextInput input = read_text_input(path, kMaxLabelBytes);
    std::string problem = input.problem;
    std::optional<Labels> labels;
    if (problem.empty()) labels = parse_labels(input.text, problem);
    if (labels && labels->cut_off)
      std::cerr << "archon train policy: " << visible_line(path) << ": the last game is cut off, and left out\n";
    std::vector<PolicySample> more;
    if (labels) more = policy_samples(*labels, threads, problem);
    problems.check(problem.empty(), path + ": " + problem);
    std::ranges::move(more, std::back_inserter(samples));
  }
  return samples;
}

// The weights to start with.
std::unique_ptr<PolicyWeights> start_of(const Options& options, Problems& problems) {
  if (options.start.empty()) return std::make_unique<PolicyWeights>();
  int value = kCurrentPolicy;
  std::string problem;
  if (options.start != policy_name(kCurrentPolicy)) value = read_policy_file(options.start, problem);
  problems.check(problem.empty(), "--start: " + visible_line(options.start) + ": " + problem);
  for (const std::string& remark : take_policy_remarks()) problems.tell(remark);
  return problem.empty() ? std::make_unique<PolicyWeights>(policy_net(value).weights()) : nullptr;
}

std::string kind_of(size_t index) {
  if (index == kChoiceKinds) return "all";
  Choice choice;
  choice.kind = static_cast<ChoiceKind>(index);
  return std::string(decision_word(choice));
}

constexpr int64_t kFewDecisions = 10;  // that explain nothing

void print_quality(const std::string& title, const PolicyQualities& qualities) {
  std::cout << '\n'
            << left(title, 24) << right("decisions", 10) << right("policy", 10) << right("thumb", 10) << right("random", 10)
            << right("explained", 11) << '\n';
  for (size_t kind = 0; kind < qualities.size(); ++kind) {
    const PolicyQuality& each = qualities[kind];
    if (each.decisions == 0) continue;
    std::cout << left("  " + kind_of(kind), 24) << right(thousands(each.decisions), 10) << right(fixed(each.policy, 3), 10)
              << right(fixed(each.thumb, 3), 10) << right(fixed(each.random, 3), 10)
              << right(each.decisions < kFewDecisions ? "" : percent(each.explained()), 11) << '\n';
  }
  std::cout << std::flush;
}

std::vector<std::string> comments(const Options& options, const Provenance& provenance, size_t samples,
                                  const PolicyQualities& test) {
  std::vector<std::string> lines = provenance_lines(provenance);
  lines.push_back("samples " + thousands(static_cast<int64_t>(samples)) + " of " + std::to_string(options.labels.size()) +
                  " files");
  const PolicyQuality& all = test.back();
  if (all.decisions > 0)
    lines.push_back("test: regret " + fixed(all.policy, 3) + " percent of winning (rules of thumb " + fixed(all.thumb, 3) +
                    ", random " + fixed(all.random, 3) + "), " + thousands(all.decisions) + " samples");
  return lines;
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("train policy");
  check(options, problems);
  const std::vector<PolicySample> samples = read_samples(options.labels, options.run.threads, problems);
  const std::vector<PolicySample> test = read_samples(options.test, options.run.threads, problems);
  problems.check(!samples.empty(), "there are no labelled decisions to learn from");
  auto weights = start_of(options, problems);
  if (problems.any()) return problems.print();
  const Provenance provenance{
      .seed = options.run.seed, .agents = {}, .decks = {}, .rules = options.run.rules, .command_line = invocation.command_line};
  PolicyFitSpec spec = options.spec;
  spec.seed = options.run.seed;
  spec.go_on = !options.start.empty();
  PolicyQualities quality{};
  std::cout << thousands(std::ssize(samples)) << " decisions to learn from\n";
  LongRun long_run("train policy", options.long_run);
  int64_t epochs = 0;
  if (spec.go_on && !test.empty()) {
    quality = policy_quality(*weights, test);
    print_quality("regret, percent, before", quality);
  }
  const auto told = [&](int epoch, double loss, const PolicyWeights& now) {
    epochs = epoch;
    std::cout << "\nepoch " << epoch << ": loss " << fixed(loss, 4) << '\n' << std::flush;
    if (test.empty()) return;
    quality = policy_quality(now, test);
    print_quality("regret, percent", quality);
  };
  Outcome outcome{.unit = "epochs", .asked = spec.epochs, .unfinished = {}};
  const bool complete = fit_policy(*weights, samples, spec, told, long_run.control(options.run.threads, "epochs").stop);
  outcome.played = epochs;
  long_run.finish(complete, outcome);
  if (!complete) std::cout << '\n' << outcome.header();
  if (spec.hold_out > 0 && !test.empty()) {
    const std::vector<uint16_t> card_of = card_of_definition(card_program());
    print_quality("of cards held out", policy_quality(*weights, test, [&](uint16_t definition) {
                    return held_out(card_of[definition], spec.hold_out);
                  }));
  }
  if (options.out.empty()) return outcome.code();
  std::vector<std::string> remarks = comments(options, provenance, samples.size(), quality);
  if (!complete) remarks.push_back("UNFINISHED: " + outcome.unfinished);
  if (const std::string problem = write_file(options.out, policy_text(*weights, remarks)); !problem.empty())
    return failed("train policy", problem);
  problems.tell("to play by it: --agent " + standard_with("weights", options.out));
  return outcome.code();
}

}  // namespace policy_command

void add_train_policy(Command train) {
  using namespace policy_command;
  Command command = train.add("policy", "Fit the learned policy to labelled decisions");
  auto options = std::make_shared<Options>();
  command.option("LABELS", options->labels, "Files of archon train labels").required();
  command.option("--test", options->test, "Files of labels that judge the fit");
  command.option("--epochs", options->spec.epochs, "Passes over the labels");
  options->long_run.add_time(command);
  command.option("--start", options->start, "Weights to go on from: a file, or current");
  command.option("--rate", options->spec.rate, "Rate of learning at the beginning");
  command.option("--name-dropout", options->spec.name_dropout, "Share of the names of cards that a step leaves out");
  command.option("--regret-weight", options->spec.regret_weight, "Weight of the expected regret beside the squared error");
  command.option("--temperature", options->spec.temperature, "Of the policy whose regret is expected, in percent of winning");
  command.option("--hold-out", options->spec.hold_out, "Percentage of the cards whose names are never learned");
  command.option("--out", options->out, "File for the weights, as in agents/models");
  options->run.add_to(command);
  command.footer(
      "Regret: by how many percent of winning the answer chosen falls behind the one that seemed best. Part of that is luck of "
      "the\n"
      "labels, which is the same for all. explained: share of what the values differ by; not of fewer than ten decisions.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
