#pragma once
// Compiled programs as text.
#include <string>

#include "engine/core/program.h"

namespace archon::lang {

// The abilities of a card, one instruction a line, with their expressions written out. Everything of the program shows, and
// nothing that depends on other cards: two definitions whose texts are equal do the same.
std::string disassemble(const Program& program, const Definition& definition);
// One expression, as in "count(select(line, friendly))".
std::string describe(const Program& program, ExprId expr);

}  // namespace archon::lang
