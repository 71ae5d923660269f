// Facedown cards in play: what a player sees who does not know them depends on nothing but what that player knows.
#include "engine/view/disguise.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <nlohmann/json.hpp>

#include "agents/reading/information_set.h"
#include "engine/check/invariants.h"
#include "engine/deck/generate.h"
#include "engine/engine.h"
#include "engine/position/position_json.h"
#include "engine/view/view.h"
#include "tests/engine/games.h"
#include "tests/engine/truths.h"

using namespace archon;
using test::hidden_tokens;
using test::other_truth;

namespace {
Matchup token_matchup(uint64_t seed) {
  SmallRng rng{seed};
  const Deck a = generate_deck("WoE", "A", rng), b = generate_deck("ToC", "B", rng);
  return *make_matchup(a, b, {}).matchup;
}

std::vector<uint32_t> actions_of(const Matchup& m, const State& s) {
  ActionList legal;
  legal_actions(m, s, legal);
  std::vector<uint32_t> actions;
  for (Action action : legal) actions.push_back(action.bits);
  return actions;
}

// What the player sees of two States, card by card.
bool look_alike(const Matchup& m, const State& a, const State& b, int player) {
  const View x(m, a, player), y(m, b, player);
  const bool unfinished = a.frame_count > 0 || a.waiting_count > 0;
  bool same = unfinished || information_set_key(m, a, player) == information_set_key(m, b, player);
  for (int card = 0; card < m.card_count; ++card) {
    const auto id = static_cast<CardId>(card);
    same = same && x.sees(id) == y.sees(id);
    if (!same || !x.sees(id)) continue;
    same = a.cards[id].zone == b.cards[id].zone && a.cards[id].damage == b.cards[id].damage &&
           a.cards[id].power == b.cards[id].power && a.cards[id].houses == b.cards[id].houses &&
           a.cards[id].flags == b.cards[id].flags && a.cards[id].definition == b.cards[id].definition;
  }
  return same;
}

// What is wrong with the disguise of this State for this player.
std::string problem(const Matchup& m, const State& s, int player, SmallRng& rng) {
  State shown = s;
  const Disguise disguise(m, shown, player);
  if (const std::string wrong = check_invariants(m, shown); !wrong.empty()) return "in disguise: " + wrong;
  State again = shown;
  const Disguise second(m, again, player);
  if (std::memcmp(&again, &shown, sizeof(State)) != 0) return "a second disguise changes something";
  if (decision_player(s) != player) return "";
  State other = other_truth(m, s, player, rng);
  if (const std::string wrong = check_invariants(m, other); !wrong.empty()) return "another truth: " + wrong;
  const Disguise of_other(m, other, player);
  if (!look_alike(m, shown, other, player)) return "another truth looks different";
  if (actions_of(m, shown) != actions_of(m, other)) return "another truth has other legal actions";
  std::vector<uint32_t> undone;
  ActionList legal;
  legal_actions(m, shown, legal);
  for (Action action : legal) undone.push_back(disguise.undone(action).bits);
  std::vector<uint32_t> truth = actions_of(m, s);
  std::ranges::sort(truth);
  std::ranges::sort(undone);
  return truth == undone ? "" : "other actions are legal in disguise";
}

}  // namespace

TEST_CASE("disguises are functions of what a player knows") {
  int disguised = 0;
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    const Matchup m = token_matchup(seed);
    SmallRng rng{seed};
    State s;
    std::string wrong;
    test::play_random(m, s, seed, [&](const State& now, Action) {
      for (int player = 0; player < 2 && wrong.empty(); ++player) {
        if (!needs_disguise(m, now, player)) continue;
        ++disguised;
        wrong = problem(m, now, player, rng);
      }
    });
    INFO("seed " << seed);
    CHECK(wrong == "");
  }
  CHECK(disguised > 1000);
}

TEST_CASE("exchanges in one walk are those one after the other") {
  int compared = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const Matchup m = token_matchup(seed);
    SmallRng rng{seed};
    State s;
    bool same = true;
    test::play_random(m, s, seed, [&](const State& now, Action) {
      std::vector<CardId> unknown[2];
      const View view(m, now, 0);
      for (CardId card = 0; card < m.card_count; ++card)
        if (!view.knows(card)) unknown[m.cards[card].owner].push_back(card);
      std::vector<NumberPair> pairs;
      for (int i = 0; i < 8; ++i) {
        const auto& among = unknown[rng.below(2)];
        if (among.empty()) continue;
        const auto any = [&] { return among[rng.below(std::min<uint32_t>(6, static_cast<uint32_t>(among.size())))]; };
        pairs.emplace_back(any(), any());
      }
      State each = now, all = now;
      for (const auto& [a, b] : pairs) exchange_numbers(m, each, a, b);
      exchange_numbers(m, all, pairs);
      same = same && std::memcmp(&each, &all, sizeof(State)) == 0;
      ++compared;
    });
    INFO("seed " << seed);
    CHECK(same);
  }
  CHECK(compared > 1000);
}

