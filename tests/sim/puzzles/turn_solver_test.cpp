// The exhaustive search of a turn against a plain recursion without merged positions, and the goals.
#include "sim/puzzles/turn_solver.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <set>

#include "engine/core/chance.h"
#include "engine/engine.h"
#include "tests/agents/positions.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

using Set = std::multiset<Deed>;
using Sets = std::set<Set>;

struct TooManyNodes {};

// Settled outcomes of chance, then the question that is open.
class Script final : public ChanceSource {
 public:
  Script(const State& s, const TurnGoal& goal, std::vector<CardId> settled) : s_(s), goal_(goal), settled_(settled) {}
  CardId choose(const ChanceQuestion& question) override {
    if (s_.step == Step::Draw && s_.turn == goal_.turn) return question.drawn;
    if (next_ < settled_.size()) return settled_[next_++];
    throw question;
  }

 private:
  const State& s_;
  const TurnGoal& goal_;
  std::vector<CardId> settled_;
  size_t next_ = 0;
};

// Every sequence of actions, each on its own; all sets that do, needed or not.
class PlainSearch {
 public:
  PlainSearch(const Matchup& m, const TurnGoal& goal, int most) : m_(m), goal_(goal), play_(m, goal), left_(most) {}

  Sets from(const State& s) {
    if (--left_ < 0) throw TooManyNodes{};
    ActionList legal;
    legal_actions(m_, s, legal);
    const bool own = decision_player(s) == goal_.player;
    Sets sets;
    for (int i = 0; i < legal.size(); ++i) {
      const Sets more = after(s, legal[i], {});
      if (own)
        for (Set set : more) {
          if (const Deed deed = deed_of(m_, s, legal[i])) set.insert(deed);
          sets.insert(std::move(set));
        }
      else
        sets = i == 0 ? more : both(sets, more);
    }
    return sets;
  }

  // Those that contain no other.
  static Sets needed(const Sets& sets) {
    Sets least;
    for (const Set& set : sets)
      if (std::ranges::none_of(sets, [&](const Set& other) { return other != set && std::ranges::includes(set, other); }))
        least.insert(set);
    return least;
  }

 private:
  static Sets both(const Sets& a, const Sets& b) {
    Sets sets;
    for (const Set& x : a)
      for (const Set& y : b) {
        Set set;
        std::ranges::set_union(x, y, std::inserter(set, set.end()));
        sets.insert(std::move(set));
      }
    if (sets.size() > 200) throw TooManyNodes{};
    return sets;
  }

  Sets after(const State& s, Action action, const std::vector<CardId>& settled) {
    if (--left_ < 0) throw TooManyNodes{};
    State next = s;
    std::optional<ChanceQuestion> open;
    try {
      Script script(next, goal_, settled);
      const ChanceScope scope(&script);
      const GoalState end = play_.apply(next, action);
      if (end != GoalState::Open) return end == GoalState::Reached ? Sets{{}} : Sets{};
    } catch (const ChanceQuestion& question) {
      open = question;
    }
    if (!open) return from(next);
    Sets sets{{}};
    for (const CardId outcome : open->outcomes) {
      std::vector<CardId> more = settled;
      more.push_back(outcome);
      sets = both(sets, after(s, action, more));
    }
    return sets;
  }

  const Matchup& m_;
  const TurnGoal goal_;
  const TurnPlay play_;
  int left_;
};

struct Compared {
  int none = 0, one = 0, several = 0, too_many = 0;
};

