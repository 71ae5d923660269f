// Drafts beside the playable cards: who is in the program, who plays with whom, and that nobody plays one unasked.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <nlohmann/json.hpp>

#include "engine/cards/library.h"
#include "engine/core/field_hash.h"
#include "engine/position/position_json.h"
#include "engine/position/position_pending.h"
#include "sim/play/coverage_decks.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

int card(const char* id) { return CardTable::instance().find_id(id); }

std::string name(int card) { return CardTable::instance().cards()[static_cast<size_t>(card)].name; }

// What is said of drafts holds while there are any.
bool none_is(CardStatus status) {
  for (size_t i = 0; i < CardTable::instance().cards().size(); ++i)
    if (card_status(static_cast<int>(i)) == status) return false;
  return true;
}

Deck experimental_deck() { return coverage_decks("DM", 1, 1, true).front(); }

// The names of the deck's cards of a status, in the order of the deck.
std::vector<std::string> names_with(const Deck& deck, CardStatus status) {
  std::vector<std::string> names;
  for (const DeckCard& each : deck.cards)
    if (card_status(each.card) == status && std::ranges::find(names, name(each.card)) == names.end())
      names.push_back(name(each.card));
  return names;
}

// The deck with a card whose draft does not compile.
Deck with_drafted_card(Deck deck) {
  for (size_t i = 0; i < CardTable::instance().cards().size(); ++i)
    if (card_status(static_cast<int>(i)) == CardStatus::Drafted) deck.cards[0].card = static_cast<int>(i);
  return deck;
}

template <class Pool>
size_t common_length(const Pool& a, const Pool& b) {
  return static_cast<size_t>(
      std::ranges::mismatch(a, b, [](const auto& x, const auto& y) { return !memcmp(&x, &y, sizeof x); }).in1 - a.begin());
}

}  // namespace

TEST_CASE("drafts lie behind the playable cards, which stay as they are", "[cards]") {
  const Program &playable = Library::instance().program(), &all = Library::with_drafts().program();
  CHECK((all.code.size() > playable.code.size()) == !none_is(CardStatus::Experimental));
  CHECK(common_length(playable.code, all.code) == playable.code.size());
  CHECK(common_length(playable.exprs, all.exprs) == playable.exprs.size());
  REQUIRE(all.definitions.size() >= playable.definitions.size());
  for (size_t i = 0; i < playable.definitions.size(); ++i) {
    const Definition &before = playable.definitions[i], &after = all.definitions[i];
    if (!before.compiled) continue;
    CHECK(before.abilities == after.abilities);
    CHECK((before.kinds == after.kinds && before.history == after.history && before.stands == after.stands));
  }
}

TEST_CASE("every card is playable, experimental, drafted or left out, and a drafted one says why", "[cards]") {
  int playable = 0, experimental = 0, drafted = 0, left_out = 0;
  for (size_t i = 0; i < CardTable::instance().cards().size(); ++i) {
    const int each = static_cast<int>(i);
    const CardStatus status = card_status(each);
    playable += status == CardStatus::Playable;
    experimental += status == CardStatus::Experimental;
    drafted += status == CardStatus::Drafted;
    INFO(name(each));
    CHECK((status == CardStatus::LeftOut) == CardTable::instance().cards()[i].boss);
    if (status == CardStatus::LeftOut) {
      ++left_out;
      CHECK(Library::with_drafts().source_text(each).empty());
      continue;
    }
    CHECK(Library::instance().defined(each) == (status == CardStatus::Playable));
    CHECK(Library::with_drafts().problems(each).empty() == (status != CardStatus::Drafted));
    const std::string place = Library::with_drafts().source_place(each);
    CHECK(place.starts_with("engine/cards/drafts/") == (status != CardStatus::Playable));
    for (const lang::Diagnostic& problem : Library::with_drafts().problems(each)) {
      CHECK(place.starts_with(problem.file + ":"));
      CHECK(problem.at.line >= std::stoi(place.substr(place.find(':') + 1)));
    }
  }
  CHECK(playable >= 1449);
  CHECK(left_out == 27);
  CHECK(playable + experimental + drafted == 2683);
}

