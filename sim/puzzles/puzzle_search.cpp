#include "sim/puzzles/puzzle_search.h"

#include <iterator>
#include <utility>

namespace archon {
namespace {

struct Place {
  size_t record, game;
};

std::vector<Place> places_of(const std::vector<PuzzleSource>& sources) {
  std::vector<Place> places;
  for (size_t record = 0; record < sources.size(); ++record)
    for (size_t game = 0; game < sources[record].file.games.size(); ++game) places.push_back({record, game});
  return places;
}

}  // namespace

int64_t games_of(const std::vector<PuzzleSource>& sources) { return std::ssize(places_of(sources)); }

FoundPuzzles find_puzzles(const std::vector<PuzzleSource>& sources, const PuzzleOptions& options, const RunControl& control) {
  const std::vector<Place> places = places_of(sources);
  std::vector<GamePuzzles> finished(kSlots);
  FoundPuzzles found;
  const auto game_at = [&](int64_t number) -> const RecordedGame& {
    const Place& place = places[static_cast<size_t>(number)];
    return sources[place.record].file.games[place.game];
  };
  const auto search = [&](int64_t number, size_t slot) {
    const size_t record = places[static_cast<size_t>(number)].record;
    const PuzzleSource& source = sources[record];
    finished[slot] = puzzles_of(source.matchup, source.file.head.seed, game_at(number), record, options);
  };
  const auto take = [&](int64_t number, size_t slot) {
    GamePuzzles& game = finished[slot];
    std::move(game.puzzles.begin(), game.puzzles.end(), std::back_inserter(found.puzzles));
    found.counts.add(game.counts);
    if (!game.problem.empty())
      found.problems.push_back("file " + std::to_string(places[static_cast<size_t>(number)].record) + ", game " +
                               std::to_string(game_at(number).game) + ": " + game.problem);
    return true;
  };
  found.games = work_in_order(0, std::ssize(places), control, search, take);
  return found;
}

}  // namespace archon
