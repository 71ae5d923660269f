#pragma once
// `archon deck list`: a line a deck.
#include "sim/command/deck_input.h"
#include "sim/present/document.h"

namespace archon::cli {

// Those that can't be read are among them, with what is wrong; of the others what their files do not tell is counted. `also` is
// a note for people, may be empty. Its main table is "decks".
present::Document deck_list(const TriedDecks& tried, const Invocation& invocation, const std::string& also = "");

}  // namespace archon::cli