TEST_CASE("experimental cards play only when asked for", "[cards]") {
  if (none_is(CardStatus::Experimental)) return;
  const Deck deck = experimental_deck();
  const std::vector<std::string> names = names_with(deck, CardStatus::Experimental);
  REQUIRE(!names.empty());

  const MatchupResult unasked = make_matchup(deck, deck);
  CHECK(!unasked.matchup);
  CHECK(unasked.experimental_cards == names);
  CHECK(unasked.blank_cards.empty());

  const MatchupResult asked = make_matchup(deck, deck, {.rules = {}, .experimental = true});
  REQUIRE(asked.matchup);
  CHECK(asked.experimental_cards == names);
  CHECK(asked.matchup->printed(0).compiled);

  const MatchupResult blank = make_matchup(deck, deck, {.rules = {}, .allow_blank = true});
  REQUIRE(blank.matchup);
  CHECK(blank.blank_cards == names);
  CHECK(blank.experimental_cards.empty());
  CHECK(blank.matchup->program == &Library::instance().program());
}

TEST_CASE("a card whose draft does not compile is blank beside experimental ones", "[cards]") {
  if (none_is(CardStatus::Drafted)) return;
  const Deck deck = with_drafted_card(experimental_deck());
  const MatchupResult refused = make_matchup(deck, deck, {.rules = {}, .experimental = true});
  CHECK(!refused.matchup);
  CHECK(refused.blank_cards == names_with(deck, CardStatus::Drafted));
  const MatchupResult both = make_matchup(deck, deck, {.rules = {}, .allow_blank = true, .experimental = true});
  REQUIRE(both.matchup);
  CHECK(both.blank_cards.size() == 1);
  CHECK(both.experimental_cards == names_with(deck, CardStatus::Experimental));
  CHECK(!both.matchup->printed(0).compiled);
}

TEST_CASE("playable decks play by the playable cards alone, whatever is allowed", "[cards]") {
  const Deck& deck = test::playable_decks().front();
  const MatchupResult made = make_matchup(deck, deck, {.rules = {}, .experimental = true});
  REQUIRE(made.matchup);
  CHECK(made.experimental_cards.empty());
  CHECK(made.matchup->program == &Library::instance().program());
}

TEST_CASE("what the lasting effects of other cards look at does not concern a matchup", "[cards]") {
  Matchup m = test::matchup_of(0, 1);
  // A lasting effect that looks at a pool, written on a card.
  Program program = *m.program;
  program.exprs.push_back({ExprOp::PoolAmber});
  program.statics.push_back({.value = static_cast<ExprId>(program.exprs.size() - 1)});
  program.abilities.push_back({.kind = AbilityKind::Static, .static_rule = static_cast<uint16_t>(program.statics.size() - 1)});
  program.bodies.push_back({.abilities = {static_cast<uint16_t>(program.abilities.size() - 1)}});
  m.program = &program;

  program.abilities.back().card = static_cast<uint16_t>(card("ghostform"));
  finish_matchup(m);
  CHECK(!m.watches_pools);
  program.abilities.back().card = m.cards[0].definition;
  finish_matchup(m);
  CHECK(m.watches_pools);
}

TEST_CASE("positions of experimental cards are written, read and refused", "[cards]") {
  if (none_is(CardStatus::Experimental)) return;
  const Deck deck = experimental_deck();
  const Matchup m = *make_matchup(deck, deck, {.rules = {}, .experimental = true}).matchup;
  State s;
  test::play_random(
      m, s, 3, [](const State&, Action) {}, 60);
  std::vector<int> numbers;
  for (int i = 0; i < m.card_count; ++i) numbers.push_back(i);

  PositionGame from_line;
  CHECK(read_line(write_line(m, s), from_line).empty());
  CHECK(from_line.matchup.program == m.program);
  CHECK(hash_fields(m, from_line.state) == hash_fields(m, s));

  nlohmann::ordered_json json = write_position(m, s, numbers);
  CHECK(json["experimental"] == true);
  const LoadedPosition loaded = load_position(json);
  REQUIRE(loaded.game);
  CHECK(loaded.game->matchup.program == m.program);
  CHECK(hash_fields(m, loaded.game->state) == hash_fields(m, s));

  json.erase("experimental");
  const LoadedPosition refused = load_position(json);
  CHECK(!refused.game);
  REQUIRE(!refused.problems.empty());
  CHECK(refused.problems.front().message.find("`experimental`") != std::string::npos);
}
