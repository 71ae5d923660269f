// Two worlds that differ only in what a player can't see, played on with the same answers and the same chance, give that player
// the same view, the same decisions and the same texts.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "engine/core/chance.h"
#include "engine/core/frames.h"
#include "engine/engine.h"
#include "engine/position/position_json.h"
#include "engine/query/derive.h"
#include "engine/view/disguise.h"
#include "engine/view/view.h"
#include "sim/protocol/decision_text.h"
#include "tests/engine/games.h"
#include "tests/engine/position/round_trip.h"

using namespace archon;

namespace {

// Keeps what chance gives in one world.
class Kept : public ChanceSource {
 public:
  CardId choose(const ChanceQuestion& question) override {
    cards.push_back(question.drawn);
    return question.drawn;
  }
  std::vector<CardId> cards;
};

// Gives what chance gave in that world, by the names that its cards have in this one.
class Given : public ChanceSource {
 public:
  Given(const std::vector<CardId>& cards, const std::array<CardId, kMaxCards>& names) : cards_(cards), names_(names) {}
  CardId choose(const ChanceQuestion& question) override {
    const CardId card = next_ < cards_.size() ? names_[cards_[next_++]] : question.drawn;
    return question.outcomes.has(card) ? card : question.drawn;
  }

 private:
  const std::vector<CardId>& cards_;
  const std::array<CardId, kMaxCards>& names_;
  size_t next_ = 0;
};

// The player looks at these cards now, though they lie in a hidden zone: those of a deck that is being searched.
CardSet looked_at(const State& s, int player) {
  CardSet cards;
  if (s.choice.player != player || s.choice.kind != ChoiceKind::Target) return cards;
  cards = s.choice.candidates;
  if (const auto* ability = top_if<AbilityFrame>(s)) cards |= ability->regs.it;
  return cards;
}

// A second world beside a game: hidden cards have exchanged their numbers.
struct World {
  State s;
  std::array<CardId, kMaxCards> names{};  // by number in the first world

