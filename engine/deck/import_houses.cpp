// Finds the houses of cards from a list that does not tell them: 12 cards in each of three houses.
#include <algorithm>
#include <bit>

#include "engine/deck/import_impl.h"

namespace archon::import {
namespace {

constexpr int kMaxMavericks = 3;  // taken for mavericks without a mark; more of them are no deck
constexpr HouseMask kAnyHouse = (1u << kHouses) - 1;

HouseMask bit(House house) {
  return house == House::None ? kAnyHouse : static_cast<HouseMask>(1u << static_cast<unsigned>(house));
}

// Houses in which the card was printed: in the set if it was there, else anywhere.
HouseMask printed_houses(const Copy& copy, std::string_view set) {
  if (copy.card.house != House::None) return bit(copy.card.house);
  if (copy.card.maverick) return 0;
  HouseMask in_set = 0, anywhere = 0;
  for (const Printing& printing : CardTable::instance().cards()[static_cast<size_t>(copy.card.card)].printings) {
    anywhere |= bit(printing.house);
    if (printing.set == set) in_set |= bit(printing.house);
  }
  return in_set != 0 ? in_set : anywhere;
}

// Places 36 copies in three houses of 12 places each by augmenting paths. What has no place in a house of its own is a
// maverick.
class Places {
 public:
  Places(const std::vector<HouseMask>& masks, const std::vector<bool>& told, HouseMask houses)
      : masks_(masks), told_(told), houses_(houses), place_(masks.size(), House::None) {}

  // The number of mavericks; more than kMaxMavericks when the houses can't be those of the deck.
  int fill() {
    std::vector<size_t> left;
    for (size_t i = 0; i < masks_.size(); ++i) {
      HouseMask tried = 0;
      if ((masks_[i] & houses_) == 0 || !place(i, tried)) left.push_back(i);
      if (left.size() > kMaxMavericks) break;
    }
    if (left.size() > kMaxMavericks) return kMaxMavericks + 1;
    for (const size_t i : left) {
      if (!make_maverick(i)) return kMaxMavericks + 1;
    }
    return static_cast<int>(left.size());
  }

  House house(size_t i) const { return place_[i]; }
  const std::vector<size_t>& mavericks() const { return mavericks_; }
  HouseMask allowed(size_t i) const {
    return (masks_[i] & houses_) == 0 ? houses_ : static_cast<HouseMask>(masks_[i] & houses_);
  }

 private:
  House free_house() const {
    for (int h = 0; h < kHouses; ++h) {
      const House house = static_cast<House>(h);
      if ((houses_ & bit(house)) != 0 && std::ranges::count(place_, house) < kCardsPerHouse) return house;
    }
    return House::None;
  }

  // A copy of none of the houses goes where there is room. When a house has too many copies, the one that stands nearest to the
  // copies of the house with too few is the likeliest maverick, as lists are sorted by house.
  bool make_maverick(size_t i) {
    const House to = free_house();
    if (to == House::None || told_[i]) return false;
    size_t best = i;
    if ((masks_[i] & houses_) != 0) {
      size_t least = masks_.size();
      for (size_t k = 0; k < masks_.size(); ++k) {
        const bool could_stay = k == i || ((masks_[i] & bit(place_[k])) != 0 && place_[k] != House::None);
        if (!could_stay || told_[k] || distance(k, to) >= least) continue;
        least = distance(k, to);
        best = k;
      }
    }
    if (best != i) place_[i] = place_[best];
    place_[best] = to;
    mavericks_.push_back(best);
    return true;
  }

  size_t distance(size_t i, House house) const {
    size_t least = masks_.size();
    for (size_t k = 0; k < masks_.size(); ++k) {
      if (place_[k] == house) least = std::min(least, k > i ? k - i : i - k);
    }
    return least;
  }

