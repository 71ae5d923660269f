#pragma once
// When time is called in a game, as its user says it and as results and ledgers name it. What follows then: sim/play/README.md.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "engine/core/game_clock.h"

namespace archon {

// How long a game lasts at a table: so many seconds for each turn of either player (keys, readying, drawing), and for each
// decision. No measurement was found; with these a mean game of the 28 decks of Call of the Archons that come with the program,
// as `standard` plays them, lasts 30 minutes (20.9 turns, 172 decisions).
inline constexpr double kTurnSeconds = 20, kDecisionSeconds = 8;

struct TimeLimit {
  int turn = 0;        // time is called in this turn, those of both players counted from 1; 0: not by turns
  double minutes = 0;  // or after so much play by the model; 0: not by minutes
  double turn_seconds = kTurnSeconds, decision_seconds = kDecisionSeconds;  // of the model

  bool any() const { return turn > 0 || minutes > 0; }
  GameClock clock() const;
  std::string text() const;  // "time is called in turn 30"; empty: it never is
};

inline constexpr int kMostTurns = 1000;        // the latest turn in which time can be called
inline constexpr double kMostMinutes = 1000;   // likewise
inline constexpr double kSlowestPace = 600.0;  // seconds a turn or a decision

// What is compared then, and that this is a reading, for every result that rests on it.
inline constexpr char kAfterTime[] =
    "keys, aember and potential aember decide, in this order, as we read the rules of events ('archon help time')";

// As settings of ledgers and provenance have it: {"turn": 30}, or {"minutes": 45, "turn_seconds": 20, "decision_seconds": 8};
// null without a limit.
nlohmann::json limit_json(const TimeLimit& limit);
// What is no such JSON, or has numbers that can't be, gives nothing.
std::optional<TimeLimit> parse_limit(const nlohmann::json& json);

}  // namespace archon
