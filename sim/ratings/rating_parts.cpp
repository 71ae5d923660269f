#include "sim/ratings/rating_parts.h"

#include <algorithm>
#include <array>
#include <map>

namespace archon {
namespace {

constexpr std::array<std::string_view, kPartKinds> kKindNames = {"set", "house", "card", "again", "icon", "shape"};
constexpr std::array<std::string_view, kShapeCounts> kCountNames = {"creature", "action", "artifact",
                                                                    "upgrade",  "amber",  "power"};
// Means and spreads of the counts over generated decks of all sets, rounded: products of what is more or less than usual.
constexpr std::array<double, kShapeCounts> kUsual = {18, 12, 4, 2, 10, 70}, kSpread = {4, 4, 2, 2, 4, 18};

uint16_t number(int card) { return static_cast<uint16_t>(card); }

uint16_t icon_number(const std::string& word) {
  const std::optional<Icon> icon = icon_from_name(word);
  return static_cast<uint16_t>(icon ? static_cast<int>(*icon) : kIcons);
}

std::string set_name(uint8_t set) { return set == kAnySet ? "any" : std::string(card_sets()[set].code); }

std::string thing_name(PartKind kind, uint16_t thing) {
  switch (kind) {
    case PartKind::Set:
      return "";
    case PartKind::House:
      return std::string(house_name(static_cast<House>(thing))) + " ";
    case PartKind::Icon:
      return std::string(thing == kIcons ? "house" : icon_name(static_cast<Icon>(thing))) + " ";
    case PartKind::Shape:
      return std::string(shape_count_name(thing)) + " ";
    default:
      return facts(thing).id + " ";
  }
}

std::optional<uint16_t> find_thing(PartKind kind, std::string_view word) {
  const auto found = [](auto at) { return at >= 0 ? std::optional(static_cast<uint16_t>(at)) : std::nullopt; };
  if (kind == PartKind::House) {
    const House house = house_from_name(word);
    return house == House::None ? std::nullopt : std::optional(static_cast<uint16_t>(house));
  }
  if (kind == PartKind::Icon) {
    const std::optional<Icon> icon = icon_from_name(word);
    if (!icon && word != "house") return {};
    return static_cast<uint16_t>(icon ? static_cast<int>(*icon) : kIcons);
  }
  if (kind == PartKind::Shape) {
    const auto at = std::ranges::find(kCountNames, word) - kCountNames.begin();
    return found(at == kShapeCounts ? -1 : at);
  }
  return found(CardTable::instance().find_id(word));
}

// The words of a line up to its numbers, one by one.
std::string_view next_word(std::string_view& text) {
  const size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), end + 1));
  return word;
}

}  // namespace

std::string_view shape_count_name(int count) { return kCountNames[static_cast<size_t>(count)]; }

ShapeCounts shape_counts(std::span<const DeckCard> cards) {
  ShapeCounts counts{};
  for (const DeckCard& each : cards) {
    const CardFacts& card = facts(each.card);
    if (card.half == Half::Second) continue;
    if (card.type == CardType::Creature) counts[0] += 1;
    if (card.type == CardType::Action) counts[1] += 1;
    if (card.type == CardType::Artifact) counts[2] += 1;
    if (card.type == CardType::Upgrade) counts[3] += 1;
    counts[4] += card.amber + static_cast<double>(std::ranges::count(each.bonus_icons, std::string(icon_name(Icon::Amber))));
    counts[5] += card.power;
  }
  return counts;
}

ShapeCounts standardized(ShapeCounts counts) {
  for (size_t i = 0; i < counts.size(); ++i) counts[i] = (counts[i] - kUsual[i]) / kSpread[i];
  return counts;
}

uint8_t set_index(std::string_view code) {
  const auto found = std::ranges::find(card_sets(), code, &Expansion::code);
  return found == card_sets().end() ? kAnySet : static_cast<uint8_t>(found - card_sets().begin());
}

uint8_t value_set(std::string_view code) {
  const uint8_t set = set_index(code);
  return set != kAnySet && card_sets()[set].pooled ? kAnySet : set;
}

std::vector<PartAmount> deck_parts(const Deck& deck) {
  const uint8_t set = value_set(deck.set);
  std::map<PartKey, float> parts;
  parts[{PartKind::Set, set}] = 1;
  for (const House house : deck.houses) parts[{PartKind::House, set, static_cast<uint16_t>(house)}] += 1;
  for (const DeckCard& each : deck.cards) {
    if (facts(each.card).half != Half::Second) {
      float& copies = parts[{PartKind::Card, set, number(each.card)}];
      copies += 1;
      if (copies > 1) parts[{PartKind::Again, kAnySet, number(each.card)}] += 1;
    }
    for (const std::string& icon : each.bonus_icons) parts[{PartKind::Icon, kAnySet, icon_number(icon)}] += 1;
  }
  for (const int besides : {deck.token, deck.archon_power})
    if (besides >= 0) parts[{PartKind::Card, set, number(besides)}] += 1;
  for (const int prophecy : deck.prophecies) parts[{PartKind::Card, set, number(prophecy)}] += 1;
  const ShapeCounts counts = standardized(shape_counts(deck.cards));
  for (uint16_t a = 0; a < kShapeCounts; ++a)
    for (uint16_t b = a; b < kShapeCounts; ++b)
      parts[{PartKind::Shape, kAnySet, a, b}] = static_cast<float>(counts[a] * counts[b]);
  std::vector<PartAmount> list;
  for (const auto& [key, amount] : parts) list.push_back({key, amount});
  return list;
}

std::string part_name(const PartKey& key) {
  std::string name = std::string(kKindNames[static_cast<size_t>(key.kind)]) + " " + thing_name(key.kind, key.a);
  if (key.kind == PartKind::Shape) name += thing_name(key.kind, key.b);
  return name + set_name(key.set);
}

std::optional<PartKey> find_part(std::string_view name) {
  const auto kind = std::ranges::find(kKindNames, next_word(name)) - kKindNames.begin();
  if (kind == kPartKinds) return {};
  PartKey key{static_cast<PartKind>(kind)};
  std::optional<uint16_t> a = 0, b = 0;
  if (key.kind != PartKind::Set) a = find_thing(key.kind, next_word(name));
  if (key.kind == PartKind::Shape) b = find_thing(key.kind, next_word(name));
  const std::string_view set = next_word(name);
  key.set = set_index(set);
  if (!a || !b || !name.empty() || (key.set == kAnySet && set != "any")) return {};
  key.a = *a;
  key.b = *b;
  return key;
}

}  // namespace archon
