#pragma once
// What the games of a few agents say of the decks themselves, whoever plays them well. The games of one agent say how many
// chains make two decks even in its hands, as precisely as one likes; in the hands of another it is another number. A number of
// agent k is taken as that of the decks and a shift of its own: x_k ~ N(decks + shift_k, error_k^2), shift_k ~ N(0, s^2), a
// meta-analysis with random effects of known variance (DerSimonian and Laird 1986); the interval is the one for an agent that
// was not asked yet (Higgins, Thompson and Spiegelhalter 2009).
#include <span>

#include "sim/chains/chains.h"

namespace archon {

// s, in chains: the root mean square difference of the even handicaps of two agents of different kinds, a learned policy and a
// search, noise taken off, over the square root of 2 (results/chains.md, scripts/make_chains.py).
inline constexpr double kPilotShift = 1.24;

// A number of chains by one agent's games, with its standard error.
struct PilotFigure {
  double chains = 0, error = 0;
};
PilotFigure pilot_figure(const HandicapFit& fit);  // of its even handicap

struct AnyPilot {
  double chains = 0;
  Interval interval;  // 95 %
};
AnyPilot any_pilot(std::span<const PilotFigure> agents, double shift = kPilotShift);  // requires one

}  // namespace archon
