#include "sim/results/provenance.h"

#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "engine/facts/visible_text.h"
#include "sim/results/version.h"

namespace archon {

std::string hash_text(uint64_t hash) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (size_t i = 0; i < 16; ++i) text[i] = kDigits[hash >> (60 - 4 * i) & 15];
  return text;
}

nlohmann::ordered_json deck_json(const DeckFile& file) {
  const auto& [id, sas, aerc] = file.deck.identity;
  nlohmann::ordered_json json = {
      {"name", file.deck.name}, {"set", file.deck.set}, {"hash", hash_text(deck_hash(file.deck))}, {"file", file.file}};
  if (!id.empty()) json["id"] = id;
  if (sas) json["sas"] = *sas;
  if (aerc) json["aerc"] = *aerc;
  if (!id.empty()) json["link"] = registry_link(file.deck.identity);
  return json;
}

nlohmann::ordered_json provenance_json(const Provenance& provenance) {
  nlohmann::ordered_json json;
  json["version"] = version();
  json["compiler"] = compiler();
  json["build_type"] = build_type();
  json["seed"] = provenance.seed;
  json["agents"] = nlohmann::ordered_json::array();
  for (const std::string& spec : provenance.agents) json["agents"].push_back(full_spec(spec));
  json["decks"] = nlohmann::ordered_json::array();
  for (const DeckFile& each : provenance.decks) json["decks"].push_back(deck_json(each));
  json["rules"] = provenance.rules;
  json["command_line"] = provenance.command_line;
  return json;
}

std::vector<std::string> provenance_lines(const Provenance& provenance) {
  std::vector<std::string> lines;
  std::vector<std::string> names;  // without repetition
  for (const std::string& spec : provenance.agents)
    if (names.empty() || names.back() != full_spec(spec)) names.push_back(full_spec(spec));
  std::string agents = names.empty() ? "" : names.size() > 1 ? ", agents" : ", agent";
  for (const std::string& name : names) agents += (&name == &names.front() ? " " : ", ") + name;
  lines.push_back("archon " + std::string(version()) + " (" + std::string(compiler()) + ", " + std::string(build_type()) +
                  "), rules " + provenance.rules + ", seed " + std::to_string(provenance.seed) + agents);
  lines.push_back("command: " + provenance.command_line);
  for (std::string& line : lines) line = visible_line(line);
  return lines;
}

}  // namespace archon
