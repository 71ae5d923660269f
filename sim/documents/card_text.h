#pragma once
// A card as people read about it: facts, what it does in English, definition, compiled program, scenarios.
#include <string>
#include <vector>

#include "engine/facts/facts.h"

namespace archon::cli {

// What a card does in English (engine/english), a text for each ability.
std::vector<std::string> sentences_of(int card);

// Words of its facts, for people.
std::string type_of(const CardFacts& card);
std::vector<std::string> houses_of(const CardFacts& card);
std::vector<std::string> traits_of(const CardFacts& card);
std::vector<std::string> keywords_of(const CardFacts& card);  // "assault 2"

// Ends with a line's end.
std::string card_text(int card);

}  // namespace archon::cli
