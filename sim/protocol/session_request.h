#pragma once
// A request to a session: its members one by one, and what is wrong with them, all at once. A member that is missing or wrong
// leaves a problem and gives back something harmless: look at good() before it counts.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/position/position_json.h"

namespace archon {

class SessionRequest {
 public:
  using Json = nlohmann::json;

  explicit SessionRequest(std::string_view line);  // JSON, an object

  void problem(std::string message, std::string at) { problems_.push_back({std::move(message), std::move(at)}); }
  bool good() const { return problems_.empty(); }
  // The answer: {"error":...,"at":...}, of several the first, and all of them as "problems".
  std::string refused() const;

  const Json* find(const char* name) const;                // null: it is not there, or null
  void allow_only(const std::vector<std::string>& words);  // beside "do"
  std::string text(const char* name, const std::string& otherwise = "");
  int64_t number(const char* name, int64_t otherwise, int64_t least, int64_t most);
  int64_t number(const Json& json, const std::string& at, int64_t least, int64_t most);
  uint64_t unsigned_number(const char* name, uint64_t otherwise);  // any of 64 bits
  bool wants(const char* name, const char* what);                  // whether it is there; else "`what` is wanted"

 private:
  Json json_;
  std::vector<JsonProblem> problems_;
};

// {"error":...,"at":...} of one problem.
std::string session_error(std::string_view message, std::string_view at);

}  // namespace archon
