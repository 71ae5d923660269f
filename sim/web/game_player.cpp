#include "sim/web/game_player.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
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
#include "sim/results/json_members.h"
#include "sim/web/chain_player.h"
#include "sim/web/json_text.h"
#include "sim/web/matrix_player.h"
#include "sim/web/play_request.h"

namespace archon {
namespace {

using web::json;

std::optional<Matchup> matchup_of(const Deck& a, const Deck& b, const std::array<int, 2>& chains, PlayRequest& request) {
  MatchupOptions options;
  options.starting_chains = chains;
  MatchupResult made = make_matchup(a, b, options);
  for (std::string& each : made.unknown_decks) request.problem(std::move(each));
  return std::move(made.matchup);
}

std::string told(const Deck& deck) {
  return JsonMembers().put("deck", json(deck.name)).put("hash", json(hash_text(deck_hash(deck)))).text();
}

std::string answer_match(PlayRequest request) {
  std::vector<Deck> decks = request.decks("decks");
  std::vector<std::string> agents = request.texts("agents");
  if (decks.size() != 2) request.problem("\"decks\": two of them");
  if (agents.size() != 2) request.problem("\"agents\": two of them");
  for (const std::string& agent : agents)
    if (const AgentResult made = make_agent(agent); !made.agent) request.problem(made.error);
  MatchSpec spec{.seed = request.seed(), .games = request.number("games", 1, kMostPlayed)};
  spec.first_game = request.number("first", 0, kMostGameNumber);
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
  return JsonMembers()
      .put("a", told(decks[0]))
      .put("b", told(decks[1]))
      .put("seed", json(std::to_string(spec.seed)))
      .put("batch", batch_text(result))  // as a ledger has it, byte for byte
      .text();
}

std::string answer_signature(PlayRequest request) {
  const std::vector<Deck> decks = request.decks("signature");
  std::vector<Matchup> matchups;
  for (size_t i = 0; i < decks.size() && request.good(); ++i)
    if (auto matchup = matchup_of(decks[i], decks[(i + 1) % decks.size()], {}, request)) matchups.push_back(*matchup);
  if (!request.good()) return request.refused();
  const auto played = [&](const SignatureGames& games) {
    std::vector<uint64_t> fingerprints(matchups.size() * static_cast<size_t>(games.games));
    for (size_t i = 0; i < fingerprints.size(); ++i) fingerprints[i] = signature_game(matchups, games, i);
    return json(hash_text(signature_of(fingerprints)));
  };
  return JsonMembers()
      .put("signature", played(engine_games()))
      .put("agents", played(agent_games()))
      .put("program", json(hash_text(program_hash(card_program()))))
      .text();
}

}  // namespace

std::string answer_playing(std::string_view text) {
  const nlohmann::json asked =
      json_depth(text) > kMaxJsonDepth ? nlohmann::json() : nlohmann::json::parse(text, nullptr, false);
  PlayRequest request(asked);
  if (!asked.is_object()) {
    request.problem("a request is an object of JSON, of at most 32 brackets in one another");
    return request.refused();
  }
  if (asked.contains("signature")) return answer_signature(request);
  if (!asked.contains("do")) return answer_match(request);
  constexpr std::array<std::pair<std::string_view, std::string (*)(PlayRequest)>, 6> kRequests = {{{"plan", answer_plan},
                                                                                                   {"summary", answer_summary},
                                                                                                   {"ledger", answer_ledger},
                                                                                                   {"rate", answer_rate},
                                                                                                   {"chains", answer_chains},
                                                                                                   {"even", answer_even}}};
  for (const auto& [word, answer] : kRequests)
    if (asked["do"] == word) return answer(request);
  request.problem("\"do\" is one of plan, summary, ledger, rate, chains, even; without it games are played");
  return request.refused();
}

}  // namespace archon
