#include "engine/deck/generate.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

using namespace archon;

namespace {

double share(const std::map<House, int>& houses, House house, int decks) {
  return houses.at(house) / static_cast<double>(decks);
}

}  // namespace

TEST_CASE("generated decks of every set are legal and can be read back", "[deck]") {
  for (const Expansion& set : card_sets()) {
    REQUIRE(generated_houses(set.code).size() >= kDeckHouses);
    for (uint64_t seed = 1; seed <= 50; ++seed) {
      SmallRng rng{stream_seed(seed, 1, Stream::Setup)};
      const Deck deck = generate_deck(set.code, "Generated", rng);
      INFO(set.code << " " << seed);
      for (const DeckProblem& problem : deck_problems(deck)) UNSCOPED_INFO(problem.message);
      REQUIRE(deck_problems(deck).empty());
      const DeckResult again = parse_deck(write_deck(deck));
      for (const DeckProblem& problem : again.problems) UNSCOPED_INFO(format_problem("", problem));
      REQUIRE(again.deck == deck);
    }
  }
}

TEST_CASE("the icons of Enhance are on cards of the deck, each once, and on none beyond the room of a card", "[deck]") {
  std::map<std::string, int> all;
  for (const Expansion& set : card_sets())
    for (uint64_t seed = 1; seed <= 40; ++seed) {
      SmallRng rng{stream_seed(seed, 1, Stream::Setup)};
      const Deck deck = generate_deck(set.code, "Generated", rng);
      std::map<std::string, int> wanted, found;
      for (const DeckCard& card : deck.cards) {
        const CardFacts& facts = CardTable::instance().cards()[static_cast<size_t>(card.card)];
        for (const std::string& icon : facts.enhance) ++wanted[icon];
        for (const std::string& icon : card.bonus_icons) ++found[icon];
        CHECK(facts.amber + static_cast<int>(card.bonus_icons.size()) <= 5);
        CHECK((facts.half != Half::Second || card.bonus_icons.empty()));
        for (const std::string& icon : card.bonus_icons) CHECK(house_from_name(icon) != card.house);
      }
      INFO(set.code << " " << seed);
      CHECK(found == wanted);
      for (const auto& [icon, count] : found) all[icon] += count;
    }
  for (const char* icon : {"amber", "capture", "damage", "draw", "discard", "power", "skyborn"}) CHECK(all[icon] > 0);
}

// The houses of Menagerie with token creatures are those of Winds of Exchange.
TEST_CASE("a deck of a set with token creatures has one of its own houses", "[deck]") {
  const auto cards = CardTable::instance().cards();
  constexpr House kWithTokens[] = {House::Brobnar, House::Ekwidon,      House::Mars,        House::Sanctum,
                                   House::Saurian, House::StarAlliance, House::Unfathomable};
  int with = 0, without = 0;
  for (const Expansion& set : card_sets())
    for (uint64_t seed = 1; seed <= 50; ++seed) {
      SmallRng rng{seed};
      const Deck deck = generate_deck(set.code, "x", rng);
      INFO(set.code << " " << seed);
      const bool any = set.code == "WoE" || set.code == "ToC" ||
                       (set.code == "MG24" && std::ranges::find_first_of(deck.houses, kWithTokens) != deck.houses.end());
      REQUIRE((deck.token >= 0) == any);
      ++(any ? with : without);
      if (!any) continue;
      const CardFacts& token = cards[static_cast<size_t>(deck.token)];
      CHECK(token.type == CardType::TokenCreature);
      CHECK(std::ranges::find(deck.houses, find_printing(token, set.code)->house) != deck.houses.end());
    }
  CHECK(with > 100);
  CHECK(without > 100);
}

TEST_CASE(
    "only decks of Crucible Clash have an archon power, of Prophetic Visions four sides of prophecies, of Dark Tidings a tide",
    "[deck]") {
  for (const Expansion& set : card_sets())
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      SmallRng rng{seed};
      const Deck deck = generate_deck(set.code, "Generated", rng);
      INFO(set.code << " " << seed);
      CHECK(deck.tide == (deck.set == "DT"));
      CHECK((deck.archon_power >= 0) == (deck.set == "CC"));
      CHECK(std::set<int>(deck.prophecies.begin(), deck.prophecies.end()).size() == (deck.set == "PV" ? 4 : 0));
    }
}

TEST_CASE("equal seeds give equal decks", "[deck]") {
  SmallRng a{7}, b{7}, c{8};
  const Deck deck = generate_deck("CotA", "x", a);
  CHECK(generate_deck("CotA", "x", b) == deck);
  CHECK_FALSE(generate_deck("CotA", "x", c) == deck);
}

