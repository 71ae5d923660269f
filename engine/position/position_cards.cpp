// The cards of a position, and the two decks that they make.
#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "engine/core/card_program.h"
#include "engine/facts/facts.h"
#include "engine/make_matchup.h"
#include "engine/position/position_builder.h"

namespace archon::position_builder {
namespace {

HouseMask mask_of(const std::vector<House>& houses) {
  HouseMask mask = 0;
  for (House house : houses) mask = static_cast<HouseMask>(mask | 1u << static_cast<int>(house));
  return mask;
}

}  // namespace

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
  for (const PositionCard& card : player.limbo) add(card, Zone::Limbo, side);
  for (const PositionCard& card : player.prophecies) add(card, card.active.empty() ? Zone::Inactive : Zone::Reference, side);
  if (!player.archon_power.card.empty()) add(player.archon_power, Zone::Reference, side);
}

void Builder::add(const PositionCard& card, Zone zone, int side, int host) {
  if (list_.size() > static_cast<size_t>(kMaxCards)) return;  // too many, and a list may have any length
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
  check_defined(placed.definition);
  if (!card.copy_of.empty() && table.find_id(card.copy_of) >= 0) check_defined(table.find_id(card.copy_of));
  check_type(placed, facts);
  const int at = static_cast<int>(list_.size());
  list_.push_back(placed);
  for (const PositionCard& upgrade : card.upgrades) {
    add(upgrade, Zone::Attached, upgrade.controller >= 0 ? upgrade.controller : upgrade.owner >= 0 ? upgrade.owner : side, at);
  }
  for (const PositionCard& under : card.under) add(under, Zone::Under, under.owner >= 0 ? under.owner : placed.owner, at);
  if (facts.half == Half::First && zone == Zone::Line && card.token.empty()) add_half(facts, at);
}

// A gigantic creature in play: its other half is the first such card under it, or one that isn't mentioned.
void Builder::add_half(const CardFacts& first, int host) {
  const std::string second = first.id + "2";
  for (Placed& placed : list_) {
    if (placed.host != host || placed.zone != Zone::Under || placed.card->card != second) continue;
    placed.half = true;
    return;
  }
  PositionCard& unmentioned = unlisted_.emplace_back();
  unmentioned.card = second;
  add(unmentioned, Zone::Under, list_[static_cast<size_t>(host)].owner, host);
  list_.back().half = true;
}

void Builder::check_defined(int definition) {
  if (card_program().definitions[static_cast<size_t>(definition)].compiled) return;
  const std::string& id = CardTable::instance().cards()[static_cast<size_t>(definition)].id;
  result_.problems.push_back("`" + id + "` has no definition");
}

void Builder::check_type(const Placed& placed, const CardFacts& facts) {
  const bool power = placed.card == &position_.players[static_cast<size_t>(placed.side)].archon_power;
  const bool fits = !placed.card->copy_of.empty()    ? true
                    : !placed.card->token.empty()    ? true
                    : placed.zone == Zone::Line      ? facts.type == CardType::Creature || facts.type == CardType::Artifact
                    : placed.zone == Zone::Artifacts ? facts.type == CardType::Artifact || facts.type == CardType::Creature
                    : placed.zone == Zone::Attached  ? facts.type != CardType::Artifact
                    : placed.zone == Zone::Inactive  ? facts.type == CardType::Prophecy
                    : placed.zone == Zone::Reference ? facts.type == (power ? CardType::ArchonPower : CardType::Prophecy)
                                                     : facts.type < CardType::ArchonPower;
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
  const HouseMask mask = mask_of(placed.card->houses);
  if (mask) return mask;
  const CardFacts& facts = CardTable::instance().cards()[static_cast<size_t>(placed.definition)];
  return printed_houses(facts);
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

void Builder::add_token(TokenCreature& token, const std::string& id) {
  if (id.empty()) return;
  const int card = CardTable::instance().find_id(id);
  if (card < 0 || CardTable::instance().cards()[static_cast<size_t>(card)].type != CardType::TokenCreature)
    return result_.problems.push_back("`" + id + "` is no token creature");
  check_defined(card);
  token = token_creature(card);
}

uint16_t Builder::reverse_of(const PositionCard& card) {
  if (card.reverse.empty()) return kNone;
  const int reverse = CardTable::instance().find_id(card.reverse);
  const auto prophecy = [](int id) {
    return id >= 0 && CardTable::instance().cards()[static_cast<size_t>(id)].type == CardType::Prophecy;
  };
  if (!prophecy(reverse) || !prophecy(CardTable::instance().find_id(card.card))) {
    result_.problems.push_back("`" + card.card + "` and `" + card.reverse + "` are no two sides of a prophecy");
    return kNone;
  }
  check_defined(reverse);
  return static_cast<uint16_t>(reverse);
}

void Builder::make_matchup() {
  Matchup& m = game_->matchup;
  for (size_t side = 0; side < 2; ++side) add_token(m.tokens[side], position_.players[side].token);
  m.program = &card_program();
  m.rules = position_.rules;
  if (position_.time_called) m.clock.limit = 0;
  m.tide = position_.tide.has_value();
  number_cards();
  for (const Placed& placed : list_) {
    const CardFacts& facts = CardTable::instance().cards()[static_cast<size_t>(placed.definition)];
    MatchCard& card = m.cards[placed.id];
    card.definition = static_cast<uint16_t>(placed.definition);
    m.tide |= m.program->definitions[card.definition].tide && !position_.without_tide;
    card.owner = static_cast<uint8_t>(placed.owner);
    card.reverse = reverse_of(*placed.card);
    card.houses = static_cast<HouseMask>(houses(placed) | mask_of(placed.card->house_icons));
    const std::vector<Icon> icons =
        placed.card->icons.value_or(std::vector<Icon>(static_cast<size_t>(facts.amber), Icon::Amber));
    for (Icon icon : icons)
      if (card.icon_count < card.icons.size()) card.icons[card.icon_count++] = static_cast<uint8_t>(icon);
  }
  for (int owner = 0; owner < 2; ++owner) m.deck_houses[static_cast<size_t>(owner)] = identity(owner);
  m.card_count = static_cast<int>(list_.size());
  finish_matchup(m);
}

// The cards of player 0 come first; of each player those with a number in its order, the others as listed.
void Builder::number_cards() {
  std::vector<Placed*> order;
  for (Placed& placed : list_) order.push_back(&placed);
  const auto key = [](const Placed* placed) {
    const int number = placed->card->number;
    return std::pair(placed->owner, number >= 0 ? number : std::numeric_limits<int>::max());
  };
  std::ranges::stable_sort(order, {}, key);
  std::set<int> taken;
  for (const Placed* placed : order)
    if (placed->card->number >= 0 && !taken.insert(placed->card->number).second)
      result_.problems.push_back("two cards have the ref " + std::to_string(placed->card->number));
  int free = 0;
  for (const Placed* placed : order) free = std::max(free, placed->card->number + 1);
  for (size_t i = 0; i < order.size(); ++i) {
    order[i]->id = static_cast<CardId>(i);
    game_->numbers.push_back(order[i]->card->number >= 0 ? order[i]->card->number : free++);
  }
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

}  // namespace archon::position_builder
