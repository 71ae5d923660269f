#include "sim/documents/regret_document.h"

#include <algorithm>
#include <variant>

#include "sim/command/run_facts.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace regret_document_parts {

using namespace present;

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
        .unit = Unit::Share,
        .what = "Standard error of the value of an answer",
        .drop = 4,
        .digits = 2},
       [](const Kind& each) { return Cell(each.report->noise[each.number]); }},
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

}  // namespace regret_document_parts

present::Document regret_document(const RegretFindings& report) {
  using namespace regret_document_parts;
  Document document{.name = "regret", .command = "archon regret", .title = "how much agents lose at stored decisions"};
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

}  // namespace archon::cli
