#include "sim/regret/regret.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "agents/reading/purpose.h"
#include "engine/notation.h"
#include "sim/stats/cluster_mean.h"

namespace archon {
namespace {

constexpr size_t kAll = kDecisionKinds;
constexpr std::string_view kFaultNames[] = {"discarded a card", "ended the turn", "named an absent house",
                                            "harmed an own creature"};

bool tried(const LabelledDecision& decision, size_t answer) { return decision.values[answer] >= 0; }

// Mean value of an answer over the parts from `from` up to `to`.
double mean_value(const LabelledDecision& decision, size_t answer, size_t from, size_t to) {
  double sum = 0;
  for (size_t part = from; part < to; ++part) sum += decision.parts[part][answer];
  return sum / static_cast<double>(to - from);
}

// What the answers with the highest score are worth in a part; of equals the mean.
template <class Score>
double value_of_best(const LabelledDecision& decision, size_t part, Score score) {
  constexpr double kEqual = 1e-6;
  double best = -1, sum = 0;
  int count = 0;
  for (size_t i = 0; i < decision.values.size(); ++i) {
    if (!tried(decision, i)) continue;
    const double own = score(i);
    if (own < best - kEqual) continue;
    if (own > best + kEqual) {
      best = own;
      sum = 0;
      count = 0;
    }
    sum += decision.parts[part][i];
    ++count;
  }
  return sum / count;
}

}  // namespace

std::optional<Regret> regret_of(const LabelledDecision& decision, size_t answer) {
  if (!tried(decision, answer)) return std::nullopt;
  const size_t parts = decision.parts.size();
  Regret regret;
  for (size_t part = 0; part < parts; ++part) {
    const double own = decision.parts[part][answer];
    const auto by_others = [&](size_t i) {
      return (mean_value(decision, i, 0, parts) * static_cast<double>(parts) - decision.parts[part][i]) /
             static_cast<double>(parts - 1);
    };
    const auto by_all = [&](size_t i) { return mean_value(decision, i, 0, parts); };
    regret.fair += (value_of_best(decision, part, by_others) - own) / static_cast<double>(parts);
    regret.at_most += (value_of_best(decision, part, by_all) - own) / static_cast<double>(parts);
  }
  return regret;
}

double value_variance(const LabelledDecision& decision) {
  const auto parts = static_cast<double>(decision.parts.size());
  double sum = 0, answers = 0;
  for (size_t i = 0; i < decision.values.size(); ++i) answers += tried(decision, i);
  std::vector<double> level;  // of each part: its deals are better or worse for all answers
  for (const std::vector<float>& part : decision.parts) {
    level.push_back(0);
    for (size_t i = 0; i < part.size(); ++i)
      if (tried(decision, i)) level.back() += part[i] / answers;
  }
  for (size_t i = 0; i < decision.values.size(); ++i) {
    if (!tried(decision, i)) continue;
    double mean = 0, square = 0;
    for (size_t part = 0; part < level.size(); ++part) {
      const double value = decision.parts[part][i] - level[part];
      mean += value / parts;
      square += value * value;
    }
    sum += (square - parts * mean * mean) / (parts - 1) / parts;
  }
  return sum / (answers - 1);  // the levels were estimated from the same values
}

std::string_view fault_name(Fault fault) { return kFaultNames[static_cast<size_t>(fault)]; }

namespace {

enum class Role : uint8_t { Neither, Worse, Better };  // an answer that may be a fault; one that may be worth more

Role role_of(Fault fault, const View& view, Action action, Wish wish) {
  const auto choose = [](bool worse, bool better) { return worse ? Role::Worse : better ? Role::Better : Role::Neither; };
  const ChoiceKind kind = view.choice().kind;
  switch (fault) {
    case Fault::Discarded:
    case Fault::EndedTurn: {
      if (kind != ChoiceKind::Main) return Role::Neither;
      const Verb verb = fault == Fault::Discarded ? Verb::Discard : Verb::EndTurn;
      return choose(action.verb() == verb, action.verb() == Verb::Play);
    }
    case Fault::NamedAbsent: {
      if (kind != ChoiceKind::HouseName) return Role::Neither;
      const bool present = view.matchup().deck_houses[static_cast<size_t>(view.opponent())] >> action.index() & 1;
      return choose(!present, present);
    }
    case Fault::HarmedOwn: {
      if (kind != ChoiceKind::Target || wish != Wish::Harm || action.verb() != Verb::Target) return Role::Neither;
      if (!view.sees(action.card()) || view.card(action.card()).zone != Zone::Line) return Role::Neither;
      return choose(view.controls(action.card()), !view.controls(action.card()));
    }
  }
  return Role::Neither;
}

}  // namespace

std::vector<uint8_t> faults_of(const View& view, const ActionList& legal, const LabelledDecision& decision) {
  std::vector<uint8_t> faults(decision.values.size());
  const Wish wish = view.choice().kind == ChoiceKind::Target ? purpose_of(view, view.choice()).wish : Wish::None;
  const size_t parts = decision.parts.size(), half = parts / 2;
  for (size_t f = 0; f < kFaults; ++f) {
    const auto role = [&](size_t i) {
      return tried(decision, i) ? role_of(static_cast<Fault>(f), view, legal[static_cast<int>(i)], wish) : Role::Neither;
    };
    size_t best = faults.size();
    for (size_t i = 0; i < faults.size(); ++i)
      if (role(i) == Role::Better && (best == faults.size() || decision.values[i] > decision.values[best])) best = i;
    if (best == faults.size()) continue;
    for (size_t i = 0; i < faults.size(); ++i) {
      if (role(i) != Role::Worse) continue;
      const auto gain = [&](size_t from, size_t to) {
        return mean_value(decision, best, from, to) - mean_value(decision, i, from, to);
      };
      if (gain(0, half) > kFaultMargin && gain(half, parts) > kFaultMargin)
        faults[i] = static_cast<uint8_t>(faults[i] | 1u << f);
    }
  }
  return faults;
}

namespace {

// Sums over the decisions of a game.
struct CellSums {
  int64_t decisions = 0;
  double weight = 0, regret = 0, at_most = 0;

