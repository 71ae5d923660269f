// Damage that is dealt piece by piece, all of it at once in the end: pieces beyond what destroys a creature are lost.
#include <catch2/catch.hpp>

#include "agents/agent_registry.h"
#include "agents/reading/purpose.h"
#include "engine/engine.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

struct Pieces {
  int later = 0, lost = 0;  // after a first one; of these on a creature that was destroyed anyway, though another enemy was not
};

// Whether the pending decision is where a piece of damage goes after others, and to whom it would not be lost.
bool later_piece(const View& view, const ActionList& legal, CardSet& useful) {
  if (view.choice().kind != ChoiceKind::Target || view.picks_defender() || view.places_prophecy()) return false;
  if (purpose_of(view, view.choice()).op != EffectOp::Deal) return false;
  bool later = false;
  for (Action action : legal) {
    if (action.verb() != Verb::Target || !view.sees(action.card()) || view.card(action.card()).zone != Zone::Line) continue;
    later |= view.pending_damage(action.card()) > 0;
    if (!view.controls(action.card()) && toughness(view, action.card()) > 0) useful.add(action.card());
  }
  return later && !useful.empty();
}

void play(const Matchup& m, const std::string& spec, uint64_t seed, Pieces& pieces) {
  State s;
  new_game(m, s, {.seed = seed});
  const std::unique_ptr<Agent> agents[] = {make_agent(spec).agent, make_agent(spec).agent};
  SmallRng rng{seed};
  ActionList legal;
  for (int i = 0; i < 3000 && !s.over(); ++i) {
    legal_actions(m, s, legal);
    const int player = decision_player(s);
    const View view(m, s, player);
    const Action action = legal.size() == 1 ? legal[0] : agents[player]->choose(view, legal, rng);
    CardSet useful;
    if (later_piece(view, legal, useful)) {
      ++pieces.later;
      pieces.lost += action.verb() == Verb::Target && toughness(view, action.card()) <= 0;
    }
    apply(m, s, action);
  }
}

}  // namespace

TEST_CASE("few pieces of damage go on creatures that those before them destroy", "[slow]") {
  for (const std::string spec : {"greedy", "fast", "standard"}) {
    Pieces pieces;
    for (size_t i = 0; i < 250; ++i) play(test::matchup_of(i, i + 1 + i / 28), spec, i + 1, pieces);
    INFO(spec << ": " << pieces.lost << " of " << pieces.later);
    CHECK(pieces.later > 100);
    CHECK(pieces.lost * 100 <= pieces.later * 15);
  }
}
