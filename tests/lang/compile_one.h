#pragma once
// Compiles one definition by itself.
#include <string>
#include <vector>

#include "engine/lang/checker.h"
#include "engine/lang/diagnostics.h"
#include "engine/lang/disassembler.h"
#include "engine/lang/generator.h"
#include "engine/lang/parser.h"

namespace archon::lang {

struct Compiled {
  std::string program;  // everything of it, as text; empty when the definition is refused
  std::string errors;   // one a line
};

class CompilerOfOne {
 public:
  CompilerOfOne() : vocabulary_(vocabulary_of(CardTable::instance())) { generate_facts(CardTable::instance(), empty_); }

  const Vocabulary& vocabulary() const { return vocabulary_; }

  Compiled operator()(const std::string& text) {
    const ParseResult parsed = parse(text, "x.kf", vocabulary_);
    std::vector<Diagnostic> found = parsed.diagnostics;
    if (found.empty()) found = check(parsed.cards, "x.kf", vocabulary_);
    if (!found.empty() || parsed.cards.size() != 1) return {"", format(found)};
    const auto index = static_cast<size_t>(CardTable::instance().find_id(parsed.cards[0].id));
    Program program;
    std::swap(program.definitions, empty_.definitions);
    const Definition facts = program.definitions[index];
    const size_t cards = program.definitions.size();
    found = generate(parsed.cards[0], "x.kf", CardTable::instance(), program);
    const Definition& made = program.definitions[index];
    Compiled result;
    if (found.empty()) result.program = disassemble(program, made);
    result.errors = format(found);
    program.definitions.resize(cards);
    program.definitions[index] = facts;
    std::swap(program.definitions, empty_.definitions);
    return result;
  }

 private:
  Vocabulary vocabulary_;
  Program empty_;  // the facts of all cards
};

}  // namespace archon::lang
