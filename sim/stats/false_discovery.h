#pragma once
// Many tests at once: which findings to believe when some of them may be wrong.
#include <span>
#include <vector>

namespace archon {

// For each p-value the smallest level at which its finding would be among those reported, when of all reported findings at most
// that share may be false on average (Benjamini and Hochberg, J. R. Statist. Soc. B 57, 1995): the "q-value". Holds for
// independent tests and for those that depend on each other positively. In the order of the p-values; each from 0 to 1.
// O(n log n).
std::vector<double> false_discovery_rates(std::span<const double> p_values);

}  // namespace archon
