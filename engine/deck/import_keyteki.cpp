// JSON of the online server: ids made of titles, houses only where they are not the card's own.
#include <nlohmann/json.hpp>

#include "engine/deck/deck_words.h"
#include "engine/deck/import_impl.h"

namespace archon::import {
namespace {

RawCard read_keyteki_card(const Json& card) {
  RawCard raw;
  raw.title = text_of(card, "id");
  raw.count = number_of(card, "count", 1);
  for (const char* key : {"maverick", "anomaly", "house"}) {
    if (raw.house == House::None) raw.house = house_from_name(text_of(card, key));
  }
  raw.maverick = !text_of(card, "maverick").empty();
  raw.anomaly = !text_of(card, "anomaly").empty();
  raw.half = raw.title.ends_with('2') ? Half::Second : Half::None;
  raw.card = CardTable::instance().find_id(raw.title);
  raw.order = number_of(card, "prophecyId", 0);
  raw.icons = texts_of(list_of(card, "enhancements"));
  return raw;
}

}  // namespace

bool read_keyteki(const Json& value, Importer& importer) {
  const Json& cards = list_of(value, "cards");
  if (!value.contains("houses") || cards.empty() || !cards.front().is_object() || !cards.front().contains("count") ||
      !cards.front().contains("id")) {
    return false;
  }
  RawDeck deck;
  deck.name = text_of(value, "name");
  deck.id = text_of(value, "uuid");
  deck.set = text_of(value, "expansion");
  deck.houses = houses_of(list_of(value, "houses"), deck, importer);
  deck.pods = texts_of(list_of(value, "pods"));
  for (const Json& card : cards) {
    if (card.is_object()) deck.cards.push_back(read_keyteki_card(card));
  }
  importer.add(std::move(deck));
  return true;
}

}  // namespace archon::import
