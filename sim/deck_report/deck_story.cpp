#include "sim/deck_report/deck_story.h"

#include <cmath>

#include "sim/stats/distributions.h"

namespace archon {
namespace {

int64_t& of(Amounts& amounts, Amount amount) { return amounts[static_cast<size_t>(amount)]; }

// Notes what pools, keys and the aember on cards do between two decisions.
class AmountWatcher final : public Watcher {
 public:
  explicit AmountWatcher(std::array<SideStory, 2>& sides) : sides_(sides) {}

  void decided(const State& state, const ActionList&, Action action) override {
    follow(state);
    if (state.choice.kind == ChoiceKind::Main) count(state.active, action.verb());
  }

  void ended(const State& state) override {
    follow(state);
    for (int player = 0; player < 2; ++player) {
      Amounts& amounts = sides_[static_cast<size_t>(player)].amounts;
      of(amounts, Amount::Pool) = state.players[player].amber;
      of(amounts, Amount::Hand) = state.count(Zone::Hand, player);
      of(amounts, Amount::Deck) = state.count(Zone::Deck, player);
      of(amounts, Amount::Discard) = state.count(Zone::Discard, player);
      of(amounts, Amount::Creatures) = state.count(Zone::Line, player);
    }
  }

 private:
  void count(int player, Verb verb) {
    Amounts& amounts = sides_[static_cast<size_t>(player)].amounts;
    if (verb == Verb::Reap) ++of(amounts, Amount::Reaped);
    if (verb == Verb::Fight) ++of(amounts, Amount::Fought);
    if (verb == Verb::Play) ++of(amounts, Amount::Played);
    if (verb == Verb::Discard) ++of(amounts, Amount::Discarded);
  }

  void follow(const State& state) {
    if (!begun_) note(state);
    for (size_t player = 0; player < 2; ++player) follow_pool(state, player);
    for (const CardId card : cards_in_play(state)) {
      const Card& now = state.cards[card];
      const int gained = now.amber - on_cards_[card];
      if (gained > 0) of(sides_[now.controller].amounts, Amount::OnCards) += gained;
    }
    note(state);
  }

  // What the next decision is compared with.
  void note(const State& state) {
    begun_ = true;
    for (size_t player = 0; player < 2; ++player) {
      pool_[player] = state.players[player].amber;
      keys_[player] = static_cast<size_t>(std::popcount(state.players[player].keys));
    }
    on_cards_ = {};
    for (const CardId card : cards_in_play(state)) on_cards_[card] = state.cards[card].amber;
  }

  void follow_pool(const State& state, size_t player) {
    SideStory& side = sides_[player];
    const Player& now = state.players[player];
    const auto keys = static_cast<size_t>(std::popcount(now.keys));
    const int change = now.amber - pool_[player];
    if (change > 0) of(side.amounts, Amount::Gained) += change;
    if (change < 0 && keys <= keys_[player]) of(side.amounts, Amount::Lost) -= change;
    for (size_t key = keys_[player]; key < std::min(keys, kKeys); ++key)
      if (side.forged[key] == 0) side.forged[key] = std::max<uint8_t>(1, now.turns);
  }

  std::array<SideStory, 2>& sides_;
  bool begun_ = false;
  std::array<int, 2> pool_{};
  std::array<size_t, 2> keys_{};
  std::array<uint16_t, kMaxCards> on_cards_{};
};

// Several that look on.
class Watchers final : public Watcher {
 public:
  explicit Watchers(std::vector<Watcher*> all) : all_(std::move(all)) {}
  void decided(const State& state, const ActionList& legal, Action action) override {
    for (Watcher* each : all_) each->decided(state, legal, action);
  }
  void ended(const State& state) override {
    for (Watcher* each : all_) each->ended(state);
  }

