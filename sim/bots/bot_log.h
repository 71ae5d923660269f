#pragma once
// What programs that play did in this run, all of their threads: for a line on standard error, beside what results say.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "agents/agent.h"

namespace archon {

struct BotTally {
  struct Failures {
    int64_t games = 0;
    std::string first;  // what happened in the first of them
  };

  int64_t starts = 0, games = 0, answers = 0;  // of processes; games that they were asked in; decisions
  double seconds = 0, slowest = 0;             // waited for answers, on the wall
  std::map<Forfeit, Failures> failures;
  Failures after_game;  // when a game that was over was told
};

void log_bot_start(const std::string& bot);
void log_bot_game(const std::string& bot);
void log_bot_answer(const std::string& bot, double seconds);
void log_bot_failure(const std::string& bot, const AgentFailure& failure, bool game_over);

// By brief spec, without "exec:". Thread safe, as all of them.
std::map<std::string, BotTally> bot_tallies();

// A line for each: "exec:./bot: 1 process started, 200 games, 14,812 answers, 0.21 ms each, the slowest 12 ms; forfeits: late 3
// (first: ...)".
std::vector<std::string> bot_lines();

}  // namespace archon
