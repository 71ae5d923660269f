#pragma once
// What the parts of two items that met are worth, from who won: Bradley and Terry's model with strengths that are sums over
// features (Springall, Applied Statistics 22, 1973), such as the cards of decks.
#include <cstdint>
#include <span>
#include <vector>

namespace archon {

struct Feature {
  int32_t column = 0;
  float amount = 0;
};

struct PairedGame {
  uint32_t first = 0, second = 0;  // items, by who went first
  bool first_won = false;
};

// P(first wins) = logistic(going first + sum over columns of effect x (amount of the first item - amount of the second)).
struct PairedModel {
  std::vector<std::vector<Feature>> items;  // the features of each, by rising column, each column once
  int columns = 0;
  int share = 0;        // effects of the first so many columns add up to 0: of these all items have equally much
  int shrunk_from = 0;  // effects from this column on are drawn from a normal distribution around 0; `columns`: none
};

// Effects in logits for each unit of the amount, with their standard errors; of the shrunk ones both are those of the posterior
// distribution.
struct PairedFit {
  std::vector<double> effects, errors;
  double first = 0, first_error = 0;  // of going first
  double spread = 0;                  // standard deviation of the shrunk effects, without the noise
  double dispersion = 1;              // variance of the results against that of independent games
  bool converged = false;
};

// Penalised maximum likelihood by Newton's method. The spread is chosen by the evidence (empirical Bayes: MacKay, Neural
// Computation 4, 1992). Results of an item hang together beyond its features, so that errors of independent games are too
// small: the dispersion is the variance of the residuals of an item, added up over its games, against that of independent
// games, which is that of every estimate when items have equally many games against opponents drawn by lot. Needs several games
// an item, and more items than columns. O(games x features^2 + columns^3) a step.
PairedFit fit_paired(const PairedModel& model, std::span<const PairedGame> games);

}  // namespace archon
