#pragma once
// All agents by name.
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"

namespace archon {

// Weights in files: what reads one, and what it is called.
struct WeightsKind {
  int (*read)(std::string_view named, std::string& problem);  // its value; below 0 with a problem
  std::string (*name)(int value);                             // a word, or the path
  std::string (*digest)(int value);                           // of a file; empty of a word
};

struct AgentParameter {
  std::string_view key;
  int default_value, min, max;
  std::string_view description;
  std::vector<std::string_view> words{};  // a parameter that takes a word: its values 0, 1 ... by name
  const WeightsKind* file = nullptr;      // any other word is a file of archon train
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
// Files of weights have their digest. A spec with an error is given back unchanged.
std::string full_spec(std::string_view spec);

// The shortest spec of the same agent: a preset, or its kind with the parameters that are not as usual. As people like to read
// it; what is recorded is the full one. A spec with an error is given back unchanged.
std::string short_spec(std::string_view spec);

// A kind of agents that a layer above makes, since agents have no input and output: "exec:./bot" are programs that play.
// `words` is what stands behind the colon, and `info` says what parameters there may be in it.
struct OutsideAgents {
  AgentInfo info;
  AgentResult (*make)(std::string_view words);
  std::string (*full)(std::string_view words);   // all that is recorded, as full_spec does
  std::string (*brief)(std::string_view words);  // as short_spec does
};
void add_outside_agents(OutsideAgents kind);         // at the start, when there are no other threads
const std::vector<OutsideAgents>& outside_agents();  // all of them
bool is_outside_agent(std::string_view spec);        // it says how to run something: equal seeds may give other games

// Reads "key=value" into the values of these parameters, one each in their order. What is wrong with it, or "".
std::string read_parameter(const AgentInfo& info, std::string_view setting, std::vector<int>& values);

// Whether all are of the kinds of agents that presets stand for: what others win says little of decks in good hands.
bool play_well(std::span<const std::string> specs);

}  // namespace archon
