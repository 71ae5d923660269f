// Pods: what a build is, what makes it illegal, and how files tell it.
#include "engine/deck/pods.h"

#include <catch2/catch.hpp>
#include <set>

#include "engine/deck/generate.h"
#include "engine/deck/import.h"

using namespace archon;

namespace {

Deck generated(std::string_view set, uint64_t seed) {
  SmallRng rng{seed};
  return generate_deck(set, std::string(set) + " " + std::to_string(seed), rng);
}

const RestrictedList& newest() {
  std::string problem;
  return *find_restricted_list("", problem);
}

Deck of_houses(std::string_view set, const std::set<House>& houses, uint64_t& seed) {
  for (;; ++seed) {
    Deck deck = generated(set, seed);
    if (std::set<House>(deck.houses.begin(), deck.houses.end()) == houses) return deck;
  }
}

// A build of the first decks found that have these houses, a pod of each.
Build build_of(const std::vector<Deck>& decks, const std::array<House, 3>& houses) {
  Build build;
  for (size_t i = 0; i < 3; ++i) build.pods[i] = {static_cast<int>(i), houses[i]};
  for (int deck = 0; deck < 3 && build.extras < 0; ++deck)
    if (has_extras(decks[static_cast<size_t>(deck)])) build.extras = deck;
  return build;
}

std::string first_problem(const std::vector<Deck>& decks, const Build& build, DeckFormat format = DeckFormat::Alliance) {
  const std::vector<DeckProblem> problems = build_problems(decks, build, format, newest());
  return problems.empty() ? "" : problems.front().message;
}

void replace_cards(Deck& deck, House house, const char* id, int count) {
  for (DeckCard& card : deck.cards)
    if (card.house == house && count-- > 0) card = DeckCard{{}, CardTable::instance().find_id(id), house, {}};
  sort_cards(deck);
}

std::vector<Deck> three(std::string_view set, const std::array<House, 3>& houses) {
  uint64_t seed = 1;
  std::vector<Deck> decks;
  for (int i = 0; i < 3; ++i) decks.push_back(of_houses(set, {houses.begin(), houses.end()}, ++seed));
  return decks;
}

constexpr std::array kMars = {House::Dis, House::Mars, House::Untamed};

}  // namespace

TEST_CASE("a build has the cards of its pods, and says so") {
  const std::vector<Deck> decks = three("CotA", kMars);
  const Build build = build_of(decks, kMars);
  REQUIRE(first_problem(decks, build).empty());
  const Deck deck = deck_of(decks, build);
  CHECK(deck_problems(deck).empty());
  CHECK(deck.name == "Dis of " + decks[0].name + " + Mars of " + decks[1].name + " + Untamed of " + decks[2].name);
  for (size_t i = 0; i < 3; ++i) {
    std::multiset<int> of_deck, of_build;
    for (const DeckCard& card : decks[i].cards)
      if (card.house == kMars[i]) of_deck.insert(card.card);
    for (const DeckCard& card : deck.cards)
      if (card.house == kMars[i]) of_build.insert(card.card);
    CHECK(of_deck == of_build);
    CHECK(deck.identity.pods[i] == PodSource{hash_text(deck_hash(decks[i])), kMars[i]});
  }
  const DeckResult again = parse_deck(write_deck(deck));
  REQUIRE(again.deck);
  CHECK(*again.deck == deck);
  Deck anonymous = deck;
  anonymous.identity = {};
  CHECK(deck_hash(anonymous) == deck_hash(deck));
}

TEST_CASE("a deck as printed is its build") {
  const std::vector<Deck> decks = three("PV", {generated("PV", 3).houses});
  CHECK(decks[1].prophecies.size() == 4);
  CHECK(deck_of(decks, printed_build(decks, 1)) == decks[1]);
  CHECK(printed_build(decks, 1).extras == 1);
}

TEST_CASE("illegal builds are refused with the reason") {
  std::vector<Deck> decks = three("CotA", kMars);
  Build build = build_of(decks, kMars);

  SECTION("two sets") {
    decks[2] = generated("AoA", 5);
    for (uint64_t seed = 5; std::ranges::find(decks[2].houses, House::Untamed) == decks[2].houses.end();)
      decks[2] = generated("AoA", ++seed);
    CHECK(first_problem(decks, build) == "pods of two sets, CotA and AoA");
  }
  SECTION("the same house twice") {
    build.pods[1].house = House::Dis;
    CHECK(first_problem(decks, build) == "two pods of Dis");
  }
  SECTION("a house that the deck has not") {
    build.pods[1].house = House::Brobnar;
    CHECK(first_problem(decks, build) == "'" + decks[1].name + "' has no pod of Brobnar");
  }
  SECTION("a restricted card too often") {
    replace_cards(decks[1], House::Mars, "key-abduction", 2);
    CHECK(first_problem(decks, build) == "2 copies of 'Key Abduction'");
    CHECK(first_problem(decks, build, DeckFormat::Sealed).empty());
    CHECK(first_problem(decks, printed_build(decks, 1)).empty());  // an unmodified deck is exempt
  }
  SECTION("two names of the list") {
    std::string problem;
    const RestrictedList* january = find_restricted_list("2025-06-01", problem);
    REQUIRE(january);
    CHECK(january->day == "2025-01-01");
    replace_cards(decks[1], House::Mars, "key-abduction", 1);
    decks[2].cards.back() = DeckCard{{.legacy = true}, CardTable::instance().find_id("jervi"), House::Untamed, {}};
    const std::vector<DeckProblem> problems = build_problems(decks, build, DeckFormat::Alliance, *january);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].message == "'Key Abduction', 'Jervi': cards of more than one name of the restricted list of 2025-01-01");
    CHECK(first_problem(decks, build).empty());  // in Call of the Archons it is free today
  }
  SECTION("pods of several decks in Archon") {
    CHECK(first_problem(decks, build, DeckFormat::Archon) == "pods of several decks");
  }
  SECTION("a deck of several sets") {
    decks[0].set = decks[1].set = decks[2].set = std::string(kMixedSet);
    CHECK(first_problem(decks, build) == "'" + decks[0].name + "' is of several sets");
  }
}

