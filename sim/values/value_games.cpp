#include "sim/values/value_games.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "agents/agent_registry.h"
#include "engine/core/random.h"
#include "engine/deck/generate.h"
#include "engine/make_matchup.h"
#include "sim/play/batch_text.h"
#include "sim/play/threads.h"
#include "sim/watch/coverage_decks.h"

namespace archon {

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
    const std::string set(spec.set == kAllSets ? unpooled_sets()[i % unpooled_sets().size()].code : spec.set);
    decks[i] = generate_deck(set, "Generated " + set + " " + std::to_string(i + 1), rng);
  });
  return decks;
}

PairDraw::PairDraw(int decks, uint64_t seed) : rng_{stream_seed(seed, 0, Stream::Setup)}, order_(static_cast<size_t>(decks)) {
  std::iota(order_.begin(), order_.end(), 0u);
}

PairedGame PairDraw::operator()(int64_t game) {
  const std::lock_guard lock(mutex_);
  while (first_ + std::ssize(pairs_) <= game) draw_round();
  return pairs_[static_cast<size_t>(game - first_)];
}

void PairDraw::forget(int64_t games) {
  const std::lock_guard lock(mutex_);
  for (; first_ < games && !pairs_.empty(); ++first_) pairs_.pop_front();
}

void PairDraw::draw_round() {
  const size_t half = order_.size() / 2;
  const std::span firsts = std::span(order_).first(half), seconds = std::span(order_).subspan(half, half);
  if (round_++ % 2 == 0) {
    shuffle(order_, rng_);
  } else {
    std::swap_ranges(firsts.begin(), firsts.end(), seconds.begin());
    shuffle(seconds, rng_);
  }
  for (size_t i = 0; i < half; ++i) pairs_.push_back({.first = firsts[i], .second = seconds[i], .first_won = false});
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

struct ValueGame {
  GameRecord record;
  EventsOfGame events;  // when they are asked for
};

class ValueSeries final : public SeriesOf<ValueGame> {
 public:
  ValueSeries(const ValueSpec& spec, std::vector<Deck> decks) : spec_(spec), pairs_(static_cast<int>(decks.size()), spec.seed) {
    out_.decks = std::move(decks);
    if (spec.events) events_.emplace(out_.decks);
  }

  std::string batch() override {
    nlohmann::ordered_json json = nlohmann::ordered_json::parse(batch_text(counts_));
    json["winners"] = std::exchange(winners_, {});
    counts_ = {};
    return json.dump();
  }
  bool restore(const LedgerBatch& batch) override {
    const std::optional<MatchResult> counts = parse_batch(batch.data, batch.games);
    if (!counts) return false;
    const nlohmann::json json = nlohmann::json::parse(batch.data);
    if (!json.contains("winners") || !json["winners"].is_string()) return false;
    const auto winners = json["winners"].get<std::string>();
    if (std::ssize(winners) != batch.games || winners.find_first_not_of("01-") != std::string::npos) return false;
    for (int64_t i = 0; i < batch.games; ++i) add_game(batch.first + i, winners[static_cast<size_t>(i)]);
    add(out_.counts, *counts);
    const Tally total = counts->total();
    return std::ranges::count(winners, '1') == total.wins[0] && std::ranges::count(winners, '0') == total.wins[1];
  }
  ValueGames take_result() {
    if (events_) out_.events = events_->records();
    return std::move(out_);
  }

 protected:
  ValueGame play(int64_t game) const override {
    const PairedGame pair = pairs_(game);
    ValueGame played;
    played.record =
        play_value_game(spec_, out_.decks[pair.first], out_.decks[pair.second], game, spec_.events ? &played.events : nullptr);
    return played;
  }
  void take(int64_t game, const ValueGame& played) override {
    const GameRecord& record = played.record;
    winners_ += record.winner < 0 ? '-' : record.winner == 0 ? '1' : '0';
    add_game(game, winners_.back());
    if (events_ && record.winner >= 0) events_->add(out_.games.back(), played.events);
    count(out_.counts, game, record);
    count(counts_, game, record);
  }

 private:
  void add_game(int64_t number, char winner) {
    PairedGame game = pairs_(number);
    game.first_won = winner == '1';
    if (winner != '-') out_.games.push_back(game);
    pairs_.forget(number + 1);
  }

  const ValueSpec& spec_;
  mutable PairDraw pairs_;
  ValueGames out_;
  std::optional<DeckEvents> events_;
  std::string winners_;  // since the last batch
  MatchResult counts_;   // likewise
};

}  // namespace

ValueGames play_value_games(const ValueSpec& spec, std::vector<Deck> decks, const RunControl& control) {
  ValueSeries series(spec, std::move(decks));
  SeriesEnd end = play_series(series, spec.games, control);
  ValueGames out = series.take_result();
  out.end = std::move(end);
  return out;
}

}  // namespace archon
