#include "engine/facts/visible_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace archon {
namespace {

struct Range {
  char32_t first, last;
};
constexpr auto kHidden = std::to_array<Range>({{0x00, 0x1F},
                                               {0x7F, 0x9F},
                                               {0xAD, 0xAD},
                                               {0x61C, 0x61C},
                                               {0x180E, 0x180E},
                                               {0x200B, 0x200F},
                                               {0x2028, 0x202E},
                                               {0x2060, 0x206F},
                                               {0xFEFF, 0xFEFF},
                                               {0xFFF9, 0xFFFB},
                                               {0x1BCA0, 0x1BCA3},
                                               {0x1D173, 0x1D17A},
                                               {0xE0000, 0xE0FFF}});

void add_hex(std::string& out, uint32_t number, int digits) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += kDigits[number >> shift & 15];
}

void add_escape(std::string& out, char32_t code) {
  if (code > 0xFFFF) {
    add_escape(out, 0xD800 + ((code - 0x10000) >> 10));
    code = 0xDC00 + ((code - 0x10000) & 0x3FF);
  }
  out += "\\u";
  add_hex(out, code, 4);
}

bool plain(char c) { return c >= ' ' && c < 0x7F; }

std::string made_visible(std::string_view text, std::string_view kept) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto end = std::ranges::find_if_not(text, plain);
    out.append(text.begin(), end);
    text.remove_prefix(static_cast<size_t>(end - text.begin()));
    if (text.empty()) break;
    const Character next = first_character(text);
    if (next.bytes == 0) {
      out += "\\x";
      add_hex(out, static_cast<unsigned char>(text.front()), 2);
    } else if (hides(next.code) && kept.find(text.front()) == std::string_view::npos) {
      add_escape(out, next.code);
    } else {
      out += text.substr(0, next.bytes);
    }
    text.remove_prefix(std::max<size_t>(1, next.bytes));
  }
  return out;
}

}  // namespace

Character first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t bytes = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (bytes == 0 || bytes > text.size()) return {};
  char32_t code = bytes == 1 ? first : first & (0x7Fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return {};
    code = code << 6 | (next & 0x3Fu);
  }
  const bool overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  if (overlong || (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF) return {};
  return {code, bytes};
}

bool hides(char32_t code) {
  return std::ranges::any_of(kHidden, [&](const Range& range) { return range.first <= code && code <= range.last; });
}

std::string visible_line(std::string_view text) { return made_visible(text, ""); }
std::string visible_text(std::string_view text) { return made_visible(text, "\n\t"); }

std::string excerpt(std::string_view text) {
  constexpr size_t kMaxBytes = 60;
  if (text.size() <= kMaxBytes) return visible_line(text);
  size_t end = kMaxBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return visible_line(text.substr(0, end)) + "...";
}

size_t find_bad_byte(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const Character next = first_character(text.substr(i));
    const bool control = next.code == 0x7F || (next.code < 0x20 && next.code != '\t' && next.code != '\n' && next.code != '\r');
    if (next.bytes == 0 || control) return i;
    i += next.bytes;
  }
  return std::string_view::npos;
}

}  // namespace archon