  bool place(size_t i, HouseMask& tried) {
    for (int h = 0; h < kHouses; ++h) {
      const House house = static_cast<House>(h);
      if ((allowed(i) & bit(house)) == 0 || (tried & bit(house)) != 0) continue;
      tried |= bit(house);
      if (std::ranges::count(place_, house) < kCardsPerHouse) {
        place_[i] = house;
        return true;
      }
      for (size_t other = 0; other < place_.size(); ++other) {
        if (place_[other] != house || (allowed(other) & ~tried) == 0) continue;
        HouseMask onwards = tried;
        if (!place(other, onwards)) continue;  // moved the other copy to another house
        place_[i] = house;
        return true;
      }
    }
    return false;
  }

  const std::vector<HouseMask>& masks_;
  const std::vector<bool>& told_;
  HouseMask houses_;
  std::vector<House> place_;
  std::vector<size_t> mavericks_;
};

// Copies that would fit elsewhere too, if a copy of another card changed places with them.
std::vector<size_t> guessed(const Places& places, const std::vector<Copy>& copies) {
  const auto maverick = [&](size_t i) { return std::ranges::find(places.mavericks(), i) != places.mavericks().end(); };
  std::vector<size_t> result;
  for (size_t i = 0; i < copies.size(); ++i) {
    for (size_t k = 0; k < copies.size(); ++k) {
      const House mine = places.house(i), theirs = places.house(k);
      if (mine == theirs || copies[i].card.card == copies[k].card.card || maverick(i) || maverick(k)) continue;
      if ((places.allowed(i) & bit(theirs)) == 0 || (places.allowed(k) & bit(mine)) == 0) continue;
      result.push_back(i);
      break;
    }
  }
  return result;
}

std::vector<House> as_list(HouseMask mask) {
  std::vector<House> houses;
  for (int h = 0; h < kHouses; ++h) {
    if ((mask & (1u << h)) != 0) houses.push_back(static_cast<House>(h));
  }
  return houses;
}

std::string counts(const std::vector<HouseMask>& masks) {
  std::string text;
  for (int h = 0; h < kHouses; ++h) {
    const auto count = std::ranges::count(masks, static_cast<HouseMask>(1u << h));
    if (count > 0)
      text += (text.empty() ? "" : ", ") + std::string(house_title(static_cast<House>(h))) + " " + std::to_string(count);
  }
  return text;
}

}  // namespace

Assignment assign_houses(std::vector<Copy>& copies, std::string_view set, const std::vector<House>& houses) {
  std::vector<HouseMask> masks;
  for (const Copy& copy : copies) masks.push_back(printed_houses(copy, set));
  HouseMask told = 0;
  for (const House house : houses) told |= bit(house);
  Assignment result;
  if (copies.size() != kDeckCards) {
    result.problem = "the deck has " + std::to_string(copies.size()) + " cards instead of 36";
    return result;
  }
  std::vector<bool> has_house;
  for (const Copy& copy : copies) has_house.push_back(copy.card.house != House::None);
  std::optional<Places> best;
  HouseMask best_houses = 0;
  int least = kMaxMavericks + 1;
  for (unsigned triple = 7; triple < (1u << kHouses); ++triple) {
    if (std::popcount(triple) != kDeckHouses || (told != 0 && triple != told)) continue;
    Places places(masks, has_house, static_cast<HouseMask>(triple));
    const int mavericks = places.fill();
    if (mavericks >= least) continue;
    least = mavericks;
    best_houses = static_cast<HouseMask>(triple);
    best.emplace(std::move(places));
  }
  if (!best) {
    result.problem = "no three houses have 12 of these cards each (" + counts(masks) + ")";
    return result;
  }
  result.houses = told != 0 ? houses : as_list(best_houses);
  result.guessed = guessed(*best, copies);
  for (size_t i = 0; i < copies.size(); ++i) copies[i].card.house = best->house(i);
  for (const size_t i : best->mavericks()) {
    if (!copies[i].card.maverick) result.mavericks.push_back(i);
    copies[i].card.maverick = true;
  }
  return result;
}

}  // namespace archon::import
