// What a player may know: dealing again keeps it, and gives nothing else away.
#include "engine/view/view.h"

#include <catch2/catch.hpp>
#include <set>

#include "engine/check/invariants.h"
#include "engine/query/derive.h"
#include "engine/rules/leave.h"
#include "engine/view/inquiry.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

bool same_actions(const Matchup& m, const State& a, const State& b) {
  ActionList x, y;
  legal_actions(m, a, x);
  legal_actions(m, b, y);
  if (x.size() != y.size()) return false;
  for (int i = 0; i < x.size(); ++i)
    if (x[i] != y[i]) return false;
  return true;
}

bool same_zone(const State& a, const State& b, Zone zone, int player) {
  const ZoneView x = zone_of(a, zone, player), y = zone_of(b, zone, player);
  if (x.size() != y.size()) return false;
  for (int i = 0; i < x.size(); ++i)
    if (x[i] != y[i]) return false;
  return true;
}

// The cards a player sees lie where they lay, with all that is on them.
bool same_seen_cards(const Matchup& m, const State& before, const State& after, int player) {
  const View view(m, before, player);
  for (int i = 0; i < m.card_count; ++i) {
    const auto id = static_cast<CardId>(i);
    if (!view.sees(id)) continue;
    const Card &x = before.cards[id], &y = after.cards[id];
    if (x.zone != y.zone || position_of(before, id) != position_of(after, id) || x.damage != y.damage || x.amber != y.amber ||
        x.flags != y.flags || x.power != y.power || x.host != y.host || x.controller != y.controller)
      return false;
  }
  return true;
}

// What is wrong with a state that was dealt again for `player`; empty when nothing is.
std::string compare(const Matchup& m, const State& s, const State& dealt, int player) {
  std::string wrong = check_invariants(m, dealt);
  for (int side = 0; side < 2; ++side) {
    for (Zone zone : {Zone::Line, Zone::Artifacts, Zone::Attached, Zone::Discard})
      if (!same_zone(s, dealt, zone, side)) wrong += "an open zone changed\n";
    if (m.rules.purged_faceup && !same_zone(s, dealt, Zone::Purged, side)) wrong += "the purged cards changed\n";
    for (Zone zone : {Zone::Hand, Zone::Deck, Zone::Archives, Zone::Under, Zone::Purged})
      if (s.count(zone, side) != dealt.count(zone, side)) wrong += "a hidden zone has another number of cards\n";
  }
  if (!same_zone(s, dealt, Zone::Hand, player)) wrong += "the own hand changed\n";
  if (!same_zone(s, dealt, Zone::Archives, player)) wrong += "the own archives changed\n";
  if (!same_seen_cards(m, s, dealt, player)) wrong += "a card that is seen changed\n";
  if (s.choice.player == player && !same_actions(m, s, dealt)) wrong += "the legal actions changed\n";
  return wrong;
}

// The first thing that is wrong when hidden cards are dealt again in a random game; empty when nothing is.
std::string first_wrong(const Matchup& m, uint64_t seed, SmallRng& rng) {
  State s;
  std::string first;
  int step = 0;
  test::play_random(m, s, seed, [&](const State& state, Action) {
    ++step;
    for (int player = 0; player < 2 && first.empty(); ++player) {
      const State dealt = View(m, state, player).deal(rng);
      const std::string wrong = compare(m, state, dealt, player);
      if (!wrong.empty()) first = "decision " + std::to_string(step) + ": " + wrong;
    }
  });
  return first;
}

}  // namespace

TEST_CASE("dealing again keeps all that the player knows") {
  const size_t decks = test::playable_decks().size();
  SmallRng rng{17};
  for (size_t deck = 0; deck < decks; ++deck) {
    INFO("decks " << deck << " and " << deck + 3);
    CHECK(first_wrong(test::matchup_of(deck, deck + 3), deck + 100, rng) == "");
  }
}

TEST_CASE("abilities that act from hidden zones are those of the cards that are dealt there") {
  Deck deck = test::playable_decks()[0];
  const int archivist = CardTable::instance().find_id("the-archivist"), labwork = CardTable::instance().find_id("labwork");
  REQUIRE(archivist >= 0);
  REQUIRE(labwork >= 0);
  for (size_t i = 0; i < deck.cards.size(); ++i) {
    if (i % 3 == 0) deck.cards[i].card = archivist;
    if (i % 3 == 1) deck.cards[i].card = labwork;
  }
  const auto made = make_matchup(deck, deck);
  REQUIRE(made.matchup);
  SmallRng rng{31};
  for (uint64_t seed = 1; seed <= 5; ++seed) CHECK(first_wrong(*made.matchup, seed, rng) == "");
}

// Rulebook 1.0, PURGE: facedown.
TEST_CASE("in older rules a card purged from a hand may be any hidden card of its owner") {
  Matchup m = test::matchup_of(0, 1);
  m.rules = *find_rules("1.2");
  finish_matchup(m);
  State s;
  new_game(m, s, {.seed = 4, .first = 0});
  const CardId purged = s.at(Zone::Hand, 1, 0);
  REQUIRE(move_card(m, s, purged, {Zone::Purged, 1, kBottom}));
  derive(m, s);
  SmallRng rng{29};
  std::set<CardId> theirs, own;
  for (int i = 0; i < 200; ++i) {
    theirs.insert(View(m, s, 0).deal(rng).at(Zone::Purged, 1, 0));
    own.insert(View(m, s, 1).deal(rng).at(Zone::Purged, 1, 0));
  }
  CHECK(theirs.size() > 30);
  CHECK(own == std::set<CardId>{purged});
  CHECK(first_wrong(m, 7, rng) == "");
}

