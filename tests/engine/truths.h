#pragma once
// Other truths that a player cannot tell from the true one.
#include <vector>

#include "engine/engine.h"
#include "engine/query/derive.h"
#include "engine/view/disguise.h"
#include "engine/view/view.h"

namespace archon::test {

inline std::vector<CardId> hidden_tokens(const Matchup& m, const State& s, int player) {
  std::vector<CardId> cards;
  const View view(m, s, player);
  for (CardId card : cards_in_play(s))
    if (!view.knows(card)) cards.push_back(card);
  return cards;
}

// Facedown cards in play are exchanged with other cards that are hidden.
inline State other_truth(const Matchup& m, const State& s, int player, SmallRng& rng) {
  State other = s;
  for (CardId token : hidden_tokens(m, s, player)) {
    std::vector<CardId> hidden;
    for (int card = 0; card < m.card_count; ++card) {
      const auto id = static_cast<CardId>(card);
      if (m.cards[id].owner == m.cards[token].owner && !View(m, other, player).knows(id)) hidden.push_back(id);
    }
    exchange_numbers(m, other, token, hidden[rng.below(static_cast<uint32_t>(hidden.size()))]);
  }
  if (!other.dirty) {
    derive(m, other);
    other.unchecked = s.unchecked;
  }
  return other;
}

}  // namespace archon::test
