#include "sim/present/terminal_text.h"

#include <utf8proc.h>

#include <algorithm>

#include "engine/facts/visible_text.h"

namespace archon {
namespace {

// Takes the first character off and gives its columns: two for wide ones, none for marks above and below others.
int take_columns(std::string_view& utf8) {
  const Character next = first_character(utf8);
  utf8.remove_prefix(std::max<size_t>(1, next.bytes));
  return next.bytes == 0 ? 1 : utf8proc_charwidth(static_cast<utf8proc_int32_t>(next.code));
}

}  // namespace

int width(std::string_view utf8) {
  int columns = 0;
  while (!utf8.empty()) columns += take_columns(utf8);
  return columns;
}

std::string left(std::string_view text, int columns) {
  return std::string(text) + std::string(static_cast<size_t>(std::max(0, columns - width(text))), ' ');
}

std::string right(std::string_view text, int columns) {
  return std::string(static_cast<size_t>(std::max(0, columns - width(text))), ' ') + std::string(text);
}

std::string shortened(std::string_view utf8, int columns) {
  if (width(utf8) <= columns) return std::string(utf8);
  std::string_view rest = utf8;
  size_t end = 0;
  for (int seen = 0; (seen += take_columns(rest)) <= columns - 3;) end = utf8.size() - rest.size();
  return std::string(utf8.substr(0, end)) + "...";
}

std::string shortened_middle(std::string_view utf8, int columns) {
  const int whole = width(utf8), back = (columns - 2) / 2, front = columns - 2 - back;
  if (whole <= columns) return std::string(utf8);
  std::string_view rest = utf8;
  size_t end = 0;
  int seen = 0;
  while ((seen += take_columns(rest)) <= front) end = utf8.size() - rest.size();
  const std::string begin(utf8.substr(0, end));
  for (rest = utf8, seen = 0; seen < whole - back;) seen += take_columns(rest);
  return begin + ".." + std::string(rest);
}

namespace {

// How much of a line too wide for the columns stays: what ends behind a blank, which is not kept, or a comma.
size_t first_part(std::string_view line, int columns) {
  std::string_view rest = line;
  size_t blank = 0, comma = 0, fits = 0;
  for (int seen = 0; !rest.empty();) {
    const size_t at = line.size() - rest.size();
    const char next = rest.front();
    seen += take_columns(rest);
    if (next == ' ' && seen <= columns + 1 && line.find_first_not_of(' ') < at) blank = at;
    if (seen > columns) break;
    fits = line.size() - rest.size();
    if (next == ',') comma = fits;
  }
  return blank ? blank : comma ? comma : std::max<size_t>(1, fits);
}

}  // namespace

std::string wrapped(std::string_view text, int columns) {
  if (columns <= 0) return std::string(text);
  std::string lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    while (width(line) > columns) {
      const size_t part = first_part(line, columns);
      lines.append(line.substr(0, part)) += '\n';
      line.remove_prefix(part + (line[part] == ' '));
    }
    lines += line;
    if (end < text.size()) lines += '\n';
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return lines;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? std::string() : std::string(between)) + word;
  return text;
}

}  // namespace archon