  void add(double each, const Regret& of) {
    ++decisions;
    weight += each;
    regret += each * of.fair;
    at_most += each * of.at_most;
  }
};

struct AgentSums {
  std::array<CellSums, kRegretCells> cells{};
  std::array<int64_t, kFaults> faults{};
  int64_t untried = 0, fallbacks = 0;
  std::vector<WorstAnswer> worst;
};

// Those that lost most, the worst first.
void keep_worst(std::vector<WorstAnswer>& answers, int count) {
  std::ranges::stable_sort(answers, std::ranges::greater{}, &WorstAnswer::regret);
  answers.resize(std::min(answers.size(), static_cast<size_t>(count)));
}

struct GameSums {
  std::vector<AgentSums> agents;
  std::array<int64_t, kFaults> chances{};
  std::array<double, kRegretCells> variance{}, weight{};
  int64_t decisions = 0;
  std::string problem;  // why the game can't be questioned: nothing else is true then
};

// Answers the decisions of a game as each agent would.
class Questioner {
 public:
  Questioner(const Labels& labels, const RegretSpec& spec) : labels_(labels), decks_(label_decks(labels.spec)), spec_(spec) {}

  std::string question(const LabelledGame& game, GameSums& sums) const {
    sums.agents.resize(spec_.agents.size());
    std::string problem;
    const auto ask = [&](const View& view, const ActionList& legal, const LabelledDecision& decision) {
      if (problem.empty()) problem = ask_all(game, view, legal, decision, sums);
    };
    const std::string misfit = replay_labels(labels_.spec, decks_, game, ask);
    return problem.empty() ? misfit : problem;
  }

