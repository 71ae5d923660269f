// archon advise: what each answer of the decision of a position is worth.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "engine/engine.h"
#include "engine/facts/visible_text.h"
#include "engine/notation.h"
#include "engine/view/disguise.h"
#include "sim/advice/advice.h"
#include "sim/cli/position_input.h"
#include "sim/cli/terminal_text.h"
#include "sim/forecast/forecast.h"

namespace archon::cli {
namespace {

struct Options {
  std::string file, agent{kStandardAgent}, continuation = "policy", format = "table";
  int worlds = 400;
  RunOptions run;
};

struct Report {
  Provenance provenance;
  char player = 'A';
  std::string choice;  // a word for the decision
  std::optional<double> forecast;
  std::vector<AdvisedAnswer> answers;
  std::vector<std::string> texts;  // of the answers
  Action taken;                    // by the agent
  int worlds = 0;
};

std::string share_text(const AdvisedAnswer& answer) {
  if (answer.behind <= 0) return "-";
  return fixed(100 * answer.behind, 1) + " +-" + fixed(196 * answer.error, 1);
}

void print_table(const Report& report) {
  std::cout << report.player << " decides (" << report.choice << ").";
  if (report.forecast) std::cout << " The forecast: " << report.player << " wins with " << percent(*report.forecast) << '.';
  std::cout << "\n\n  " << right("wins", 7) << right("behind, points", 18) << "  answer\n";
  for (size_t i = 0; i < report.answers.size(); ++i) {
    const AdvisedAnswer& each = report.answers[i];
    std::cout << "  " << right(percent(each.win), 7) << right(share_text(each), 18)
              << (each.action == report.taken ? " *" : "  ") << report.texts[i] << '\n';
  }
  std::cout << "\nEach answer was carried out in the same " << thousands(report.worlds) << " deals and played on to the end; * "
            << report.provenance.agents.front() << " takes it\n";
  for (const std::string& line : provenance_lines(report.provenance)) std::cout << line << '\n';
}

void print_json(const Report& report) {
  nlohmann::ordered_json json;
  json["player"] = std::string(1, report.player);
  json["choice"] = report.choice;
  json["forecast"] = report.forecast ? nlohmann::ordered_json(*report.forecast) : nullptr;
  json["worlds"] = report.worlds;
  json["answers"] = nlohmann::ordered_json::array();
  for (size_t i = 0; i < report.answers.size(); ++i) {
    const AdvisedAnswer& each = report.answers[i];
    json["answers"].push_back({{"answer", report.texts[i]},
                               {"win_rate", each.win},
                               {"behind", each.behind},
                               {"standard_error", each.error},
                               {"taken", each.action == report.taken}});
  }
  json["provenance"] = provenance_json(report.provenance);
  print(json);
}

bool begins_turn(const State& s) { return s.choice.kind == ChoiceKind::House && s.step == Step::House; }

void check(const Options& options, Problems& problems) {
  options.run.check(problems);
  problems.check_agent("--agent", options.agent);
  problems.check_agent("--continuation", options.continuation);
  problems.check(options.worlds >= 2 && options.worlds <= 100'000,
                 "--worlds: from 2 to 100,000, not " + std::to_string(options.worlds));
}

// What the agent does here; an illegal answer would be a fault of the agent, and stands for the first action.
Action answer_of(const std::string& agent, const View& view, const ActionList& legal, uint64_t seed) {
  SmallRng rng{stream_seed(seed, 0, Stream::AgentA)};
  return make_agent(agent).agent->choose(view, legal, rng);
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("advise");
  check(options, problems);
  std::optional<PositionGame> game = read_position_file(options.file, problems);
  problems.check(!game || !game->state.over(), options.file + ": the game is over");
  if (problems.any()) return problems.print();
  const Matchup& m = game->matchup;
  State& s = game->state;
  const int player = decision_player(s);
  if (needs_disguise(m, s, player)) Disguise(m, s, player);
  ActionList legal;
  legal_actions(m, s, legal);
  const View view(m, s, player);
  Report report{.provenance = {.seed = options.run.seed,
                               .agents = {full_spec(options.agent), full_spec(options.continuation)},
                               .decks = {},
                               .rules = std::string(m.rules.name),
                               .command_line = invocation.command_line},
                .player = player == 0 ? 'A' : 'B',
                .choice = std::string(decision_word(s.choice)),
                .forecast = {},
                .answers = {},
                .texts = {},
                .taken = answer_of(options.agent, view, legal, options.run.seed),
                .worlds = options.worlds};
  if (begins_turn(s)) report.forecast = win_probability(built_in_forecast(), view);
  report.answers =
      advise(view, legal, Continuation(options.continuation), options.worlds, options.run.seed, options.run.threads);
  for (const AdvisedAnswer& each : report.answers) report.texts.push_back(action_text(m, s, each.action));
  options.format == "json" ? print_json(report) : print_table(report);
  return kDone;
}

}  // namespace

void add_advise(Command program) {
  Command command = program.add("advise", "What each answer of the pending decision of a position is worth");
  auto options = std::make_shared<Options>();
  command.option("FILE", options->file, "A position, as 'archon position' reads it; '-' is standard input").required();
  command.option("--agent", options->agent, "Whose answer is marked");
  command.option("--continuation", options->continuation, "Who plays on for both sides");
  command.option("--worlds", options->worlds, "Deals of the hidden cards in which each answer is played on");
  add_format(command, options->format);
  options->run.add_to(command);
  command.footer(
      "Only what the deciding player may know counts: hidden cards are dealt again for each world. The interval of a\n"
      "difference is two standard errors of it over the worlds, which all answers share.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