// Without the program that exchanges numbers: the truth is changed in the text of the position.
TEST_CASE("two positions that differ in a facedown card look alike") {
  // De-Animator makes a creature an artifact, a token creature as well.
  const bool artifact = GENERATE(false, true);
  INFO("artifact: " << artifact);
  const std::string lying = R"({"card": "TOKEN", "ref": 8, "token": "grunt", "damage": 1)";
  const std::string text = R"({"house": "mars", "active": 0, "players": [
    {"hand": ["punch"], "battleline": ["troll", "de-animator"]},
    {"token": "grunt", "hand": [{"card": "HAND", "ref": 9}, {"card": "fear", "ref": 10}], )" +
                           (artifact ? R"("battleline": [{"card": "urchin", "ref": 7}],
     "artifacts": [)" + lying + R"(, "counters": {"mineralize": 1}}]}]})"
                                     : R"("battleline": [{"card": "urchin", "ref": 7}, )" + lying +
                                           R"(, "upgrades": [{"card": "blood-of-titans", "ref": 11}]}]}]})");
  const auto position = [&](const std::string& token, const std::string& hand) {
    std::string filled = text;
    filled.replace(filled.find("TOKEN"), 5, token);
    filled.replace(filled.find("HAND"), 4, hand);
    // The numbers of cards follow their names, as in a deck list.
    if (token > hand) {
      filled.replace(filled.find("\"ref\": 9"), 8, "\"ref\": X");
      filled.replace(filled.find("\"ref\": 8"), 8, "\"ref\": 9");
      filled.replace(filled.find("\"ref\": X"), 8, "\"ref\": 8");
    }
    return *load_position(nlohmann::json::parse(filled)).game;
  };
  PositionGame a = position("dust-imp", "valdr"), b = position("valdr", "dust-imp");
  const std::vector<CardId> hidden_a = hidden_tokens(a.matchup, a.state, 0), hidden_b = hidden_tokens(b.matchup, b.state, 0);
  REQUIRE(hidden_a.size() == 1);
  REQUIRE(hidden_b.size() == 1);
  REQUIRE(a.matchup.cards[hidden_a[0]].definition != b.matchup.cards[hidden_b[0]].definition);
  REQUIRE(needs_disguise(a.matchup, a.state, 0));
  CHECK(information_set_key(a.matchup, a.state, 0) == information_set_key(b.matchup, b.state, 0));
  CHECK(information_set_key(a.matchup, a.state, 1) != information_set_key(b.matchup, b.state, 1));
  CHECK(write_view(a.matchup, a.state, a.numbers, 0).dump() == write_view(b.matchup, b.state, b.numbers, 0).dump());
  CHECK(write_view(a.matchup, a.state, a.numbers, 1).dump() != write_view(b.matchup, b.state, b.numbers, 1).dump());
  Disguise(a.matchup, a.state, 0);
  Disguise(b.matchup, b.state, 0);
  CHECK(look_alike(a.matchup, a.state, b.state, 0));
  CHECK(actions_of(a.matchup, a.state) == actions_of(b.matchup, b.state));
}

TEST_CASE("every hidden card is equally likely to lend its number") {
  const Matchup m = token_matchup(3);
  State s;
  std::vector<int> lent(kMaxCards);
  int tokens = 0;
  test::play_random(m, s, 3, [&](const State& now, Action) {
    if (tokens || !needs_disguise(m, now, 0)) return;
    const std::vector<CardId> hidden = hidden_tokens(m, now, 0);
    if (hidden.size() != 1) return;
    tokens = 1;
    for (int turn = 0; turn < 10000; ++turn) {
      State shown = now;
      shown.turn = static_cast<uint16_t>(turn);
      const Disguise disguise(m, shown, 0);
      for (CardId card : hidden_tokens(m, shown, 0)) ++lent[card];
    }
  });
  REQUIRE(tokens == 1);
  int lenders = 0;
  for (int times : lent) lenders += times > 0;
  CHECK(lenders > 20);
  for (int times : lent)
    if (times) CHECK(std::abs(times - 10000 / lenders) < 5 * std::sqrt(10000.0 / lenders));
}

TEST_CASE("games without token creatures need no disguise") {
  const Matchup m = test::matchup_of(0, 1);
  State s;
  new_game(m, s, {.seed = 1});
  CHECK_FALSE(needs_disguise(m, s, 0));
}
