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

struct UnpackedFile {
  std::string path, text;
};

// engine/facts/facts.tsv, by whose cards the others are packed, must be the first. Of engine/facts/registry.tsv and
// sim/ratings/ratings.txt, agents/models/policy.txt the form is known; any other text is packed as it is. What can't be packed
// so that it comes back, such as a number with five decimals, does not: see unpack_tables.
std::string pack_tables(std::span<const EmbeddedFile> files);

// The files of a text that pack_tables made. Of any other bytes the result is undefined: a build packs only what it has
// unpacked and compared.
std::vector<UnpackedFile> unpack_tables(std::string_view packed);

}  // namespace archon
