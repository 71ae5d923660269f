// Regret: agents whose regret is known, and estimates whose bias is known.
#include "sim/regret/regret.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/agents/positions.h"
#include "tests/sim/kept_in.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::kept_in;
using archon::test::TemporaryFolder;

namespace {

// Answers with the action of that number, or the last one.
class NumberAgent final : public Agent {
 public:
  explicit NumberAgent(int number) : number_(number) {}
  Action choose(const View&, const ActionList& legal, SmallRng&) override { return legal[std::min(number_, legal.size() - 1)]; }

 private:
  int number_;
};

// Answers with the first action of that verb, where there is one.
class VerbAgent final : public Agent {
 public:
  explicit VerbAgent(Verb verb) : verb_(verb) {}
  Action choose(const View&, const ActionList& legal, SmallRng&) override {
    const auto* const found = std::ranges::find(legal, verb_, &Action::verb);
    return found == legal.end() ? legal[0] : *found;
  }

 private:
  Verb verb_;
};

class IllegalAgent final : public Agent {
 public:
  Action choose(const View&, const ActionList&, SmallRng&) override { return Action(Verb::Activate); }
};

RegretAgent number_agent(int number) {
  return {"number " + std::to_string(number), [number] { return std::make_unique<NumberAgent>(number); }};
}

// Decisions of real games.
Labels some_labels() {
  LabelSpec spec;
  spec.decks = 10;
  spec.games = 6;
  spec.agent = "greedy";
  spec.worlds = 2;
  spec.parts = 2;
  spec.turns = 0;
  spec.percent = *parse_rates("house=50,main=10,target=20");
  Labels labels{.spec = spec, .games = {}};
  label_games(spec, 1, [&](const LabelledGame& game) {
    labels.games.push_back(game);
    return true;
  });
  return labels;
}

LabelledDecision decision_of(const std::vector<std::vector<float>>& parts) {
  LabelledDecision decision;
  decision.parts = parts;
  decision.values.assign(parts[0].size(), 0);
  for (const auto& part : parts)
    for (size_t i = 0; i < part.size(); ++i) decision.values[i] += part[i] / static_cast<float>(parts.size());
  return decision;
}

// A centred normal number, nearly: the sum of twelve uniform ones.
double noise(SmallRng& rng) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += rng.uniform();
  return sum;
}

LabelledDecision noisy(const std::vector<double>& truth, size_t parts, double deviation, SmallRng& rng) {
  std::vector<std::vector<float>> values(parts);
  for (auto& part : values) {
    const double level = 0.1 * noise(rng);  // the deals of a part, the same for all answers
    for (const double each : truth) part.push_back(static_cast<float>(each + level + deviation * noise(rng)));
  }
  return decision_of(values);
}

}  // namespace

