#include "agents/search/turn_playout.h"

namespace archon {
namespace {

constexpr int kMaxDecisions = 200;  // of one turn; ends loops that the rules would allow

void play_decision(const Matchup& m, State& s, const ActionList& legal, const PolicyOptions& options) {
  if (legal.size() == 1) return apply(m, s, legal[0]);
  int scores[kMaxActions];
  action_scores(View(m, s, decision_player(s)), legal, scores, options);
  apply(m, s, legal[best_index(legal, scores)]);
}

}  // namespace

void play_out_turn(const Matchup& m, State& s, int turn, const PolicyOptions& options) {
  ActionList legal;
  for (int i = 0; i < kMaxDecisions && !s.over(); ++i) {
    if (s.turn > turn && s.choice.kind == ChoiceKind::House) return;
    legal_actions(m, s, legal);
    if (legal.empty()) return;
    play_decision(m, s, legal, options);
  }
}

bool play_to_decision(const Matchup& m, State& s, int turn, int player, ActionList& legal, const PolicyOptions& options) {
  for (int i = 0; i < kMaxDecisions && !s.over() && s.turn <= turn; ++i) {
    legal_actions(m, s, legal);
    if (legal.empty()) return false;
    if (legal.size() > 1 && decision_player(s) == player) return true;
    play_decision(m, s, legal, options);
  }
  return false;
}

}  // namespace archon
