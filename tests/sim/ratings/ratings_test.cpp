// Ratings without games: parts of decks, the text of a model, sums by hand, and the comparison with simulated ratings.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>

#include "engine/core/random.h"
#include "engine/deck/generate.h"
#include "sim/ratings/rating_check.h"
#include "sim/ratings/rating_fit.h"
#include "sim/stats/distributions.h"
#include "tests/approx.h"

using namespace archon;

namespace {

uint16_t card(std::string_view id) { return static_cast<uint16_t>(CardTable::instance().find_id(id)); }

Deck generated(const std::string& set, uint64_t number) {
  SmallRng rng{stream_seed(7, number, Stream::Setup)};
  return generate_deck(set, "Deck " + std::to_string(number), rng);
}

float amount_of(const std::vector<PartAmount>& parts, const PartKey& key) {
  const auto found = std::ranges::find(parts, key, &PartAmount::key);
  return found == parts.end() ? 0 : found->amount;
}

RatingModel small_model() {
  RatingModel model{.parts = {}, .scales = std::vector<RatingScale>(card_sets().size()), .unexplained = 0.3};
  model.scales[0] = {.mean = 0.1, .spread = 0.4};
  model.scales[1] = {.mean = -0.1, .spread = 0.4};
  model.parts = {{{PartKind::Card, 0, card("troll")}, 0.2, 0.05},
                 {{PartKind::Card, kAnySet, card("troll")}, -0.5, 0.07},
                 {{PartKind::Card, kAnySet, card("dust-imp")}, 0.04, 0.01},
                 {{PartKind::Again, kAnySet, card("dust-imp")}, -0.01, 0}};
  std::ranges::sort(model.parts, {}, &PartValue::key);
  return model;
}

// A troll and three dust imps; the others are worth nothing in that model.
Deck small_deck(const std::string& set) {
  Deck deck;
  deck.set = set;
  deck.houses = {House::Brobnar, House::Dis, House::Logos};
  for (const auto& [id, house, copies] : {std::tuple("troll", House::Brobnar, 1),
                                          {"bumpsy", House::Brobnar, 11},
                                          {"dust-imp", House::Dis, 3},
                                          {"charette", House::Dis, 9},
                                          {"mother", House::Logos, 12}})
    for (int i = 0; i < copies; ++i) {
      DeckCard& each = deck.cards.emplace_back();
      each.card = card(id);
      each.house = house;
    }
  return deck;
}

}  // namespace

TEST_CASE("ratings: a deck's parts are its set, houses, cards, further copies, icons that are not printed and shapes") {
  Deck deck = small_deck("CotA");
  deck.cards[0].bonus_icons = {"amber", "draw", "amber"};
  deck.token = card("grunt");
  const std::vector<PartAmount> parts = deck_parts(deck);
  CHECK(amount_of(parts, {PartKind::Set, 0}) == 1);
  CHECK(amount_of(parts, {PartKind::House, 0, static_cast<uint16_t>(House::Dis)}) == 1);
  CHECK(amount_of(parts, {PartKind::House, 0, static_cast<uint16_t>(House::Mars)}) == 0);
  CHECK(amount_of(parts, {PartKind::Card, 0, card("dust-imp")}) == 3);
  CHECK(amount_of(parts, {PartKind::Again, kAnySet, card("dust-imp")}) == 2);
  CHECK(amount_of(parts, {PartKind::Again, kAnySet, card("troll")}) == 0);
  CHECK(amount_of(parts, {PartKind::Card, 0, card("grunt")}) == 1);
  CHECK(amount_of(parts, {PartKind::Icon, kAnySet, static_cast<uint16_t>(Icon::Amber)}) == 2);
  CHECK(amount_of(parts, {PartKind::Icon, kAnySet, static_cast<uint16_t>(Icon::Draw)}) == 1);
  CHECK(std::ranges::is_sorted(parts, {}, &PartAmount::key));
}

TEST_CASE("ratings: parts have names that are read again") {
  for (const char* set : {"WC", "MM", "WoE", "PV", "CC"})
    for (const PartAmount& each : deck_parts(generated(set, 3))) {
      INFO(part_name(each.key));
      CHECK(find_part(part_name(each.key)) == each.key);
    }
  CHECK(part_name({PartKind::Again, kAnySet, card("dust-imp")}) == "again dust-imp any");
  for (const char* wrong : {"", "card", "card troll", "card trool CotA", "card troll Cota1", "card troll CotA x",
                            "house troll any", "icon gold any", "shape size amber any", "crad troll any"}) {
    INFO(wrong);
    CHECK_FALSE(find_part(wrong));
  }
}

