#include "engine/core/random.h"

#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <span>
#include <vector>

using namespace archon;

TEST_CASE("Philox4x32-10 gives the known answers") {
  using Block = std::array<uint32_t, 4>;
  constexpr uint32_t kOnes = 0xFFFFFFFF;
  CHECK(philox4x32_10({0, 0, 0, 0}, {0, 0}) == Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox4x32_10({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}) == Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("streams of games are distinct") {
  std::set<uint64_t> seeds;
  for (uint64_t seed = 0; seed < 10; ++seed)
    for (uint64_t game = 0; game < 100; ++game)
      for (Stream stream : {Stream::DeckA, Stream::DeckB, Stream::Chance, Stream::AgentA, Stream::AgentB, Stream::Setup})
        seeds.insert(stream_seed(seed, game, stream));
  CHECK(seeds.size() == 10 * 100 * 6);
  CHECK(stream_seed(1, uint64_t{1} << 32, Stream::DeckA) != stream_seed(1, 0, Stream::DeckA));
}

TEST_CASE("numbers below a bound are uniform") {
  SmallRng rng{42};
  for (uint32_t bound : {1u, 2u, 3u, 7u, 36u}) {
    std::vector<int> counts(bound);
    constexpr int kDraws = 36000;
    for (int i = 0; i < kDraws; ++i) {
      const uint32_t value = rng.below(bound);
      REQUIRE(value < bound);
      ++counts[value];
    }
    const double expected = static_cast<double>(kDraws) / bound;
    double chi_square = 0;
    for (int count : counts) chi_square += (count - expected) * (count - expected) / expected;
    CHECK(chi_square < 2.0 * bound + 25);  // far beyond the 0.1 % quantile
  }
}

TEST_CASE("every order of a shuffle is equally likely, and takes a draw for each item but the first") {
  SmallRng rng{3};
  std::map<std::array<int, 4>, int> counts;
  constexpr int kShuffles = 24000;
  for (int i = 0; i < kShuffles; ++i) {
    std::array<int, 4> items = {1, 2, 3, 4};
    shuffle(items, rng);
    ++counts[items];
  }
  REQUIRE(counts.size() == 24);
  for (const auto& [order, count] : counts) CHECK(count == Approx(1000).margin(150));  // nearly five standard deviations

  SmallRng one{9}, other{9};
  std::vector<int> items = {5, 6, 7};
  shuffle(std::span(items).subspan(1), one);
  CHECK(items[0] == 5);
  CHECK(items[1] + items[2] == 13);
  CHECK((items[1] == 7) == (other.below(2) == 0));
  CHECK(one.state == other.state);
  std::vector<int> none;
  shuffle(none, one);
  CHECK(one.state == other.state);
}

TEST_CASE("uniform numbers lie in [0, 1)") {
  SmallRng rng{7};
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    const double value = rng.uniform();
    REQUIRE(value >= 0);
    REQUIRE(value < 1);
    sum += value;
  }
  CHECK(sum / 10000 == Approx(0.5).margin(0.02));
}
