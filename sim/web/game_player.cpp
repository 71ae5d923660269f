#include "sim/web/game_player.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "agents/agent_registry.h"
#include "engine/core/card_program.h"
#include "engine/core/program_hash.h"
#include "engine/deck/deck.h"
#include "engine/deck/text_input.h"
#include "engine/make_matchup.h"
#include "sim/play/batch_text.h"
#include "sim/play/match.h"
#include "sim/play/numbered_game.h"
#include "sim/play/pair_seed.h"
#include "sim/play/signature.h"

namespace archon {
namespace {

using Json = nlohmann::json;

constexpr int64_t kMostGames = 1'000'000, kMostChains = 24;

// What a request asks for, member by member; what is wrong is noted.
class Request {
 public:
  explicit Request(const Json& json) : json_(json) {}

  void problem(std::string what) { problems_.push_back(std::move(what)); }
  bool good() const { return problems_.empty(); }
  std::string refused() const { return Json({{"problems", problems_}}).dump(); }

  int64_t number(const char* key, int64_t otherwise, int64_t most) {
    return json_.contains(key) ? whole(json_[key], key, most) : otherwise;
  }
  std::array<int, 2> chains() {
    std::array<int, 2> chains{};
    if (!json_.contains("chains")) return chains;
    const Json& list = json_["chains"];
    if (!list.is_array() || list.size() != 2) problem("\"chains\": two numbers");
    for (size_t i = 0; i < 2 && i < list.size() && list.is_array(); ++i)
      chains[i] = static_cast<int>(whole(list[i], "chains", kMostChains));
    return chains;
  }
  bool flag(const char* key) {
    if (json_.contains(key) && !json_[key].is_boolean()) problem(quoted(key) + ": true or false");
    return json_.contains(key) && json_[key].is_boolean() && json_[key].get<bool>();
  }
  uint64_t seed() {
    const std::string text = json_.contains("seed") && json_["seed"].is_string() ? json_["seed"].get<std::string>() : "";
    uint64_t seed = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (text.empty() || status != std::errc() || end != text.data() + text.size())
      problem("\"seed\": a whole number of at most 64 bits, as a text");
    return seed;
  }
  std::vector<std::string> texts(const char* key) {
    std::vector<std::string> texts;
    const bool list = json_.contains(key) && json_[key].is_array();
    if (!list || !std::ranges::all_of(json_[key], [](const Json& each) { return each.is_string(); }))
      problem(quoted(key) + ": a list of texts");
    else
      json_[key].get_to(texts);
    return texts;
  }

 private:
  static std::string quoted(const std::string& key) { return "\"" + key + "\""; }
  int64_t whole(const Json& value, const char* key, int64_t most) {
    if (value.is_number_unsigned() && value.get<uint64_t>() <= static_cast<uint64_t>(most)) return value.get<int64_t>();
    problem(quoted(key) + ": a whole number from 0 to " + std::to_string(most));
    return 0;
  }

  const Json& json_;
  std::vector<std::string> problems_;
};

std::vector<Deck> read_decks(Request& request, const char* key) {
  std::vector<Deck> decks;
  for (const std::string& text : request.texts(key)) {
    DeckResult read = parse_deck(text);
    const std::string number = "deck " + std::to_string(decks.size() + 1);
    for (const DeckProblem& each : read.problems) request.problem(format_problem(number, each));
    decks.push_back(read.deck ? *std::move(read.deck) : Deck{});
  }
  return decks;
}

std::optional<Matchup> matchup_of(const Deck& a, const Deck& b, const std::array<int, 2>& chains, Request& request) {
  MatchupOptions options;
  options.starting_chains = chains;
  MatchupResult made = make_matchup(a, b, options);
  for (std::string& each : made.unknown_decks) request.problem(std::move(each));
  return std::move(made.matchup);
}

Json told(const Deck& deck) { return {{"deck", deck.name}, {"hash", hash_text(deck_hash(deck))}}; }

std::string answer_match(Request request) {
  std::vector<Deck> decks = read_decks(request, "decks");
  std::vector<std::string> agents = request.texts("agents");
  if (decks.size() != 2) request.problem("\"decks\": two of them");
  if (agents.size() != 2) request.problem("\"agents\": two of them");
  for (const std::string& agent : agents)
    if (const AgentResult made = make_agent(agent); !made.agent) request.problem(made.error);
  MatchSpec spec{.seed = request.seed(), .games = request.number("games", 1, kMostGames)};
  spec.first_game = request.number("first", 0, int64_t{1} << 40);
  std::array<int, 2> chains = request.chains();
  const bool matrix = request.flag("matrix");
  if (!request.good()) return request.refused();
  if (matrix) {
    if (deck_hash(decks[1]) < deck_hash(decks[0])) {
      std::swap(decks[0], decks[1]);
      std::swap(agents[0], agents[1]);
      std::swap(chains[0], chains[1]);
    }
    spec.seed = pair_seed(spec.seed, deck_hash(decks[0]), deck_hash(decks[1]));
  }
  const std::optional<Matchup> matchup = matchup_of(decks[0], decks[1], chains, request);
  if (!request.good()) return request.refused();
  spec.matchup = &*matchup;
  spec.agents = {agents[0], agents[1]};
  MatchResult result;
  for (int64_t game = 0; game < spec.games; ++game)
    count(result, spec.first_game + game, play_numbered_game(spec, spec.first_game + game));
  return Json({{"a", told(decks[0])},
               {"b", told(decks[1])},
               {"seed", std::to_string(spec.seed)},
               {"batch", Json::parse(batch_text(result), nullptr, false)}})
      .dump();
}

std::string answer_signature(Request request) {
  const std::vector<Deck> decks = read_decks(request, "signature");
  std::vector<Matchup> matchups;
  for (size_t i = 0; i < decks.size() && request.good(); ++i)
    if (auto matchup = matchup_of(decks[i], decks[(i + 1) % decks.size()], {}, request)) matchups.push_back(*matchup);
  if (!request.good()) return request.refused();
  const auto played = [&](const SignatureGames& games) {
    std::vector<uint64_t> fingerprints(matchups.size() * static_cast<size_t>(games.games));
    for (size_t i = 0; i < fingerprints.size(); ++i) fingerprints[i] = signature_game(matchups, games, i);
    return hash_text(signature_of(fingerprints));
  };
  return Json({{"signature", played(engine_games())},
               {"agents", played(agent_games())},
               {"program", hash_text(program_hash(card_program()))}})
      .dump();
}

}  // namespace

std::string answer_playing(std::string_view text) {
  const Json json = json_depth(text) > kMaxJsonDepth ? Json() : Json::parse(text, nullptr, false);
  Request request(json);
  if (!json.is_object()) {
    request.problem("a request is an object of JSON, of at most 32 brackets in one another");
    return request.refused();
  }
  return json.contains("signature") ? answer_signature(request) : answer_match(request);
}

}  // namespace archon