TEST_CASE("ratings: strength and error are sums over parts, in the set of the deck where it has a value of its own") {
  const RatingModel model = small_model();
  const DeckRating rating = rate_deck(model, small_deck("CotA"));
  CHECK(rating.strength == near(0.2 + 3 * 0.04 - 2 * 0.01, 1e-6));
  CHECK(rating.error == near(std::sqrt(0.3 * 0.3 + 0.05 * 0.05 + 9 * 0.01 * 0.01), 1e-6));
  CHECK(rating.elo() == near(400 / std::log(10) * 0.2, 1e-6));
  CHECK(rating.win_rate() == near(1 / (1 + std::exp(-0.2)), 1e-6));
  CHECK(rating.percentile() == near(0.691462, 1e-5));  // of the normal distribution, half a spread above its mean
  CHECK(rating.win_rate(-1.96) < rating.win_rate());
  CHECK(rating.elo(1.96) - rating.elo() == near(400 / std::log(10) * 1.96 * rating.error, 1e-6));
  CHECK(rating.rating() == near(1500 + 400 / std::log(10) * rating.strength, 1e-6));
  CHECK(rating.overall_win_rate() == near(1 / (1 + std::exp(-rating.strength)), 1e-6));  // against a deck of 1,500
  CHECK(rating.rating(1.96) - rating.rating() == near(400 / std::log(10) * 1.96 * rating.error, 1e-6));
  CHECK(rating.overall_win_rate(-1.96) == near(1 / (1 + std::exp(1.96 * rating.error - rating.strength)), 1e-6));
  CHECK(rate_deck(model, small_deck("AoA")).strength == near(-0.5 + 3 * 0.04 - 2 * 0.01, 1e-6));
  const DeckRating mixed = rate_deck(model, small_deck(std::string(kMixedSet)));
  CHECK(mixed.scale.mean == near(0, 1e-9));
  CHECK(mixed.scale.spread > 0);
}

TEST_CASE("ratings: a model is read as it was written, and damage is named with its line") {
  const std::string text = rating_text(small_model(), {"made by hand"});
  std::string problem;
  const std::optional<RatingModel> read = parse_ratings(text, problem);
  REQUIRE(read);
  CHECK(rating_text(*read, {"made by hand"}) == text);
  CHECK(rating_comments(text) == std::vector<std::string>{"made by hand"});
  const auto damaged = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    const size_t at = other.find(from);
    REQUIRE(at != std::string::npos);
    other.replace(at, from.size(), to);
    problem.clear();
    CHECK_FALSE(parse_ratings(other, problem));
    return problem;
  };
  // A comment and four lines before the scales of the sets, then the parts.
  const std::string first_part = "line " + std::to_string(6 + card_sets().size()) + ": ";
  CHECK(damaged("ratings 1", "ratings 2").starts_with("line 1: expected 'archon-ratings 1'"));
  CHECK(damaged("unexplained", "explained").starts_with("line 3: expected 'unexplained'"));
  CHECK(damaged("scale AoA", "scale WC").starts_with("line 8: expected the scale of another set"));
  CHECK(damaged("scale AoA", "scale AoB").starts_with("line 7: expected the scale of another set"));
  CHECK(damaged("card troll CotA 0.2000", "card troll CotA 0.2x").starts_with(first_part + "expected a name and 2 numbers"));
  CHECK(damaged("card troll CotA", "card trool CotA").starts_with(first_part + "expected a part of decks"));
  CHECK(damaged("0.2000 0.0500", "0.2000 -0.0500").starts_with(first_part + "expected an error or a spread of at least 0"));
  CHECK(damaged("0.2000 0.0500", "nan 0.0500").starts_with(first_part + "expected a name and 2 numbers"));
  CHECK(damaged("card troll any", "card troll CotA").find("expected parts in rising order") != std::string::npos);
  CHECK(damaged(text.substr(text.find("scale DM")), "").starts_with("line 18: expected parts of decks"));
}

TEST_CASE("ratings: a set that is newer than the model has the scale of all") {
  std::string text = rating_text(small_model(), {}), problem;
  const size_t at = text.find("scale AoA ");
  text.erase(at, text.find('\n', at) + 1 - at);
  const std::optional<RatingModel> read = parse_ratings(text, problem);
  REQUIRE(read);
  CHECK(read->scales[0].mean == near(0.1, 1e-9));
  CHECK_FALSE(read->scales[1].known());
  const RatingScale scale = rate_deck(*read, small_deck("AoA")).scale;
  CHECK(scale.mean == near(0.1, 1e-9));
  CHECK(scale.spread == near(0.4, 1e-9));
}