TEST_CASE("regret of exact values is what the best answer is worth more") {
  Labels labels = some_labels();
  // Answer i is worth 0.9 - i/100; of houses the first answer is worth 0.05 less than that.
  std::array<double, 3> decisions{};  // houses, others of the main step, targets
  for (LabelledGame& game : labels.games)
    for (LabelledDecision& each : game.decisions) {
      const bool house = each.kind == DecisionKind::House;
      for (auto& part : each.parts)
        for (size_t i = 0; i < part.size(); ++i)
          part[i] = 0.9f - 0.01f * static_cast<float>(i) - (house && i == 0 ? 0.05f : 0.f);
      each.values = each.parts[0];
      ++decisions[house ? 0 : each.kind == DecisionKind::Main ? 1 : 2];
    }
  REQUIRE(decisions[0] > 5);
  REQUIRE(decisions[1] > 5);
  REQUIRE(decisions[2] > 5);
  const std::vector<RegretAgent> agents = {number_agent(0), number_agent(1)};
  const RegretReport report = measure_regret(labels, {.agents = agents}, 1);
  REQUIRE(report.problem.empty());
  REQUIRE(report.agents.size() == 2);
  const auto cell = [&](size_t agent, DecisionKind kind) { return report.agents[agent].cells[static_cast<size_t>(kind)]; };
  // Of houses the second answer is the best: 0.89 and the first 0.85. Of others the first.
  CHECK(cell(0, DecisionKind::House).regret == Approx(0.04).margin(1e-6));
  CHECK(cell(1, DecisionKind::House).regret == Approx(0).margin(1e-6));
  CHECK(cell(0, DecisionKind::Main).regret == Approx(0).margin(1e-6));
  CHECK(cell(1, DecisionKind::Main).regret == Approx(0.01).margin(1e-6));
  CHECK(cell(1, DecisionKind::Main).at_most == Approx(0.01).margin(1e-6));
  CHECK(cell(1, DecisionKind::Main).interval.high - cell(1, DecisionKind::Main).interval.low == Approx(0).margin(1e-6));
  CHECK(cell(1, DecisionKind::House).difference == Approx(-0.04).margin(1e-6));
  CHECK(cell(1, DecisionKind::Main).difference == Approx(0.01).margin(1e-6));
  CHECK(cell(0, DecisionKind::House).decisions == static_cast<int64_t>(decisions[0]));
  CHECK(cell(0, DecisionKind::Discard).decisions == 0);
  // One house of two was asked about, one decision of the main step of ten, one target of five.
  const double weight = decisions[0] * 2 + decisions[1] * 10 + decisions[2] * 5;
  const RegretCell all = report.agents[0].cells[kDecisionKinds];
  CHECK(all.regret == Approx(0.04 * decisions[0] * 2 / weight).epsilon(1e-4));
  CHECK(all.interval.low < all.regret);
  CHECK(report.agents[0].untried == 0);
}

TEST_CASE("regret counts the faults of each agent and the decisions at which they can be made") {
  Labels labels = some_labels();
  // Whatever plays a card is worth more than all else.
  int64_t discards = 0, ends = 0;
  for (LabelledGame& game : labels.games) {
    const LabelledGame asked = game;
    auto decision = game.decisions.begin();
    const std::string problem = replay_labels(
        labels.spec, label_decks(labels.spec), asked, [&](const View& view, const ActionList& legal, const auto&) {
          const auto has = [&](Verb verb) { return std::ranges::find(legal, verb, &Action::verb) != legal.end(); };
          for (auto& part : decision->parts)
            for (size_t i = 0; i < part.size(); ++i) part[i] = legal[static_cast<int>(i)].verb() == Verb::Play ? 0.9f : 0.5f;
          decision->values = decision->parts[0];
          ++decision;
          if (view.choice().kind != ChoiceKind::Main || !has(Verb::Play)) return;
          discards += has(Verb::Discard);
          ends += has(Verb::EndTurn);
        });
    REQUIRE(problem.empty());
  }
  REQUIRE(discards > 5);
  REQUIRE(ends > 5);
  const auto agent = [](Verb verb) { return RegretAgent{"verb", [verb] { return std::make_unique<VerbAgent>(verb); }}; };
  const RegretReport report =
      measure_regret(labels, {.agents = {agent(Verb::Discard), agent(Verb::EndTurn), agent(Verb::Play)}}, 1);
  const auto faults = [&](size_t of, Fault fault) { return report.agents[of].faults[static_cast<size_t>(fault)]; };
  CHECK(report.chances[static_cast<size_t>(Fault::Discarded)] == discards);
  CHECK(report.chances[static_cast<size_t>(Fault::EndedTurn)] == ends);
  CHECK(faults(0, Fault::Discarded) == discards);
  CHECK(faults(1, Fault::EndedTurn) == ends);
  CHECK(faults(2, Fault::Discarded) == 0);
  CHECK(faults(2, Fault::EndedTurn) == 0);
}

TEST_CASE("regret is the same on any number of threads") {
  const Labels labels = some_labels();
  const std::vector<RegretAgent> agents = {number_agent(0), number_agent(100)};
  const RegretReport one = measure_regret(labels, {.agents = agents}, 1), two = measure_regret(labels, {.agents = agents}, 2);
  for (size_t a = 0; a < 2; ++a)
    for (size_t cell = 0; cell < kRegretCells; ++cell) {
      CHECK(one.agents[a].cells[cell].regret == two.agents[a].cells[cell].regret);
      CHECK(one.agents[a].cells[cell].interval.low == two.agents[a].cells[cell].interval.low);
    }
}

