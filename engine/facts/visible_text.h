#pragma once
// Text that others wrote, before it is shown: what a terminal would obey, or what would make a reader see something else than
// is there, is shown as an escape.
#include <cstddef>
#include <string>
#include <string_view>

namespace archon {

// The character at the start of a text that is not empty. `bytes` is 0 when there is no UTF-8 (RFC 3629: no overlong forms, no
// surrogates).
struct Character {
  char32_t code = 0;
  size_t bytes = 0;
};
Character first_character(std::string_view text);

// Control characters (C0, DEL, C1), separators of lines and paragraphs, and format characters: marks of direction, characters
// without width, tags (Unicode 15, chapter 23).
bool hides(char32_t code);

// With \u001B for each such character, in two halves beyond U+FFFF as in JSON, where it means the same; with \x1B for a byte
// that is no UTF-8. All else stays, backslashes too, so that a text that was made visible stays as it is. O(length).
std::string visible_line(std::string_view text);
std::string visible_text(std::string_view text);  // the same, but line ends and tabs stay

std::string excerpt(std::string_view text);  // for messages: visible_line of at most 60 bytes, then "..."

// Offset of the first byte that is no UTF-8 or a control character other than tab and line ends; npos when there is none.
size_t find_bad_byte(std::string_view text);

}  // namespace archon