  World(const Matchup& m, const State& first, int player, SmallRng& rng) : s(first) {
    std::iota(names.begin(), names.end(), CardId{0});
    const CardSet seen = looked_at(first, player);
    for (int owner = 0; owner < 2; ++owner) {
      std::vector<CardId> hidden;
      for (CardId card = 0; card < m.card_count; ++card)
        if (m.cards[card].owner == owner && !View(m, first, player).knows(card) && (first.hides_face(card) || !seen.has(card)))
          hidden.push_back(card);
      for (size_t left = hidden.size(); left > 1; --left) {
        const CardId a = hidden[left - 1], b = hidden[rng.below(static_cast<uint32_t>(left))];
        if (a == b) continue;
        exchange_numbers(m, s, a, b);
        for (CardId& name : names) name = name == a ? b : name == b ? a : name;
      }
    }
    if (s.dirty) return;
    derive(m, s);
    s.unchecked = first.unchecked;
  }
  Action renamed(Action action) const {
    const CardId card = action.card();
    return card < names.size() && s.choice.kind != ChoiceKind::CardName ? Action(action.verb(), names[card], action.index())
                                                                        : action;
  }
};

// What the player is told of a game.
std::string told(const Matchup& m, const State& s, int player, const std::vector<int>& numbers) {
  std::string text = write_view(m, s, numbers, player).dump();
  if (!s.over() && s.choice.player == player) add_decision(text += '\n', m, s, numbers);
  return text;
}

// Whether the player has come to know a card that has another name in the other world.
bool revealed(const Matchup& m, const State& a, const World& other, int player) {
  for (CardId card = 0; card < m.card_count; ++card) {
    if (other.names[card] == card) continue;
    if (looked_at(a, player).has(card) && !a.hides_face(card)) return true;
    if (View(m, a, player).knows(card) || View(m, other.s, player).knows(other.names[card])) return true;
  }
  return false;
}

// An opponent's cards show in what the opponent is asked, what is done with them, and how many of them: who can do nothing else
// is not asked (forced_answer), who reveals a card that an effect wants may archive it. `theirs`: before, the opponent was
// active or asked.
bool opponent_differs(const State& a, const State& b, int player, bool theirs) {
  const Choice &x = a.choice, &y = b.choice;
  const bool question = a.turn == b.turn && a.step == b.step && x.kind == y.kind && x.player == y.player &&
                        x.picked == y.picked && a.frame_count == b.frame_count && a.decisions == b.decisions;
  const bool same = question && std::ranges::equal(a.start, b.start);
  return !same && (theirs || a.active != player || b.active != player || x.player != player || y.player != player);
}

struct Tally {
  long steps = 0, pairs = 0, facedown = 0, different = 0;
  std::string first;  // difference
};

void note_difference(Tally& tally, const std::string& here, const std::string& there) {
  ++tally.different;
  if (!tally.first.empty()) return;
  const auto at = std::ranges::mismatch(here, there).in1 - here.begin();
  const auto from = static_cast<size_t>(std::max<std::ptrdiff_t>(at - 100, 0));
  tally.first = here.substr(from, 200) + "\n" + there.substr(std::min(from, there.size()), 200);
}

// Carries the same action out in both worlds, with the same chance.
void go_on(const Matchup& m, State& a, Action action, World& b, Action same) {
  Kept chance;
  {
    const ChanceScope scope(&chance);
    apply(m, a, action);
  }
  Given given(chance.cards, b.names);
  const ChanceScope scope(&given);
  apply(m, b.s, same);
}

// Until the worlds can be told apart by what was shown meanwhile.
void compare(const Matchup& m, State a, int player, SmallRng& rng, Tally& tally) {
  const std::vector<int> numbers = test::plain_numbers(m);
  World b(m, a, player, rng);
  ++tally.pairs;
  for (int step = 0; step < 12; ++step) {
    const std::string here = told(m, a, player, numbers), there = told(m, b.s, player, numbers);
    ++tally.steps;
    tally.facedown += needs_disguise(m, a, player);
    if (here != there) return note_difference(tally, here, there);
    if (a.over()) return;
    const std::vector<Action> offered = offered_actions(m, a), others = offered_actions(m, b.s);
    const size_t id = rng.below(static_cast<uint32_t>(offered.size()));
    const Action action = offered[id], meant = b.renamed(action);
    const bool theirs = a.active != player || a.choice.player != player;
    if (a.choice.player == player) {
      const bool same = others[id] == meant || action.card() == a.choice.source;  // which may be named as a known card
      if (!same) return note_difference(tally, "an answer that means another card", "");
    } else if (std::ranges::find(others, meant) == others.end()) {
      return;  // not with these cards
    }
    go_on(m, a, action, b, a.choice.player == player ? others[id] : meant);
    if (revealed(m, a, b, player) || opponent_differs(a, b.s, player, theirs)) return;
  }
}

Tally compare_worlds(long steps) {
  Tally tally;
  for (size_t number = 0; tally.steps < steps; ++number) {
    const Matchup m = test::matchup_of_any_sets(number);
    SmallRng rng{number + 1};
    State s;
    test::play_random(m, s, number + 1, [&](const State& now, Action) {
      if (tally.steps >= steps || rng.below(6)) return;
      const int player = static_cast<int>(rng.below(2));
      // What the opponent is asked in the middle of an effect may speak of the cards that are exchanged.
      if (now.frame_count == 0 || now.choice.player == player) compare(m, now, player, rng, tally);
    });
  }
  INFO(tally.first);
  CHECK(tally.different == 0);
  return tally;
}

}  // namespace

TEST_CASE("what a player is told does not depend on what the player can't see") {
  const Tally tally = compare_worlds(3'000);
  CHECK(tally.pairs > 400);
  CHECK(tally.facedown > 40);
}

TEST_CASE("what a player is told does not depend on what the player can't see, 200,000 steps", "[slow]") {
  const Tally tally = compare_worlds(200'000);
  CHECK(tally.pairs > 40'000);
  CHECK(tally.facedown > 10'000);
}
