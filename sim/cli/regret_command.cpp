// archon regret: how much agents lose at stored decisions.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "agents/agent_registry.h"
#include "engine/deck/text_input.h"
#include "engine/facts/visible_text.h"
#include "sim/cli/command.h"
#include "sim/cli/csv_text.h"
#include "sim/cli/long_run.h"
#include "sim/cli/terminal_text.h"
#include "sim/regret/regret.h"

namespace archon::cli {
namespace {

constexpr size_t kMostBytes = size_t{1} << 30;

struct Options {
  std::string labels, format = "table";
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

// The cells in the order in which they are shown, those without a decision left out.
std::vector<size_t> shown_cells(const Report& report) {
  std::vector<size_t> cells;
  for (size_t i = 0; i < kRegretCells; ++i) {
    const size_t cell = (i + kDecisionKinds) % kRegretCells;  // "all" first
    if (report.regret.agents.front().cells[cell].decisions > 0) cells.push_back(cell);
  }
  return cells;
}

std::string in_percent(double fraction) { return fixed(100 * fraction, 2); }

std::string with_margin(double mean, const Interval& interval) {
  return in_percent(mean) + " +-" + in_percent((interval.high - interval.low) / 2);
}

constexpr int kAgentColumns = 34, kCellColumns = 14;

void print_row(std::string_view label, const std::vector<std::string>& cells) {
  std::cout << left(shortened(label, kAgentColumns - 1), kAgentColumns);
  for (const std::string& cell : cells) std::cout << right(cell, kCellColumns);
  std::cout << '\n';
}

void print_regret(const Report& report) {
  const RegretReport& regret = report.regret;
  const std::vector<size_t> cells = shown_cells(report);
  const auto row = [&](std::string_view label, auto text) {
    std::vector<std::string> texts;
    for (const size_t cell : cells) texts.push_back(text(cell));
    print_row(label, texts);
  };
  row("", cell_name);
  row("decisions", [&](size_t cell) { return thousands(regret.agents.front().cells[cell].decisions); });
  row("error of a value", [&](size_t cell) { return in_percent(regret.noise[cell]); });
  std::cout << "\nmean regret, in percent of games\n";
  for (const AgentRegret& agent : regret.agents)
    row(agent.name, [&](size_t cell) { return with_margin(agent.cells[cell].regret, agent.cells[cell].interval); });
  std::cout << "\nat most: the best answer flattered by its luck\n";
  for (const AgentRegret& agent : regret.agents)
    row(agent.name, [&](size_t cell) { return in_percent(agent.cells[cell].at_most); });
  if (regret.agents.size() > 1) std::cout << "\ndifference from " << regret.agents.front().name << '\n';
  for (const AgentRegret& agent : std::span(regret.agents).subspan(1))
    row(agent.name,
        [&](size_t cell) { return with_margin(agent.cells[cell].difference, agent.cells[cell].difference_interval); });
}

void print_faults(const Report& report) {
  std::cout << "\nfaults: something else was worth more than " << percent(kFaultMargin, 0)
            << " more in both halves of the deals\n";
  for (size_t f = 0; f < kFaults; ++f) {
    std::cout << "  " << fault_name(static_cast<Fault>(f)) << ", of " << thousands(report.regret.chances[f]) << " chances\n";
    for (const AgentRegret& agent : report.regret.agents)
      std::cout << "    " << left(shortened(agent.name, kAgentColumns), kAgentColumns) << right(thousands(agent.faults[f]), 6)
                << '\n';
  }
}

void print_worst(const Report& report) {
  for (const AgentRegret& agent : report.regret.agents) {
    if (!agent.worst.empty()) std::cout << "\nworst answers of " << agent.name << '\n';
    for (const WorstAnswer& each : agent.worst)
      std::cout << "  " << right(percent(each.value), 7) << " instead of " << right(percent(each.best_value), 7) << "  game "
                << each.game << ", question " << each.asked << ", turn " << each.turn << ", " << kind_name(each.kind) << ": "
                << each.chosen << "; better: " << each.best << '\n';
  }
}

void print_table(const Report& report) {
  const LabelSpec& spec = report.spec;
  std::cout << report.outcome.header();
  print_regret(report);
  print_faults(report);
  print_worst(report);
  std::cout << '\n';
  for (const AgentRegret& agent : report.regret.agents) {
    if (agent.untried > 0)
      std::cout << agent.name << ": " << thousands(agent.untried) << " answers without a value are left out\n";
    if (agent.fallbacks > 0) std::cout << agent.name << ": " << thousands(agent.fallbacks) << " fall-backs\n";
  }
  std::cout << thousands(report.regret.decisions) << " decisions of " << thousands(report.regret.games) << " games of "
            << spec.agent << "; values from " << spec.worlds << " deals, played on by " << spec.continuation << ' '
            << (spec.turns < 0 ? "to the end of the game" : "for " + std::to_string(spec.turns) + " turns after the own one")
            << '\n';
  for (const std::string& line : provenance_lines(report.provenance)) std::cout << line << '\n';
}

nlohmann::ordered_json cell_json(const Report& report, const RegretCell& cell, size_t number) {
  return {{"kind", cell_name(number)},
          {"decisions", cell.decisions},
          {"noise", report.regret.noise[number]},
          {"regret", cell.regret},
          {"interval", {cell.interval.low, cell.interval.high}},
          {"at_most", cell.at_most},
          {"difference", cell.difference},
          {"difference_interval", {cell.difference_interval.low, cell.difference_interval.high}}};
}

void print_json(const Report& report) {
  nlohmann::ordered_json json;
  report.outcome.add_to(json);
  json["games"] = report.regret.games;
  json["decisions"] = report.regret.decisions;
  json["continuation"] = report.spec.continuation;
  json["worlds"] = report.spec.worlds;
  json["turns"] = report.spec.turns;
  json["agents"] = nlohmann::ordered_json::array();
  for (const AgentRegret& agent : report.regret.agents) {
    nlohmann::ordered_json kinds = nlohmann::ordered_json::array(), faults = nlohmann::ordered_json::array();
    for (const size_t cell : shown_cells(report)) kinds.push_back(cell_json(report, agent.cells[cell], cell));
    for (size_t f = 0; f < kFaults; ++f)
      faults.push_back(
          {{"fault", fault_name(static_cast<Fault>(f))}, {"count", agent.faults[f]}, {"chances", report.regret.chances[f]}});
    nlohmann::ordered_json worst = nlohmann::ordered_json::array();
    for (const WorstAnswer& each : agent.worst)
      worst.push_back({{"game", each.game},
                       {"question", each.asked},
                       {"turn", each.turn},
                       {"kind", kind_name(each.kind)},
                       {"regret", each.regret},
                       {"value", each.value},
                       {"best_value", each.best_value},
                       {"chosen", each.chosen},
                       {"best", each.best}});
    json["agents"].push_back({{"agent", agent.name},
                              {"kinds", std::move(kinds)},
                              {"faults", std::move(faults)},
                              {"worst", std::move(worst)},
                              {"untried", agent.untried},
                              {"fallbacks", agent.fallbacks}});
  }
  json["provenance"] = provenance_json(report.provenance);
  print(json);
}

void print_csv(const Report& report) {
  if (!report.outcome.unfinished.empty()) std::cout << csv_remark("UNFINISHED: " + report.outcome.unfinished) << '\n';
  for (const std::string& line : provenance_lines(report.provenance)) std::cout << csv_remark(line) << '\n';
  std::cout << "agent,kind,decisions,noise,regret,low,high,at_most,difference,difference_low,difference_high\n";
  for (const AgentRegret& agent : report.regret.agents)
    for (const size_t number : shown_cells(report)) {
      const RegretCell& cell = agent.cells[number];
      std::cout << csv_cell(agent.name) << ',' << cell_name(number) << ',' << cell.decisions << ','
                << fixed(report.regret.noise[number], 6);
      for (const double each : {cell.regret, cell.interval.low, cell.interval.high, cell.at_most, cell.difference,
                                cell.difference_interval.low, cell.difference_interval.high})
        std::cout << ',' << fixed(each, 6);
      std::cout << '\n';
    }
}

std::optional<Labels> read_labels(const std::string& path, Problems& problems) {
  const TextInput input = read_text_input(path, kMostBytes);
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
  if (options.format == "json")
    print_json(report);
  else if (options.format == "csv")
    print_csv(report);
  else
    print_table(report);
  return report.outcome.code();
}

}  // namespace

void add_regret(Command program) {
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
  command.option("--format", options->format, "table, json or csv").one_of({"table", "json", "csv"});
  command.footer(
      "Regret: how much less often a player wins with the answer of the agent than with the best one, as far as the deals of\n"
      "the file tell. The best answer is chosen on some of the deals and valued on the others, which is a little too low, as\n"
      "much for all agents; `at most` is too high. Intervals are 95 %, by games. Kinds as in archon train labels; in `all`\n"
      "they weigh as much as they occur. What wins games is for archon arena to say.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
