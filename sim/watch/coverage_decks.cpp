#include "sim/watch/coverage_decks.h"

#include <algorithm>
#include <iterator>

#include "engine/core/random.h"
#include "engine/deck/known_sets.h"

namespace archon {
namespace {

// Draws without replacement; an empty bag is filled and shuffled again, so that hardly a card is drawn twice more than another.
class Bag {
 public:
  explicit Bag(House house) : house_(house) {}

  House house() const { return house_; }
  int draws() const { return draws_; }
  bool empty() const { return cards_.empty(); }
  void add(int card) { cards_.push_back(card); }

  int draw(SmallRng& rng) {
    if (left_ == 0) left_ = cards_.size();
    std::swap(cards_[rng.below(static_cast<uint32_t>(left_))], cards_[left_ - 1]);
    ++draws_;
    return cards_[--left_];
  }
  // The same of the cards that fit; some card of the bag must. When none of those left does, the bag is filled again early.
  template <class Fits>
  int draw_fitting(SmallRng& rng, Fits fits) {
    if (std::none_of(cards_.begin(), cards_.begin() + static_cast<std::ptrdiff_t>(left_), fits)) left_ = 0;
    for (;;) {
      const int card = draw(rng);
      if (fits(card)) return card;
      put_back();
    }
  }

 private:
  // The card that was drawn last.
  void put_back() {
    ++left_;
    --draws_;
  }

