#pragma once
// What pages show of a game that is played again: the data of their steps (sim/report/README.md).
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/log/recorder.h"
#include "sim/advice/analysis.h"

namespace archon::cli {

double rounded_chance(double chance);  // to thousandths

// Makes steps of a game: a decision, what it brought about in words, and the changes that show it on the table.
class GameSteps {
 public:
  explicit GameSteps(const Matchup& m, const AnalysedGame* analysis = nullptr);

  // Only for a game that does not begin with its setup: the first step shows this position.
  void begin(const State& s);

  void decide(const State& s, Action action);
  void happen(const State& before, const State& after, const Passage& passage);
  void close(const State& s);  // the step is done; of the last one to be called at the end

  // Fields of the page: keys_to_win, kinds, counters, cards, names, zones, steps.
  nlohmann::json data() const;

 private:
  void add_judgement(const JudgedDecision& decision);
  void add(const Change& change);

  const Matchup& m_;
  std::map<int, const JudgedDecision*> judged_;
  std::map<CardId, std::pair<int, int>> powers_;  // as they were shown
  nlohmann::json zones_;                          // at the beginning
  nlohmann::json steps_ = nlohmann::json::array();
  nlohmann::json names_ = nlohmann::json::object();  // of what cards become, by definition
  nlohmann::json step_ = nlohmann::json::object();
  int number_ = 0;
  bool forecasts_ = true;  // of decisions without a judgement
  bool said_ = false;      // what the decision does at once, it says itself
};

}  // namespace archon::cli
