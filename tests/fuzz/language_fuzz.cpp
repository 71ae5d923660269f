// Definitions of cards, from the text to the program.
#include "engine/lang/checker.h"
#include "engine/lang/generator.h"
#include "engine/lang/parser.h"
#include "engine/lang/print.h"
#include "tests/fuzz/target.h"

using namespace archon;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const lang::Vocabulary vocabulary = lang::vocabulary_of(CardTable::instance());
  static const Program facts = [] {
    Program program;
    lang::generate_facts(CardTable::instance(), program);
    return program;
  }();
  const lang::ParseResult parsed = lang::parse(fuzz::text_of(data, size), "fuzz.kf", vocabulary);
  const std::vector<lang::Diagnostic> problems = lang::check(parsed.cards, "fuzz.kf", vocabulary);
  for (const lang::CardAst& card : parsed.cards) (void)lang::print(card);
  // As the library does: what is refused is reported, and code is made of the rest.
  Program program = facts;
  for (const lang::CardAst& card : parsed.cards) (void)lang::generate(card, "fuzz.kf", CardTable::instance(), program);
  return 0;
}
