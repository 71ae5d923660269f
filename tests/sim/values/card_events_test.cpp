// What happens to cards: sums by hand, known effects found again however unequal the decks, games looked at from outside.
#include <catch2/catch.hpp>
#include <cmath>

#include "agents/agent_registry.h"
#include "sim/stats/distributions.h"
#include "sim/values/deck_games.h"
#include "sim/values/value_games.h"
#include "tests/approx.h"
#include "tests/shipped_decks.h"

using namespace archon;
using archon::test::shipped_deck;

namespace {

constexpr CardEventMask kOpening = bit(CardEvent::Opening) | bit(CardEvent::Seen), kUnseen = bit(CardEvent::Unseen);

}  // namespace

TEST_CASE("card events: rates and differences by hand, copies in one game hang together") {
  CardEventSums sums({2});
  const std::vector<int> slots = {0, 1, 0};  // two copies of a card and another card between them
  sums.add(0, true, slots, {kOpening, kUnseen, kOpening});
  sums.add(0, true, slots, {kOpening, kUnseen, kUnseen});
  sums.add(0, false, slots, {kOpening, kUnseen, kUnseen});
  sums.add(0, false, slots, {kUnseen, kUnseen, kUnseen});
  const CardRecord record = sums.record(7, {{0, 0}}, false);
  CHECK(record.card == 7);
  const EventRate& opening = record[CardEvent::Opening];
  CHECK(opening.copies == 4);
  CHECK(opening.wins == 3);
  CHECK(opening.rate == near(75, 1e-9));
  // 4 copies in games with 2, 1 and 1 of them are 4^2 / (2^2 + 1 + 1) independent ones.
  const Interval interval = wilson_interval_of(0.75, 16 / 6.);
  CHECK(opening.interval.low == near(100 * interval.low, 1e-9));
  CHECK(opening.interval.high == near(100 * interval.high, 1e-9));
  // (3/4 - 1/2) x 4/3: the deck won 2 of 4.
  CHECK(opening.difference == near(100 / 3., 1e-9));
  // Variance of a result 1/3; copies 2, 1, 1, 0 spread by 2; scale 4/3; 4 copies.
  CHECK(opening.error == near(100 * 4 / 3. * std::sqrt(2 / 3.) / 4, 1e-9));
  CHECK(record.improvement == near(100 * (3 - 4 * 2 / 4.) / 2, 1e-9));
  CHECK(record.improvement_error == near(100 * std::sqrt(2 / 3.) / 2, 1e-9));
  CHECK(opening.compared);
  CHECK(record.compared);
  // In no game was the other card seen: there is nothing to compare.
  const CardRecord other = sums.record(8, {{0, 1}}, false);
  CHECK(other[CardEvent::Opening].copies == 0);
  CHECK(other[CardEvent::Opening].error == 0);
  CHECK(other[CardEvent::Unseen].copies == 4);
  CHECK(other[CardEvent::Unseen].difference == near(0, 1e-9));
  CHECK(other.improvement_error == 0);
  CHECK_FALSE(other[CardEvent::Opening].compared);
  CHECK_FALSE(other[CardEvent::Unseen].compared);
  CHECK_FALSE(other.compared);
}

TEST_CASE("card events: sums that were written are added, others refused") {
  CardEventSums sums({2}), twice({2});
  sums.add(0, true, {0, 1}, {kOpening, kUnseen});
  std::vector<uint32_t> numbers = sums.numbers();
  CHECK(twice.add(numbers));
  CHECK(twice.numbers() == numbers);
  numbers.push_back(0);
  CHECK_FALSE(twice.add(numbers));
  numbers.resize(numbers.size() - 2);
  CHECK_FALSE(twice.add(numbers));
  CHECK(twice.numbers() == sums.numbers());
}

