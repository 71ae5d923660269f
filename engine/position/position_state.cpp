// The State of a position: where its cards lie, and how things stand.
#include <algorithm>
#include <bit>

#include "engine/core/counters.h"
#include "engine/position/position_builder.h"
#include "engine/query/cards.h"
#include "engine/rules/setup.h"

namespace archon::position_builder {

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

// A token creature of either deck (rulebook 18.4, TOKEN CREATURES).
void Builder::make_token(const Placed& placed, Card& card) {
  const Matchup& m = game_->matchup;
  const int token = CardTable::instance().find_id(placed.card->token);
  if (token < 0) return result_.problems.push_back("unknown card `" + placed.card->token + "`");
  const uint16_t definition = m.program->worded(static_cast<uint16_t>(token), m.rules.wording);
  if (definition != m.tokens[0].definition && definition != m.tokens[1].definition)
    return result_.problems.push_back("`" + placed.card->token + "` is the token creature of neither player");
  if (placed.zone != Zone::Line && placed.zone != Zone::Artifacts && placed.zone != Zone::Limbo)
    return result_.problems.push_back("`" + placed.card->card + "` is a token creature in no battleline");
  card.definition = definition;
  card.set(kFacedown);
}

// Which side of a prophecy is up.
void Builder::set_prophecy(const Placed& placed) {
  const PositionCard& from = *placed.card;
  if (from.active.empty() || from.active == from.card) return;
  if (from.active != from.reverse) return result_.problems.push_back("`" + from.active + "` is no side of `" + from.card + "`");
  game_->state.cards[placed.id].definition = game_->matchup.cards[placed.id].reverse;
}

void Builder::set_card(const Placed& placed) {
  const PositionCard& from = *placed.card;
  Card& card = game_->state.cards[placed.id];
  const auto byte = [](int value) { return static_cast<uint8_t>(std::clamp(value, 0, 255)); };
  card.zone = placed.zone;
  card.controller = static_cast<uint8_t>(placed.side);
  if (placed.host >= 0) card.host = list_[static_cast<size_t>(placed.host)].id;
  card.damage = byte(from.damage);
  card.amber = static_cast<uint16_t>(from.amber);
  card.counters = byte(from.power_counters);
  card.armor_used = byte(from.armor_used);
  for (const auto& [name, count] : from.counters) {
    const int kind = counter_kind(name);
    if (kind < 0) return result_.problems.push_back("unknown counter `" + name + "`");
    set_counters(game_->state, placed.id, kind, byte(count));
    if (game_->state.overflow) return result_.problems.push_back("too many counters");
  }
  card.set(kExhausted, from.exhausted);
  card.set(kStunned, from.stunned);
  card.set(kWarded, from.warded);
  card.set(kEnraged, from.enraged);
  card.set(kElusiveUsed, from.elusive_used);
  card.set(kFacedown, from.facedown);
  card.set(kHalf, placed.half);
  if (!from.token.empty()) make_token(placed, card);
  set_prophecy(placed);
  if (!from.copy_of.empty()) {
    const int original = CardTable::instance().find_id(from.copy_of);
    if (original < 0) return result_.problems.push_back("unknown card `" + from.copy_of + "`");
    const Matchup& m = game_->matchup;
    card.definition = m.program->worded(static_cast<uint16_t>(original), m.rules.wording);
  }
  if (placed.zone == Zone::Attached && type_of(game_->matchup, game_->state, placed.id) != CardType::Upgrade) {
    const uint16_t upgrade = game_->matchup.printed(placed.id).as_upgrade;
    if (upgrade == kNone) return result_.problems.push_back("`" + from.card + "` can't be an upgrade");
    card.definition = upgrade;
  }
  if (!from.purged_by.empty()) card.host = find(from.purged_by);
  const bool in_play = bit(placed.zone) & kInPlayZones;
  card.set(kForeign, in_play && placed.side != placed.owner);
  const uint32_t known[2] = {kKnownTo0, kKnownTo1};
  switch (placed.zone) {
    case Zone::Deck:
      break;
    case Zone::Hand:
    case Zone::Archives:
      card.flags = card.flags | known[placed.side];
      break;
    case Zone::Line:
    case Zone::Artifacts:
      card.flags = card.flags | (from.token.empty() ? kKnownTo0 | kKnownTo1 : known[placed.side]);
      break;
    case Zone::Under:
      if (from.facedown) {
        card.flags = card.flags | known[list_[static_cast<size_t>(placed.host)].side];
        break;
      }
      [[fallthrough]];
    default:
      card.flags = card.flags | kKnownTo0 | kKnownTo1;
  }
}

void Builder::set_players() {
  State& s = game_->state;
  for (int side = 0; side < 2; ++side) {
    const PositionPlayer& from = position_.players[static_cast<size_t>(side)];
    Player& player = s.players[side];
    player.amber = static_cast<uint16_t>(from.amber);
    player.keys = from.keys;
    player.chains = static_cast<uint8_t>(from.chains);
    player.turns = static_cast<uint8_t>(from.turn);
    s.extra_turns[side] = static_cast<uint8_t>(from.extra_turns);
    const bool chosen = side == position_.active && position_.step > Step::House;
    const House last = from.last_house == House::None && chosen ? position_.house : from.last_house;
    const bool asked = last != House::None && game_->matchup.history & bit(EventType::ChooseHouse);
    player.last_house = asked ? static_cast<uint8_t>(static_cast<int>(last) + 1) : uint8_t{0};
    player.deck_fixed = static_cast<uint8_t>(from.deck.size());
    s.turn = static_cast<uint16_t>(s.turn + from.turn);
  }
}

// Whoever has the keys to win has won, whatever the phase.
void Builder::set_result() {
  int winner = position_.over ? position_.winner : -1;
  bool over = position_.over;
  for (int side = 0; side < 2; ++side) {
    const int keys = std::popcount(position_.players[static_cast<size_t>(side)].keys);
    const int to_win = game_->matchup.keys_to_win[static_cast<size_t>(side)];
    if (keys > to_win) result_.problems.push_back("a player has more keys than it takes to win");
    if (keys < to_win) continue;
    if (winner == 1 - side) result_.problems.push_back("both players can't have won: one has the keys to win");
    winner = side;
    over = true;
  }
  if (over) game_->state.result = winner < 0 ? Result::DecisionCap : winner == 0 ? Result::Won0 : Result::Won1;
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
  for (size_t i = 0; position_.chance && i < 3; ++i) s.rng[i].state = (*position_.chance)[i];
  set_result();
  s.active = static_cast<uint8_t>(position_.active);
  s.first = static_cast<uint8_t>(position_.first);
  s.first_turn = position_.first_turn;
  s.prophesied = position_.prophesied;
  s.tide = position_.tide.value_or(Tide::Neutral);
  s.step = position_.step;
  const bool chosen = position_.step > Step::House && position_.house != House::None;
  s.house = chosen ? static_cast<HouseMask>(1u << static_cast<int>(position_.house)) : HouseMask{0};
  s.dirty = 1;
}

}  // namespace archon::position_builder
