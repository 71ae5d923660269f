// Lines from strangers: whatever stands in them, they are refused or can be played.
#include <catch2/catch.hpp>
#include <cstring>
#include <nlohmann/json.hpp>

#include "engine/core/field_check.h"
#include "engine/core/field_hash.h"
#include "engine/core/frames.h"
#include "engine/engine.h"
#include "engine/position/position.h"
#include "engine/position/position_json.h"
#include "engine/position/position_pending.h"
#include "tests/engine/games.h"
#include "tests/engine/position/strange_line.h"

using namespace archon;

namespace {

// Changed lines of random games with decks of all sets; returns how many were accepted, all of which could be played.
int play_changed_lines(int wanted) {
  int changed = 0, accepted = 0;
  for (uint64_t game = 0; changed < wanted; ++game) {
    const Matchup m = test::matchup_of_any_sets(game);
    SmallRng rng{game + 1};
    State s;
    test::play_random(m, s, game + 1, [&](const State& now, Action) {
      const bool inside = now.frame_count > 0;
      if (changed >= wanted || rng.below(inside ? 2 : 20)) return;
      const std::string line =
          rng.below(3) ? test::with_other_field(m, now, rng) : test::with_other_bytes(write_line(m, now), rng);
      accepted += test::survive_line(line, game);
      ++changed;
    });
  }
  return accepted;
}

// The game of a JSON position whose main step has nothing to do but `first`.
PositionGame game_after(const char* json, const char* first = nullptr) {
  LoadedPosition loaded = load_position(nlohmann::json::parse(json));
  REQUIRE(loaded.game);
  if (first) apply(loaded.game->matchup, loaded.game->state, Action(Verb::Reap, loaded.game->refs.at(first)));
  return *loaded.game;
}

bool goes_through_a_line(const Matchup& m, const State& s) {
  PositionGame read;
  return read_line(write_line(m, s), read).empty() && hash_fields(read.matchup, read.state) == hash_fields(m, s);
}

// The bytes of a State that are in use: those of lists up to their counts.
std::vector<size_t> bytes_in_use(const Matchup& m, const State& s) {
  std::vector<size_t> bytes;
  const auto add = [&](const auto& list, size_t count) {
    const auto from = static_cast<size_t>(reinterpret_cast<const uint8_t*>(&list[0]) - reinterpret_cast<const uint8_t*>(&s));
    for (size_t i = 0; i < count * sizeof(list[0]); ++i) bytes.push_back(from + i);
  };
  add(s.cards, static_cast<size_t>(m.card_count));
  add(s.order, static_cast<size_t>(m.card_count));
  for (size_t i = offsetof(State, start); i < offsetof(State, actives); ++i) bytes.push_back(i);
  add(s.actives, s.active_count);
  add(s.waiting, s.waiting_count);
  add(s.lasting, s.lasting_count);
  add(s.kept, s.kept_used);
  add(s.log, s.log_count);
  add(s.pending, s.pending_count);
  add(s.frames, s.frame_count);
  // Behind a frame there may be up to seven bytes without a meaning.
  for (int i = 0; i < s.frame_count; ++i) {
    const auto type = static_cast<FrameType>(s.stack[s.frames[i]]);
    const size_t end = i + 1 < s.frame_count ? s.frames[i + 1] : s.stack_top;
    if (type == FrameType::Ability || type == FrameType::Damage || type == FrameType::Destroy || type == FrameType::Fight)
      for (size_t at = s.frames[i]; at < end; ++at) bytes.push_back(offsetof(State, stack) + at);
  }
  return bytes;
}

}  // namespace

