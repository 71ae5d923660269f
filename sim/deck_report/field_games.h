#pragma once
// The games of a report on a deck: it plays a field of decks, and other decks play the same field, among which it is placed.
#include <optional>
#include <vector>

#include "sim/deck_report/deck_story.h"
#include "sim/play/run_loop.h"
#include "sim/stats/percentile.h"
#include "sim/values/deck_games.h"

namespace archon {

struct FieldSpec {
  DeckGamesSpec own;         // the deck, its field, and how many games it plays; a deck reports the same games as for its cards
  std::vector<Deck> others;  // decks that play the same field
  int64_t other_games = 0;   // of all of them together

  int64_t games() const { return own.games + other_games; }
};

// Games for everybody to have met every opponent equally often, going first and second: at least so many, a multiple of that.
int64_t whole_rounds(int64_t games, size_t players, size_t opponents);

struct FieldGames {
  MatchResult counts, other_counts;      // of the deck; of the others, as player 0
  std::vector<MatchCounts> by_opponent;  // of the deck, in the order of the field
  std::vector<WinCount> others;          // decided games, in their order
  StoryCounts story;
  std::vector<CardRecord> cards;  // as play_deck_games has them, all opponents together
  SeriesEnd end;
};

// Both kinds of games are mixed, so that a run which ends early has its share of each. The result depends on spec and on how
// many games were played alone. Memory does not grow with the games.
FieldGames play_field(const FieldSpec& spec, const RunControl& control);

// Of the win rate of the deck against its field. `varies`: the field was drawn by lot and stands for all decks that might have
// been; then it is as wide as the rates against its decks differ (Student's t with one less than their number). Otherwise
// Wilson's, for these opponents.
Interval field_interval(const FieldGames& games, bool varies);

// Where the deck stands among the others; none without kFewestOthers that have games.
std::optional<Percentile> field_percentile(const FieldGames& games);

struct GoingFirst {
  double first = 0.5, second = 0.5;  // win rate of the deck going first, going second
  Interval difference{};             // 95 %, of the first less the second
};
std::optional<GoingFirst> going_first(const MatchCounts& counts);  // none without decided games of both kinds

}  // namespace archon
