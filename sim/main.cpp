// The command line: reads the arguments and calls the command, see sim/cli.
#include <csignal>
#include <exception>
#include <iostream>

#include "sim/cli/command.h"
#include "sim/version.h"

int main(int argc, char** argv) {
  using namespace archon;
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow any more is an error to report, not a reason to die
  CLI::App app("Archon plays KeyForge against itself and measures decks.", "archon");
  const std::string name =
      "archon " + std::string(version()) + " (" + std::string(compiler()) + ", " + std::string(build_type()) + ")";
  app.set_version_flag("--version", name);
  app.require_subcommand(1);

  cli::Invocation invocation;
  invocation.command_line = cli::command_line(argc, argv);
  cli::add_match(app, invocation);
  cli::add_matrix(app, invocation);
  cli::add_merge(app, invocation);
  cli::add_chains(app, invocation);
  cli::add_bid(app, invocation);
  cli::add_arena(app, invocation);
  cli::add_soak(app, invocation);
  cli::add_bench(app, invocation);
  cli::add_cards(app, invocation);
  cli::add_deck(app, invocation);
  cli::add_agents(app, invocation);
  cli::add_engine(app, invocation);
  cli::add_position(app, invocation);
  cli::add_train(app, invocation);
  cli::add_replay(app, invocation);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return cli::report_parse_error(app, error);
  } catch (const std::exception& error) {
    std::cerr << "archon: " << error.what() << '\n';
    return cli::kFailed;
  }
  return invocation.exit_code;
}
