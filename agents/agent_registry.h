#pragma once
// All agents by name.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"

namespace archon {

struct AgentParameter {
  std::string_view key;
  int default_value, min, max;
  std::string_view description;
  std::vector<std::string_view> words{};  // a parameter that takes a word: its values 0, 1 ... by name
};

struct AgentInfo {
  std::string_view name;
  std::string_view description;  // one line
  std::vector<AgentParameter> parameters;
};

struct AgentResult {
  std::unique_ptr<Agent> agent;  // null when there is an error
  std::string error;             // what is wrong with the spec, with a hint
};

std::vector<AgentInfo> agents();

// The agent that a spec describes. Thread safe.
AgentResult make_agent(std::string_view spec);

// The spec with every parameter written out, as it belongs into the record of a run: "greedy" -> "greedy:epsilon=0,fight=100".
// A spec with an error is given back unchanged.
std::string full_spec(std::string_view spec);

}  // namespace archon
