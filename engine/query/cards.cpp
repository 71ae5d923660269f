#include "engine/query/cards.h"

#include <algorithm>

#include "engine/core/zones.h"

namespace archon {

HouseMask houses_of(const Matchup& m, const State& s, CardId card) {
  return s.in_play(card) || s.cards[card].zone == Zone::Limbo ? s.cards[card].houses : m.cards[card].houses;
}

CardType type_of(const Matchup& m, const State& s, CardId card) {
  const CardType printed = m.program->definitions[s.cards[card].definition].type;
  if (s.cards[card].zone == Zone::Artifacts) return CardType::Artifact;
  return printed == CardType::Artifact && s.cards[card].zone == Zone::Line ? CardType::Creature : printed;
}

bool prints_creature(const Matchup& m, const State& s, CardId card) {
  const CardType printed = m.program->definitions[s.cards[card].definition].type;
  return printed == CardType::Creature || printed == CardType::TokenCreature;
}

bool prints_keyword(const Matchup& m, const State& s, CardId card, Keyword keyword) {
  return m.program->definitions[s.cards[card].definition].keywords & keyword_bit(keyword);
}

bool prints_trait(const Matchup& m, const State& s, CardId card, uint8_t trait) {
  const Definition& def = m.program->definitions[s.cards[card].definition];
  return std::ranges::find(def.traits, trait) != std::end(def.traits);
}

bool is_creature(const Matchup& m, const State& s, CardId card) {
  const CardType type = type_of(m, s, card);
  return type == CardType::Creature || type == CardType::TokenCreature;
}

int others_in_line(const State& s, CardId card) {
  return s.count(Zone::Line, s.cards[card].controller) - (s.cards[card].zone == Zone::Line);
}

std::array<CardId, 2> beside(const State& s, CardId card) {
  if (s.cards[card].zone != Zone::Line) return {kNoCard, kNoCard};
  const ZoneView line = zone_of(s, Zone::Line, s.cards[card].controller);
  int at = 0;
  while (line[at] != card) ++at;
  return {at > 0 ? line[at - 1] : kNoCard, at + 1 < line.size() ? line[at + 1] : kNoCard};
}

CardSet neighbors(const State& s, CardId card) {
  CardSet set;
  for (CardId neighbor : beside(s, card))
    if (neighbor != kNoCard) set.add(neighbor);
  return set;
}

CardSet last_neighbors(const State& s, CardId card) {
  CardSet set;
  for (CardId neighbor : s.cards[card].beside)
    if (neighbor != kNoCard && s.cards[neighbor].zone == Zone::Line) set.add(neighbor);
  return set;
}

CardSet on_side(const State& s, CardId card, LineSide side) {
  CardSet set;
  if (s.cards[card].zone != Zone::Line) return set;
  const ZoneView line = zone_of(s, Zone::Line, s.cards[card].controller);
  const int at = static_cast<int>(std::ranges::find(line, card) - line.begin());
  const bool left = side == LineSide::LeftNeighbor || side == LineSide::LeftOf;
  const bool neighbor = side == LineSide::LeftNeighbor || side == LineSide::RightNeighbor;
  for (int i = left ? 0 : at + 1; i < (left ? at : line.size()); ++i)
    if (!neighbor || i == at - 1 || i == at + 1) set.add(line[i]);
  return set;
}

CardSet last_on_side(const State& s, CardId card, LineSide side) {
  const bool left = side == LineSide::LeftNeighbor || side == LineSide::LeftOf;
  const CardId neighbor = s.cards[card].beside[left ? 0 : 1];
  if (neighbor == kNoCard || s.cards[neighbor].zone != Zone::Line) return {};
  const bool only = side == LineSide::LeftNeighbor || side == LineSide::RightNeighbor;
  return CardSet::of(neighbor) | (only ? CardSet{} : on_side(s, neighbor, side));
}

// Behind what stood on its left; neighbors that left with it give the places they had.
int former_place(const State& s, CardId card) {
  CardId left = s.cards[card].beside[0];
  for (int steps = 0; left != kNoCard && steps < kMaxCards; ++steps, left = s.cards[left].beside[0])
    if (s.cards[left].zone == Zone::Line && s.cards[left].controller == s.cards[card].controller)
      return position_of(s, left) + 1;
  return 0;
}

bool on_flank(const State& s, CardId card) {
  if (s.cards[card].zone != Zone::Line) return false;
  const ZoneView line = zone_of(s, Zone::Line, s.cards[card].controller);
  return s.cards[card].has(kMadeFlank) || line[0] == card || line[line.size() - 1] == card;
}

bool in_center(const State& s, CardId card) {
  if (s.cards[card].zone != Zone::Line) return false;
  const ZoneView line = zone_of(s, Zone::Line, s.cards[card].controller);
  return line.size() % 2 == 1 && line[line.size() / 2] == card;
}

CardSet creatures_in_play(const State& s) { return zone_set(s, Zone::Line, 0) | zone_set(s, Zone::Line, 1); }

namespace {
CardSet hosted_by(const State& s, Zone zone, CardId host) {
  CardSet set;
  for (int player = 0; player < 2; ++player)
    for (CardId card : zone_of(s, zone, player))
      if (s.cards[card].host == host) set.add(card);
  return set;
}
}  // namespace

CardSet upgrades_on(const State& s, CardId card) { return hosted_by(s, Zone::Attached, card); }

CardSet cards_beneath(const State& s, CardId card) {
  CardSet set;
  for (CardId under : hosted_by(s, Zone::Under, card))
    if (!s.cards[under].has(kHalf)) set.add(under);
  return set;
}

CardId half_under(const Matchup& m, const State& s, CardId card) {
  if (m.cards[card].half != Half::First || s.cards[card].has(kFacedown)) return kNoCard;
  return (hosted_by(s, Zone::Under, card) - cards_beneath(s, card)).first();
}

CardSet other_halves(const Matchup& m, CardSet among, CardId card) {
  CardSet halves;
  if (m.cards[card].half == Half::None) return halves;
  for (CardId other : among)
    if (m.printed(other).name == m.printed(card).name && m.cards[other].half != m.cards[card].half) halves.add(other);
  return halves;
}

uint16_t token_of(const Matchup& m, const State& s, CardId card) {
  for (const TokenCreature& token : m.tokens)
    if (token.definition == s.cards[card].definition) return token.definition;
  return m.tokens[m.cards[card].owner].definition;
}

namespace {
bool both_know(const Matchup& m, const State& s, CardId id) {
  const Card& card = s.cards[id];
  const bool lies_open = !card.has(kFacedown) && !hidden(card.zone) && (card.zone != Zone::Purged || m.rules.purged_faceup);
  return lies_open || (card.has(kKnownTo0) && card.has(kKnownTo1));
}

CardSet without_place(const State& s) {
  CardSet cards;
  for (int player = 0; player < 2; ++player)
    for (CardId card : loose_cards(s, player)) cards.add(card);
  return cards;
}
}  // namespace

OpenOrder::OpenOrder(const Matchup& m, const State& s, CardSet cards) {
  CardSet numbered;
  for (CardId card : cards)
    if (both_know(m, s, card)) numbered.add(card);
  if (cards - numbered) numbered |= cards & without_place(s);
  for (CardId card : numbered) cards_[count_++] = card;
  cards = cards - numbered;
  for (int at = 0; cards && at < m.card_count; ++at) {
    if (!cards.has(s.order[at])) continue;
    cards_[count_++] = s.order[at];
    cards.remove(s.order[at]);
  }
}

int armor_left(const State& s, CardId card) { return std::max(0, s.cards[card].armor - s.cards[card].armor_used); }

}  // namespace archon
