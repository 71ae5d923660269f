#pragma once
// The words of the language itself, by their part of speech. Houses, traits, keywords and card ids are in Vocabulary.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace archon::lang {

enum class WordClass {
  Verb,        // gain, destroy, ...: may start a statement
  StaticVerb,  // predicates of a constant: get, gain, become, ...
  EventVerb,   // verbs of an event pattern that are not effects: enter, leave, ...
  Noun,        // creature, card, ...
  Status,      // adjectives that are neither house nor trait nor keyword
  Pronoun,     // result words
  Zone,
  ZoneOwner,   // your, opponent, any, ...
  Quantifier,  // words that can start a quantifier
  Head,        // play, fight, ...
  Duration,
  Period,
  Step,    // forge-step, ...
  Simple,  // statements of one word
  Flag,    // as-if-yours, ready, ...: after an object
  Counter,
  Icon,
  Constant,  // colours, high, low, ...: words with a meaning in expressions
  Grammar,   // the rest: if, then, where, ...
};

const std::vector<std::string>& words_of(WordClass word_class);
bool is_word(WordClass word_class, std::string_view word);

// "loses" -> "lose", "creatures" -> "creature"; other words unchanged. "archives" stays: it is a zone and a verb.
std::string canonical(std::string_view word);

// "destroyed" -> "destroy"; empty when it is no participle of an event.
std::string participle_base(std::string_view word);

// What each argument of a function is: s = noun phrase, e = expression, w = word (or expression), v = event, * repeats the
// last. Empty when there is no such function.
std::string_view signature(std::string_view function);
const std::vector<std::string>& function_names();

// What a function gives; Other: houses, names, types and the like.
enum class FunctionResult : uint8_t { Number, Truth, Other };
FunctionResult result_of(std::string_view function);

// A function that may stand without arguments: it then speaks of the candidate of a `where`, or of your pool.
bool may_be_bare(std::string_view function);

// Every word above, for "did you mean".
bool is_language_word(std::string_view word);
const std::vector<std::string>& language_words();

}  // namespace archon::lang
