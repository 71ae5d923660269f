#pragma once
// The text files that are part of the program: it reads no file to know the cards.
#include <span>
#include <string_view>

namespace archon {

struct EmbeddedFile {
  std::string_view path;  // from the root of the repository: "engine/cards/cota/dis.kf"
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_definitions();  // in the order of ARCHON_DEFINITIONS in engine/sources.cmake
std::span<const EmbeddedFile> embedded_scenarios();    // tests/rules, tests/cards/cota, tests/rulings: *.test
std::string_view embedded_facts();                     // engine/facts/facts.tsv
std::string_view embedded_registry();                  // engine/facts/registry.tsv

}  // namespace archon