 private:
  std::vector<Watcher*> all_;
};

}  // namespace

GameStory watch_story(const Matchup& matchup, size_t deck_cards, const std::function<GameRecord(Watcher&)>& play) {
  GameStory story{.record = {}, .turns = {}, .sides = {}, .cards = {}};
  CourseWatcher course;
  AmountWatcher amounts(story.sides);
  EventWatcher events(matchup);
  Watchers all({&course, &amounts, &events});
  story.record = play(all);
  story.turns = std::move(course.turns);
  for (size_t card = 0; card < deck_cards; ++card) story.cards.push_back(events.events(static_cast<CardId>(card)));
  return story;
}

void PoolSums::add(int64_t number) {
  ++turns;
  sum += number;
  squares += number * number;
  amber.add(number);
}

Interval PoolSums::interval() const {
  const auto n = static_cast<double>(turns);
  if (turns < 2) return {mean(), mean()};
  const double variance = std::max(0.0, (static_cast<double>(squares) - n * mean() * mean()) / (n - 1));
  const double half = normal_quantile(0.975) * std::sqrt(variance / n);
  return {mean() - half, mean() + half};
}

void StoryCounts::add(const GameStory& story) {
  if (story.record.winner < 0) return;
  const auto winner = static_cast<size_t>(story.record.winner), loser = 1 - winner;
  std::array<int64_t, 2> turn{};  // of each side, from 0
  for (const TurnEnd& end : story.turns) {
    if (&end == &story.turns.back() && end.house == House::None) break;  // won in the forge step
    SideSums& side = sides[end.player];
    const int64_t number = turn[end.player]++;
    ++side.turns;
    if (number < kCourseTurns) side.amber[static_cast<size_t>(number)].add(end.amber);
    side.houses[static_cast<size_t>(end.house)].add(number);
  }
  OutcomeSums& outcome = outcomes[winner];
  ++outcome.games;
  outcome.turns.add(story.record.turns);
  for (size_t player = 0; player < 2; ++player) {
    const SideStory& side = story.sides[player];
    for (size_t key = 0; key < kKeys; ++key)
      if (side.forged[key] > 0) sides[player].forged[key].add(side.forged[key] - 1);
    std::ranges::transform(outcome.amounts[player], side.amounts, outcome.amounts[player].begin(), std::plus<>());
  }
  outcome.loser_keys.add(std::ranges::count_if(story.sides[loser].forged, [](uint8_t turn_of) { return turn_of > 0; }));
  const uint8_t last = story.sides[winner].forged[kKeys - 1];
  outcome.last_key.add(last > 0 ? last - 1 : static_cast<int64_t>(kTurnPlaces) - 1);
}

std::string_view amount_words(Amount amount) {
  constexpr std::array<std::string_view, kAmounts> kWords = {"reaps",
                                                             "fights",
                                                             "cards played",
                                                             "cards discarded",
                                                             "aember gained",
                                                             "aember lost to others",
                                                             "aember put on its cards",
                                                             "aember at the end",
                                                             "cards in hand at the end",
                                                             "cards in the deck at the end",
                                                             "cards in the discard pile at the end",
                                                             "creatures at the end"};
  return kWords[static_cast<size_t>(amount)];
}

// The mean of the keys of a game is the sum of the shares of its first, second and third key; that of their squares has them
// 1, 3 and 5 times.
MeanKeys StoryCounts::keys_by(size_t side, size_t turn) const {
  MeanKeys keys;
  double squares = 0;
  for (size_t key = 0; key < kKeys; ++key) {
    const double share = mean(forged_by(side, key, turn), games());
    keys.mean += share;
    squares += (2 * static_cast<double>(key) + 1) * share;
  }
  const double half =
      normal_quantile(0.975) * std::sqrt(std::max(0.0, squares - keys.mean * keys.mean) / static_cast<double>(games()));
  keys.interval = {std::max(0.0, keys.mean - half), keys.mean + half};
  return keys;
}

size_t StoryCounts::common_turns() const {
  size_t turns = 0;
  while (turns < kCourseTurns && 10 * sides[0].amber[turns].turns >= std::max<int64_t>(1, games())) ++turns;
  return turns;
}

std::vector<int64_t> StoryCounts::lengths() const {
  std::vector<int64_t> games_of;
  std::ranges::transform(outcomes[0].turns.counts, outcomes[1].turns.counts, std::back_inserter(games_of), std::plus<>());
  while (!games_of.empty() && games_of.back() == 0) games_of.pop_back();
  return games_of;
}

std::vector<std::pair<House, int64_t>> StoryCounts::houses_by_turns(const Deck& deck) const {
  std::vector<std::pair<House, int64_t>> houses;
  for (size_t number = 0; number <= kHouses; ++number) {
    const auto house = static_cast<House>(number);
    const int64_t turns = sides[0].houses[number].total();
    if (turns > 0 || std::ranges::count(deck.houses, house) > 0) houses.emplace_back(house, turns);
  }
  std::ranges::stable_sort(houses, std::greater<>(), &std::pair<House, int64_t>::second);
  return houses;
}

}  // namespace archon