 private:
  std::string ask_all(const LabelledGame& game, const View& view, const ActionList& legal, const LabelledDecision& decision,
                      GameSums& sums) const {
    const auto kind = static_cast<size_t>(decision.kind);
    const double weight = 100.0 / std::max(1, labels_.spec.percent[kind]);  // one stands for so many
    const std::vector<uint8_t> faults = faults_of(view, legal, decision);
    uint8_t possible = 0;
    for (const uint8_t each : faults) possible = static_cast<uint8_t>(possible | each);
    for (size_t f = 0; f < kFaults; ++f) sums.chances[f] += possible >> f & 1;
    const double variance = value_variance(decision);
    for (const auto& [cell, each] : {std::pair{kind, 1.0}, std::pair{kAll, weight}}) {
      sums.variance[cell] += each * variance;
      sums.weight[cell] += each;
    }
    ++sums.decisions;
    for (size_t a = 0; a < spec_.agents.size(); ++a) {
      const std::unique_ptr<Agent> agent = spec_.agents[a].make();
      SmallRng rng{
          stream_seed(spec_.seed + static_cast<uint64_t>(game.game), static_cast<uint64_t>(decision.asked), Stream::AgentA)};
      const Action action = agent->choose(view, legal, rng);
      const auto answer = static_cast<size_t>(std::ranges::find(legal, action) - legal.begin());
      if (answer == decision.values.size())
        return spec_.agents[a].name + " gives no legal answer to question " + std::to_string(decision.asked) + " of game " +
               std::to_string(game.game);
      const std::optional<Regret> regret = regret_of(decision, answer);
      add_answer(regret, decision.kind, weight, sums.agents[a]);
      if (regret && spec_.worst > 0 && regret->fair > 0) {
        sums.agents[a].worst.push_back(told(game, view, legal, decision, answer, *regret));
        keep_worst(sums.agents[a].worst, spec_.worst);
      }
      sums.agents[a].fallbacks += agent->fallbacks();
      for (size_t f = 0; f < kFaults; ++f) sums.agents[a].faults[f] += faults[answer] >> f & 1;
    }
    return "";
  }

  static void add_answer(const std::optional<Regret>& regret, DecisionKind kind, double weight, AgentSums& sums) {
    if (!regret) return void(++sums.untried);
    sums.cells[static_cast<size_t>(kind)].add(1, *regret);
    sums.cells[kAll].add(weight, *regret);
  }

  static WorstAnswer told(const LabelledGame& game, const View& view, const ActionList& legal, const LabelledDecision& decision,
                          size_t answer, const Regret& regret) {
    const auto best = static_cast<size_t>(std::ranges::max_element(decision.values) - decision.values.begin());
    SmallRng rng{0};
    const State seen = view.deal(rng);  // what the player knows is the same in every deal
    const auto text = [&](size_t i) { return action_text(view.matchup(), seen, legal[static_cast<int>(i)]); };
    return {.regret = regret.fair,
            .game = game.game,
            .asked = decision.asked,
            .turn = view.turn(),
            .kind = decision.kind,
            .chosen = text(answer),
            .best = text(best),
            .value = decision.values[answer],
            .best_value = decision.values[best]};
  }

