#pragma once
// The tables that rating needs, as they are part of a module for WebAssembly: columns of fields of one kind behind one another,
// numbers as bytes, nothing that another field says as well. What a web server compresses of them is a third of what it would
// of the texts, and the texts come back byte for byte.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/embed.h"

namespace archon {

// In a module the bytes are changed by it: runs of zeros, of which compiled cards have thousands, would be left out by the
// linker's optimizer, each at the cost of an address, which compresses worse than they do.
inline constexpr char kPackedMask = 0x5A;

struct UnpackedFile {
  std::string path, text;
};

// engine/facts/facts.tsv, by whose cards the others are packed, must be the first. Of engine/facts/registry.tsv and
// sim/ratings/ratings.txt, agents/models/policy.txt the form is known; any other text is packed as it is. What can't be packed
// so that it comes back, such as a number with five decimals, does not: see unpack_tables. `given`: the text of
// engine/facts/facts.tsv, where whoever unpacks has it from elsewhere; then it is not among the files.
std::string pack_tables(std::span<const EmbeddedFile> files, std::string_view given = "");

// How these files are packed. A module names those that it has, and is linked without what reads the others.
struct TableForm;
extern const TableForm kFactsForm, kRegistryForm, kRatingsForm, kPolicyForm;
using TableForms = std::span<const TableForm* const>;

// The files of a text that pack_tables made. Of any other bytes the result is undefined: a build packs only what it has
// unpacked and compared.
std::vector<UnpackedFile> unpack_tables(std::string_view packed, TableForms forms, std::string_view given = "");

// Whether this is the text by which they were packed.
bool is_given_facts(std::string_view packed, std::string_view text);

}  // namespace archon
