#include "engine/core/card_set.h"

#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "engine/core/random.h"

using namespace archon;

namespace {

std::vector<int> cards_of(CardSet set) {
  std::vector<int> cards;
  for (CardId card : set) cards.push_back(card);
  return cards;
}

}  // namespace

TEST_CASE("an empty set of cards") {
  const CardSet set;
  CHECK(set.empty());
  CHECK(set.size() == 0);
  CHECK(set.first() == kNoCard);
  CHECK(cards_of(set).empty());
  CHECK_FALSE(set.has(kNoCard));
}

TEST_CASE("sets of cards at the borders of the words") {
  CardSet set;
  for (CardId card : {CardId{0}, CardId{62}, CardId{63}, CardId{64}, CardId{65}, CardId{126}, CardId{127}}) set.add(card);
  CHECK(cards_of(set) == std::vector<int>{0, 62, 63, 64, 65, 126, 127});
  CHECK(cards_of(set.above(0)) == std::vector<int>{62, 63, 64, 65, 126, 127});
  CHECK(cards_of(set.above(62)) == std::vector<int>{63, 64, 65, 126, 127});
  CHECK(cards_of(set.above(63)) == std::vector<int>{64, 65, 126, 127});
  CHECK(cards_of(set.above(64)) == std::vector<int>{65, 126, 127});
  CHECK(cards_of(set.above(126)) == std::vector<int>{127});
  CHECK(set.above(127).empty());
  set.remove(63);
  set.remove(64);
  CHECK_FALSE(set.has(63));
  CHECK_FALSE(set.has(64));
  CHECK(set.size() == 5);
}

TEST_CASE("sets of cards behave like sets of numbers") {
  SmallRng rng{3};
  for (int round = 0; round < 200; ++round) {
    CardSet a, b;
    std::set<int> x, y;
    for (int i = 0; i < 40; ++i) {
      const auto card = static_cast<CardId>(rng.below(128));
      const bool first = rng.below(2) == 0;
      (first ? a : b).add(card);
      (first ? x : y).insert(card);
    }
    std::set<int> both = x, either = x, only = x;
    std::erase_if(both, [&](int card) { return y.count(card) == 0; });
    std::erase_if(only, [&](int card) { return y.count(card) != 0; });
    either.insert(y.begin(), y.end());
    CHECK(cards_of(a & b) == std::vector<int>(both.begin(), both.end()));
    CHECK(cards_of(a | b) == std::vector<int>(either.begin(), either.end()));
    CHECK(cards_of(a - b) == std::vector<int>(only.begin(), only.end()));
    CHECK((a | b).size() == static_cast<int>(either.size()));
    CHECK((a | b).first() == *either.begin());
  }
}
