#include "sim/watch/course.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include "agents/agent_registry.h"
#include "sim/play/threads.h"
#include "sim/stats/distributions.h"

namespace archon {

void CourseWatcher::decided(const State& state, const ActionList&, Action) {
  look_at_turn(state);
  if (state.house) house_ = state.house;
}

void CourseWatcher::ended(const State& state) {
  look_at_turn(state);  // who forges the third key decides nothing in that turn
  close(state);
}

void CourseWatcher::look_at_turn(const State& state) {
  if (state.turn == turn_) return;
  close(state);
  turn_ = state.turn;
  player_ = state.active;
  house_ = 0;
}

void CourseWatcher::close(const State& state) {
  if (turn_ == 0) return;  // before the first turn there may be mulligans
  const Player& player = state.players[player_];
  const House house = house_ ? static_cast<House>(std::countr_zero(house_)) : House::None;
  turns.push_back({player_, static_cast<uint8_t>(std::popcount(player.keys)), player.amber, house});
}

void CourseSum::add(double number) {
  ++games;
  sum += number;
  squares += number * number;
}

Interval CourseSum::interval(double confidence) const {
  if (games < 2) return {mean(), mean()};
  const auto n = static_cast<double>(games);
  const double variance = std::max(0.0, (squares - sum * sum / n) / (n - 1));
  const double half = normal_quantile(0.5 + confidence / 2) * std::sqrt(variance / n);
  return {mean() - half, mean() + half};
}

void Course::add(const GameRecord& record, std::span<const TurnEnd> turns, int player) {
  const bool victory = record.winner == player;
  ++games;
  won += victory;
  length.add(record.turns);
  (victory ? length_won : length_lost).add(record.turns);
  if (lengths.size() <= record.turns) lengths.resize(record.turns + size_t{1});
  ++lengths[record.turns];
  size_t turn = 0;
  uint8_t forged = 0;
  for (const TurnEnd& end : turns) {
    if (end.player != player) continue;
    forged = end.keys;
    if (end.house != House::None) ++houses[static_cast<size_t>(end.house)];
    if (turn < kCourseTurns) {
      amber[turn].add(end.amber);
      keys[turn].add(end.keys);
    }
    ++turn;
  }
  for (; turn < kCourseTurns; ++turn) keys[turn].add(forged);
}

namespace {

struct PlayedGame {
  GameRecord record;
  std::vector<TurnEnd> turns;
};

PlayedGame play(const MatchSpec& spec, int64_t game) {
  const std::unique_ptr<Agent> first = make_agent(spec.agents[0]).agent, second = make_agent(spec.agents[1]).agent;
  const GameSetup setup{.seed = spec.seed, .game = static_cast<uint64_t>(game), .first = static_cast<int>(game & 1)};
  CourseWatcher watcher;
  PlayedGame out;
  out.record = play_game(*spec.matchup, {first.get(), second.get()}, setup, nullptr, nullptr, nullptr, &watcher);
  out.turns = std::move(watcher.turns);
  return out;
}

}  // namespace

bool play_courses(std::span<const MatchSpec> specs, int threads, const CourseVisit& visit, const Progress& progress,
                  const std::function<bool()>& stop) {
  constexpr size_t kInHand = 256;
  struct Place {
    size_t spec;
    int64_t game;
  };
  int64_t total = 0, done = 0;
  for (const MatchSpec& spec : specs) total += spec.games;
  std::vector<Place> places;
  const auto play_places = [&] {
    std::vector<PlayedGame> games(places.size());
    parallel_for(places.size(), threads, [&](size_t i) { games[i] = play(specs[places[i].spec], places[i].game); });
    for (size_t i = 0; i < places.size(); ++i) visit(places[i].spec, places[i].game, games[i].record, games[i].turns);
    done += std::ssize(places);
    places.clear();
    if (progress) progress(done, total);
    return !(stop && stop());
  };
  for (size_t spec = 0; spec < specs.size(); ++spec) {
    for (int64_t i = 0; i < specs[spec].games; ++i) {
      places.push_back({spec, specs[spec].first_game + i});
      if (places.size() == kInHand && !play_places() && done < total) return false;
    }
  }
  return places.empty() || play_places() || done == total;
}

}  // namespace archon
