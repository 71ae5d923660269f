// Labels as text: see labels.h.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "agents/agent_registry.h"
#include "agents/reading/model_file.h"
#include "engine/deck/text_input.h"
#include "engine/facts/visible_text.h"
#include "sim/results/ledger.h"
#include "sim/results/provenance.h"
#include "sim/results/version.h"
#include "sim/train/labels.h"
#include "sim/watch/coverage_decks.h"

namespace archon {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kKindNames[] = {"house", "main", "discard", "target", "name", "other"};
constexpr char kHex[] = "0123456789abcdef";
constexpr std::string_view kEnd = "end";
constexpr float kUnit = 10000;  // values are written in hundredths of a percent

bool read(std::string_view word, auto& number, int base = 10) {
  const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), number, base);
  return status == std::errc() && end == word.data() + word.size();
}

std::string_view next_word(std::string_view& line) {
  const size_t end = line.find(' ');
  const std::string_view word = line.substr(0, end);
  line = end == std::string_view::npos ? std::string_view() : line.substr(end + 1);
  return word;
}

std::string_view next_line(std::string_view& text) {
  const size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return line;
}

std::optional<DecisionKind> kind_of_letter(char letter) {
  for (size_t i = 0; i < kDecisionKinds; ++i)
    if (kKindNames[i][0] == letter) return static_cast<DecisionKind>(i);
  return std::nullopt;
}

void add_values(std::string& text, std::span<const float> values) {
  for (const float value : values) text += value < 0 ? " -" : " " + std::to_string(std::lround(value * kUnit));
}

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error(what); }

// The header.

int whole(const Json& json, const std::string& name, int64_t min, int64_t max) {
  if (!json.is_number_integer() || json < min || json > max)
    fail("`" + name + "`: a whole number from " + std::to_string(min) + " to " + std::to_string(max) + " is wanted");
  return json.get<int>();
}

const Json& field(const Json& json, const char* name) {
  if (!json.contains(name)) fail("the field `" + std::string(name) + "` is missing");
  return json[name];
}

std::string word(const Json& json, const char* name) {
  if (!field(json, name).is_string()) fail("`" + std::string(name) + "`: a text is wanted");
  return json[name].get<std::string>();
}

LabelRates read_rates(const Json& json) {
  if (!json.is_object()) return rates_of(whole(json, "percent", 0, 100));
  LabelRates rates{};
  for (const auto& [name, value] : json.items()) {
    const auto at = std::ranges::find(kKindNames, name);
    if (at == std::end(kKindNames)) fail("`percent`: there is no kind `" + excerpt(name) + "`");
    rates[static_cast<size_t>(at - kKindNames)] = whole(value, "percent", 0, 100);
  }
  return rates;
}

std::vector<Deck> read_own_decks(const Json& json) {
  if (!json.is_array() || json.size() > 1000) fail("`own_decks`: a list of at most 1000 decks is wanted");
  std::vector<Deck> decks;
  for (const Json& text : json) {
    if (!text.is_string()) fail("`own_decks`: the texts of deck files are wanted");
    DeckResult deck = parse_deck(text.get<std::string>());
    if (!deck.deck) fail("`own_decks`: " + format_problem("deck " + std::to_string(decks.size() + 1), deck.problems.front()));
    decks.push_back(std::move(*deck.deck));
  }
  return decks;
}

int read_header(std::string_view line, LabelSpec& spec) {
  if (json_depth(line) > kMaxJsonDepth) fail("nested deeper than " + std::to_string(kMaxJsonDepth) + " brackets");
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("labels")) fail("this is no header of labels");
  const int format = whole(json["labels"], "labels", 1, 2);
  std::set<std::string> known = {"labels", "set", "seed", "agent", "continuation", "percent"};
  if (format == 2) known.insert({"version", "program", "judge", "rules", "own_decks"});
  for (const LabelNumber& each : label_numbers())
    if (format == 2 || std::string_view(each.name) != "parts") {
      known.insert(each.name);
      spec.*each.field = whole(field(json, each.name), each.name, each.min, each.max);
    }
  for (const auto& [name, value] : json.items())
    if (!known.contains(name)) fail("unknown field `" + excerpt(name) + "`");
  spec.set = word(json, "set");
  if (spec.set != kAllSets && !find_set(spec.set)) fail("`set`: there is no set '" + excerpt(spec.set) + "'");
  if (!field(json, "seed").is_number_unsigned()) fail("`seed`: a whole number from 0 to 2^64 - 1 is wanted");
  spec.seed = json["seed"].get<uint64_t>();
  spec.agent = word(json, "agent");
  spec.continuation = word(json, "continuation");
  spec.percent = read_rates(field(json, "percent"));
  if (format == 2) {
    spec.rules = word(json, "rules");
    if (!find_rules(spec.rules)) fail("`rules`: there is no rulebook '" + excerpt(spec.rules) + "'");
    spec.own_decks = read_own_decks(field(json, "own_decks"));
  }
  if (spec.worlds % spec.parts != 0) fail("`worlds` are no multiple of `parts`");
  if (spec.decks == 0 && spec.own_decks.empty()) fail("there are no decks");
  return format;
}

