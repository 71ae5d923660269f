#pragma once
// Draws from beta distributions: what counts say about a proportion.

namespace archon {

struct SmallRng;

// From Beta(a, b), a > 0 and b > 0: with a = wins + 1/2 and b = losses + 1/2 the posterior under Jeffreys' prior. By two gamma
// variates (Marsaglia and Tsang, "A simple method for generating gamma variables", ACM TOMS 26, 2000).
double draw_beta(double a, double b, SmallRng& rng);

double draw_normal(SmallRng& rng);  // standard, by inversion

}  // namespace archon
