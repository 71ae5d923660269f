// Generated decks, what is counted while they are played, and where scenarios mention a card.
#include "sim/watch/coverage_decks.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>

#include "engine/cards/library.h"
#include "engine/core/zones.h"
#include "engine/make_matchup.h"
#include "sim/documents/mentions.h"
#include "sim/watch/coverage.h"
#include "sim/watch/soak.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

std::map<int, int> copies_of_cards(const std::vector<Deck>& decks) {
  std::map<int, int> copies;
  for (const Deck& deck : decks)
    for (const DeckCard& card : deck.cards) ++copies[card.card];
  return copies;
}

std::vector<int> defined_cards(std::string_view set) {
  std::vector<int> cards;
  for (size_t i = 0; i < CardTable::instance().cards().size(); ++i) {
    const CardFacts& card = CardTable::instance().cards()[i];
    if (find_printing(card, set) && card.type <= CardType::Upgrade && Library::instance().defined(static_cast<int>(i)))
      cards.push_back(static_cast<int>(i));
  }
  return cards;
}

std::vector<int> cards_of_type(CardType type) {
  std::vector<int> cards;
  for (size_t i = 0; i < CardTable::instance().cards().size(); ++i)
    if (CardTable::instance().cards()[i].type == type) cards.push_back(static_cast<int>(i));
  return cards;
}

SoakResult play(const std::vector<Matchup>& matchups, int threads) {
  SoakSpec spec;
  spec.games.assign(matchups.size(), 3);
  return soak(matchups, spec, threads);
}

}  // namespace

TEST_CASE("generated decks are legal and can be played") {
  const std::vector<Deck> decks = coverage_decks("CotA", 40, 1);
  REQUIRE(decks.size() == 40);
  CHECK(decks[16].name == "Generated CotA 17");
  CHECK(generated_file_name(decks[16]) == "generated-cota-17.deck");
  for (size_t i = 0; i < decks.size(); ++i) {
    CHECK(deck_problems(decks[i]).empty());
    CHECK(parse_deck(write_deck(decks[i])).deck == decks[i]);
    CHECK(make_matchup(decks[i], decks[(i + 1) % decks.size()]).matchup.has_value());
  }
}

TEST_CASE("generated decks follow from the seed") {
  const std::vector<Deck> decks = coverage_decks("CotA", 20, 5);
  CHECK(coverage_decks("cota", 20, 5) == decks);
  CHECK(coverage_decks("CotA", 20, 6) != decks);
  CHECK(coverage_decks("CotA", 8, 5) == std::vector<Deck>(decks.begin(), decks.begin() + 8));
}

TEST_CASE("forty generated decks have every card of the set about equally often") {
  const std::map<int, int> copies = copies_of_cards(coverage_decks("CotA", 40, 1));
  const std::vector<int> cards = defined_cards("CotA");
  CHECK(cards.size() == 370);
  for (int card : cards) {
    INFO(CardTable::instance().cards()[static_cast<size_t>(card)].name);
    REQUIRE(copies.count(card) == 1);
    CHECK(copies.at(card) >= 3);
    CHECK(copies.at(card) <= 5);
  }
  CHECK(copies.size() == cards.size());
}

TEST_CASE("generated decks have both halves of a gigantic creature, and token creatures") {
  std::map<int, int> tokens;
  int halves = 0;
  for (const char* set : {"MoMu", "WoE"})
    for (const Deck& deck : coverage_decks(set, 56, 1)) {
      CHECK(deck_problems(deck).empty());
      std::map<std::string, int> pairs;
      for (const DeckCard& card : deck.cards) {
        const CardFacts& facts = CardTable::instance().cards()[static_cast<size_t>(card.card)];
        if (facts.half == Half::First) ++pairs[facts.name], ++halves;
        if (facts.half == Half::Second) --pairs[facts.name];
      }
      for (const auto& [name, difference] : pairs) CHECK(difference == 0);
      if (deck.token >= 0) ++tokens[deck.token];
    }
  CHECK(halves > 22);
  CHECK(tokens.size() == 28);
  for (const auto& [token, decks] : tokens) CHECK(decks == 2);
}

TEST_CASE("generated decks come with archon powers and two-sided prophecies") {
  std::map<int, int> powers, prophecies;
  for (const char* set : {"CC", "PV"})
    for (const Deck& deck : coverage_decks(set, 56, 1)) {
      CHECK(deck_problems(deck).empty());
      if (deck.archon_power >= 0) ++powers[deck.archon_power];
      for (const int side : deck.prophecies) ++prophecies[side];
    }
  CHECK(powers.size() == 28);
  for (const auto& [power, decks] : powers) CHECK(decks == 2);
  CHECK(prophecies.size() == 22);
  for (const auto& [side, decks] : prophecies) CHECK((decks == 10 || decks == 11));
}

TEST_CASE("generated decks have anomalies in the place of a card") {
  std::map<int, int> anomalies;
  for (const char* set : {"WC", "VM25"})
    for (const Deck& deck : coverage_decks(set, 40, 1)) {
      CHECK(deck_problems(deck).empty());
      for (const DeckCard& card : deck.cards)
        if (card.anomaly) ++anomalies[card.card];
    }
  CHECK(anomalies.size() >= 7);
  for (const auto& [card, decks] : anomalies) CHECK(decks >= 2);
}

