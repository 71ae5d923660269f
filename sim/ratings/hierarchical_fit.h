#pragma once
// What the parts of items that met are worth when there are thousands of parts, and their values hang together: a part is worth
// what its kind is worth and something of its own. As paired_fit, for models too large for a matrix of their columns.
#include <cstdint>
#include <span>
#include <vector>

#include "sim/stats/paired_fit.h"

namespace archon {

// P(first wins) = logistic(going first + strength of the first item - strength of the second);
// strength of an item = sum over parts of amount x value + something of its own, normal around 0;
// value of a part = sum over columns of weight x effect; effects of a group are drawn from one normal distribution around 0.
// What was known of a part before the games, from other games: as if its value had been measured.
struct KnownValue {
  int32_t part = 0;
  double value = 0, error = 1;
};

struct HierarchicalModel {
  std::vector<std::vector<Feature>> items;  // the amounts of parts of each; `column` is the number of the part
  std::vector<std::vector<Feature>> parts;  // the weights of columns of each
  std::vector<int> groups;                  // of each column
  std::vector<double> spreads;              // of each group: standard deviation of its effects in logits, at the start
  std::vector<bool> fixed;                  // groups whose spread stays; the others are estimated
  std::vector<KnownValue> known{};          // beside the games; empty: nothing
};

// In logits.
struct HierarchicalFit {
  std::vector<double> values;                // of the parts
  std::vector<std::vector<double>> samples;  // from the posterior distribution: how far the values may be off, a row each
  std::vector<double> spreads;               // of the groups
  std::vector<double> own;                   // what an item is worth besides its parts
  double own_spread = 0;                     // standard deviation of that among all items
  double first = 0;                          // of going first
  double change = 0;                         // of the last step, against the length of all effects: how far it converged
};

struct HierarchicalSpec {
  int steps = 12;   // of Newton's method and of the spreads
  int samples = 4;  // times 8 from the posterior distribution: errors read off them are right to 1 / sqrt(16 x samples)
  uint64_t seed = 1;
  int threads = 0;  // 0: one a core; the result is the same
};

// Newton's method with conjugate gradients for the posterior mode; spreads by the evidence (MacKay, Neural Computation 4,
// 1992); traces and errors from samples of the posterior distribution, each the solution of the same equations for a right side
// drawn by lot (perturb and maximise: Papandreou and Yuille, NIPS 2010). Memory: 500 bytes an item.
HierarchicalFit fit_hierarchy(const HierarchicalModel& model, std::span<const PairedGame> games, const HierarchicalSpec& spec);

}  // namespace archon
