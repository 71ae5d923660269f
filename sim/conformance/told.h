#pragma once
// What a session tells of a game, and whether a fact of the conformance suite is true of it.
#include <nlohmann/json.hpp>
#include <string>

#include "sim/protocol/protocol.h"

namespace archon {

// A session that refuses nothing, else std::runtime_error with its message.
class Teller {
 public:
  nlohmann::json ask(const nlohmann::json& request);
  nlohmann::json decision() { return ask({{"do", "decision"}, {"for", "omniscient"}}); }
  nlohmann::json apply(int id) {
    return ask({{"do", "apply"}, {"id", id}, {"then", "decision"}, {"for", "omniscient"}})["decision"];
  }

 private:
  Session session_;
};

// The true position with its decision, asked for once for all facts of a step.
struct Told {
  explicit Told(Teller& from) : teller(from), state(from.ask({{"do", "state"}})), decision(from.decision()) {}

  Teller& teller;
  nlohmann::json state, decision;
};

// Empty when the fact is true, else how it is.
std::string fact_fault(Told& told, const nlohmann::json& fact);

}  // namespace archon
