#include "sim/conformance/told.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "engine/facts/facts.h"
#include "engine/make_matchup.h"

namespace archon {
namespace {

using Json = nlohmann::json;

// Where a card lies.
struct Place {
  Json card;
  std::string zone;  // "under" and "upgrades" on a host
  int player = 0;
  int host = -1;  // ref

  bool in_play() const { return zone == "battleline" || zone == "artifacts" || zone == "upgrades"; }
};

std::optional<Place> place_in(const Json& cards, int ref, const std::string& zone, int player, int host = -1) {
  for (const Json& card : cards) {
    if (!card.is_object()) continue;
    if (card.value("ref", Json()) == ref) return Place{card, zone, player, host};
    const int itself = card.contains("ref") && card["ref"].is_number() ? card["ref"].get<int>() : -1;
    for (const char* hosted : {"upgrades", "under"})
      if (card.contains(hosted))
        if (std::optional<Place> found = place_in(card[hosted], ref, hosted, player, itself)) return found;
  }
  return std::nullopt;
}

std::optional<Place> place_of(const Json& position, int ref) {
  for (int side = 0; side < 2; ++side)
    for (const auto& [zone, cards] : position["players"][static_cast<size_t>(side)].items())
      if (cards.is_object() && cards.value("ref", -1) == ref)
        return Place{cards, zone, side};
      else if (cards.is_array() && zone != "unseen")
        if (std::optional<Place> found = place_in(cards, ref, zone == "deck_rest" ? "deck" : zone, side)) return found;
  return std::nullopt;
}

std::string differs(const Json& fact, const Json& is) { return fact.dump() + ", but it is " + is.dump(); }
std::string unless(bool right, const Json& fact, const Json& is) { return right ? "" : differs(fact, is); }

// Cards by ref or, where any copy will do, by id.
std::string wrong_zone(const Json& player, const Json& fact) {
  const auto zone = fact["zone"].get<std::string>();
  std::vector<Json> cards;
  for (const char* part : {"", "_rest"})
    for (const Json& card : player.value(zone + part, Json::array())) cards.push_back(card);
  if (fact.contains("count")) return unless(fact["count"] == cards.size(), fact, cards.size());
  Json shown = Json::array();
  for (const Json& card : cards) shown.push_back(card["card"]);
  std::vector<Json> wanted(fact["cards"].begin(), fact["cards"].end());
  if (wanted.size() != cards.size()) return differs(fact, shown);
  const auto is = [](const Json& card, const Json& word) { return card[word.is_number() ? "ref" : "card"] == word; };
  if (zone == "battleline" || zone == "deck" || zone == "discard") {
    for (size_t i = 0; i < cards.size(); ++i)
      if (!is(cards[i], wanted[i])) return differs(fact, shown);
    return "";
  }
  std::stable_partition(wanted.begin(), wanted.end(), [](const Json& word) { return word.is_number(); });
  for (const Json& word : wanted) {
    const auto at = std::ranges::find_if(cards, [&](const Json& card) { return is(card, word); });
    if (at == cards.end()) return differs(fact, shown);
    cards.erase(at);
  }
  return "";
}

std::string player_fault(Told& told, const Json& fact) {
  const int side = fact["player"];
  const Json& player = told.state["players"][static_cast<size_t>(side)];
  if (fact.contains("zone")) return wrong_zone(player, fact);
  if (fact.contains("knows")) {
    const std::optional<Place> seen = place_of(told.teller.ask({{"do", "view"}, {"player", side}}), fact["knows"]);
    const bool knows = seen && !seen->card["card"].is_null();
    return unless(knows == fact["is"].get<bool>(), fact, knows);
  }
  if (fact.contains("tide")) {
    const Json& tide = told.state["tide"];
    const std::string is = !tide.is_number() ? "neutral" : tide == side ? "high" : "low";
    return unless(fact["tide"] == is, fact, is);
  }
  if (fact.contains("keys")) return unless(fact["keys"] == player["keys"].size(), fact, player["keys"].size());
  for (const char* field : {"aember", "chains", "key_cost"})
    if (fact.contains(field)) return unless(fact[field] == player[field], fact, player[field]);
  return fact.dump() + ": an unknown fact";
}

// Those of now, of the deck list, or what is printed.
Json houses_at(const Place& place) {
  for (const char* field : {"houses", "house"})
    if (place.card.contains(field)) return place.card[field].is_array() ? place.card[field] : Json::array({place.card[field]});
  Json list = Json::array();
  const CardTable& table = CardTable::instance();
  const int index = table.find_id(place.card.value("token", place.card["card"].get<std::string>()));
  const HouseMask mask = index < 0 ? HouseMask{} : printed_houses(table.cards()[static_cast<size_t>(index)]);
  for (int house = 0; house < kHouses; ++house)
    if (mask >> house & 1) list.push_back(house_name(static_cast<House>(house)));
  return list;
}

bool has_property(const Told& told, const Place& place, const std::string& word) {
  const Json& card = place.card;
  if (word == "ready") return !card.contains("exhausted");
  if (word == "damaged") return card.contains("damage");
  if (word == "facedown") return card.contains("facedown") || card.contains("token");
  if (word == "flank") {
    const Json& line = told.state["players"][static_cast<size_t>(place.player)]["battleline"];
    return place.zone == "battleline" && (line.front()["ref"] == card["ref"] || line.back()["ref"] == card["ref"]);
  }
  const Json keywords = card.value("keywords", Json::array());
  return card.contains(word) || std::ranges::find(keywords, Json(word)) != keywords.end();
}

// Numbers that a position leaves out are 0.
Json number_at(const Place& place, const std::string& field) {
  const Json& card = place.card;
  if (field == "armor") return card.value("armor", 0) + card.value("armor_used", 0);
  return card.value(field == "armor_left" ? "armor" : field, 0);
}

std::string card_fault(Told& told, const Json& fact) {
  const std::optional<Place> place = place_of(told.state, fact["card"]);
  if (!place) return fact.dump() + ", but the card is nowhere";
  const bool wanted = fact.value("is", true);
  const auto truth = [&](bool is, const Json& was) { return unless(is == wanted, fact, was); };
  if (fact.contains("in")) {
    const auto zone = fact["in"].get<std::string>();
    const bool there = zone == "play" ? place->in_play() : place->zone == zone && place->player == fact["player"];
    return truth(there, {place->zone, place->player});
  }
  for (const auto& [word, zone] : {std::pair{"on", "upgrades"}, {"under", "under"}})
    if (fact.contains(word)) {
      const bool host = std::ranges::find(fact[word], Json(place->host)) != fact[word].end();
      return truth(place->zone == zone && host, {place->zone, place->host});
    }
  if (fact.contains("controller")) {
    const int owner = place->card.value("owner", place->player);
    const int controller = place->zone == "upgrades" ? place->card.value("controller", owner) : place->player;
    return truth(controller == fact["controller"], controller);
  }
  if (fact.contains("as")) {
    const Json as = place->card.value("copy_of", place->card.value("token", place->card.value("active", place->card["card"])));
    return truth(as == fact["as"], as);
  }
  if (fact.contains("houses")) {
    Json is = houses_at(*place);
    Json want = fact["houses"];
    std::sort(want.begin(), want.end());
    std::sort(is.begin(), is.end());
    return truth(is == want, is);
  }
  if (fact.contains("what")) {
    const bool is = has_property(told, *place, fact["what"]);
    return truth(is, is);
  }
  if (fact.contains("counter")) {
    const int is = place->card.value("counters", Json::object()).value(fact["counter"].get<std::string>(), 0);
    return unless(fact["number"] == is, fact, is);
  }
  for (const auto& [field, value] : fact.items())
    if (field != "card") return unless(number_at(*place, field) == value, fact, number_at(*place, field));
  return fact.dump() + ": an unknown fact";
}

Json refs_offered(const Json& decision) {
  Json cards = Json::array();
  for (const Json& action : decision["actions"])
    if (action["verb"] == "choose") cards.push_back(action["card"]);
  return cards;
}

Json words_offered(const Json& decision) {
  Json words = Json::array();
  for (const Json& action : decision["actions"])
    words.push_back(action.contains("house") ? action["house"] : Json(std::to_string(action.value("index", 0))));
  return words;
}

std::string decision_fault(Told& told, const Json& fact) {
  const Json& decision = told.decision;
  const std::string kind = decision["kind"], wanted = fact["decision"];
  if (wanted == "none") return unless(kind == "main" || kind == "over", fact, kind);
  if (kind != wanted) return differs(fact, kind);
  const auto is_done = [](const Json& action) { return action["verb"] == "done"; };
  const bool stops = std::ranges::any_of(decision["actions"], is_done);
  if (fact.contains("may_stop")) return unless(fact["may_stop"] == stops, fact, stops);
  if (!fact.contains("among")) return "";
  Json offered = kind == "target" ? refs_offered(decision) : words_offered(decision), among = fact["among"];
  std::sort(offered.begin(), offered.end());
  std::sort(among.begin(), among.end());
  // Of several cards that are chosen one by one, those too late in the order to be the first are not offered.
  const bool all =
      decision.contains("group") ? std::includes(among.begin(), among.end(), offered.begin(), offered.end()) : among == offered;
  return unless(all, fact, offered);
}

// Whether the action can be taken, and, of a fight, the creature be chosen.
std::string can_fault(Told& told, const Json& fact) {
  const auto listed = [](const Json& list, const Json& value) { return std::ranges::find(list, value) != list.end(); };
  bool can = false;
  if (told.decision["kind"] != "main") return differs(fact, told.decision["kind"]);
  for (const Json& action : told.decision["actions"]) {
    if (!listed(fact["verbs"], action["verb"])) continue;
    if (fact.contains("cards") && !listed(fact["cards"], action.value("card", Json()))) continue;
    if (fact.contains("index") && fact["index"] != action["index"]) continue;
    can = true;
    if (!fact.contains("against")) break;
    told.teller.ask({{"do", "push"}});
    can = listed(refs_offered(told.teller.apply(action["id"])), fact["against"]);
    told.teller.ask({{"do", "pop"}});
  }
  return unless(can == fact["can"].get<bool>(), fact, can);
}

}  // namespace

Json Teller::ask(const Json& request) {
  Json answer = Json::parse(session_.answer(request.dump()));
  if (answer.contains("error"))
    throw std::runtime_error(answer["error"].get<std::string>() + " (" + answer.value("at", "") + ")");
  return answer;
}

std::string fact_fault(Told& told, const Json& fact) {
  if (fact.contains("can")) return can_fault(told, fact);
  if (fact.contains("card")) return card_fault(told, fact);
  if (fact.contains("player")) return player_fault(told, fact);
  if (fact.contains("decision")) return decision_fault(told, fact);
  if (fact.contains("result")) {
    const Json is = told.decision.value("result", Json());
    return unless(fact["result"] == is, fact, is);
  }
  if (fact.contains("winner")) {
    const Json is = told.decision.value("winner", Json());
    return unless(fact["winner"] == is, fact, is);
  }
  for (const char* field : {"active", "phase", "house"})
    if (fact.contains(field)) return unless(fact[field] == told.state[field], fact, told.state[field]);
  return fact.dump() + ": an unknown fact";
}

}  // namespace archon
