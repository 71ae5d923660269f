#pragma once
// All cards, compiled: facts of every printed card, and the programs of all but a boss's, which have no definition.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/program.h"
#include "engine/facts/facts.h"
#include "engine/lang/ast.h"

namespace archon {

class Library {
 public:
  // Compiled on first use from the built-in definitions, thread safe: for what definitions are written as. Games are played by
  // card_program(), which is the same and sooner there.
  static const Library& instance();
  // Puts another definition, `card ID` and its lines, in the place of a card's; returns what is wrong with it. Only
  // for programs that try definitions out, while no game is played. Matchups made before are out of date.
  static std::vector<lang::Diagnostic> redefine(std::string_view text);

  const Program& program() const { return program_; }
  // Cards are indices into CardTable::cards().
  bool defined(int card) const { return program_.definitions[static_cast<size_t>(card)].compiled; }
  bool native(int card) const { return program_.definitions[static_cast<size_t>(card)].native; }
  std::string source_text(int card) const;   // the definition as written; empty when there is none
  std::string source_place(int card) const;  // "engine/cards/cota/dis.kf:12"
  std::string disassemble(int card) const;   // the compiled program, one instruction a line
  // What definitions are refused for: all of them, or that of one card. None in a program that is fit to be published.
  const std::vector<lang::Diagnostic>& problems() const { return problems_; }
  std::vector<lang::Diagnostic> problems(int card) const;

 private:
  Library() = default;
  static Library& built_in();
  void compile(const std::string& path, std::string_view text);

  struct Source {
    std::string path;
    int line;
    std::string text;
    size_t first_problem, problem_count;  // in problems_
  };
  Program program_;
  std::map<int, Source> sources_;
  std::vector<lang::Diagnostic> problems_;
};

}  // namespace archon
