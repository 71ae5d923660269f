// Draws decks by rarity.
#include "engine/deck/generate.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>

#include "engine/core/matchup.h"
#include "engine/core/mutex.h"
#include "engine/deck/deck_words.h"
#include "engine/deck/printed_groups.h"

namespace archon {
namespace {

// Balls of an urn, common and not: each draw puts two balls back for the one taken out, so that decks differ in their commons
// as much as real ones do. Fitted to 28 decks of CotA, as is the share of rares (and all that is neither common nor uncommon)
// in the rest; see results/generated-decks.txt.
struct Urn {
  uint32_t common = 24, rest = 11;
};
constexpr uint32_t kPercentOthers = 32;
constexpr size_t kOthers = 2;
constexpr size_t kLeastPool = 12;  // cards of a house, below which it is no house of the set

// One card of so many is a maverick: 4 of the 2,379 cards of 66 real decks of one set are (95 % interval: one of 230 to one of
// 2,200), which is a maverick in 6 of 100 decks.
constexpr uint32_t kCardsAMaverick = 600;

// And one of so many is a legacy card: 3 of the 828 cards of 23 real decks of AoA, WC, MM, DT and ToC (95 % interval: one of 94
// to one of 1,300).
constexpr uint32_t kCardsALegacy = 300;
// Anomalies are "extremely rare" for the rulebook; one of the 216 cards of six real decks of WC is one. A guess: as mavericks.
constexpr uint32_t kCardsAnAnomaly = 600;
constexpr std::string_view kSetWithAnomalies = "WC";  // later sets reprint some of them; how often is not known

bool comes_with_another(int card) {
  if (is_second_half(facts(card))) return true;
  return std::ranges::any_of(kCompanions, [&](const Companions& each) {
    return each.only_beside && std::ranges::find(each.others, facts(card).id) != each.others.end();
  });
}

uint32_t weight_of(int card) {
  const auto found = std::ranges::find(kShares, facts(card).id, &Share::id);
  return found == kShares.end() ? kUsual : found->weight;
}

const Faces* faces_with(int card, std::string_view set) {
  const std::string& id = facts(card).id;
  const auto found = std::ranges::find_if(
      kFaces, [&](const Faces& each) { return each.set == set && (id.starts_with(each.part) || id.ends_with(each.part)); });
  return found == kFaces.end() ? nullptr : &*found;
}

// Cards of which one is drawn, each as often as its weight says.
class Pool {
 public:
  void add(int card, uint32_t weight) {
    cards_.push_back(card);
    sums_.push_back((sums_.empty() ? 0 : sums_.back()) + weight);
  }
  std::vector<DrawnCard> all() const {
    std::vector<DrawnCard> result;
    for (size_t i = 0; i < cards_.size(); ++i) result.push_back({cards_[i], sums_[i] - (i > 0 ? sums_[i - 1] : 0)});
    return result;
  }
  bool empty() const { return cards_.empty(); }
  size_t size() const { return cards_.size(); }
  int draw(SmallRng& rng) const {
    return cards_[static_cast<size_t>(std::ranges::upper_bound(sums_, rng.below(sums_.back())) - sums_.begin())];
  }

