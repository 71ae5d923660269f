// The forms of English words.
#include "engine/english/grammar.h"

#include <catch2/catch.hpp>

namespace archon::english {

TEST_CASE("english: articles go by the sound", "[english]") {
  CHECK(with_article("creature") == "a creature");
  CHECK(with_article("artifact") == "an artifact");
  CHECK(with_article("undamaged creature") == "an undamaged creature");
  CHECK(with_article("unit") == "a unit");
  CHECK(with_article("other creature") == "another creature");
  CHECK(with_article("Æmberling") == "an Æmberling");
}

TEST_CASE("english: nouns have plurals and possessives", "[english]") {
  CHECK(plural("creature") == "creatures");
  CHECK(plural("trophy") == "trophies");
  CHECK(plural("key") == "keys");
  CHECK(plural("aember") == "aember");
  CHECK(plural("+1 power counter") == "+1 power counters");
  CHECK(counted("1", "card") == "1 card");
  CHECK(counted("3", "card") == "3 cards");
  CHECK(possessive("you") == "your");
  CHECK(possessive("it") == "its");
  CHECK(possessive("your opponent") == "your opponent's");
  CHECK(possessive("those creatures") == "those creatures'");
}

TEST_CASE("english: verbs follow their subject", "[english]") {
  CHECK(inflected("draw", Person::You) == "draw");
  CHECK(inflected("draw", Person::One) == "draws");
  CHECK(inflected("have", Person::One) == "has");
  CHECK(third_person("ready") == "readies");
  CHECK(third_person("unforge") == "unforges");
  CHECK(third_person("take control of") == "takes control of");
  CHECK(participle("take control of") == "taken control of");
  CHECK(participle("stun") == "stunned");
  CHECK(participle("steal") == "stolen");
  CHECK(past("steal") == "stole");
  CHECK(gerund("reap") == "reaping");
  CHECK(gerund("take") == "taking");
}

TEST_CASE("english: lists and sentences", "[english]") {
  CHECK(listed({"a"}) == "a");
  CHECK(listed({"a", "b"}) == "a and b");
  CHECK(listed({"a", "b", "c"}, "or") == "a, b or c");
  CHECK(spaced({"if so", ", draw", "", "a card"}) == "if so, draw a card");
  CHECK(sentence("draw a card") == "Draw a card.");
  CHECK(sentence("it gains \"Reap: Draw a card.\"") == "It gains \"Reap: Draw a card.\"");
}

}  // namespace archon::english
