#include "engine/deck/deck_words.h"

#include <algorithm>
#include <map>

#include "engine/deck/deck.h"
#include "engine/facts/visible_text.h"

namespace archon {
namespace {

constexpr std::string_view kBlanks = " \t";

}  // namespace

std::string too_long_line() { return "a line of more than 4,000 bytes"; }

std::string_view trim(std::string_view text) {
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string printable(std::string_view text, size_t most) {
  size_t end = std::min(text.size(), most);
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text = text.substr(0, end);
  std::string result;
  while (!text.empty()) {
    const Character next = first_character(text);
    if (next.bytes == 0 || hides(next.code))
      result += ' ';
    else
      result += text.substr(0, next.bytes);
    text.remove_prefix(std::max<size_t>(1, next.bytes));
  }
  return result;
}

std::string in_quotes(std::string_view text) { return "'" + excerpt(text) + "'"; }

int line_at(std::string_view text, size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  return 1 + static_cast<int>(std::ranges::count(before, '\n'));
}

std::string nearest_house(std::string_view word) {
  std::vector<std::string> titles;
  for (int i = 0; i < kHouses; ++i) titles.emplace_back(house_title(static_cast<House>(i)));
  return word_hint(word, titles);
}

std::string nearest_cards(std::string_view name) {
  std::string hint;
  for (const std::string& near : CardTable::instance().nearest_names(name, 3)) {
    hint += (hint.empty() ? "did you mean `" : " or `") + near + "`";
  }
  return hint.empty() ? hint : hint + "?";
}

std::string bonus_icon(std::string_view word) {
  const std::string folded = fold_name(word);
  for (int i = 0; i < kIcons; ++i)
    if (folded == icon_name(static_cast<Icon>(i)) || folded == icon_title(static_cast<Icon>(i)))
      return std::string(icon_name(static_cast<Icon>(i)));
  const House house = house_from_name(word);
  return house == House::None ? "" : std::string(house_name(house));
}

std::string bonus_icon_hint() {
  std::string hint;
  for (int i = 0; i < kIcons; ++i) hint += std::string(icon_name(static_cast<Icon>(i))) + ", ";
  return hint + "or a house";
}

bool printed_in_house(const CardFacts& card, House house) {
  return std::ranges::any_of(card.printings, [&](const Printing& p) { return p.house == house || p.house == House::None; });
}

bool printed_in_house_of_set(const CardFacts& card, House house, std::string_view set) {
  return std::ranges::any_of(card.printings, [&](const Printing& p) { return p.house == house && p.set == set; });
}

bool set_has_house(std::string_view set, House house) {
  static const std::map<std::string, HouseMask, std::less<>> houses = [] {
    std::map<std::string, HouseMask, std::less<>> result;
    for (const CardFacts& card : CardTable::instance().cards()) {
      for (const Printing& printing : card.printings) {
        HouseMask& mask = result[printing.set];
        mask = static_cast<HouseMask>(mask | 1u << static_cast<unsigned>(printing.house));
      }
    }
    return result;
  }();
  if (is_mixed_set(set)) return true;
  const auto found = houses.find(set);
  return found != houses.end() && (found->second & (1u << static_cast<unsigned>(house))) != 0;
}

bool set_has_icons(std::string_view set) {
  if (is_mixed_set(set)) return true;
  return std::ranges::any_of(CardTable::instance().cards(), [&](const CardFacts& card) {
    return !card.enhance.empty() && find_printing(card, set) != nullptr;
  });
}

std::vector<int> cards_of_type(std::string_view set, CardType type) {
  std::vector<int> result;
  const auto cards = CardTable::instance().cards();
  for (int card = 0; card < static_cast<int>(cards.size()); ++card) {
    if (facts(card).type == type && find_printing(facts(card), set) != nullptr) result.push_back(card);
  }
  return result;
}

std::vector<int> tokens_of(const Deck& deck) {
  std::vector<int> tokens = cards_of_type(deck.set, CardType::TokenCreature);
  std::erase_if(tokens, [&](int card) {
    return std::ranges::find(deck.houses, find_printing(facts(card), deck.set)->house) == deck.houses.end();
  });
  return tokens;
}

bool is_mixed_set(std::string_view set) { return set == kMixedSet; }

bool was_anomaly(const CardFacts& card) {
  return !card.boss && std::ranges::any_of(card.printings, [](const Printing& p) { return p.house == House::None; });
}

bool is_anomaly(const CardFacts& card, House house, std::string_view set) {
  if (!was_anomaly(card)) return false;
  if (const Printing* in_set = find_printing(card, set)) return in_set->house == House::None;
  return std::ranges::none_of(card.printings, [&](const Printing& p) { return p.house == house; });
}

bool played_from_deck(CardType type) { return type <= CardType::Upgrade; }

bool is_evil_twin(const CardFacts& card) { return card.id.ends_with("-evil-twin"); }

bool is_second_half(const CardFacts& card) { return card.half == Half::Second; }

int second_half_of(int card) {
  return facts(card).half == Half::First ? CardTable::instance().find_id(facts(card).id + "2") : -1;
}

}  // namespace archon