TEST_CASE("every byte of a State is part of a field, or refused when it is not zero") {
  const Matchup m = test::matchup_of(0, 3);
  State rich;
  int most = -1;
  for (uint64_t seed = 1; seed < 20; ++seed) {
    State s;
    test::play_random(m, s, seed, [&](const State& now, Action) {
      const int score = 4 * now.frame_count + now.lasting_count + 3 * now.waiting_count + now.log_count / 8;
      if (score <= most || now.frame_count == 0) return;
      most = score;
      rich = now;
    });
  }
  REQUIRE(check_fields(m, rich).empty());
  REQUIRE(rich.frame_count >= 2);
  const uint64_t hash = hash_fields(m, rich);
  for (size_t at : bytes_in_use(m, rich)) {
    State other = rich;
    reinterpret_cast<uint8_t*>(&other)[at] ^= 0x10;
    const bool noticed = !check_fields(m, other).empty() || hash_fields(m, other) != hash;
    if (!noticed) FAIL("byte " << at << " of the State is no field");
  }
}

TEST_CASE("changed lines are refused, or can be played") {
  const int accepted = play_changed_lines(3000);
  CHECK(accepted > 300);
  CHECK(accepted < 2700);
}

TEST_CASE("100,000 changed lines are refused, or can be played", "[slow]") {
  const int accepted = play_changed_lines(100'000);
  CHECK(accepted > 10'000);
  CHECK(accepted < 90'000);
}

TEST_CASE("a creature that enters is asked for a place only when none is known") {
  PositionGame game = game_after(R"({"house": "brobnar", "players": [
    {"hand": ["troll"], "battleline": ["bumpsy", "krump"], "discard": ["urchin"]}, {"battleline": ["dust-imp"]}]})");
  State& s = game.state;
  apply(game.matchup, s, Action(Verb::Play, game.refs.at("troll")));
  REQUIRE(s.choice.kind == ChoiceKind::Flank);
  CHECK(goes_through_a_line(game.matchup, s));
  const auto refused_with = [&](auto change) {
    State other = s;
    change(top_frame<EnterFrame>(other));
    return !goes_through_a_line(game.matchup, other);
  };
  CHECK(!refused_with([](EnterFrame&) {}));
  for (const auto& named : game.refs) {
    const CardId card = named.second;
    CHECK(refused_with([&](EnterFrame& frame) { frame.left_of = card; }));
    CHECK(refused_with([&](EnterFrame& frame) { frame.instead_of = card; }));
    CHECK(refused_with([&](EnterFrame& frame) { frame.half = card; }));
  }
  CHECK(refused_with([&](EnterFrame& frame) { frame.card = game.refs.at("bumpsy"); }));
  CHECK(refused_with([](EnterFrame& frame) { frame.moving = 1; }));
}

TEST_CASE("in the ready step only creatures with entrench can be left out") {
  PositionGame game = game_after(R"({"house": "mars", "players": [
    {"battleline": [{"card": "sparkscheme", "exhausted": true}, {"card": "cosmicrux", "exhausted": true}]}, {}]})");
  State& s = game.state;
  REQUIRE(s.step == Step::Ready);
  REQUIRE(s.choice.candidates.size() == 2);
  CHECK(goes_through_a_line(game.matchup, s));
  s.choice.can_stop = 1;
  CHECK(!goes_through_a_line(game.matchup, s));
  s.choice.can_stop = 0;
  apply(game.matchup, s, Action(Verb::Target, game.refs.at("cosmicrux")));
  REQUIRE(s.choice.can_stop);
  CHECK(s.cards[game.refs.at("cosmicrux")].has(kReadied));
  CHECK(goes_through_a_line(game.matchup, s));
}

TEST_CASE("aember gained by reaping comes from no other card than one that is asked about") {
  PositionGame game = game_after(R"({"house": "brobnar", "players": [{"battleline": [
    {"card": "fading-apparition", "exhausted": true}, {"card": "krump", "aember": 2}, "bumpsy"]}, {}]})",
                                 "bumpsy");
  State& s = game.state;
  REQUIRE(s.choice.kind == ChoiceKind::Target);
  CHECK(goes_through_a_line(game.matchup, s));
  s.choice.candidates.add(game.refs.at("bumpsy"));  // it has none
  CHECK(!goes_through_a_line(game.matchup, s));
}
