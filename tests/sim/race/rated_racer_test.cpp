// What ratings expect of racers.
#include "sim/race/rated_racer.h"

#include <catch2/catch.hpp>

#include "engine/deck/generate.h"

using namespace archon;

namespace {

DeckFile generated(uint64_t seed) {
  SmallRng rng{seed};
  return {generate_deck("CotA", "deck " + std::to_string(seed), rng), ""};
}

}  // namespace

TEST_CASE("two decks expect of each other what sums to 1, and nothing of themselves") {
  const std::vector<DeckFile> field = {generated(1), generated(2)};
  const RacerMaker racer(field);
  const Racer one = racer(field[0]), two = racer(field[1]);
  CHECK(one.expected + two.expected == Approx(1));
  CHECK(one.expected != Approx(0.5));
  CHECK(one.error > 0);
  CHECK(RacerMaker(std::vector{field[0]})(field[0]).expected == 0.5);  // it plays nobody
}

TEST_CASE("a deck outside the field is expected to play all of it") {
  const std::vector<DeckFile> one = {generated(1)}, two = {generated(2)}, both = {generated(1), generated(2)};
  const DeckFile deck = generated(3);
  CHECK(RacerMaker(both)(deck).expected == Approx((RacerMaker(one)(deck).expected + RacerMaker(two)(deck).expected) / 2));
}
