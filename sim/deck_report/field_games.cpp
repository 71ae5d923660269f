#include "sim/deck_report/field_games.h"

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "sim/play/batch_text.h"
#include "sim/results/counts.h"
#include "sim/stats/distributions.h"

namespace archon {
namespace {

// What is added up, and what stands in a ledger of it.
struct Sums {
  Sums(const FieldSpec& spec, size_t slots)
      : by_opponent(spec.own.field.size()), others(spec.others.size()), cards(std::vector<size_t>(2, slots)) {}

  MatchResult counts, other_counts;
  std::vector<std::array<Tally, 2>> by_opponent;  // by who went first
  std::vector<WinCount> others;
  StoryCounts story;
  CardEventSums cards;  // strata: who went first

  std::string text() const;
  bool add(const std::string& text, int64_t own_games, int64_t other_games);  // of a batch of so many; false: it can't be
  bool possible() const;
};

template <class Counts>
std::vector<int64_t> numbers_of(const std::vector<Counts>& list) {
  std::vector<int64_t> numbers;
  for (const Counts& each : list) std::ranges::copy(std::bit_cast<Numbers<Counts>>(each), std::back_inserter(numbers));
  return numbers;
}

template <class Counts>
bool add_numbers(std::vector<Counts>& list, const std::vector<int64_t>& numbers) {
  Numbers<Counts> part;
  if (numbers.size() != list.size() * part.size()) return false;
  for (size_t i = 0; i < list.size(); ++i) {
    std::ranges::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(i * part.size()), part.size(), part.begin());
    add_counts(list[i], std::bit_cast<Counts>(part));
  }
  return true;
}

std::string Sums::text() const {
  const nlohmann::json json = {
      {"counts", batch_text(counts)}, {"other_counts", batch_text(other_counts)}, {"by_opponent", numbers_of(by_opponent)},
      {"others", numbers_of(others)}, {"story", numbers_of(std::vector{story})},  {"cards", cards.numbers()}};
  return json.dump();
}

// Everything adds up to the same games.
bool Sums::possible() const {
  int64_t met = 0;
  for (const auto& by_first : by_opponent)
    for (const Tally& tally : by_first) {
      if (!archon::possible(tally)) return false;
      met += tally.games;
    }
  const bool fewer_wins = std::ranges::all_of(others, [](const WinCount& each) { return each.wins <= each.games; });
  return met == counts.total().games && story.games() <= met && fewer_wins;
}

bool Sums::add(const std::string& text, int64_t own_games, int64_t other_games) {
  try {
    const nlohmann::json json = parse_counts(text);
    const auto numbers = [&](const char* key) { return json.at(key).get<std::vector<int64_t>>(); };
    const auto more = parse_batch(json.at("counts").get<std::string>(), own_games);
    const auto other_more = parse_batch(json.at("other_counts").get<std::string>(), other_games);
    if (!more || !other_more) return false;
    archon::add(counts, *more);
    archon::add(other_counts, *other_more);
    std::vector<StoryCounts> stories{story};
    const bool good = add_numbers(by_opponent, numbers("by_opponent")) && add_numbers(others, numbers("others")) &&
                      add_numbers(stories, numbers("story")) && cards.add(json.at("cards").get<std::vector<uint32_t>>());
    story = stories.front();
    return good && possible();
  } catch (const std::exception&) {
    return false;
  }
}

// Game `number` of the series is the `index`-th of the deck or of the others: each kind comes as often as its share asks for.
// Up to 3,000,000,000 games their product fits into 64 bits.
struct Place {
  bool own;
  int64_t index;
};
int64_t own_before(const FieldSpec& spec, int64_t games) { return games * spec.own.games / spec.games(); }
Place place_of(const FieldSpec& spec, int64_t number) {
  const int64_t before = own_before(spec, number);
  return own_before(spec, number + 1) > before ? Place{true, before} : Place{false, number - before};
}

class FieldSeries final : public SeriesOf<GameStory> {
 public:
  explicit FieldSeries(const FieldSpec& spec)
      : spec_(spec),
        different_(different_cards(spec.own.deck)),
        matchups_(field_matchups(spec.own)),
        empty_(spec, different_.cards.size()),
        sum_(empty_),
        since_(empty_) {}

  std::string batch() override {
    std::string text = since_.text();
    sum_.add(text, since_.counts.total().games, since_.other_counts.total().games);
    since_ = empty_;
    return text;
  }
  bool restore(const LedgerBatch& batch) override {
    const int64_t own = own_before(spec_, batch.first + batch.games) - own_before(spec_, batch.first);
    return sum_.add(batch.data, own, batch.games - own);
  }

  FieldGames finish(SeriesEnd end) {
    batch();
    FieldGames games;
    games.counts = sum_.counts;
    games.other_counts = sum_.other_counts;
    games.others = sum_.others;
    games.story = sum_.story;
    games.end = std::move(end);
    for (const auto& by_first : sum_.by_opponent) games.by_opponent.emplace_back().by_first = by_first;
    for (size_t slot = 0; slot < different_.cards.size(); ++slot)
      games.cards.push_back(sum_.cards.record(different_.cards[slot], {{0, slot}, {1, slot}}, false));
    return games;
  }

