#include "engine/deck/text_input.h"

#include <algorithm>
#include <istream>
#include <vector>

namespace archon {
namespace {
constexpr int kEnd = std::char_traits<char>::eof();
}  // namespace

TextInput too_large_input(size_t most_bytes) {
  const size_t megabytes = most_bytes >> 20;
  return {"", megabytes == 1 ? "larger than a megabyte" : "larger than " + std::to_string(megabytes) + " MB"};
}

TextInput read_text_input(std::istream& in, size_t most_bytes) {
  TextInput input;
  std::vector<char> block(1 << 16);
  while (input.text.size() <= most_bytes &&
         (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0))
    input.text.append(block.data(), static_cast<size_t>(in.gcount()));
  if (in.bad()) return {"", "the file can't be read"};
  return input.text.size() <= most_bytes ? input : too_large_input(most_bytes);
}

LineRead read_input_line(std::istream& in, std::string& line, size_t most_bytes) {
  line.clear();
  std::streambuf& buffer = *in.rdbuf();
  for (int c = buffer.sbumpc(); c != '\n'; c = buffer.sbumpc()) {
    if (c == kEnd) return line.empty() ? LineRead::End : LineRead::Line;
    if (line.size() == most_bytes) return LineRead::TooLong;
    line += static_cast<char>(c);
  }
  return LineRead::Line;
}

bool skip_input_line(std::istream& in, size_t most_bytes) {
  std::streambuf& buffer = *in.rdbuf();
  for (size_t bytes = 0; bytes <= most_bytes; ++bytes)
    if (const int c = buffer.sbumpc(); c == '\n' || c == kEnd) return true;
  return false;
}

int json_depth(std::string_view json) {
  int depth = 0, deepest = 0;
  bool quoted = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '{' || c == '[') deepest = std::max(deepest, ++depth);
    if (c == '}' || c == ']') --depth;
  }
  return deepest;
}

}  // namespace archon
