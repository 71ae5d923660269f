#pragma once
// Templates with holes (mustache, mustache.github.io/mustache.5.html): the files of assets/, which are part of the program.
#include <mstch/mstch.hpp>
#include <string>
#include <string_view>

namespace archon::report {

using Values = mstch::map;  // by the names of the holes; what has no value is empty
using List = mstch::array;

// The template assets/NAME.mustache, its {{holes}} filled and escaped; {{{holes}}} take HTML as it is. Requires that there
// is one of that name.
std::string render(const std::string& name, const Values& values);

std::string escaped(std::string_view text);  // for HTML text and attributes in double quotes

std::string_view style_sheet();
std::string_view script();
std::string_view icons();  // SVG symbols with the ids i-amber, i-creature, i-common ...

}  // namespace archon::report
