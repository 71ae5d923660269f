#pragma once
// How games go: aember and keys of the players turn by turn, the houses they choose, how long it takes.
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sim/play/game.h"
#include "sim/play/match.h"

namespace archon {

// A player at the end of a turn of its own.
struct TurnEnd {
  uint8_t player = 0;
  uint8_t keys = 0;           // forged
  uint16_t amber = 0;         // in the pool
  House house = House::None;  // active when the turn ended
};

// Watches a game; `turns` has the ends of all turns in which somebody decided something, and of the last one, in their order.
// What the opponent's next turn takes before its first decision counts as taken in this one.
class CourseWatcher final : public Watcher {
 public:
  std::vector<TurnEnd> turns;

  void decided(const State& state, const ActionList& legal, Action action) override;
  void ended(const State& state) override;

 private:
  void look_at_turn(const State& state);
  void close(const State& state);

  int turn_ = 0;
  uint8_t player_ = 0;
  HouseMask house_ = 0;
};

inline constexpr int kCourseTurns = 24;  // own turns that a course follows

// Sums over games of a number at one turn.
struct CourseSum {
  int64_t games = 0;
  double sum = 0, squares = 0;

  void add(double number);
  double mean() const { return games ? sum / static_cast<double>(games) : 0; }
  Interval interval(
      double confidence = 0.95) const;  // of the mean, by the normal distribution; the mean itself below two games
};

// The games of one deck, as it sees them. Index of the arrays by turn: its own turns, from 0.
struct Course {
  int64_t games = 0, won = 0;                   // decided ones
  std::array<CourseSum, kCourseTurns> amber{};  // at the end of the turn, in the games that reached it
  std::array<CourseSum, kCourseTurns> keys{};   // the same, games that ended before count with their last number
  std::array<int64_t, kHouses> houses{};        // turns that ended with this active house
  CourseSum length, length_won, length_lost;    // turns of both players
  std::vector<int64_t> lengths;                 // games by the number of turns of both players

  // Adds a decided game in which the deck was played by `player`.
  void add(const GameRecord& record, std::span<const TurnEnd> turns, int player);
};

// Plays games of several matches, as play_matches does, and shows each to `visit`, in the order of specs and games, by one
// thread. `stop` is asked about once a second; true ends with the games in hand. False when it was stopped. Listeners and
// counts of uses are not looked at. Memory does not grow with the number of games.
using CourseVisit = std::function<void(size_t spec, int64_t game, const GameRecord& record, std::span<const TurnEnd> turns)>;
bool play_courses(std::span<const MatchSpec> specs, int threads, const CourseVisit& visit, const Progress& progress = {},
                  const std::function<bool()>& stop = {});

}  // namespace archon