// Decks that have more copies are stronger, and so is the deck that is more often in the sums: neither may be taken for an
// effect of seeing the card.
TEST_CASE("card events: a known effect is found and its interval covers, however unequal the decks", "[slow]") {
  constexpr int kTrials = 400, kDecks = 60, kGames = 10;
  for (const double effect : {0.0, 0.8}) {
    SmallRng rng{17};
    int covered = 0, improved = 0, in_rate = 0;
    double expected_improvement = 0, mean = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      CardEventSums sums(std::vector<size_t>(kDecks, 1));
      std::vector<CardEventSums::Place> places;
      double seen_rate = 0, own_rate = 0, all_seen = 0;  // in the long run
      for (size_t deck = 0; deck < kDecks; ++deck) {
        const bool two = deck % 3 == 0;
        const double strength = (two ? 1.0 : -0.5) + rng.uniform() - 0.5;
        places.push_back({deck, 0});
        const double both = logistic(strength + 2 * effect), one = logistic(strength + effect), none = logistic(strength);
        const double copies = two ? 2 : 1;
        const double rate = two ? (both + 2 * one + none) / 4 : (one + none) / 2;
        all_seen += copies / 2;
        seen_rate += two ? (2 * both + 2 * one) / 4 : one / 2;
        own_rate += rate * copies / 2;
        for (int game = 0; game < kGames; ++game) {
          std::vector<CardEventMask> events;
          int seen = 0;
          for (int copy = 0; copy < (two ? 2 : 1); ++copy) {
            events.push_back(rng.below(2) == 1 ? kOpening : kUnseen);
            seen += events.back() == kOpening;
          }
          sums.add(deck, rng.uniform() < logistic(strength + effect * seen), std::vector<int>(events.size(), 0), events);
        }
      }
      const CardRecord record = sums.record(0, places, true);
      const EventRate& opening = record[CardEvent::Opening];
      const double difference = 100 * (seen_rate - own_rate) / all_seen;
      covered += std::abs(opening.difference - difference) < 1.96 * opening.error;
      in_rate += opening.interval.low <= 100 * seen_rate / all_seen && 100 * seen_rate / all_seen <= opening.interval.high;
      mean += (opening.difference - difference) / kTrials;
      improved += std::abs(record.improvement) > 1.96 * record.improvement_error;
      expected_improvement += record.improvement / kTrials;
    }
    INFO("effect " << effect);
    CHECK(mean == near(0, 0.25));  // an estimate alone has an error of 1.4
    CHECK(covered > 0.92 * kTrials);
    CHECK(covered < 0.98 * kTrials);
    CHECK(in_rate > 0.92 * kTrials);
    if (effect == 0) {
      CHECK(improved < 0.08 * kTrials);
      CHECK(expected_improvement == near(0, 0.4));
    } else {
      CHECK(improved > 0.95 * kTrials);
    }
  }
}

namespace {

// What a game says of the hands without EventWatcher.
class Opening final : public Watcher {
 public:
  void decided(const State& state, const ActionList&, Action action) override {
    if (state.step != Step::Setup && hands[0].empty())
      for (int player = 0; player < 2; ++player)
        for (int i = 0; i < state.count(Zone::Hand, player); ++i) hands[player].add(state.at(Zone::Hand, player, i));
    if (state.choice.kind == ChoiceKind::Main && action.verb() == Verb::Play) played.add(action.card());
    if (state.choice.kind == ChoiceKind::Main && action.verb() == Verb::Discard) discarded.add(action.card());
  }
  void ended(const State& state) override {
    for (int player = 0; player < 2; ++player)
      for (int i = 0; i < state.count(Zone::Deck, player); ++i) left.add(state.at(Zone::Deck, player, i));
  }
  CardSet hands[2], played, discarded, left;
};

}  // namespace