TEST_CASE("ratings: the values of the program know every card that decks can have") {
  const RatingModel& model = built_in_ratings();
  int cards = 0;
  const auto table = CardTable::instance().cards();
  for (size_t i = 0; i < table.size(); ++i) {
    if (table[i].boss || table[i].half == Half::Second) continue;
    INFO(table[i].id);
    ++cards;
    const PartValue* value = model.find({PartKind::Card, kAnySet, static_cast<uint16_t>(i)});
    REQUIRE(value != nullptr);
    CHECK(value->error > 0);
  }
  CHECK(cards > 2'600);
  CHECK(model.unexplained > 0);
  CHECK(built_in_rating_comments().size() >= 3);
  for (const RatingScale& scale : model.scales) CHECK(scale.spread > 0.1);
}

namespace {

// The same 36 cards under the name of another set, in which some of them are legacy cards; nothing where it has not the houses.
std::optional<Deck> read_as(std::string_view set, Deck deck) {
  deck.set = set;
  for (DeckCard& each : deck.cards) {
    each.legacy = set != kMixedSet && find_printing(facts(each.card), set) == nullptr;
    each.maverick = false;
  }
  return deck_problems(deck).empty() ? std::optional(deck) : std::nullopt;
}

}  // namespace

TEST_CASE("ratings: equal cards have equal ratings whatever set they are read as") {
  int readings = 0;
  for (const Expansion& from : card_sets())
    for (uint64_t number = 0; from.pooled && number < 12; ++number) {
      const Deck deck = generated(std::string(from.code), number);
      const DeckRating rating = rate_deck(built_in_ratings(), deck);
      for (const Expansion& to : card_sets()) {
        const std::optional<Deck> other = read_as(to.code, deck);
        if (!other) continue;
        const DeckRating again = rate_deck(built_in_ratings(), *other);
        INFO(deck.name << " of " << from.code << " read as " << to.code);
        if (to.pooled)
          CHECK(again.strength == near(rating.strength, 1e-9));
        else
          CHECK(std::abs(again.strength - rating.strength) < 1.96 * rating.error);
        ++readings;
      }
      if (const std::optional<Deck> mixed = read_as(kMixedSet, deck))
        CHECK(rate_deck(built_in_ratings(), *mixed).strength == near(rating.strength, 1e-9));
    }
  CHECK(readings > 100);
}

TEST_CASE("ratings: percentiles of pooled sets are among their own generated decks") {
  for (const Expansion& set : card_sets()) {
    if (!set.pooled) continue;
    constexpr int kDecks = 400;
    int below = 0;
    double sum = 0;
    for (uint64_t number = 0; number < kDecks; ++number) {
      const double percentile = rate_deck(built_in_ratings(), generated(std::string(set.code), number)).percentile();
      sum += percentile;
      below += percentile < 0.25;
    }
    INFO(set.code);
    CHECK(sum / kDecks == near(0.5, 0.06));  // four standard errors
    CHECK(below / double{kDecks} == near(0.25, 0.09));
  }
}

TEST_CASE("ratings: what a house is worth in any set is the mean of sets, by their errors") {
  RatingModel model = small_model();
  const auto dis = static_cast<uint16_t>(House::Dis);
  model.parts = {
      {{PartKind::House, 0, dis}, 0.3, 0.1}, {{PartKind::House, 1, dis}, -0.2, 0.2}, {{PartKind::Set, kAnySet}, 1, 0.1}};
  std::ranges::sort(model.parts, {}, &PartValue::key);
  for (int twice = 0; twice < 2; ++twice) pool_houses(model);
  REQUIRE(model.parts.size() == 4);
  const PartValue* any = model.find({PartKind::House, kAnySet, dis});
  REQUIRE(any != nullptr);
  CHECK(any->value == near((0.3 * 100 - 0.2 * 25) / 125, 1e-9));
  CHECK(any->error == near(std::sqrt(1 / 125.0), 1e-9));
  CHECK(model.find({PartKind::House, 0, dis})->value == near(0.3, 1e-9));
}

TEST_CASE("ratings: the fit finds what a card is worth of which decks have one copy", "[slow]") {
  // Decks that differ in one creature; half of these creatures win more games.
  const std::vector<const char*> creatures = {"headhunter", "firespitter", "ganger-chieftain", "smaaash"};  // of power 5
  constexpr uint32_t kDecks = 48;
  const auto strength = [&](uint32_t deck) { return deck % creatures.size() % 2 == 0 ? 0.8 : -0.8; };
  RatedGames field;
  for (uint32_t i = 0; i < kDecks; ++i) {
    Deck& deck = field.decks.emplace_back(small_deck("CotA"));
    deck.cards[0].card = card(creatures[i % creatures.size()]);
  }
  SmallRng rng{5};
  for (int game = 0; game < 6000; ++game) {
    const uint32_t a = rng.below(kDecks), b = (a + 1 + rng.below(kDecks - 1)) % kDecks;
    field.games.push_back({a, b, rng.uniform() < logistic(strength(a) - strength(b))});
  }
  const RatingModel model = fit_ratings(field, {.steps = 6, .samples = 1, .threads = 1}).model;
  for (uint32_t good = 0; good < creatures.size(); good += 2)
    for (uint32_t bad = 1; bad < creatures.size(); bad += 2)
      CHECK(rate_deck(model, field.decks[good]).strength - rate_deck(model, field.decks[bad]).strength > 0.5);
}

TEST_CASE("ratings: a fit to games of a new set adds its values to those that are known, which stay") {
  RatingModel known = small_model();
  known.parts.push_back({{PartKind::Set, kAnySet}, -3, 0});
  known.parts.push_back({{PartKind::Card, kAnySet, card("smaaash")}, 0.9, 0.05});
  std::ranges::sort(known.parts, {}, &PartValue::key);
  RatedGames field;
  for (uint64_t i = 0; i < 40; ++i) field.decks.push_back(generated("WC", i));
  SmallRng rng{5};
  for (int game = 0; game < 2000; ++game) {
    const uint32_t a = rng.below(40), b = (a + 1 + rng.below(39)) % 40;
    field.games.push_back({a, b, rng.uniform() < (a % 2 == 0 ? 0.7 : 0.3)});
  }
  const RatingModel model = fit_ratings(field, {.steps = 3, .samples = 1, .threads = 1}, &known).model;
  for (const PartValue& each : known.parts) {
    INFO(part_name(each.key));
    const PartValue* found = model.find(each.key);
    REQUIRE(found != nullptr);
    CHECK(found->key == each.key);
    CHECK(found->value == each.value);
  }
  const uint8_t wc = set_index("WC");
  CHECK(model.scales[0].mean == known.scales[0].mean);
  CHECK(model.scales[wc].known());
  int of_wc = 0;
  for (const PartValue& each : model.parts) {
    CHECK((each.key.set == kAnySet || each.key.set == wc || known.find(each.key) != nullptr));
    of_wc += each.key.set == wc;
  }
  CHECK(of_wc > 200);
  CHECK(model.find({PartKind::Set, wc})->value == near(-3, 1));
  CHECK(rate_deck(model, field.decks[0]).strength > rate_deck(model, field.decks[1]).strength);
  CHECK(model.unexplained == known.unexplained);
}

TEST_CASE("ratings: the share of the variance explained is right when it is known", "[slow]") {
  // Strengths by a model of three parts, of which the rated model knows all, and something of its own that it does not know.
  RatedGames field;
  for (uint64_t i = 0; i < 400; ++i) field.decks.push_back(generated("CotA", i));
  RatingModel model = small_model();
  model.parts = {{{PartKind::House, 0, static_cast<uint16_t>(House::Brobnar)}, 0.3, 0},
                 {{PartKind::House, 0, static_cast<uint16_t>(House::Mars)}, -0.3, 0},
                 {{PartKind::House, 0, static_cast<uint16_t>(House::Dis)}, 0.3, 0}};
  std::ranges::sort(model.parts, {}, &PartValue::key);
  SmallRng rng{3};
  std::vector<double> known, strengths;
  for (const Deck& deck : field.decks) {
    known.push_back(rate_deck(model, deck).strength);
    // The sum of 12 uniform numbers is nearly normal, with a variance of 1.
    double own = -6;
    for (int i = 0; i < 12; ++i) own += rng.uniform();
    strengths.push_back(known.back() + model.unexplained * own);
  }
  for (int i = 0; i < 40'000; ++i) {
    const uint32_t a = rng.below(400), b = (a + 1 + rng.below(399)) % 400;
    field.games.push_back({a, b, rng.uniform() < 1 / (1 + std::exp(strengths[b] - strengths[a]))});
  }
  double mean = 0, variance = 0;
  for (const double each : known) mean += each / 400;
  for (const double each : known) variance += (each - mean) * (each - mean) / 400;
  const double share = variance / (variance + 0.3 * 0.3);
  const RatingAgreement found = compare_ratings(model, field);
  CHECK(found.corrected == near(share, 0.06));
  CHECK(found.raw < found.corrected);
  CHECK(found.slope == near(1, 0.15));
  CHECK(found.unexplained == near(0.3, 0.04));
  CHECK(found.covered == near(0.95, 0.03));
  for (const RatingDecile& each : rating_deciles(model, {field})) CHECK(each.won == near(each.predicted, 0.03));
  RatingModel steep = model;
  for (PartValue& each : steep.parts) each.value *= 2;
  CHECK(compare_ratings(steep, field).slope == near(0.5, 0.1));
}
