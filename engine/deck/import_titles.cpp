// JSON with nothing but titles: {"name", "set", "houses", "cards": [{"name", "house", "count"}]}, as programs write that keep
// decks.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/deck/deck_words.h"
#include "engine/deck/import_impl.h"
#include "engine/facts/registry.h"

namespace archon::import {
namespace {

RawCard read_titled_card(const Json& card) {
  RawCard raw;
  raw.title = text_of(card, "name");
  raw.count = number_of(card, "count", 1);
  raw.house = house_from_name(text_of(card, "house"));
  read_marks(card, raw);
  // The title is that of the evil twin as well; the registry's id is not.
  const RegistryCard known = find_registry_id(text_of(card, "uuid"));
  if (known.card >= 0) {
    const CardFacts& card_facts = CardTable::instance().cards()[static_cast<size_t>(known.card)];
    if (fold_name(card_facts.name) == fold_name(raw.title)) raw.card = known.card;
  }
  raw.evil_twin = text_of(card, "type") == "Evil Twin Creature";
  raw.icons = texts_of(list_of(card, "enh"));
  if (raw.icons.empty()) raw.icons = texts_of(list_of(card, "icons"));
  return raw;
}

// A list of 36 cards that gives a house more than 12 did not see that one of them is a maverick.
void forget_full_houses(RawDeck& deck) {
  std::map<House, int> counts;
  int all = 0;
  for (const RawCard& card : deck.cards) {
    if (card.house == House::None) continue;
    counts[card.house] += card.count;
    all += card.count;
  }
  if (all != kDeckCards) return;
  for (RawCard& card : deck.cards) {
    if (card.house != House::None && counts[card.house] > kCardsPerHouse) card.house = House::None;
  }
}

// Some lists give a card the house of its newest printing instead of the one in the deck; then it is better not told.
void forget_houses(RawDeck& deck, Importer& importer) {
  if (deck.houses.size() != kDeckHouses) deck.houses.clear();
  for (RawCard& card : deck.cards) {
    if (card.house == House::None || deck.houses.empty()) continue;
    if (std::ranges::find(deck.houses, card.house) != deck.houses.end()) continue;
    importer.warning(importer.line(deck, card),
                     in_quotes(deck.name) + ": " + in_quotes(card.title) + " is given the house " +
                         std::string(house_title(card.house)) + ", which is none of the deck's",
                     "", deck.name);
    card.house = House::None;
  }
  if (!deck.houses.empty()) return;
  std::vector<House> told;
  for (const RawCard& card : deck.cards) {
    if (card.house != House::None && std::ranges::find(told, card.house) == told.end()) told.push_back(card.house);
  }
  if (told.size() == kDeckHouses) return;
  for (RawCard& card : deck.cards) card.house = House::None;
}

}  // namespace

bool read_titles(const Json& value, Importer& importer) {
  const Json& cards = list_of(value, "cards");
  if (cards.empty() || !cards.front().is_object() || !cards.front().contains("name") || !cards.front().contains("house")) {
    return false;
  }
  RawDeck deck;
  deck.name = text_of(value, "name");
  deck.id = find_uuid(text_of(value, "id"));
  deck.sas = text_of(value, "sas");
  deck.aerc = text_of(value, "aerc");
  deck.set = text_of(value, "set");
  if (find_set_code(deck.set).empty()) deck.set = text_of(value, "expansion");
  deck.houses = houses_of(list_of(value, "houses"), deck, importer);
  for (const Json& card : cards) {
    if (card.is_object()) deck.cards.push_back(read_titled_card(card));
  }
  forget_houses(deck, importer);
  forget_full_houses(deck);
  importer.add(std::move(deck));
  return true;
}

}  // namespace archon::import
