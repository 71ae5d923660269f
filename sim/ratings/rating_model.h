#pragma once
// Ratings of decks without games: a deck's strength is the sum of what its parts are worth, fitted to games between many
// generated decks (sim/ratings/rating_fit.h).
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/ratings/rating_parts.h"

namespace archon {

// In logits, with its standard error: of a card or house against a mean one of the set.
struct PartValue {
  PartKey key;
  double value = 0, error = 0;
};

// How the model rates generated decks of a set: about normally distributed.
struct RatingScale {
  double mean = 0, spread = 0;  // logits

  bool known() const { return spread > 0; }  // of a set without generated decks, such as a new one, it is not
};

struct RatingModel {
  std::vector<PartValue> parts;     // by rising key
  std::vector<RatingScale> scales;  // of each of card_sets()
  double unexplained = 0;           // standard deviation of what decks are worth besides their parts, logits
  double together = 1;              // share of the sum of squared errors of its parts that a deck's squared error has
  double first = 0;                 // what going first is worth

  const PartValue* find(const PartKey& key) const;  // that in the deck's set, else that in any, else null. O(log parts)
};

// Logits; those of an even match are 0, and two decks' difference is the logit of the win rate of the first.
struct DeckRating {
  double strength = 0, error = 0;
  RatingScale scale;  // of decks like it: of its set; of a deck of several sets, or where that is not known, that of all

  // Against a mean generated deck of its set, with bounds `errors` standard errors off.
  double win_rate(double errors = 0) const;  // a fraction
  double elo(double errors = 0) const;       // 0: as strong as that deck
  double percentile() const;                 // share of generated decks of its set that the model rates lower
  // Elo on a scale for all sets, 1,500 being the mean over the sets of their mean decks; and the win rate against a deck of
  // that.
  double rating(double errors = 0) const;
  double overall_win_rate(double errors = 0) const;
};

// The deck must be legal. Takes about 20 microseconds.
DeckRating rate_deck(const RatingModel& model, const Deck& deck);

// The model as text:
//
//   archon-ratings 1
//   # how it was made: lines that reading skips
//   unexplained 0.21
//   together 0.83
//   first -0.02
//   scale CotA 0.013 0.342
//   card dust-imp any 0.0123 0.0312
//   card dust-imp CotA 0.0141 0.0251
//   ...
//
// First the numbers of the model; then the scales of sets, and the parts in rising order, each with value and error.
std::string rating_text(const RatingModel& model, const std::vector<std::string>& comments);

// Nothing when `problem` says what is wrong, with the line.
std::optional<RatingModel> parse_ratings(std::string_view text, std::string& problem);

const RatingModel& built_in_ratings();  // sim/ratings/ratings.txt; read at first use, thread safe

// How a model was made: the comments of its text, of the built-in one those of its file.
std::vector<std::string> rating_comments(std::string_view text);
std::vector<std::string> built_in_rating_comments();

}  // namespace archon