TEST_CASE("a deck file of pods has nothing that no deck of its set has") {
  const std::vector<Deck> decks = three("CotA", kMars);
  const Deck built = deck_of(decks, build_of(decks, kMars));
  const auto wrong = [](const Deck& deck, DeckFormat format) {
    const std::vector<DeckProblem> problems = format_problems(deck, format, newest());
    return problems.empty() ? "" : problems.front().message;
  };
  CHECK(wrong(built, DeckFormat::Alliance).empty());
  Deck changed = built;
  changed.token = CardTable::instance().find_id("grunt");
  for (const DeckFormat format : {DeckFormat::Alliance, DeckFormat::Sealed})
    CHECK(wrong(changed, format) == "the token creature 'Grunt' was never printed in CotA");
  changed = built;
  changed.cards.back() = DeckCard{{}, CardTable::instance().find_id("jervi"), changed.cards.back().house, {}};
  CHECK(wrong(changed, DeckFormat::Alliance).find("'Jervi' was never printed in CotA") != std::string::npos);
  changed.cards.back().legacy = true;
  CHECK(wrong(changed, DeckFormat::Sealed).find("never printed in CotA") == std::string::npos);
}

TEST_CASE("what comes with a build is that of a contributing deck") {
  const std::array<House, 3> houses = generated("WoE", 3).houses;
  std::vector<Deck> decks = three("WoE", houses);
  decks.push_back(generated("WoE", 77));
  Build build = build_of(decks, houses);
  REQUIRE(first_problem(decks, build).empty());
  CHECK(deck_of(decks, build).token == decks[0].token);
  build.extras = 3;
  CHECK(first_problem(decks, build).ends_with("which contributes no pod"));
  build.extras = -1;
  CHECK(first_problem(decks, build).ends_with("are missing"));
}

TEST_CASE("restricted lists go by their day") {
  std::string problem;
  CHECK(find_restricted_list("2026-04-02", problem)->day == "2025-01-01");
  CHECK(find_restricted_list("2026-04-03", problem)->day == "2026-04-03");
  CHECK(find_restricted_list("", problem) == &restricted_lists().back());
  CHECK(problem.empty());
  CHECK(find_restricted_list("2024-12-31", problem) == nullptr);
  CHECK(problem == "there was no list on 2024-12-31, the first is of 2025-01-01");
  for (const char* bad : {"yesterday", "2026-13-01", "2026-4-3", "2026-04-00"}) {
    CHECK(find_restricted_list(bad, problem) == nullptr);
    CHECK(problem == "'" + std::string(bad) + "' is no day, for instance 2026-04-03");
  }
}

TEST_CASE("pods in a deck file are one of each house") {
  const std::vector<Deck> decks = three("CotA", kMars);
  std::string text = write_deck(deck_of(decks, build_of(decks, kMars)));
  const size_t at = text.find(":untamed");
  REQUIRE(at != std::string::npos);
  const DeckResult twice = parse_deck(text.replace(at, 8, ":dis"));
  REQUIRE(twice.problems.size() == 1);
  CHECK(twice.problems[0].message == "a pod of each house of the deck is needed");
  CHECK(twice.problems[0].line == 4);
  const DeckResult none = parse_deck("pods: x:dis\n");
  CHECK(std::ranges::any_of(none.problems, [](const DeckProblem& each) { return each.message == "'x:dis' is no pod"; }));
}

TEST_CASE("the online server and Decks of KeyForge tell the pods of a build") {
  const std::string cards = [] {
    std::string json;
    const Deck deck = three("CotA", kMars)[0];
    for (const DeckCard& card : deck.cards)
      json += (json.empty() ? "" : ",") + std::string(R"({"count":1,"id":")") + facts(card.card).id + R"(","house":")" +
              std::string(house_name(card.house)) + R"("})";
    return json;
  }();
  const auto server = [&](const std::string& pods) {
    return import_decks(R"({"name":"Built","expansion":341,"houses":["dis","mars","untamed"],"pods":[)" + pods +
                            R"(],"cards":[)" + cards + "]}",
                        "x");
  };
  const std::string id = "29bb805b-12ce-4f29-aad7-a4d9b512e41c";
  const ImportResult read = server("\"" + id + ":dis\",\"" + id + ":untamed\",\"" + id + ":mars\"");
  REQUIRE(read.decks.size() == 1);
  CHECK(read.decks[0].identity.pods == std::vector<PodSource>{{id, House::Dis}, {id, House::Untamed}, {id, House::Mars}});
  const ImportResult bad = server("\"" + id + ":dis\"");
  REQUIRE(bad.decks.size() == 1);
  CHECK(bad.decks[0].identity.pods.empty());
  REQUIRE(bad.warnings.size() == 1);
  CHECK(bad.warnings[0].message == "'Built': its pods are not one of each of its houses, left out");
}
