// The reader and the runner of scenarios: their mistakes would hide those of the engine.
#include "tests/scenario/scenario.h"

#include <catch2/catch.hpp>

#include "tests/scenario/mutants.h"
#include "tests/scenario/runner.h"

namespace {

using namespace scenario;

// The problems of a text, "line: text", from reading or else from running.
std::vector<std::string> problems_of(const std::string& text) {
  const ReadResult read = read_scenarios("x.test", text);
  std::vector<Problem> problems = read.problems;
  if (problems.empty())
    for (const Scenario& one : read.scenarios)
      for (const Problem& problem : run_scenario(one)) problems.push_back(problem);
  std::vector<std::string> lines;
  for (const Problem& problem : problems) lines.push_back(std::to_string(problem.number) + ": " + problem.text);
  return lines;
}

bool one_problem(const std::string& text, const std::string& expected) {
  const std::vector<std::string> problems = problems_of(text);
  const bool fits = problems.size() == 1 && problems[0].find(expected) != std::string::npos;
  if (!fits) {
    UNSCOPED_INFO("expected " << expected << ", got " << problems.size() << " problems");
    for (const std::string& problem : problems) UNSCOPED_INFO(problem);
  }
  return fits;
}

const std::string kStart =
    "scenario: s\n"
    "A: house brobnar\n"
    "A hand: punch, fear\n"
    "A line: troll (damage 1)\n"
    "B line: valdr, urchin, urchin\n";

}  // namespace

TEST_CASE("a scenario that goes as written") {
  CHECK(problems_of(kStart + "do: play punch > valdr\nexpect: valdr damage 3, A aember 1, not damaged, B aember 0\n").size() ==
        1);
  CHECK(problems_of(kStart + "do: play punch > valdr\nexpect: valdr damage 3, damaged, A aember 1, punch in A discard\n")
            .empty());
  CHECK(problems_of(kStart + "expect: B line = valdr urchin#1 urchin#2, can play punch, cannot play fear, winner none\n")
            .empty());
}

TEST_CASE("all mistakes of a file are found when it is read") {
  const std::vector<std::string> problems = problems_of(
      "scenario: s\n"
      "A: hose dis\n"
      "A hnad: punch\n"
      "A line: trol (damgae 2)\n"
      "A: house dys\n"
      "expct: winner none\n");
  REQUIRE(problems.size() >= 6);
  CHECK(problems[0] == "2: unknown field `hose`; did you mean `house`?");
  CHECK(problems[1] == "3: unknown zone `hnad`; did you mean `hand`?");
  CHECK(problems[2] == "4: unknown card `trol`; did you mean `troll`?");
  CHECK(problems[3] == "4: unknown property `damgae 2`; did you mean `damage`?");
  CHECK(problems[4] == "5: unknown house `dys`; did you mean `dis`?");
  CHECK(problems[5] == "6: unknown line `expct:`; did you mean `expect`?");
}

TEST_CASE("what went otherwise is reported with its line") {
  CHECK(one_problem(kStart + "expect: troll damage 2\n", "6: expected troll damage 2, was: damage 1"));
  CHECK(one_problem(kStart + "expect: A aember 2\n", "expected A aember 2, was: aember 0"));
  CHECK(one_problem(kStart + "expect: troll in A discard\n", "expected troll in A discard, was: in play (A line)"));
  CHECK(one_problem(kStart + "expect: can play fear\n", "expected can play fear, was: it cannot"));
  CHECK(one_problem(kStart + "expect: B line = valdr\n", "was: valdr urchin#1 urchin#2"));
}

TEST_CASE("mistakes of a scenario that only its play shows") {
  CHECK(one_problem(kStart + "do: play fear\n", "cannot play fear; possible: "));
  CHECK(one_problem(kStart + "do: pley punch\n", "unknown action `pley punch`; did you mean `play`?"));
  CHECK(one_problem(kStart + "do: play pumch\n", "no card `pumch` in this scenario; did you mean `punch`?"));
  CHECK(one_problem(kStart + "do: play punch\n", "a choice is left unanswered: A is asked: target (punch)"));
  CHECK(one_problem(kStart + "do: play punch\ndo: reap troll\n", "a choice is left unanswered"));
  CHECK(one_problem(kStart + "do: reap troll > valdr\n", "nobody asks for `valdr`"));
  CHECK(one_problem(kStart + "do: play punch > urchin\n", "several `urchin` can be chosen"));
  CHECK(one_problem(kStart + "do: play punch > fear\n", "cannot choose `fear`"));
  CHECK(one_problem(kStart + "expect: urchin damage 0\n", "there are several `urchin`"));
  CHECK(one_problem(kStart + "expect: valdr powr 6\n", "unknown field `powr`; did you mean `power`?"));
}

TEST_CASE("a choice may be the end of a scenario if it is expected") {
  CHECK(problems_of(kStart + "do: play punch\nexpect: choice target among troll valdr urchin\n").empty());
  CHECK(one_problem(kStart + "do: play punch\nexpect: choice target among troll valdr\n",
                    "expected choice target among troll valdr"));
}

