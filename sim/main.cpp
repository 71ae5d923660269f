// The command line: reads the arguments and calls the command, see sim/cli.
#include <csignal>

#include "sim/cli/command.h"
#include "sim/results/version.h"

int main(int argc, char** argv) {
  using namespace archon::cli;
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow any more is an error to report, not a reason to die
  const std::string version = "archon " + std::string(archon::version()) + " (" + std::string(archon::compiler()) + ", " +
                              std::string(archon::build_type()) + ")";
  CommandLine line("archon", "Archon plays KeyForge against itself and measures decks.", version);
  for (const auto add : {add_match, add_matrix, add_merge, add_chains, add_bid, add_arena, add_soak, add_bench, add_cards,
                         add_deck, add_agents, add_engine, add_position, add_train, add_replay})
    add(line.root());
  return line.run(argc, argv);
}