// The figures of 28 real decks: 24.7 commons, 7.7 uncommons, 3.6 others a deck; all houses equally often.
TEST_CASE("generated decks have the rarities of real ones", "[deck][slow]") {
  constexpr int kDecks = 3000;
  std::map<Rarity, int> rarities;
  std::map<House, int> houses;
  SmallRng rng{1};
  for (int i = 0; i < kDecks; ++i) {
    const Deck deck = generate_deck("CotA", "x", rng);
    for (const House house : deck.houses) ++houses[house];
    for (const DeckCard& card : deck.cards) {
      ++rarities[find_printing(CardTable::instance().cards()[static_cast<size_t>(card.card)], "CotA")->rarity];
    }
  }
  CHECK(rarities[Rarity::Common] / double(kDecks) == Approx(24.7).margin(0.6));
  CHECK(rarities[Rarity::Uncommon] / double(kDecks) == Approx(7.5).margin(0.6));
  CHECK(houses.size() == 7);
  for (const auto& [house, count] : houses) CHECK(share(houses, house, kDecks) == Approx(3.0 / 7).margin(0.03));
}

TEST_CASE("some cards come together", "[deck][slow]") {
  const int pestilence = CardTable::instance().find_id("horseman-of-pestilence"),
            war = CardTable::instance().find_id("horseman-of-war");
  SmallRng rng{3};
  int seen = 0;
  for (int i = 0; i < 2000; ++i) {
    const Deck deck = generate_deck("CotA", "x", rng);
    CHECK(std::ranges::count(deck.cards, pestilence, &DeckCard::card) == std::ranges::count(deck.cards, war, &DeckCard::card));
    seen += std::ranges::find(deck.cards, war, &DeckCard::card) != deck.cards.end();
  }
  CHECK(seen > 0);
}

// Masters 1 to 3 are faces of one rare; a Timetraveller with its Help from Future Self is met twice as often as a rare.
TEST_CASE("groups that are printed together are drawn as often as such groups are", "[deck][slow]") {
  constexpr int kDecks = 12000;
  const auto cards = CardTable::instance().cards();
  const auto is_rare = [&](const DeckCard& card) {
    const Rarity rarity = find_printing(cards[static_cast<size_t>(card.card)], "CotA")->rarity;
    return rarity == Rarity::Rare && !card.maverick;
  };
  const int traveller = CardTable::instance().find_id("timetraveller");
  std::map<House, int> rares;
  int masters = 0, travellers = 0;
  SmallRng rng{4};
  for (int i = 0; i < kDecks; ++i) {
    for (const DeckCard& card : generate_deck("CotA", "x", rng).cards) {
      const bool master = cards[static_cast<size_t>(card.card)].id.starts_with("master-of-");
      masters += master;
      travellers += card.card == traveller;
      if (is_rare(card) && !master && card.card != traveller) ++rares[card.house];
    }
  }
  // 19 other rares in each of the two houses. Some 300 masters and 700 groups: standard errors of 6 % and 5 %.
  CHECK(masters / (rares[House::Dis] / 19.0) == Approx(1).margin(0.2));
  CHECK(travellers / (rares[House::Logos] / 19.0) == Approx(2).margin(0.3));
}

// In Menagerie the six mutants of Logos are faces of one common. Some 600 of them: a standard error of 4 %.
TEST_CASE("the mutants of a house of Menagerie share a place", "[deck][slow]") {
  const auto cards = CardTable::instance().cards();
  int mutants = 0, commons = 0;
  SmallRng rng{9};
  for (int i = 0; i < 4000; ++i) {
    for (const DeckCard& card : generate_deck("MG24", "x", rng).cards) {
      const CardFacts& each = cards[static_cast<size_t>(card.card)];
      if (card.house != House::Logos || card.maverick || card.legacy) continue;
      const Rarity rarity = find_printing(each, "MG24")->rarity;
      commons += rarity == Rarity::Common;
      mutants += rarity == Rarity::Special && each.id.ends_with("-bot");
    }
  }
  CHECK(mutants / (commons / 15.0) == Approx(1).margin(0.2));
}

TEST_CASE("a Niffle Queen brings two Niffle Apes, Faygin two Urchins", "[deck][slow]") {
  const auto id = [](std::string_view text) { return CardTable::instance().find_id(text); };
  SmallRng rng{5};
  int queens = 0, faygins = 0;
  for (int i = 0; i < 3000; ++i) {
    const Deck deck = generate_deck("CotA", "x", rng);
    const auto copies = [&](std::string_view text) { return std::ranges::count(deck.cards, id(text), &DeckCard::card); };
    CHECK(copies("niffle-ape") >= 2 * copies("niffle-queen"));
    CHECK(copies("urchin") >= 2 * copies("faygin"));
    queens += copies("niffle-queen") > 0;
    faygins += copies("faygin") > 0;
  }
  CHECK(queens > 0);
  CHECK(faygins > 0);
}

