#include "sim/web/play_request.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "agents/agent_registry.h"
#include "engine/make_matchup.h"
#include "sim/results/json_members.h"
#include "sim/web/json_text.h"

namespace archon {
namespace {

using Json = nlohmann::json;

std::string quoted(const std::string& key) { return "\"" + key + "\""; }

}  // namespace

std::string PlayRequest::refused() const {
  std::vector<std::string> problems;
  for (const std::string& each : problems_) problems.push_back(web::json(each));
  return JsonMembers().put("problems", web::json_list(problems)).text();
}

int64_t PlayRequest::whole(const Json& value, const char* key, int64_t most) {
  if (value.is_number_unsigned() && value.get<uint64_t>() <= static_cast<uint64_t>(most)) return value.get<int64_t>();
  problem(quoted(key) + ": a whole number from 0 to " + std::to_string(most));
  return 0;
}

int64_t PlayRequest::number(const char* key, int64_t otherwise, int64_t most) {
  return has(key) ? whole(json_[key], key, most) : otherwise;
}

std::array<int, 2> PlayRequest::chains() {
  std::array<int, 2> chains{};
  if (!has("chains")) return chains;
  const Json& list = json_["chains"];
  if (!list.is_array() || list.size() != 2) problem("\"chains\": two numbers");
  for (size_t i = 0; i < 2 && i < list.size() && list.is_array(); ++i)
    chains[i] = static_cast<int>(whole(list[i], "chains", kMaxStartingChains));
  return chains;
}

bool PlayRequest::flag(const char* key) {
  if (has(key) && !json_[key].is_boolean()) problem(quoted(key) + ": true or false");
  return has(key) && json_[key].is_boolean() && json_[key].get<bool>();
}

uint64_t PlayRequest::seed() {
  const std::string text = has("seed") && json_["seed"].is_string() ? json_["seed"].get<std::string>() : "";
  uint64_t seed = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (text.empty() || status != std::errc() || end != text.data() + text.size())
    problem("\"seed\": a whole number of at most 64 bits, as a text");
  return seed;
}

std::vector<std::string> PlayRequest::texts(const char* key) {
  std::vector<std::string> texts;
  const bool list = has(key) && json_[key].is_array();
  if (!list || !std::ranges::all_of(json_[key], [](const Json& each) { return each.is_string(); }))
    problem(quoted(key) + ": a list of texts");
  else
    json_[key].get_to(texts);
  return texts;
}

std::vector<std::vector<int64_t>> PlayRequest::rows(const char* key) {
  std::vector<std::vector<int64_t>> rows;
  if (!has(key) || !json_[key].is_array()) problem(quoted(key) + ": a list of lists of whole numbers");
  for (size_t i = 0; good() && i < json_[key].size(); ++i) {
    rows.emplace_back();
    if (!json_[key][i].is_array()) problem(quoted(key) + ": each a list of whole numbers");
    for (size_t k = 0; good() && k < json_[key][i].size(); ++k)
      rows.back().push_back(whole(json_[key][i][k], key, kMostGameNumber));
  }
  return rows;
}

std::vector<double> PlayRequest::numbers(const char* key) {
  std::vector<double> numbers;
  if (!has(key)) return numbers;
  const bool list = json_[key].is_array();
  if (!list || !std::ranges::all_of(json_[key], [](const Json& each) { return each.is_number(); }))
    problem(quoted(key) + ": a list of numbers");
  else
    json_[key].get_to(numbers);
  return numbers;
}

std::string PlayRequest::agent(const char* key) {
  const std::string spec = has(key) && json_[key].is_string() ? json_[key].get<std::string>() : "";
  if (spec.empty())
    problem(quoted(key) + ": who plays, a text");
  else if (const AgentResult made = make_agent(spec); !made.agent)
    problem(made.error);
  return spec;
}

std::vector<Deck> PlayRequest::decks(const char* key) {
  std::vector<Deck> decks;
  for (const std::string& text : texts(key)) {
    DeckResult read = parse_deck(text);
    const std::string number = "deck " + std::to_string(decks.size() + 1);
    for (const DeckProblem& each : read.problems) problem(format_problem(number, each));
    decks.push_back(read.deck ? *std::move(read.deck) : Deck{});
  }
  return decks;
}

}  // namespace archon
