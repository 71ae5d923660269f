#include "sim/cli/terminal_text.h"

#include <algorithm>

namespace archon::cli {
namespace {

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

int width(std::string_view utf8) {
  return static_cast<int>(std::ranges::count_if(utf8, [](char byte) { return !continues(byte); }));
}

std::string left(std::string_view text, int columns) {
  return std::string(text) + std::string(static_cast<size_t>(std::max(0, columns - width(text))), ' ');
}

std::string right(std::string_view text, int columns) {
  return std::string(static_cast<size_t>(std::max(0, columns - width(text))), ' ') + std::string(text);
}

std::string shortened(std::string_view utf8, int columns) {
  if (width(utf8) <= columns) return std::string(utf8);
  size_t end = 0;
  for (int seen = 0; end < utf8.size(); ++end) {
    if (!continues(utf8[end]) && seen++ == columns - 3) break;
  }
  return std::string(utf8.substr(0, end)) + "...";
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? std::string() : std::string(between)) + word;
  return text;
}

}  // namespace archon::cli