TEST_CASE("one card of 600 is a maverick, and decks with mavericks are legal", "[deck][slow]") {
  constexpr int kDecks = 6000;
  SmallRng rng{6};
  int mavericks = 0;
  for (int i = 0; i < kDecks; ++i) {
    const Deck deck = generate_deck("CotA", "x", rng);
    const auto here = std::ranges::count(deck.cards, true, &DeckCard::maverick);
    mavericks += static_cast<int>(here);
    if (here == 0) continue;
    CHECK(deck_problems(deck).empty());
    CHECK(parse_deck(write_deck(deck)).deck == deck);
  }
  CHECK(mavericks == Approx(kDecks * kDeckCards / 600.0).margin(80));  // 360, standard deviation 19; groups cost a few
}

// One card of 300 in five of the seven houses and one of 600 in all, which is 309 and 216 cards in 3,600 decks (standard
// deviations 18 and 15); those that would not come alone cost a few.
TEST_CASE("decks of Worlds Collide have legacy cards and anomalies, rarely", "[deck][slow]") {
  constexpr int kDecks = 3600;
  const auto cards = CardTable::instance().cards();
  SmallRng rng{7};
  int legacies = 0, anomalies = 0;
  std::map<House, int> houses;
  for (int i = 0; i < kDecks; ++i) {
    const Deck deck = generate_deck("WC", "x", rng);
    for (const DeckCard& card : deck.cards) {
      const Printing* printing = find_printing(cards[static_cast<size_t>(card.card)], "WC");
      CHECK(card.legacy == (printing == nullptr));
      CHECK(card.anomaly == (printing != nullptr && printing->house == House::None));
      legacies += card.legacy;
      anomalies += card.anomaly;
      if (card.anomaly) ++houses[card.house];
    }
  }
  CHECK(legacies == Approx(300).margin(70));
  CHECK(anomalies == Approx(216).margin(60));
  CHECK(houses.size() == 7);
}

TEST_CASE("sets before the first anomalies have none, the first set no legacy cards", "[deck]") {
  SmallRng rng{8};
  for (int i = 0; i < 300; ++i) {
    for (const char* set : {"CotA", "AoA"}) {
      const Deck deck = generate_deck(set, "x", rng);
      CHECK(std::ranges::count(deck.cards, true, &DeckCard::anomaly) == 0);
      if (deck.set == "CotA") CHECK(std::ranges::count(deck.cards, true, &DeckCard::legacy) == 0);
    }
  }
}

// Each of the 16 commons, 16 uncommons and 20 rares of a house may have several faces, which share its place.
TEST_CASE("faces of one card of Worlds Collide, and what comes with them", "[deck][slow]") {
  SmallRng rng{9};
  int banes = 0, brews = 0, uncommons = 0, commons = 0;
  for (int i = 0; i < 4000; ++i) {
    const Deck deck = generate_deck("WC", "x", rng);
    const auto copies = [&](std::string_view name) {
      return std::ranges::count_if(
          deck.cards, [&](const DeckCard& card) { return card.card == CardTable::instance().find_id(name) && !card.maverick; });
    };
    for (const DeckCard& card : deck.cards) {
      const std::string& id = CardTable::instance().cards()[static_cast<size_t>(card.card)].id;
      if (card.maverick) continue;
      banes += id.ends_with("s--bane");
      brews += id.ends_with("-s-brew");
      uncommons += id == "soulkeeper" || id == "poltergeist";
      commons += id == "narp" || id == "shorty";
    }
    CHECK(copies("mega-narp") == copies("narp-s-brew"));
    CHECK(copies("mega-ganger-chieftain") == copies("chieftain-s-brew"));
    CHECK(copies("commander-chan") >= copies("chan-s-blaster"));
    CHECK(copies("subtle-chain") >= copies("chain-gang"));
    CHECK(copies("velum") == copies("hyde"));
    CHECK(copies("ortannu-s-binding") == 2 * copies("ortannu-the-chained"));
    CHECK(copies("war-grumpus") >= copies("grumpus-tamer"));
  }
  CHECK(banes / (uncommons / 2.0) == Approx(2).margin(0.4));  // some 550 and 550 cards: standard error 6 %
  CHECK(brews / (commons / 2.0) == Approx(1).margin(0.15));
}
