// archon agents: who can play.
#include <iostream>
#include <memory>

#include "agents/registry.h"
#include "sim/cli/command.h"
#include "sim/cli/text.h"

namespace archon::cli {
namespace {

void print_table() {
  for (const AgentInfo& info : agents()) {
    std::cout << left(info.name, 12) << info.description << '\n';
    for (const AgentParameter& parameter : info.parameters) {
      const std::string range = std::to_string(parameter.min) + " to " + std::to_string(parameter.max);
      std::cout << "  " << left(std::string(parameter.key) + "=" + std::to_string(parameter.default_value), 14)
                << parameter.description << " (" << range << ")\n";
    }
  }
  std::cout << "\nAn agent is named as NAME or NAME:key=value,key=value, for instance greedy:epsilon=10.\n";
}

void print_json() {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const AgentInfo& info : agents()) {
    nlohmann::ordered_json entry = {{"name", info.name}, {"description", info.description}};
    entry["parameters"] = nlohmann::ordered_json::array();
    for (const AgentParameter& each : info.parameters) {
      entry["parameters"].push_back({{"key", each.key},
                                     {"default", each.default_value},
                                     {"min", each.min},
                                     {"max", each.max},
                                     {"description", each.description}});
    }
    json.push_back(std::move(entry));
  }
  std::cout << json.dump(2) << '\n';
}

}  // namespace

void add_agents(CLI::App& app, Invocation&) {
  CLI::App* command = app.add_subcommand("agents", "The agents that can play, and their parameters");
  auto format = std::make_shared<std::string>("table");
  command->add_option("--format", *format, "table or json")->check(CLI::IsMember({"table", "json"}))->capture_default_str();
  command->callback([format] { *format == "json" ? print_json() : print_table(); });
}

}  // namespace archon::cli
