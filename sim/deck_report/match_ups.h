#pragma once
// Against whom a deck does best and worst, and how many chains would make its games even.
#include <optional>
#include <vector>

#include "sim/chains/chains.h"
#include "sim/deck_report/field_games.h"

namespace archon {

struct MatchUp {
  size_t opponent = 0;  // of the field
  uint64_t seed = 0;    // a match with this seed plays the games of `counts`
  MatchResult counts;
  std::optional<HandicapEstimate> chains;  // on the deck: positive; on the opponent: negative
};

struct MatchUpSpec {
  size_t shown = 3;           // best, and as many worst: at most half of the field
  int64_t games = 200;        // of each of them; even
  int64_t chain_games = 400;  // at most, of each search for chains; even; 0: no search
};

struct MatchUps {
  std::vector<MatchUp> best, worst;              // the most extreme first
  std::optional<HandicapEstimate> field_chains;  // that make the deck even with its field as a whole
  bool complete = true;                          // false: stopped; what was finished is there
};

// They are chosen by the games of the field, where luck makes the best look better and the worst worse than they are, so they
// are measured by new games. The searches for chains go on from the games without chains.
MatchUps play_match_ups(const FieldSpec& spec, const FieldGames& field, const MatchUpSpec& wanted, const RunControl& control);

}  // namespace archon
