#pragma once
// What the words mean that results are told in. One table of texts: `archon help WORD` prints one, `sim/CONCEPTS.md` is
// all of them, pages may quote the short form.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace archon {

struct Concept {
  std::string_view name;      // "chain"
  std::string_view others;    // words that mean the same or are explained with it, separated by ", "; may be empty
  std::string_view brief;     // one sentence, without the name: for a footnote
  std::string_view text;      // what more there is to know
  std::string_view commands;  // that are about it, separated by ", ": "chains, bid"; may be empty
};

std::span<const Concept> concepts();  // by name

// By its name or one of the others; case, accents, hyphens and a plural s do not matter. Null: there is none.
const Concept* find_concept(std::string_view word);

std::vector<std::string> concept_names();  // for "did you mean": names and others

// Names of the concepts that a text has as words: by their names, or by others that are of several words, such as "win %".
std::vector<std::string> concepts_in(std::string_view text);

std::string concept_list();                      // of all names, for a terminal of 80 columns
std::string concept_text(const Concept& about);  // for a terminal of 80 columns
std::string concepts_page();                     // sim/CONCEPTS.md

}  // namespace archon
