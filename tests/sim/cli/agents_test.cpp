// Agent specs: what is understood, and what is said about the rest.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "agents/agent_registry.h"

using namespace archon;

namespace {

std::string error(std::string_view spec) {
  const AgentResult result = make_agent(spec);
  CHECK((result.agent == nullptr) == !result.error.empty());
  return result.error;
}

}  // namespace

TEST_CASE("every listed agent can be made") {
  REQUIRE(agents().size() >= 2);
  for (const AgentInfo& info : agents()) {
    INFO(info.name);
    CHECK(make_agent(info.name).agent);
    CHECK_FALSE(info.description.empty());
    CHECK(error(full_spec(info.name)).empty());
    for (const AgentParameter& parameter : info.parameters) {
      CHECK(parameter.min <= parameter.default_value);
      CHECK(parameter.default_value <= parameter.max);
    }
  }
}

TEST_CASE("presets and agents of their kinds play well, others not") {
  for (const Preset& preset : presets()) CHECK(play_well(std::vector{std::string(preset.name)}));
  CHECK(play_well(std::vector<std::string>{"mcts:iterations=5", "fast"}));
  CHECK_FALSE(play_well(std::vector<std::string>{"random"}));
  CHECK_FALSE(play_well(std::vector<std::string>{"standard", "greedy"}));
}

TEST_CASE("specs with parameters") {
  CHECK(error("greedy:epsilon=5").empty());
  CHECK(error("greedy:epsilon=0,fight=50").empty());
  CHECK(full_spec("random") == "random");
  CHECK(full_spec("greedy:fight=50") == "greedy:epsilon=0,fight=50");
  CHECK(full_spec("nobody") == "nobody");
  CHECK(short_spec("greedy:epsilon=0,fight=50") == "greedy:fight=50");
  CHECK(short_spec(full_spec("greedy")) == "greedy");
  CHECK(short_spec("nobody") == "nobody");
  for (const Preset& each : presets()) CHECK(short_spec(full_spec(each.name)) == each.name);
}

TEST_CASE("errors in specs name the trouble and a way out") {
  CHECK(error("gredy") == "unknown agent 'gredy' (did you mean `greedy`?)");
  CHECK_THAT(error("zzzzzzzz"), Catch::Contains("there are") && Catch::Contains("random"));
  CHECK_THAT(error(""), Catch::StartsWith("unknown agent ''"));
  CHECK(error("greedy:") == "expected key=value after ':'");
  CHECK(error("greedy:epsilon") == "expected key=value after ':', not 'epsilon'");
  CHECK(error("greedy:=3") == "expected key=value after ':', not '=3'");
  CHECK(error("greedy:epsilom=3") == "agent 'greedy' has no parameter 'epsilom' (did you mean `epsilon`?)");
  CHECK(error("random:epsilon=3") == "agent 'random' has no parameter 'epsilon'");
  const std::string range = "parameter 'epsilon' takes a whole number from 0 to 100, not ";
  CHECK(error("greedy:epsilon=101") == range + "'101'");
  CHECK(error("greedy:epsilon=-1") == range + "'-1'");
  CHECK(error("greedy:epsilon=5x") == range + "'5x'");
  CHECK(error("greedy:epsilon=") == range + "''");
  CHECK(error("greedy:epsilon=99999999999999999999") == range + "'99999999999999999999'");
}
