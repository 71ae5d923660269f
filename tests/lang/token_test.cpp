// No word of a definition is without effect: each token of each definition is left out and replaced in turn, and words are put
// before it; the compiled program must change, or the definition be refused.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <utility>

#include "engine/lang/lexer.h"
#include "engine/lang/words.h"
#include "tests/lang/compile_one.h"

namespace archon::lang {
namespace {

struct Definition {
  std::string place;
  std::string text;
};

std::vector<Definition> all_definitions() {
  std::vector<Definition> found;
  const std::filesystem::path root = std::filesystem::path(ARCHON_SOURCE_DIR) / "engine" / "cards";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".kf") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    int number = 0;
    bool open = false;
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (line.starts_with("card ")) found.push_back({entry.path().filename().string() + ":" + std::to_string(number), ""});
      open = line.starts_with("card ") || (open && line.starts_with(" "));
      if (open) found.back().text += line + '\n';
    }
  }
  return found;
}

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
bool repeats_subject(const Tokens& tokens, size_t i) {
  size_t start = i;
  while (start > 0 && std::string_view(":;{}|").find(tokens[start - 1].raw) == std::string_view::npos) --start;
  const auto says = [&](size_t at, std::string_view word) { return tokens[at].word == word; };
  return tokens[i].word == "their" ? says(start, "each") && says(start + 1, "player") : says(start, tokens[i].word);
}

// Changes that by the rules of the language make no difference.
bool means_the_same(const Tokens& tokens, size_t i, const std::string& changed) {
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
bool repeats_side(const Tokens& tokens, size_t i, const std::string& word) {
  return i >= 3 && (word == "friendly" || word == "enemy") && tokens[i - 1].word == "or" && tokens[i - 3].word == word;
}

size_t length_of(const Token& token) {
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

std::string rest_of_line(const std::string& text, size_t at) { return text.substr(at, text.find('\n', at) - at); }

}  // namespace

TEST_CASE("each token of each definition makes a difference", "[lang]") {
  CompilerOfOne compile;
  const Replacements replacements(compile.vocabulary());
  const std::vector<Definition> definitions = all_definitions();
  int compiled = 0, changes = 0;
  std::string silent;
  for (const Definition& definition : definitions) {
    const Compiled before = compile(definition.text);
    if (before.program.empty()) continue;
    ++compiled;
    each_token(definition.text, [&](const Place& place) {
      const Token& token = place.tokens[place.index];
      for (const std::string& changed : replacements.of(token)) {
        if (changed == token.raw || means_the_same(place.tokens, place.index, changed)) continue;
        ++changes;
        std::string text = definition.text;
        text.replace(place.at, length_of(token), changed);
        if (compile(text).program != before.program) continue;
        silent += definition.place + ": `" + token.raw + "` -> `" + changed +
                  "` changes nothing: " + rest_of_line(definition.text, place.at) + '\n';
      }
    });
  }
  CHECK(silent == "");
  // Every card but those of the boss, and older wordings of some.
  CHECK(std::cmp_greater(definitions.size(), std::ranges::count(CardTable::instance().cards(), false, &CardFacts::boss)));
  CHECK(compiled >= 1750);
  CHECK(changes > 60000);
}

TEST_CASE("no word can be put into a definition without a difference", "[lang]") {
  CompilerOfOne compile;
  std::vector<std::string> words = Replacements(compile.vocabulary()).all();
  int inserted = 0, accepted = 0;
  std::string silent;
  for (const Definition& definition : all_definitions()) {
    const Compiled before = compile(definition.text);
    if (before.program.empty()) continue;
    uint64_t drawn = std::accumulate(definition.text.begin(), definition.text.end(), uint64_t{1}, [](uint64_t sum, char c) {
      return sum * 31 + static_cast<unsigned char>(c);
    });  // of one definition alone: another one may change
    each_token(definition.text, [&](const Place& place) {
      drawn = drawn * 6364136223846793005u + 1442695040888963407u;
      const std::string& word = words[(drawn >> 33) % words.size()];
      // README, Meaning 1: a zone without a possessor belongs to the subject of the statement.
      if (is_word(WordClass::ZoneOwner, word) && is_word(WordClass::Zone, place.tokens[place.index].raw)) return;
      if (repeats_side(place.tokens, place.index, word)) return;
      std::string text = definition.text;
      text.insert(place.at, word + ' ');
      ++inserted;
      const Compiled after = compile(text);
      accepted += !after.program.empty();
      if (after.program != before.program) return;
      silent += definition.place + ": `" + word + "` changes nothing before: " + rest_of_line(definition.text, place.at) + '\n';
    });
  }
  CAPTURE(inserted, accepted);
  CHECK(silent == "");
  CHECK(inserted > 30000);
  CHECK(accepted * 20 < inserted);  // nearly all of it is refused
}

}  // namespace archon::lang
