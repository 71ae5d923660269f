// What cards are worth in a deck: blanks change nothing else, a card in its own place is worth exactly nothing, and cards whose
// order every player knows come in that order.
#include "sim/values/deck_worth.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "agents/agent_registry.h"
#include "tests/shipped_decks.h"

using namespace archon;
using archon::test::shipped_deck;

namespace {

int card_named(std::string_view id) { return CardTable::instance().find_id(id); }

// A deck with these cards, those of each house filled up with the last of them.
Deck deck_of(const std::string& set, const std::array<House, 3>& houses,
             const std::array<std::vector<std::string_view>, 3>& ids) {
  Deck deck;
  deck.set = set;
  deck.houses = houses;
  for (size_t house = 0; house < 3; ++house)
    for (size_t i = 0; i < kCardsPerHouse; ++i) {
      DeckCard& each = deck.cards.emplace_back();
      each.card = card_named(ids[house][std::min(i, ids[house].size() - 1)]);
      each.house = houses[house];
    }
  return deck;
}

uint64_t fingerprint(const Matchup& m, const std::string& agent, uint64_t game) {
  const AgentResult a = make_agent(agent), b = make_agent(agent);
  Fingerprint fingerprint;
  play_game(m, {a.agent.get(), b.agent.get()}, {.seed = 7, .game = game, .first = 0}, &fingerprint);
  return fingerprint.value;
}

const CardWorth& worth_of(const DeckWorth& worth, std::string_view id) {
  return *std::ranges::find(worth.cards, card_named(id), &CardWorth::card);
}

// How often a card is played, and whether it is ever in play.
class Looker final : public Watcher {
 public:
  explicit Looker(CardId blank) : blank_(blank) {}
  void decided(const State& state, const ActionList&, Action action) override {
    played += action.card() == blank_ && action.verb() == Verb::Play;
    in_play |= (bit(state.cards[blank_].zone) & kInPlayZones) != 0;
  }
  void ended(const State&) override {}
  int played = 0;
  bool in_play = false;

 private:
  CardId blank_;
};

}  // namespace

TEST_CASE("blanks: a game without one is the same game, whoever plays") {
  const Matchup m = make_matchup(shipped_deck("guide-achea").deck, shipped_deck("miss-onyx-censorius").deck).matchup.value();
  for (const char* agent : {"random", "greedy", "heuristic", "fast"})
    CHECK(fingerprint(with_blanks(m, {}), agent, 1) == fingerprint(m, agent, 1));
}

TEST_CASE("blanks: one has the house of the card, no icon and no text; it is played and goes to the discard pile") {
  const Deck deck = shipped_deck("guide-achea").deck;
  const Matchup m = make_matchup(deck, shipped_deck("miss-onyx-censorius").deck).matchup.value();
  const auto place =
      static_cast<CardId>(std::ranges::find(deck.cards, card_named("valdr"), &DeckCard::card) - deck.cards.begin());
  const Matchup with = with_blanks(m, CardSet::of(place));
  CHECK(with.cards[place].houses == m.cards[place].houses);
  CHECK(with.cards[place].owner == 0);
  CHECK(with.cards[place].icon_count == 0);
  CHECK(with.printed(place).type == CardType::Action);
  CHECK(with.printed(place).abilities.empty());
  for (CardId other = 0; other < m.card_count; ++other)
    if (other != place) CHECK(with.cards[other].definition == m.cards[other].definition);
  int played = 0;
  for (uint64_t game = 0; game < 10; ++game) {
    Looker looker(place);
    const AgentResult a = make_agent("greedy"), b = make_agent("greedy");
    const GameRecord record = play_game(with, {a.agent.get(), b.agent.get()}, {.seed = 7, .game = game, .first = 0}, nullptr,
                                        nullptr, nullptr, &looker);
    CHECK(record.winner >= 0);
    CHECK_FALSE(looker.in_play);
    played += looker.played;
  }
  CHECK(played > 0);
}

// By chance alone nobody sees what a card says: one that steals for each Mars creature, where there is none, is a blank.
TEST_CASE("worth: a card that can do nothing in these games is worth exactly nothing") {
  using enum House;
  const Deck deck = deck_of("mixed", {Untamed, Shadows, Dis},
                            {{{"psychic-network", "snufflegator"}, {"bad-penny", "urchin"}, {"ember-imp", "dust-imp"}}});
  const DeckWorthSpec spec{.games = {.deck = deck, .field = {deck}, .agent = "random", .seed = 2, .games = 40, .rules = {}}};
  const DeckWorth worth = play_deck_worth(spec);
  const CardWorth& idle = worth_of(worth, "psychic-network");
  CHECK(idle.copies == 1);
  CHECK(idle.over_blank.value == 0);
  CHECK(idle.over_blank.interval.low < 0);
  CHECK(idle.over_blank.interval.high > 0);
  CHECK(worth_of(worth, "dust-imp").copies == 11);
  CHECK(worth_of(worth, "snufflegator").over_blank.value != 0);
  CHECK(worth.counts.total().games == 40);
  CHECK(worth.replaced.total().games == 40 * (2 * 6 + 1));
}

