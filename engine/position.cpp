#include "engine/position.h"

#include <algorithm>
#include <bit>

#include "engine/advance.h"
#include "engine/cards/library.h"
#include "engine/matchup.h"
#include "engine/rules/turn.h"

namespace archon {
namespace {

// One card of the position and where it lies.
struct Placed {
  const PositionCard* card = nullptr;
  Zone zone = Zone::Deck;
  int side = 0;   // whose zone
  int host = -1;  // index in the list, of what it is attached to or lies under
  int owner = 0;
  int definition = -1;
  CardId id = kNoCard;
};

class Builder {
 public:
  explicit Builder(const Position& position) : position_(position) {}

  PositionResult build() {
    for (int side = 0; side < 2; ++side) collect(side);
    if (list_.size() > static_cast<size_t>(kMaxCards))
      result_.problems.push_back("a game has at most " + std::to_string(kMaxCards) + " cards");
    if (!result_.problems.empty()) return std::move(result_);
    game_ = &result_.game.emplace();
    make_matchup();
    make_refs();
    make_state();
    if (!result_.problems.empty())
      result_.game.reset();
    else
      advance(game_->matchup, game_->state);
    return std::move(result_);
  }

 private:
  void collect(int side);
  void add(const PositionCard& card, Zone zone, int side, int host = -1);
  void check_type(const Placed& placed, const CardFacts& facts);
  void make_matchup();
  void make_refs();
  void make_state();
  void put_cards();
  void set_card(const Placed& placed);
  void set_players();
  HouseMask houses(const Placed& placed) const;
  HouseMask identity(int side) const;

