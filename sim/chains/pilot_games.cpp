#include "sim/chains/pilot_games.h"

#include <algorithm>

#include "agents/agent_registry.h"

namespace archon {

bool Pilot::played() const {
  return std::ranges::all_of(pairs, [](const PairCurves& pair) { return pair.handicap.estimate.games > 0; });
}

bool Pilot::plays_well() const { return play_well({&agent, 1}); }

Tally Pilot::total() const {
  Tally sum;
  for (const PairCurves& pair : pairs) sum.add(pair.handicap.estimate.total());
  return sum;
}

Tally total(std::span<const Pilot> pilots) {
  Tally sum;
  for (const Pilot& pilot : pilots) sum.add(pilot.total());
  return sum;
}

ChainGames PilotGames::of(const std::string& agent, size_t pair, int a, int b) const {
  const auto hash = [&](int deck) { return hash_text(deck_hash(decks[static_cast<size_t>(deck)].deck)); };
  return {.matchup = &matchups[pair], .seed = spec.seed, .cell = full_spec(agent) + " " + hash(a) + " " + hash(b)};
}

std::string play_pilots(const PilotGames& games, std::span<const std::string> agents, const RunControl& control,
                        std::vector<Pilot>& pilots) {
  const int decks = static_cast<int>(games.decks.size());
  int64_t budget = games.spec.games * std::ssize(games.matchups) * std::ssize(agents);
  for (const std::string& agent : agents) {
    Pilot& pilot = pilots.emplace_back(Pilot{.agent = agent});
    BatchPlayer player(agent, control);
    size_t pair = 0;
    for (int a = 0; a < decks; ++a) {
      for (int b = a + 1; b < decks; ++b, ++pair, budget -= games.spec.games) {
        HandicapSearch search(games.spec);
        const ChainGames of_pair = games.of(agent, pair, a, b);
        if (std::string error = play_search(of_pair, budget, search, player, &pilot.by_time); !error.empty()) return error;
        pilot.finished = pilot.finished && search.finished();
        pilot.pairs.push_back({a, b, HandicapCurves(search.estimate(), games.spec.seed)});
      }
    }
  }
  return "";
}

std::string play_pairs(std::span<const DeckFile> decks, std::span<const std::pair<int, int>> pairs, const std::string& agent,
                       const HandicapSpec& spec, const MatchupOptions& options, int64_t games, const RunControl& control,
                       std::vector<PairEstimate>& found, bool& complete) {
  BatchPlayer player(agent, control);
  int64_t played = 0;
  complete = true;
  for (const auto& [a, b] : pairs) {
    if (games > 0 && played >= games) break;
    const std::vector<DeckFile> two = {decks[static_cast<size_t>(a)], decks[static_cast<size_t>(b)]};
    const std::vector<Matchup> matchup = {make_matchup(two[0].deck, two[1].deck, options).matchup.value()};
    const PilotGames of_pair{.decks = two, .matchups = matchup, .spec = spec};
    HandicapSearch search(spec);
    const int64_t budget = games > 0 ? games - played : spec.games;
    LeadCounts by_time{};
    if (std::string error = play_search(of_pair.of(agent, 0, 0, 1), budget, search, player, &by_time); !error.empty())
      return error;
    const HandicapEstimate estimate = search.estimate();
    played += estimate.games;
    if (estimate.games > 0) found.push_back({a, b, estimate, by_time});
    complete = search.finished();
    if (!complete) break;
  }
  return "";
}

}  // namespace archon
