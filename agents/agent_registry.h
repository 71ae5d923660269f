#pragma once
// All agents by name.
#include <memory>
#include <span>
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
  bool file = false;                      // any other word is a file of archon train policy
  // Newer than records of the agent: full specs leave it out where it has its default, so that they stay what ledgers hold.
  bool later = false;
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

// Agents with parameters that suit a purpose, under a name of their own.
struct Preset {
  std::string_view name, spec, description;
};
std::span<const Preset> presets();
inline constexpr std::string_view kStandardAgent = "standard";  // of every command that is not told otherwise

// The agent that a spec or a preset describes. Thread safe.
AgentResult make_agent(std::string_view spec);

// The spec with every parameter written out, as it belongs into the record of a run: "greedy" -> "greedy:epsilon=0,fight=100";
// of a preset that of the agent which it stands for. Parameters that came later (AgentParameter::later) only where they matter.
// A spec with an error is given back unchanged.
std::string full_spec(std::string_view spec);

// The shortest spec of the same agent: a preset, or its kind with the parameters that are not as usual. As people like to read
// it; what is recorded is the full one. A spec with an error is given back unchanged.
std::string short_spec(std::string_view spec);

// Whether all are of the kinds of agents that presets stand for: what others win says little of decks in good hands.
bool play_well(std::span<const std::string> specs);

}  // namespace archon