TEST_CASE("the rules that are played") {
  const std::string start = "scenario: s\nA: house dis\nA hand: bait-and-switch (house dis)\nB: aember 14\n";
  const std::string played = "do: play bait-and-switch\nexpect: B aember ";
  CHECK(problems_of(start + played + "12\n").empty());
  CHECK(problems_of(start + "rules: 18.4\n" + played + "12\n").empty());
  CHECK(problems_of(start + "rules: 1.2\n" + played + "7\n").empty());
  CHECK(one_problem(start + "rules: 1.4\n" + played + "12\n", "5: unknown rules `1.4`; there are 1.0, 1.2, 1.3 and 18.4"));
  CHECK(one_problem(start + "rules:\n" + played + "12\n", "5: unknown rules ``; there are"));
}

TEST_CASE("scenarios: what a player knows") {
  const std::string start = "scenario: s\nA: house dis\nA line: tolas\nB hand: troll, 2 urchin\nB discard: fear\n";
  CHECK(problems_of(start + "expect: B knows troll, A knows not troll, A knows tolas, A knows fear\n").empty());
  CHECK(one_problem(start + "expect: A knows troll\n", "expected A knows troll, was: hidden"));
  CHECK(one_problem(start + "expect: B knows not troll\n", "expected B knows not troll, was: known"));
  CHECK(one_problem(start + "expect: A knows trol\n", "no card `trol` in this scenario; did you mean `troll`?"));
  CHECK(one_problem(start + "expect: A knows urchin\n", "there are several `urchin`"));
}

TEST_CASE("scenarios: numbers that can be chosen, and choices that must be made") {
  const std::string start =
      "scenario: s\nA: house untamed\nA hand: vigor, nocturnal-maneuver\nA line: troll (damage 5), valdr\n";
  CHECK(problems_of(start + "do: play vigor\nexpect: choice target among troll valdr, choice must\nchoose: troll\n"
                            "expect: choice number among 0 1 2 3\n")
            .empty());
  CHECK(one_problem(start + "do: play vigor > troll\nexpect: choice number among 0 1 2\n", "was: number among 0 1 2 3"));
  CHECK(one_problem(start + "do: play nocturnal-maneuver\nexpect: choice must\n", "expected choice must"));
}

TEST_CASE("scenarios: flanks and bonus icons") {
  const std::string start = "scenario: s\nA: house brobnar\nA hand: troll (icons amber draw)\nA line: valdr\nA deck: fear\n";
  CHECK(problems_of(start + "do: play troll\nexpect: choice flank among left right\nchoose: left\n"
                            "expect: A aember 1, fear in A hand\n")
            .empty());
  CHECK(
      one_problem(start + "do: play troll\nexpect: choice flank among left position 1 right\n", "was: flank among left right"));
  CHECK(one_problem("scenario: s\nA hand: troll (icons amder)\nexpect: winner none\n",
                    "unknown icon `amder`; did you mean `amber`?"));
}

TEST_CASE("scenarios: the idle artifacts are left alone unless the scenario speaks of them") {
  const std::string start = "scenario: s\nA: house mars\nA hand: emp-blast\nA line: troll\n";
  const std::string played = "do: play emp-blast\nexpect: A artifacts = none, troll in play\n";
  CHECK(problems_of(start + played).size() == 2);
  CHECK(problems_of(start + "game: idle none\n" + played).empty());
  CHECK(problems_of(start + played + "expect: idle in A discard, idle-b in B discard\n").empty());
  CHECK(
      problems_of("scenario: s\nA: house logos\nB: houses dis mars shadows\ndo: end turn\nexpect: choice house among dis mars "
                  "shadows\n")
          .empty());
}

TEST_CASE("scenarios: changed definitions") {
  const ReadResult read = read_scenarios(
      "x.test",
      "scenario: s\nA: house dis\nA line: dust-imp\nB line: bad-penny\ndo: fight dust-imp\nexpect: bad-penny in B hand\n"
      "scenario: another card\nA: house dis\nA line: shaffles\nexpect: A aember 9\n");
  REQUIRE(read.problems.empty());
  const std::vector<MutantResult> results = try_mutants(
      "card bad-penny\n  destroyed: return this to hand\n====\n"
      "card bad-penny\n  destroyed: return this  to hand\n====\n"
      "card bad-penny\n  destroyed: purge this\n====\n"
      "card bad-penny\n  destroyed: retrun this to hand\n====\n"
      "card bad-penny\n  destroyed: return this to hand; gain 1\n====\n"
      "card numquid-the-fair\n  play: destroy an enemy creature\n",
      read.scenarios);
  std::vector<Fate> fates;
  for (const MutantResult& result : results) fates.push_back(result.fate);
  CHECK(fates == std::vector<Fate>{Fate::Original, Fate::Same, Fate::Killed, Fate::Refused, Fate::Survived, Fate::Original});
  CHECK(results[2].detail == "x.test:6");
  CHECK(results[3].detail.find("unknown verb `retrun`") != std::string::npos);
}
