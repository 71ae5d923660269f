#include "engine/query/standing.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

namespace archon {
namespace {

int amber_icons(const MatchCard& card) {
  const std::span icons(card.icons.data(), card.icon_count);
  return static_cast<int>(std::ranges::count(icons, static_cast<uint8_t>(Icon::Amber)));
}

}  // namespace

std::string_view lead_word(Lead lead) {
  switch (lead) {
    case Lead::Nothing:
      return "nothing";
    case Lead::Keys:
      return "keys";
    case Lead::Aember:
      return "aember";
    case Lead::Potential:
      return "potential";
  }
  return "nothing";
}

int potential_amber(const Matchup& m, const State& s, int player) {
  int most = 0;
  for (int house = 0; house < kHouses; ++house) {
    int amber = 0;
    for (CardId card : zone_of(s, Zone::Line, player)) amber += s.cards[card].houses >> house & 1;
    for (CardId card : zone_of(s, Zone::Hand, player))
      if (m.cards[card].houses >> house & 1) amber += amber_icons(m.cards[card]);
    most = std::max(most, amber);
  }
  return most;
}

Standing standing(const Matchup& m, const State& s) {
  const auto compare = [](Lead by, int first, int second) {
    return first == second ? Standing{} : Standing{.leader = first > second ? 0 : 1, .by = by};
  };
  const auto keys = [&](int player) { return std::popcount(s.players[player].keys); };
  Standing result = compare(Lead::Keys, keys(0), keys(1));
  if (result.leader < 0) result = compare(Lead::Aember, s.players[0].amber, s.players[1].amber);
  if (result.leader < 0) result = compare(Lead::Potential, potential_amber(m, s, 0), potential_amber(m, s, 1));
  return result;
}

}  // namespace archon
