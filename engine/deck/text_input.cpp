#include "engine/deck/text_input.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

namespace archon {

TextInput read_text_input(std::istream& in, size_t most_bytes) {
  TextInput input;
  std::vector<char> block(1 << 16);
  while (input.text.size() <= most_bytes &&
         (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0))
    input.text.append(block.data(), static_cast<size_t>(in.gcount()));
  if (in.bad()) return {"", "the file can't be read"};
  if (input.text.size() <= most_bytes) return input;
  const size_t megabytes = most_bytes >> 20;
  return {"", megabytes == 1 ? "larger than a megabyte" : "larger than " + std::to_string(megabytes) + " MB"};
}

TextInput read_text_input(const std::string& path, size_t most_bytes) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) return {"", "there is no such file"};
  if (std::filesystem::is_directory(status)) return {"", "this is a directory, not a file"};
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) return {"", "the file can't be read"};
  return read_text_input(file, most_bytes);
}

LineRead read_input_line(std::istream& in, std::string& line, size_t most_bytes) {
  constexpr int kEnd = std::char_traits<char>::eof();
  line.clear();
  bool any = false, too_long = false;
  std::streambuf& buffer = *in.rdbuf();
  for (int c = buffer.sbumpc(); c != '\n'; c = buffer.sbumpc()) {
    if (c == kEnd) {
      if (!any) return LineRead::End;
      break;
    }
    any = true;
    too_long = too_long || line.size() == most_bytes;
    if (!too_long) line += static_cast<char>(c);
  }
  return too_long ? LineRead::TooLong : LineRead::Line;
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
