// archon agents: who can play.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace agents_command {

std::string value_text(const AgentParameter& parameter, int value) {
  return parameter.words.empty() ? std::to_string(value) : std::string(parameter.words[static_cast<size_t>(value)]);
}

std::string range_text(const AgentParameter& parameter) {
  if (parameter.words.empty()) return std::to_string(parameter.min) + " to " + std::to_string(parameter.max);
  return joined({parameter.words.begin(), parameter.words.end()}) + (parameter.file ? ", or a file" : "");
}

void print_table() {
  for (const Preset& each : presets()) std::cout << left(each.name, 12) << each.description << " (" << each.spec << ")\n";
  std::cout << '\n';
  for (const AgentInfo& info : agents()) {
    std::cout << left(info.name, 12) << info.description << '\n';
    for (const AgentParameter& parameter : info.parameters) {
      std::cout << "  " << left(std::string(parameter.key) + "=" + value_text(parameter, parameter.default_value), 16)
                << parameter.description << " (" << range_text(parameter) << ")\n";
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
      nlohmann::ordered_json about = {{"key", each.key}};
      if (each.words.empty()) {
        about["default"] = each.default_value;
        about["min"] = each.min;
        about["max"] = each.max;
      } else {
        about["default"] = value_text(each, each.default_value);
        about["values"] = each.words;
      }
      about["description"] = each.description;
      entry["parameters"].push_back(std::move(about));
    }
    json.push_back(std::move(entry));
  }
  print(json);
}

}  // namespace agents_command

void add_agents(Command program) {
  using namespace agents_command;
  Command command = program.add("agents", "The agents that can play, and their parameters");
  auto format = std::make_shared<std::string>("table");
  add_format(command, *format);
  command.calls([format](const Invocation&) {
    *format == "json" ? print_json() : print_table();
    return kDone;
  });
}

}  // namespace archon::cli
