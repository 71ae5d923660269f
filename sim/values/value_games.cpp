#include "sim/values/value_games.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "agents/agent_registry.h"
#include "engine/deck/generate.h"
#include "engine/make_matchup.h"
#include "sim/play/coverage_decks.h"
#include "sim/play/threads.h"

namespace archon {
namespace {

// Fisher and Yates.
void shuffle(std::span<uint32_t> numbers, SmallRng& rng) {
  for (size_t i = numbers.size(); i > 1; --i) std::swap(numbers[i - 1], numbers[rng.below(static_cast<uint32_t>(i))]);
}

}  // namespace

GameRecord play_value_game(const ValueSpec& spec, const Deck& first, const Deck& second, int64_t game, EventsOfGame* events) {
  const MatchupResult made = make_matchup(first, second, {.rules = spec.rules});
  const AgentResult a = make_agent(spec.agent), b = make_agent(spec.agent);
  std::optional<EventWatcher> watcher;
  if (events != nullptr) watcher.emplace(made.matchup.value());
  const GameRecord record = play_game(made.matchup.value(), {a.agent.get(), b.agent.get()},
                                      {.seed = spec.seed, .game = static_cast<uint64_t>(game), .first = 0}, nullptr, nullptr,
                                      nullptr, watcher ? &*watcher : nullptr);
  if (watcher) *events = {watcher->events_of(0, first.cards.size()), watcher->events_of(1, second.cards.size())};
  return record;
}

std::vector<Deck> value_decks(const ValueSpec& spec, int threads) {
  std::vector<Deck> decks(static_cast<size_t>(spec.decks));
  parallel_for(decks.size(), threads, [&](size_t i) {
    SmallRng rng{stream_seed(spec.seed, i + 1, Stream::Setup)};
    const std::string set(spec.set == kAllSets ? card_sets()[i % card_sets().size()].code : spec.set);
    decks[i] = generate_deck(set, "Generated " + set + " " + std::to_string(i + 1), rng);
  });
  return decks;
}

std::vector<PairedGame> draw_pairs(int decks, int64_t games, uint64_t seed) {
  SmallRng rng{stream_seed(seed, 0, Stream::Setup)};
  const size_t half = static_cast<size_t>(decks) / 2;
  std::vector<uint32_t> order(static_cast<size_t>(decks));
  std::iota(order.begin(), order.end(), 0u);
  std::vector<PairedGame> pairs;
  pairs.reserve(static_cast<size_t>(games));
  for (int64_t round = 0; std::ssize(pairs) < games; ++round) {
    const std::span firsts = std::span(order).first(half), seconds = std::span(order).subspan(half, half);
    if (round % 2 == 0) {
      shuffle(order, rng);
    } else {
      std::swap_ranges(firsts.begin(), firsts.end(), seconds.begin());
      shuffle(seconds, rng);
    }
    for (size_t i = 0; i < half && std::ssize(pairs) < games; ++i)
      pairs.push_back({.first = firsts[i], .second = seconds[i], .first_won = false});
  }
  return pairs;
}

namespace {

// What happened to the cards, deck by deck.
class DeckEvents {
 public:
  explicit DeckEvents(const std::vector<Deck>& decks) : different_(all_different(decks)), sums_(sizes()) {}

  void add(const PairedGame& game, const EventsOfGame& events) {
    sums_.add(game.first, game.first_won, different_[game.first].slots, events[0]);
    sums_.add(game.second, !game.first_won, different_[game.second].slots, events[1]);
  }

  std::vector<CardRecord> records() const {
    std::map<int, std::vector<CardEventSums::Place>> places;
    for (size_t deck = 0; deck < different_.size(); ++deck)
      for (size_t slot = 0; slot < different_[deck].cards.size(); ++slot)
        places[different_[deck].cards[slot]].push_back({deck, slot});
    std::vector<CardRecord> records;
    for (const auto& [card, of_card] : places) records.push_back(sums_.record(card, of_card, true));
    return records;
  }

 private:
  static std::vector<DifferentCards> all_different(const std::vector<Deck>& decks) {
    std::vector<DifferentCards> result;
    for (const Deck& deck : decks) result.push_back(different_cards(deck));
    return result;
  }
  std::vector<size_t> sizes() const {
    std::vector<size_t> result;
    for (const DifferentCards& each : different_) result.push_back(each.cards.size());
    return result;
  }

  const std::vector<DifferentCards> different_;
  CardEventSums sums_;
};

}  // namespace

ValueGames play_value_games(const ValueSpec& spec, std::vector<Deck> decks, int threads, const Progress& progress) {
  ValueGames result{.decks = std::move(decks), .games = {}, .counts = {}};
  result.games = draw_pairs(static_cast<int>(result.decks.size()), spec.games, spec.seed);
  constexpr size_t kGamesInHand = 2048;  // so many are played before they are counted
  std::optional<DeckEvents> deck_events;
  if (spec.events) deck_events.emplace(result.decks);
  size_t decided = 0;
  std::vector<GameRecord> records;
  std::vector<EventsOfGame> events(spec.events ? kGamesInHand : 0);
  for (size_t from = 0; from < result.games.size(); from += records.size()) {
    records.resize(std::min(kGamesInHand, result.games.size() - from));
    parallel_for(records.size(), threads, [&](size_t i) {
      const PairedGame& pair = result.games[from + i];
      records[i] = play_value_game(spec, result.decks[pair.first], result.decks[pair.second], static_cast<int64_t>(from + i),
                                   spec.events ? &events[i] : nullptr);
    });
    for (size_t i = 0; i < records.size(); ++i) {
      count(result.counts, static_cast<int64_t>(from + i), records[i]);
      PairedGame game = result.games[from + i];
      game.first_won = records[i].winner == 0;
      if (records[i].winner < 0) continue;
      if (deck_events) deck_events->add(game, events[i]);
      result.games[decided++] = game;
    }
    if (progress) progress(static_cast<int64_t>(from + records.size()), spec.games);
  }
  result.games.resize(decided);
  if (deck_events) result.events = deck_events->records();
  return result;
}

}  // namespace archon
