#include "sim/conformance/conformance.h"

#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>

#include "sim/conformance/told.h"
#include "sim/play/threads.h"

namespace archon {
namespace {

using SuiteJson = nlohmann::json;
constexpr std::array<std::string_view, 3> kLevels = {"core", "rulings", "cards"};

// One case being played.
class CasePlayer {
 public:
  explicit CasePlayer(const ConformanceCase& one) : case_(one) {}

  std::vector<std::string> run() {
    SuiteJson position = case_.json["position"];
    position["rules"] = case_.rules;
    teller_.ask({{"do", "chance"}, {"mode", "ask"}});
    teller_.ask({{"do", "load"}, {"position", position}});
    decision_ = teller_.decision();
    number_ = 0;
    for (const SuiteJson& step : case_.json["steps"]) {
      ++number_;
      if (step.contains("facts"))
        check(step["facts"]);
      else
        act(step);
    }
    return std::move(problems_);
  }
  std::string at_step(const std::string& what) const { return "step " + std::to_string(number_) + ": " + what; }

 private:
  void check(const SuiteJson& facts) {
    Told told(teller_);
    for (const SuiteJson& fact : facts)
      if (const std::string fault = fact_fault(told, fact); !fault.empty()) problems_.push_back(at_step(fault));
  }

  void act(const SuiteJson& step) {
    std::vector<SuiteJson> outcomes;
    if (step.contains("chance")) outcomes.assign(step["chance"].begin(), step["chance"].end());
    if (step.contains("player")) answer(step, outcomes);
    settle(outcomes);
    if (!outcomes.empty()) throw std::runtime_error("fewer random outcomes than " + step["chance"].dump());
  }

  void answer(const SuiteJson& step, std::vector<SuiteJson>& outcomes) {
    if (decision_["player"] != step["player"] || decision_["kind"] != step["decision"])
      throw std::runtime_error(step.dump() + ", but player " + decision_["player"].dump() + " is asked for " +
                               decision_["kind"].dump());
    if (step.contains("choose")) return choose(step["choose"], step.value("open", false), outcomes);
    const auto means_it = [&](const SuiteJson& action) {
      for (const auto& [name, value] : step.items())
        if (name != "player" && name != "decision" && name != "chance" && action.value(name, SuiteJson()) != value)
          return false;
      return true;
    };
    take(means_it, step, outcomes);
  }

  template <class Means>
  void take(const Means& means_it, const SuiteJson& wanted, std::vector<SuiteJson>& outcomes) {
    const SuiteJson& actions = decision_["actions"];
    const auto at = std::ranges::find_if(actions, means_it);
    if (at == actions.end()) throw std::runtime_error("not offered: " + wanted.dump());
    decision_ = teller_.apply((*at)["id"]);
    settle(outcomes);
  }

  // Cards of one choice, one by one as far as they are asked for; no more of it unless it is left open.
  void choose(const SuiteJson& cards, bool open, std::vector<SuiteJson>& outcomes) {
    const auto is_done = [](const SuiteJson& action) { return action["verb"] == "done"; };
    for (const SuiteJson& card : cards)
      take([&](const SuiteJson& action) { return action["verb"] == "choose" && action["card"] == card; }, card, outcomes);
    const size_t picked = before_ + cards.size();
    before_ = open ? picked : 0;
    const bool goes_on = decision_["kind"] == "target" && decision_.contains("group") && picked > 0 &&
                         decision_["group"]["picked"].size() == picked;
    if (!open && (cards.empty() || goes_on)) take(is_done, "done", outcomes);
  }

  // Gives the outcomes of chance that are asked for.
  void settle(std::vector<SuiteJson>& outcomes) {
    while (decision_["player"] == "chance") {
      if (outcomes.empty()) throw std::runtime_error("more random outcomes than the case has: " + decision_["kind"].dump());
      decision_ =
          teller_.ask({{"do", "apply"}, {"card", outcomes.front()}, {"then", "decision"}, {"for", "omniscient"}})["decision"];
      outcomes.erase(outcomes.begin());
    }
  }

  const ConformanceCase& case_;
  Teller teller_;
  SuiteJson decision_;
  int number_ = 0;
  size_t before_ = 0;  // cards of a choice that was left open
  std::vector<std::string> problems_;
};

std::string field_of(const SuiteJson& json, const char* name) {
  return json.contains(name) && json[name].is_string() ? json[name].get<std::string>() : "";
}

std::string case_problem(const SuiteJson& json) {
  if (!json.is_object() || !json.contains("steps") || !json.contains("position") || !json["steps"].is_array())
    return "a case is an object with `suite`, `rules`, `level`, `name`, `position` and `steps`";
  if (field_of(json, "suite") != kSuiteVersion)
    return "this program runs cases of `" + std::string(kSuiteVersion) + "`, not of `" + field_of(json, "suite") + "`";
  if (std::ranges::find(kLevels, field_of(json, "level")) == kLevels.end()) return "levels are core, rulings and cards";
  return "";
}

}  // namespace

ConformanceFile read_conformance(std::string_view text) {
  ConformanceFile file;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.empty()) continue;
    SuiteJson json = SuiteJson::parse(line, nullptr, false);
    if (const std::string problem = case_problem(json); !problem.empty()) {
      file.problems.push_back("line " + std::to_string(number) + ": " + problem);
      continue;
    }
    file.cases.push_back({.rules = field_of(json, "rules"),
                          .level = field_of(json, "level"),
                          .name = field_of(json, "name"),
                          .from = field_of(json, "from"),
                          .status = field_of(json, "status"),
                          .json = std::move(json)});
  }
  return file;
}

std::vector<std::string> run_case(const ConformanceCase& one) {
  CasePlayer player(one);
  try {
    return player.run();
  } catch (const std::exception& error) {
    return {player.at_step(error.what())};
  }
}

std::vector<std::vector<std::string>> run_cases(const std::vector<const ConformanceCase*>& cases, int threads) {
  std::vector<std::vector<std::string>> problems(cases.size());
  parallel_for(cases.size(), threads, [&](size_t i) { problems[i] = run_case(*cases[i]); });
  return problems;
}

}  // namespace archon
