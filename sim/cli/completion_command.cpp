// archon completion: what makes a shell complete the commands.
#include <iostream>
#include <memory>
#include <string>

#include "agents/agent_registry.h"
#include "engine/facts/facts.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/completion.h"
#include "sim/command/deck_places.h"

namespace archon::cli {

namespace completion_command {

Offers offers() {
  const std::vector<std::string> decks{std::string(kBuiltIn)};
  Offers result{{"DECK", {decks, true}}, {"DECKS", {decks, true}}, {"RULEBOOK", {rulebooks()}}};
  for (const Preset& each : presets()) result["AGENT"].words.emplace_back(each.name);
  for (const AgentInfo& each : agents()) result["AGENT"].words.emplace_back(each.name);
  for (const OutsideAgents& each : outside_agents()) result["AGENT"].words.emplace_back(each.info.name);
  for (const Expansion& each : card_sets()) result["SET"].words.emplace_back(each.code);
  for (const char* nothing_to_offer : {"NAME", "NUMBER", "POINTS", "TIME", "RATES", "I/N", "ELO0,ELO1", "URL"})
    result[nothing_to_offer] = {};
  return result;
}

}  // namespace completion_command

void add_completion(Command program) {
  using namespace completion_command;
  Command command = program.add("completion", "What makes a shell complete commands, options, agents and sets");
  auto shell = std::make_shared<std::string>();
  command.option("SHELL", *shell, "bash, zsh or fish").required().one_of({"bash", "zsh", "fish"});
  command.footer(
      "Packages and 'cmake --install' put it where shells look for it. Else: bash reads it by 'source', zsh from a file\n"
      "_archon in a folder of $fpath, fish from a file archon.fish in ~/.config/fish/completions.");
  command.calls([shell, program](const Invocation&) {
    const CommandInfo root = program.tree();
    std::cout << (*shell == "bash" ? bash_completion : *shell == "zsh" ? zsh_completion : fish_completion)(root, offers());
    return kDone;
  });
}

}  // namespace archon::cli
