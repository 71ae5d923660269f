#include "sim/results/provenance.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "engine/facts/visible_text.h"
#include "sim/results/version.h"
#include "sim/stats/number_text.h"

namespace archon {

void DeckList::add_notes(const DeckList& of) {
  skipped.insert(skipped.end(), of.skipped.begin(), of.skipped.end());
  warnings += of.warnings;
}

std::string skipped_text(const std::vector<SkippedDeck>& skipped) {
  constexpr size_t kMost = 10;
  if (skipped.empty()) return "";
  std::string text =
      thousands(std::ssize(skipped)) + (skipped.size() == 1 ? " deck" : " decks") + " left out that can't be read: ";
  for (size_t i = 0; i < std::min(kMost, skipped.size()); ++i) {
    const auto& [name, file, line] = skipped[i];
    const std::string place = line > 0 ? file + ":" + std::to_string(line) : file;
    text += (i > 0 ? "; " : "") + (name.empty() ? place : name + " (" + place + ")");
  }
  return text + (skipped.size() > kMost ? "; ..." : "");
}

std::vector<std::string> unlisted_texts(const DeckList& decks) {
  std::map<std::string, int64_t> counts;
  for (const DeckFile& each : decks)
    if (!each.deck.identity.unlisted_set.empty()) ++counts[each.deck.identity.unlisted_set];
  std::vector<std::string> texts;
  for (const auto& [set, count] : counts)
    texts.push_back(thousands(count) + (count == 1 ? " deck of " : " decks of ") + std::string(find_unlisted_set(set)->name) +
                    ", a set whose list of cards is not known: read by the cards, as mixed");
  return texts;
}

nlohmann::ordered_json deck_json(const DeckFile& file) {
  const auto& [id, sas, aerc, unlisted_set, pods] = file.deck.identity;
  nlohmann::ordered_json json = {
      {"name", file.deck.name}, {"set", file.deck.set}, {"hash", hash_text(deck_hash(file.deck))}, {"file", file.file}};
  if (!id.empty()) json["id"] = id;
  if (sas) json["sas"] = *sas;
  if (aerc) json["aerc"] = *aerc;
  if (!unlisted_set.empty()) json["unlisted_set"] = unlisted_set;
  for (const PodSource& pod : pods) json["pods"].push_back(pod_text(pod));
  if (!id.empty()) json["link"] = registry_link(file.deck.identity);
  return json;
}

namespace {

// Agents that are programs of their own.
std::vector<std::string> outside_texts(const Provenance& provenance) {
  std::vector<std::string> names;
  for (const std::string& spec : provenance.agents)
    if (is_outside_agent(spec) && std::ranges::find(names, short_spec(spec)) == names.end()) names.push_back(short_spec(spec));
  return names;
}

}  // namespace

nlohmann::ordered_json provenance_json(const Provenance& provenance) {
  nlohmann::ordered_json json;
  json["version"] = version();
  json["compiler"] = compiler();
  json["build_type"] = build_type();
  json["seed"] = provenance.seed;
  json["agents"] = nlohmann::ordered_json::array();
  for (const std::string& spec : provenance.agents) json["agents"].push_back(full_spec(spec));
  if (!outside_texts(provenance).empty()) json["reproducible"] = false;
  json["decks"] = nlohmann::ordered_json::array();
  for (const DeckFile& each : provenance.decks) json["decks"].push_back(deck_json(each));
  for (const SkippedDeck& each : provenance.decks.skipped)
    json["skipped"].push_back({{"name", each.name}, {"file", each.file}, {"line", each.line}});
  if (provenance.decks.warnings) json["deck_warnings"] = provenance.decks.warnings;
  json["rules"] = provenance.rules;
  if (provenance.time.any()) {
    json["time_called"] = limit_json(provenance.time);
    json["time_called"]["then"] = kAfterTime;
  }
  json["command_line"] = provenance.command_line;
  return json;
}

namespace {

std::vector<std::string> lines_of(const Provenance& provenance, std::string (*agent_text)(std::string_view)) {
  std::vector<std::string> lines;
  std::vector<std::string> names;  // without repetition
  for (const std::string& spec : provenance.agents)
    if (names.empty() || names.back() != agent_text(spec)) names.push_back(agent_text(spec));
  std::string agents = names.empty() ? "" : names.size() > 1 ? ", agents" : ", agent";
  for (const std::string& name : names) agents += (&name == &names.front() ? " " : ", ") + name;
  lines.push_back("archon " + std::string(version()) + " (" + std::string(compiler()) + ", " + std::string(build_type()) +
                  "), rules " + provenance.rules + ", seed " + std::to_string(provenance.seed) + agents);
  for (const std::string& name : outside_texts(provenance))
    lines.push_back("not reproducible: no seed fixes what " + name + " answers");
  if (provenance.time.any()) lines.push_back(provenance.time.text() + "; then " + kAfterTime);
  if (!provenance.decks.skipped.empty()) lines.push_back(skipped_text(provenance.decks.skipped));
  for (std::string& text : unlisted_texts(provenance.decks)) lines.push_back(std::move(text));
  if (provenance.decks.warnings)
    lines.push_back(thousands(provenance.decks.warnings) + (provenance.decks.warnings == 1 ? " warning" : " warnings") +
                    " about the decks: what their files do not tell ('archon deck check' lists them)");
  lines.push_back("command: " + provenance.command_line);
  for (std::string& line : lines) line = visible_line(line);
  return lines;
}

}  // namespace

std::vector<std::string> provenance_lines(const Provenance& provenance) { return lines_of(provenance, full_spec); }
std::vector<std::string> provenance_footer(const Provenance& provenance) { return lines_of(provenance, short_spec); }

}  // namespace archon
