#pragma once
// English grammar: the forms of words, whatever they mean.
#include <string>
#include <string_view>
#include <vector>

namespace archon::english {

// How a verb follows its subject: "you draw", "it draws", "they draw".
enum class Person { You, One, Many };

std::string with_article(const std::string& noun);  // "an artifact", "a unique card"
std::string plural(const std::string& noun);        // "creatures", "enemies"
std::string possessive(const std::string& owner);   // "your opponent's", "those creatures'", "its" of "it"
std::string capitalized(std::string text);
std::string within_quotation(std::string text);   // marks inside others are single
std::string sentence(const std::string& clause);  // capital and full stop

// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& parts, std::string_view last = "and");

// The parts that are not empty, with blanks between them; commas and the like follow without one.
std::string spaced(const std::vector<std::string>& parts);

// The forms of "ready", or of the first word of "take control of": `word` is the base form.
std::string third_person(const std::string& verb);  // readies
std::string past(const std::string& verb);          // readied, stole
std::string participle(const std::string& verb);    // readied, stolen
std::string gerund(const std::string& verb);        // readying, stealing
std::string inflected(const std::string& verb, Person person);

std::string is(Person person);   // "is", "are"
std::string has(Person person);  // "has", "have"

// "1 card", "2 cards".
std::string counted(const std::string& number, const std::string& noun);

}  // namespace archon::english
