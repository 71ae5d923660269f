// From a State to JSON.
#include <nlohmann/json.hpp>

#include "engine/core/counters.h"
#include "engine/core/internal_error.h"
#include "engine/facts/facts.h"
#include "engine/make_matchup.h"
#include "engine/notation.h"
#include "engine/position/position_json.h"
#include "engine/position/position_pending.h"
#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/view/disguise.h"
#include "engine/view/view.h"

namespace archon {
namespace {

using OrderedJson = nlohmann::ordered_json;

class PositionWriter {
 public:
  // viewer -1: everything is seen.
  PositionWriter(const Matchup& m, const State& s, const std::vector<int>& numbers, int viewer)
      : m_(m), s_(s), numbers_(numbers), viewer_(viewer) {}

  OrderedJson write() const;

 private:
  bool sees(CardId card) const { return viewer_ < 0 || View(m_, s_, viewer_).sees(card); }
  bool knows(CardId card) const { return viewer_ < 0 || View(m_, s_, viewer_).knows(card); }
  OrderedJson ref(CardId card) const;
  OrderedJson refs(CardSet cards) const;
  OrderedJson card(CardId id, int side) const;
  void add_matchup_fields(OrderedJson& json, CardId id) const;
  void add_status(OrderedJson& json, CardId id) const;
  void add_derived(OrderedJson& json, CardId id) const;
  void add_hosted(OrderedJson& json, const char* field, CardSet cards, int side) const;
  OrderedJson zone(Zone zone, int side, int from = 0, int to = kMaxCards) const;
  void add_reference_cards(OrderedJson& json, int side) const;
  OrderedJson player(int side) const;
  OrderedJson turn_log() const;
  OrderedJson effects() const;
  bool add_body(OrderedJson& json, const LastingEffect& effect) const;

