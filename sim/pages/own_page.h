#pragma once
// The page that rates decks in a browser (sim/web/page), with decks in it.
#include <string>

#include "sim/results/provenance.h"

namespace archon::cli {

bool has_own_page();  // whether the page was at hand when this program was built: sim/web/README.md

// The whole file: whoever opens it sees these decks, and may add more. Requires has_own_page().
std::string own_page(const DeckList& decks);

}  // namespace archon::cli
