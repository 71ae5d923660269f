#include "engine/log/change.h"

#include <algorithm>
#include <cassert>

namespace archon {
namespace {

constexpr std::string_view kWords[] = {
#define X(name, word) word,
    ARCHON_CHANGES(X)
#undef X
};

struct Mark {
  ChangeKind kind;
  CardFlag flag;
};
constexpr Mark kMarkChanges[] = {{ChangeKind::Exhausted, kExhausted},
                                 {ChangeKind::Stunned, kStunned},
                                 {ChangeKind::Warded, kWarded},
                                 {ChangeKind::Enraged, kEnraged},
                                 {ChangeKind::Facedown, kFacedown}};

int segment(const BoardCard& card) { return static_cast<int>(card.zone) * 2 + card.side; }

// The cards of a zone that have to be moved to make the one order the other; those in `moved` come or go anyway.
void add_reordered(std::vector<CardId> from, std::vector<CardId> to, CardSet& moved) {
  const auto drop = [](std::vector<CardId>& list, CardId card) { std::erase(list, card); };
  std::erase_if(from, [&](CardId card) { return moved.has(card); });
  std::erase_if(to, [&](CardId card) { return moved.has(card); });
  for (size_t i = 0; i < to.size();) {
    if (from[i] == to[i]) {
      ++i;
      continue;
    }
    const CardId card = i + 1 < from.size() && from[i + 1] == to[i] ? from[i] : to[i];
    moved.add(card);
    drop(from, card);
    drop(to, card);
  }
}

class Differences {
 public:
  Differences(const Board& before, const Board& after, uint16_t look) : a_(before), b_(after), look_(look) {}

  std::vector<Change> all() {
    game();
    moves();
    for (size_t card = 0; card < kMaxCards; ++card)
      if (a_.cards[card] != b_.cards[card]) of_card(static_cast<CardId>(card));
    counters();
    effects();
    return std::move(changes_);
  }

 private:
  void add(ChangeKind kind, int before, int after, int player = 0, CardId card = kNoCard, size_t index = 0) {
    if (before == after) return;
    changes_.push_back({kind, static_cast<uint8_t>(player), card, static_cast<uint8_t>(index), look_, before, after});
  }

  void game() {
    add(ChangeKind::Turn, a_.turn, b_.turn);
    add(ChangeKind::Active, a_.active, b_.active);
    add(ChangeKind::Step, static_cast<int>(a_.step), static_cast<int>(b_.step));
    add(ChangeKind::House, a_.house, b_.house);
    for (int player = 0; player < 2; ++player) {
      const BoardPlayer& a = a_.players[static_cast<size_t>(player)];
      const BoardPlayer& b = b_.players[static_cast<size_t>(player)];
      add(ChangeKind::Amber, a.amber, b.amber, player);
      add(ChangeKind::Keys, a.keys, b.keys, player);
      add(ChangeKind::Chains, a.chains, b.chains, player);
      add(ChangeKind::ExtraTurns, a.extra_turns, b.extra_turns, player);
    }
    add(ChangeKind::Tide, static_cast<int>(a_.tide), static_cast<int>(b_.tide));
    add(ChangeKind::Result, static_cast<int>(a_.result), static_cast<int>(b_.result));
  }

  void moves() {
    if (a_.zones == b_.zones) return;
    CardSet moved;
    for (size_t card = 0; card < kMaxCards; ++card)
      if (segment(a_.cards[card]) != segment(b_.cards[card])) moved.add(static_cast<CardId>(card));
    for (size_t zone = 0; zone < b_.zones.size(); ++zone)
      if (a_.zones[zone] != b_.zones[zone]) add_reordered(a_.zones[zone], b_.zones[zone], moved);
    for (const std::vector<CardId>& zone : b_.zones)
      for (size_t place = 0; place < zone.size(); ++place) {
        const CardId card = zone[place];
        if (!moved.has(card)) continue;
        changes_.push_back(
            {ChangeKind::Move, 0, card, static_cast<uint8_t>(place), look_, segment(a_.cards[card]), segment(b_.cards[card])});
      }
  }

  void of_card(CardId id) {
    const BoardCard& a = a_.cards[id];
    const BoardCard& b = b_.cards[id];
    const auto of = [&](ChangeKind kind, int before, int after) { add(kind, before, after, b.side, id); };
    of(ChangeKind::Host, a.host, b.host);
    of(ChangeKind::Definition, a.definition, b.definition);
    of(ChangeKind::CardAmber, a.amber, b.amber);
    of(ChangeKind::ArmorUsed, a.armor_used, b.armor_used);
    of(ChangeKind::Damage, a.damage, b.damage);
    of(ChangeKind::PowerCounters, a.counters, b.counters);
    for (const Mark& mark : kMarkChanges) of(mark.kind, (a.marks & mark.flag) != 0, (b.marks & mark.flag) != 0);
  }

  void counters() {
    const auto number = [](const Board& board, const std::array<uint8_t, 3>& like) {
      for (const auto& entry : board.counters)
        if (entry[0] == like[0] && entry[1] == like[1]) return int{entry[2]};
      return 0;
    };
    for (const auto& entry : a_.counters)
      add(ChangeKind::Counters, entry[2], number(b_, entry), b_.cards[entry[0]].side, entry[0], entry[1]);
    for (const auto& entry : b_.counters)
      if (number(a_, entry) == 0) add(ChangeKind::Counters, 0, entry[2], b_.cards[entry[0]].side, entry[0], entry[1]);
  }

