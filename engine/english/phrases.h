#pragma once
// What the words of the card language are called in English: one list, beside the lists of the language (engine/lang/words.h,
// engine/lang/verbs.h). A test compares them, so that a new word has a phrase.
#include <string>
#include <string_view>

#include "engine/lang/words.h"

namespace archon::english {

// The phrase of a word; of an adjective what stands before its noun. Throws std::logic_error for a word without one.
std::string phrase(lang::WordClass word_class, std::string_view word);

// Of an adjective: what stands after its noun, "with odd power"; mostly empty.
std::string phrase_after(std::string_view status);

std::string counter_phrase(std::string_view counter);  // "+1 power counter", "doom counter"
std::string verb_phrase(std::string_view verb);        // the base form: "remove the stun from"

// A function of expressions: as a value, and behind "for each" where it counts something that can be named. In braces its
// arguments, `Writer::filled` says which.
struct FunctionPhrase {
  std::string_view name, value, each;
};
const FunctionPhrase& function_phrase(std::string_view name);

}  // namespace archon::english
