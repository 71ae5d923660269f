#include "sim/command/record_input.h"

#include <charconv>

#include "sim/stats/number_text.h"

namespace archon::cli {

std::optional<GameNumbers> game_numbers(const std::string& text) {
  GameNumbers games;
  if (text.empty()) return games;
  const char* const end = text.data() + text.size();
  const auto [dash, error] = std::from_chars(text.data(), end, games.first);
  games.last = games.first;
  if (error != std::errc() || games.first < 0) return std::nullopt;
  if (dash == end) return games;
  const auto [stop, wrong] = std::from_chars(*dash == '-' ? dash + 1 : dash, end, games.last);
  if (wrong != std::errc() || stop != end || games.last < games.first) return std::nullopt;
  return games;
}

std::optional<RecordInput> read_record_input(const std::string& path, GameNumbers wanted, size_t most, Problems& problems) {
  if (wanted.first >= 0) most = static_cast<size_t>(wanted.last - wanted.first) + 1;
  RecordResult read = read_records(path, wanted, most);
  if (!read.file) return problems.add(path + ": " + read.problem), std::nullopt;
  const size_t found = read.file->games.size();
  const std::string numbers =
      wanted.first < 0 ? "" : " " + std::to_string(wanted.first) + (most == 1 ? "" : " to " + std::to_string(wanted.last));
  if (found == 0) return problems.add(path + ": there is no game" + numbers), std::nullopt;
  if (wanted.first >= 0 && found < most)
    return problems.add(path + ": of the games" + numbers + " there are only " + thousands(static_cast<int64_t>(found))),
           std::nullopt;
  const RecordHead& head = read.file->head;
  const MatchupResult made = make_matchup(head.decks[0], head.decks[1], head.options);
  for (const std::string& unknown : made.unknown_decks) problems.add(path + ": " + unknown);
  if (!made.matchup) return std::nullopt;
  return RecordInput{std::move(*read.file), *made.matchup};
}

std::optional<State> position_before(const RecordInput& input, int64_t decision, const std::string& path, Problems& problems) {
  const RecordedGame& game = input.file.games.front();
  std::optional<State> found;
  int64_t number = 0;
  State end;
  const std::string problem = replay(input.matchup, input.file.head.seed, game, end, [&](const State& s, Action) {
    if (number++ == decision) found = s;
  });
  if (!problem.empty()) problems.add(path + ": game " + std::to_string(game.game) + ": " + problem);
  if (!found && problem.empty())
    problems.add("--decision: game " + std::to_string(game.game) + " of " + path + " has the decisions 0 to " +
                 thousands(number - 1));
  return found;
}

}  // namespace archon::cli
