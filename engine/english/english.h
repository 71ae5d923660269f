#pragma once
// What the abilities of a card do, in English sentences. They are made by rules from the card's definition (engine/lang) and
// its facts alone, in the terms of rulebook 18.4; they are not the text that is printed on the card.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/facts/facts.h"
#include "engine/lang/ast.h"

namespace archon::english {

// One text for each ability of the definition, in its order, of one sentence or more. None for a card without abilities.
// The tree must be one that the checker accepts; a word without a phrase (phrases.h) throws std::logic_error.
std::vector<std::string> sentences(const lang::CardAst& definition, const CardTable& table);

// The same of a definition in text, `card ID` and its lines; none when it is not understood.
std::vector<std::string> sentences(std::string_view definition);

// A word of the language that has no phrase here, such as "verb `destroy`": all of them. Empty in a program that is fit to be
// published.
std::vector<std::string> missing_phrases();

}  // namespace archon::english
