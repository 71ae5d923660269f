#pragma once
// A deck as people like to read it.
#include <string>

#include "engine/deck/deck.h"

namespace archon::cli {

std::string shown_deck(const Deck& deck);
std::string identity_lines(const DeckIdentity& identity);  // its ratings, its pages; a line each, those that are known

}  // namespace archon::cli
