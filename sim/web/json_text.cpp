#include "sim/web/json_text.h"

#include <array>
#include <nlohmann/json.hpp>

namespace archon::web {

std::string json(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < ' ') {
      out += "\\u00";
      out += kHex[static_cast<size_t>(c) / 16];
      out += kHex[static_cast<size_t>(c) % 16];
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string json(double number) {
  std::array<char, 64> digits{};
  return {digits.data(), nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), number)};
}

std::string json(int64_t number) { return std::to_string(number); }

std::string json_list(const std::vector<std::string>& values) {
  std::string list;
  for (const std::string& each : values) {
    if (!list.empty()) list += ',';
    list += each;
  }
  return "[" + list + "]";
}

std::string json_list(std::initializer_list<std::string> values) { return json_list(std::vector<std::string>(values)); }

std::string json_list(std::initializer_list<int64_t> numbers) {
  std::vector<std::string> values;
  for (const int64_t each : numbers) values.push_back(json(each));
  return json_list(values);
}

}  // namespace archon::web
