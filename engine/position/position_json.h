#pragma once
// Positions as JSON (engine/position/README.md describes the format). What is written holds a State exactly, also in the middle
// of an ability; what is read may be written by hand and name only what matters.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/position/position.h"

namespace archon {

struct JsonProblem {
  std::string message;  // "unknown card `dust-inp`; did you mean `dust-imp`?"
  std::string at;       // "players[0].hand[2].card"; empty: the position as a whole
};

struct ReadPosition {
  std::optional<Position> position;  // only when there is no problem
  std::vector<JsonProblem> problems;
};
ReadPosition read_position(const nlohmann::json& json);

struct LoadedPosition {
  std::optional<PositionGame> game;  // at its first decision
  std::vector<JsonProblem> problems;
};
LoadedPosition load_position(const nlohmann::json& json);  // read_position, then build_position

// The complete position. `numbers` are the refs of the cards (PositionGame::numbers). Where nothing is asked
// (State::choice) there is no `pending`: read again, the step begins.
nlohmann::ordered_json write_position(const Matchup& m, const State& s, const std::vector<int>& numbers);

// What one player may know of it: cards the player can't see are null; `unseen` lists them, for each owner, in no order. A
// facedown card in play that the player does not know has its place for a ref (place_word).
nlohmann::ordered_json write_view(const Matchup& m, const State& s, const std::vector<int>& numbers, int player);

}  // namespace archon