TEST_CASE("worth: the same for any number of threads; sums over copies; an average for every card of a real deck", "[slow]") {
  DeckWorthSpec spec{
      .games = {.deck = shipped_deck("guide-achea").deck,
                .field = {shipped_deck("miss-onyx-censorius").deck, shipped_deck("titanfang-tower-fighter").deck},
                .agent = "random",
                .seed = 2,
                .games = 4,
                .rules = {}}};
  spec.pairs = true;
  const DeckWorth one = play_deck_worth(spec, 1), two = play_deck_worth(spec, 2);
  REQUIRE(one.cards.size() == two.cards.size());
  double sum = 0;
  int copies = 0;
  for (size_t i = 0; i < one.cards.size(); ++i) {
    CHECK(one.cards[i].over_blank.value == two.cards[i].over_blank.value);
    REQUIRE(one.cards[i].over_average);
    CHECK(one.cards[i].over_average->value == two.cards[i].over_average->value);
    sum += one.cards[i].copies * one.cards[i].over_blank.value;
    copies += one.cards[i].copies;
  }
  CHECK(copies == kDeckCards);
  CHECK(one.sum_over_blank.value == Approx(sum));
  CHECK(one.sum_less_deck.value == Approx(one.sum_over_average.value - one.deck_over_average.value));
  CHECK(one.pairs_tested == one.cards.size() * (one.cards.size() - 1) / 2);
}

// Among creatures of its own side, one that has nothing but 1 power is better than a card that does nothing, for it reaps;
// destroying every creature is better still in a deck with 12 of them against decks with many.
TEST_CASE("worth: nothing, a creature with 1 power, a board wipe: in this order", "[slow]") {
  using enum House;
  DeckWorthSpec spec{
      .games = {
          .deck = deck_of("mixed", {Untamed, Shadows, Dis},
                          {{{"gloriana-s-attendant", "snufflegator"}, {"hidden-stash"}, {"unlocked-gateway", "mind-barb"}}}),
          .field = {shipped_deck("guide-achea").deck, shipped_deck("titanfang-tower-fighter").deck},
          .agent = "greedy",
          .seed = 5,
          .games = 2000,
          .rules = {}}};
  const DeckWorth worth = play_deck_worth(spec);
  const Worth& creature = worth_of(worth, "gloriana-s-attendant").over_blank;
  const Worth& wipe = worth_of(worth, "unlocked-gateway").over_blank;
  INFO("win rate " << worth.counts.win_rate() << ", creature " << creature.value << ", wipe " << wipe.value << " +- "
                   << wipe.error);
  CHECK(creature.interval.low > 0);
  CHECK(wipe.interval.low > creature.interval.high);
  CHECK(creature.saving > 1.5);
}

// What is known is the worth in many games; intervals of short runs with other seeds are to cover it.
TEST_CASE("worth: intervals cover what many games say", "[slow]") {
  using enum House;
  const Deck deck = deck_of("mixed", {Untamed, Shadows, Dis},
                            {{{"dust-pixie", "snufflegator"}, {"bad-penny", "urchin"}, {"hand-of-dis", "dust-imp"}}});
  DeckWorthSpec spec{.games = {.deck = deck,
                               .field = {shipped_deck("guide-achea").deck},
                               .agent = "random",
                               .seed = 1,
                               .games = 12'000,
                               .rules = {}}};
  const DeckWorth truth = play_deck_worth(spec);
  int covered = 0, all = 0, sums = 0;
  constexpr int kRuns = 60;
  spec.games.games = 100;
  for (int run = 0; run < kRuns; ++run) {
    spec.games.seed = static_cast<uint64_t>(run) + 2;
    const DeckWorth worth = play_deck_worth(spec);
    const auto covers = [](const Worth& of, const Worth& known) {
      return of.interval.low <= known.value && known.value <= of.interval.high;
    };
    for (size_t i = 0; i < worth.cards.size(); ++i) {
      covered += covers(worth.cards[i].over_blank, truth.cards[i].over_blank);
      covered += covers(*worth.cards[i].over_average, *truth.cards[i].over_average);
      all += 2;
    }
    sums += covers(worth.sum_over_average, truth.sum_over_average);
  }
  INFO(covered << " of " << all << ", sums " << sums);
  CHECK(covered > 0.92 * all);
  CHECK(sums > 0.88 * kRuns);
}
