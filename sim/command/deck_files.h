#pragma once
// Deck files in a folder.
#include <iosfwd>
#include <string>

#include "sim/results/provenance.h"

namespace archon::cli {

// Writes the decks to the folder, which is made when it is not there, and says their paths there (may be null). A file that is
// there is never changed: a deck of the same name gets a number. The exit code.
int write_decks(const DeckList& decks, const std::string& folder, const std::string& command, std::ostream* said);

}  // namespace archon::cli