  const Position& position_;
  std::vector<Placed> list_;
  PositionResult result_;
  PositionGame* game_ = nullptr;
};

void Builder::collect(int side) {
  const PositionPlayer& player = position_.players[static_cast<size_t>(side)];
  for (const PositionCard& card : player.battleline) add(card, Zone::Line, side);
  for (const PositionCard& card : player.artifacts) add(card, Zone::Artifacts, side);
  for (const PositionCard& card : player.hand) add(card, Zone::Hand, side);
  for (const PositionCard& card : player.archives) add(card, Zone::Archives, side);
  for (const PositionCard& card : player.deck) add(card, Zone::Deck, side);
  for (const PositionCard& card : player.deck_rest) add(card, Zone::Deck, side);
  for (const PositionCard& card : player.discard) add(card, Zone::Discard, side);
  for (const PositionCard& card : player.purged) add(card, Zone::Purged, side);
}

void Builder::add(const PositionCard& card, Zone zone, int side, int host) {
  const CardTable& table = CardTable::instance();
  Placed placed{.card = &card, .zone = zone, .side = side, .host = host, .owner = card.owner < 0 ? side : card.owner};
  placed.definition = table.find_id(card.card);
  if (placed.definition < 0) {
    std::vector<std::string> ids;
    for (const CardFacts& facts : table.cards()) ids.push_back(facts.id);
    const std::string hint = word_hint(card.card, ids);
    result_.problems.push_back("unknown card `" + card.card + "`" + (hint.empty() ? "" : "; " + hint));
    return;
  }
  const CardFacts& facts = table.cards()[static_cast<size_t>(placed.definition)];
  if (!Library::instance().defined(placed.definition)) result_.problems.push_back("`" + card.card + "` has no definition");
  check_type(placed, facts);
  const int at = static_cast<int>(list_.size());
  list_.push_back(placed);
  for (const PositionCard& upgrade : card.upgrades) {
    add(upgrade, Zone::Attached, upgrade.controller >= 0 ? upgrade.controller : upgrade.owner >= 0 ? upgrade.owner : side, at);
  }
  for (const PositionCard& under : card.under) add(under, Zone::Under, under.owner >= 0 ? under.owner : placed.owner, at);
}

void Builder::check_type(const Placed& placed, const CardFacts& facts) {
  const bool fits = placed.zone == Zone::Line        ? facts.type == CardType::Creature
                    : placed.zone == Zone::Artifacts ? facts.type == CardType::Artifact
                    : placed.zone == Zone::Attached  ? facts.type == CardType::Upgrade
                                                     : true;
  if (!fits)
    result_.problems.push_back("`" + facts.id + "` is of type " + std::string(type_name(facts.type)) + " and can't lie there");
  const bool hosts = placed.zone == Zone::Line || placed.zone == Zone::Artifacts;
  if (!hosts && !placed.card->upgrades.empty())
    result_.problems.push_back("`" + facts.id + "` is not in play but has upgrades");
  const bool borrowed = placed.zone == Zone::Line || placed.zone == Zone::Artifacts || placed.zone == Zone::Archives ||
                        placed.zone == Zone::Attached;
  if (!borrowed && placed.owner != placed.side)
    result_.problems.push_back("`" + facts.id + "` can only lie in a zone of its owner");
}

HouseMask Builder::houses(const Placed& placed) const {
  HouseMask mask = 0;
  for (House house : placed.card->houses) mask = static_cast<HouseMask>(mask | 1u << static_cast<int>(house));
  if (mask) return mask;
  const CardFacts& facts = CardTable::instance().cards()[static_cast<size_t>(placed.definition)];
  const Printing* printing = find_printing(facts, "CotA");
  const House house = printing ? printing->house : facts.printings.empty() ? House::None : facts.printings.front().house;
  return house == House::None ? HouseMask{0} : static_cast<HouseMask>(1u << static_cast<int>(house));
}

// The houses of an identity card: those given, then those of the player's own cards, then of the first set.
HouseMask Builder::identity(int side) const {
  HouseMask mask = 0;
  const auto add_houses = [&](HouseMask more) {
    for (int house = 0; house < kHouses; ++house)
      if (more >> house & 1 && std::popcount(mask) < 3) mask = static_cast<HouseMask>(mask | 1u << house);
  };
  const auto one = [](House house) { return static_cast<HouseMask>(1u << static_cast<int>(house)); };
  for (House house : position_.players[static_cast<size_t>(side)].houses) add_houses(one(house));
  if (side == position_.active && position_.house != House::None) add_houses(one(position_.house));
  for (const Placed& placed : list_)
    if (placed.owner == side && placed.card->houses.empty()) add_houses(houses(placed));
  for (House house : {House::Brobnar, House::Dis, House::Logos, House::Mars, House::Sanctum, House::Shadows, House::Untamed})
    add_houses(one(house));
  return mask;
}

void Builder::make_matchup() {
  Matchup& m = game_->matchup;
  m.program = &Library::instance().program();
  m.rules = position_.rules;
  int next = 0;
  for (int owner = 0; owner < 2; ++owner) {
    for (Placed& placed : list_) {
      if (placed.owner != owner) continue;
      placed.id = static_cast<CardId>(next++);
      const CardFacts& facts = CardTable::instance().cards()[static_cast<size_t>(placed.definition)];
      MatchCard& card = m.cards[placed.id];
      card.definition = static_cast<uint16_t>(placed.definition);
      card.owner = static_cast<uint8_t>(owner);
      card.houses = houses(placed);
      card.icon_count = static_cast<uint8_t>(std::min<int>(facts.amber, static_cast<int>(card.icons.size())));
      std::fill_n(card.icons.begin(), card.icon_count, static_cast<uint8_t>(Icon::Amber));
    }
    m.deck_houses[static_cast<size_t>(owner)] = identity(owner);
  }
  m.card_count = next;
  finish_matchup(m);
}

void Builder::make_refs() {
  std::map<std::string, int> copies;
  const auto add_ref = [&](const std::string& ref, CardId id) {
    if (!game_->refs.emplace(ref, id).second) result_.problems.push_back("two cards are called `" + ref + "`");
  };
  for (const Placed& placed : list_) {
    const std::string& id = placed.card->card;
    add_ref(id + "#" + std::to_string(++copies[id]), placed.id);
    if (!placed.card->ref.empty()) add_ref(placed.card->ref, placed.id);
  }
  for (const Placed& placed : list_)
    if (copies[placed.card->card] == 1 && placed.card->ref != placed.card->card) add_ref(placed.card->card, placed.id);
}

// The zones are written whole: the list has the order of every zone.
void Builder::put_cards() {
  State& s = game_->state;
  int next = 0;
  for (int zone = 0; zone < kZones; ++zone)
    for (int side = 0; side < 2; ++side) {
      s.start[2 * zone + side] = static_cast<uint8_t>(next);
      for (const Placed& placed : list_)
        if (static_cast<int>(placed.zone) == zone && placed.side == side) s.order[next++] = placed.id;
    }
  s.start[2 * kZones] = static_cast<uint8_t>(next);
}

void Builder::set_card(const Placed& placed) {
  const PositionCard& from = *placed.card;
  Card& card = game_->state.cards[placed.id];
  const auto byte = [](int value) { return static_cast<uint8_t>(std::clamp(value, 0, 250)); };
  card.zone = placed.zone;
  card.controller = static_cast<uint8_t>(placed.side);
  if (placed.host >= 0) card.host = list_[static_cast<size_t>(placed.host)].id;
  card.damage = byte(from.damage);
  card.amber = byte(from.amber);
  card.counters = byte(from.power_counters);
  card.armor_used = byte(from.armor_used);
  card.set(kExhausted, from.exhausted);
  card.set(kStunned, from.stunned);
  card.set(kWarded, from.warded);
  card.set(kEnraged, from.enraged);
  card.set(kElusiveUsed, from.elusive_used);
  card.set(kFacedown, from.facedown);
  const bool in_play = bit(placed.zone) & kInPlayZones;
  card.set(kForeign, in_play && placed.side != placed.owner);
  const uint16_t known[2] = {kKnownTo0, kKnownTo1};
  switch (placed.zone) {
    case Zone::Deck:
      break;
    case Zone::Hand:
    case Zone::Archives:
      card.flags = static_cast<uint16_t>(card.flags | known[placed.side]);
      break;
    case Zone::Under:
      if (from.facedown) {
        card.flags = static_cast<uint16_t>(card.flags | known[list_[static_cast<size_t>(placed.host)].side]);
        break;
      }
      [[fallthrough]];
    default:
      card.flags = static_cast<uint16_t>(card.flags | kKnownTo0 | kKnownTo1);
  }
}

void Builder::set_players() {
  State& s = game_->state;
  for (int side = 0; side < 2; ++side) {
    const PositionPlayer& from = position_.players[static_cast<size_t>(side)];
    Player& player = s.players[side];
    player.amber = static_cast<uint8_t>(from.amber);
    player.keys = from.keys;
    player.chains = static_cast<uint8_t>(from.chains);
    player.turns = static_cast<uint8_t>(from.turn);
    player.deck_fixed = static_cast<uint8_t>(from.deck.size());
    s.turn = static_cast<uint16_t>(s.turn + from.turn);
  }
}

void Builder::make_state() {
  const Matchup& m = game_->matchup;
  State& s = game_->state;
  clear_state(m, s);
  put_cards();
  for (const Placed& placed : list_) set_card(placed);
  set_players();
  s.rng[0].state = position_.seed;
  s.rng[1].state = position_.seed + 1;
  s.rng[2].state = position_.seed + 2;
  s.active = static_cast<uint8_t>(position_.active);
  s.first = static_cast<uint8_t>(position_.first);
  s.first_turn = position_.first_turn;
  s.step = position_.step;
  const bool chosen = position_.step > Step::House && position_.house != House::None;
  s.house = chosen ? static_cast<HouseMask>(1u << static_cast<int>(position_.house)) : HouseMask{0};
  s.dirty = 1;
}

}  // namespace

PositionResult build_position(const Position& position) { return Builder(position).build(); }

}  // namespace archon
