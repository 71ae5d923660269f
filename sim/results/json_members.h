#pragma once
// Objects of JSON whose members keep the order in which they are written, as stored texts have them. A value of
// nlohmann::ordered_json does so, too, and is all of that library's code a second time, which matters in a module for browsers.
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace archon {

// {"name": value, ...}. Names are plain words, not escaped; what is no UTF-8 in a text is written as U+FFFD.
class JsonMembers {
 public:
  JsonMembers& add(std::string_view name, const nlohmann::json& value);
  JsonMembers& put(std::string_view name, std::string_view json);  // a value that is JSON already
  std::string text() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

}  // namespace archon