  const Matchup& m_;
  const State& s_;
  const std::vector<int>& numbers_;
  const int viewer_;
};

OrderedJson house_names(HouseMask mask) {
  OrderedJson names = OrderedJson::array();
  for (int house = 0; house < kHouses; ++house)
    if (mask >> house & 1) names.push_back(house_name(static_cast<House>(house)));
  return names;
}

// A facedown card in play that the viewer does not know is named by its place.
OrderedJson PositionWriter::ref(CardId card) const {
  if (knows(card)) return numbers_[card];
  return s_.hides_face(card) ? OrderedJson(place_word(m_, s_, card)) : OrderedJson(nullptr);
}

OrderedJson PositionWriter::refs(CardSet cards) const {
  OrderedJson list = OrderedJson::array();
  for (CardId id : cards)
    if (const OrderedJson one = ref(id); !one.is_null()) list.push_back(one);
  return list;
}

// What the deck list says of a card, where it differs from what is printed.
void PositionWriter::add_matchup_fields(OrderedJson& json, CardId id) const {
  const MatchCard& card = m_.cards[id];
  const CardFacts& facts = facts_of(m_, card.definition);
  if (card.houses != printed_houses(facts)) {
    const OrderedJson names = house_names(card.houses);
    json["house"] = names.size() == 1 ? names[0] : names;
  }
  bool printed = card.icon_count == std::min<int>(facts.amber, static_cast<int>(card.icons.size()));
  OrderedJson icons = OrderedJson::array();
  for (int i = 0; i < card.icon_count; ++i) {
    const auto icon = static_cast<Icon>(card.icons[static_cast<size_t>(i)]);
    printed = printed && icon == Icon::Amber;
    icons.push_back(icon_name(icon));
  }
  if (!printed) json["bonus"] = icons;
}

void PositionWriter::add_status(OrderedJson& json, CardId id) const {
  const Card& card = s_.cards[id];
  const auto flag = [&](const char* name, CardFlag bit) {
    if (card.has(bit)) json[name] = true;
  };
  const auto number = [&](const char* name, int value) {
    if (value) json[name] = value;
  };
  flag("exhausted", kExhausted);
  flag("stunned", kStunned);
  flag("warded", kWarded);
  flag("enraged", kEnraged);
  flag("elusive_used", kElusiveUsed);
  if (card.zone == Zone::Under) flag("facedown", kFacedown);
  number("damage", card.damage);
  number("aember", s_.in_play(id) ? card.amber : 0);
  number("power_counters", card.counters);
  number("armor_used", card.armor_used);
  for (int i = 0; i < s_.counter_count; ++i)
    if (s_.counters[i].card == id) json["counters"][kCounters[s_.counters[i].kind].name] = s_.counters[i].number;
  const bool token = s_.hides_face(id);
  if (token) json["token"] = facts_of(m_, token_of(m_, s_, id)).id;
  const uint16_t itself = token ? token_of(m_, s_, id) : m_.cards[id].definition;
  if (m_.cards[id].reverse != kNone) json["reverse"] = facts_of(m_, m_.cards[id].reverse).id;
  if (card.zone == Zone::Reference) json["active"] = facts_of(m_, card.definition).id;
  if (card.definition != itself && card.zone != Zone::Reference && (token || card.definition != m_.printed(id).as_upgrade))
    json["copy_of"] = facts_of(m_, card.definition).id;
  if (card.zone == Zone::Purged && card.host < m_.card_count) json["purged_by"] = ref(card.host);
}

void PositionWriter::add_derived(OrderedJson& json, CardId id) const {
  const Card& card = s_.cards[id];
  const bool own = !s_.hides_face(id) && houses_of(m_, s_, id) == m_.cards[id].houses;  // the face would tell its house
  if (s_.in_play(id) && !own) json["houses"] = house_names(houses_of(m_, s_, id));
  if (card.zone != Zone::Line) return;
  const auto number = [&](const char* name, int value) {
    if (value) json[name] = value;
  };
  number("assault", card.assault);
  number("hazardous", card.hazardous);
  number("splash_attack", card.splash_attack);
  json["power"] = card.power;
  json["armor"] = armor_left(s_, id);
  OrderedJson keywords = OrderedJson::array();
  for (int i = 0; i <= static_cast<int>(Keyword::Versatile); ++i)
    if (card.keywords >> i & 1) keywords.push_back(keyword_name(static_cast<Keyword>(i)));
  if (!keywords.empty()) json["keywords"] = keywords;
}

void PositionWriter::add_hosted(OrderedJson& json, const char* field, CardSet cards, int side) const {
  if (cards.empty()) return;
  json[field] = OrderedJson::array();
  for (CardId id : cards)
    if (sees(id)) json[field].push_back(card(id, side));
  for (CardId id : cards)
    if (!sees(id)) json[field].push_back(nullptr);  // behind the others: their order by number would tell something
}

// `side`: the player in whose zone it is, for what lies on a card that of this card.
OrderedJson PositionWriter::card(CardId id, int side) const {
  if (!sees(id)) return nullptr;
  OrderedJson json;
  json["card"] = knows(id) ? OrderedJson(card_id(m_, id)) : OrderedJson(nullptr);
  json["ref"] = ref(id);
  if (m_.cards[id].owner != side) json["owner"] = m_.cards[id].owner;
  if (s_.cards[id].zone == Zone::Attached && s_.cards[id].controller != m_.cards[id].owner)
    json["controller"] = s_.cards[id].controller;
  if (knows(id)) add_matchup_fields(json, id);
  add_status(json, id);
  add_derived(json, id);
  if (s_.in_play(id) || m_.printed(id).type == CardType::Prophecy) {
    add_hosted(json, "upgrades", upgrades_on(s_, id), side);
    CardSet under = cards_beneath(s_, id);
    if (const CardId half = half_under(m_, s_, id); half != kNoCard) under.add(half);
    add_hosted(json, "under", under, side);
  }
  return json;
}

OrderedJson PositionWriter::zone(Zone zone, int side, int from, int to) const {
  OrderedJson list = OrderedJson::array();
  const ZoneView cards = zone_of(s_, zone, side);
  for (int i = from; i < std::min(to, cards.size()); ++i) list.push_back(card(cards[i], side));
  return list;
}

void PositionWriter::add_reference_cards(OrderedJson& json, int side) const {
  for (Zone zone : {Zone::Inactive, Zone::Reference})
    for (CardId id : zone_of(s_, zone, side)) {
      if (m_.printed(id).type == CardType::ArchonPower)
        json["archon_power"] = {{"card", card_id(m_, id)}, {"ref", numbers_[id]}};
      else
        json["prophecies"].push_back(card(id, side));
    }
}

OrderedJson PositionWriter::player(int side) const {
  const Player& player = s_.players[side];
  OrderedJson json;
  json["name"] = side == 0 ? "A" : "B";
  json["houses"] = house_names(m_.deck_houses[static_cast<size_t>(side)]);
  if (const uint16_t token = m_.tokens[static_cast<size_t>(side)].definition; token != kNone)
    json["token"] = facts_of(m_, token).id;
  json["aember"] = player.amber;
  json["keys"] = OrderedJson::array();
  for (int color = 0; color <= kKeyColors; ++color)
    if (player.keys >> color & 1) json["keys"].push_back(key_word(color));
  json["chains"] = player.chains;
  json["turn"] = player.turns;
  if (s_.extra_turns[side] > 0) json["extra_turns"] = s_.extra_turns[side];
  if (player.last_house) json["last_house"] = house_name(static_cast<House>(player.last_house - 1));
  json["key_cost"] = key_cost(m_, s_, side);
  json["hand_size"] = refill_size(m_, s_, side);
  json["hand"] = zone(Zone::Hand, side);
  json["deck"] = zone(Zone::Deck, side, 0, player.deck_fixed);
  json["deck_rest"] = zone(Zone::Deck, side, player.deck_fixed);
  json["discard"] = zone(Zone::Discard, side);
  json["archives"] = zone(Zone::Archives, side);
  json["purged"] = zone(Zone::Purged, side);
  if (s_.count(Zone::Limbo, side) > 0) json["limbo"] = zone(Zone::Limbo, side);
  json["battleline"] = zone(Zone::Line, side);
  json["artifacts"] = zone(Zone::Artifacts, side);
  add_reference_cards(json, side);
  if (viewer_ < 0) return json;
  json["unseen"] = OrderedJson::array();
  for (int id = 0; id < m_.card_count; ++id)
    if (m_.cards[static_cast<size_t>(id)].owner == side && !knows(static_cast<CardId>(id)))
      json["unseen"].push_back({{"card", card_id(m_, static_cast<CardId>(id))}, {"ref", numbers_[static_cast<size_t>(id)]}});
  return json;
}

OrderedJson PositionWriter::turn_log() const {
  OrderedJson json = {{"played", OrderedJson::array()}, {"discarded", OrderedJson::array()}, {"used", OrderedJson::array()}};
  for (int i = s_.log_turn_start; i < s_.log_count; ++i) {
    const LogEntry& entry = s_.log[i];
    if (entry.card >= m_.card_count) continue;
    // A card that was seen then is named, wherever it lies by now.
    const OrderedJson card = entry.flags & kCardHidden ? ref(entry.card) : OrderedJson(numbers_[entry.card]);
    if (entry.type == EventType::Play) json["played"].push_back(card);
    if (entry.type == EventType::Discard) json["discarded"].push_back(card);
    if (entry.type == EventType::Use) json["used"].push_back(card);
  }
  return json;
}

// Says where the effect is written; false when the place can't be named.
bool PositionWriter::add_body(OrderedJson& json, const LastingEffect& effect) const {
  const Program& p = *m_.program;
  const auto line_of = [&](int body) { return p.abilities[p.bodies[static_cast<size_t>(body)].abilities[0]].line; };
  if (p.bodies[effect.body].abilities.empty()) return false;
  const int written_on = p.abilities[p.bodies[effect.body].abilities[0]].card;
  const std::string& id = facts_of(m_, written_on).id;
  if (written_on != m_.cards[effect.source].definition) {
    const int table_index = CardTable::instance().find_id(id);
    if (p.worded(static_cast<uint16_t>(table_index), m_.rules.wording) != written_on) return false;
    json["card"] = id;
  }
  int block = 0;
  for (int body : lasting_blocks(p, written_on)) {
    if (body == effect.body) break;
    if (line_of(body) == line_of(effect.body)) ++block;
  }
  json["line"] = line_of(effect.body);
  if (block) json["block"] = block;
  return true;
}

OrderedJson PositionWriter::effects() const {
  OrderedJson list = OrderedJson::array();
  for (int i = 0; i < s_.lasting_count; ++i) {
    const LastingEffect& effect = s_.lasting[i];
    if (effect.body == kNone || effect.source >= m_.card_count) continue;
    OrderedJson json;
    json["source"] = ref(effect.source);
    if (!add_body(json, effect)) continue;
    json["clock"] = clock_word(effect.clock);
    json["controller"] = effect.controller;
    if (effect.uses) json["uses"] = effect.uses;
    if (effect.chosen) json["chosen"] = effect.chosen;
    if (effect.age) json["age"] = effect.age;
    if (effect.cards < kMaxKept) json["cards"] = refs(s_.kept[effect.cards]);
    if (effect.second < kMaxKept) json["second"] = refs(s_.kept[effect.second]);
    list.push_back(json);
  }
  return list;
}

std::string hex(uint64_t number) {
  std::string text(16, '0');
  for (size_t i = 0; i < 16; ++i) text[i] = "0123456789abcdef"[number >> (60 - 4 * i) & 15];
  return text;
}

OrderedJson PositionWriter::write() const {
  OrderedJson json;
  json["rules"] = m_.rules.name;
  if (viewer_ >= 0) json["viewer"] = viewer_;
  json["active"] = s_.active;
  json["first"] = s_.first;
  if (s_.first_turn) json["first_turn"] = true;
  if (s_.prophesied) json["prophesied"] = true;
  if (m_.clock.called(s_.turn, s_.decisions)) json["time_called"] = true;
  json["phase"] = s_.over() ? "over" : phase_word(s_.step);
  if (s_.over()) json["winner"] = s_.winner() < 0 ? OrderedJson(nullptr) : OrderedJson(s_.winner());
  const OrderedJson houses = house_names(s_.house);
  json["house"] = houses.empty() ? OrderedJson(nullptr) : houses[0];
  if (!m_.tide)
    json["tide"] = nullptr;
  else if (s_.tide == Tide::Neutral)
    json["tide"] = "neutral";
  else
    json["tide"] = s_.tide == Tide::High0 ? 0 : 1;
  json["players"] = {player(0), player(1)};
  json["turn_log"] = turn_log();
  json["effects"] = effects();
  if (viewer_ < 0) json["chance"] = {hex(s_.rng[0].state), hex(s_.rng[1].state), hex(s_.rng[2].state)};
  return json;
}

}  // namespace

std::vector<int> lasting_blocks(const Program& program, int definition) {
  std::vector<int> blocks;
  for (size_t body = 0; body < program.bodies.size(); ++body) {
    const auto& abilities = program.bodies[body].abilities;
    if (!abilities.empty() && program.abilities[abilities[0]].card == definition) blocks.push_back(static_cast<int>(body));
  }
  return blocks;
}

OrderedJson write_position(const Matchup& m, const State& s, const std::vector<int>& numbers) {
  OrderedJson json = PositionWriter(m, s, numbers, -1).write();
  if (s.choice.kind == ChoiceKind::None) return json;
  const ReadPosition read = read_position(json);
  if (!read.position) internal_error("a written position can't be read: " + read.problems.front().message);
  const PositionResult base = lay_out_position(*read.position);
  if (!base.game) internal_error("a written position can't be laid out: " + base.problems.front());
  json["pending"] = write_pending(m, base.game->state, s);
  return json;
}

OrderedJson write_view(const Matchup& m, const State& s, const std::vector<int>& numbers, int player) {
  if (!needs_disguise(m, s, player)) return PositionWriter(m, s, numbers, player).write();
  State shown = s;
  const Disguise disguise(m, shown, player);  // nothing follows the true numbers: no order, no reference
  return PositionWriter(m, shown, numbers, player).write();
}

}  // namespace archon
