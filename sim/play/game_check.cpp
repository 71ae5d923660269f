#include "sim/play/game_check.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>

#include "engine/check/invariants.h"
#include "engine/core/card_set.h"
#include "engine/core/chance.h"
#include "engine/position/position_json.h"
#include "engine/view/view.h"

namespace archon {
namespace {

// Keeps what chance gives.
class KeptOutcomes : public ChanceSource {
 public:
  CardId choose(const ChanceQuestion& question) override {
    cards.push_back(question.drawn);
    return question.drawn;
  }
  std::vector<CardId> cards;
};

// Gives it once more.
class GivenOutcomes : public ChanceSource {
 public:
  explicit GivenOutcomes(const std::vector<CardId>& cards) : cards_(cards) {}
  CardId choose(const ChanceQuestion& question) override {
    const CardId card = next_ < cards_.size() ? cards_[next_++] : question.drawn;
    return question.outcomes.has(card) ? card : question.drawn;
  }

 private:
  const std::vector<CardId>& cards_;
  size_t next_ = 0;
};

// loose_cards, to be put in another order.
std::span<CardId> unordered(State& s, int player) {
  const ZoneView loose = loose_cards(s, player);
  return {s.order + (loose.begin() - s.order), static_cast<size_t>(loose.size())};
}

void sort_cards(std::span<CardId> cards) {
  CardSet set;
  for (const CardId each : cards) set.add(each);
  size_t place = 0;
  for (const CardId each : set) cards[place++] = each;
}

void apply_with(ChanceSource& chance, const Matchup& m, State& s, Action action) {
  const ChanceScope scope(&chance);
  apply(m, s, action);
}

}  // namespace

bool order_tells_nothing(const Matchup& m, const State& s, Action action, SmallRng& rng) {
  State here = s, there = s;
  for (int player = 0; player < 2; ++player) shuffle(unordered(there, player), rng);
  KeptOutcomes kept;
  apply_with(kept, m, here, action);
  GivenOutcomes given(kept.cards);
  apply_with(given, m, there, action);
  for (State* each : {&here, &there})
    for (int player = 0; player < 2; ++player) sort_cards(unordered(*each, player));
  return std::memcmp(&here, &there, sizeof(State)) == 0;
}

GameCheck::GameCheck(const Matchup& m, uint64_t seed) : m_(m), rng_{seed}, numbers_(static_cast<size_t>(m.card_count)) {
  std::iota(numbers_.begin(), numbers_.end(), 0);
}

void GameCheck::fail(const State& s, const std::string& what) {
  if (violation_.empty())
    violation_ = "turn " + std::to_string(s.turn) + ", after " + std::to_string(s.decisions) + " decisions: " + what;
}

void GameCheck::check_view(const State& s, int player) {
  if (s.frame_count > 0 && s.choice.player != player) return;  // what the opponent is asked in the middle of an effect
  const State dealt = View(m_, s, player).deal(rng_);
  if (write_view(m_, s, numbers_, player) != write_view(m_, dealt, numbers_, player))
    fail(s, "player " + std::to_string(player) + " is shown what only a hidden card tells");
}

void GameCheck::decided(const State& s, const ActionList&, Action action) {
  if (!violation_.empty()) return;
  if (const std::string found = check_invariants(m_, s); !found.empty()) fail(s, found.substr(0, found.find('\n')));
  if (!order_tells_nothing(m_, s, action, rng_)) fail(s, "the order in which a deck is stored tells which card comes");
  constexpr int kViewEvery = 16;
  if (s.decisions % kViewEvery != 0) return;
  for (int player = 0; player < 2; ++player) check_view(s, player);
}

void GameCheck::ended(const State& s) {
  if (const std::string found = check_invariants(m_, s); s.result != Result::Overflow && !found.empty())
    fail(s, found.substr(0, found.find('\n')));
}

}  // namespace archon
