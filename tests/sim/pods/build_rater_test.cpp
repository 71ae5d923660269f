// The search over all builds equals brute force: every three pods, checked by the rules and rated as decks.
#include "sim/pods/build_rater.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "engine/deck/generate.h"
#include "tests/approx.h"
#include "tests/sim/pods/newest_list.h"

using namespace archon;

namespace {

std::vector<Deck> collection(std::string_view set, int count) {
  std::vector<Deck> decks;
  for (int i = 0; i < count; ++i) {
    SmallRng rng{static_cast<uint64_t>(i) + 100};
    decks.push_back(generate_deck(set, std::string(set) + std::to_string(i), rng));
  }
  return decks;
}

// By the text of the deck without name and identity, its rating.
std::map<std::string, double> brute_force(const std::vector<Deck>& decks, DeckFormat format) {
  std::map<std::string, double> builds;
  const std::vector<Pod> pods = pods_of(decks);
  for (const Pod& a : pods)
    for (const Pod& b : pods)
      for (const Pod& c : pods)
        for (int extras = -1; extras < std::ssize(decks); ++extras) {
          const Build build{{a, b, c}, extras};
          if (!(a.house < b.house && b.house < c.house) || !build_problems(decks, build, format, test::newest_list()).empty())
            continue;
          Deck deck = deck_of(decks, build);
          std::ranges::sort(deck.houses);
          deck.name = std::to_string(a.deck) + " " + std::to_string(b.deck) + " " + std::to_string(c.deck);
          deck.identity = {};
          builds[write_deck(deck)] = rate_deck(built_in_ratings(), deck).strength;
        }
  return builds;
}

}  // namespace

TEST_CASE("all builds are found and rated as decks", "[slow]") {
  // With tokens: WoE, ToC; with prophecies PV, with archon powers CC; with restricted cards CotA.
  for (const char* set : {"CotA", "WoE", "ToC", "PV", "CC", "DT", "VM24"}) {
    for (const DeckFormat format : {DeckFormat::Alliance, DeckFormat::Sealed}) {
      INFO(set << " " << format_name(format));
      const std::vector<Deck> decks = collection(set, 5);
      const std::map<std::string, double> all = brute_force(decks, format);
      const BuildSearch found = search_builds(built_in_ratings(), decks, format, test::newest_list(), 1000000);
      CHECK(found.legal == std::ssize(all));
      REQUIRE(found.best.size() == all.size());
      std::set<std::string> seen;
      for (size_t i = 0; i < found.best.size(); ++i) {
        const RatedBuild& each = found.best[i];
        CHECK(build_problems(decks, each.build, format, test::newest_list()).empty());
        CHECK(each.strength == Approx(rate_deck(built_in_ratings(), deck_of(decks, each.build)).strength).margin(1e-5));
        if (i > 0) CHECK(found.best[i - 1].strength >= each.strength);
      }
      double best = -1e9;
      for (const auto& [text, strength] : all) best = std::max(best, strength);
      CHECK(found.best.front().strength == Approx(best).margin(1e-5));
    }
  }
}

TEST_CASE("the restricted list keeps builds out", "[slow]") {
  std::vector<Deck> decks = collection("CotA", 6);
  const auto count = [&](DeckFormat format) {
    return search_builds(built_in_ratings(), decks, format, test::newest_list(), 10).legal;
  };
  CHECK(count(DeckFormat::Alliance) == count(DeckFormat::Sealed));
  int mars = 0;
  for (Deck& deck : decks)
    for (DeckCard& card : deck.cards)
      if (card.house == House::Mars && mars < 2) {
        card = DeckCard{{}, CardTable::instance().find_id("key-abduction"), House::Mars, {}};
        ++mars;
      }
  REQUIRE(mars == 2);
  CHECK(count(DeckFormat::Alliance) < count(DeckFormat::Sealed));
  CHECK(count(DeckFormat::Alliance) == std::ssize(brute_force(decks, DeckFormat::Alliance)));
}

TEST_CASE("a pod adds what the best build with it is better than with another of its house") {
  const std::vector<Deck> decks = collection("CotA", 4);
  const BuildSearch found = search_builds(built_in_ratings(), decks, DeckFormat::Alliance, test::newest_list(), 1000000);
  for (const BuildSearch::PodWorth& worth : found.pods) {
    double with = -1e9, without = -1e9;
    for (const RatedBuild& each : found.best) {
      bool has = false, other = false;
      for (const Pod& pod : each.build.pods) {
        has = has || pod == worth.pod;
        other = other || (pod.house == worth.pod.house && !(pod == worth.pod));
      }
      if (has) with = std::max(with, each.strength);
      if (other) without = std::max(without, each.strength);
    }
    CHECK(worth.best == Approx(with));
    CHECK(worth.alone == (without < -1e8));
    CHECK(worth.adds == Approx(worth.alone ? 0 : with - without));
  }
}

TEST_CASE("decks of several sets are searched set by set, mixed decks as they are") {
  std::vector<Deck> decks = collection("CotA", 3), more = collection("WoE", 2);
  const auto legal = [](const std::vector<Deck>& of) {
    return search_sets(built_in_ratings(), of, DeckFormat::Sealed, test::newest_list(), 10).legal;
  };
  const int64_t first = legal(decks), second = legal(more);
  decks.insert(decks.end(), more.begin(), more.end());
  CHECK(legal(decks) == first + second);
  Deck mixed = decks[0];
  mixed.set = std::string(kMixedSet);
  decks.push_back(mixed);
  const BuildSearch found = search_sets(built_in_ratings(), decks, DeckFormat::Sealed, test::newest_list(), 1000000);
  CHECK(found.legal == first + second + 1);
  CHECK(std::ranges::count(found.best, printed_build(decks, 5), &RatedBuild::build) == 1);
}
