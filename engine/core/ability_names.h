#pragma once
// What the kinds of abilities are called, in programs as text and by models that have learned of them.
#include <iterator>
#include <string_view>

#include "engine/core/program.h"

namespace archon {

inline constexpr std::string_view kAbilityNames[] = {
    "play",         "fight",       "reap",         "action",        "omni",        "destroyed",     "destroyed instead",
    "before fight", "before reap", "scrap",        "fate",          "setup first", "setup",         "after",
    "before",       "replace",     "whenever",     "start of turn", "end of turn", "start of step", "end of step",
    "play again",   "constant",    "play only if", "play as copy",  "attach only", "to play",       "to use"};
static_assert(std::size(kAbilityNames) == kAbilityKinds, "a name for every kind of ability");

constexpr std::string_view ability_name(AbilityKind kind) {
  return kAbilityNames[static_cast<size_t>(kind)];
}  // "before fight"

}  // namespace archon
