// What a copy of a card is worth against the others of its house.
#include "sim/ratings/rated_worth.h"

#include <catch2/catch.hpp>

#include "engine/facts/facts.h"

namespace archon {

TEST_CASE("the worth of cards is against a mean card of their house", "[ratings]") {
  double sum = 0, cards = 0;
  for (int card = 0; card < static_cast<int>(CardTable::instance().cards().size()); ++card) {
    const Printing* printing = find_printing(facts(card), "CotA");
    if (!printing || printing->house != House::Dis) continue;
    const std::optional<RatedWorth> worth = rated_worth(card, "CotA");
    if (!worth) continue;
    CHECK(worth->interval.low < worth->elo);
    CHECK(worth->interval.high > worth->elo);
    sum += worth->elo;
    ++cards;
  }
  CHECK(cards > 40);
  CHECK(sum / cards == Approx(0).margin(1e-9));
}

TEST_CASE("a card that is not in the set has no worth there", "[ratings]") {
  CHECK(!rated_worth(CardTable::instance().find_id("dust-imp"), "WoE"));
  CHECK(!rated_worth(CardTable::instance().find_id("dust-imp"), "no set"));
  CHECK(!rated_worth(CardTable::instance().find_id("swift-current"), "MG24"));  // of a boss
}

}  // namespace archon
