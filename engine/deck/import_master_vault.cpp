// JSON of the deck registry: a deck alone, a list of decks, the answer of a mirror; the form of 2018 and today's.
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/deck/deck_words.h"
#include "engine/deck/import_impl.h"
#include "engine/facts/registry.h"

namespace archon::import {
namespace {

using Icons = std::multimap<std::string, std::vector<std::string>>;  // an entry a copy, by the id of the card

Icons bonus_icons(const Json& data) {
  Icons icons;
  for (const Json& entry : list_of(data, "bonus_icons")) {
    if (entry.is_object()) icons.emplace(text_of(entry, "card_id"), texts_of(list_of(entry, "bonus_icons")));
  }
  return icons;
}

std::set<std::string> era_ids(const Json& data, const char* era) {
  const auto found = data.find("set_era_cards");
  if (found == data.end() || !found->is_object()) return {};
  const std::vector<std::string> ids = texts_of(list_of(*found, era));
  return {ids.begin(), ids.end()};
}

// Titles follow the language of the request; title_en does not.
RawCard linked_card(const Json& card) {
  RawCard raw;
  raw.title = text_of(card, "card_title_en");
  if (raw.title.empty()) raw.title = text_of(card, "card_title");
  raw.house = house_from_name(text_of(card, "house"));
  raw.maverick = flag_of(card, "is_maverick");
  raw.anomaly = flag_of(card, "is_anomaly");
  const std::string type = text_of(card, "card_type");
  raw.evil_twin = type == "Evil Twin Creature" || text_of(card, "rarity") == "Evil Twin";
  if (type == "Gigantic Creature Base" || type == "Creature1") raw.half = Half::First;
  if (type == "Gigantic Creature Art" || type == "Creature2") raw.half = Half::Second;
  return raw;
}

// The card of an id: from the cards that came with the deck, else from the ids that the program knows.
bool find_card(const std::string& id, const LinkedCards& linked, RawCard& raw) {
  if (const auto found = linked.find(id); found != linked.end()) {
    raw = linked_card(*found->second);
    return true;
  }
  const RegistryCard known = find_registry_id(id);
  raw.card = known.card;
  raw.house = known.house;
  return known.card >= 0;
}

void take_icons(Icons& icons, const std::string& id, bool enhanced, RawCard& raw, const RawDeck& deck, Importer& importer) {
  const auto found = icons.find(id);
  if (found != icons.end()) {
    raw.icons = std::move(found->second);
    icons.erase(found);
  } else if (enhanced) {
    importer.warning(importer.line(deck, raw),
                     in_quotes(deck.name) + ": the bonus icons of " + in_quotes(raw.title) + " are not in the file", "",
                     deck.name);
  }
}

void read_cards(const Json& data, const std::vector<std::string>& ids, const LinkedCards& linked, RawDeck& deck,
                Importer& importer) {
  Icons icons = bonus_icons(data);
  const std::set<std::string> legacy = era_ids(data, "Legacy"), anomalies = era_ids(data, "Anomaly");
  int unknown = 0;
  for (const std::string& id : ids) {
    RawCard raw;
    if (!find_card(id, linked, raw)) {
      ++unknown;
      continue;
    }
    raw.legacy = legacy.contains(id);
    raw.anomaly = raw.anomaly || anomalies.contains(id);
    const auto found = linked.find(id);
    take_icons(icons, id, found != linked.end() && flag_of(*found->second, "is_enhanced"), raw, deck, importer);
    const bool prophecy = found != linked.end() && text_of(*found->second, "card_type") == "Prophecy";
    if (prophecy) raw.order = number_of(*found->second, "sort_override", 0);
    deck.cards.push_back(std::move(raw));
  }
  if (unknown == 0) return;
  deck.broken = true;
  importer.problem(importer.line(deck),
                   in_quotes(deck.name) + ": " + std::to_string(unknown) + " of its " + std::to_string(ids.size()) +
                       " cards are given by an id that is not known",
                   "load the deck with its cards: ...?links=cards", deck.name);
}

}  // namespace

bool read_master_vault(const Json& data, const LinkedCards& linked, Importer& importer) {
  const auto links = data.find("_links");
  const bool listed = links != data.end() && links->is_object() && links->contains("cards");
  if (!listed && !(data.contains("_links") && data.contains("cards"))) return false;
  if (!links->is_object() || data.contains("_linked")) return false;
  RawDeck deck;
  deck.name = text_of(data, "name");
  deck.id = text_of(data, "id");
  deck.set = text_of(data, "expansion");
  deck.rank = 2;
  std::vector<std::string> ids = texts_of(list_of(*links, "cards"));
  if (ids.empty()) ids = texts_of(list_of(data, "cards"));  // the form of 2018
  if (ids.size() > kMaxRawCards) {
    importer.problem(importer.line(deck),
                     in_quotes(deck.name) + ": the deck has " + std::to_string(ids.size()) + " cards instead of 36", "",
                     deck.name);
    deck.broken = true;
    ids.clear();
  }
  deck.houses = houses_of(list_of(*links, "houses"), deck, importer);
  if (ids.empty() && !deck.broken) {
    importer.problem(importer.line(deck), in_quotes(deck.name) + ": the cards are missing",
                     "load the deck with its cards: ...?links=cards", deck.name);
    deck.broken = true;
  }
  read_cards(data, ids, linked, deck, importer);
  importer.add(std::move(deck));
  return true;
}

}  // namespace archon::import
