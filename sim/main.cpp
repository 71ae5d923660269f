// The command line: reads the arguments and calls the command, see sim/cli.
#include <exception>
#include <iostream>

#include "sim/cli/command.h"
#include "sim/version.h"

namespace {

std::string quoted(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_of(" \t\"'\\$`*?&|;<>()") == std::string::npos;
  if (plain) return word;
  std::string text = "'";
  for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

int main(int argc, char** argv) {
  using namespace archon;
  CLI::App app("Archon plays KeyForge against itself and measures decks.", "archon");
  const std::string name =
      "archon " + std::string(version()) + " (" + std::string(compiler()) + ", " + std::string(build_type()) + ")";
  app.set_version_flag("--version", name);
  app.require_subcommand(1);

  cli::Invocation invocation;
  invocation.command_line = "archon";
  for (int i = 1; i < argc; ++i) invocation.command_line += " " + quoted(argv[i]);
  cli::add_match(app, invocation);
  cli::add_matrix(app, invocation);
  cli::add_soak(app, invocation);
  cli::add_bench(app, invocation);
  cli::add_cards(app, invocation);
  cli::add_agents(app, invocation);
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
