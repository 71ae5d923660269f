// archon regret: how much agents lose at stored decisions.
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <variant>

#include "agents/agent_registry.h"
#include "engine/deck/text_input.h"
#include "engine/facts/visible_text.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/presenting.h"
#include "sim/command/run_facts.h"
#include "sim/regret/regret.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace regret_command {

using namespace present;

struct Options {
  std::string labels;
  Presenting presenting;
  std::vector<std::string> agents;
  int worst = 0;
  RunOptions run;
  LongRunOptions long_run;
};

struct Report {
  const LabelSpec& spec;
  Provenance provenance;
  RegretReport regret;
  Outcome outcome{};
};

std::string cell_name(size_t cell) {
  return cell == kDecisionKinds ? "all" : std::string(kind_name(static_cast<DecisionKind>(cell)));
}

// An agent's answers to decisions of a kind, or of all kinds.
struct Kind {
  const RegretReport* report;
  const AgentRegret* agent;
  size_t number;

  const RegretCell& cell() const { return agent->cells[number]; }
};

// Kinds without a decision are left out; "all" is the first.
std::vector<Kind> kinds_of(const RegretReport& report) {
  std::vector<Kind> rows;
  for (size_t i = 0; i < kRegretCells; ++i)
    for (const AgentRegret& agent : report.agents)
      if (const size_t number = (i + kDecisionKinds) % kRegretCells; agent.cells[number].decisions > 0)
        rows.push_back({&report, &agent, number});
  return rows;
}

Cell points(double mean, const Interval& interval) { return {100 * mean, {100 * interval.low, 100 * interval.high}}; }

std::vector<ColumnOf<Kind>> kind_columns() {
  return {
      {{.name = "kind", .head = "decisions", .what = "Kind of decision; all: each as often as it occurs"},
       [](const Kind& each) { return Cell(cell_name(each.number)); }},
      {{.name = "agent", .head = "agent", .what = "Agent"}, [](const Kind& each) { return Cell(each.agent->name); }},
      {{.name = "decisions", .head = "number", .unit = Unit::Count, .what = "Decisions", .drop = 3},
       [](const Kind& each) { return Cell(each.cell().decisions); }},
      {{.name = "noise",
        .head = "error of a value",
        .unit = Unit::Number,
        .what = "Standard error of the value of an answer, in percentage points",
        .drop = 4},
       [](const Kind& each) { return Cell(100 * each.report->noise[each.number]); }},
      {{.name = "regret",
        .head = "regret",
        .unit = Unit::Points,
        .what = "How much less often the player wins than with the best answer; interval by games",
        .interval = true,
        .digits = 2},
       [](const Kind& each) { return points(each.cell().regret, each.cell().interval); }},
      {{.name = "at_most",
        .head = "at most",
        .unit = Unit::Points,
        .what = "The same with the best answer flattered by its luck",
        .drop = 2,
        .digits = 2},
       [](const Kind& each) { return Cell(100 * each.cell().at_most); }},
      {{.name = "difference",
        .head = "from the first",
        .unit = Unit::Points,
        .what = "regret less that of the first agent",
        .interval = true,
        .may_miss = true,
        .drop = 1,
        .digits = 2},
       [](const Kind& each) {
         const bool first = each.agent == &each.report->agents.front();
         return first ? Cell() : points(each.cell().difference, each.cell().difference_interval);
       }},
  };
}

// A row of an agent; `Of` says what of it.
template <class Of>
struct Row {
  const AgentRegret* agent;
  Of of;
};

template <class Of>
auto column(const std::string& name, Unit unit, const std::string& what, auto cell) {
  return ColumnOf<Row<Of>>{{.name = name, .head = name, .unit = unit, .what = what},
                           [cell](const Row<Of>& each) { return Cell(cell(*each.agent, each.of)); }};
}

template <class Of>
const ColumnOf<Row<Of>> kAgent = column<Of>("agent", Unit::Text, "Agent",
                                            [](const AgentRegret& agent, const Of&) { return agent.name; });

Table faults_table(const RegretReport& report) {
  std::vector<Row<size_t>> rows;
  for (size_t fault = 0; fault < kFaults; ++fault)
    for (const AgentRegret& agent : report.agents) rows.push_back({&agent, fault});
  return table_of<Row<size_t>>(
      {.name = "faults",
       .what = "Answers that are faults",
       .title = "Faults: something else was worth more than " + percent(kFaultMargin, 0) + " more in both halves of the deals"},
      {column<size_t>("fault", Unit::Text, "Which",
                      [](const AgentRegret&, size_t fault) { return fault_name(static_cast<Fault>(fault)); }),
       kAgent<size_t>,
       column<size_t>("count", Unit::Count, "So many of its answers",
                      [](const AgentRegret& agent, size_t fault) { return agent.faults[fault]; }),
       column<size_t>("chances", Unit::Count, "Decisions at which some answer is such a fault",
                      [&report](const AgentRegret&, size_t fault) { return report.chances[fault]; })},
      rows);
}

