#pragma once
// What the handles of the C interface hold.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "agents/c/action_space.h"
#include "agents/c/archon.h"
#include "engine/core/matchup.h"
#include "engine/core/random.h"
#include "engine/core/state.h"
#include "engine/deck/deck.h"
#include "engine/view/disguise.h"

namespace archon::c {

struct MatchupOf {
  Matchup matchup;
  uint64_t identity = 0;  // equal for equal decks, chains, compiled cards and size of State
};

// A State as a player is shown it: itself, or a copy in the disguise of that player, who does not know all cards in play.
class Shown {
 public:
  Shown(const Matchup& m, const State& s, int player) : state_(&s) {
    if (!needs_disguise(m, s, player)) return;
    state_ = &copy_.emplace(s);
    disguise_.emplace(m, *copy_, player);
  }
  Shown(const Shown&) = delete;
  const State& state() const { return *state_; }
  Action undone(Action action) const { return disguise_ ? disguise_->undone(action) : action; }

 private:
  const State* state_;
  std::optional<State> copy_;
  std::optional<Disguise> disguise_;
};

}  // namespace archon::c

struct archon_decks {
  std::vector<archon::Deck> decks;
  std::string warnings;
};

struct archon_matchup {
  std::shared_ptr<const archon::c::MatchupOf> of;  // its games have a part in it
};

// Between two calls at a decision with at least two legal actions, or over. What is looked at first lies first.
struct archon_game {
  std::shared_ptr<const archon::c::MatchupOf> of;
  bool disguised = false;  // the deciding player does not know all cards in play
  int16_t chosen = -1;     // while a step goes on: which of the legal actions
  archon::ActionList legal;
  archon::State state;
  std::array<uint16_t, ARCHON_MAX_LEGAL> shown_numbers;  // of the legal actions, where the game is disguised

  const archon::Matchup& matchup() const { return of->matchup; }
  // Of a legal action, as the deciding player sees it.
  uint16_t number(int i) const { return disguised ? shown_numbers[static_cast<size_t>(i)] : archon::c::number_of(legal[i]); }
};

struct archon_agent {
  std::unique_ptr<archon::Agent> agent;
  archon::SmallRng rng;
  int32_t player = 0;
};