  House house_;
  std::vector<int> cards_;
  size_t left_ = 0;  // the first so many are in the bag
  int draws_ = 0;
};

void add_to_bags(std::vector<Bag>& bags, House house, int card) {
  auto bag = std::ranges::find(bags, house, &Bag::house);
  if (bag == bags.end()) bag = bags.emplace(bags.end(), house);
  bag->add(card);
}

// A bag for each house of the set. Cards that belong to any house (anomalies) are in none.
std::vector<Bag> bags_of(std::string_view set) {
  std::vector<Bag> bags;
  const auto cards = CardTable::instance().cards();
  for (size_t i = 0; i < cards.size(); ++i) {
    const int card = static_cast<int>(i);
    if (cards[i].type > CardType::Upgrade || cards[i].half == Half::Second) continue;
    HouseMask houses = 0;
    for (const Printing& printing : cards[i].printings)
      if (printing.set == set && printing.house != House::None)
        houses = static_cast<HouseMask>(houses | 1u << static_cast<int>(printing.house));
    for (int house = 0; house < kHouses; ++house)
      if (houses >> house & 1) add_to_bags(bags, static_cast<House>(house), card);
  }
  std::ranges::sort(bags, {}, &Bag::house);
  return bags;
}

// The cards of the set of a type that comes besides the 36 of a deck.
Bag besides_of(std::string_view set, CardType type) {
  Bag bag(House::None);
  const auto cards = CardTable::instance().cards();
  for (size_t i = 0; i < cards.size(); ++i)
    if (cards[i].type == type && find_printing(cards[i], set)) bag.add(static_cast<int>(i));
  return bag;
}

// The anomalies of the set, which belong to whatever house.
Bag anomalies_of(std::string_view set) {
  Bag bag(House::None);
  const auto cards = CardTable::instance().cards();
  for (size_t i = 0; i < cards.size(); ++i) {
    const Printing* printing = find_printing(cards[i], set);
    const bool anomaly = printing && printing->house == House::None && cards[i].type <= CardType::Upgrade && !cards[i].boss;
    if (anomaly) bag.add(static_cast<int>(i));
  }
  return bag;
}

// So many cards of a house; of a gigantic creature both halves.
void add_house(Deck& deck, Bag& bag, int count, SmallRng& rng) {
  const CardTable& table = CardTable::instance();
  const auto gigantic = [&](int card) { return table.cards()[static_cast<size_t>(card)].half == Half::First; };
  for (int free = count; free > 0;) {
    DeckCard card;
    card.house = bag.house();
    card.card = bag.draw_fitting(rng, [&](int drawn) { return free > 1 || !gigantic(drawn); });
    const CardFacts& facts = table.cards()[static_cast<size_t>(card.card)];
    deck.cards.push_back(card);
    --free;
    if (facts.half != Half::First) continue;
    card.card = table.find_id(facts.id + "2");
    deck.cards.push_back(card);
    --free;
  }
}

// Four sides of prophecies, no two alike.
void add_prophecies(Deck& deck, Bag& bag, SmallRng& rng) {
  const auto other = [&](int side) { return std::ranges::find(deck.prophecies, side) == deck.prophecies.end(); };
  while (deck.prophecies.size() < kDeckProphecies) deck.prophecies.push_back(bag.draw_fitting(rng, other));
}

// Decks of every set in turn, shuffled so that neighbors are of any two sets.
std::vector<Deck> decks_of_all_sets(int count, uint64_t seed, const RulesProfile& rules) {
  std::vector<std::vector<Deck>> by_set;
  const auto known = [&](const Expansion& set) { return knows_set(rules, set.code); };
  const int sets = static_cast<int>(std::ranges::count_if(unpooled_sets(), known));
  for (const Expansion& set : unpooled_sets()) {
    if (!known(set)) continue;
    const int before = static_cast<int>(by_set.size());
    by_set.push_back(coverage_decks(set.code, (count + sets - 1 - before) / sets, seed));
  }
  std::vector<Deck> decks;
  for (std::vector<Deck>& of_set : by_set) std::ranges::move(of_set, std::back_inserter(decks));
  SmallRng rng{stream_seed(seed, ~uint64_t{0}, Stream::Chance)};
  shuffle(decks, rng);
  return decks;
}

// The bags that were drawn from least come first, in random order among equals.
void put_rarest_first(std::vector<Bag>& bags, SmallRng& rng) {
  shuffle(bags, rng);
  std::ranges::stable_sort(bags, {}, &Bag::draws);
}

}  // namespace

std::vector<Deck> coverage_decks(std::string_view set, int count, uint64_t seed, const RulesProfile& rules) {
  if (set == kAllSets) return decks_of_all_sets(count, seed, rules);
  const Expansion* expansion = find_set(set);
  if (expansion == nullptr) return {};
  std::vector<Bag> bags = bags_of(expansion->code);
  if (bags.size() < kDeckHouses) return {};
  Bag tokens = besides_of(expansion->code, CardType::TokenCreature);
  Bag powers = besides_of(expansion->code, CardType::ArchonPower);
  Bag prophecies = besides_of(expansion->code, CardType::Prophecy);
  Bag anomalies = anomalies_of(expansion->code);
  // A stream of the run that no game has.
  SmallRng rng{stream_seed(seed, ~uint64_t{0}, Stream::Setup)};
  std::vector<Deck> decks;
  for (int number = 1; number <= count; ++number) {
    Deck deck;
    deck.set = expansion->code;
    deck.name = "Generated " + deck.set + " " + std::to_string(number);
    put_rarest_first(bags, rng);
    std::ranges::sort(bags.begin(), bags.begin() + kDeckHouses, {}, &Bag::house);
    for (size_t i = 0; i < kDeckHouses; ++i) {
      deck.houses[i] = bags[i].house();
      const bool one_less = i == 0 && !anomalies.empty();
      add_house(deck, bags[i], kCardsPerHouse - one_less, rng);
      if (!one_less) continue;
      DeckCard anomaly;
      anomaly.card = anomalies.draw(rng);
      anomaly.house = bags[i].house();
      anomaly.anomaly = true;
      deck.cards.push_back(anomaly);
    }
    if (!tokens.empty()) deck.token = tokens.draw(rng);
    if (!powers.empty()) deck.archon_power = powers.draw(rng);
    if (!prophecies.empty()) add_prophecies(deck, prophecies, rng);
    sort_cards(deck);
    decks.push_back(std::move(deck));
  }
  return decks;
}

std::string generated_file_name(const Deck& deck) {
  std::string name = fold_name(deck.name);
  std::ranges::replace(name, ' ', '-');
  return name + ".deck";
}

}  // namespace archon
