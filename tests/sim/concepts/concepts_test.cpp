#include "sim/concepts/concepts.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "engine/facts/facts.h"

namespace archon {

namespace concepts_test {

constexpr size_t kMostBrief = 130;  // signs: one or two lines of a footnote

std::string name_of(std::string_view word) {
  const Concept* found = find_concept(word);
  return found ? std::string(found->name) : "none";
}

}  // namespace concepts_test
using namespace concepts_test;

TEST_CASE("concepts: found by any of their words") {
  CHECK(name_of("chain") == "chain");
  CHECK(name_of("Chains") == "chain");
  CHECK(name_of("handicap") == "chain");
  CHECK(name_of("win rates") == "win rate");
  CHECK(name_of("Win-Rate") == "win rate");
  CHECK(name_of("bradley terry") == "rating");
  CHECK(name_of("SAS") == "sas");
  for (const char* unknown : {"", "s", "chan", "chainss", "win", "dust imp"}) CHECK(name_of(unknown) == "none");
  for (const char* promised :
       {"chain", "sas", "aerc", "elo", "interval", "nash", "agent", "ledger", "pod", "house", "rating", "win rate", "seed"})
    CHECK(name_of(promised) == promised);
}

TEST_CASE("concepts: each word means one thing") {
  std::set<std::string> seen;
  for (const std::string& word : concept_names()) {
    CHECK(seen.insert(fold_name(word)).second);
    CHECK_FALSE(word.empty());
  }
  for (const Concept& each : concepts()) CHECK(find_concept(each.name) == &each);
  CHECK(std::ranges::is_sorted(concepts(), {}, &Concept::name));
}

TEST_CASE("concepts: texts are sentences that fit where they are shown") {
  for (const Concept& each : concepts()) {
    INFO(each.name);
    CHECK(each.brief.size() <= kMostBrief);
    CHECK(each.brief.ends_with('.'));
    CHECK(each.text.ends_with('.'));
    std::istringstream lines(concept_text(each));
    for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
  }
  CHECK(concept_text(*find_concept("mean deck")) ==
        "mean deck (also: average deck)\n\n"
        "  A deck as strong as the mean of generated decks of its set.\n\n"
        "  Sets differ, so it is another one in each; `archon rate` has one rating for\n"
        "  all sets beside the win rate against it.\n\n"
        "  Commands: archon rate\n");
}

TEST_CASE("concepts: those that a text has as words") {
  CHECK(concepts_in("Chains that make it even; win %; 95 %") == std::vector<std::string>{"chain", "interval", "win rate"});
  CHECK(concepts_in("SAS, better than") == std::vector<std::string>{"percentile", "sas"});
  CHECK(concepts_in("best %, unchained, fields of a record") ==
        std::vector<std::string>{"field"});  // "best" alone is no preset
}

// ARCHON_UPDATE_GOLDEN=1 writes the page anew.
TEST_CASE("concepts: the page is that of the program") {
  const std::string file = ARCHON_SOURCE_DIR "/sim/CONCEPTS.md";
  if (std::getenv("ARCHON_UPDATE_GOLDEN")) std::ofstream(file, std::ios::binary) << concepts_page();
  std::stringstream page;
  page << std::ifstream(file, std::ios::binary).rdbuf();
  CHECK(page.str() == concepts_page());
}

}  // namespace archon
