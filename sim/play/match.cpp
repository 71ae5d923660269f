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

Tally MatchResult::total() const {
  Tally sum = by_first[0];
  sum.add(by_first[1]);
  return sum;
}

double MatchResult::win_rate() const {
  const Tally sum = total();
  return sum.decided() ? mean(sum.wins[0], sum.decided()) : 0.5;
}

Interval MatchResult::interval(double confidence) const {
  const Tally sum = total();
  return wilson_interval(sum.wins[0], sum.decided(), confidence);
}

double MatchResult::first_player_win_rate() const {
  const int64_t decided = total().decided();
  return decided ? mean(by_first[0].wins[0] + by_first[1].wins[1], decided) : 0.5;
}

double MatchResult::mean_turns() const { return mean(turns, total().games); }
double MatchResult::mean_decisions() const { return mean(decisions, total().games); }

void count(MatchResult& result, int64_t game, const GameRecord& record) {
  Tally& tally = result.by_first[record.first];
  ++tally.games;
  if (record.winner >= 0) ++tally.wins[static_cast<size_t>(record.winner)];
  if (record.undecided()) ++tally.undecided;
  if (record.fault()) {
    ++tally.faults;
    ++result.faults_by_bound[record.bound];
    if (result.fault_games.size() < kMaxFaultGames) result.fault_games.push_back(game);
  }
  if (record.forfeit != Forfeit::None) ++tally.forfeits[static_cast<size_t>(1 - record.winner)];
  for (size_t player = 0; player < 2; ++player) result.fallbacks[player] += record.fallbacks[player];
  result.turns += record.turns;
  result.decisions += record.decisions;
}

void add(MatchResult& sum, const MatchResult& more) {
  for (size_t first = 0; first < 2; ++first) sum.by_first[first].add(more.by_first[first]);
  for (size_t player = 0; player < 2; ++player) sum.fallbacks[player] += more.fallbacks[player];
  sum.turns += more.turns;
  sum.decisions += more.decisions;
  for (size_t bound = 0; bound < sum.faults_by_bound.size(); ++bound) sum.faults_by_bound[bound] += more.faults_by_bound[bound];
  for (int64_t game : more.fault_games)
    if (sum.fault_games.size() < kMaxFaultGames) sum.fault_games.push_back(game);
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

constexpr int64_t kListenedGames = 1024;  // so many games are kept with their actions until they are passed on

GameRecord play_one(const MatchSpec& spec, int64_t game, GameUses* uses, std::vector<Action>* actions) {
  const AgentResult a = make_agent(spec.agents[0]), b = make_agent(spec.agents[1]);
  const GameSetup setup{.seed = spec.seed, .game = static_cast<uint64_t>(game), .first = static_cast<int>(game & 1)};
  return play_game(*spec.matchup, {a.agent.get(), b.agent.get()}, setup, nullptr, uses, actions);
}

uint64_t fingerprint_of(std::span<const GameRecord> records) {
  Fingerprint fingerprint;
  for (const GameRecord& record : records) {
    fingerprint.add(static_cast<uint64_t>(record.result) << 40 | uint64_t{record.first} << 32 | uint64_t{record.turns} << 16 |
                    record.decisions);
  }
  return fingerprint.value;
}

std::vector<MatchResult> sum_up(std::span<const MatchSpec> specs, const std::vector<int64_t>& begin,
                                const std::vector<GameRecord>& records, const std::vector<GameUses>& uses) {
  std::vector<MatchResult> results(specs.size());
  for (size_t i = 0; i < specs.size(); ++i) {
    const auto games = std::span(records).subspan(static_cast<size_t>(begin[i]), static_cast<size_t>(specs[i].games));
    for (size_t k = 0; k < games.size(); ++k) count(results[i], specs[i].first_game + static_cast<int64_t>(k), games[k]);
    results[i].fingerprint = fingerprint_of(games);
    if (!specs[i].count_uses) continue;
    MatchUses& sum = results[i].uses.emplace_back();
    for (int64_t game = begin[i]; game < begin[i + 1]; ++game)
      for (size_t card = 0; card < sum.size(); ++card) sum[card].add(uses[static_cast<size_t>(game)].cards[card]);
  }
  return results;
}

}  // namespace

std::vector<MatchResult> play_matches(std::span<const MatchSpec> specs, int threads, const Progress& progress) {
  std::vector<int64_t> begin(specs.size() + 1, 0);  // of a spec in the list of all games
  for (size_t i = 0; i < specs.size(); ++i) begin[i + 1] = begin[i] + specs[i].games;
  const int64_t total = begin.back();
  std::vector<GameRecord> records(static_cast<size_t>(total));
  const bool count_uses = std::ranges::any_of(specs, &MatchSpec::count_uses);
  std::vector<GameUses> uses(count_uses ? static_cast<size_t>(total) : 0);
  Reporter reporter(progress, total);
  const auto spec_of = [&](int64_t i) { return static_cast<size_t>(std::ranges::upper_bound(begin, i) - begin.begin()) - 1; };
  const bool listened = std::ranges::any_of(specs, [](const MatchSpec& spec) { return static_cast<bool>(spec.listener); });
  const int64_t step = listened ? kListenedGames : std::max<int64_t>(1, total);
  std::vector<std::vector<Action>> actions(listened ? static_cast<size_t>(step) : 0);
  for (int64_t from = 0; from < total; from += step) {
    const int64_t to = std::min(total, from + step);
    for (auto& list : actions) list.clear();
    const auto play = [&](size_t offset) {
      const int64_t i = from + static_cast<int64_t>(offset);
      const size_t spec = spec_of(i);
      records[static_cast<size_t>(i)] =
          play_one(specs[spec], specs[spec].first_game + i - begin[spec],
                   specs[spec].count_uses ? &uses[static_cast<size_t>(i)] : nullptr, listened ? &actions[offset] : nullptr);
      reporter.finished_game();
    };
    parallel_for(static_cast<size_t>(to - from), threads, play);
    for (int64_t i = from; listened && i < to; ++i) {
      const MatchSpec& spec = specs[spec_of(i)];
      const int64_t game = spec.first_game + i - begin[spec_of(i)];
      if (spec.listener) spec.listener(game, records[static_cast<size_t>(i)], actions[static_cast<size_t>(i - from)]);
    }
  }
  if (progress) progress(total, total);
  return sum_up(specs, begin, records, uses);
}

MatchResult play_match(const MatchSpec& spec, int threads, const Progress& progress) {
  return play_matches(std::span(&spec, 1), threads, progress).front();
}

}  // namespace archon