Table worst_table(const RegretReport& report) {
  using Of = const WorstAnswer*;
  std::vector<Row<Of>> rows;
  for (const AgentRegret& agent : report.agents)
    for (const WorstAnswer& each : agent.worst) rows.push_back({&agent, &each});
  const auto of = [](const std::string& name, Unit unit, const std::string& what, auto member) {
    return column<Of>(name, unit, what, [member](const AgentRegret&, Of each) { return each->*member; });
  };
  return table_of<Row<Of>>(
      {.name = "worst",
       .what = "Answers that lost most, at most --worst of each agent",
       .title = "Worst answers",
       .shown = !rows.empty()},
      {kAgent<Of>, of("game", Unit::Count, "Game", &WorstAnswer::game),
       of("question", Unit::Count, "Number of the decision in the game", &WorstAnswer::asked),
       of("turn", Unit::Count, "Turn", &WorstAnswer::turn),
       column<Of>("kind", Unit::Text, "Kind of decision", [](const AgentRegret&, Of each) { return kind_name(each->kind); }),
       column<Of>("regret", Unit::Points, "Of this answer", [](const AgentRegret&, Of each) { return 100 * each->regret; }),
       of("value", Unit::Share, "Win rate by the labels", &WorstAnswer::value),
       of("best_value", Unit::Share, "That of the best answer", &WorstAnswer::best_value),
       of("chosen", Unit::Text, "The answer", &WorstAnswer::chosen),
       of("best", Unit::Text, "The best one", &WorstAnswer::best)},
      rows);
}

Table agents_table(const RegretReport& report) {
  using Of = std::monostate;
  std::vector<Row<Of>> rows;
  for (const AgentRegret& agent : report.agents) rows.push_back({&agent, {}});
  const bool any =
      std::ranges::any_of(report.agents, [](const AgentRegret& each) { return each.untried + each.fallbacks > 0; });
  return table_of<Row<Of>>({.name = "agents", .what = "The agents, the first of --agent first", .shown = any},
                           {kAgent<Of>,
                            column<Of>("untried", Unit::Count, "Answers without a value, left out",
                                       [](const AgentRegret& agent, Of) { return agent.untried; }),
                            column<Of>("fallbacks", Unit::Count, "Decisions in which a simpler agent answered",
                                       [](const AgentRegret& agent, Of) { return agent.fallbacks; })},
                           rows);
}

// The report must outlive it.
Document document_of(const Report& report) {
  Document document{.name = "regret", .title = "archon regret: how much agents lose at stored decisions"};
  const LabelSpec& spec = report.spec;
  const RegretReport& regret = report.regret;
  add_outcome(document, report.outcome);
  document.add(table_of<Kind>({.name = "regrets",
                               .what = "Mean regret of each agent, for each kind of decision",
                               .title = "Mean regret, in percentage points of games"},
                              kind_columns(), kinds_of(regret)));
  document.add(faults_table(regret));
  document.add(worst_table(regret));
  document.add(agents_table(regret));
  document.add({.name = "games", .head = "games", .unit = Unit::Count, .what = "Games"}, regret.games);
  document.add({.name = "decisions", .head = "decisions", .unit = Unit::Count, .what = "Decisions"}, regret.decisions);
  document.add({.name = "labels_agent", .head = "played by", .what = "Agent that played the games"}, spec.agent);
  document.add({.name = "continuation", .head = "valued by", .what = "Agent that played on"}, spec.continuation);
  document.add({.name = "worlds", .head = "deals", .unit = Unit::Count, .what = "Deals of the hidden cards"}, spec.worlds);
  document.add({.name = "turns",
                .head = "turns played on after the own one",
                .unit = Unit::Number,
                .what = "Turns after the own one that were played on; -1: to the end",
                .digits = 0},
               static_cast<double>(spec.turns));
  document.provenance = report.provenance;
  return document;
}

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
    problems.check_agent("--agent", spec);
    problems.check(seen.insert(full_spec(spec)).second, "--agent: " + spec + " is named twice");
    agents.push_back({spec, [spec] { return make_agent(spec).agent; }});
  }
  return agents;
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("regret");
  options.run.check(problems);
  options.long_run.check(problems);
  problems.check(options.worst >= 0 && options.worst <= 1000,
                 "--worst: from 0 to 1,000 answers, not " + std::to_string(options.worst));
  const std::vector<RegretAgent> agents = checked_agents(options.agents, problems);
  const std::optional<Labels> labels = read_labels(options.labels, problems);
  if (problems.any()) return problems.print();
  if (labels->cut_off)
    std::cerr << "archon regret: " << visible_line(options.labels) << ": the last game is cut off, and left out\n";
  const RegretSpec spec{.agents = agents, .seed = options.run.seed, .worst = options.worst};
  LongRun long_run("regret", options.long_run);
  if (const int code = long_run.open("regret", settings_of(options, *labels)); code != kDone) return code;
  Report report{.spec = labels->spec,
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
  if (const int code = options.presenting.show(document_of(report)); code != kDone) return code;
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
