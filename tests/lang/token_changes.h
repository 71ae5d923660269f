#pragma once
// Definitions with one token left out or replaced by a word of the same kind, as somebody might write by mistake.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lang/lexer.h"
#include "engine/lang/vocabulary.h"
#include "engine/lang/words.h"

namespace archon::lang {

// Words of the same kind, as somebody might write by mistake.
class Replacements {
 public:
  explicit Replacements(const Vocabulary& vocabulary) {
    for (int c = 0; c <= static_cast<int>(WordClass::Constant); ++c) lists_.push_back(words_of(static_cast<WordClass>(c)));
    for (const auto* set : {&vocabulary.houses, &vocabulary.traits, &vocabulary.keywords})
      lists_.emplace_back(set->begin(), set->end());
    lists_.insert(lists_.end(), {{"while", "unless"},
                                 {"and", "or"},
                                 {"most", "least"},
                                 {"top", "bottom"},
                                 {"after", "before", "replace"},
                                 {"start", "end"},
                                 {"on", "by"},
                                 {"left", "right"},
                                 {"<", "<=", "=", "!=", ">=", ">"},
                                 {"+", "-"},
                                 {"*", "/"}});
  }

  std::set<std::string> of(const Token& token) const {
    if (token.kind == TokenKind::Number) return {"", std::to_string(token.number + 1), "40000"};
    if (token.kind == TokenKind::Variable) return {"", "$nobody"};
    if (token.kind == TokenKind::String) return {"", token.raw == "anger" ? "\"urchin\"" : "\"anger\""};
    std::set<std::string> result = {""};
    for (const std::vector<std::string>& list : lists_) {
      auto at = std::ranges::find(list, token.word);
      if (at == list.end()) at = std::ranges::find(list, token.raw);
      for (size_t step = 1; at != list.end() && step <= std::min<size_t>(2, list.size() - 1); ++step)
        result.insert(list[(static_cast<size_t>(at - list.begin()) + step) % list.size()]);
    }
    std::erase_if(result, [&](const std::string& word) { return !word.empty() && canonical(word) == token.word; });
    return result;
  }

  std::vector<std::string> all() const {
    std::set<std::string> words;
    for (const std::vector<std::string>& list : lists_) words.insert(list.begin(), list.end());
    return {words.begin(), words.end()};
  }

 private:
  std::vector<std::vector<std::string>> lists_;
};

using Tokens = std::vector<Token>;

// The subject of the statement a token stands in, and the word it is in a possessor: "opponent", "their".
inline bool repeats_subject(const Tokens& tokens, size_t i) {
  size_t start = i;
  while (start > 0 && std::string_view(":;{}|").find(tokens[start - 1].raw) == std::string_view::npos) --start;
  const auto says = [&](size_t at, std::string_view word) { return tokens[at].word == word; };
  return tokens[i].word == "their" ? says(start, "each") && says(start + 1, "player") : says(start, tokens[i].word);
}

// Changes that by the rules of the language make no difference.
inline bool means_the_same(const Tokens& tokens, size_t i, const std::string& changed) {
  static const std::set<std::string> kSame[] = {
      {"a", "an"},               // spelling
      {"it", "them"},            // number: one result, however many cards it is
      {"destroy", "sacrifice"},  // README, verbs: sacrificing is destroying what is yours
  };
  const std::string& word = tokens[i].word;
  for (const auto& same : kSame)
    if (same.contains(word) && same.contains(changed)) return true;
  // README, Meaning 1: a zone without a possessor belongs to the subject of the statement.
  const bool possessor =
      is_word(WordClass::ZoneOwner, word) && i + 1 < tokens.size() && is_word(WordClass::Zone, tokens[i + 1].raw);
  return changed.empty() && possessor && repeats_subject(tokens, i);
}

// "enemy creature or enemy artifact": the side stands before both already.
inline bool repeats_side(const Tokens& tokens, size_t i, const std::string& word) {
  return i >= 3 && (word == "friendly" || word == "enemy") && tokens[i - 1].word == "or" && tokens[i - 3].word == word;
}

inline size_t length_of(const Token& token) {
  return token.raw.size() + (token.kind == TokenKind::Variable ? 1 : token.kind == TokenKind::String ? 2 : 0);
}

// Tokens with where they begin in the text.
struct Place {
  const Tokens& tokens;
  size_t index, at;
};

template <class Visit>
void each_token(const std::string& text, Visit visit) {
  std::vector<size_t> lines = {0};
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') lines.push_back(i + 1);
  const Tokens tokens = lex(text, "x.kf").tokens;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const bool of_abilities = token.kind == TokenKind::Word || token.kind == TokenKind::Number ||
                              token.kind == TokenKind::Variable || token.kind == TokenKind::String ||
                              token.kind == TokenKind::Sign;
    if (!of_abilities) continue;
    visit(Place{tokens, i, lines[static_cast<size_t>(token.at.line - 1)] + static_cast<size_t>(token.at.column - 1)});
  }
}

inline std::string rest_of_line(const std::string& text, size_t at) { return text.substr(at, text.find('\n', at) - at); }

}  // namespace archon::lang
