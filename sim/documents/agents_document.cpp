#include "sim/documents/agents_document.h"

#include "agents/agent_registry.h"
#include "sim/documents/share_columns.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace agents_document_parts {

using namespace present;

std::string value_text(const AgentParameter& parameter, int value) {
  return parameter.words.empty() ? std::to_string(value) : std::string(parameter.words[static_cast<size_t>(value)]);
}

std::string words_of(const AgentParameter& parameter) {
  return joined({parameter.words.begin(), parameter.words.end()}) + (parameter.file ? ", or a file" : "");
}

// Archon's own, and programs.
std::vector<AgentInfo> all_agents() {
  std::vector<AgentInfo> all = agents();
  for (const OutsideAgents& each : outside_agents()) all.push_back(each.info);
  return all;
}

// Sentences are for reading: people have no tables of them.
std::string text() {
  std::string text;
  for (const Preset& each : presets())
    text += left(each.name, 12) + std::string(each.description) + " (" + std::string(each.spec) + ")\n";
  text += '\n';
  for (const AgentInfo& info : all_agents()) {
    text += left(info.name, 12) + std::string(info.description) + '\n';
    for (const AgentParameter& each : info.parameters)
      text += "  " + left(std::string(each.key) + "=" + value_text(each, each.default_value), 20) +
              std::string(each.description) + " (" +
              (each.words.empty() ? std::to_string(each.min) + " to " + std::to_string(each.max) : words_of(each)) + ")\n";
  }
  return text + "\nAn agent is named as NAME or NAME:key=value,key=value, for instance greedy:epsilon=10.\n\n";
}

template <class Row>
ColumnOf<Row> member_column(const std::string& name, const std::string& what, auto member) {
  return text_column<Row>(name, name, what, 0, [member](const Row& each) { return std::string(each.*member); });
}

Table presets_table() {
  return table_of<Preset>({.name = "presets", .what = "Agents that have a short name", .shown = false},
                          {member_column<Preset>("preset", "Name", &Preset::name),
                           member_column<Preset>("agent", "The same with its parameters", &Preset::spec),
                           member_column<Preset>("description", "What it is good for", &Preset::description)},
                          {presets().begin(), presets().end()});
}

Table agents_table() {
  return table_of<AgentInfo>({.name = "agents", .what = "All agents", .shown = false},
                             {member_column<AgentInfo>("agent", "Name", &AgentInfo::name),
                              member_column<AgentInfo>("description", "How it plays", &AgentInfo::description)},
                             all_agents());
}

struct Parameter {
  std::string_view agent;
  AgentParameter of;
};

Table parameters_table() {
  std::vector<Parameter> rows;
  const std::vector<AgentInfo> all = all_agents();
  for (const AgentInfo& info : all)
    for (const AgentParameter& each : info.parameters) rows.push_back({info.name, each});
  const auto text = [](const std::string& name, const std::string& what, auto of) {
    return text_column<Parameter>(name, name, what, 0, [of](const Parameter& each) { return std::string(of(each)); });
  };
  const auto bound = [](const std::string& name, const std::string& what, auto member) {
    return ColumnOf<Parameter>{
        {.name = name, .head = name, .unit = Unit::Number, .what = what, .may_miss = true, .digits = 0},
        [member](const Parameter& each) { return each.of.words.empty() ? Cell(each.of.*member) : Cell(); }};
  };
  return table_of<Parameter>({.name = "parameters", .what = "Parameters of the agents", .shown = false},
                             {text("agent", "Whose", [](const Parameter& each) { return each.agent; }),
                              text("parameter", "Name", [](const Parameter& each) { return each.of.key; }),
                              text("usual", "Its value unless given",
                                   [](const Parameter& each) { return value_text(each.of, each.of.default_value); }),
                              bound("least", "Least value; of words none", &AgentParameter::min),
                              bound("most", "Greatest value; of words none", &AgentParameter::max),
                              {{.name = "words", .head = "words", .what = "Its values, where they are words", .may_miss = true},
                               [](const Parameter& each) { return each.of.words.empty() ? Cell() : Cell(words_of(each.of)); }},
                              text("description", "What it does", [](const Parameter& each) { return each.of.description; })},
                             std::move(rows));
}

}  // namespace agents_document_parts

present::Document agents_document() {
  using namespace agents_document_parts;
  Document document{.name = "agents", .command = "archon agents", .title = "who can play", .main = "agents"};
  document.note(text());
  document.add(presets_table());
  document.add(agents_table());
  document.add(parameters_table());
  return document;
}

}  // namespace archon::cli