TEST_CASE("card events: what is seen of a game is what happened in it") {
  const Matchup m =
      make_matchup(shipped_deck("radiant-argus-the-supreme").deck, shipped_deck("miss-onyx-censorius").deck).matchup.value();
  for (uint64_t game = 0; game < 20; ++game) {
    EventWatcher watcher(m);
    Opening opening;
    const GameSetup setup{.seed = 4, .game = game, .first = static_cast<int>(game & 1)};
    for (Watcher* each : {static_cast<Watcher*>(&watcher), static_cast<Watcher*>(&opening)}) {
      const AgentResult a = make_agent("greedy"), b = make_agent("greedy");
      play_game(m, {a.agent.get(), b.agent.get()}, setup, nullptr, nullptr, nullptr, each);
    }
    CHECK(opening.hands[0].size() + opening.hands[1].size() >= 11);
    for (CardId card = 0; card < m.card_count; ++card) {
      const CardEventMask events = watcher.events(card);
      const auto has = [&](CardEvent event) { return (events & bit(event)) != 0; };
      CHECK(has(CardEvent::Opening) == opening.hands[m.cards[card].owner].has(card));
      CHECK(has(CardEvent::Seen) != has(CardEvent::Unseen));
      CHECK_FALSE((has(CardEvent::Opening) && has(CardEvent::Drawn)));
      if (has(CardEvent::Opening) || has(CardEvent::Drawn) || has(CardEvent::Played)) CHECK(has(CardEvent::Seen));
      if (opening.played.has(card)) CHECK(has(CardEvent::Played));
      CHECK(has(CardEvent::Discarded) == opening.discarded.has(card));
      if (has(CardEvent::Held)) CHECK(has(CardEvent::Seen));
    }
  }
}

TEST_CASE("games against a field: equally many with each opponent and first player, the same for any number of threads") {
  DeckGamesSpec spec{.deck = shipped_deck("radiant-argus-the-supreme").deck,
                     .field = {shipped_deck("miss-onyx-censorius").deck, shipped_deck("guide-achea").deck},
                     .agent = "random",
                     .seed = 3,
                     .games = 80,
                     .rules = {}};
  const DeckGames one = play_deck_games(spec, 1), two = play_deck_games(spec, 2);
  CHECK(one.counts.total().games == 80);
  REQUIRE(one.by_opponent.size() == 2);
  for (const MatchCounts& each : one.by_opponent)
    for (const Tally& tally : each.by_first) CHECK(tally.games == 20);
  CHECK(one.by_opponent[1].win_rate() == two.by_opponent[1].win_rate());
  REQUIRE(one.cards.size() == different_cards(spec.deck).cards.size());
  int64_t opening = 0, all = 0;
  for (size_t i = 0; i < one.cards.size(); ++i) {
    for (size_t event = 0; event < kCardEvents; ++event) {
      CHECK(one.cards[i].events[event].wins == two.cards[i].events[event].wins);
      CHECK(one.cards[i].events[event].difference == two.cards[i].events[event].difference);
    }
    opening += one.cards[i][CardEvent::Opening].copies;
    all += one.cards[i][CardEvent::Seen].copies + one.cards[i][CardEvent::Unseen].copies;
  }
  CHECK(all == 36 * one.counts.total().decided());
  // 7 cards for who goes first and 6 for the other one; fewer after a mulligan.
  CHECK(opening <= 80 * 13 / 2);
  CHECK(opening >= 80 * 11 / 2);
}

TEST_CASE("games between generated decks: events of both players, for any number of threads; looking on changes nothing") {
  ValueSpec spec{.set = "CotA", .decks = 20, .games = 60, .agent = "random", .seed = 5, .rules = {}, .events = true};
  const ValueGames one = play_value_games(spec, value_decks(spec, 1), 1), two = play_value_games(spec, value_decks(spec, 2), 2);
  spec.events = false;
  const ValueGames plain = play_value_games(spec, value_decks(spec, 1), 1);
  CHECK(plain.events.empty());
  CHECK(plain.counts.total().wins == one.counts.total().wins);
  REQUIRE(one.events.size() == two.events.size());
  int64_t copies = 0, wins = 0;
  for (size_t i = 0; i < one.events.size(); ++i) {
    CHECK(one.events[i].improvement == two.events[i].improvement);
    for (const CardEvent event : {CardEvent::Seen, CardEvent::Unseen}) {
      copies += one.events[i][event].copies;
      wins += one.events[i][event].wins;
    }
  }
  CHECK(copies == 2 * 36 * one.counts.total().decided());
  CHECK(wins == 36 * one.counts.total().decided());
}