TEST_CASE("the worst answers are told, the worst first") {
  Labels labels = some_labels();
  std::vector<std::pair<double, int>> lost;  // by all answers but the first
  for (LabelledGame& game : labels.games)
    for (LabelledDecision& each : game.decisions) {
      for (auto& part : each.parts) {
        std::fill(part.begin(), part.end(), 0.5f);
        part[0] += 0.001f * static_cast<float>(each.asked % 50);
      }
      each.values = each.parts[0];
      lost.emplace_back(0.001 * (each.asked % 50), each.asked);
    }
  std::ranges::stable_sort(lost, std::ranges::greater{}, &std::pair<double, int>::first);
  const RegretReport report = measure_regret(labels, {.agents = {number_agent(0), number_agent(100)}, .worst = 3}, 1);
  CHECK(report.agents[0].worst.empty());
  REQUIRE(report.agents[1].worst.size() == 3);
  for (size_t i = 0; i < 3; ++i) {
    const WorstAnswer& each = report.agents[1].worst[i];
    CHECK(each.regret == Approx(lost[i].first).margin(1e-6));
    CHECK(each.best_value - each.value == Approx(lost[i].first).margin(1e-6));
    CHECK_FALSE(each.chosen.empty());
    CHECK_FALSE(each.best.empty());
  }
}

TEST_CASE("answers without a value are counted and left out") {
  Labels labels = some_labels();
  int64_t decisions = 0;
  for (LabelledGame& game : labels.games)
    for (LabelledDecision& each : game.decisions) {
      ++decisions;
      each.values[0] = each.parts[0][0] = each.parts[1][0] = -1;
    }
  const std::vector<RegretAgent> agents = {number_agent(0)};
  const RegretReport report = measure_regret(labels, {.agents = agents}, 1);
  CHECK(report.decisions == decisions);
  CHECK(report.agents[0].untried == decisions);
  CHECK(report.agents[0].cells[kDecisionKinds].decisions == 0);
}

TEST_CASE("an agent without a legal answer and labels that do not fit are problems") {
  Labels labels = some_labels();
  const std::vector<RegretAgent> illegal = {{"illegal", [] { return std::make_unique<IllegalAgent>(); }}};
  CHECK_THAT(measure_regret(labels, {.agents = illegal}, 1).problem,
             Catch::StartsWith("illegal gives no legal answer to question "));
  const std::vector<RegretAgent> agents = {number_agent(0)};
  labels.games[2].answers.push_back(0);
  CHECK_THAT(measure_regret(labels, {.agents = agents}, 1).problem,
             Catch::Contains("labels of another version of the engine: of game 2"));
}

TEST_CASE("labels that do not fit stay a problem in a ledger, of shards, too") {
  Labels labels = some_labels();
  labels.games[1].answers.push_back(0);
  const std::vector<RegretAgent> agents = {number_agent(0)};
  for (const int shards : {1, 2}) {
    const TemporaryFolder folder;
    const LedgerResult opened = Ledger::open(folder.file(), "regret", {{"seed", 1}});
    RunControl control(1);
    control.ledger = opened.ledger.get();
    control.shard.of = shards;
    for (control.shard.number = 0; control.shard.number < shards; ++control.shard.number)
      measure_regret(labels, {.agents = agents}, control);
    control.shard = {};
    const RegretReport report = measure_regret(labels, {.agents = agents}, control);
    CHECK(report.end.played == 0);
    CHECK_THAT(report.problem, Catch::Contains("of game 1"));
  }
}

TEST_CASE("a batch of a ledger that has not as many games as it says is refused") {
  const Labels labels = some_labels();
  const std::vector<RegretAgent> agents = {number_agent(0)};
  const TemporaryFolder folder;
  const auto measure = [&](const std::string& file, const std::vector<LedgerBatch>& before) {
    const LedgerResult opened = Ledger::open(folder.file() + file, "regret", {{"seed", 1}});
    if (!before.empty()) REQUIRE(opened.ledger->append(before).empty());
    measure_regret(labels, {.agents = agents}, kept_in(*opened.ledger));
    std::vector<LedgerBatch> batches;
    opened.ledger->each([&](const LedgerBatch& batch) { batches.push_back(batch); });
    return batches;
  };
  std::vector<LedgerBatch> batches = measure("whole", {});
  CHECK(measure("again", batches).size() == batches.size());
  --batches.back().games;
  CHECK_THROWS_AS(measure("short", batches), UnreadableLedger);
}

