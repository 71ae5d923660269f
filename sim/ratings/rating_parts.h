#pragma once
// What a deck consists of, as its rating counts it.
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/deck/deck.h"

namespace archon {

// Kinds of parts: a set; a house; a card, also the token creature, the archon power and the prophecies; a card again, for each
// copy but the first; a bonus icon that is not printed; a shape, the product of two counts.
enum class PartKind : uint8_t { Set, House, Card, Again, Icon, Shape };
inline constexpr int kPartKinds = 6;

inline constexpr uint8_t kAnySet = 255;  // of a part that is worth the same in all sets, or whose set is not known

// What a deck has an amount of.
struct PartKey {
  PartKind kind = PartKind::Set;
  uint8_t set = kAnySet;  // index into card_sets()
  uint16_t a = 0, b = 0;  // card, House, Icon (kIcons: a house), count of the shape

  friend auto operator<=>(const PartKey&, const PartKey&) = default;
};

struct PartAmount {
  PartKey key;
  float amount = 0;
};

uint8_t set_index(std::string_view code);  // kAnySet when it is none of card_sets(): a deck of several sets
uint8_t value_set(std::string_view code);  // the set whose values its decks have: itself, kAnySet when it is pooled

// Each part once, in rising order. The deck must be legal. O(cards).
std::vector<PartAmount> deck_parts(const Deck& deck);

// "card dust-imp CotA", "shape creature amber any"; and read again, nothing when there is no such part.
std::string part_name(const PartKey& key);
std::optional<PartKey> find_part(std::string_view name);

// Counts of cards that shapes multiply: those of a deck are the sums of those of its houses.
inline constexpr int kShapeCounts = 6;
using ShapeCounts = std::array<double, kShapeCounts>;
ShapeCounts shape_counts(std::span<const DeckCard> cards);
ShapeCounts standardized(ShapeCounts counts);  // of a whole deck: by how much they are more or less than usual
std::string_view shape_count_name(int count);  // "creature"

}  // namespace archon
