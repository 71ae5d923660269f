#include "engine/position/unknown_cards.h"

#include <algorithm>

#include "engine/deck/known_sets.h"

namespace archon {
namespace {

// The card that a definition belongs to, of whatever wording: index into CardTable, -1 for none.
int card_of(const Program& program, uint16_t definition) {
  if (definition == kNone) return -1;
  const auto variant = std::ranges::find(program.variants, definition, &Variant::definition);
  return variant == program.variants.end() ? definition : variant->card;
}

}  // namespace

std::string unknown_in(const Matchup& m, const State& s) {
  if (m.rules.newest_set.empty()) return {};
  InGame what{.houses = static_cast<HouseMask>(m.deck_houses[0] | m.deck_houses[1]), .tide = m.tide};
  for (const Player& player : s.players)
    if (player.last_house) what.houses = static_cast<HouseMask>(what.houses | 1u << (player.last_house - 1));
  const auto add = [&](uint16_t definition) { what.cards.push_back(card_of(*m.program, definition)); };
  for (int i = 0; i < m.card_count; ++i) {
    const MatchCard& card = m.cards[static_cast<size_t>(i)];
    add(card.definition);
    add(card.reverse);
    add(s.cards[i].definition);  // copies, token creatures
    for (int icon = 0; icon < card.icon_count; ++icon)
      what.icons |= card.icons[static_cast<size_t>(icon)] != static_cast<uint8_t>(Icon::Amber);
  }
  for (const TokenCreature& token : m.tokens) add(token.definition);
  const std::string unknown = unknown_to(m.rules, what);
  return unknown.empty() ? unknown : unknown + "; `rules` 18.4 does";
}

}  // namespace archon
