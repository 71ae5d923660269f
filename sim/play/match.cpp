#include "sim/play/match.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>

#include "agents/agent_registry.h"
#include "sim/play/threads.h"

namespace archon {

void Tally::add(const Tally& other) {
  games += other.games;
  undecided += other.undecided;
  faults += other.faults;
  for (size_t player = 0; player < 2; ++player) {
    wins[player] += other.wins[player];
    forfeits[player] += other.forfeits[player];
  }
}

Tally MatchCounts::total() const {
  Tally sum = by_first[0];
  sum.add(by_first[1]);
  return sum;
}

double MatchCounts::win_rate() const {
  const Tally sum = total();
  return sum.decided() ? mean(sum.wins[0], sum.decided()) : 0.5;
}

Interval MatchCounts::interval(double confidence) const {
  const Tally sum = total();
  return wilson_interval(sum.wins[0], sum.decided(), confidence);
}

double MatchCounts::first_player_win_rate() const {
  const int64_t decided = total().decided();
  return decided ? mean(by_first[0].wins[0] + by_first[1].wins[1], decided) : 0.5;
}

double MatchCounts::mean_turns() const { return mean(turns, total().games); }
double MatchCounts::mean_decisions() const { return mean(decisions, total().games); }

void count(MatchResult& result, int64_t game, const GameRecord& record) {
  Tally& tally = result.by_first[record.first];
  ++tally.games;
  if (record.winner >= 0) ++tally.wins[static_cast<size_t>(record.winner)];
  if (record.undecided()) {
    ++tally.undecided;
    if (result.undecided_games.size() < kMaxFaultGames) result.undecided_games.push_back(game);
  }
  if (record.fault()) {
    ++tally.faults;
    ++result.faults_by_bound[std::string(bound_name(record.bound))];
    if (result.fault_games.size() < kMaxFaultGames) result.fault_games.push_back(game);
  }
  if (record.forfeit != Forfeit::None) ++tally.forfeits[static_cast<size_t>(1 - record.winner)];
  for (size_t player = 0; player < 2; ++player) result.fallbacks[player] += record.fallbacks[player];
  result.turns += record.turns;
  result.decisions += record.decisions;
}

void add(MatchCounts& sum, const MatchCounts& more) {
  for (size_t first = 0; first < 2; ++first) sum.by_first[first].add(more.by_first[first]);
  for (size_t player = 0; player < 2; ++player) sum.fallbacks[player] += more.fallbacks[player];
  sum.turns += more.turns;
  sum.decisions += more.decisions;
}

void add(FaultsByBound& sum, const FaultsByBound& more) {
  for (const auto& [bound, faults] : more) sum[bound] += faults;
}

void add(MatchResult& sum, const MatchResult& more) {
  add(static_cast<MatchCounts&>(sum), more);
  add(sum.faults_by_bound, more.faults_by_bound);
  for (int64_t game : more.fault_games)
    if (sum.fault_games.size() < kMaxFaultGames) sum.fault_games.push_back(game);
  for (int64_t game : more.undecided_games)
    if (sum.undecided_games.size() < kMaxFaultGames) sum.undecided_games.push_back(game);
}

namespace {

// Passes the number of finished games on, a few times a second at most.
class Reporter {
 public:
  Reporter(const Progress& progress, int64_t total) : progress_(progress), total_(total) {}

  void finished_game() {
    const int64_t done = ++done_;
    if (!progress_ || (done & 15) != 0) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    const auto now = std::chrono::steady_clock::now();
    if (!lock || now - last_ < std::chrono::milliseconds(200)) return;
    last_ = now;
    progress_(done, total_);
  }

 private:
  const Progress& progress_;
  const int64_t total_;
  std::atomic<int64_t> done_{0};
  std::mutex mutex_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

constexpr int64_t kGamesInHand = 2048;  // so many are played before they are counted, in their order, and forgotten

GameRecord play_one(const MatchSpec& spec, int64_t game, GameUses* uses, std::vector<Action>* actions) {
  const AgentResult a = make_agent(spec.agents[0]), b = make_agent(spec.agents[1]);
  const GameSetup setup{.seed = spec.seed, .game = static_cast<uint64_t>(game), .first = static_cast<int>(game & 1)};
  return play_game(*spec.matchup, {a.agent.get(), b.agent.get()}, setup, nullptr, uses, actions);
}

// A game and what is kept of it until it is counted.
struct PlayedGame {
  size_t spec = 0;
  int64_t number = 0;
  GameRecord record;
  std::vector<GameUses> uses;  // one element when the spec asks for them
  std::vector<Action> actions;
};

void play(std::span<const MatchSpec> specs, PlayedGame& game) {
  const MatchSpec& spec = specs[game.spec];
  game.uses.assign(spec.count_uses ? 1 : 0, {});
  game.actions.clear();
  game.record =
      play_one(spec, game.number, spec.count_uses ? game.uses.data() : nullptr, spec.listener ? &game.actions : nullptr);
}

// The results of all specs, from their games in order.
class Counter {
 public:
  explicit Counter(std::span<const MatchSpec> specs) : specs_(specs), results_(specs.size()), fingerprints_(specs.size()) {
    for (size_t i = 0; i < specs.size(); ++i)
      if (specs[i].count_uses) results_[i].uses.emplace_back();
  }

  void add(const PlayedGame& game) {
    const GameRecord& record = game.record;
    MatchResult& result = results_[game.spec];
    count(result, game.number, record);
    fingerprints_[game.spec].add(static_cast<uint64_t>(record.result) << 40 | uint64_t{record.first} << 32 |
                                 uint64_t{record.turns} << 16 | record.decisions);
    for (const GameUses& uses : game.uses)
      for (size_t card = 0; card < uses.cards.size(); ++card) result.uses.front()[card].add(uses.cards[card]);
    if (const MatchSpec& spec = specs_[game.spec]; spec.listener) spec.listener(game.number, record, game.actions);
  }

  std::vector<MatchResult> take() {
    for (size_t i = 0; i < results_.size(); ++i) results_[i].fingerprint = fingerprints_[i].value;
    return std::move(results_);
  }

 private:
  std::span<const MatchSpec> specs_;
  std::vector<MatchResult> results_;
  std::vector<Fingerprint> fingerprints_;
};

}  // namespace

std::vector<MatchResult> play_matches(std::span<const MatchSpec> specs, int threads, const Progress& progress) {
  int64_t total = 0;
  for (const MatchSpec& spec : specs) total += spec.games;
  Reporter reporter(progress, total);
  Counter counter(specs);
  std::vector<PlayedGame> games;
  size_t spec = 0;
  int64_t next = 0;  // of its games
  for (int64_t from = 0; from < total; from += kGamesInHand) {
    games.resize(static_cast<size_t>(std::min(kGamesInHand, total - from)));
    for (PlayedGame& game : games) {
      for (; next == specs[spec].games; next = 0) ++spec;
      game.spec = spec;
      game.number = specs[spec].first_game + next++;
    }
    parallel_for(games.size(), threads, [&](size_t i) {
      play(specs, games[i]);
      reporter.finished_game();
    });
    for (const PlayedGame& game : games) counter.add(game);
  }
  if (progress) progress(total, total);
  return counter.take();
}

MatchResult play_match(const MatchSpec& spec, int threads, const Progress& progress) {
  return play_matches(std::span(&spec, 1), threads, progress).front();
}

}  // namespace archon
