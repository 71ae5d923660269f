// Values of cards: who plays whom, shares by hand, and games whose results are drawn from known effects.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "engine/deck/generate.h"
#include "sim/values/card_values.h"
#include "tests/approx.h"

using namespace archon;

namespace {

std::vector<PairedGame> draw_pairs(int decks, int64_t games, uint64_t seed) {
  PairDraw draw(decks, seed);
  std::vector<PairedGame> pairs;
  for (int64_t game = 0; game < games; ++game) pairs.push_back(draw(game));
  return pairs;
}

int card(std::string_view id) { return CardTable::instance().find_id(id); }

// 12 cards of each house; what the cards are matters only where it says.
Deck deck_of(const std::array<House, 3>& houses, const std::array<std::string_view, 3>& cards) {
  Deck deck;
  deck.set = "CotA";
  deck.houses = houses;
  for (size_t house = 0; house < 3; ++house)
    for (int i = 0; i < kCardsPerHouse; ++i) {
      DeckCard& each = deck.cards.emplace_back();
      each.card = card(cards[house]);
      each.house = houses[house];
    }
  return deck;
}

const CardValue& value_of(const Values& values, std::string_view id) {
  return *std::ranges::find(values.cards, card(id), &CardValue::card);
}

int copies(const Deck& deck, std::string_view id) {
  return static_cast<int>(std::ranges::count(deck.cards, card(id), &DeckCard::card));
}

}  // namespace

TEST_CASE("pairs of decks: all play equally often, go first in every other game, and meet many others") {
  for (const int decks : {10, 40}) {
    const std::vector<PairedGame> pairs = draw_pairs(decks, decks / 2 * 20, 3);
    REQUIRE(std::ssize(pairs) == decks / 2 * 20);
    std::vector<int> first(static_cast<size_t>(decks)), all(first);
    std::vector<std::set<uint32_t>> opponents(first.size());
    for (const PairedGame& pair : pairs) {
      REQUIRE(pair.first != pair.second);
      ++first[pair.first];
      ++all[pair.first];
      ++all[pair.second];
      opponents[pair.first].insert(pair.second);
      opponents[pair.second].insert(pair.first);
    }
    for (size_t i = 0; i < first.size(); ++i) {
      CHECK(all[i] == 20);
      CHECK(first[i] == 10);
      CHECK(std::ssize(opponents[i]) >= (decks == 10 ? 6 : 10));
    }
  }
}

TEST_CASE("pairs of decks: an odd one rests for a round, games end in the middle of a round, another seed is another draw") {
  std::vector<int> all(7);
  const std::vector<PairedGame> pairs = draw_pairs(7, 1000, 3);
  for (const PairedGame& pair : pairs) {
    ++all[pair.first];
    ++all[pair.second];
  }
  CHECK(pairs.size() == 1000);
  for (const int games : all) CHECK(games == Approx(2000 / 7.).epsilon(0.12));
  const auto same = [](const PairedGame& a, const PairedGame& b) { return a.first == b.first && a.second == b.second; };
  CHECK(std::ranges::equal(pairs, draw_pairs(7, 1000, 3), same));
  CHECK_FALSE(std::ranges::equal(pairs, draw_pairs(7, 1000, 4), same));
}

TEST_CASE("games between generated decks are the same for any number of threads") {
  const ValueSpec spec{.set = "AoA", .decks = 30, .games = 120, .agent = "random", .seed = 5, .rules = {}};
  const ValueGames one = play_value_games(spec, value_decks(spec, 1), 1), two = play_value_games(spec, value_decks(spec, 2), 2);
  CHECK(one.decks == two.decks);
  SmallRng rng{stream_seed(5, 30, Stream::Setup)};
  CHECK(one.decks.back().cards == generate_deck("AoA", "", rng).cards);
  REQUIRE(one.games.size() == two.games.size());
  int first_won = 0;
  for (size_t i = 0; i < one.games.size(); ++i) {
    CHECK(one.games[i].first_won == two.games[i].first_won);
    first_won += one.games[i].first_won ? 1 : 0;
  }
  CHECK(one.counts.total().games == 120);
  CHECK(one.counts.total().wins[0] == first_won);
  CHECK(one.counts.total().decided() == std::ssize(one.games));
}

