// The command line: reads the arguments and calls the command, see sim/cli.
#include <initializer_list>
#include <iostream>
#include <string>

#include "agents/agent_registry.h"
#include "engine/facts/visible_text.h"
#include "sim/bots/bot_command.h"
#include "sim/bots/bot_log.h"
#include "sim/bots/bot_process.h"
#include "sim/cli/commands.h"
#include "sim/command/arguments.h"
#include "sim/command/output.h"
#include "sim/command/stack_check.h"
#include "sim/results/version.h"

int main(int argc, char** argv) {
  using namespace archon::cli;
  StandardStreams streams;
  if (const std::string problem = stack_problem(); !problem.empty()) {
    std::cerr << "archon: " << problem << '\n';
    return streams.finish(kUsage);
  }
  const std::string version = "archon " + std::string(archon::release()) + " (commit " + std::string(archon::version()) + ", " +
                              std::string(archon::compiler()) + ", " + std::string(archon::build_type()) + ")";
  archon::add_outside_agents(archon::bot_agents());
  CommandLine line("archon", "Archon plays KeyForge against itself and measures decks.", version);
  const auto group = [&](const char* heading, std::initializer_list<void (*)(Command)> commands) {
    for (const auto add : commands) add(line.root().under(heading));
  };
  group("Commands for decks", {add_deck, add_rate, add_match, add_matrix, add_gauntlet, add_best, add_merge, add_verify,
                               add_values, add_usage, add_cards});
  group("Commands for tournaments", {add_build, add_tournament, add_chains, add_bid});
  group("Commands for agents", {add_agents, add_arena, add_advise, add_replay, add_puzzles, add_regret, add_turns, add_train});
  group("Commands for developers", {add_engine, add_position, add_soak, add_perft, add_conformance, add_bench});
  group("Commands for shells", {add_completion, add_man});
  const int code = line.run(argc, argv);
  archon::end_bots();
  for (const std::string& each : archon::bot_lines()) std::cerr << "archon: " << archon::visible_line(each) << '\n';
  return streams.finish(code);
}