 private:
  std::vector<int> cards_;
  std::vector<uint32_t> sums_;  // of the weights up to each card
};

using Pools = std::array<Pool, 3>;
Pools make_pools(std::string_view set, House house, std::string_view but_of) {
  Pools result;
  const auto cards = CardTable::instance().cards();
  for (int card = 0; card < static_cast<int>(cards.size()); ++card) {
    const auto& printings = facts(card).printings;
    const auto here = std::ranges::find_if(printings, [&](const Printing& p) { return p.set == set && p.house == house; });
    if (here == printings.end() || !played_from_deck(facts(card).type) || comes_with_another(card)) continue;
    if (find_printing(facts(card), but_of) != nullptr) continue;
    const Faces* const faces = faces_with(card, set);
    const size_t rarity = std::min(static_cast<size_t>(here->rarity), kOthers);
    result[faces != nullptr ? faces->rarity : rarity].add(card, faces != nullptr ? faces->weight : weight_of(card));
  }
  return result;
}

// Cards of a house of a set by class of rarity; of House::None, the anomalies. Without those that are in the set `but_of` as
// well. Looked up once: generating a deck asks for all houses of its set.
const Pools& pools(std::string_view set, House house, std::string_view but_of = {}) {
  static Mutex mutex;
  static std::map<std::tuple<std::string, House, std::string>, Pools> known;
  const Lock lock(mutex);
  const auto [found, added] = known.try_emplace({std::string(set), house, std::string(but_of)});
  if (added) found->second = make_pools(set, house, but_of);
  return found->second;
}

std::vector<int> with_companions(int card, std::string_view set) {
  std::vector<int> cards = {card};
  if (const int second = second_half_of(card); second >= 0) cards.push_back(second);
  for (const Companions& each : kCompanions) {
    if (each.id != facts(card).id) continue;
    for (const std::string_view id : each.others) {
      const int other = id.empty() ? -1 : CardTable::instance().find_id(id);
      if (other >= 0 && find_printing(facts(other), set) != nullptr) cards.push_back(other);
    }
  }
  return cards;
}

// 0 common, 1 uncommon, 2 all others.
size_t draw(const Urn& urn, SmallRng& rng) {
  if (rng.below(urn.common + urn.rest) < urn.common) return 0;
  return rng.below(100) < kPercentOthers ? kOthers : 1;
}

DeckCard entry_of(int card, House house) {
  DeckCard entry;
  entry.card = card;
  entry.house = house;
  return entry;
}

// A card of that pool in a deck of that set: one that comes alone. None when there is none.
std::optional<DeckCard> draw_alone(const Pool& cards, std::string_view set, House house, SmallRng& rng) {
  if (cards.empty()) return std::nullopt;
  const DeckCard entry = entry_of(cards.draw(rng), house);
  return with_companions(entry.card, set).size() > 1 ? std::nullopt : std::optional(entry);
}

// A card of another house of the set.
std::optional<DeckCard> draw_maverick(std::string_view set, House house, size_t rarity, SmallRng& rng) {
  std::vector<House> others = generated_houses(set);
  std::erase(others, house);
  auto entry = draw_alone(pools(set, others[rng.below(static_cast<uint32_t>(others.size()))])[rarity], set, house, rng);
  if (!entry) return std::nullopt;
  entry->maverick = true;
  return card_problem(*entry, set) ? std::nullopt : entry;
}

// The sets before it that have the house. None of a pooled set, all of whose cards are of earlier sets.
std::vector<std::string_view> earlier_sets(std::string_view set, House house) {
  std::vector<std::string_view> earlier;
  if (const Expansion* of = find_set(set); of != nullptr && of->pooled) return earlier;
  for (const Expansion& each : card_sets()) {
    if (each.code == set) break;
    if (set_has_house(each.code, house)) earlier.push_back(each.code);
  }
  return earlier;
}

// A card of an earlier set that is not in this one.
std::optional<DeckCard> draw_legacy(std::string_view set, House house, size_t rarity, SmallRng& rng) {
  const std::vector<std::string_view> earlier = earlier_sets(set, house);
  const std::string_view from = earlier[rng.below(static_cast<uint32_t>(earlier.size()))];
  auto entry = draw_alone(pools(from, house, set)[rarity], from, house, rng);
  if (entry) entry->legacy = true;
  return entry;
}

std::optional<DeckCard> draw_anomaly(std::string_view set, House house, SmallRng& rng) {
  auto entry = draw_alone(pools(set, House::None)[kOthers], set, house, rng);
  if (entry) entry->anomaly = true;
  return entry;
}

// A card that is not one of the house in this set, once in a while.
std::optional<DeckCard> draw_stray(std::string_view set, House house, size_t rarity, SmallRng& rng) {
  if (rng.below(kCardsAMaverick) == 0)
    if (auto maverick = draw_maverick(set, house, rarity, rng)) return maverick;
  if (!earlier_sets(set, house).empty() && rng.below(kCardsALegacy) == 0)
    if (auto legacy = draw_legacy(set, house, rarity, rng)) return legacy;
  if (kSetWithAnomalies == set && rng.below(kCardsAnAnomaly) == 0) return draw_anomaly(set, house, rng);
  return std::nullopt;
}

// The next cards of a house: a stray one, or a card and what comes with it.
std::vector<DeckCard> draw_group(std::string_view set, House house, const Pools& cards, size_t rarity, SmallRng& rng) {
  if (const auto stray = draw_stray(set, house, rarity, rng)) return {*stray};
  std::vector<DeckCard> group;
  for (const int each : with_companions(cards[rarity].draw(rng), set)) group.push_back(entry_of(each, house));
  return group;
}

void fill_house(Deck& deck, House house, Urn& urn, SmallRng& rng) {
  const Pools& cards = pools(deck.set, house);
  for (size_t left = kCardsPerHouse; left > 0;) {
    const size_t rarity = draw(urn, rng);
    if (cards[rarity].empty()) continue;
    const std::vector<DeckCard> group = draw_group(deck.set, house, cards, rarity, rng);
    if (group.size() > left) continue;
    ++(rarity == 0 ? urn.common : urn.rest);
    deck.cards.insert(deck.cards.end(), group.begin(), group.end());
    left -= group.size();
  }
}

// The icons of Enhance go to cards of the deck at random, one by one (rulebook 18.4, ENHANCE): the 11 real decks with icons
// hold just as many, on any card, and two on one as often as chance has it. On a card they stand in the order of the rulebook.
void hand_out_icons(Deck& deck, SmallRng& rng) {
  const auto order = [](const std::string& word) {
    const std::optional<Icon> icon = icon_from_name(word);
    return icon ? static_cast<int>(*icon) : kIcons;  // a house
  };
  const auto takes = [](const DeckCard& card, const std::string& icon) {
    const size_t icons = card.bonus_icons.size() + static_cast<size_t>(facts(card.card).amber);
    return icons < MatchCard{}.icons.size() - 1 && !is_second_half(facts(card.card)) && house_from_name(icon) != card.house;
  };
  const size_t count = deck.cards.size();
  for (size_t from = 0; from < count; ++from)
    for (const std::string& icon : facts(deck.cards[from].card).enhance) {
      DeckCard* to = nullptr;
      while (to == nullptr || !takes(*to, icon)) to = &deck.cards[rng.below(static_cast<uint32_t>(count))];
      to->bonus_icons.push_back(icon);
      std::ranges::stable_sort(to->bonus_icons, {}, order);
    }
}

// So many different elements, in random order.
template <typename T>
std::vector<T> sample(std::vector<T> from, size_t count, SmallRng& rng) {
  count = std::min(count, from.size());
  for (size_t i = 0; i < count; ++i) std::swap(from[i], from[i + rng.below(static_cast<uint32_t>(from.size() - i))]);
  from.resize(count);
  return from;
}

}  // namespace

std::vector<House> generated_houses(std::string_view set) {
  std::vector<House> houses;
  for (int h = 0; h < kHouses; ++h) {
    const Pools& cards = pools(set, static_cast<House>(h));
    if (cards[0].size() + cards[1].size() + cards[2].size() >= kLeastPool) houses.push_back(static_cast<House>(h));
  }
  return houses;
}

std::vector<DrawnCard> drawn_cards(std::string_view set, House house, Rarity rarity) {
  std::vector<DrawnCard> cards = pools(set, house)[std::min(static_cast<size_t>(rarity), kOthers)].all();
  std::erase_if(cards, [&](const DrawnCard& each) { return with_companions(each.card, set).size() > 1; });
  return cards;
}

Deck generate_deck(std::string_view set, std::string_view name, SmallRng& rng) {
  Deck deck;
  deck.name = name;
  deck.set = set;
  std::vector<House> houses = sample(generated_houses(set), kDeckHouses, rng);
  std::ranges::sort(houses);
  std::ranges::copy(houses, deck.houses.begin());
  Urn urn;
  for (const House house : deck.houses) fill_house(deck, house, urn, rng);
  for (const int token : sample(tokens_of(deck), 1, rng)) deck.token = token;
  for (const int power : sample(cards_of_type(set, CardType::ArchonPower), 1, rng)) deck.archon_power = power;
  deck.prophecies = sample(cards_of_type(set, CardType::Prophecy), kDeckProphecies, rng);
  deck.tide = !cards_of_type(set, CardType::Tide).empty();
  hand_out_icons(deck, rng);
  sort_cards(deck);
  return deck;
}

}  // namespace archon
