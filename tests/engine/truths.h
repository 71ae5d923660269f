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

// Another world for a player: facedown cards are exchanged, then all that is hidden is dealt again.
inline State other_world(const Matchup& m, const State& s, int player, SmallRng& rng) {
  return View(m, other_truth(m, s, player, rng), player).deal(rng);
}

// Whether any card lies elsewhere.
inline bool worlds_differ(const Matchup& m, const State& a, const State& b) {
  for (int card = 0; card < m.card_count; ++card)
    if (a.cards[card].zone != b.cards[card].zone) return true;
  return false;
}

}  // namespace archon::test
