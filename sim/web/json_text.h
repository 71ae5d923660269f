#pragma once
// Values of JSON as they are written (an object: sim/results/json_members.h): a tenth of the code that building values of a
// library takes, which matters in a module for browsers.
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace archon::web {

std::string json(std::string_view text);  // in quotes; UTF-8
std::string json(double number);          // finite; the shortest that reads back as it, as nlohmann::json writes it
std::string json(int64_t number);
std::string json_list(const std::vector<std::string>& values);  // of JSON
std::string json_list(std::initializer_list<std::string> values);
std::string json_list(std::initializer_list<int64_t> numbers);
inline std::string json_truth(bool truth) { return truth ? "true" : "false"; }

inline const std::string kJsonNull = "null";
inline std::string json(const std::optional<double>& number) { return number ? json(*number) : kJsonNull; }
inline std::string json_or_null(std::string_view text) { return text.empty() ? kJsonNull : json(text); }

}  // namespace archon::web
