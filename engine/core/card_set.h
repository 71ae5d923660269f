#pragma once
// Cards of a game are small integers; sets of them are bit masks.
#include <bit>
#include <cstdint>

namespace archon {

using CardId = uint8_t;  // index into State::cards: 0..35 the cards of player 0, then those of player 1
inline constexpr CardId kNoCard = 0xFF;
inline constexpr int kMaxCards = 80;  // 2 x 36, reference cards of later sets, and room for the larger decks of tests

// A set of cards, at most 128. Iterates in increasing order; all operations are O(1).
struct CardSet {
  uint64_t low = 0, high = 0;

  static constexpr CardSet of(CardId card) {
    CardSet set;
    set.add(card);
    return set;
  }
  constexpr void add(CardId card) { (card < 64 ? low : high) |= uint64_t{1} << (card & 63); }
  constexpr void remove(CardId card) { (card < 64 ? low : high) &= ~(uint64_t{1} << (card & 63)); }
  constexpr bool has(CardId card) const { return card < 128 && ((card < 64 ? low : high) >> (card & 63) & 1); }
  constexpr bool empty() const { return (low | high) == 0; }
  explicit constexpr operator bool() const { return !empty(); }
  constexpr int size() const { return std::popcount(low) + std::popcount(high); }
  // The lowest card; kNoCard when empty.
  constexpr CardId first() const {
    if (low) return static_cast<CardId>(std::countr_zero(low));
    if (high) return static_cast<CardId>(64 + std::countr_zero(high));
    return kNoCard;
  }
  // The cards with an id above `card`.
  constexpr CardSet above(CardId card) const {
    CardSet set = *this;
    if (card < 63) {
      set.low &= ~uint64_t{0} << (card + 1);
    } else {
      set.low = 0;
      if (card >= 127)
        set.high = 0;
      else if (card >= 64)
        set.high &= ~uint64_t{0} << (card - 63);
    }
    return set;
  }

  friend constexpr CardSet operator|(CardSet a, CardSet b) { return {a.low | b.low, a.high | b.high}; }
  friend constexpr CardSet operator&(CardSet a, CardSet b) { return {a.low & b.low, a.high & b.high}; }
  friend constexpr CardSet operator-(CardSet a, CardSet b) { return {a.low & ~b.low, a.high & ~b.high}; }
  constexpr CardSet& operator|=(CardSet b) { return *this = *this | b; }
  constexpr CardSet& operator&=(CardSet b) { return *this = *this & b; }
  constexpr CardSet& operator-=(CardSet b) { return *this = *this - b; }
  friend constexpr bool operator==(CardSet, CardSet) = default;

  struct Iterator {
    uint64_t low, high;
    constexpr CardId operator*() const { return CardSet{low, high}.first(); }
    constexpr Iterator& operator++() {
      if (low)
        low &= low - 1;
      else
        high &= high - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;
  };
  constexpr Iterator begin() const { return {low, high}; }
  constexpr Iterator end() const { return {0, 0}; }
};

// The same in 10 bytes, for up to 80 cards, where sets are stored in numbers.
class PackedCardSet {
 public:
  constexpr PackedCardSet& operator=(CardSet set) {
    for (int i = 0; i < 4; ++i) words_[i] = static_cast<uint16_t>(set.low >> 16 * i);
    words_[4] = static_cast<uint16_t>(set.high);
    return *this;
  }
  constexpr operator CardSet() const {
    CardSet set;
    for (int i = 0; i < 4; ++i) set.low |= uint64_t{words_[i]} << 16 * i;
    set.high = words_[4];
    return set;
  }
  constexpr void add(CardId card) { words_[card / 16] = static_cast<uint16_t>(words_[card / 16] | 1u << card % 16); }
  constexpr void remove(CardId card) { words_[card / 16] = static_cast<uint16_t>(words_[card / 16] & ~(1u << card % 16)); }
  constexpr bool has(CardId card) const { return card < 80 && (words_[card / 16] >> card % 16 & 1); }
  constexpr bool empty() const { return CardSet(*this).empty(); }
  constexpr CardId first() const { return CardSet(*this).first(); }
  constexpr PackedCardSet& operator-=(CardSet set) { return *this = CardSet(*this) - set; }
  constexpr CardSet::Iterator begin() const { return CardSet(*this).begin(); }
  constexpr CardSet::Iterator end() const { return CardSet(*this).end(); }

 private:
  uint16_t words_[5];
};

}  // namespace archon
