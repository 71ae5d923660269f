#pragma once
// Games written down, to be looked at or played again. A file of records has one JSON object a line: first what the games have
// in common (decks, rules, agents, seed), then one line a game.
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/deck/deck.h"
#include "engine/engine.h"
#include "engine/log/recorder.h"
#include "engine/make_matchup.h"
#include "sim/play/game.h"

namespace archon {

struct RecordHead {
  std::array<Deck, 2> decks;
  std::array<std::string, 2> agents;
  MatchupOptions options;
  uint64_t seed = 1;
};

struct RecordedGame {
  int64_t game = 0;  // number in the run: with the seed it fixes every shuffle
  GameRecord record;
  std::vector<Action> actions;  // every decision of the game
};

std::string write_record_head(const RecordHead& head);  // without line ends
std::string write_recorded_game(const RecordedGame& game);

// A letter for the verb (A is the first one of enum Verb), two hexadecimal digits for the card if there is one, "." and two
// digits for an index other than 0; nothing in between.
std::string write_actions(const std::vector<Action>& actions);
std::optional<std::vector<Action>> read_actions(std::string_view text);

struct RecordFile {
  RecordHead head;
  std::vector<RecordedGame> games;
};
struct RecordResult {
  std::optional<RecordFile> file;
  std::string problem;  // otherwise: "line 3: this is no JSON"
};
// Bytes of a line, of which a game of 20,000 decisions has some 140 KB, and of a file.
inline constexpr size_t kMaxRecordLine = 1 << 20, kMaxRecordBytes = size_t{4} << 30;

// Numbers of games in their run; -1 for both: all games of a file.
struct GameNumbers {
  int64_t first = -1, last = -1;
  bool has(int64_t game) const { return first < 0 || (first <= game && game <= last); }
};

// Reads a file until it has `most` of the wanted games. Every number is checked for its range, as a record may come from
// anywhere.
RecordResult read_records(const std::string& path, GameNumbers wanted = {}, size_t most = SIZE_MAX);

// Plays a recorded game again; `visit(state, action)` is called before each action, the action being legal. What went otherwise
// than recorded, or nothing; `end` is the last State.
using ReplayVisit = std::function<void(const State&, Action)>;
std::string replay(const Matchup& m, uint64_t seed, const RecordedGame& game, State& end, const ReplayVisit& visit = {});
// The same; `happened` is told what the setup brought about and each action, before the next visit and at the end.
std::string replay_told(const Matchup& m, uint64_t seed, const RecordedGame& game, State& end, Recorder::Sink happened,
                        const ReplayVisit& visit);

}  // namespace archon
