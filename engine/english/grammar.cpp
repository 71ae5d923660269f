#include "engine/english/grammar.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace archon::english {
namespace {

struct Irregular {
  std::string_view base, past, participle;
};

constexpr Irregular kIrregular[] = {
    {"fight", "fought", "fought"}, {"steal", "stole", "stolen"},
    {"draw", "drew", "drawn"},     {"leave", "left", "left"},
    {"choose", "chose", "chosen"}, {"put", "put", "put"},
    {"take", "took", "taken"},     {"deal", "dealt", "dealt"},
    {"spend", "spent", "spent"},   {"make", "made", "made"},
    {"give", "gave", "given"},     {"lose", "lost", "lost"},
    {"pay", "paid", "paid"},       {"become", "became", "become"},
    {"get", "got", "got"},         {"shuffle", "shuffled", "shuffled"},
};

bool is_vowel(char c) { return std::string_view("aeiou").find(c) != std::string_view::npos; }

// The rule is made for one word; the rest of "take control of" follows unchanged.
template <typename Rule>
std::string of_first_word(const std::string& verb, Rule rule) {
  const size_t end = std::min(verb.find(' '), verb.size());
  return rule(verb.substr(0, end)) + verb.substr(end);
}

// "stun" -> "stunn", "flip" -> "flipp": before -ed and -ing.
std::string doubled(const std::string& word) {
  const size_t n = word.size();
  const bool short_verb = word == "stun" || word == "flip" || word == "swap" || word == "skip" || word == "unstun" ||
                          word == "put" || word == "get";
  return short_verb ? word + word[n - 1] : word;
}

std::string ed(const std::string& word) {
  const char last = word.back();
  if (last == 'e') return word + "d";
  if (last == 'y' && !is_vowel(word[word.size() - 2])) return word.substr(0, word.size() - 1) + "ied";
  return doubled(word) + "ed";
}

std::string s(const std::string& word) {
  const char last = word.back();
  if (last == 'y' && word.size() > 1 && !is_vowel(word[word.size() - 2])) return word.substr(0, word.size() - 1) + "ies";
  const bool hisses = last == 's' || last == 'x' || last == 'z' || word.ends_with("sh") || word.ends_with("ch");
  return word + (hisses ? "es" : "s");
}

const Irregular* irregular(const std::string& word) {
  const auto found = std::ranges::find(kIrregular, std::string_view(word), &Irregular::base);
  return found == std::end(kIrregular) ? nullptr : found;
}

}  // namespace

std::string with_article(const std::string& noun) {
  const std::string_view start(noun);
  if (start.starts_with("other ")) return "an" + noun;
  if (start.starts_with("its ")) return noun;
  // By sound: "an undamaged", but "a unique"; the letter æ is a vowel.
  const char first = static_cast<char>(std::tolower(static_cast<unsigned char>(noun.empty() ? 'x' : noun.front())));
  const bool vowel = is_vowel(first) || start.starts_with("æ") || start.starts_with("Æ");
  const bool sounds_as_y = start.starts_with("uni") || start.starts_with("Uni") || start.starts_with("use");
  return (vowel && !sounds_as_y ? "an " : "a ") + noun;
}

std::string plural(const std::string& noun) {
  for (const char* mass : {"aember", "damage", "power", "armor", "assault", "hazardous", "splash-attack"})
    if (noun.ends_with(mass)) return noun;
  return s(noun);
}

std::string possessive(const std::string& owner) {
  if (owner == "you") return "your";
  if (owner == "it") return "its";
  if (owner == "they" || owner == "them") return "their";
  const bool many = owner.ends_with("s") && (owner.starts_with("those ") || owner.starts_with("the "));
  return owner + (many ? "'" : "'s");
}

std::string capitalized(std::string text) {
  const size_t first = text.find_first_not_of("\"(");
  if (first != std::string::npos) text[first] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[first])));
  return text;
}

std::string within_quotation(std::string text) {
  std::ranges::replace(text, '"', '\'');
  return text;
}

std::string sentence(const std::string& clause) {
  if (clause.empty()) return clause;
  const std::string text = capitalized(clause);
  return text.ends_with(".\"") || text.ends_with(".'\"") || text.ends_with(".") ? text : text + ".";
}

std::string listed(const std::vector<std::string>& parts, std::string_view last) {
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " " + std::string(last) + " " : ", ";
    text += parts[i];
  }
  return text;
}

std::string spaced(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    const bool joins = part.front() == ',' || part.front() == ';' || part.front() == ':';
    if (!text.empty() && !joins) text += ' ';
    text += part;
  }
  return text;
}

std::string third_person(const std::string& verb) {
  if (verb == "be") return "is";
  if (verb == "have") return "has";
  return of_first_word(verb, s);
}

std::string past(const std::string& verb) {
  return of_first_word(verb, [](const std::string& word) {
    const Irregular* found = irregular(word);
    return found ? std::string(found->past) : ed(word);
  });
}

std::string participle(const std::string& verb) {
  return of_first_word(verb, [](const std::string& word) {
    const Irregular* found = irregular(word);
    return found ? std::string(found->participle) : ed(word);
  });
}

std::string gerund(const std::string& verb) {
  return of_first_word(verb, [](const std::string& word) {
    const bool silent = word.ends_with("e") && !word.ends_with("ee");
    return (silent ? word.substr(0, word.size() - 1) : doubled(word)) + "ing";
  });
}

std::string inflected(const std::string& verb, Person person) { return person == Person::One ? third_person(verb) : verb; }

std::string is(Person person) { return person == Person::One ? "is" : "are"; }
std::string has(Person person) { return person == Person::One ? "has" : "have"; }

std::string counted(const std::string& number, const std::string& noun) {
  return number + " " + (number == "1" ? noun : plural(noun));
}

}  // namespace archon::english