TEST_CASE("a game that was dealt again can be played to its end") {
  const Matchup m = test::matchup_of(0, 1);
  SmallRng rng{5};
  State s;
  int step = 0, finished = 0, started = 0;
  test::play_random(m, s, 3, [&](const State& state, Action) {
    if (++step % 25 != 0) return;
    State dealt = View(m, state, state.choice.player).deal(rng);
    ++started;
    ActionList list;
    for (int i = 0; i < 3000 && !dealt.over(); ++i) {
      legal_actions(m, dealt, list);
      apply(m, dealt, list[static_cast<int>(rng.below(static_cast<uint32_t>(list.size())))]);
    }
    finished += dealt.over() && dealt.result != Result::Overflow;
  });
  CHECK(started > 0);
  CHECK(finished == started);
}

TEST_CASE("a hidden card of the opponent is dealt to any hidden place alike") {
  const Matchup m = test::matchup_of(0, 1);
  State s;
  new_game(m, s, {.seed = 4, .first = 0});
  const View view(m, s, 0);
  SmallRng rng{23};
  constexpr int kDeals = 4000;
  const int hand = view.hand_size(1), hidden = hand + view.deck_size(1);
  std::vector<int> in_hand(static_cast<size_t>(m.card_count));
  for (int i = 0; i < kDeals; ++i) {
    const State dealt = view.deal(rng);
    for (CardId card : zone_of(dealt, Zone::Hand, 1)) ++in_hand[card];
  }
  const double expected = static_cast<double>(kDeals) * hand / hidden;
  for (int card = 0; card < m.card_count; ++card) {
    if (m.cards[static_cast<size_t>(card)].owner != 1) continue;
    CHECK(in_hand[static_cast<size_t>(card)] == Approx(expected).margin(expected * 0.25));
  }
}

TEST_CASE("the order of one's own deck is dealt again too, and chance with it") {
  const Matchup m = test::matchup_of(0, 1);
  State s;
  new_game(m, s, {.seed = 4, .first = 0});
  SmallRng rng{29};
  const View view(m, s, 0);
  State a = view.deal(rng), b = view.deal(rng);
  fix_deck_order(a, 0);  // a deck has no order before somebody looks
  fix_deck_order(b, 0);
  CHECK_FALSE(same_zone(a, b, Zone::Deck, 0));
  CHECK(a.rng[2].state != s.rng[2].state);
  CHECK(a.rng[0].state != b.rng[0].state);
}

TEST_CASE("hidden cards are not seen, own and open ones are") {
  const Matchup m = test::matchup_of(0, 1);
  State s;
  int wrong = 0;
  test::play_random(m, s, 8, [&](const State& state, Action) {
    for (int player = 0; player < 2; ++player) {
      const View view(m, state, player);
      for (CardId card : zone_of(state, Zone::Hand, player)) wrong += !view.sees(card);
      for (Zone zone : {Zone::Line, Zone::Artifacts, Zone::Discard, Zone::Purged})
        for (CardId card : zone_of(state, zone, 1 - player)) wrong += !view.sees(card);
      for (int i = state.players[1 - player].deck_fixed; i < state.count(Zone::Deck, 1 - player); ++i)
        wrong += view.sees(state.at(Zone::Deck, 1 - player, i));
    }
  });
  CHECK(wrong == 0);
  State fresh;
  new_game(m, fresh, {.seed = 8});
  const View view(m, fresh, 0);
  for (CardId card : zone_of(fresh, Zone::Hand, 1)) CHECK_FALSE(view.sees(card));
}

namespace {

// What the view answers to the questions of an ability: its conditions, amounts and targets; -1 where it does not.
std::vector<int64_t> answers(const Matchup& m, const View& view, CardId self, uint8_t you) {
  std::vector<int64_t> all;
  const Inquiry ask{.self = self, .you = you};
  const auto number = [&](uint16_t expr) { all.push_back(view.value(expr, ask).value_or(-1)); };
  const auto cards = [&](std::optional<CardSet> set) {
    all.push_back(set ? static_cast<int64_t>(set->low ^ set->high << 20) : -1);
  };
  for (uint16_t id : m.printed(self).abilities) {
    for (size_t pc = m.program->abilities[id].code; pc < m.program->code.size(); ++pc) {
      const Instr& in = m.program->code[pc];
      if (in.op == EffectOp::End) break;
      if (in.op == EffectOp::JumpUnless) number(in.a);
      if (in.op == EffectOp::Gain || in.op == EffectOp::Steal || in.op == EffectOp::Draw) number(in.b);
      if (in.op == EffectOp::AddTargets) cards(view.cards(in.a, ask));
      if (in.op == EffectOp::Choose) cards(view.fitting(in.a, ask));
    }
  }
  return all;
}

}  // namespace

TEST_CASE("what a view answers does not depend on what its player can't see") {
  int64_t answered = 0, refused = 0;
  for (size_t deck = 0; deck < 12; ++deck) {
    const Matchup m = test::matchup_of(deck, deck + 5);
    State s;
    int decision = 0;
    test::play_random(m, s, deck, [&](const State& state, Action) {
      if (++decision % 10 != 0) return;
      SmallRng rng{deck};
      const int player = decision / 10 % 2;
      const State dealt = View(m, state, player).deal(rng);
      for (CardId card = 0; card < m.card_count; ++card) {
        for (uint8_t you = 0; you < 2; ++you) {
          const std::vector<int64_t> here = answers(m, View(m, state, player), card, you);
          CHECK(here == answers(m, View(m, dealt, player), card, you));
          for (int64_t each : here) ++(each < 0 ? refused : answered);
        }
      }
    });
  }
  CHECK(answered > 30'000);
  CHECK(refused > 10'000);
}
