#pragma once
// Syntax trees -> programs: the last stage of the language.
#include <string>
#include <vector>

#include "engine/core/program.h"
#include "engine/facts/facts.h"
#include "engine/lang/ast.h"

namespace archon::lang {

// Fills program.definitions with the facts of every card of the table, without abilities.
void generate_facts(const CardTable& table, Program& program);

// Compiles the abilities of one card into the program. When a construct has no code yet, nothing of the card is kept and the
// diagnostic says which; the definition then stays `compiled = false`.
// `newest`: for which rules this wording is; an older one becomes a variant beside the newest.
std::vector<Diagnostic> generate(const CardAst& card, const std::string& file, const CardTable& table, Program& program,
                                 Wording newest = Wording::Newest);

}  // namespace archon::lang