  const Labels& labels_;
  const std::vector<Deck> decks_;
  const RegretSpec& spec_;
};

// Of what `part` gives of each game: a sum and its weight.
template <class Part>
ClusterMean ratio(std::span<const GameSums> games, Part part) {
  std::vector<ClusterSum> sums;
  for (const GameSums& game : games) sums.push_back(part(game));
  return cluster_mean(sums);
}

RegretCell cell_of(std::span<const GameSums> games, size_t agent, size_t cell) {
  const auto sums = [&](const GameSums& game, size_t a) -> const CellSums& { return game.agents[a].cells[cell]; };
  RegretCell result;
  for (const GameSums& game : games) result.decisions += sums(game, agent).decisions;
  const auto mean = [&](auto value) {
    return ratio(games, [&](const GameSums& g) { return ClusterSum{value(g), sums(g, agent).weight}; });
  };
  const ClusterMean regret = mean([&](const GameSums& g) { return sums(g, agent).regret; });
  const ClusterMean most = mean([&](const GameSums& g) { return sums(g, agent).at_most; });
  // Where all answers were tried, both agents have the same decisions.
  const ClusterMean difference = mean([&](const GameSums& g) { return sums(g, agent).regret - sums(g, 0).regret; });
  result.regret = regret.mean;
  result.interval = regret.interval;
  result.at_most = most.mean;
  result.difference = difference.mean;
  result.difference_interval = difference.interval;
  return result;
}

RegretReport report_of(std::span<const GameSums> games, const RegretSpec& spec) {
  RegretReport report;
  report.games = std::ssize(games);
  std::array<double, kRegretCells> weight{};
  for (const GameSums& game : games) {
    report.decisions += game.decisions;
    for (size_t f = 0; f < kFaults; ++f) report.chances[f] += game.chances[f];
    for (size_t cell = 0; cell < kRegretCells; ++cell) {
      report.noise[cell] += game.variance[cell];
      weight[cell] += game.weight[cell];
    }
  }
  for (size_t cell = 0; cell < kRegretCells; ++cell)
    report.noise[cell] = weight[cell] > 0 ? std::sqrt(report.noise[cell] / weight[cell]) : 0;
  for (size_t a = 0; a < spec.agents.size(); ++a) {
    AgentRegret& agent = report.agents.emplace_back();
    agent.name = spec.agents[a].name;
    for (size_t cell = 0; cell < kRegretCells; ++cell) agent.cells[cell] = cell_of(games, a, cell);
    for (const GameSums& game : games) {
      for (size_t f = 0; f < kFaults; ++f) agent.faults[f] += game.agents[a].faults[f];
      agent.untried += game.agents[a].untried;
      agent.fallbacks += game.agents[a].fallbacks;
      agent.worst.insert(agent.worst.end(), game.agents[a].worst.begin(), game.agents[a].worst.end());
    }
    keep_worst(agent.worst, spec.worst);
  }
  return report;
}

}  // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WorstAnswer, regret, game, asked, turn, kind, chosen, best, value, best_value)

namespace {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CellSums, decisions, weight, regret, at_most)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AgentSums, cells, faults, untried, fallbacks, worst)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GameSums, agents, chances, variance, weight, decisions, problem)

class RegretSeries final : public SeriesOf<GameSums> {
 public:
  RegretSeries(const Labels& labels, const RegretSpec& spec) : labels_(labels), spec_(spec), questioner_(labels, spec) {}

  std::string batch() override {
    const std::string text =
        nlohmann::json(std::vector(games_.begin() + static_cast<std::ptrdiff_t>(saved_), games_.end())).dump();
    saved_ = games_.size();
    return text;
  }
  bool restore(const LedgerBatch& batch) override {
    try {
      auto games = nlohmann::json::parse(batch.data).get<std::vector<GameSums>>();
      if (std::ssize(games) != batch.games) return false;
      for (GameSums& game : games) {
        if (game.agents.size() != spec_.agents.size()) return false;
        games_.push_back(std::move(game));
      }
      saved_ = games_.size();
      return games_.size() <= labels_.games.size();
    } catch (const nlohmann::json::exception&) {
      return false;
    }
  }
  bool enough(int64_t) const override { return !problem().empty(); }

  RegretReport report(SeriesEnd end) const {
    RegretReport report = report_of(games_, spec_);
    report.problem = problem();
    report.end = std::move(end);
    return report;
  }

 protected:
  GameSums play(int64_t game) const override {
    GameSums sums;
    sums.problem = questioner_.question(labels_.games[static_cast<size_t>(game)], sums);
    return sums;
  }
  void take(int64_t, const GameSums& game) override { games_.push_back(game); }

 private:
  std::string problem() const {
    const auto found = std::ranges::find_if(games_, [](const GameSums& game) { return !game.problem.empty(); });
    return found == games_.end() ? "" : found->problem;
  }

  const Labels& labels_;
  const RegretSpec& spec_;
  const Questioner questioner_;
  std::vector<GameSums> games_;
  size_t saved_ = 0;
};

}  // namespace

RegretReport measure_regret(const Labels& labels, const RegretSpec& spec, const RunControl& control) {
  RegretSeries series(labels, spec);
  SeriesEnd end = play_series(series, std::ssize(labels.games), control);
  return series.report(std::move(end));
}

}  // namespace archon
