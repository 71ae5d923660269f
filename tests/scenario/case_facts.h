#pragma once
// Conditions of scenarios as facts of the conformance suite.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/scenario/scenario_game.h"

namespace scenario {

struct SaidFact {
  nlohmann::ordered_json fact;  // null: it can't be said
  std::string why;              // then
};

// `subject`: the card that the condition is about, if it names none. The condition holds.
SaidFact say_fact(const Game& game, const std::vector<std::string>& words, const std::string& subject);

}  // namespace scenario
