#pragma once
// Text from outside is read up to a limit: files, lines, the depth of JSON.
#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace archon {

inline constexpr int kMaxJsonDepth = 32;

inline constexpr std::string_view kNoSuchFile = "there is no such file";

// The only reader of whole files. A whole file, or why not: "there is no such file", "this is a directory, not a file", "the
// file can't be read", "larger than 16 MB". No more than the limit is read, which is a whole number of MB, so that a file or
// pipe without an end is refused as well.
struct TextInput {
  std::string text, problem;  // one of them is empty
};
TextInput read_text_input(const std::string& path, size_t most_bytes);
TextInput read_text_input(std::istream& in, size_t most_bytes);
TextInput too_large_input(size_t most_bytes);  // that problem

// The next line without its end. Of a line that is too long no more is read than shows it: its rest comes next.
enum class LineRead { Line, TooLong, End };
LineRead read_input_line(std::istream& in, std::string& line, size_t most_bytes);

// Passes over the rest of a line, so that the line after it comes next. False when it has more than so many bytes.
bool skip_input_line(std::istream& in, size_t most_bytes);

// Brackets that are open at the same time, at most: deeper JSON than kMaxJsonDepth is refused before it is parsed. O(length).
int json_depth(std::string_view json);

}  // namespace archon
