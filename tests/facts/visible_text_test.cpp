// What is shown of text that others wrote. Characters and their classes: Unicode 15; forms of UTF-8: RFC 3629.
#include "engine/facts/visible_text.h"

#include <catch2/catch.hpp>

using namespace archon;

TEST_CASE("what hides something is shown as an escape") {
  CHECK(visible_line("\x1b[31mred\x07") == "\\u001B[31mred\\u0007");
  CHECK(visible_line("\xC2\x9B\x37m") == "\\u009B7m");  // CSI, a C1 control
  CHECK(visible_line("\xE2\x80\xAE"
                     "abc\xE2\x81\xA6") == "\\u202Eabc\\u2066");  // right-to-left override, isolate
  CHECK(visible_line("a\xC2\xAD\xE2\x80\x8B\xEF\xBB\xBF") == "a\\u00AD\\u200B\\uFEFF");
  CHECK(visible_line("\xE2\x80\xA8") == "\\u2028");
  CHECK(visible_line("\xF3\xA0\x80\x81") == "\\uDB40\\uDC01");  // a tag, U+E0001, as JSON writes it
  CHECK(visible_line("a\n\tb") == "a\\u000A\\u0009b");
  CHECK(visible_text("a\n\tb\r") == "a\n\tb\\u000D");
}

TEST_CASE("letters of all scripts stay, and so does what is visible already") {
  for (const char* text : {"", "Dust Imp", "d\xC3\xA9j\xC3\xA0 \xE2\x80\x9Cvu\xE2\x80\x9D", "\xE6\x98\x9F\xE6\x98\x9F",
                           "\xF0\x9F\x90\x89", "\\u202E", "c:\\x1b"})
    CHECK(visible_line(text) == text);
  const std::string once = visible_line("\x1b\xE2\x80\xAE\xFF");
  CHECK(visible_line(once) == once);
}

TEST_CASE("bytes that are no UTF-8 are shown one by one") {
  CHECK(visible_line("\xFF\xFE") == "\\xFF\\xFE");
  CHECK(visible_line("B\xE4r") == "B\\xE4r");
  CHECK(visible_line("\xE2\x80") == "\\xE2\\x80");  // cut off
  CHECK(visible_line("\xC0\x9B") == "\\xC0\\x9B");  // ESC in two bytes: overlong
  CHECK(visible_line("\xE0\x80\x9B") == "\\xE0\\x80\\x9B");
  CHECK(visible_line("\xED\xA0\x80") == "\\xED\\xA0\\x80");           // a surrogate
  CHECK(visible_line("\xF4\x90\x80\x80") == "\\xF4\\x90\\x80\\x80");  // beyond U+10FFFF
  for (const char* bad : {"\xC0\x9B", "\xE0\x80\x9B", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\x1b", "\x7f"})
    CHECK(find_bad_byte(bad) == 0);
  CHECK(find_bad_byte("a\n\t\r\xC3\xA9") == std::string_view::npos);
}

TEST_CASE("an excerpt has at most 60 bytes and is never cut inside of a character") {
  CHECK(excerpt("troll") == "troll");
  std::string shown(60, 'a'), text(59, 'a');
  shown.append("...");
  CHECK(excerpt(std::string(200'000, 'a')) == shown);
  text.append("\xC3\xA9 and more");
  CHECK(excerpt(text) == shown.substr(1));
}