// The lines of a game.

LabelledGame read_game(std::string_view line, const LabelSpec& spec) {
  LabelledGame game;
  next_word(line);
  if (!read(next_word(line), game.game) || game.game < 0) fail("the number of the game is missing");
  const int decks = spec.decks + static_cast<int>(spec.own_decks.size());
  for (int* deck : {&game.a, &game.b})
    if (!read(next_word(line), *deck) || *deck < 0 || *deck >= decks)
      fail("the numbers of two decks, below " + std::to_string(decks) + ", are wanted");
  game.answers.reserve(line.size() / 2);
  for (size_t i = 0; i + 1 < line.size(); i += 2)
    if (!read(line.substr(i, 2), game.answers.emplace_back(), 16)) fail("these answers are not hexadecimal");
  if (line.size() % 2 != 0) fail("half an answer");
  return game;
}

// One list of values, up to its end or a bar.
std::vector<float> read_values(std::string_view& line) {
  std::vector<float> values;
  while (!line.empty()) {
    const std::string_view word = next_word(line);
    if (word == "|") break;
    int value = 0;
    if (word != "-" && (!read(word, value) || value < 0 || value > static_cast<int>(kUnit)))
      fail("a value from 0 to 10000 is wanted, not '" + excerpt(word) + "'");
    values.push_back(word == "-" ? -1.f : static_cast<float>(value) / kUnit);
  }
  return values;
}

LabelledDecision read_decision(std::string_view line, const LabelledGame& game, const LabelSpec& spec, int format) {
  LabelledDecision decision;
  std::string_view asked = next_word(line);
  if (format == 2) {
    const auto kind = asked.empty() ? std::nullopt : kind_of_letter(asked.back());
    if (!kind) fail("the letter of a kind is wanted after the number of the question");
    decision.kind = *kind;
    asked.remove_suffix(1);
  }
  const int last = game.decisions.empty() ? -1 : game.decisions.back().asked;
  if (!read(asked, decision.asked) || decision.asked <= last || decision.asked >= std::ssize(game.answers))
    fail("the number of a question is wanted, from " + std::to_string(last + 1) + " and below " +
         std::to_string(game.answers.size()));
  decision.values = read_values(line);
  if (decision.values.size() < 2) fail("at least two values are wanted");
  if (spec.parts == 1) {
    if (!line.empty()) fail("values of more than one part");
    return decision;
  }
  decision.parts = {decision.values};
  while (!line.empty()) decision.parts.push_back(read_values(line));
  if (std::ssize(decision.parts) != spec.parts) fail("values of " + std::to_string(spec.parts) + " parts are wanted");
  for (size_t i = 0; i < decision.values.size(); ++i) {
    float sum = 0;
    for (const std::vector<float>& part : decision.parts) {
      if (part.size() != decision.values.size() || (part[i] < 0) != (decision.values[i] < 0))
        fail("the parts differ in their answers");
      sum += part[i];
    }
    decision.values[i] = decision.values[i] < 0 ? -1 : sum / static_cast<float>(spec.parts);
  }
  return decision;
}

Labels read_labels(std::string_view text, int& line_number) {
  Labels labels;
  line_number = 1;
  const int format = read_header(next_line(text), labels.spec);
  bool open = false;  // a game whose "end" has not come yet
  while (!text.empty()) {
    const bool whole_line = text.find('\n') != std::string_view::npos;
    const std::string_view line = next_line(text);
    ++line_number;
    if (!whole_line && format == 2) {
      labels.cut_off = true;
    } else if (line.starts_with("game ")) {
      if (open && format == 2) fail("the game before has no end");
      labels.games.push_back(read_game(line, labels.spec));
      labels.games.back().line = line_number;
      open = true;
    } else if (line == kEnd && open && format == 2) {
      open = false;
    } else if (!open) {
      fail("a game is wanted, not '" + excerpt(line) + "'");
    } else if (!line.empty()) {
      LabelledGame& game = labels.games.back();
      game.decisions.push_back(read_decision(line, game, labels.spec, format));
      game.decisions.back().line = line_number;
    }
  }
  if (open && format == 2) {
    labels.games.pop_back();
    labels.cut_off = true;
  }
  return labels;
}

// What labels of equal values may be added to. The version is for people: `program` says whether games are equal.
Json settings_of(std::string_view header) {
  Json json = Json::parse(header, nullptr, false);
  if (!json.is_object()) return Json::object();
  json.erase("version");
  if (json.contains("own_decks") && json["own_decks"].is_array())
    for (Json& deck : json["own_decks"]) {
      const DeckResult read = parse_deck(deck.is_string() ? deck.get<std::string>() : "");
      deck = read.deck ? hash_text(deck_hash(*read.deck)) : "";
    }
  return json;
}

}  // namespace

