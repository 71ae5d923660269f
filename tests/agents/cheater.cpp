#include "tests/agents/cheater.h"

#include <cassert>

#include "agents/agent_registry.h"
#include "engine/core/zones.h"
#include "engine/engine.h"

namespace archon::test {

State omniscient(const Matchup& m, const State& s, int player) {
  State open = s;
  for (int card = 0; card < m.card_count; ++card) {
    const Zone zone = open.cards[card].zone;
    if (hidden(zone) || zone == Zone::Under) open.cards[card].set(player == 0 ? kKnownTo0 : kKnownTo1);
  }
  return open;
}

void fix_decks(State& s) {
  for (int player = 0; player < 2; ++player)
    if (s.players[player].deck_fixed < s.count(Zone::Deck, player)) fix_deck_order(s, player);
}

Cheater::Cheater(const std::string& spec) : agent_(make_agent(spec).agent) { assert(agent_); }

Action Cheater::choose(const Matchup& m, const State& s, const ActionList& legal, SmallRng& rng) {
  const State open = omniscient(m, s, decision_player(s));
  return agent_->choose(View(m, open, decision_player(s)), legal, rng);
}

}  // namespace archon::test
