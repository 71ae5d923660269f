// JSON of Decks of KeyForge: titles by house, no ids.
#include <nlohmann/json.hpp>

#include "engine/deck/deck_words.h"
#include "engine/deck/import_impl.h"

namespace archon::import {
namespace {

// How often each icon stands on a copy; their order is not told.
constexpr std::pair<const char*, const char*> kIcons[] = {{"bonusAember", "amber"},  {"bonusCapture", "capture"},
                                                          {"bonusDamage", "damage"}, {"bonusDiscard", "discard"},
                                                          {"bonusDraw", "draw"},     {"bonusPower", "power"}};

void read_icons(const Json& card, RawCard& raw) {
  for (const auto& [key, icon] : kIcons) {
    for (int left = std::min(number_of(card, key, 0), 9); left > 0; --left) raw.icons.emplace_back(icon);
  }
  for (const std::string& house : texts_of(list_of(card, "bonusHouses"))) raw.icons.push_back(house);
}

RawCard read_dok_card(const Json& card, House house) {
  RawCard raw;
  raw.title = text_of(card, "cardTitle");
  raw.house = house;
  read_marks(card, raw);
  read_icons(card, raw);
  return raw;
}

void read_extra(const Json& card, const char* key, RawDeck& deck) {
  if (!card.is_object()) return;
  RawCard raw;
  raw.title = text_of(card, key);
  if (!raw.title.empty()) deck.cards.push_back(std::move(raw));
}

}  // namespace

bool read_dok(const Json& value, Importer& importer) {
  if (!value.contains("housesAndCards")) return false;
  RawDeck deck;
  deck.name = text_of(value, "name");
  deck.id = text_of(value, "keyforgeId");
  deck.sas = text_of(value, "sasRating");
  deck.aerc = text_of(value, "aercScore");
  deck.set = text_of(value, "expansion");
  deck.rank = 1;
  for (const Json& group : list_of(value, "housesAndCards")) {
    if (!group.is_object()) continue;
    const std::string word = text_of(group, "house");
    const House house = house_from_name(word);
    // Prophecies and the archon power stand in groups that are no houses; build_deck tells them by their type.
    if (house != House::None) deck.houses.push_back(house);
    for (const Json& card : list_of(group, "cards")) {
      if (card.is_object()) deck.cards.push_back(read_dok_card(card, house));
    }
  }
  for (const Json& pod : list_of(value, "allianceHouses"))
    if (pod.is_object()) deck.pods.push_back(text_of(pod, "keyforgeId") + ":" + text_of(pod, "house"));
  if (const auto token = value.find("tokenInfo"); token != value.end()) read_extra(*token, "name", deck);
  if (const auto power = value.find("archonPower"); power != value.end()) read_extra(*power, "cardTitle", deck);
  for (const Json& prophecy : list_of(value, "prophecies")) read_extra(prophecy, "cardTitle", deck);
  importer.add(std::move(deck));
  return true;
}

}  // namespace archon::import
