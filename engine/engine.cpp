#include "engine/engine.h"

#include <algorithm>
#include <cassert>

#include "engine/advance.h"
#include "engine/check/invariants.h"
#include "engine/rules/legal.h"
#include "engine/rules/setup.h"

namespace archon {

void lay_out_game(const Matchup& m, State& s, const GameSetup& setup) {
  int first = setup.first;
  if (first < 0) first = static_cast<int>(stream_seed(setup.seed, setup.game, Stream::Setup) & 1);
  set_up(m, s, first, stream_seed(setup.seed, setup.game, Stream::DeckA), stream_seed(setup.seed, setup.game, Stream::DeckB),
         stream_seed(setup.seed, setup.game, Stream::Chance));
}

void new_game(const Matchup& m, State& s, const GameSetup& setup) {
  lay_out_game(m, s, setup);
  advance(m, s);
}

void legal_actions(const Matchup& m, const State& s, ActionList& list) { list_actions(m, s, list); }

void apply(const Matchup& m, State& s, Action action) {
#ifdef ARCHON_CHECKED
  ActionList legal;
  legal_actions(m, s, legal);
  assert(std::find(legal.begin(), legal.end(), action) != legal.end() && "illegal action");
#endif
  s.answer = action;
  s.choice.kind = ChoiceKind::None;
  s.answered = 1;
  ++s.unresolved;
  if (++s.decisions >= m.rules.decision_cap) {
    s.result = Result::DecisionCap;
    s.choice.kind = ChoiceKind::Over;
    return;
  }
  advance(m, s);
#ifdef ARCHON_CHECKED
  assert_invariants(m, s);
#endif
}

}  // namespace archon
