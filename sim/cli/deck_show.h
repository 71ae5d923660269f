#pragma once
// A deck as people like to read it.
#include <string>

#include "engine/deck/deck.h"

namespace archon::cli {

std::string shown_deck(const Deck& deck);

}  // namespace archon::cli
