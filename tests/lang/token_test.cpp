// No word of a definition is without effect: each token of each definition is left out and replaced in turn, and words are put
// before it; the compiled program must change, or the definition be refused.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <utility>

#include "tests/lang/compile_one.h"
#include "tests/lang/token_changes.h"

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

}  // namespace

TEST_CASE("each token of each definition makes a difference", "[lang][slow]") {
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

TEST_CASE("no word can be put into a definition without a difference", "[lang][slow]") {
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
