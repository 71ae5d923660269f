// What the parser makes of representative lines.
#include <catch2/catch.hpp>

#include "engine/lang/print.h"
#include "tests/lang/small_vocabulary.h"

namespace archon::lang {
namespace {

struct Line {
  const char* what;
  const char* text;
  const char* tree;
};

// clang-format off
const Line kLines[] = {
    {"compound verbs share one target",
R"(card anger
  play: ready and fight with a friendly creature
)",
R"(card anger
  (Heads (List 'play) (Guard _) (Block (Verb[ready fight-with] _ (Select (Quant:a _) (List (Filter:creature (Adj:friendly))) _))))
)"},
    {"one deal with several parts",
R"(card anger
  play: deal 3 to a flank creature as $a, 2 to a neighbor of $a as $b, 1 to a neighbor of $b except $a
)",
R"(card anger
  (Heads (List 'play) (Guard _) (Block (Verb[deal] _ (List (DealPart 3 (As:a (Select (Quant:a _) (List (Filter:creature (Adj:flank))) _)) _) (DealPart 2 (As:b (Select (Quant:a _) (List (Filter:neighbor)) $a)) _) (DealPart 1 (Except (Select (Quant:a _) (List (Filter:neighbor)) $b) $a) _)))))
)"},
    {"splash and ignored armor",
R"(card anger
  play: deal 4 to a creature splash 2 ignoring armor
)",
R"(card anger
  (Heads (List 'play) (Guard _) (Block (Verb[deal] _ (List (DealPart 4 (Select (Quant:a _) (List (Filter:creature)) _) 2)) (Mod:ignoring 'armor))))
)"},
    {"for each over a set",
R"(card anger
  play: for each enemy creature where armor > 0 as $c: { let $n = armor($c); this-turn { $c has 0 armor }; deal $n to $c }
)",
R"(card anger
  (Heads (List 'play) (Guard _) (Block (ForEach#1 (As:c (Select _ (List (Filter:creature (Adj:enemy))) _ (Post:where (Binary:> (Call:armor) 0)))) (Block (Let:n (Call:armor $c)) (Lasting:this-turn (Static (StatCards $c (Spred:has (Stat:armor 0))) _)) (Verb[deal] _ (List (DealPart $n $c _)))))))
)"},
    {"for each of an amount",
R"(card anger
  play: for each (keys(opponent)): a different friendly creature captures 1 from own side
)",
R"(card anger
  (Heads (List 'play) (Guard _) (Block (ForEach (Call:keys (Player:opponent _)) (Verb[capture] (Select (Quant:a _) (List (Filter:creature (Adj:different) (Adj:friendly))) _) 1 (Mod:from 'own-side)))))
)"},
    {"a lasting block",
R"(card anger
  play: opponent-next-turn { after opponent plays a creature on right flank: opponent loses 1; forbid an enemy creature fights while not your-turn; keys cost +3 }
)",
R"(card anger
  (Heads (List 'play) (Guard _) (Block (Lasting:opponent-next-turn (After (Event:play (Player:opponent _) (Select (Quant:a _) (List (Filter:creature)) _) (Mod:flank 'right)) (Guard _) (Verb[lose] (Player:opponent _) 1)) (Static (StatForbid (Event:fight (Select (Quant:a _) (List (Filter:creature (Adj:enemy))) _) _)) (Unary:not your-turn)) (Static (StatKeys _ 3) _))))
)"},
    {"event modifiers and guards",
R"(card dust-imp
  after an enemy creature is destroyed fighting this if attacking(creature): purge it
  replace a creature moves from play to discard: purge it
  after opponent draws a card outside draw-step on opponent turn: gain 1
)",
R"(card dust-imp
  (After (Event:destroy#1 (Select (Quant:a _) (List (Filter:creature (Adj:enemy))) _) _ (Mod:fighting this)) (Guard (Call:attacking (Select _ (List (Filter:creature)) _))) (Block (Verb[purge] _ it)))
  (Replace (Event:move (Select (Quant:a _) (List (Filter:creature)) _) _ (Mod:from (Zone:play)) (Mod:to (Zone:discard))) (Guard _) (Block (Verb[purge] _ it)))
  (After (Event:draw (Player:opponent _) (Select (Quant:a _) (List (Filter:card)) _) (Mod:outside-step 'draw-step) (Mod:turn 'opponent)) (Guard _) (Block (Verb[gain] _ 1)))
)"},
    {"is-expressions",
R"(card dust-imp
  fight/reap: if it is a non-mars card then repeat else if this is not flank then stun and exhaust this
)",
R"(card dust-imp
  (Heads (List 'fight 'reap) (Guard _) (Block (If (Is it (Select _ (List (Filter:card (Adj:mars#1))) _)) (Repeat (Guard _)) (If (Is#1 this (Select _ (List (Filter (Adj:flank))) _)) (Verb[stun exhaust] _ this) _))))
)"},
    {"a where ends before the next part of the phrase",
R"(card anger
  play: shuffle any number of mars creatures in hand or discard and each friendly creature or artifact where power > 3 and not shares(house, this) and each artifact named "urchin" into deck
)",
R"(card anger
  (Heads (List 'play) (Guard _) (Block (Verb[shuffle] _ (Union (Select (Quant:any-number _) (List (Filter:creature (Adj:mars))) _ (Post:in (Zone:hand) (Zone:discard))) (Select (Quant:each _) (List (Filter:creature (Adj:friendly)) (Filter:artifact (Adj:friendly))) _ (Post:where (Binary:and (Binary:> (Call:power) 3) (Unary:not (Call:shares 'house this))))) (Select (Quant:each _) (List (Filter:artifact)) _ (Post:named "urchin"))) (Mod:into (Zone:deck)))))
)"},
    {"spreds after one another",
R"(card phoenix-heart
  constant: host gets +2 power and +1 armor and gains taunt and elusive and { destroyed instead if count(other friendly creatures) > 0: heal all from this; destroy source }
)",
R"(card phoenix-heart
  (Constant (Static (StatCards host (Spred:get (Stat:power 2)) (Spred:get (Stat:armor 1)) (Spred:gain (Kw:taunt _)) (Spred:gain (Kw:elusive _)) (Spred:gain (Heads#1 (List 'destroyed) (Guard (Binary:> (Call:count (Select _ (List (Filter:creature (Adj:other) (Adj:friendly))) _)) 0)) (Block (Verb[heal] _ 'all (Mod:from this)) (Verb[destroy] _ source))))) _))
)"},
    {"a verb that looks like a zone",
R"(card anger
  play: opponent archives a random card in hand; opponent chooses one { gain 1 | opponent discards each card in opponent archives }
)",
R"(card anger
  (Heads (List 'play) (Guard _) (Block (Verb[archive] (Player:opponent _) (Select (Quant:a _) (List (Filter:card (Adj:random))) _ (Post:in (Zone:hand)))) (Choose:one (Player:opponent _) (Block (Verb[gain] _ 1)) (Block (Verb[discard] (Player:opponent _) (Select (Quant:each _) (List (Filter:card)) _ (Post:in (Zone:archives/opponent))))))))
)"},
    {"heads with a form of their own",
R"(card dust-imp
  play only if amber >= 7
  to play: lose 3
  before fight: may move 1 amber from foe to supply
  end of opponent turn if amber(opponent) < amber: draw up to 2
)",
R"(card dust-imp
  (PlayOnlyIf (Binary:>= (Call:amber) 7))
  (Cost:play (Block (Verb[lose] _ 3)))
  (Heads (List 'before-fight) (Guard _) (Block (May (Verb[move] _ 1 (Mod:what 'amber) (Mod:from foe) (Mod:to 'supply)))))
  (EndOf:opponent/turn (Guard (Binary:< (Call:amber (Player:opponent _)) (Call:amber))) (Block (Verb[draw] _ (Quant:up-to 2))))
)"},
    {"search and order",
R"(card dust-imp
  action: search deck or discard for up to 2 different knight cards; reveal them; put them on bottom of deck in any order
)",
R"(card dust-imp
  (Heads (List 'action) (Guard _) (Block (Verb[search] _ (Zone:deck) (Mod:or (Zone:discard)) (Mod:for (Select (Quant:up-to 2) (List (Filter:card (Adj:different) (Adj:knight))) _))) (Verb[reveal] _ them) (Verb[put] _ them (Mod:on 'bottom (Zone:deck)) (Mod:order 'any))))
)"},
    {"statics",
R"(card dust-imp
  in discard: constant: allow play 1 untamed card each turn while active != untamed
  constant: limit opponent plays a card to 2 each turn; tax opponent uses an artifact: opponent pays 1; redirect damage on each neighbor of this to this too
)",
R"(card dust-imp
  (InZone:discard (Constant (Static (StatAllow:play/each-turn (Select (Quant:count 1) (List (Filter:card (Adj:untamed))) _) _) (Binary:!= active 'untamed))))
  (Constant (Static (StatLimit/turn (Event:play (Player:opponent _) (Select (Quant:a _) (List (Filter:card)) _)) 2) _) (Static (StatTax (Event:use (Player:opponent _) (Select (Quant:a _) (List (Filter:artifact)) _)) (Verb[pay] (Player:opponent _) 1)) _) (Static (StatRedirect:on[too] (Select (Quant:each _) (List (Filter:neighbor)) this) this) _))
)"},
    {"among, except and as",
R"(card anger
  play: look at top 3 of deck as $x; put a card among $x except it as $y into hand; each player gains count(done controlled by they)
)",
R"(card anger
  (Heads (List 'play) (Guard _) (Block (Verb[look] _ (As:x (Top:top 3 (Zone:deck)))) (Verb[put] _ (As:y (Except (Select (Quant:a _) (List (Filter:card)) _ (Post:among $x)) it)) (Mod:into (Zone:hand))) (Verb[gain] (Player:player/each _) (Call:count (Select _ (List (Filter)) _ (Post:among done) (Post:controlled they))))))
)"},
    {"where belongs to the whole phrase",
R"(card anger
  play: each neighbor of a creature where power > 2 captures 1; stun a neighbor of (a creature where power > 2)
)",
R"(card anger
  (Heads (List 'play) (Guard _) (Block (Verb[capture] (Select (Quant:each _) (List (Filter:neighbor)) (Select (Quant:a _) (List (Filter:creature)) _) (Post:where (Binary:> (Call:power) 2))) 1) (Verb[stun] _ (Select (Quant:a _) (List (Filter:neighbor)) (Select (Quant:a _) (List (Filter:creature)) _ (Post:where (Binary:> (Call:power) 2)))))))
)"},
    {"amounts",
R"(card anger
  play: destroy the 3 most powerful creatures; gain 2 + 3 * count(creatures) - half(amber)
)",
R"(card anger
  (Heads (List 'play) (Guard _) (Block (Verb[destroy] _ (Select (Quant:most-powerful 3) (List (Filter:creature)) _)) (Verb[gain] _ (Binary:- (Binary:+ 2 (Binary:* 3 (Call:count (Select _ (List (Filter:creature)) _)))) (Call:half (Call:amber))))))
)"},
    {"for each house",
R"(card anger
  play: for each house among creatures as $h: choose a creature of $h; destroy ($h) different creatures
)",
R"(card anger
  (Heads (List 'play) (Guard _) (Block (ForEach#1 (As:h (Call:houses (Select _ (List (Filter:creature)) _))) (Choose:np _ (Select (Quant:a _) (List (Filter:creature)) _ (Post:of $h)))) (Verb[destroy] _ (Select (Quant:count $h) (List (Filter:creature (Adj:different))) _))))
)"},
    {"attach only to",
R"(card phoenix-heart
  attach only to a friendly creature named "urchin" or "dust-imp"
)",
R"(card phoenix-heart
  (AttachOnly (Select (Quant:a _) (List (Filter:creature (Adj:friendly))) _ (Post:named "urchin" "dust-imp")))
)"},
    {"forge, make and trigger",
R"(card anger
  play: forge red at current + 2; make 2 tokens ready left of it; trigger fight/reap of it as-if-yours
)",
R"(card anger
  (Heads (List 'play) (Guard _) (Block (Verb[forge] _ 'red (Mod:at (Binary:+ current 2))) (Verb[make] _ 2 (Mod:what 'token) (Mod:ready) (Mod:left it)) (Verb[trigger] _ it (Mod:what 'fight 'reap) (Mod:as-if-yours))))
)"},
};
// clang-format on

TEST_CASE("representative lines become the documented trees", "[lang]") {
  for (const Line& line : kLines) {
    INFO(line.what);
    CHECK(errors(line.text) == "");
    const ParseResult parsed = parse(line.text, "x.kf", small_vocabulary());
    REQUIRE(parsed.cards.size() == 1);
    CHECK(print(parsed.cards.front()) == line.tree);
  }
}

TEST_CASE("every token knows its place", "[lang]") {
  const ParseResult parsed = parse("card anger\n  play: gain 1;\tstun it\n", "x.kf", small_vocabulary());
  const Node& item = parsed.cards.front().items.front();
  CHECK(item.at.line == 2);
  CHECK(item.at.column == 3);
  const Node& stun = item.kids[2].kids[1];
  CHECK(stun.at.column == 17);
  CHECK(stun.kids[1].at.column == 22);
}

TEST_CASE("braces may span lines", "[lang]") {
  const std::string text = "card anger\n  play: choose one {\n    gain 1 |\n    draw 1\n  }\n  scrap: gain 1\n";
  CHECK(errors(text) == "");
  CHECK(parse(text, "x.kf", small_vocabulary()).cards.front().items.size() == 2);
}

}  // namespace
}  // namespace archon::lang
