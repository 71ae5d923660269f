#pragma once
// When time is called in a game, as its user says it and as results and ledgers name it. What follows then: sim/play/README.md.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "engine/core/game_clock.h"

namespace archon {

struct TimeLimit {
  int turn = 0;  // time is called in this turn, those of both players counted from 1; 0: never

  bool any() const { return turn > 0; }
  GameClock clock() const;
  std::string text() const;  // "time is called in turn 30"; empty: it never is
};

inline constexpr int kMostTurns = 1000;  // the latest turn in which time can be called

// What is compared then, and that this is a reading, in a sentence for every result that rests on it.
inline constexpr char kAfterTime[] =
    "then keys, aember and potential aember decide, in this order, as we read the rules of events ('archon help time')";

// As settings of ledgers and provenance have it: {"turn": 30}; null without a limit.
nlohmann::json limit_json(const TimeLimit& limit);
// What is no such JSON, or has numbers that can't be, gives nothing.
std::optional<TimeLimit> parse_limit(const nlohmann::json& json);

}  // namespace archon
