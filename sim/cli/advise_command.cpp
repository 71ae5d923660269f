// archon advise: what each answer of the decision of a position, or of a recorded game, is worth.
#include <memory>

#include "agents/agent_registry.h"
#include "engine/engine.h"
#include "engine/facts/visible_text.h"
#include "engine/notation.h"
#include "engine/view/disguise.h"
#include "sim/cli/commands.h"
#include "sim/command/position_input.h"
#include "sim/command/presenting.h"
#include "sim/command/record_input.h"
#include "sim/documents/advise_document.h"
#include "sim/forecast/forecast.h"

namespace archon::cli {
namespace advise_command {

struct Options {
  std::string file, agent{kStandardAgent}, continuation = "policy";
  Presenting presenting;
  int worlds = 400;
  int64_t game = -1, decision = -1;
  RunOptions run;
};

// A position, as it stands in the file or before a decision of a recorded game.
struct Position {
  Matchup matchup;
  State state;
};

std::optional<Position> read_position(const Options& options, Problems& problems) {
  if (options.decision < 0) {
    const std::optional<PositionGame> game = read_position_file(options.file, problems);
    if (!game) return {};
    return Position{game->matchup, game->state};
  }
  const GameNumbers wanted = options.game >= 0 ? GameNumbers{options.game, options.game} : GameNumbers{};
  const std::optional<RecordInput> input = read_record_input(options.file, wanted, 1, problems);
  if (!input) return {};
  const std::optional<State> state = position_before(*input, options.decision, options.file, problems);
  if (!state) return {};
  return Position{input->matchup, *state};
}

bool begins_turn(const State& s) { return s.choice.kind == ChoiceKind::House && s.step == Step::House; }

void check(const Options& options, Problems& problems) {
  options.run.check(problems);
  problems.check_own_agent("--agent", options.agent);
  problems.check_own_agent("--continuation", options.continuation);
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
  problems.check(options.game < 0 || options.decision >= 0, "--game: with --decision, of a file of recorded games");
  std::optional<Position> game = read_position(options, problems);
  problems.check(!game || !game->state.over(), options.file + ": the game is over");
  if (problems.any()) return problems.print();
  const Matchup& m = game->matchup;
  State& s = game->state;
  const int player = decision_player(s);
  if (needs_disguise(m, s, player)) Disguise(m, s, player);
  ActionList legal;
  legal_actions(m, s, legal);
  const View view(m, s, player);
  AdviceFindings report{.provenance = {.seed = options.run.seed,
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
  return options.presenting.show(advise_document(report));
}

}  // namespace advise_command

void add_advise(Command program) {
  using namespace advise_command;
  Command command = program.add("advise", "What each answer of the pending decision of a position is worth");
  auto options = std::make_shared<Options>();
  command
      .option("FILE", options->file,
              "A position, as 'archon position' reads it; '-' is standard input. With --decision: a file of recorded games")
      .required();
  command.option("--game", options->game, "With --decision: number of the game; the first one of the file otherwise")
      .hide_default();
  command.option("--decision", options->decision, "The position before this decision of a recorded game, counted from 0")
      .hide_default();
  command.option("--agent", options->agent, "Whose answer is marked");
  command.option("--continuation", options->continuation, "Who plays on for both sides");
  command.option("--worlds", options->worlds, "Deals of the hidden cards in which each answer is played on");
  options->presenting.add_to(command);
  options->run.add_to(command);
  command.footer(
      "Only what the deciding player may know counts: hidden cards are dealt again for each world. The interval of a\n"
      "difference is two standard errors of it over the worlds, which all answers share.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
