// archon agents: who can play; archon agents check: what is wrong with a program that plays.
#include <iostream>
#include <memory>

#include "engine/facts/visible_text.h"
#include "sim/bots/bot_check.h"
#include "sim/bots/bot_command.h"
#include "sim/bots/bot_log.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/presenting.h"
#include "sim/documents/agents_document.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace agents_command {

struct CheckOptions {
  std::string bot;
  int positions = 100;
  uint64_t seed = 1;
};

int check(const CheckOptions& options, const Invocation&) {
  constexpr int kMostPositions = 100'000;
  constexpr std::string_view kPrefix = "exec:";
  Problems problems("agents check");
  problems.check(options.positions >= 1 && options.positions <= kMostPositions,
                 "--positions: from 1 to " + thousands(kMostPositions) + ", not " + std::to_string(options.positions));
  const std::string_view given = options.bot;
  const BotCommand& command = bot_command(given.starts_with(kPrefix) ? given.substr(kPrefix.size()) : given);
  problems.check(command.error.empty(), "BOT: " + command.error);
  if (problems.any()) return problems.print();
  const BotCheck found = check_bot(command, options.positions, options.seed);
  for (const std::string& each : found.problems) problems.add(each);
  if (found.given_up)
    problems.add("given up after " + thousands(found.positions) + " of " + thousands(options.positions) +
                 " positions: each takes its time");
  if (problems.any()) return problems.print();
  std::cout << command.brief << ": legal answers at " << thousands(found.positions) << " positions of " << found.sets
            << " sets\n";
  return kDone;
}

}  // namespace agents_command

void add_agents(Command program) {
  using namespace agents_command;
  Command command = program.add("agents", "The agents that can play, and their parameters");
  auto presenting = std::make_shared<Presenting>();
  presenting->add_to(command);
  command.calls([presenting](const Invocation& invocation) {
    present::Document document = agents_document();
    document.provenance.command_line = invocation.command_line;
    return presenting->show(document);
  });
  Command checked = command.add_optional("check", "Everything that is wrong with a program that is to play");
  auto options = std::make_shared<CheckOptions>();
  checked.option("BOT", options->bot, "The command that runs it, with its clocks, as behind exec: './bot --fast,move_ms=2000'")
      .required();
  checked.option("--positions", options->positions, "How many it is asked about");
  checked.option("--seed", options->seed, "Fixes the positions");
  checked.footer(
      "A program in any language plays as --agent exec:COMMAND wherever an agent is named. Here it is asked about positions\n"
      "of generated decks of all sets, each in a game of its own. sim/bots/README.md says what it reads and writes,\n"
      "agents/bots has samples. Exit codes: 0 all answers were legal, 2 something is wrong.");
  checked.calls([options](const Invocation& invocation) { return check(*options, invocation); });
}

}  // namespace archon::cli