TEST_CASE("a tie for the best is worth the mean of those tied") {
  // By the second part the first two are equal; they are worth 0.6 and 0.4 in the first. And the other way round: 0.6 is the
  // best.
  const LabelledDecision decision = decision_of({{0.6f, 0.4f, 0.1f}, {0.5f, 0.5f, 0.2f}});
  CHECK(regret_of(decision, 2)->fair == Approx(((0.5 - 0.1) + (0.5 - 0.2)) / 2));
  CHECK(regret_of(decision, 2)->at_most == Approx(0.55 - 0.15));
}

TEST_CASE("where nothing is to be lost, fair regret is 0 and the flattered one is not") {
  SmallRng rng{3};
  double fair = 0, most = 0;
  constexpr int kDecisions = 20000;
  for (int i = 0; i < kDecisions; ++i) {
    const Regret regret = *regret_of(noisy({0.5, 0.5, 0.5}, 4, 0.04, rng), 1);
    fair += regret.fair / kDecisions;
    most += regret.at_most / kDecisions;
  }
  // A mean of four parts has a deviation of 0.02, and the largest of three normal numbers is 0.846 of that above the mean.
  CHECK(fair == Approx(0).margin(4 * 0.03 / std::sqrt(kDecisions)));
  CHECK(most == Approx(0.846 * 0.02).epsilon(0.03));
}

TEST_CASE("the truth lies between the fair regret and the flattered one, and differences are right") {
  SmallRng rng{4};
  const std::vector<double> truth = {0.50, 0.49, 0.46, 0.53};
  constexpr int kDecisions = 20000;
  std::array<double, 4> fair{}, most{};
  for (int i = 0; i < kDecisions; ++i) {
    const LabelledDecision decision = noisy(truth, 4, 0.06, rng);
    for (size_t answer = 0; answer < 4; ++answer) {
      fair[answer] += regret_of(decision, answer)->fair / kDecisions;
      most[answer] += regret_of(decision, answer)->at_most / kDecisions;
    }
  }
  for (size_t answer = 0; answer < 4; ++answer) {
    const double regret = 0.53 - truth[answer];
    CHECK(fair[answer] < regret);
    CHECK(fair[answer] > regret - 0.015);
    CHECK(most[answer] > regret);
    CHECK(fair[answer] - fair[3] == Approx(regret).margin(4 * 0.05 / std::sqrt(kDecisions)));
  }
}

TEST_CASE("more parts to choose by lose less") {
  double loss[2] = {};
  SmallRng rng{5};
  for (int i = 0; i < 20000; ++i) {
    const LabelledDecision eight = noisy({0.5, 0.48, 0.46}, 8, 0.08, rng);
    std::vector<std::vector<float>> halves(2, std::vector<float>(3));
    for (size_t part = 0; part < 8; ++part)
      for (size_t a = 0; a < 3; ++a) halves[part / 4][a] += eight.parts[part][a] / 4;
    loss[0] -= regret_of(eight, 0)->fair;
    loss[1] -= regret_of(decision_of(halves), 0)->fair;
  }
  CHECK(loss[0] > 0);
  CHECK(loss[0] < 0.9 * loss[1]);
}

TEST_CASE("the error of a value is found from the parts, whatever their level") {
  SmallRng rng{6};
  double variance = 0;
  for (int i = 0; i < 5000; ++i) variance += value_variance(noisy({0.5, 0.4, 0.6, 0.5}, 4, 0.04, rng)) / 5000;
  CHECK(std::sqrt(variance) == Approx(0.04 / 2).epsilon(0.02));
}

namespace {

// Faults when the answers of these verbs and cards are worth 0.6 (in the second half: `second`) and all others 0.5.
struct FaultCase {
  PositionGame game;
  ActionList legal;

