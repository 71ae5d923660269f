#pragma once
// How much agents lose at stored decisions: README.md explains the method and its limits.
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "sim/stats/statistics.h"
#include "sim/train/labels.h"

namespace archon {

// Of one answer, as a fraction of games won.
struct Regret {
  double fair = 0;     // the best answer is chosen on all parts but one and valued on that one; the mean over the parts
  double at_most = 0;  // the best answer is chosen and valued on all of them, which flatters it
};

// Requires two parts at least. Nothing when the answer was not tried.
std::optional<Regret> regret_of(const LabelledDecision& decision, size_t answer);

// The variance of a value among those of its decision, as far as the parts tell: the mean over the answers that were tried.
double value_variance(const LabelledDecision& decision);

// Answers that are faults when another one is worth more than kFaultMargin more in both halves of the parts.
enum class Fault : uint8_t {
  Discarded,    // a card, and playing one was worth more
  EndedTurn,    // likewise
  NamedAbsent,  // a house that the opponent does not have, and one of the opponent's was worth more
  HarmedOwn,    // a friendly creature, and an enemy one was worth more
};
inline constexpr size_t kFaults = 4;
inline constexpr double kFaultMargin = 0.02;
std::string_view fault_name(Fault fault);  // "discarded a card"

// Which faults each legal action would be: bits 1 << Fault.
std::vector<uint8_t> faults_of(const View& view, const ActionList& legal, const LabelledDecision& decision);

struct RegretAgent {
  std::string name;
  std::function<std::unique_ptr<Agent>()> make;
};

// Means over decisions with 95 % intervals: those of one game depend on each other and count as one observation.
struct RegretCell {
  int64_t decisions = 0;
  double regret = 0, at_most = 0;
  Interval interval;
  double difference = 0;  // from the regret of the first agent
  Interval difference_interval;
};

inline constexpr size_t kRegretCells = kDecisionKinds + 1;  // the last one is of all, as often as they occur in games

// An answer that lost much.
struct WorstAnswer {
  double regret = 0;
  int64_t game = 0;
  int asked = 0;  // LabelledDecision::asked
  int turn = 0;
  DecisionKind kind = DecisionKind::Other;
  std::string chosen, best;  // action_text; the best by all parts
  double value = 0, best_value = 0;
};

struct AgentRegret {
  std::string name;
  std::array<RegretCell, kRegretCells> cells;
  std::array<int64_t, kFaults> faults{};
  int64_t untried = 0;             // answers without a value, left out
  int64_t fallbacks = 0;           // Agent::fallbacks
  std::vector<WorstAnswer> worst;  // those that lost most, the worst first
};

struct RegretReport {
  std::string problem;  // otherwise nothing else is true
  int64_t games = 0, decisions = 0;
  std::array<double, kRegretCells> noise{};  // standard error of a value among those of its decision
  std::array<int64_t, kFaults> chances{};    // decisions at which some answer is such a fault
  std::vector<AgentRegret> agents;
  SeriesEnd end;
};

struct RegretSpec {
  std::vector<RegretAgent> agents;
  uint64_t seed = 1;
  int worst = 0;  // so many answers of each agent are told
};

// Asks each agent, a new object for each decision, with random numbers that depend on the seed and the decision only. The same
// for any number of threads. Requires labels of two parts at least. When the run is stopped, of the
// first games. Batches of the ledger: a list of the sums of each game, with all their digits.
RegretReport measure_regret(const Labels& labels, const RegretSpec& spec, const RunControl& control = {});

}  // namespace archon
