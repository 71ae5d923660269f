// Nothing that matters goes unsaid: where a token of a definition is left out or replaced and the compiled program changes, the
// sentences change, too.
#include <catch2/catch.hpp>

#include "engine/cards/library.h"
#include "engine/english/english.h"
#include "tests/lang/compile_one.h"
#include "tests/lang/token_changes.h"

namespace archon::english {
namespace {

std::string text_of(const std::string& definition) {
  std::string text;
  for (const std::string& each : sentences(definition)) text += each + '\n';
  return text;
}

// Changes that are no change for a reader.
bool reads_the_same(const std::string& id, const lang::Token& token, const std::string& changed) {
  // Inside an ability that an upgrade gives away, both are the creature that has it.
  if (token.word == "this" && changed == "host") return true;
  // "there is such a creature": there is never more than one. And a `where` of an owner asks of the candidate what it asks of
  // all.
  static const std::set<std::string> kSame = {"gongoozle: =", "hoaxpitality: =", "undagnathus-evil-twin: amount",
                                              "be-our-geist: candidate", "manifestation: candidate"};
  return kSame.contains(id + ": " + token.raw);
}

// Of every `step`-th card. A change that makes a word stand where nothing has a phrase for it may throw: no card says so.
void check_changes(int step) {
  lang::CompilerOfOne compile;
  const lang::Replacements replacements(compile.vocabulary());
  int changes = 0;
  std::string unsaid;
  for (int card = 0; card < static_cast<int>(CardTable::instance().cards().size()); card += step) {
    const std::string definition = Library::instance().source_text(card);
    const std::string program = compile(definition).program, text = text_of(definition);
    if (program.empty()) continue;
    lang::each_token(definition, [&](const lang::Place& place) {
      const lang::Token& token = place.tokens[place.index];
      for (const std::string& word : replacements.of(token)) {
        if (word == token.raw || means_the_same(place.tokens, place.index, word) || reads_the_same(facts(card).id, token, word))
          continue;
        std::string changed = definition;
        changed.replace(place.at, length_of(token), word);
        const std::string other = compile(changed).program;
        if (other.empty() || other == program) continue;
        ++changes;
        try {
          if (text_of(changed) != text) continue;
        } catch (const std::logic_error&) {
          continue;
        }
        unsaid +=
            facts(card).id + ": `" + token.raw + "` -> `" + word + "`: " + lang::rest_of_line(definition, place.at) + '\n';
      }
    });
  }
  CHECK(unsaid == "");
  CHECK(changes > 30000 / step);
}

}  // namespace

TEST_CASE("english: what changes a program changes the sentences", "[english]") { check_changes(13); }
TEST_CASE("english: what changes a program changes the sentences, all cards", "[english][slow]") { check_changes(1); }

}  // namespace archon::english
