#pragma once
// What archon bench says.
#include <string>
#include <vector>

#include "sim/present/document.h"

namespace archon::cli {

struct AgentSpeed {
  std::string agent;
  int64_t games = 0;            // of a repetition
  std::vector<double> seconds;  // of processor time, of each repetition; sorted
  int64_t decisions = 0, turns = 0;
  double by_the_clock = 0;  // games a second

  double median() const { return (seconds[(seconds.size() - 1) / 2] + seconds[seconds.size() / 2]) / 2; }
  double games_a_second(double time) const { return static_cast<double>(games) / time; }
};

present::Document bench_document(const std::vector<AgentSpeed>& speeds, int repetitions);

}  // namespace archon::cli
