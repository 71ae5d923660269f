#include "sim/conformance/perft.h"

#include "engine/core/counters.h"
#include "engine/core/fnv.h"
#include "engine/engine.h"
#include "engine/notation.h"
#include "engine/query/cards.h"
#include "sim/play/threads.h"

namespace archon {
namespace {

// FNV-1a with whole numbers in the place of bytes.
class NumberHash {
 public:
  void number(int64_t value) { hash_.unit(static_cast<uint64_t>(value)); }
  void word(std::string_view text) {
    for (const char c : text) number(static_cast<unsigned char>(c));
    number(0);
  }
  uint64_t value() const { return hash_.value; }

 private:
  Fnv64 hash_;
};

class PositionHash {
 public:
  PositionHash(const Matchup& m, const State& s, const std::vector<int>& numbers) : m_(m), s_(s), numbers_(numbers) {}

  uint64_t value(int actions) {
    hash_.word(s_.over() ? "over" : decision_word(s_.choice));
    hash_.number(s_.over() ? -1 : s_.choice.player);
    hash_.number(actions);
    hash_.number(s_.active);
    hash_.word(s_.over() ? "over" : phase_word(s_.step));
    hash_.word(s_.house ? house_name(static_cast<House>(std::countr_zero(s_.house))) : "");
    hash_.number(!m_.tide || s_.tide == Tide::Neutral ? -1 : s_.tide == Tide::High0 ? 0 : 1);
    for (int side = 0; side < 2; ++side) player(side);
    return hash_.value();
  }

 private:
  void player(int side) {
    const Player& player = s_.players[side];
    hash_.number(player.amber);
    for (int color = 0; color <= kKeyColors; ++color)
      if (player.keys >> color & 1) hash_.word(key_word(color));
    hash_.number(player.chains);
    hash_.number(player.turns);
    for (const Zone zone : {Zone::Hand, Zone::Discard, Zone::Archives, Zone::Purged}) refs(zone, side);
    deck(side);
    for (const Zone zone : {Zone::Line, Zone::Artifacts}) {
      hash_.number(s_.count(zone, side));
      for (const CardId card : zone_of(s_, zone, side)) in_play(card);
    }
  }

  void refs(Zone zone, int side) {
    hash_.number(s_.count(zone, side));
    for (const CardId card : zone_of(s_, zone, side)) hash_.number(numbers_[card]);
  }

  // The top in its order; of the rest, which has none, the sum.
  void deck(int side) {
    const ZoneView deck = zone_of(s_, Zone::Deck, side);
    const int fixed = s_.players[side].deck_fixed;
    hash_.number(fixed);
    int64_t sum = 0;
    for (int i = 0; i < deck.size(); ++i) {
      if (i < fixed)
        hash_.number(numbers_[deck[i]]);
      else
        sum += numbers_[deck[i]];
    }
    hash_.number(deck.size() - fixed);
    hash_.number(sum);
  }

  void in_play(CardId id) {
    const Card& card = s_.cards[id];
    hash_.number(numbers_[id]);
    hash_.number(card.has(kExhausted) + 2 * card.has(kStunned) + 4 * card.has(kWarded) + 8 * card.has(kEnraged));
    hash_.number(card.damage);
    hash_.number(card.amber);
    hash_.number(card.counters);
    for (int i = 0; i < s_.counter_count; ++i) {
      if (s_.counters[i].card != id) continue;
      hash_.word(kCounters[s_.counters[i].kind].name);
      hash_.number(s_.counters[i].number);
    }
    if (card.zone == Zone::Line) {
      hash_.number(card.power);
      hash_.number(armor_left(s_, id));
    }
    hash_.word(s_.hides_face(id) ? facts_of(m_, token_of(m_, s_, id)).id : "");
    CardSet under = cards_beneath(s_, id);
    if (const CardId half = half_under(m_, s_, id); half != kNoCard) under.add(half);
    for (const CardSet on : {upgrades_on(s_, id), under}) {
      hash_.number(on.size());
      for (const CardId each : on) hash_.number(numbers_[each]);
    }
  }

  const Matchup& m_;
  const State& s_;
  const std::vector<int>& numbers_;
  NumberHash hash_;
};

// Counts the position at `depth`, and all behind it.
void count_from(const PerftGame& game, const State& s, int depth, std::vector<PerftCount>& counts) {
  ActionList legal;
  if (!s.over()) legal_actions(game.matchup, s, legal);
  counts[static_cast<size_t>(depth - 1)].add({1, PositionHash(game.matchup, s, game.numbers).value(legal.size())});
  if (depth == static_cast<int>(counts.size())) return;
  for (const Action action : legal) {
    State next = s;
    apply(game.matchup, next, action);
    count_from(game, next, depth + 1, counts);
  }
}

}  // namespace

uint64_t perft_hash(const Matchup& m, const State& s, const std::vector<int>& numbers) {
  ActionList legal;
  if (!s.over()) legal_actions(m, s, legal);
  return PositionHash(m, s, numbers).value(legal.size());
}

std::vector<std::vector<PerftCount>> perft(const std::vector<PerftTask>& tasks, int threads) {
  struct Branch {
    size_t task;
    Action action;
    std::vector<PerftCount> counts;
  };
  std::vector<Branch> branches;
  for (size_t i = 0; i < tasks.size(); ++i) {
    ActionList legal;
    const PerftGame& game = *tasks[i].game;
    if (!game.state.over()) legal_actions(game.matchup, game.state, legal);
    for (const Action action : legal)
      branches.push_back({i, action, std::vector<PerftCount>(static_cast<size_t>(tasks[i].depth))});
  }
  parallel_for(branches.size(), threads, [&](size_t i) {
    Branch& branch = branches[i];
    const PerftGame& game = *tasks[branch.task].game;
    State next = game.state;
    apply(game.matchup, next, branch.action);
    count_from(game, next, 1, branch.counts);
  });
  std::vector<std::vector<PerftCount>> sums;
  for (const PerftTask& task : tasks) sums.emplace_back(static_cast<size_t>(task.depth));
  for (const Branch& branch : branches)
    for (size_t depth = 0; depth < branch.counts.size(); ++depth) sums[branch.task][depth].add(branch.counts[depth]);
  return sums;
}

}  // namespace archon
