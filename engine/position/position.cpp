#include "engine/position/position.h"

#include <algorithm>
#include <utility>

#include "engine/advance.h"
#include "engine/check/invariants.h"
#include "engine/position/position_builder.h"
#include "engine/position/position_pending.h"
#include "engine/position/unknown_cards.h"
#include "engine/query/derive.h"

namespace archon {

namespace position_builder {

PositionResult Builder::build() {
  build_game();
  std::vector<std::string>& problems = result_.problems;
  if (problems.empty()) return std::move(result_);
  result_.game.reset();
  const size_t shown = std::min(problems.size(), kMaxPositionProblems), more = problems.size() - shown;
  problems.resize(shown);
  if (more > 0) problems.push_back("and " + std::to_string(more) + " more problems");
  return std::move(result_);
}

void Builder::build_game() {
  for (int side = 0; side < 2; ++side) collect(side);
  if (list_.size() > static_cast<size_t>(kMaxCards))
    result_.problems.push_back("a game has at most " + std::to_string(kMaxCards) + " cards");
  if (!result_.problems.empty()) return;
  game_ = &result_.game.emplace();
  make_matchup();
  make_refs();
  make_state();
  if (result_.problems.empty()) add_history();
  if (result_.problems.empty()) check_history();
  if (const std::string unknown = unknown_in(game_->matchup, game_->state); !unknown.empty())
    result_.problems.push_back(unknown);
  if (result_.problems.empty()) derive(game_->matchup, game_->state);
}

}  // namespace position_builder

namespace {

// Goes to the first decision. A position that no game could have is refused here: later nothing would be sure.
void begin_step(PositionResult& result) {
  PositionGame& game = *result.game;
  advance(game.matchup, game.state);
  const std::string violations = check_invariants(game.matchup, game.state);
  if (!violations.empty()) result.problems.push_back("this can't be: " + violations.substr(0, violations.find('\n')));
}

}  // namespace

PositionResult lay_out_position(const Position& position) { return position_builder::Builder(position).build(); }

PositionResult build_position(const Position& position) {
  PositionResult result = position_builder::Builder(position).build();
  if (!result.game) return result;
  if (!position.pending.empty())
    result.problems = restore_pending(position.pending, result.game->matchup, result.game->state);
  else
    begin_step(result);
  if (!result.problems.empty()) result.game.reset();
  return result;
}

}  // namespace archon
