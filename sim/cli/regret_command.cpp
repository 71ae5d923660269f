// archon regret: how much agents lose at stored decisions.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "agents/agent_registry.h"
#include "engine/deck/text_input.h"
#include "engine/facts/visible_text.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/presenting.h"
#include "sim/documents/regret_document.h"

namespace archon::cli {
namespace regret_command {

struct Options {
  std::string labels;
  Presenting presenting;
  std::vector<std::string> agents;
  int worst = 0;
  RunOptions run;
  LongRunOptions long_run;
};

std::optional<Labels> read_labels(const std::string& path, Problems& problems) {
  const TextInput input = read_text_input(path, kMaxLabelBytes);
  std::string problem = input.problem;
  std::optional<Labels> labels;
  if (problem.empty()) labels = parse_labels(input.text, problem);
  if (labels && labels->spec.parts < 2)
    problem = "labels of one part: archon regret needs two or more (archon train labels --parts)";
  if (labels && problem.empty() && labels->games.empty()) problem = "no games";
  problems.check(problem.empty(), path + ": " + problem);
  return labels;
}

// What every game in the ledger shares.
nlohmann::json settings_of(const Options& options, const Labels& labels) {
  Fingerprint all;
  for (const LabelledGame& game : labels.games)
    for (const char c : labels_text(game)) all.add(static_cast<unsigned char>(c));
  std::vector<std::string> agents;
  for (const std::string& agent : options.agents) agents.push_back(full_spec(agent));
  return {{"percent", labels.spec.percent},
          {"games", hash_text(all.value)},
          {"agents", agents},
          {"worst", options.worst},
          {"seed", options.run.seed}};
}

std::vector<RegretAgent> checked_agents(const std::vector<std::string>& specs, Problems& problems) {
  std::vector<RegretAgent> agents;
  std::set<std::string> seen;
  for (const std::string& spec : specs) {
    problems.check_own_agent("--agent", spec);
    problems.check(seen.insert(full_spec(spec)).second, "--agent: " + spec + " is named twice");
    agents.push_back({spec, [spec] { return make_agent(spec).agent; }});
  }
  return agents;
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("regret");
  options.run.check(problems);
  options.long_run.check(problems);
  options.long_run.check_shard(false, {}, problems);
  problems.check(options.worst >= 0 && options.worst <= 1000,
                 "--worst: from 0 to 1,000 answers, not " + std::to_string(options.worst));
  const std::vector<RegretAgent> agents = checked_agents(options.agents, problems);
  const std::optional<Labels> labels = read_labels(options.labels, problems);
  if (problems.any()) return problems.print();
  if (labels->cut_off)
    std::cerr << "archon regret: " << visible_line(options.labels) << ": the last game is cut off, and left out\n";
  const RegretSpec spec{.agents = agents, .seed = options.run.seed, .worst = options.worst};
  LongRun long_run("regret", options.long_run, invocation.words);
  if (const int code = long_run.open("regret", settings_of(options, *labels)); code != kDone) return code;
  RegretFindings report{.spec = labels->spec,
                        .provenance = {.seed = options.run.seed,
                                       .agents = options.agents,
                                       .decks = {},
                                       .rules = labels->spec.rules,
                                       .command_line = invocation.command_line},
                        .regret = measure_regret(*labels, spec, long_run.control(options.run.threads, "games")),
                        .outcome = {.asked = std::ssize(labels->games), .unfinished = {}}};
  report.outcome.played = report.regret.games;
  long_run.finish(report.regret.end.complete, report.outcome);
  if (!report.regret.end.error.empty()) return failed("regret", report.regret.end.error);
  if (!report.regret.problem.empty()) {
    problems.add(options.labels + ": " + report.regret.problem);
    return problems.print();
  }
  if (long_run.sharded()) return long_run.tell_shard(report.regret.end.games, report.regret.end.played, report.outcome);
  if (const int code = options.presenting.show(regret_document(report)); code != kDone) return code;
  return report.outcome.code();
}

}  // namespace regret_command

void add_regret(Command program) {
  using namespace regret_command;
  Command command = program.add("regret", "How much agents lose at stored decisions");
  auto options = std::make_shared<Options>();
  command.option("LABELS", options->labels, "File of archon train labels --parts 2 or more, as results/regret/decisions.txt")
      .required();
  command.option("--agent", options->agents, "An agent ('archon agents' lists them); one or more times").required();
  command.option("--worst", options->worst, "Also tell so many answers of each agent that lost most");
  options->long_run.add_time(command);
  options->long_run.add_ledger(command);
  options->long_run.add_shard(command);
  command.option("--seed", options->run.seed, "Fixes all random choices of the agents");
  command.option("-j,--threads", options->run.threads, "Number of threads, 0 for one a core; the results do not depend on it");
  options->presenting.add_to(command);
  command.footer(
      "Regret: how much less often a player wins with the answer of the agent than with the best one, as far as the deals of\n"
      "the file tell. The best answer is chosen on some of the deals and valued on the others, which is a little too low, as\n"
      "much for all agents; `at most` is too high. Intervals are 95 %, by games. Kinds as in archon train labels; in `all`\n"
      "they weigh as much as they occur. What wins games is for archon arena to say.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