std::string_view kind_name(DecisionKind kind) { return kKindNames[static_cast<size_t>(kind)]; }
char kind_letter(DecisionKind kind) { return kind_name(kind)[0]; }

LabelRates rates_of(int main_percent) {
  LabelRates rates;
  rates.fill(std::min(100, 3 * main_percent / 2));
  rates[static_cast<size_t>(DecisionKind::House)] = std::min(100, 5 * main_percent);
  rates[static_cast<size_t>(DecisionKind::Main)] = rates[static_cast<size_t>(DecisionKind::Discard)] = main_percent;
  return rates;
}

std::optional<LabelRates> parse_rates(std::string_view text) {
  const auto fits = [](std::string_view word, int& percent) { return read(word, percent) && percent >= 0 && percent <= 100; };
  if (int percent = 0; fits(text, percent)) return rates_of(percent);
  LabelRates rates{};
  while (!text.empty()) {
    const size_t comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    const size_t sign = part.find('=');
    const auto kind = std::ranges::find(kKindNames, part.substr(0, sign));
    if (sign == std::string_view::npos || kind == std::end(kKindNames)) return std::nullopt;
    if (!fits(part.substr(sign + 1), rates[static_cast<size_t>(kind - kKindNames)])) return std::nullopt;
  }
  return rates;
}

std::span<const LabelNumber> label_numbers() {
  static constexpr LabelNumber kNumbers[] = {
      {"decks", &LabelSpec::decks, 0, 100'000},  {"explore", &LabelSpec::explore, 0, 100},
      {"worlds", &LabelSpec::worlds, 1, 10'000}, {"parts", &LabelSpec::parts, 1, 100},
      {"turns", &LabelSpec::turns, -1, 100},     {"max_answers", &LabelSpec::max_answers, 2, kMaxActions},
  };
  return kNumbers;
}

std::string labels_header(const LabelSpec& spec) {
  nlohmann::ordered_json json = {{"labels", 2},
                                 {"version", version()},
                                 {"program", program_digest()},
                                 {"rules", spec.rules},
                                 {"set", spec.set},
                                 {"seed", spec.seed},
                                 {"agent", full_spec(spec.agent)},
                                 {"continuation", full_spec(spec.continuation)},
                                 {"judge", model_names()[kFittedModel]}};
  for (const LabelNumber& each : label_numbers()) json[each.name] = spec.*each.field;
  for (size_t i = 0; i < kDecisionKinds; ++i) json["percent"][std::string(kKindNames[i])] = spec.percent[i];
  json["own_decks"] = nlohmann::ordered_json::array();
  for (const Deck& deck : spec.own_decks) json["own_decks"].push_back(write_deck(deck));
  return json.dump() + "\n";
}

std::string labels_text(const LabelledGame& game) {
  std::string text = "game " + std::to_string(game.game) + " " + std::to_string(game.a) + " " + std::to_string(game.b) + " ";
  for (const uint8_t answer : game.answers) {
    text += kHex[answer >> 4];
    text += kHex[answer & 15];
  }
  text += '\n';
  for (const LabelledDecision& each : game.decisions) {
    text += std::to_string(each.asked) + kind_letter(each.kind);
    if (each.parts.empty()) add_values(text, each.values);
    for (const std::vector<float>& part : each.parts) {
      if (&part != &each.parts.front()) text += " |";
      add_values(text, part);
    }
    text += '\n';
  }
  return text + std::string(kEnd) + "\n";
}

std::optional<Labels> parse_labels(std::string_view text, std::string& problem) {
  int line = 1;
  try {
    return read_labels(text, line);
  } catch (const std::exception& error) {
    problem = "line " + std::to_string(line) + ": " + error.what();
    return std::nullopt;
  }
}

LabelsBegun labels_begun(std::string_view text, const LabelSpec& spec) {
  LabelsBegun begun;
  const std::string header = labels_header(spec);
  if (header.starts_with(text)) return begun;
  if (const Json there = settings_of(text.substr(0, text.find('\n'))), here = settings_of(header); there != here) {
    begun.mismatch = there.contains("labels");
    begun.problem =
        begun.mismatch ? "its settings are others: " + settings_difference(there, here) : "this is no file of labels";
    return begun;
  }
  std::optional<Labels> labels = parse_labels(text, begun.problem);
  if (!labels) return begun;
  begun.games = std::move(labels->games);
  for (size_t i = 0; i < begun.games.size(); ++i)
    if (begun.games[i].game != spec.first_game + static_cast<int64_t>(i)) {
      begun.mismatch = true;
      begun.problem = "line " + std::to_string(begun.games[i].line) + ": game " +
                      std::to_string(spec.first_game + static_cast<int64_t>(i)) + " is wanted here";
      return begun;
    }
  const size_t end = text.rfind("\n" + std::string(kEnd) + "\n");
  begun.bytes = begun.games.empty() ? text.find('\n') + 1 : end + kEnd.size() + 2;
  return begun;
}

}  // namespace archon
