// What the code generator refuses, with line, column and reason, and what two ways to say a thing have in common.
#include <catch2/catch.hpp>

#include "tests/lang/compile_one.h"

namespace archon::lang {
namespace {

// The error of one line of Troll (a creature), without the file.
std::string error_of(const std::string& line, const std::string& card = "troll") {
  static CompilerOfOne compile;
  const std::string errors = compile("card " + card + "\n" + line + "\n").errors;
  return errors.empty() ? "" : errors.substr(errors.find(':') + 1, errors.find('\n') - errors.find(':') - 1);
}

std::string program_of(const std::string& line, const std::string& card = "troll") {
  static CompilerOfOne compile;
  const Compiled result = compile("card " + card + "\n" + line + "\n");
  INFO(result.errors);
  REQUIRE(result.errors.empty());
  return result.program;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("what would have no effect is an error at its place", "[lang]") {
  CHECK(error_of("  play: put a creature into hand in any order") ==
        "2:34: error: no code yet for `order` here: it would have no effect");
  CHECK(has(error_of("  play: opponent destroys a creature"), "2:9: error: no code yet for a subject of `destroy`"));
  CHECK(has(error_of("  play: choose a creature as $x; gain 1"), "`as $x`: nothing speaks of it"));
  CHECK(has(error_of("  play: delayed once { after you forge a key: gain 1 }"), "`once`: what is delayed happens once anyway"));
  CHECK(has(error_of("  play: put a card in opponent hand on top of opponent deck"), "cards move to their owner's zone"));
}

TEST_CASE("what is said twice is an error", "[lang]") {
  CHECK(has(error_of("  after a creature is destroyed on your turn on your turn: gain 1"), "`turn` twice"));
  CHECK(has(error_of("  after a creature is destroyed in a fight in a fight: gain 1"), "`in-fight` twice"));
  CHECK(has(error_of("  after a creature is destroyed fighting this fighting this: gain 1"), "`fighting` twice"));
  CHECK(has(error_of("  replace a creature moves from play from play: purge it"), "this movement"));
  CHECK(has(error_of("  play: discard a random random card in hand"), "`random` twice"));
  CHECK(has(error_of("  play: discard a card in hand or hand"), "`hand` twice"));
  CHECK(has(error_of("  play: stun and exhaust with a creature"), "expected"));
}

TEST_CASE("a quantifier must fit what the noun phrase is for", "[lang]") {
  CHECK(has(error_of("  constant: a friendly creature gets +1 power"), "2:13: error: no code yet for the quantifier `a` here"));
  CHECK(has(error_of("  play: gain count(the most powerful creature)"), "the quantifier `most-powerful` here"));
  CHECK(has(error_of("  play: controller of the most powerful creature gains 1"), "several cards where one is meant"));
  CHECK(has(error_of("  after each creature reaps: gain 1"), "the quantifier `each` here"));
  CHECK(has(error_of("  play: this-turn { next creature gains skirmish }"), "the quantifier `next` here"));
  CHECK(has(error_of("  play: destroy each random creature"), "`random` here"));
}

TEST_CASE("piles other than the one the rules know are refused", "[lang]") {
  CHECK(has(error_of("  play: archive top 1 of archives"), "the top of this zone"));
  CHECK(has(error_of("  play: put a creature on bottom of discard"), "the top or bottom of a pile other than the deck"));
  CHECK(has(error_of("  play: shuffle a creature into discard"), "shuffling into anything but a deck"));
  CHECK(has(error_of("  play: discard from discard until a creature"), "discarding from another zone than the deck"));
  CHECK(has(error_of("  play: destroy a creature in hand or opponent discard"), "zones of different players"));
}

TEST_CASE("words that mean something before are refused when nothing is before", "[lang]") {
  CHECK(has(error_of("  play: destroy it"), "`it` before anything it could be"));
  CHECK(has(error_of("  play: controller of it gains 1"), "`it` before anything it could be"));
  CHECK(has(error_of("  play: if not destroyed(it) then gain 1"), "`it` before anything it could be"));
  CHECK(has(error_of("  play: destroy a creature of chosen"), "`chosen` before anything is chosen"));
  CHECK(has(error_of("  after you forge a key: destroy it"), "`it` before anything it could be"));
  CHECK(has(error_of("  play: they gain 1"), "`they` before any player it could be"));
  CHECK(has(error_of("  play: again"), "`again` with nothing before it"));
}

TEST_CASE("results are refused before anything has them", "[lang]") {
  CHECK(has(error_of("  after a creature is destroyed: gain amount"),
            "2:39: error: no code yet for `amount` before anything has one"));
  CHECK(has(error_of("  after a creature is destroyed: purge done"), "`done` before anything is done"));
  CHECK(has(error_of("  after a creature is destroyed: if did then gain 1"), "`did` before anything is done"));
  CHECK(error_of("  after opponent steals: gain amount") == "");
  CHECK(has(error_of("  play: destroy target"), "`target` outside of an amount"));
  CHECK(error_of("  play: deal power(target) to each creature") == "");
  CHECK(has(error_of("  before this leaves play: cancel"), "`cancel` of anything but a fight"));
}

TEST_CASE("whose card it would be does nothing without the card", "[lang]") {
  CHECK(has(program_of("  play: destroy a creature; controller of it gains 1"), "JumpUnless Count(It)"));
  CHECK(has(program_of("  play: deal 2 to a creature; if not destroyed(it) then gain 1"),
            "And(Count(It), Not(WasDestroyed(It)))"));
  CHECK(!has(program_of("  after a creature is destroyed: owner of it gains 1"), "JumpUnless"));  // there is one
}

TEST_CASE("a repetition without an end is refused", "[lang]") {
  CHECK(has(error_of("  play: gain 1; repeat"), "2:17: error: no code yet for a `repeat` that never ends"));
  CHECK(has(error_of("  play: gain 1; repeat if 1"), "2:27: error: something true or false is wanted here"));
  CHECK(error_of("  play: gain 1; may repeat") == "");
  CHECK(error_of("  play: gain 1; repeat if amber(opponent) > amber") == "");
}

TEST_CASE("numbers out of range are errors", "[lang]") {
  CHECK(error_of("  play: gain 32767") == "");
  CHECK(has(error_of("  play: gain 40000"), "2:14: error: no code yet for a number above 32767"));
  CHECK(has(error_of("  play: gain 99999999999"), "2:14: error: the number `99999999999` is too large"));
  CHECK(has(error_of("  constant: allow play 300 creatures each turn"), "an allowance other than a number from 1 to 255"));
}

TEST_CASE("rules that nobody asks for are refused", "[lang]") {
  for (const char* event : {"a creature enters play", "you draw a card", "this captures amber"})
    CHECK(has(error_of(std::string("  constant: forbid ") + event), "forbidding this"));
  CHECK(error_of("  constant: forbid a player forges a key") == "");
  CHECK(error_of("  constant: forbid this is damaged by a creature") == "");
  CHECK(has(error_of("  after this is damaged by a creature: gain 1"), "`by` in this event"));
  CHECK(has(error_of("  constant: each creature enters under opponent control"), "entering under this control"));
  CHECK(has(error_of("  constant: limit you discard a card to 1 each turn"), "this limit"));
  CHECK(has(error_of("  constant: this gains deploy"), "the keyword `deploy` here"));
  CHECK(has(error_of("  constant: this ignores poison"), "ignoring poison"));
  CHECK(has(error_of("  constant: this loses assault 2"), "losing assault"));
  CHECK(has(error_of("  constant: this loses keywords"), "losing keywords"));
  CHECK(has(error_of("  constant: this becomes creature power 3"), "becoming a creature for good"));
  CHECK(has(error_of("  constant: redirect damage on this to each other creature evenly"), "redirecting damage so"));
  CHECK(has(error_of("  constant: redirect damage on this to each neighbor of this too evenly"), "redirecting damage so"));
  CHECK(has(error_of("  constant: redirect damage by this to each neighbor of this evenly"), "redirecting damage so"));
  CHECK(has(error_of("  constant: redirect damage on each neighbor of this to this fights-only"), "redirecting damage so"));
  CHECK(has(error_of("  after a creature is exhausted: gain 1"), "anything but forbidding this event"));
  CHECK(has(error_of("  constant: forbid a card moves from your hand"), "forbidding this movement"));
  CHECK(has(error_of("  constant: forbid a card moves from any archives"), "these archives"));
  CHECK(has(error_of("  constant: this may enter ready"), "how these cards enter play"));
  CHECK(has(error_of("  constant: each creature may enter stunned"), "entering stunned"));
  CHECK(has(error_of("  constant: each creature may enter ready and ready"), "entering ready"));
  CHECK(has(error_of("  replace a creature triggers play: gain 1"), "this ability as an event"));
  CHECK(has(error_of("  after an action triggers play: gain 1"), "this ability as an event"));
  CHECK(has(error_of("  replace an enemy action is played: gain 1"), "replacing this event"));
  CHECK(has(error_of("  after a creature reaps by splash-attack: gain 1"), "`by` in this event"));
  CHECK(has(error_of("  constant: redirect damage by this to each neighbor of this too"), "redirecting damage so"));
  CHECK(has(error_of("  constant: forbid a creature triggers destroyed"), "forbidding this"));
  CHECK(has(error_of("  constant: this gains { constant: this gains mutant }"), "an ability that changes traits here"));
  CHECK(has(error_of("  constant: this gets + power(this) power"), "the power of cards"));
  CHECK(has(error_of("  after this is damaged by a creature: draw 1"), "`by` in this event"));
  CHECK(has(error_of("  play: if type(this) = 3 then draw 1"), "a type in this comparison"));
  CHECK(has(error_of("  constant: each creature gains { play only if your-turn }"), "gaining this kind of ability"));
  CHECK(has(error_of("  play: search deck for a different creature; put it into hand"), "`different` here"));
  CHECK(has(error_of("  reap: trigger play/fight of another creature"), "2:22: error: no code yet for `fight` here"));
  CHECK(has(error_of("  after a creature moves from play to discard: gain 1"), "anything but replacing this event"));
}

TEST_CASE("facts without code are refused with the card", "[lang]") {
  CHECK(has(error_of("  play: gain 1", "bad-omen"), "this kind of ability on a reference card"));
}

TEST_CASE("`again` repeats what is before it in its braces", "[lang]") {
  const std::string outer = program_of("  play: draw 1; if did then again");
  const std::string inner = program_of("  play: draw 1; if did then { gain 1; again }");
  CHECK(has(outer, "Jump @0\n"));
  CHECK(!has(inner, "Jump @0\n"));
}

TEST_CASE("them are all that one statement has chosen", "[lang]") {
  const std::string both = program_of("  play: choose a friendly creature and an enemy creature; ready them");
  CHECK(has(both, "BindTargets"));
  CHECK(!has(program_of("  play: choose a friendly creature; ready them"), "BindTargets"));
}

TEST_CASE("each player does it, the done cards are those of both", "[lang]") {
  const std::string text = program_of("  play: each player discards a card in hand; gain count(done)");
  CHECK(has(text, "Choose [exactly in hand of They]"));
  CHECK(has(text, "Union(CardVar($0), DoneCards)"));
  CHECK(has(text, "SetDone CardVar($0)"));
  CHECK(has(error_of("  play: each player destroys a creature"), "a subject of `destroy`: it would make no difference"));
}

TEST_CASE("the subject of `takes control` gets it", "[lang]") {
  CHECK(has(program_of("  play: opponent takes control of a friendly creature"), "Control Opponent"));
  CHECK(has(program_of("  play: take control of an enemy creature"), "Control You"));
}

TEST_CASE("values over sets of cards", "[lang]") {
  CHECK(has(program_of("  play: gain sum(amber, friendly creatures)"), "Gain You, Sum([each friendly"));
  CHECK(has(program_of("  play: gain houses(creatures)"), "Gain You, HouseCount([each creature"));
  CHECK(has(program_of("  play: if haunted(opponent) then gain 1"), "Haunted(Opponent)"));
  CHECK(has(program_of("  play: if overwhelmed(you) then gain 1"), "Lt(Count([each in line where Eq("));
  CHECK(has(error_of("  constant: each creature where power > 3 gets +1 power"),
            "the power of cards in a constant that changes cards"));
}

TEST_CASE("houses are compared as sets, cards of several houses fit each", "[lang]") {
  CHECK(has(program_of("  play: choose a creature as $x; if house($x) = active then gain 1"), "MaskMeets"));
}

TEST_CASE("a kind of card without a type lets all types in", "[lang]") {
  const std::string text = program_of("  play: archive each creature or dis card in discard");
  CHECK(has(text, "[each in discard"));
}

TEST_CASE("`other` in a condition is other than the candidate", "[lang]") {
  const std::string text = program_of("  play: destroy each creature where shares(trait, other friendly creature)");
  CHECK(has(text, "SharesTrait(Candidate, Minus("));
}

TEST_CASE("after `is` a noun has an article, and an article a noun", "[lang]") {
  CHECK(has(error_of("  play: if this is dis card then gain 1"), "2:20: error: missing article"));
  CHECK(has(error_of("  play: if this is a dis then gain 1"), "2:20: error: a noun like `card` belongs to `a`"));
  CHECK(error_of("  play: if this is a flank creature then gain 1") == "");
  CHECK(error_of("  play: if this is flank then gain 1") == "");
}

}  // namespace archon::lang
