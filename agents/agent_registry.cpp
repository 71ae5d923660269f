#include "agents/agent_registry.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "agents/greedy.h"
#include "agents/learned/policy_file.h"
#include "agents/random_agent.h"
#include "agents/reading/model_file.h"
#include "agents/search/beam.h"
#include "agents/search/heuristic.h"
#include "agents/search/lookahead.h"
#include "agents/search/mcts.h"
#include "engine/deck/text_input.h"
#include "engine/facts/facts.h"

namespace archon {
namespace {

using Values = std::vector<int>;  // one a parameter, in their order

constexpr int kMaxWorlds = 100;  // that an agent may deal for a decision

struct Entry {
  AgentInfo info;
  std::unique_ptr<Agent> (*make)(const Values& values);
};

// In the order of Leaf.
std::vector<std::string_view> leaf_words() { return {"linear", "reply", "round", "rounds2", "rounds3", "rounds4"}; }

AgentParameter leaf_parameter(std::vector<std::string_view> words, int default_value) {
  const int last = static_cast<int>(words.size()) - 1;
  return {"leaf",          default_value, 0, last, "what is judged: ends of the own turn, of the reply, of one to four rounds",
          std::move(words)};
}

// Of a search: as deep as what is searched pays for, or one of the words above.
AgentParameter search_leaf_parameter() {
  std::vector<std::string_view> words = leaf_words();
  words.insert(words.begin(), "auto");
  return leaf_parameter(std::move(words), 0);
}

std::optional<Leaf> search_leaf(int word) {
  if (word == 0) return std::nullopt;
  return static_cast<Leaf>(word - 1);
}

constexpr WeightsKind kModelFiles{read_model_file, model_name, model_digest};
constexpr WeightsKind kPolicyFiles{read_policy_file, policy_name, policy_digest};

AgentParameter model_parameter() {
  const std::vector<std::string_view> names = model_names();
  return {"model", kFittedModel, 0, static_cast<int>(names.size()) - 1, "weights of the evaluation", names, &kModelFiles};
}

// Of lookahead: how many worlds answers are tried in, and where they are judged there.
AgentParameter trial_worlds(std::string_view key, std::string_view description) {
  return {.key = key, .default_value = 1, .min = 1, .max = kMaxWorlds, .description = description, .later = true};
}

AgentParameter trial_leaf(std::string_view key, std::string_view description) {
  AgentParameter parameter = leaf_parameter(leaf_words(), static_cast<int>(Leaf::Linear));
  parameter.key = key;
  parameter.description = description;
  parameter.later = true;
  return parameter;
}

AgentParameter weights_parameter() {
  return {"weights", kCurrentPolicy, 0, 0, "of the learned policy", {"current"}, &kPolicyFiles};
}

constexpr Preset kPresets[] = {
    {"fast", "policy", "thousands of games a second: the learned policy at once"},
    {"standard", "lookahead:actions=3,targets=3",
     "four hundred games a second; what commands play by unless they are told otherwise"},
    {"solid",
     "lookahead:actions=6,targets=6,house_margin=100000,house_worlds=12,house_leaf=round,worlds=3,leaf=round,deal=decision",
     "about thirty games a second: a round ahead in several worlds"},
    {"strong", "mcts:iterations=50", "about five games a second: a search"},
    {"best", "mcts:iterations=400", "a game in some seconds: a longer search that looks further"},
};

// A new agent is added here.
const std::vector<Entry>& entries() {
  static const std::vector<Entry> kEntries = {
      {{"random", "any legal action, all equally likely", {}},
       [](const Values&) -> std::unique_ptr<Agent> { return std::make_unique<RandomAgent>(); }},
      {{"greedy",
        "rules of thumb: the best-looking action, without looking ahead",
        {{"epsilon", 0, 0, 100, "percentage of decisions taken at random"},
         {"fight", 100, 0, 1000, "worth of destroying an enemy creature, in percent"}}},
       [](const Values& values) -> std::unique_ptr<Agent> {
         return std::make_unique<GreedyAgent>(
             GreedyOptions{.epsilon_percent = values[0], .policy = {.fight_percent = values[1]}});
       }},
      {{"policy", "the learned policy, without looking ahead", {weights_parameter()}},
       [](const Values& values) -> std::unique_ptr<Agent> {
         return std::make_unique<GreedyAgent>(GreedyOptions{.policy = {.net = &policy_net(values[0])}});
       }},
      {{"heuristic",
        "rules of thumb, and the rest of the turn played for the best few answers",
        {{"actions", 1, 1, kMaxActions, "answers tried in the main step"},
         {"targets", 3, 1, kMaxActions, "answers tried elsewhere"},
         model_parameter()}},
       [](const Values& values) -> std::unique_ptr<Agent> {
         return std::make_unique<HeuristicAgent>(
             HeuristicOptions{.actions = values[0], .targets = values[1], .model = values[2]});
       }},
      {{"lookahead",
        "the learned policy, and the rest of the turn, or more, played for the best few answers",
        {{"actions", 1, 1, kMaxActions, "answers tried in the main step"},
         {"targets", 2, 1, kMaxActions, "answers tried elsewhere"},
         {"margin", 600, 0, 100'000, "answers this much worse are not tried, in hundredths of a percent of winning"},
         {"trust", 100, 0, 1000, "weight of the policy beside what looking ahead found, in percent"},
         model_parameter(),
         weights_parameter(),
         {.key = "house_margin",
          .default_value = -1,
          .min = -1,
          .max = 100'000,
          .description = "as margin, of houses; -1: the same",
          .later = true},
         trial_worlds("house_worlds", "dealt worlds in which houses are tried"),
         trial_leaf("house_leaf", "where houses are judged: ends of the own turn, of the reply, of one to four rounds"),
         trial_worlds("worlds", "dealt worlds in which other answers are tried"),
         trial_leaf("leaf", "where these are judged"),
         {.key = "deal",
          .default_value = 0,
          .min = 0,
          .max = 1,
          .description = "how long dealt worlds are kept: while the turn goes as it does there, or for one decision",
          .words = {"turn", "decision"},
          .later = true},
         {.key = "behind",
          .default_value = 1000,
          .min = 0,
          .max = 100'000,
          .description = "with several worlds: how far behind the best one an answer is given up, as margin; after n of them "
                         "by the root of n less",
          .later = true}}},
       [](const Values& values) -> std::unique_ptr<Agent> {
         return std::make_unique<LookaheadAgent>(LookaheadOptions{.actions = values[0],
                                                                  .targets = values[1],
                                                                  .margin = values[2],
                                                                  .trust = values[3],
                                                                  .model = values[4],
                                                                  .weights = values[5],
                                                                  .house = {values[7], static_cast<Leaf>(values[8])},
                                                                  .other = {values[9], static_cast<Leaf>(values[10])},
                                                                  .deal = static_cast<LookaheadOptions::Deal>(values[11]),
                                                                  .house_margin = values[6],
                                                                  .behind = values[12]});
       }},
      {{"beam",
        "the own turn searched to its end in a few dealt worlds",
        {{"width", 15, 1, 1000, "positions gone on with at each step"},
         {"worlds", 4, 1, kMaxWorlds, "worlds in which the same decision is searched"},
         leaf_parameter(leaf_words(), static_cast<int>(Leaf::Linear)),
         model_parameter()}},
       [](const Values& values) -> std::unique_ptr<Agent> {
         return std::make_unique<BeamAgent>(
             BeamOptions{.width = values[0], .worlds = values[1], .leaf = static_cast<Leaf>(values[2]), .model = values[3]});
       }},
      {{"mcts",
        "information-set Monte Carlo tree search over the own turn",
        {{"iterations", 400, 1, 1'000'000, "of the search, at each decision"},
         {"time_ms", 0, 0, 600'000, "above 0: milliseconds a decision instead; not reproducible"},
         {"c", 20, 0, 10'000, "weight of exploration, in percent"},
         search_leaf_parameter(),
         model_parameter(),
         {"policy", 0, 0, 1, "prior, replies and playouts: learned, or the rules of thumb", {"learned", "thumb"}},
         weights_parameter(),
         {"temperature", 250, 1, 100'000, "of the learned prior, in hundredths of a percent of winning"},
         {"halving", 8, 0, kMaxActions,
          "answers that sequential halving begins with at the root; 0, or with time_ms: PUCT there, too"}}},
       [](const Values& values) -> std::unique_ptr<Agent> {
         return std::make_unique<MctsAgent>(MctsOptions{.iterations = values[0],
                                                        .time_ms = values[1],
                                                        .c_percent = values[2],
                                                        .leaf = search_leaf(values[3]),
                                                        .model = values[4],
                                                        .policy = {.net = values[5] == 0 ? &policy_net(values[6]) : nullptr},
                                                        .temperature = values[7],
                                                        .halving = values[8]});
       }},
  };
  return kEntries;
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string with_hint(std::string message, std::string_view word, const std::vector<std::string>& known,
                      std::string_view what) {
  std::string hint = known.empty() ? "" : word_hint(word, known);
  if (hint.empty() && !known.empty()) {
    hint = std::string(what);
    for (const std::string& name : known) hint += (&name == &known.front() ? " " : ", ") + name;
  }
  return hint.empty() ? message : message + " (" + hint + ")";
}

// A spec that was understood: the agent and a value for each of its parameters; or an error.
struct Settings {
  const Entry* entry = nullptr;
  Values values;
  std::string error;
};

std::string read_file_parameter(const AgentParameter& parameter, std::string_view path, int& value) {
  std::string problem;
  value = parameter.file->read(path, problem);
  if (value >= 0) return "";
  const std::vector<std::string> words(parameter.words.begin(), parameter.words.end());
  const std::string message = "parameter '" + std::string(parameter.key) + "': " + quoted(path) + ": " + problem;
  return problem == kNoSuchFile ? with_hint(message, path, words, "a file, or") : message;
}

std::vector<OutsideAgents>& outside_kinds() {
  static std::vector<OutsideAgents> kinds;
  return kinds;
}

// Of the spec "exec:./bot" what stands behind the colon; null when it is of no such kind.
const OutsideAgents* outside_kind(std::string_view spec, std::string_view& words) {
  const size_t colon = spec.find(':');
  const auto found =
      std::ranges::find_if(outside_kinds(), [&](const OutsideAgents& kind) { return kind.info.name == spec.substr(0, colon); });
  words = colon == std::string_view::npos ? std::string_view() : spec.substr(colon + 1);
  return found == outside_kinds().end() ? nullptr : &*found;
}

}  // namespace

std::string read_parameter(const AgentInfo& info, std::string_view setting, std::vector<int>& values) {
  const size_t sign = setting.find('=');
  const std::string_view key = setting.substr(0, sign);
  if (sign == std::string_view::npos || key.empty()) return "expected key=value after ':', not " + quoted(setting);
  const auto found = std::ranges::find(info.parameters, key, &AgentParameter::key);
  if (found == info.parameters.end()) {
    std::vector<std::string> keys;
    for (const AgentParameter& parameter : info.parameters) keys.emplace_back(parameter.key);
    const std::string message = "agent '" + std::string(info.name) + "' has no parameter " + quoted(key);
    return with_hint(message, key, keys, "parameters:");
  }
  const std::string_view text = setting.substr(sign + 1);
  int& here = values[static_cast<size_t>(found - info.parameters.begin())];
  if (!found->words.empty()) {
    const auto word = std::ranges::find(found->words, text);
    if (word == found->words.end() && found->file) return read_file_parameter(*found, text, here);
    if (word == found->words.end()) {
      const std::vector<std::string> words(found->words.begin(), found->words.end());
      return with_hint("parameter '" + std::string(key) + "' has no value " + quoted(text), text, words, "values:");
    }
    here = static_cast<int>(word - found->words.begin());
    return "";
  }
  int value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool number = status == std::errc() && end == text.data() + text.size();
  if (!number || value < found->min || value > found->max) {
    return "parameter '" + std::string(key) + "' takes a whole number from " + std::to_string(found->min) + " to " +
           std::to_string(found->max) + ", not " + quoted(text);
  }
  here = value;
  return "";
}

namespace {

Settings read_spec(std::string_view spec) {
  Settings settings;
  const auto preset = std::ranges::find(kPresets, spec, &Preset::name);
  if (preset != std::end(kPresets)) spec = preset->spec;
  const size_t colon = spec.find(':');
  const std::string_view name = spec.substr(0, colon);
  const auto found = std::ranges::find_if(entries(), [&](const Entry& entry) { return entry.info.name == name; });
  if (found == entries().end()) {
    if (std::ranges::find(kPresets, name, &Preset::name) != std::end(kPresets)) {
      settings.error = "the preset " + quoted(name) + " takes no parameters (it is " + full_spec(name) + ")";
      return settings;
    }
    std::vector<std::string> names;
    for (const Preset& each : kPresets) names.emplace_back(each.name);
    for (const Entry& entry : entries()) names.emplace_back(entry.info.name);
    for (const OutsideAgents& kind : outside_kinds()) names.push_back(std::string(kind.info.name) + ":");
    settings.error = with_hint("unknown agent " + quoted(name), name, names, "there are");
    return settings;
  }
  settings.entry = &*found;
  for (const AgentParameter& parameter : found->info.parameters) settings.values.push_back(parameter.default_value);
  std::string_view rest = colon == std::string_view::npos ? std::string_view() : spec.substr(colon + 1);
  if (colon != std::string_view::npos && rest.empty()) settings.error = "expected key=value after ':'";
  while (!rest.empty() && settings.error.empty()) {
    const size_t comma = rest.find(',');
    settings.error = read_parameter(found->info, rest.substr(0, comma), settings.values);
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  return settings;
}

}  // namespace

std::vector<AgentInfo> agents() {
  std::vector<AgentInfo> list;
  for (const Entry& entry : entries()) list.push_back(entry.info);
  return list;
}

std::span<const Preset> presets() { return kPresets; }

void add_outside_agents(OutsideAgents kind) { outside_kinds().push_back(std::move(kind)); }
const std::vector<OutsideAgents>& outside_agents() { return outside_kinds(); }
bool is_outside_agent(std::string_view spec) { return outside_kind(spec, spec) != nullptr; }

AgentResult make_agent(std::string_view spec) {
  std::string_view words;
  if (const OutsideAgents* outside = outside_kind(spec, words)) return outside->make(words);
  const Settings settings = read_spec(spec);
  if (!settings.error.empty()) return {nullptr, settings.error};
  return {settings.entry->make(settings.values), ""};
}

namespace {

// "greedy:epsilon=0,fight=100", or without the parameters that have their default.
std::string written(const Settings& settings, bool defaults) {
  const AgentInfo& info = settings.entry->info;
  std::string text(info.name);
  char before = ':';
  for (size_t i = 0; i < settings.values.size(); ++i) {
    const AgentParameter& parameter = info.parameters[i];
    const int value = settings.values[i];
    if ((!defaults || parameter.later) && value == parameter.default_value) continue;
    text += std::exchange(before, ',') + std::string(parameter.key) + "=";
    if (parameter.file) {
      text += parameter.file->name(value);
      if (const std::string digest = parameter.file->digest(value); defaults && !digest.empty()) text += '@' + digest;
    } else {
      text += parameter.words.empty() ? std::to_string(value) : std::string(parameter.words[static_cast<size_t>(value)]);
    }
  }
  return text;
}

}  // namespace

std::string full_spec(std::string_view spec) {
  std::string_view words;
  if (const OutsideAgents* outside = outside_kind(spec, words))
    return std::string(outside->info.name) + ":" + outside->full(words);
  const Settings settings = read_spec(spec);
  return settings.error.empty() ? written(settings, true) : std::string(spec);
}

std::string short_spec(std::string_view spec) {
  std::string_view words;
  if (const OutsideAgents* outside = outside_kind(spec, words))
    return std::string(outside->info.name) + ":" + outside->brief(words);
  const Settings settings = read_spec(spec);
  if (!settings.error.empty()) return std::string(spec);
  const auto is_same = [&](const Preset& preset) { return preset.name == spec || full_spec(preset.spec) == full_spec(spec); };
  const auto found = std::ranges::find_if(kPresets, is_same);
  return found != std::end(kPresets) ? std::string(found->name) : written(settings, false);
}

bool play_well(std::span<const std::string> specs) {
  return std::ranges::all_of(specs, [](const std::string& spec) {
    const Entry* kind = read_spec(spec).entry;
    return std::ranges::any_of(kPresets, [kind](const Preset& preset) { return read_spec(preset.spec).entry == kind; });
  });
}

}  // namespace archon
