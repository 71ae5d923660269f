#include "sim/cli/second_agent.h"

#include "agents/agent_registry.h"

namespace archon::cli {

void SecondAgent::add_to(Command command, const std::string& sample, const std::string& games_help) {
  command.option("--second", agent, "Then plays " + sample + ": how far decks shift with who plays them").hide_default();
  command.option("--second-games", games, games_help).hide_default();
}

void SecondAgent::check(const Command& command, const std::string& first, Problems& problems) const {
  if (command.given("--second-games")) {
    problems.check(!agent.empty(), "--second-games: of which agent? --second names it");
    problems.check(games >= 1 && games <= 100'000'000, "--second-games: from 1 to 100,000,000, not " + std::to_string(games));
  }
  if (!command.given("--second")) return;
  problems.check_agent("--second", agent);
  problems.check(full_spec(agent) != full_spec(first), "--second: " + agent + " is who plays already (--agent)");
}

}  // namespace archon::cli
