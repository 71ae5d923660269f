#include "engine/cards/library.h"

#include <algorithm>
#include <string_view>

#include "engine/core/card_program.h"
#include "engine/core/embed.h"
#include "engine/lang/checker.h"
#include "engine/lang/disassembler.h"
#include "engine/lang/generator.h"
#include "engine/lang/needs.h"
#include "engine/lang/parser.h"

namespace archon {
namespace {

// The lines of a card's definition: from its header to the next header, without the comments that lead up to that.
std::string definition_text(std::string_view text, int first_line) {
  std::string result;
  int line = 1;
  for (size_t at = 0; at < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view row = text.substr(at, end - at);
    at = end + 1;
    if (line < first_line) continue;
    if (line > first_line && !row.starts_with(" ")) break;
    result.append(row).push_back('\n');
  }
  return result;
}

}  // namespace

Library& Library::built_in() {
  static Library library = [] {
    Library cards;
    lang::generate_facts(CardTable::instance(), cards.program_);
    for (const EmbeddedFile& file : embedded_files("engine/cards/")) cards.compile(std::string(file.path), file.text);
    return cards;
  }();
  return library;
}

const Library& Library::instance() { return built_in(); }

std::vector<lang::Diagnostic> Library::redefine(std::string_view text) {
  Library& library = built_in();
  library.problems_.clear();
  const std::string_view id = text.substr(std::min(text.size(), std::string_view("card ").size()));
  const int card = CardTable::instance().find_id(id.substr(0, id.find_first_of(" \n")));
  if (card >= 0) {
    static const Program facts = [] {
      Program program;
      lang::generate_facts(CardTable::instance(), program);
      return program;
    }();
    library.program_.definitions[static_cast<size_t>(card)] = facts.definitions[static_cast<size_t>(card)];
  }
  library.compile("redefined", text);
  use_card_program(library.program_);
  return library.problems_;
}

void Library::compile(const std::string& path, std::string_view text) {
  static const lang::Vocabulary vocabulary = lang::vocabulary_of(CardTable::instance());
  const lang::ParseResult parsed = lang::parse(text, path, vocabulary);
  const auto add = [&](const std::vector<lang::Diagnostic>& found) {
    problems_.insert(problems_.end(), found.begin(), found.end());
  };
  add(parsed.diagnostics);
  add(lang::check(parsed.cards, path, vocabulary));
  const Wording wording = path.find("wordings/printed") != std::string::npos      ? Wording::Printed
                          : path.find("wordings/errata-1.3") != std::string::npos ? Wording::Errata13
                                                                                  : Wording::Newest;
  for (const lang::CardAst& card : parsed.cards) {
    const size_t before = problems_.size();
    std::vector<lang::Diagnostic> refusals = lang::generate(card, path, CardTable::instance(), program_, wording);
    for (lang::Diagnostic& each : refusals)
      if (each.at.line == 0) each.at = card.at;  // it concerns no word in particular
    add(refusals);
    if (wording != Wording::Newest) continue;
    const int index = CardTable::instance().find_id(card.id);
    if (index < 0) continue;
    sources_[index] = {path, card.at.line, definition_text(text, card.at.line), before, problems_.size() - before};
  }
  lang::note_needs(program_);
}

std::string Library::source_text(int card) const {
  const auto it = sources_.find(card);
  return it == sources_.end() ? "" : it->second.text;
}

std::string Library::source_place(int card) const {
  const auto it = sources_.find(card);
  return it == sources_.end() ? "" : it->second.path + ":" + std::to_string(it->second.line);
}

std::string Library::disassemble(int card) const {
  return lang::disassemble(program_, program_.definitions[static_cast<size_t>(card)]);
}

std::vector<lang::Diagnostic> Library::problems(int card) const {
  const auto it = sources_.find(card);
  if (it == sources_.end()) return {};
  const auto first = problems_.begin() + static_cast<std::ptrdiff_t>(it->second.first_problem);
  return {first, first + static_cast<std::ptrdiff_t>(it->second.problem_count)};
}

}  // namespace archon
