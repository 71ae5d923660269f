#pragma once
// Positions in which agents are tested.
#include <string>

#include "agents/agent.h"
#include "engine/position/position_json.h"

namespace archon::test {

PositionGame load(const std::string& text);  // of JSON; every problem fails the test

// Key Charge costs an aember before it forges. With 5 aember it wins after two reaps, and only then: playing the card first, or
// a fight, as the rules of thumb would, gives the win away.
inline const char* const kKeyChargeWins = R"({"house": "untamed", "players": [
  {"aember": 5, "keys": ["red", "blue"], "hand": ["key-charge"],
   "battleline": ["snufflegator", "snufflegator"]},
  {"aember": 6, "keys": ["red", "blue"], "hand": ["urchin", "urchin"], "battleline": ["silvertooth"]}]})";

// Three creatures that can do nothing but reap; the turn ends when all have.
inline const char* const kThreeReaps = R"({"house": "dis", "players": [
  {"battleline": ["dust-imp", "dust-imp", "dust-imp"]}, {}]})";

// Plays one turn: the agent decides for the active player, the other answers with the first legal action. The State after it.
State play_turn(const PositionGame& game, Agent& agent, uint64_t seed);

// Plays a game until the agent has taken so many decisions; memory must be allocated before, if at all.
void check_no_allocations(Agent& agent, int decisions);

}  // namespace archon::test
