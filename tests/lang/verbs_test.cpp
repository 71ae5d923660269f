// The table of verbs and what is written about it.
#include "engine/lang/verbs.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "engine/lang/lexer.h"

namespace archon::lang {
namespace {

std::string source_text(const std::filesystem::path& path) {
  std::ifstream in(std::filesystem::path(ARCHON_SOURCE_DIR) / path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string definition_text() {
  std::string text;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(ARCHON_SOURCE_DIR) / "engine/cards"))
    if (entry.path().extension() == ".kf") text += source_text(entry.path()) + '\n';
  return text;
}

}  // namespace

TEST_CASE("the README shows the table of verbs", "[lang]") {
  std::string expected = "### Verbs\n\n| word | what it does | card |\n|---|---|---|\n";
  for (const VerbWord& verb : verbs()) {
    if (verb.card.empty()) continue;  // known, but no card says it
    expected += "| " + std::string(verb.word) + " | " + std::string(verb.meaning);
    expected += std::string(verb.meaning.empty() ? "" : " ") + "| " + std::string(verb.card) + " |\n";
  }
  const std::string readme = source_text("engine/lang/README.md");
  const size_t at = readme.find("### Verbs\n");
  REQUIRE(at != std::string::npos);
  CHECK(readme.substr(at, expected.size()) == expected);
}

TEST_CASE("the card beside a verb uses it", "[lang]") {
  const std::string text = definition_text();
  for (const VerbWord& verb : verbs()) {
    if (verb.card.empty()) continue;
    const std::string header = "\ncard " + std::string(verb.card) + " ";
    const size_t at = text.find(header);
    INFO(verb.word << " in " << verb.card);
    REQUIRE(at != std::string::npos);
    std::set<std::string> words;
    for (const Token& token : lex(text.substr(at + 1, text.find("\ncard ", at + 1) - at), "x.kf").tokens)
      words.insert(token.word);
    const bool says = words.contains(std::string(verb.word)) || (verb.word == "archive" && words.contains("archives"));
    CHECK(says);
  }
}

}  // namespace archon::lang
