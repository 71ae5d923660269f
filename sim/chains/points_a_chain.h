#pragma once
// How many points of a rating of decks a chain is worth, from the even handicaps of many pairs.
//
// The even handicap of a pair is taken as beta times the difference of their ratings, which has no constant: equal decks, no
// chains. What it is besides - decks are better or worse than rated, and against each other - is a normal scatter of standard
// deviation tau, and what games say of it has an error that is known: h ~ N(beta d, tau^2 + error^2), the model of
// meta-regression (Thompson and Higgins, Statistics in Medicine 21, 2002), by maximum likelihood. Of a pair beyond 24 chains it
// is only known that it is (Tobin, Econometrica 26, 1958); left out, such pairs would flatten the line.
//
// Pairs that share a deck are not independent: intervals are those of a bootstrap that draws decks, and takes every pair of
// those drawn as often as the product of their numbers (Owen, The pigeonhole bootstrap, Annals of Applied Statistics 1, 2007).
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/stats/statistics.h"

namespace archon {

// The handicap is that on deck a (less than 0: on b) with which both win half of their games.
struct RatedPair {
  int a = 0, b = 0;       // decks, from 0
  double difference = 0;  // of their ratings, a less b
  double handicap = 0, error = 0;

  int beyond() const;  // 1, -1: more than 24 chains on a, on b; 0: neither
};

struct PointsFit {
  double chains_a_point = 0;  // beta: what to give for a point
  Interval chains_interval;   // 95 %, likewise
  // 1 / beta: points for which a chain is to be given. Infinite where it is not more than 0.
  double points_a_chain = 0;
  Interval points_interval;
  // By how many points two decks differ for each chain between them, from the regression the other way round, errors of the
  // handicaps taken off. Were the rating without error, it would be equal to points_a_chain; whatever errors both have, the
  // line that fits true values lies between the two (Klepper and Leamer, Econometrica 52, 1984). Nothing where there is none.
  std::optional<double> points_by_chains{};
  double scatter = 0;  // tau, in chains: how far even handicaps are from the line, games apart
  Interval scatter_interval;
  double scatter_without = 0;  // the same when no chains are given, beta = 0
};

// Requires pairs with a difference, decks below `decks`. The same for the same seed.
PointsFit fit_points(std::span<const RatedPair> pairs, int decks, uint64_t seed, int draws = 500);

// The root mean square of the errors of the handicaps: how far those of games are from the true ones.
double games_error(std::span<const RatedPair> pairs);

// All pairs of so many decks in rounds in which each deck plays once (the circle method; one sits out where they are odd), the
// decks in an order that the seed draws: however many of the first pairs are played, the decks have met about equally often.
std::vector<std::pair<int, int>> pairs_in_rounds(int decks, uint64_t seed);

}  // namespace archon