 protected:
  GameStory play(int64_t number) const override {
    const Place place = place_of(spec_, number);
    return place.own ? play_own(place.index) : play_other(place.index);
  }

  void take(int64_t number, const GameStory& story) override {
    const Place place = place_of(spec_, number);
    place.own ? take_own(place.index, story) : take_other(place.index, story.record);
  }

 private:
  size_t opponent_of(int64_t game) const { return static_cast<size_t>(game) % matchups_.size(); }

  GameStory play_own(int64_t game) const {
    const AgentResult own = make_agent(spec_.own.agent), other = make_agent(spec_.own.agent);
    const Matchup& matchup = matchups_[opponent_of(game)];
    return watch_story(matchup, spec_.own.deck.cards.size(), [&](Watcher& watcher) {
      return play_game(matchup, {own.agent.get(), other.agent.get()}, field_game(spec_.own, game), nullptr, nullptr, nullptr,
                       &watcher);
    });
  }

  // The others take turns; each meets an opponent twice, going first and second.
  GameStory play_other(int64_t game) const {
    const auto others = std::ssize(spec_.others);
    const int64_t round = game / others;
    const Deck& deck = spec_.others[static_cast<size_t>(game % others)];
    const Deck& opponent = spec_.own.field[opponent_of(round / 2)];
    const MatchupResult made = make_matchup(deck, opponent, {.rules = spec_.own.rules});
    const AgentResult a = make_agent(spec_.own.agent), b = make_agent(spec_.own.agent);
    GameStory story{.record = {}, .turns = {}, .sides = {}, .cards = {}};
    story.record =
        play_game(made.matchup.value(), {a.agent.get(), b.agent.get()},
                  {.seed = spec_.own.seed, .game = static_cast<uint64_t>(game), .first = static_cast<int>(round & 1)});
    return story;
  }

  void take_own(int64_t game, const GameStory& story) {
    count(since_.counts, game, story.record);
    MatchResult one;
    count(one, game, story.record);
    for (size_t first = 0; first < 2; ++first) since_.by_opponent[opponent_of(game)][first].add(one.by_first[first]);
    since_.story.add(story);
    if (story.record.winner >= 0) since_.cards.add(story.record.first, story.record.winner == 0, different_.slots, story.cards);
  }

  void take_other(int64_t game, const GameRecord& record) {
    count(since_.other_counts, game, record);
    WinCount& other = since_.others[static_cast<size_t>(game % std::ssize(spec_.others))];
    other.games += record.winner >= 0;
    other.wins += record.winner == 0;
  }

  const FieldSpec& spec_;
  const DifferentCards different_;
  const std::vector<Matchup> matchups_;
  const Sums empty_;
  Sums sum_, since_;  // since_: what the ledger has not got yet
};

}  // namespace

int64_t whole_rounds(int64_t games, size_t players, size_t opponents) {
  const auto round = static_cast<int64_t>(2 * players * opponents);
  return (games + round - 1) / round * round;
}

FieldGames play_field(const FieldSpec& spec, const RunControl& control) {
  FieldSeries series(spec);
  SeriesEnd end = play_series(series, spec.games(), control);
  return series.finish(std::move(end));
}

Interval field_interval(const FieldGames& games, bool varies) {
  const Interval fixed = games.counts.interval();
  if (!varies) return fixed;
  double opponents = 0, sum = 0, squares = 0;
  for (const MatchCounts& each : games.by_opponent) {
    if (each.total().decided() == 0) continue;
    ++opponents;
    sum += each.win_rate();
    squares += each.win_rate() * each.win_rate();
  }
  if (opponents < 2) return {0, 1};
  const double rate = sum / opponents;
  const double variance = (squares - opponents * rate * rate) / (opponents - 1) / opponents;
  if (!(variance > 0) || rate <= 0 || rate >= 1) return fixed;
  const double wider = student_quantile(0.975, opponents - 1) / normal_quantile(0.975);
  const Interval interval = wilson_interval_of(rate, rate * (1 - rate) / variance / (wider * wider));
  return {std::min(interval.low, fixed.low), std::max(interval.high, fixed.high)};
}

std::optional<Percentile> field_percentile(const FieldGames& games) {
  const Tally total = games.counts.total();
  const auto played = std::ranges::count_if(games.others, [](const WinCount& each) { return each.games > 0; });
  if (played < kFewestOthers || total.decided() == 0) return {};
  return percentile_among({total.wins[0], total.decided()}, games.others);
}

std::optional<GoingFirst> going_first(const MatchCounts& counts) {
  const auto& [first, second] = counts.by_first;
  if (first.decided() == 0 || second.decided() == 0) return {};
  return GoingFirst{.first = mean(first.wins[0], first.decided()),
                    .second = mean(second.wins[0], second.decided()),
                    .difference = difference_interval(first.wins[0], first.decided(), second.wins[0], second.decided())};
}

}  // namespace archon
