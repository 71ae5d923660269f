#pragma once
// What the decisions of a recorded game were worth: each compared with the best answer that could be found, by what the player
// could know then.
#include <string>
#include <vector>

#include "sim/advice/advice.h"
#include "sim/play/record.h"

namespace archon {

struct AnalysisOptions {
  std::string continuation = "policy";  // who plays on for both sides; a good spec
  int worlds = 40;                      // deals in which all answers of a decision are tried, at least 2
  int judged_worlds = 200;              // fresh deals in which the best of them and the one that was taken are compared
  uint64_t seed = 1;
  int threads = 0;  // 0: one a core
};

// A decision with several legal answers. Probabilities are those of the deciding player; the best answer was chosen in other
// deals than those that judge it, so that `lost` is not too high on average (it may come out below 0). What the player goes on
// to do wrong in the same turn is no loss of this decision: after the answer that was taken the best one to the next decision
// may follow.
struct JudgedDecision {
  int number = 0;  // of the game's decisions, from 0
  int turn = 0, player = 0;
  ChoiceKind kind = ChoiceKind::None;
  std::string taken, better;     // in words; equal when the best answer was taken
  double before = 0, after = 0;  // how likely the player wins with the better answer, and with the one taken
  double lost = 0, error = 0;    // before - after in the same deals, and its standard error; both 0 when that was the best
};

struct AnalysedGame {
  int64_t game = 0;
  std::vector<JudgedDecision> decisions;
  double result = 0;  // of A: 1, 0, or 0.5 when nobody won
  int turns = 0;
};

// Plays the game again and judges its decisions; what does not fit goes to `problem`. The same for any number of threads.
AnalysedGame analyse_game(const Matchup& m, uint64_t record_seed, const RecordedGame& game, const AnalysisOptions& options,
                          std::string& problem);

// How A's chance went from decision to decision. It changes by what players lose by their decisions, and else by luck: what is
// drawn and revealed, and what the game was misjudged by. `start` + the sum of all of them is the result.
struct Swing {
  double lost[2] = {0, 0};  // by the decisions of A and of B, each as the loss of that player
  double luck = 0;          // for A
};
struct ChanceCourse {
  double start = 0;          // A's chance at the first decision
  std::vector<Swing> turns;  // by turn of the game, from 0 (before the first one)
  std::vector<double> at;    // A's chance when the turn began; of a turn without a decision that of the next
};
ChanceCourse chance_course(const AnalysedGame& game);

}  // namespace archon
