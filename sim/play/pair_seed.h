#pragma once
// The seed of the games of two decks in a run of many.
#include <bit>
#include <cstdint>

#include "engine/core/random.h"

namespace archon {

// By the run's seed and the hashes (deck_hash) of the decks; `a` is the deck with the smaller one, and player 0: which games
// they play depends neither on the order of a list nor on other decks.
inline uint64_t pair_seed(uint64_t seed, uint64_t a, uint64_t b) {
  return stream_seed(seed ^ std::rotl(a, 1) ^ b, 0, Stream::Setup);
}

}  // namespace archon
