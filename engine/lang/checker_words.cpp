// Which words fit where: the kinds of counters, the words that may follow a verb, the first argument of a function.
#include <algorithm>
#include <sstream>

#include "engine/facts/spelling.h"
#include "engine/lang/checker_impl.h"
#include "engine/lang/diagnostics.h"
#include "engine/lang/verbs.h"
#include "engine/lang/words.h"

namespace archon::lang {
namespace {

using Words = std::vector<std::string>;

Words join(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

const Node* find_mod(const Node& verb, std::string_view word) {
  const auto found = std::find_if(verb.kids.begin(), verb.kids.end(),
                                  [&](const Node& kid) { return kid.kind == NodeKind::Mod && kid.word == word; });
  return found == verb.kids.end() ? nullptr : &*found;
}

// What "what" may be after a verb; empty: the verb has no such word.
Words thing_words(const std::string& verb) {
  Words result;
  const VerbWord* known = find_verb(verb);
  std::istringstream things(std::string(known ? known->things : ""));
  for (std::string word; things >> word;) {
    if (word == "COUNTER")
      result = join(result, words_of(WordClass::Counter));
    else if (word == "HEAD")
      result = join(result, words_of(WordClass::Head));
    else
      result.push_back(word);
  }
  return result;
}

}  // namespace

void Checker::expect_one_of(const Node& word, std::string_view what, const Words& allowed) {
  if (word.kind != NodeKind::Word || std::find(allowed.begin(), allowed.end(), word.word) != allowed.end()) return;
  report(word.at, "unknown " + std::string(what) + " `" + word.word + "`", did_you_mean(word.word, allowed));
}

void Checker::verb_words(const Node& verb) {
  const std::string& word = verb.words.front();
  const Words things = thing_words(word);
  const Node* what = find_mod(verb, "what");
  if (what != nullptr && !things.empty()) {
    const bool counter = word == "add" || word == "remove" || word == "move";
    for (const Node& kid : what->kids) expect_one_of(kid, counter ? "kind of counter" : "word", things);
  }
  const Node* to = find_mod(verb, "to");
  if (word == "shift" && to != nullptr) expect_one_of(to->kids[0], "place", {"flank", "anywhere", "left", "right", "center"});
  if (word == "raise" && verb.kids.size() > 1) expect_one_of(verb.kids[1], "word", {"tide"});
  const Node* at = find_mod(verb, "at");
  if (word == "give-control" && at != nullptr) expect_one_of(at->kids[0], "place", {"left", "right"});
  const Node* ignoring = find_mod(verb, "ignoring");
  if (ignoring == nullptr) return;
  Words keywords(vocabulary_.keywords.begin(), vocabulary_.keywords.end());
  keywords.push_back("armor");
  for (const Node& kid : ignoring->kids) expect_one_of(kid, "keyword", keywords);
}

void Checker::call_words(const Node& call) {
  if (call.kids.empty()) return;
  const Node& first = call.kids.front();
  if (call.word == "counters") expect_one_of(first, "kind of counter", words_of(WordClass::Counter));
  if (call.word == "bonus") expect_one_of(first, "bonus icon", words_of(WordClass::Icon));
  if (call.word == "forged") expect_one_of(first, "key colour", {"red", "blue", "yellow"});
  if (call.word == "tide") expect_one_of(first, "tide", {"high", "low"});
  if (call.word == "shares") expect_one_of(first, "word", {"house", "trait", "type", "name"});
  if (call.word == "common") expect_one_of(first, "word", {"house", "trait", "type"});
  if (call.word == "sum" || call.word == "highest" || call.word == "lowest" || call.word == "base") {
    expect_one_of(first, "word", {"power", "armor", "amber", "damage"});
  }
  if (call.word == "times" && call.kids.size() > 1) expect_one_of(call.kids[1], "period", words_of(WordClass::Period));
}

void Checker::spred_words(const Node& spred) {
  if (spred.kids.empty()) return;
  const Node& first = spred.kids.front();
  if (spred.word == "become") {
    Words words = {"flank", "artifact", "creature", "upgrade", "chosen", "active", "haunted", "faceup"};
    words = join(words, {vocabulary_.houses.begin(), vocabulary_.houses.end()});
    words = join(words, {vocabulary_.traits.begin(), vocabulary_.traits.end()});
    expect_one_of(first, "house, trait or type", words);
  }
  if (spred.word == "enter") {
    expect_one_of(first, "word", {"ready", "stunned", "exhausted", "enraged", "warded", "under", "anywhere"});
  }
  if (spred.word == "skip") expect_one_of(first, "step", {"forge", "draw", "ready", "house", "main", "mulligan"});
  if (spred.word == "double") expect_one_of(first, "word", join(words_of(WordClass::Head), {"icons"}));
  if (spred.word == "switch") expect_one_of(first, "word", {"stats"});
  if (spred.word == "ignore") {
    Words words(vocabulary_.keywords.begin(), vocabulary_.keywords.end());
    words.push_back("armor");
    for (const Node& kid : spred.kids) expect_one_of(kid, "keyword", words);
  }
}

void Checker::keyword_number(const Node& keyword) {
  const bool numbered = keyword.word == "assault" || keyword.word == "hazardous" || keyword.word == "splash-attack";
  if (numbered && !keyword.kids[0]) report(keyword.at, "`" + keyword.word + "` needs a number");
}

}  // namespace archon::lang