TEST_CASE("generated decks of all sets are as many of each, in no order") {
  const std::vector<Deck> decks = coverage_decks(kAllSets, 64, 1);
  std::map<std::string, int> sets;
  int neighbors = 0;
  for (size_t i = 0; i < decks.size(); ++i) {
    CHECK(deck_problems(decks[i]).empty());
    ++sets[decks[i].set];
    neighbors += i > 0 && decks[i].set == decks[i - 1].set;
  }
  CHECK(decks.size() == 64);
  CHECK(sets.size() == unpooled_sets().size());
  for (const auto& [set, count] : sets) CHECK((count == 4 || count == 5));
  CHECK(neighbors < 16);
  CHECK(coverage_decks(kAllSets, 64, 1) == decks);
}

TEST_CASE("generated decks of all sets are of those that the rulebook knows") {
  const auto sets_with = [](const char* rules) {
    std::map<std::string, int> sets;
    for (const Deck& deck : coverage_decks(kAllSets, 10, 1, *find_rules(rules))) ++sets[deck.set];
    return sets;
  };
  CHECK(sets_with("1.3") == std::map<std::string, int>{{"CotA", 5}, {"AoA", 5}});
  CHECK(sets_with("1.2") == std::map<std::string, int>{{"CotA", 10}});
}

TEST_CASE("in games of generated decks every prophecy is made active and fulfilled") {
  const std::vector<Deck> decks = coverage_decks("PV", 22, 1);
  std::map<int, int> activated, fulfilled;  // by the side that was up
  for (uint64_t game = 0; game < 400; ++game) {
    const Matchup m = *make_matchup(decks[game % 22], decks[(game * 3 + 1) % 22]).matchup;
    State s, before;
    int active = 0;  // prophecies before the decision
    test::play_random(m, s, game, [&](const State& now, Action action) {
      if (active > 0)
        for (CardId card : zone_set(before, Zone::Reference, 0) | zone_set(before, Zone::Reference, 1))
          if (now.cards[card].zone == Zone::Inactive) ++fulfilled[before.cards[card].definition];
      active = (zone_set(now, Zone::Reference, 0) | zone_set(now, Zone::Reference, 1)).size();
      before = now;
      if (action.verb() != Verb::Activate) return;
      const MatchCard& card = m.cards[action.card()];
      ++activated[action.index() ? card.reverse : card.definition];
    });
  }
  for (int prophecy : cards_of_type(CardType::Prophecy)) {
    INFO(CardTable::instance().cards()[static_cast<size_t>(prophecy)].name);
    CHECK(activated[prophecy] > 20);
    CHECK(fulfilled[prophecy] > 0);
  }
}

TEST_CASE("no decks without a set") {
  CHECK(coverage_decks("Nowhere", 3, 1).empty());
  CHECK(coverage_decks("CotA", 0, 1).empty());
}

TEST_CASE("uses of cards are the same for any number of threads") {
  const std::vector<Deck> decks = coverage_decks("CotA", 3, 1);
  std::vector<Matchup> matchups;
  for (size_t i = 0; i < 3; ++i) matchups.push_back(*make_matchup(decks[i], decks[(i + 1) % 3]).matchup);
  const SoakResult one = play(matchups, 1), two = play(matchups, 2);
  CHECK(one.sum.total().games == 9);
  CHECK(one.uses == two.uses);

  const std::vector<int64_t> games = {3, 3, 3};
  const std::vector<CardCoverage> cards = card_coverage("CotA", matchups, one.uses, games);
  REQUIRE(cards.size() == defined_cards("CotA").size());
  int64_t played = 0, used = 0, targeted = 0, copies = 0;
  for (const CardCoverage& each : cards) {
    played += each.uses.played;
    used += each.uses.used;
    targeted += each.uses.targeted;
    copies += each.copies;
    CHECK((each.copies > 0 || each.uses == CardUses<int64_t>{}));
  }
  CHECK(copies == 9 * 2 * kDeckCards);
  CHECK(played > 0);
  CHECK(used > 0);
  CHECK(targeted > 0);
  CHECK(played + used + targeted < one.sum.decisions);
  for (size_t i = 1; i < cards.size(); ++i) CHECK(cards[i - 1].uses.played <= cards[i].uses.played);
}

TEST_CASE("instructions are counted in checked builds only") {
  const std::vector<Deck> decks = coverage_decks("CotA", 1, 1);
  play({*make_matchup(decks[0], decks[0]).matchup}, 1);
  [[maybe_unused]] uint64_t carried_out = 0;  // only checked builds count
  for (const InstructionCoverage& each : instruction_coverage(Library::instance().program())) {
    INFO(each.name);
    carried_out += each.count;
    CHECK((each.compiled || each.count == 0));
  }
#ifdef ARCHON_CHECKED
  CHECK(carried_out > 0);
#else
  CHECK(instruction_coverage(Library::instance().program()).empty());
#endif
}

TEST_CASE("scenarios are found by the name in their title and by the id in their lines") {
  const std::vector<Mention> found = scenarios_about(CardTable::instance().find_id("dust-imp"));
  REQUIRE(!found.empty());
  CHECK(found.front().in_title);
  CHECK(found.front().title.find("Dust Imp") != std::string_view::npos);
  CHECK(found.front().path.ends_with(".test"));
  CHECK(std::ranges::is_sorted(found, std::greater{}, &Mention::in_title));
  for (const Mention& mention : scenarios_about(CardTable::instance().find_id("troll"))) {  // not those about control
    if (mention.in_title) CHECK((" " + fold_name(mention.title)).find(" troll") != std::string::npos);
  }
}

// The last cards of a house that were left to be drawn were gigantic, and there was room for one card.
TEST_CASE("decks are found when no card that is left fits") {
  const std::vector<Deck> decks = coverage_decks("DM", 534, 101);
  CHECK(decks.size() == 534);
  for (const Deck& deck : decks) CHECK(deck.cards.size() == 36);
}
