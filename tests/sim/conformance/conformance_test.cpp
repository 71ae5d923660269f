#include "sim/conformance/conformance.h"

#include <catch2/catch.hpp>

using namespace archon;

namespace {

// Dust Imp is destroyed and pays; Fear has one target to choose of two.
constexpr const char* kCase =
    R"({"suite":"kf-conformance 1","rules":"18.4","level":"core","name":"fear","from":"x","heading":null,
"status":"rulebook","position":{"active":0,"first":0,"phase":"main","house":"dis","players":[
{"houses":["dis"],"aember":1,"hand":[{"card":"fear","ref":3},{"card":"fear","ref":4}],"deck_rest":[{"card":"urchin","ref":8},{"card":"troll","ref":9}]},
{"houses":["brobnar"],"battleline":[{"card":"troll","ref":5,"damage":2},{"card":"urchin","ref":6}]}]},"steps":[
{"facts":[{"can":true,"verbs":["play"],"cards":[3]},{"can":false,"verbs":["reap"],"cards":[5]},{"card":5,"power":8},{"card":5,"what":"damaged","is":true}]},
{"player":0,"decision":"main","verb":"play","card":3},
{"facts":[{"decision":"target","among":[5,6]},{"decision":"target","may_stop":false}]},
{"player":0,"decision":"target","choose":[5]},
{"facts":[{"card":5,"in":"hand","player":1,"is":true},{"player":1,"zone":"battleline","cards":["urchin"]},{"player":0,"aember":1},
{"player":0,"knows":5,"is":true},{"active":0},{"decision":"none"}]},
{"player":0,"decision":"main","verb":"end-turn","chance":[9]},
{"facts":[{"player":0,"zone":"hand","cards":[3,4,8,9]}]}]})";

nlohmann::json sample() { return nlohmann::json::parse(kCase); }

std::vector<std::string> faults_of(const nlohmann::json& json) {
  const ConformanceFile file = read_conformance(json.dump());
  REQUIRE(file.problems.empty());
  return run_case(file.cases.at(0));
}

std::string first_fault(const nlohmann::json& json) {
  const std::vector<std::string> faults = faults_of(json);
  return faults.empty() ? "" : faults.front();
}

}  // namespace

TEST_CASE("conformance: a case goes as it says") { CHECK(first_fault(sample()) == ""); }

TEST_CASE("conformance: each fact that is not so is told with its step") {
  const nlohmann::json facts = sample()["steps"];
  int changed = 0;
  for (size_t step = 0; step < facts.size(); ++step) {
    if (!facts[step].contains("facts")) continue;
    for (size_t i = 0; i < facts[step]["facts"].size(); ++i) {
      nlohmann::json other = sample();
      nlohmann::json& fact = other["steps"][step]["facts"][i];
      for (const char* truth : {"can", "is", "may_stop"})
        if (fact.contains(truth)) fact[truth] = !fact[truth].get<bool>();
      if (fact.contains("among")) fact["among"] = {5};
      if (fact.contains("cards") && fact.contains("zone")) fact["cards"] = {"valdr", 8, 9};
      for (const char* number : {"power", "aember", "active"})
        if (fact.contains(number)) fact[number] = 99;
      if (fact == nlohmann::json{{"decision", "none"}}) fact["decision"] = "target";
      INFO(fact.dump());
      CHECK_THAT(first_fault(other), Catch::StartsWith("step " + std::to_string(step + 1) + ": "));
      ++changed;
    }
  }
  CHECK(changed == 13);
}

TEST_CASE("conformance: an action that is not offered, a question that does not come, another outcome") {
  nlohmann::json json = sample();
  json["steps"][1]["card"] = 8;
  CHECK_THAT(first_fault(json), Catch::StartsWith("step 2: not offered"));
  json = sample();
  json["steps"][3]["player"] = 1;
  CHECK_THAT(first_fault(json), Catch::StartsWith("step 4: ") && Catch::Contains("but player 0 is asked"));
  json = sample();
  json["steps"][5].erase("chance");
  CHECK_THAT(first_fault(json), Catch::StartsWith("step 6: more random outcomes"));
  json = sample();
  json["steps"][5]["chance"] = {9, 8};
  CHECK_THAT(first_fault(json), Catch::StartsWith("step 6: fewer random outcomes"));
  json = sample();
  json["position"]["players"][0]["hand"] = {"no-such-card"};
  CHECK_THAT(first_fault(json), Catch::StartsWith("step 0: unknown card"));
}

TEST_CASE("conformance: lines that are no cases are named") {
  nlohmann::json later = sample(), strange = sample();
  later["suite"] = "kf-conformance 2";
  strange["level"] = "all";
  const ConformanceFile file = read_conformance(sample().dump() + "\n{\n" + later.dump() + "\n\n" + strange.dump() + "\n");
  CHECK(file.cases.size() == 1);
  REQUIRE(file.problems.size() == 3);
  CHECK_THAT(file.problems[0], Catch::StartsWith("line 2: a case is"));
  CHECK_THAT(file.problems[1], Catch::StartsWith("line 3: ") && Catch::Contains("kf-conformance 2"));
  CHECK_THAT(file.problems[2], Catch::StartsWith("line 5: levels are"));
}