  explicit FaultCase(const std::string& text) : game(archon::test::load(text)) { ask(); }
  void ask() { legal_actions(game.matchup, game.state, legal); }
  size_t find(Action action) const { return static_cast<size_t>(std::ranges::find(legal, action) - legal.begin()); }

  std::vector<uint8_t> faults(Action good, float second = 0.6f) const {
    std::vector<std::vector<float>> parts(4, std::vector<float>(static_cast<size_t>(legal.size()), 0.5f));
    REQUIRE(find(good) < parts[0].size());
    for (size_t part = 0; part < 4; ++part) parts[part][find(good)] = part < 2 ? 0.6f : second;
    return faults_of(View(game.matchup, game.state, 0), legal, decision_of(parts));
  }
  uint8_t fault(Action good, Action chosen, float second = 0.6f) const { return faults(good, second)[find(chosen)]; }
};

constexpr uint8_t bit(Fault fault) { return static_cast<uint8_t>(1u << static_cast<int>(fault)); }

}  // namespace

TEST_CASE("discarding and ending the turn are faults where playing is worth more") {
  const FaultCase main(R"({"house": "dis", "players": [{"hand": ["fear", "ember-imp"], "battleline": ["dust-imp"]},
    {"battleline": ["troll"]}]})");
  const auto of = [&](Verb verb, const char* card) { return Action(verb, main.game.refs.at(card)); };
  const Action play = of(Verb::Play, "fear"), reap = of(Verb::Reap, "dust-imp"), end(Verb::EndTurn);
  CHECK(main.fault(play, of(Verb::Discard, "ember-imp")) == bit(Fault::Discarded));
  CHECK(main.fault(play, of(Verb::Discard, "fear")) == bit(Fault::Discarded));
  CHECK(main.fault(play, end) == bit(Fault::EndedTurn));
  CHECK(main.fault(play, reap) == 0);
  CHECK(main.fault(play, of(Verb::Play, "ember-imp")) == 0);
  CHECK(main.fault(reap, end) == 0);
  CHECK(main.fault(play, end, 0.521f) == bit(Fault::EndedTurn));
  CHECK(main.fault(play, end, 0.519f) == 0);  // not in the second half
}

TEST_CASE("to name a house that the opponent lacks is a fault where one of the opponent's is worth more") {
  FaultCase name(R"({"house": "dis", "players": [{"hand": ["restringuntus"], "houses": ["dis", "logos", "mars"]},
    {"houses": ["brobnar", "logos", "untamed"]}]})");
  apply(name.game.matchup, name.game.state, Action(Verb::Play, name.game.refs.at("restringuntus")));
  name.ask();
  while (name.game.state.choice.kind == ChoiceKind::Flank) {
    apply(name.game.matchup, name.game.state, name.legal[0]);
    name.ask();
  }
  REQUIRE(name.game.state.choice.kind == ChoiceKind::HouseName);
  const auto house = [](House each) { return Action(Verb::House, kNoCard, static_cast<int>(each)); };
  CHECK(name.fault(house(House::Logos), house(House::Mars)) == bit(Fault::NamedAbsent));
  CHECK(name.fault(house(House::Logos), house(House::Untamed)) == 0);
  CHECK(name.fault(house(House::Mars), house(House::Dis)) == 0);
}

TEST_CASE("to harm a friendly creature is a fault where an enemy one is worth more") {
  FaultCase punch(R"({"house": "brobnar", "players": [{"hand": ["punch"], "battleline": ["headhunter"]},
    {"battleline": ["troll"]}]})");
  apply(punch.game.matchup, punch.game.state, Action(Verb::Play, punch.game.refs.at("punch")));
  punch.ask();
  REQUIRE(punch.game.state.choice.kind == ChoiceKind::Target);
  const Action own(Verb::Target, punch.game.refs.at("headhunter")), enemy(Verb::Target, punch.game.refs.at("troll"));
  CHECK(punch.fault(enemy, own) == bit(Fault::HarmedOwn));
  CHECK(punch.fault(own, enemy) == 0);
}
