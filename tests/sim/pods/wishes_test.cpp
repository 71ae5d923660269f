// The best build with each wished pod equals brute force: every build of the collection and the deck that the pod is of.
#include "sim/pods/wishes.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "engine/deck/generate.h"
#include "tests/approx.h"
#include "tests/sim/pods/newest_list.h"

using namespace archon;

namespace {

void generate(std::vector<Deck>& decks, const char* set, int count) {
  for (int i = 0; i < count; ++i) {
    SmallRng rng{decks.size() + 500};
    decks.push_back(generate_deck(set, std::string(set) + std::to_string(decks.size()), rng));
  }
}

// The strength of the best legal build of each wished pod with two of the first `mine` decks, by deck and house.
std::map<std::pair<int, House>, double> brute_force(const std::vector<Deck>& decks, size_t mine) {
  std::map<std::pair<int, House>, double> best;
  const std::vector<Pod> pods = pods_of(decks);
  const auto wished = [mine](const Pod& pod) { return static_cast<size_t>(pod.deck) >= mine; };
  for (const Pod& a : pods)
    for (const Pod& b : pods)
      for (const Pod& c : pods)
        for (int extras = -1; extras < std::ssize(decks); ++extras) {
          const Build build{{a, b, c}, extras};
          if (wished(a) + wished(b) + wished(c) != 1 || !(a.house < b.house && b.house < c.house)) continue;
          if (!build_problems(decks, build, DeckFormat::Alliance, test::newest_list()).empty()) continue;
          const Pod& pod = wished(a) ? a : wished(b) ? b : c;
          const double strength = rate_deck(built_in_ratings(), deck_of(decks, build)).strength;
          const auto [place, first] = best.try_emplace({pod.deck, pod.house}, strength);
          if (!first) place->second = std::max(place->second, strength);
        }
  return best;
}

}  // namespace

TEST_CASE("the best build with each wished pod is found, of several sets", "[slow]") {
  // WoE has tokens, PV prophecies, CC archon powers, CotA restricted cards.
  for (const auto& [set, other] : {std::pair("CotA", "WoE"), std::pair("PV", "CC")}) {
    INFO(set << " " << other);
    std::vector<Deck> decks;
    generate(decks, set, 3);
    generate(decks, other, 2);
    const size_t mine = decks.size();
    generate(decks, set, 3);
    generate(decks, other, 2);
    const std::map<std::pair<int, House>, double> expected = brute_force(decks, mine);
    const std::vector<RatedBuild> found =
        wished_builds(built_in_ratings(), decks, mine, DeckFormat::Alliance, test::newest_list(), 2);
    CHECK(found.size() == expected.size());
    std::set<std::pair<int, House>> seen;
    for (size_t i = 0; i < found.size(); ++i) {
      const Pod pod = wished_pod(found[i].build, mine);
      CHECK(seen.emplace(pod.deck, pod.house).second);
      CHECK(build_problems(decks, found[i].build, DeckFormat::Alliance, test::newest_list()).empty());
      CHECK(found[i].strength == near(expected.at({pod.deck, pod.house}), 1e-6));
      CHECK(rate_deck(built_in_ratings(), deck_of(decks, found[i].build)).strength == near(found[i].strength, 1e-6));
      if (i > 0) CHECK(found[i - 1].strength >= found[i].strength);
    }
  }
}

TEST_CASE("no build has more of the restricted list than it allows", "[slow]") {
  const RestrictedList& list = test::newest_list();
  size_t forbidden = 0, kept = 0;  // of the builds without a list, and with it
  for (const char* set : {"CotA", "AoA", "WC", "MM", "DT", "WoE", "GR", "AS"}) {
    std::vector<Deck> decks;
    generate(decks, set, 40);
    const auto names = [&](const RatedBuild& build) {
      std::set<int> cards;
      for (const DeckCard& card : deck_of(decks, build.build).cards)
        for (const RestrictedCard& each : list.cards)
          if (each.in(set) && card.card == each.card) cards.insert(card.card);
      return cards.size();
    };
    for (const RatedBuild& each : wished_builds(built_in_ratings(), decks, 20, DeckFormat::Alliance, RestrictedList(), 1))
      forbidden += names(each) > 1 ? 1 : 0;
    for (const RatedBuild& each : wished_builds(built_in_ratings(), decks, 20, DeckFormat::Alliance, list, 1)) {
      CHECK(names(each) <= 1);
      kept += names(each);
    }
  }
  CHECK(forbidden > 0);
  CHECK(kept > 0);
}

TEST_CASE("without two other houses no pod can be wished for") {
  std::vector<Deck> decks;
  generate(decks, "CotA", 1);
  generate(decks, "WoE", 1);
  CHECK(wished_builds(built_in_ratings(), decks, 1, DeckFormat::Alliance, test::newest_list(), 1).empty());  // none of its set
  CHECK(
      wished_builds(built_in_ratings(), decks, 2, DeckFormat::Alliance, test::newest_list(), 1).empty());  // none is wished for
}
