// Broken definitions, and the exact words that are said about them.
#include <catch2/catch.hpp>

#include "engine/facts/spelling.h"
#include "tests/lang/small_vocabulary.h"

namespace archon::lang {
namespace {

struct Broken {
  const char* what;
  const char* text;
  const char* errors;
};

// clang-format off
const Broken kBroken[] = {
    {"an unknown card id",
     "card angre\n"
     "  play: gain 1\n",
     "x.kf:1:6: error: unknown card `angre` (did you mean `anger`?)\n"},
    {"a card defined twice",
     "card anger\n"
     "  play: gain 1\n"
     "card anger\n"
     "  play: gain 2\n",
     "x.kf:3:6: error: card `anger` is already defined on line 1\n"},
    {"a misspelt verb",
     "card anger\n"
     "  play: destory a creature\n",
     "x.kf:2:9: error: unknown verb `destory` (did you mean `destroy`?)\n"},
    {"a misspelt adjective",
     "card anger\n"
     "  play: destroy a freindly creature\n",
     "x.kf:2:19: error: unknown word `freindly` (did you mean `friendly`?)\n"},
    {"a missing quantifier",
     "card anger\n"
     "  play: destroy friendly creature\n",
     "x.kf:2:17: error: missing quantifier: `a`, `each`, `2`, `up to 3`, ... before `creature`\n"},
    {"variables that nobody bound",
     "card anger\n"
     "  play: stun $c; exhaust $c\n",
     "x.kf:2:14: error: unbound variable `$c`\n"
     "x.kf:2:26: error: unbound variable `$c`\n"},
    {"a misspelt variable",
     "card anger\n"
     "  play: choose a creature as $victim; destroy $victm\n",
     "x.kf:2:47: error: unbound variable `$victm` (did you mean `$victim`?)\n"},
    {"an unknown card id in a string",
     "card anger\n"
     "  play: return a card named \"urchn\" to hand\n",
     "x.kf:2:29: error: unknown card \"urchn\" (did you mean `urchin`?)\n"},
    {"fight and reap on an artifact",
     "card pile-of-skulls\n"
     "  fight/reap: gain 1\n",
     "x.kf:2:3: error: `fight:` is not possible on an artifact\n"
     "x.kf:2:9: error: `reap:` is not possible on an artifact\n"},
    {"action on an action card",
     "card anger\n"
     "  action: gain 1\n",
     "x.kf:2:3: error: `action:` is not possible on an action\n"},
    {"omni on an upgrade",
     "card phoenix-heart\n"
     "  omni: gain 1\n",
     "x.kf:2:3: error: `omni:` is not possible on an upgrade\n"},
    {"host where there is none",
     "card dust-imp\n"
     "  constant: host gets +1 power\n",
     "x.kf:2:13: error: `host` is possible on upgrades and in granted abilities only\n"},
    {"a constant where a statement belongs",
     "card anger\n"
     "  play: a creature gets +2 power\n",
     "x.kf:2:20: error: `gets` belongs in `constant:` or in a duration like `this-turn { ... }`\n"},
    {"a misspelt head",
     "card dust-imp\n"
     "  paly: gain 1\n",
     "x.kf:2:3: error: unknown kind of ability `paly` (did you mean `play`?)\n"},
    {"a misspelt function",
     "card anger\n"
     "  play: gain cuont(creatures)\n",
     "x.kf:2:14: error: unknown function `cuont` (did you mean `count`?)\n"},
    {"a misspelt keyword",
     "card dust-imp\n"
     "  constant: this gains skirmsh\n",
     "x.kf:2:24: error: unknown keyword or trait `skirmsh` (did you mean `skirmish`?)\n"},
    {"an unknown kind of counter",
     "card dust-imp\n"
     "  play: add 1 pwer counter to this\n",
     "x.kf:2:15: error: unknown kind of counter `pwer` (did you mean `power`?)\n"},
    {"did at the start",
     "card anger\n"
     "  play: if did then gain 1\n",
     "x.kf:2:12: error: `did` needs a statement or an event before it\n"},
    {"cancel outside of before",
     "card anger\n"
     "  play: cancel\n",
     "x.kf:2:9: error: `cancel` is possible under `before` only\n"},
    {"a truth where a number belongs",
     "card anger\n"
     "  play: gain not 4\n",
     "x.kf:2:14: error: a number is wanted here, and this is true or false\n"
     "x.kf:2:18: error: something true or false is wanted here, and this is a number (compare it: `> 0`)\n"},
    {"a number where a truth belongs",
     "card anger\n"
     "  play: if count(creatures) then gain 1\n",
     "x.kf:2:12: error: something true or false is wanted here, and this is a number (compare it: `> 0`)\n"},
    {"a comparison of a comparison",
     "card anger\n"
     "  play: if (amber(you) > 1) + 1 > 1 then gain 1\n",
     "x.kf:2:24: error: a number is wanted here, and this is true or false\n"},
    {"a status of what is not in play",
     "card anger\n"
     "  play: discard an exhausted card in hand\n",
     "x.kf:2:20: error: `exhausted` is possible of cards in play only\n"},
    {"a period that is none",
     "card anger\n"
     "  play: gain times(an enemy creature is destroyed, this-game)\n",
     "x.kf:2:52: error: unknown period `this-game`\n"},
    {"a keyword that needs a number",
     "card dust-imp\n"
     "  constant: this gains hazardous\n",
     "x.kf:2:24: error: `hazardous` needs a number\n"},
    {"a parenthesis left open",
     "card anger\n"
     "  play: for each (count(creatures): gain 1\n"
     "card dust-imp\n"
     "  reap: gain 1\n",
     "x.kf:2:35: error: expected `)`, found `:`\n"},
    {"a forgotten semicolon",
     "card anger\n"
     "  play: gain 1 gain 2\n",
     "x.kf:2:16: error: expected `;` or the end of the line, found `gain`\n"},
    {"a forgotten then",
     "card anger\n"
     "  play: if amber(opponent) >= 7 opponent loses 4\n",
     "x.kf:2:33: error: expected `then`, found `opponent`\n"},
    {"an ability before the first card",
     "gain 1\n"
     "card anger\n"
     "  play: gain 1\n",
     "x.kf:1:1: error: expected `card` and an id before the first ability\n"},
    {"a misspelt period",
     "card anger\n"
     "  play: gain times(an enemy creature is destroyed, this-tunr)\n",
     "x.kf:2:52: error: unknown period `this-tunr` (did you mean `this-turn`?)\n"},
    {"a misspelt zone",
     "card anger\n"
     "  play: put a creature into hnad\n",
     "x.kf:2:29: error: unknown zone `hnad` (did you mean `hand`?)\n"},
    {"what the lexer finds",
     "card anger\n"
     "  play: gain 1 @ 2; return \"urchin to hand\n",
     "x.kf:2:16: error: unexpected character `@`\n"
     "x.kf:2:18: error: expected `;` or the end of the line, found `2`\n"
     "x.kf:2:28: error: the string is not closed on its line\n"},
    {"an unknown counter in a function",
     "card dust-imp\n"
     "  reap: gain counters(pwoer, this)\n",
     "x.kf:2:23: error: unknown kind of counter `pwoer` (did you mean `power`?)\n"},
    {"source where nothing was granted",
     "card dust-imp\n"
     "  destroyed: source gains 1\n",
     "x.kf:2:14: error: `source` is possible in granted abilities only\n"},
    {"a brace left open does not swallow the next card",
     "card anger\n"
     "  play: { gain 1\n"
     "card dust-imp\n"
     "  reap: gain 1\n",
     "x.kf:3:1: error: expected `}`, found the end of the line\n"},
    {"a line that ends before its event",
     "card dust-imp\n"
     "  constant: forbid a creature is\n",
     "x.kf:2:33: error: expected a participle, found the end of the line\n"},
    {"an unsigned change",
     "card dust-imp\n"
     "  reap: this-turn { this gets 2 power }\n",
     "x.kf:2:31: error: expected `+` or `-`, found `2`\n"},
    {"a misspelt trait",
     "card dust-imp\n"
     "  constant: this becomes robto\n",
     "x.kf:2:26: error: unknown house, trait or type `robto` (did you mean `robot`?)\n"},
    {"a misspelt participle",
     "card dust-imp\n"
     "  after a creature is destroied: gain 1\n",
     "x.kf:2:23: error: unknown participle `destroied` (did you mean `destroyed`?)\n"},
    {"an unknown place",
     "card anger\n"
     "  play: shift a creature to flnk\n",
     "x.kf:2:29: error: unknown place `flnk` (did you mean `flank`?)\n"},
    {"a missing argument",
     "card anger\n"
     "  play: gain times(you play a card)\n",
     "x.kf:2:35: error: `times` needs 2 arguments\n"},
    {"a misspelt adjective after non-",
     "card anger\n"
     "  play: destroy each non-lgos creature\n",
     "x.kf:2:26: error: unknown word `lgos` (did you mean `logos`?)\n"},
};
// clang-format on

TEST_CASE("each broken definition gets its own words", "[lang]") {
  for (const Broken& broken : kBroken) {
    INFO(broken.what);
    CHECK(errors(broken.text) == broken.errors);
  }
}

TEST_CASE("all errors of a file are collected", "[lang]") {
  // The parser's come first, then the checker's of the lines that could be read.
  CHECK(errors("card anger\n"
               "  play: destory a creature\n"
               "  play: destroy creature\n"
               "card dust-imp\n"
               "  figth: gain 1\n"
               "  reap: gain $n; destroy a freindly beast creature\n"
               "card dust-ipm\n"
               "  constant: this gets + 2\n") ==
        "x.kf:2:9: error: unknown verb `destory` (did you mean `destroy`?)\n"
        "x.kf:5:3: error: unknown kind of ability `figth` (did you mean `fight`?)\n"
        "x.kf:6:28: error: unknown word `freindly` (did you mean `friendly`?)\n"
        "x.kf:8:26: error: expected `power`, `armor`, `assault`, `hazardous` or `splash-attack`, found the end of the line\n"
        "x.kf:3:17: error: missing quantifier: `a`, `each`, `2`, `up to 3`, ... before `creature`\n"
        "x.kf:6:14: error: unbound variable `$n`\n"
        "x.kf:7:6: error: unknown card `dust-ipm` (did you mean `dust-imp`?)\n");
}

TEST_CASE("edit distance counts a swap once", "[lang]") {
  CHECK(edit_distance("destory", "destroy") == 1);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("creature", "creature") == 0);
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("only near words are suggested", "[lang]") {
  CHECK(did_you_mean("rep", {"reap", "fight"}) == "did you mean `reap`?");
  CHECK(did_you_mean("xyz", {"reap", "fight"}).empty());
  CHECK(did_you_mean("reap", {"reap"}).empty());
  const std::string longest(kMaxSpelledBytes, 'a');
  CHECK(did_you_mean(longest, {longest + "b"}) == "did you mean `" + longest + "b`?");
  CHECK(did_you_mean(longest + "a", {longest + "b"}).empty());  // longer words are compared with nothing
}

TEST_CASE("text that nests without end is refused", "[lang]") {
  const std::string deep = "card anger\n  play: gain " + std::string(100000, '(') + "1\n";
  CHECK(errors(deep).find("nested too deeply") != std::string::npos);
}

TEST_CASE("any cut of a definition is read without a crash", "[lang]") {
  const std::string text =
      "card phoenix-heart  #! x\n  constant: host gains { destroyed: return each creature where power > 3 as $x to hand; "
      "deal 3 to (a creature), 2 to $x } while times(you play a card, this-turn) > 0\n";
  for (size_t length = 0; length <= text.size(); ++length) {
    CHECK_NOTHROW(errors(text.substr(0, length)));
    CHECK_NOTHROW(errors("card anger\n  play: " + text.substr(length)));
  }
}

}  // namespace
}  // namespace archon::lang
