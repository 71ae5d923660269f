#pragma once
// Columns for people. Widths are those of a terminal: wide characters have two columns, combining ones none.
#include <string>
#include <string_view>
#include <vector>

#include "sim/stats/number_text.h"  // the numbers in the columns

namespace archon {

int width(std::string_view utf8);
std::string left(std::string_view text, int columns);              // padded on the right
std::string right(std::string_view text, int columns);             // padded on the left
std::string shortened(std::string_view utf8, int columns);         // "..." at its end
std::string shortened_middle(std::string_view utf8, int columns);  // ".." in its middle: ends of names tell decks apart
// Lines of more columns go on in the next one: after the last blank that fits, else after the last comma, else anywhere. 0: no
// limit.
std::string wrapped(std::string_view text, int columns);
std::string joined(const std::vector<std::string>& words, std::string_view between = ", ");

}  // namespace archon
