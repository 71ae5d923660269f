#include "sim/protocol/session_request.h"

#include <algorithm>
#include <limits>

#include "engine/deck/json_fault.h"
#include "engine/deck/text_input.h"
#include "engine/facts/facts.h"
#include "engine/facts/visible_text.h"
#include "sim/protocol/decision_text.h"

namespace archon {
namespace {

std::string wanted(const std::string& least, const std::string& most) {
  return "a whole number from " + least + " to " + most + " is wanted";
}

void add_problem(std::string& out, std::string_view message, std::string_view at) {
  out += "\"error\":";
  add_json_string(out, message);
  out += ",\"at\":";
  add_json_string(out, at);
}

}  // namespace

std::string session_error(std::string_view message, std::string_view at) {
  std::string out = "{";
  add_problem(out, message, at);
  return out + "}";
}

SessionRequest::SessionRequest(std::string_view line) {
  if (json_depth(line) > kMaxJsonDepth) {
    problem("nested deeper than " + std::to_string(kMaxJsonDepth) + " brackets", "do");
  } else if (json_ = Json::parse(line, nullptr, false); json_.is_discarded()) {
    problem("this is no JSON", "byte " + std::to_string(find_json_fault(line).byte));
  } else if (!json_.is_object()) {
    problem("an object is wanted", "");
  }
}

std::string SessionRequest::refused() const {
  std::string out = "{";
  add_problem(out, problems_.front().message, problems_.front().at);
  if (problems_.size() > 1) {
    out += ",\"problems\":[";
    for (const JsonProblem& each : problems_) {
      out += out.back() == '[' ? "{" : ",{";
      add_problem(out, each.message, each.at);
      out += '}';
    }
    out += ']';
  }
  return out + "}";
}

const nlohmann::json* SessionRequest::find(const char* name) const {
  const auto found = json_.find(name);
  return found == json_.end() || found->is_null() ? nullptr : &*found;
}

void SessionRequest::allow_only(const std::vector<std::string>& words) {
  for (const auto& [key, value] : json_.items()) {
    if (key == "do" || std::ranges::find(words, key) != words.end()) continue;
    const std::string hint = word_hint(key, words);
    problem("unknown field" + (hint.empty() ? "" : "; " + hint), excerpt(key));
  }
}

std::string SessionRequest::text(const char* name, const std::string& otherwise) {
  const Json* value = find(name);
  if (!value) return otherwise;
  if (value->is_string()) return value->get<std::string>();
  problem("a text is wanted", name);
  return otherwise;
}

int64_t SessionRequest::number(const Json& json, const std::string& at, int64_t least, int64_t most) {
  // An unsigned number beyond the others of 64 bits is none that is wanted here.
  const bool fits = json.is_number_unsigned() ? json.get<uint64_t>() <= static_cast<uint64_t>(most) : json.is_number_integer();
  if (fits && json.get<int64_t>() >= least && json.get<int64_t>() <= most) return json.get<int64_t>();
  problem(wanted(std::to_string(least), std::to_string(most)), at);
  return least;
}

int64_t SessionRequest::number(const char* name, int64_t otherwise, int64_t least, int64_t most) {
  const Json* value = find(name);
  return value ? number(*value, name, least, most) : otherwise;
}

uint64_t SessionRequest::unsigned_number(const char* name, uint64_t otherwise) {
  const Json* value = find(name);
  if (!value) return otherwise;
  if (value->is_number_unsigned()) return value->get<uint64_t>();
  problem(wanted("0", std::to_string(std::numeric_limits<uint64_t>::max())), name);
  return otherwise;
}

bool SessionRequest::wants(const char* name, const char* what) {
  if (find(name)) return true;
  problem(std::string(what) + " is wanted", name);
  return false;
}

}  // namespace archon
