#include "engine/log/board.h"

#include <algorithm>

namespace archon {
namespace {

void add_effect(std::vector<BoardEffects>& effects, const LastingEffect& effect) {
  for (BoardEffects& other : effects)
    if (other.source == effect.source && other.player == effect.controller && other.clock == effect.clock)
      return static_cast<void>(++other.number);
  effects.push_back({effect.source, effect.controller, effect.clock, 1});
}

}  // namespace

Board board_of(const Matchup& m, const State& s) {
  Board board;
  for (int zone = 0; zone < kZones; ++zone)
    for (int side = 0; side < 2; ++side) {
      const ZoneView cards = zone_of(s, static_cast<Zone>(zone), side);
      std::vector<CardId>& list = board.zones[static_cast<size_t>(zone * 2 + side)];
      list.assign(cards.begin(), cards.end());
      if (static_cast<Zone>(zone) == Zone::Deck) std::ranges::sort(list);
      for (CardId id : list) board.cards[id].side = static_cast<uint8_t>(side);
    }
  for (size_t id = 0; id < static_cast<size_t>(m.card_count); ++id) {
    const Card& from = s.cards[id];
    BoardCard& card = board.cards[id];
    card.zone = from.zone;
    card.host = from.host;
    card.definition = from.definition;
    card.marks = from.flags & kMarks;
    if (!s.in_play(static_cast<CardId>(id))) continue;
    card.damage = from.damage;
    card.counters = from.counters;
    card.armor_used = from.armor_used;
    card.amber = from.amber;
  }
  for (int i = 0; i < s.counter_count; ++i)
    board.counters.push_back({s.counters[i].card, s.counters[i].kind, s.counters[i].number});
  std::ranges::sort(board.counters);
  for (int i = 0; i < s.lasting_count; ++i)
    if (s.lasting[i].body != kNone) add_effect(board.effects, s.lasting[i]);
  std::ranges::sort(board.effects);
  for (size_t player = 0; player < 2; ++player) {
    const Player& from = s.players[player];
    board.players[player] = {from.amber, from.keys, from.chains, s.extra_turns[player]};
  }
  board.tide = s.tide;
  board.active = s.active;
  board.turn = s.turn;
  board.step = s.step;
  board.house = s.house;
  board.result = s.result;
  return board;
}

}  // namespace archon
