#pragma once
// All cards, compiled: facts of every printed card, programs of those that have a definition built into the program.
#include <map>
#include <string>
#include <vector>

#include "engine/core/program.h"
#include "engine/facts/facts.h"
#include "engine/lang/ast.h"

namespace archon {

class Library {
 public:
  static const Library& instance();  // compiled on first use from the built-in definitions, thread safe

  const Program& program() const { return program_; }
  // Cards are indices into CardTable::cards().
  bool defined(int card) const { return program_.definitions[static_cast<size_t>(card)].compiled; }
  bool native(int card) const { return program_.definitions[static_cast<size_t>(card)].native; }
  std::string source_text(int card) const;   // the definition as written; empty when there is none
  std::string source_place(int card) const;  // "engine/cards/cota/dis.kf:12"
  std::string disassemble(int card) const;   // the compiled program, one instruction a line
  // What the built-in definitions are refused for; empty in a program that is fit to be published.
  const std::vector<lang::Diagnostic>& problems() const { return problems_; }

 private:
  Library();
  void compile(const std::string& path, std::string_view text);

  struct Source {
    std::string path;
    int line;
    std::string text;
  };
  Program program_;
  std::map<int, Source> sources_;
  std::vector<lang::Diagnostic> problems_;
};

}  // namespace archon
