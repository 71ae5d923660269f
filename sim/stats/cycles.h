#pragma once
// Whether the results of pairs contradict every ranking: items that beat each other in a circle.
//
// A ranking here is any order in which an item wins at least half of its games against each later one (weak stochastic
// transitivity; Tversky, "Intransitivity of preferences", Psychological Review 76, 1969). It says nothing about by how much, so
// neither steep nor saturating strengths make a cycle. Cycles of more items than three contain one of three where all pairs
// have met.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace archon {

// The decided games of items a and b, a != b.
struct PairCount {
  int a = 0, b = 0;
  int64_t wins_a = 0, wins_b = 0;
};

// items[0] won more games than it lost against items[1], so did items[1] against items[2], and items[2] against items[0].
struct Cycle {
  std::array<int, 3> items{};
  double p_value = 1;  // with all triples considered
};

inline constexpr double kCycleLevel = 0.05;
inline constexpr size_t kCyclesListed = 10;

struct CycleTest {
  int64_t triples = 0;         // of items whose three pairs all have games
  int64_t significant = 0;     // cycles whose p-value is at most kCycleLevel
  std::vector<Cycle> nearest;  // those with the smallest p-values, at most kCyclesListed, significant or not; may be empty
};

// The p-value of a cycle is exact, also for a single game a pair. That one of its three majorities is none is rejected when all
// three one-sided sign tests reject (intersection-union test: Berger, Technometrics 24, 1982), so p is the largest of their
// p-values. Against any order a cycle has at least one false majority, and within a triple one of the two directions has
// one and the other two. So the chance that some cycle of a ranking has a p-value of at most p is at most both
// pairs * p and triples * (p + p^2); the smaller one, at most 1, is what `p_value` says. Three items reach it, when one pair is
// even and the others saturate; with 28 items, at 5 %, the least favourable ranking that is known gives an alarm in 1 % of the
// matrices. The same bounds hold for the false ones among the significant cycles of a matrix that has real ones. Each pair
// occurs at most once; pairs without games are left out. O(items^3).
CycleTest find_cycles(int items, std::span<const PairCount> pairs);

}  // namespace archon
