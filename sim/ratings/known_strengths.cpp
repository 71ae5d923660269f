#include "sim/ratings/known_strengths.h"

#include "agents/agent_registry.h"
#include "sim/ratings/rating_model.h"

namespace archon {

std::vector<double> known_strengths(std::span<const DeckFile> decks, std::span<const std::string> agents) {
  std::vector<double> strengths;
  if (!play_well(agents)) return strengths;
  for (const DeckFile& each : decks) strengths.push_back(rate_deck(built_in_ratings(), each.deck).strength);
  return strengths;
}

}  // namespace archon
