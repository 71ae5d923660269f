// Cards and decks, and the sets that a rulebook knows.
#include "engine/deck/known_sets.h"

#include <algorithm>

#include "engine/deck/deck_words.h"

namespace archon {
namespace {

template <class Has>
const Expansion& first_set(Has has) {
  return *std::ranges::find_if(card_sets(), [&](const Expansion& set) { return has(set.code); });
}

// Names, each once and with its set.
class Unknown {
 public:
  explicit Unknown(const RulesProfile& rules) : rules_(rules) {}

  void check(const std::string& name, const Expansion& set) {
    const std::string text = name + " (" + std::string(set.name) + ")";
    if (knows_set(rules_, set.code) || std::ranges::find(names_, text) != names_.end()) return;
    names_.push_back(text);
  }
  std::string sentence() const {
    std::string list;
    for (const std::string& name : names_) list += (list.empty() ? "" : ", ") + name;
    return list.empty() ? list : "rulebook " + std::string(rules_.name) + " does not know " + list;
  }

 private:
  const RulesProfile& rules_;
  std::vector<std::string> names_;
};

}  // namespace

bool knows_set(const RulesProfile& rules, std::string_view set) {
  if (rules.newest_set.empty()) return true;
  for (const Expansion& each : card_sets()) {
    if (each.code == set) return true;
    if (each.code == rules.newest_set) break;
  }
  return false;
}

bool knows_card(const RulesProfile& rules, const CardFacts& card) {
  return std::ranges::any_of(card.printings, [&](const Printing& printing) { return knows_set(rules, printing.set); });
}

std::string unknown_to(const RulesProfile& rules, const InGame& what) {
  Unknown unknown(rules);
  for (const int card : what.cards) {
    if (card < 0) continue;
    const CardFacts& facts = CardTable::instance().cards()[static_cast<size_t>(card)];
    unknown.check(deck_card_name(card), first_set([&](std::string_view set) { return find_printing(facts, set) != nullptr; }));
  }
  for (int h = 0; h < kHouses; ++h) {
    const auto house = static_cast<House>(h);
    if ((what.houses >> h & 1) == 0) continue;
    unknown.check("house " + std::string(house_title(house)),
                  first_set([&](std::string_view set) { return set_has_house(set, house); }));
  }
  if (what.icons) unknown.check("added bonus icons", first_set(set_has_icons));
  if (what.tide)
    unknown.check("the tide", first_set([](std::string_view set) { return !cards_of_type(set, CardType::Tide).empty(); }));
  return unknown.sentence();
}

std::string unknown_to(const RulesProfile& rules, const Deck& deck) {
  if (rules.newest_set.empty()) return {};
  const std::string name = "deck \"" + deck.name + "\": ";
  if (const Expansion* set = find_set(deck.set); set != nullptr && !knows_set(rules, set->code))
    return name + "rulebook " + std::string(rules.name) + " does not know " + std::string(set->name);
  InGame what{.cards = deck.prophecies, .tide = deck.tide};
  what.cards.insert(what.cards.begin(), {deck.token, deck.archon_power});
  for (const House house : deck.houses) what.houses = static_cast<HouseMask>(what.houses | 1u << static_cast<int>(house));
  for (const DeckCard& card : deck.cards) {
    what.cards.push_back(card.card);
    what.icons |= !card.bonus_icons.empty();
  }
  const std::string unknown = unknown_to(rules, what);
  return unknown.empty() ? unknown : name + unknown;
}

}  // namespace archon
