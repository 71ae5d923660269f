#pragma once
// Compiled programs as text.
#include <string>
#include <string_view>

#include "engine/core/program.h"

namespace archon::lang {

// A card's facts, and its abilities, one instruction a line, with their expressions written out. Every field that is not as
// usual shows (engine/core/program_fields.h), and nothing that depends on other cards: two definitions whose texts are equal
// do the same.
std::string disassemble(const Program& program, const Definition& definition);
// One expression, as in "count(select(line, friendly))".
std::string describe(const Program& program, ExprId expr);

}  // namespace archon::lang
