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

}  // namespace archon
