#include "tests/scenario/case_writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/position/position_json.h"
#include "sim/protocol/decision_text.h"
#include "tests/scenario/case_facts.h"
#include "tests/scenario/runner.h"

namespace scenario {
namespace {

using namespace archon;
using OrderedJson = nlohmann::ordered_json;

class CaseRecorder : public Recorder, public ChanceSource {
 public:
  ChanceSource* chance() override { return this; }
  CardId choose(const ChanceQuestion& question) override {
    if (question.outcomes.size() > 1) outcomes_.push_back(question.drawn);
    return question.drawn;
  }
  void takes(const Game& game, Action action) override;
  void expects(const Game& game, const std::vector<std::string>& words, const std::string& subject) override;
  OrderedJson steps(const std::vector<int>& numbers) {
    add_outcomes(numbers);
    return std::move(steps_);
  }
  std::vector<std::string> unsaid;

 private:
  void add_outcomes(const std::vector<int>& numbers);

  OrderedJson steps_ = OrderedJson::array();
  std::vector<CardId> outcomes_;  // since the last action
};

// Outcomes belong to the step before them; those of the beginning to one of their own.
void CaseRecorder::add_outcomes(const std::vector<int>& numbers) {
  if (outcomes_.empty()) return;
  if (steps_.empty()) steps_.push_back(OrderedJson::object());
  for (CardId card : outcomes_) steps_.back()["chance"].push_back(numbers[card]);
  outcomes_.clear();
}

void CaseRecorder::takes(const Game& game, Action action) {
  add_outcomes(game.numbers());
  const Choice& choice = game.state().choice;
  const bool goes_on = choice.kind == ChoiceKind::Target && choice.picked > 0;
  if (goes_on && steps_.back().contains("choose")) {
    if (action.verb() != Verb::Done) steps_.back()["choose"].push_back(game.numbers()[action.card()]);
    return;
  }
  std::string text;
  add_decision(text, game.matchup(), game.state(), game.numbers(), Reader::Omniscient);
  const OrderedJson decision = OrderedJson::parse(text);
  const std::vector<Action> offered = offered_actions(game.matchup(), game.state());
  const auto at = std::ranges::find(offered, action);
  if (at == offered.end()) throw std::logic_error("an action that is not offered");
  OrderedJson step = {{"player", decision["player"]}, {"decision", decision["kind"]}};
  const OrderedJson& taken = decision["actions"][static_cast<size_t>(at - offered.begin())];
  if (choice.kind == ChoiceKind::Target) {
    step["choose"] = OrderedJson::array();
    if (action.verb() != Verb::Done) step["choose"].push_back(taken["card"]);
  } else {
    for (const auto& [name, value] : taken.items())
      if (name != "id" && name != "text") step[name] = value;
    if (step.contains("card") && choice.kind == ChoiceKind::Order) step.erase("index");
  }
  steps_.push_back(std::move(step));
}

void CaseRecorder::expects(const Game& game, const std::vector<std::string>& words, const std::string& subject) {
  add_outcomes(game.numbers());
  SaidFact said = say_fact(game, words, subject);
  std::string condition;
  for (const std::string& word : words) condition += (condition.empty() ? "" : " ") + word;
  const Choice& choice = game.state().choice;
  if (choice.kind == ChoiceKind::Target && choice.picked > 0 && steps_.back().contains("choose")) steps_.back()["open"] = true;
  if (said.fact.is_null()) return unsaid.push_back("`" + condition + "`: " + said.why);
  if (steps_.empty() || !steps_.back().contains("facts")) steps_.push_back({{"facts", OrderedJson::array()}});
  steps_.back()["facts"].push_back(std::move(said.fact));
}

// Without what follows from the rest, chance of its own, and empty lists.
OrderedJson start_of(const PositionGame& game) {
  OrderedJson json = write_position(game.matchup, game.state, game.numbers);
  for (const char* field : {"chance", "turn_log", "effects", "rules"}) json.erase(field);
  for (OrderedJson& player : json["players"]) {
    for (const char* field : {"name", "key_cost", "hand_size"}) player.erase(field);
    for (auto it = player.begin(); it != player.end();)
      it = it->is_array() && it->empty() && it.key() != "houses" ? player.erase(it) : std::next(it);
    for (auto& [zone, cards] : player.items())
      for (OrderedJson& card : cards)
        if (card.is_object())
          for (const char* field : {"power", "armor", "keywords", "assault", "hazardous", "splash_attack", "houses"})
            card.erase(field);
  }
  return json;
}

std::string level_of(const std::string& file) {
  if (file.find("tests/rules/") != std::string::npos) return "core";
  return file.find("tests/rulings/") != std::string::npos ? "rulings" : "cards";
}

// "FAQ Alpha: ...": the heading of the rulebook's questions, "Example Ward: ..." of its glossary.
std::string heading_of(const Scenario& scenario) {
  for (const std::string_view word : {"FAQ ", "Example "})
    if (scenario.title.starts_with(word)) return scenario.title.substr(word.size(), scenario.title.find(": ") - word.size());
  return scenario.section;
}

}  // namespace

WrittenCase write_case(const Scenario& scenario) {
  WrittenCase written;
  if (!scenario.cards.empty()) {
    written.why = "a card of it has a definition of its own";
    return written;
  }
  CaseRecorder recorder;
  if (!run_scenario(scenario, false, {}, &recorder).empty()) {
    written.why = "it fails";
    return written;
  }
  const PositionResult start = lay_out_position(scenario.position);
  const std::string place = scenario.file.substr(std::min(scenario.file.find("tests/"), scenario.file.size()));
  const bool asked = scenario.title.starts_with("FAQ ");
  const std::string status = !scenario.status.empty() ? scenario.status : asked ? "official ruling" : "rulebook";
  OrderedJson json = {{"suite", "kf-conformance 1"},
                      {"rules", start.game->matchup.rules.name},
                      {"level", level_of(scenario.file)},
                      {"name", scenario.title},
                      {"from", place.substr(place.find('/') + 1)},
                      {"heading", heading_of(scenario)},
                      {"status", status},
                      {"position", start_of(*start.game)},
                      {"steps", recorder.steps(start.game->numbers)}};
  if (json["heading"] == "") json["heading"] = nullptr;
  written.line = json.dump();
  written.unsaid = std::move(recorder.unsaid);
  return written;
}

}  // namespace scenario