void compare(const Matchup& m, const State& s, const TurnGoal& goal, Compared& compared) {
  const auto status = [](size_t ways) {
    return ways == 0 ? TurnSolution::Status::None : ways == 1 ? TurnSolution::Status::One : TurnSolution::Status::Several;
  };
  try {
    const Sets least = PlainSearch::needed(PlainSearch(m, goal, 1500).from(s));
    const TurnSolution solution = solve_turn(m, s, goal, 100'000);
    if (solution.status == TurnSolution::Status::TooLarge) throw TooManyNodes{};  // more than kMostWays within
    compared.none += least.empty(), compared.one += least.size() == 1, compared.several += least.size() > 1;
    INFO("turn " << s.turn << " decision " << s.decisions << " goal " << goal_word(goal.kind));
    REQUIRE(solution.status == status(least.size()));
    if (least.size() == 1) REQUIRE(Set(solution.deeds.begin(), solution.deeds.end()) == *least.begin());
  } catch (const TooManyNodes&) {
    ++compared.too_many;
  }
}

// Positions of random games, so many of them between decks of all sets.
Compared compare_games(size_t games, int every) {
  Compared compared;
  for (size_t game = 0; game < games; ++game) {
    const Matchup m = test::matchup_of_any_sets(game);
    State s;
    test::play_random(m, s, game + 1, [&](const State& state, Action) {
      if (state.step != Step::Main || state.decisions % every != 0) return;
      for (const GoalKind kind : kGoals)
        if (const auto goal = goal_of(m, state, kind)) compare(m, state, *goal, compared);
    });
  }
  return compared;
}

}  // namespace

TEST_CASE("turn solver: finds what a search without merged positions finds", "[slow]") {
  const Compared compared = compare_games(24, 5);
  CHECK(compared.none >= 40);
  CHECK(compared.one >= 4);
  CHECK(compared.several >= 4);
}

TEST_CASE("turn solver: the same in many games", "[slow]") {
  const Compared compared = compare_games(400, 3);
  CHECK(compared.one >= 150);
  CHECK(compared.several >= 200);
}

TEST_CASE("turn solver: reaping twice pays for Key Charge") {
  const PositionGame game = test::load(test::kKeyChargeWins);
  const TurnGoal goal = goal_of(game.matchup, game.state, GoalKind::Win).value();
  const TurnSolution solution = solve_turn(game.matchup, game.state, goal, 1000);
  REQUIRE(solution.status == TurnSolution::Status::One);
  CHECK(solution.deeds.size() == 4);  // two reap, the card, "yes, forge"
  CHECK(solution.line.size() == 4);
  CHECK(solve_turn(game.matchup, game.state, goal, 2).status == TurnSolution::Status::TooLarge);
}

TEST_CASE("turn solver: copies in hand are one, copies in play are not") {
  const auto solved = [](const char* text) {
    const PositionGame game = test::load(text);
    return solve_turn(game.matchup, game.state, goal_of(game.matchup, game.state, GoalKind::Check).value(), 1000).status;
  };
  CHECK(solved(R"({"house": "untamed", "players": [{"aember": 5, "keys": ["red", "blue"],
    "hand": ["dust-pixie", "dust-pixie"]}, {}]})") == TurnSolution::Status::One);
  CHECK(solved(R"({"house": "untamed", "players": [{"aember": 5, "keys": ["red", "blue"],
    "battleline": ["snufflegator", "snufflegator"]}, {}]})") == TurnSolution::Status::Several);
}

TEST_CASE("turn solver: what is drawn must not matter") {
  // Of two cards in the deck one brings the aember that is missing: drawing it is no solution.
  const PositionGame game = test::load(R"({"house": "logos", "players": [{"aember": 4, "keys": ["red", "blue"],
    "hand": ["library-access", "labwork"], "deck_rest": ["dust-pixie", "wild-wormhole"]}, {}]})");
  const TurnGoal goal = goal_of(game.matchup, game.state, GoalKind::Check).value();
  CHECK(solve_turn(game.matchup, game.state, goal, 100'000).status != TurnSolution::Status::TooLarge);
}

TEST_CASE("goals: open where they are a task") {
  const PositionGame game = test::load(test::kKeyChargeWins);
  CHECK(goal_of(game.matchup, game.state, GoalKind::Win));
  CHECK(!goal_of(game.matchup, game.state, GoalKind::Forge));  // the last key wins
  CHECK(goal_of(game.matchup, game.state, GoalKind::Check));   // 5 aember
  CHECK(goal_of(game.matchup, game.state, GoalKind::Stop));    // the opponent has 6
  for (const GoalKind kind : kGoals) CHECK(goal_from_word(goal_word(kind)) == kind);
  CHECK(!goal_from_word("draw"));
}
