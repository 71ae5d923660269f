// The command line: reads the arguments and calls the command, see sim/cli.
#include <iostream>
#include <string>

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
  const std::string version = "archon " + std::string(archon::version()) + " (" + std::string(archon::compiler()) + ", " +
                              std::string(archon::build_type()) + ")";
  CommandLine line("archon", "Archon plays KeyForge against itself and measures decks.", version);
  for (const auto add : {add_match,  add_matrix, add_gauntlet, add_tournament, add_merge, add_chains, add_bid,    add_arena,
                         add_soak,   add_usage,  add_bench,    add_cards,      add_deck,  add_agents, add_engine, add_position,
                         add_advise, add_train,  add_regret,   add_values,     add_rate,  add_replay, add_perft})
    add(line.root());
  return streams.finish(line.run(argc, argv));
}