  void effects() {
    const auto number = [](const Board& board, const BoardEffects& like) {
      for (const BoardEffects& entry : board.effects)
        if (entry.source == like.source && entry.player == like.player && entry.clock == like.clock) return int{entry.number};
      return 0;
    };
    const auto add_one = [&](const BoardEffects& entry) {
      add(ChangeKind::Effects, number(a_, entry), number(b_, entry), entry.player, entry.source,
          static_cast<size_t>(entry.clock));
    };
    for (const BoardEffects& entry : a_.effects) add_one(entry);
    for (const BoardEffects& entry : b_.effects)
      if (number(a_, entry) == 0) add_one(entry);
  }

  const Board& a_;
  const Board& b_;
  uint16_t look_;
  std::vector<Change> changes_;
};

void set_counters(Board& board, const Change& change) {
  std::erase_if(board.counters, [&](const auto& entry) { return entry[0] == change.card && entry[1] == change.index; });
  if (change.after == 0) return;
  board.counters.push_back({change.card, change.index, static_cast<uint8_t>(change.after)});
  std::ranges::sort(board.counters);
}

void set_effects(Board& board, const Change& change) {
  const auto clock = static_cast<Clock>(change.index);
  std::erase_if(board.effects, [&](const BoardEffects& entry) {
    return entry.source == change.card && entry.player == change.player && entry.clock == clock;
  });
  if (change.after == 0) return;
  board.effects.push_back({change.card, change.player, clock, static_cast<uint8_t>(change.after)});
  std::ranges::sort(board.effects);
}

void move_at_once(Board& board, std::span<const Change> moves) {
  for (const Change& move : moves) std::erase(board.zones[static_cast<size_t>(move.before)], move.card);
  for (const Change& move : moves) {
    std::vector<CardId>& zone = board.zones[static_cast<size_t>(move.after)];
    assert(move.index <= zone.size());
    zone.insert(zone.begin() + move.index, move.card);
    board.cards[move.card].zone = move.to();
    board.cards[move.card].side = static_cast<uint8_t>(move.to_side());
  }
}

void apply_change(Board& board, const Change& change) {
  BoardCard& card = board.cards[change.card < kMaxCards ? change.card : 0];
  BoardPlayer& player = board.players[change.player];
  const auto after = static_cast<uint8_t>(change.after);
  switch (change.kind) {
    case ChangeKind::Amber:
      player.amber = static_cast<uint16_t>(change.after);
      return;
    case ChangeKind::Keys:
      player.keys = after;
      return;
    case ChangeKind::Chains:
      player.chains = after;
      return;
    case ChangeKind::ExtraTurns:
      player.extra_turns = after;
      return;
    case ChangeKind::Tide:
      board.tide = static_cast<Tide>(after);
      return;
    case ChangeKind::House:
      board.house = static_cast<HouseMask>(change.after);
      return;
    case ChangeKind::Active:
      board.active = after;
      return;
    case ChangeKind::Turn:
      board.turn = static_cast<uint16_t>(change.after);
      return;
    case ChangeKind::Step:
      board.step = static_cast<Step>(after);
      return;
    case ChangeKind::Result:
      board.result = static_cast<Result>(after);
      return;
    case ChangeKind::Effects:
      return set_effects(board, change);
    case ChangeKind::Move:
      return move_at_once(board, {&change, 1});
    case ChangeKind::Host:
      card.host = after;
      return;
    case ChangeKind::CardAmber:
      card.amber = static_cast<uint16_t>(change.after);
      return;
    case ChangeKind::Damage:
      card.damage = after;
      return;
    case ChangeKind::PowerCounters:
      card.counters = after;
      return;
    case ChangeKind::Counters:
      return set_counters(board, change);
    case ChangeKind::ArmorUsed:
      card.armor_used = after;
      return;
    case ChangeKind::Definition:
      card.definition = static_cast<uint16_t>(change.after);
      return;
    case ChangeKind::Exhausted:
    case ChangeKind::Stunned:
    case ChangeKind::Warded:
    case ChangeKind::Enraged:
    case ChangeKind::Facedown:
      for (const Mark& mark : kMarkChanges)
        if (mark.kind == change.kind) card.marks = change.after ? card.marks | mark.flag : card.marks & ~mark.flag;
      return;
  }
}

}  // namespace

std::string_view change_word(ChangeKind kind) { return kWords[static_cast<size_t>(kind)]; }

std::vector<Change> differences(const Board& before, const Board& after, uint16_t look) {
  return Differences(before, after, look).all();
}

void apply_changes(Board& board, std::span<const Change> changes) {
  for (size_t i = 0; i < changes.size();) {
    size_t end = i + 1;
    if (changes[i].kind == ChangeKind::Move) {
      while (end < changes.size() && changes[end].kind == ChangeKind::Move && changes[end].look == changes[i].look) ++end;
      move_at_once(board, changes.subspan(i, end - i));
    } else {
      apply_change(board, changes[i]);
    }
    i = end;
  }
}

}  // namespace archon
