#pragma once
// Examples that --help shows: two or more for each command.
#include <span>
#include <string_view>

namespace archon::cli {

struct Example {
  std::string_view command;  // "deck import"
  std::string_view arguments;
  std::string_view answers;  // what question the line answers
};
std::span<const Example> examples();

}  // namespace archon::cli