TEST_CASE("shares: a deck counts once, and the error is that of decks") {
  using enum House;
  ValueGames games;
  games.decks = {deck_of({Brobnar, Dis, Logos}, {"troll", "dust-imp", "mother"}),
                 deck_of({Brobnar, Dis, Logos}, {"bumpsy", "dust-imp", "mother"}),
                 deck_of({Brobnar, Dis, Mars}, {"troll", "charette", "tunk"})};
  games.decks[0].cards[0].card = card("bumpsy");
  // Deck 0 wins 3 of 4, deck 1 wins 1 of 4, deck 2 wins 1 of 2.
  games.games = {{0, 1, true}, {0, 1, true}, {1, 0, false}, {1, 2, true}, {2, 0, true}};
  const Values values = estimate_values(games);
  const Share troll = value_of(values, "troll").share;
  CHECK(troll.decks == 2);
  CHECK(troll.games == 6);
  CHECK(troll.wins == 4);
  CHECK(troll.win_rate == near(400 / 6., 1e-9));
  // Residuals 3 - 4 x 2/3 and 1 - 2 x 2/3: 2 x 2 x (1/3)^2 x decks / (decks - 1), its root by the games.
  CHECK(troll.error == near(100 * std::sqrt(2 * 2 / 9.) / 6, 1e-9));
  const Share bumpsy = value_of(values, "bumpsy").share;
  CHECK(bumpsy.decks == 2);
  CHECK(bumpsy.win_rate == near(50, 1e-9));
  CHECK(value_of(values, "troll").house == Brobnar);
  CHECK(value_of(values, "troll").within_house == near((400 / 6. - 50) / 2, 1e-9));
  CHECK(value_of(values, "bumpsy").within_house == near(-(400 / 6. - 50) / 2, 1e-9));
  // One deck alone says nothing about the decks that have it.
  CHECK(value_of(values, "tunk").share.games == 2);
  CHECK(value_of(values, "tunk").share.error == 50);
  REQUIRE(values.trios.size() == 2);
  CHECK(values.trios[0].houses == std::array{Brobnar, Dis, Logos});
  CHECK(values.trios[0].share.games == 8);
  CHECK(values.trios[0].share.wins == 4);
  CHECK(values.houses.size() == 4);
}

TEST_CASE("values: results that are drawn from known effects give them back", "[slow]") {
  constexpr double kHouse = 0.4, kCopy = 0.3, kCreature = 0.08, kFirst = 0.2;  // logits
  ValueGames games;
  games.decks = value_decks({.set = "CotA", .decks = 3000, .games = 0, .agent = "random", .seed = 2, .rules = {}});
  games.games = draw_pairs(3000, 60'000, 2);
  SmallRng rng{9};
  for (const bool creatures : {false, true}) {
    std::vector<double> strengths;
    for (const Deck& deck : games.decks) {
      double strength = std::ranges::count(deck.houses, House::Shadows) > 0 ? kHouse : 0;
      strength += kCopy * copies(deck, "dust-pixie") - kCopy * copies(deck, "wardrummer");
      if (creatures)
        strength += kCreature * static_cast<double>(std::ranges::count_if(deck.cards, [](const DeckCard& each) {
                      return CardTable::instance().cards()[static_cast<size_t>(each.card)].type == CardType::Creature;
                    }));
      strengths.push_back(strength);
    }
    for (PairedGame& game : games.games)
      game.first_won = rng.uniform() < 1 / (1 + std::exp(strengths[game.second] - strengths[game.first] - kFirst));
    const Values values = estimate_values(games);
    CHECK(values.first.value == near(25 * kFirst, 4 * values.first.error));
    if (creatures) {
      CHECK(values.creature.value == near(25 * kCreature, 4 * values.creature.error));
      CHECK(values.creature.error < 0.25 * values.creature.value);
      continue;
    }
    CHECK(values.creature.value == near(0, 4 * values.creature.error));
    // Two effects among many that are none are pulled towards these more than two of a normal distribution would be.
    for (const auto& [id, effect] : {std::pair("dust-pixie", kCopy), std::pair("wardrummer", -kCopy)}) {
      const CardValue& each = value_of(values, id);
      CHECK(each.copy.value == near(25 * effect, 4 * each.copy.error + 0.2 * 25 * kCopy));
      CHECK(std::abs(each.copy.value) > 8 * each.copy.error);
      CHECK(each.within_house * effect > 0);
    }
    const auto shadows = std::ranges::find(values.houses, House::Shadows, &HouseValue::house);
    // Less the mean of the seven houses; the cards above are of other houses, about one copy in such a deck.
    CHECK(shadows->effect.value == near(25 * kHouse * 6 / 7, 4 * shadows->effect.error));
    CHECK(values.trios.size() == 35);
    CHECK(values.spread < 2);
  }
}
