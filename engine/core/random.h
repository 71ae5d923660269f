#pragma once
// Random numbers: Philox4x32-10 derives independent seeds, a small generator inside the State draws from them.
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace archon {

// One block of Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
std::array<uint32_t, 4> philox4x32_10(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key);

// What a stream of random numbers is for. Streams of one game are independent of each other.
enum class Stream : uint32_t { DeckA, DeckB, Chance, AgentA, AgentB, Setup };

// The seed of `stream` in game number `game` of a run with `seed`: one Philox block, so no state is shared between games.
uint64_t stream_seed(uint64_t seed, uint64_t game, Stream stream);

// 64 bits mixed so that each depends on all: the finalizer of SplitMix64.
constexpr uint64_t mixed(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// SplitMix64 (Steele, Lea, Flood 2014): 8 bytes of state, one multiply chain a draw.
struct SmallRng {
  uint64_t state = 0;

  constexpr uint64_t next() { return mixed(state += 0x9E3779B97F4A7C15u); }
  // A number in [0, bound), unbiased (Lemire 2019). Requires bound > 0.
  uint32_t below(uint32_t bound) {
    uint64_t product = (next() >> 32) * bound;
    if (static_cast<uint32_t>(product) < bound) {
      const uint32_t threshold = (0u - bound) % bound;
      while (static_cast<uint32_t>(product) < threshold) product = (next() >> 32) * bound;
    }
    return static_cast<uint32_t>(product >> 32);
  }
  // A number in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
};

// Puts the items of a vector, array or span in random order, every order being equally likely: a draw for each but the first,
// from the last on (Durstenfeld, algorithm 235, Communications of the ACM 7, 1964). Requires fewer than 2^32. O(items).
template <class Items>
void shuffle(Items&& items, SmallRng& rng) {
  for (size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[rng.below(static_cast<uint32_t>(left))]);
}

}  // namespace archon
