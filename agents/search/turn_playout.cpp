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

bool play_out_turn(const Matchup& m, State& s, int turn, const PolicyOptions& options, LineMemo* memo) {
  ActionList legal;
  for (int i = 0; i < kMaxDecisions && !s.over(); ++i) {
    const bool ended = s.turn > turn && s.choice.kind == ChoiceKind::House;
    if (memo && (ended || s.choice.kind == ChoiceKind::Main) && memo->meets(m, s)) return true;
    if (ended) break;
    legal_actions(m, s, legal);
    if (legal.empty()) break;
    play_decision(m, s, legal, options);
  }
  return false;
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
