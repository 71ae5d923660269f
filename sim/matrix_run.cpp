#include "sim/matrix_run.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <limits>
#include <queue>
#include <tuple>

namespace archon {
namespace {

constexpr double kSecondsBetweenSaves = 1;

double half_width(const MatchResult& result) {
  const Interval interval = result.interval();
  return (interval.high - interval.low) / 2;
}

double squared_quantile() { return std::pow(normal_quantile(0.975), 2); }

// Decided games until the interval around this win rate is narrow enough, about.
double games_for(double precision, const MatchResult& result) {
  const Tally total = result.total();
  const double p = (static_cast<double>(total.wins[0]) + 1) / (static_cast<double>(total.decided()) + 2);
  return squared_quantile() * p * (1 - p) / (precision * precision);
}

// Games of one series; `result` and `next` grow.
struct Series {
  MatrixSeries series;
  const Matchup* matchup = nullptr;
  MatchResult* result = nullptr;
  int64_t goal = 0;  // games; 0: the goal of the run decides
  int64_t next = 0;  // number of the first game that is not played
};

struct Batch {
  Series* series = nullptr;
  int64_t first = 0, games = 0;
};

class Runner {
 public:
  Runner(const MatrixSpec& spec, Ledger* ledger, int threads, const Progress& progress, const std::function<bool()>& stop)
      : spec_(spec), ledger_(ledger), threads_(threads), progress_(progress), stop_(stop) {}

  std::string load(Series& series) const {
    std::string error;
    if (ledger_) error = read_series(*ledger_, series.series.key, *series.result);
    series.next = series.result->total().games;
    return error;
  }

  // Plays until every series has its goal: true. False when the run has to end before. `later`: games that will come after
  // these.
  bool play(std::vector<Series>& all, const std::function<double()>& later);

  int64_t played() const { return played_; }
  const std::string& error() const { return error_; }

 private:
  int64_t target(const Series& series) const;
  double expected(const Series& series) const;
  std::vector<Batch> choose(std::vector<Series>& all) const;
  size_t batches_in_hand() const;
  bool play(const std::vector<Batch>& batches, double after);
  bool out_of_time() const { return spec_.goal.seconds > 0 && seconds() >= spec_.goal.seconds; }
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

  const MatrixSpec& spec_;
  Ledger* const ledger_;
  const int threads_;
  const Progress& progress_;
  const std::function<bool()>& stop_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  int64_t played_ = 0;
  double batches_a_second_ = 0;
  std::string error_;
};

// The number of games at which the series will be looked at next; what it has already when it needs no more.
int64_t Runner::target(const Series& series) const {
  const MatrixGoal& goal = spec_.goal;
  if (series.goal > 0) return std::max(series.goal, series.next);
  if (goal.games > 0) return std::max(goal.games, series.next);
  if (goal.precision <= 0) return std::numeric_limits<int64_t>::max();
  const bool enough = half_width(*series.result) <= goal.precision || series.next >= precision_limit(goal.precision);
  return enough ? series.next : (series.next / kBatchGames + 1) * kBatchGames;
}

// About how many games the series will have in the end.
double Runner::expected(const Series& series) const {
  const int64_t next = target(series);
  if (series.goal > 0 || spec_.goal.precision <= 0 || next == series.next) return static_cast<double>(next);
  return std::max(static_cast<double>(next), games_for(spec_.goal.precision, *series.result));
}

size_t Runner::batches_in_hand() const {
  const int cores = threads_ > 0 ? threads_ : tbb::this_task_arena::max_concurrency();
  const double left = spec_.goal.seconds > 0 ? spec_.goal.seconds - seconds() : kSecondsBetweenSaves;
  const double many = batches_a_second_ * std::min(kSecondsBetweenSaves, left);
  return static_cast<size_t>(std::max({1.0, cores / 2.0, many}));
}

// The next batches: of the series with the fewest games, several of one series only when its stopping rule need not see them.
std::vector<Batch> Runner::choose(std::vector<Series>& all) const {
  using Entry = std::tuple<int64_t, size_t>;  // number of the next game, series
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::vector<int64_t> targets;
  for (size_t i = 0; i < all.size(); ++i) {
    targets.push_back(target(all[i]));
    if (targets[i] > all[i].next) queue.emplace(all[i].next, i);
  }
  const size_t most = batches_in_hand();
  std::vector<Batch> batches;
  while (!queue.empty() && batches.size() < most) {
    const auto [first, i] = queue.top();
    queue.pop();
    const int64_t end = std::min(targets[i], (first / kBatchGames + 1) * kBatchGames);
    batches.push_back({&all[i], first, end - first});
    if (end < targets[i]) queue.emplace(end, i);
  }
  return batches;
}

bool Runner::play(const std::vector<Batch>& batches, double after) {
  std::vector<MatchSpec> specs;
  for (const Batch& batch : batches) {
    specs.push_back({.matchup = batch.series->matchup,
                     .agents = {spec_.agent, spec_.agent},
                     .seed = batch.series->series.seed,
                     .games = batch.games,
                     .first_game = batch.first});
  }
  int64_t games = 0;
  for (const Batch& batch : batches) games += batch.games;
  // With a limit of time, the games that the present speed allows.
  double total = static_cast<double>(played_ + games) + after;
  if (spec_.goal.seconds > 0 && played_ > 0)
    total = std::min(total, static_cast<double>(played_) * std::max(1.0, spec_.goal.seconds / seconds()));
  const auto report = [&](int64_t done, int64_t) { progress_(played_ + done, static_cast<int64_t>(total)); };
  const double start = seconds();
  const std::vector<MatchResult> results = play_matches(specs, threads_, progress_ ? Progress(report) : Progress());
  batches_a_second_ = static_cast<double>(batches.size()) / std::max(1e-3, seconds() - start);
  if (ledger_) {
    std::vector<LedgerBatch> lines;
    for (size_t i = 0; i < batches.size(); ++i)
      lines.push_back({batches[i].series->series.key, batches[i].first, batches[i].games, batch_text(results[i])});
    error_ = ledger_->append(lines);
    if (!error_.empty()) return false;
  }
  for (size_t i = 0; i < batches.size(); ++i) {
    add(*batches[i].series->result, results[i]);
    batches[i].series->next += batches[i].games;
  }
  played_ += games;
  return true;
}

bool Runner::play(std::vector<Series>& all, const std::function<double()>& later) {
  while (true) {
    const std::vector<Batch> batches = choose(all);
    if (batches.empty()) return true;
    if (out_of_time() || (stop_ && stop_())) return false;
    double after = later();
    for (const Series& series : all) after += expected(series) - static_cast<double>(series.next);
    for (const Batch& batch : batches) after -= static_cast<double>(batch.games);
    if (!play(batches, std::max(0.0, after))) return false;
  }
}

std::vector<Matchup> all_matchups(std::span<const DeckFile> decks, const MatrixSpec& spec, const Matrix& matrix) {
  std::vector<Matchup> matchups;
  const auto deck = [&](int index) -> const Deck& { return decks[static_cast<size_t>(index)].deck; };
  for (const MatrixCell& cell : matrix.cells) {
    const MatchupResult made = make_matchup(deck(cell.a), deck(cell.b), spec.options);
    assert(made.matchup);
    matchups.push_back(*made.matchup);
  }
  return matchups;
}

std::string add_decks(std::span<const DeckFile> decks, Ledger& ledger) {
  std::vector<LedgerBatch> records;
  for (const DeckFile& deck : decks) {
    LedgerBatch record = deck_record(deck);
    if (ledger.batches(record.cell).empty()) records.push_back(std::move(record));
  }
  return records.empty() ? "" : ledger.append(records);
}

// One run: the games of the cells, then those with chains.
class Play {
 public:
  Play(const MatrixSpec& spec, std::vector<Matchup>& matchups, Runner& runner, MatrixRun& out)
      : spec_(spec), matchups_(matchups), runner_(runner), out_(out) {
    for (size_t i = static_cast<size_t>(spec.shard); i < matchups.size(); i += static_cast<size_t>(spec.shards))
      own_.push_back(i);
  }

  void all() {
    std::vector<Series> cells;
    for (size_t i : own_) {
      MatrixCell& cell = out_.matrix.cells[i];
      cells.push_back({.series = matrix_series(cell), .matchup = &matchups_[i], .result = &cell.result});
      if (!load(cells.back())) return;
    }
    const auto chain_games = [&] {
      double sum = 0;
      for (const Series& series : cells)
        sum += spec_.chains ? 0.5 * std::size(kChainLevels) * static_cast<double>(series.next) : 0;
      return sum;
    };
    if (!runner_.play(cells, chain_games)) return end(spec_.goal.games == 0 && spec_.goal.precision <= 0);
    for (const Series& series : cells)
      out_.imprecise += spec_.goal.games == 0 && half_width(*series.result) > spec_.goal.precision;
    end(!spec_.chains || play_chains());
  }

 private:
  bool load(Series& series) {
    out_.error = runner_.load(series);
    return out_.error.empty();
  }

  void end(bool complete) {
    out_.error = runner_.error();
    out_.complete = complete && out_.error.empty();
  }

  bool play_chains() {
    std::vector<Matchup> chained;
    std::vector<Series> levels;
    chained.reserve(own_.size() * std::size(kChainLevels));
    for (size_t i : own_) {
      MatrixCell& cell = out_.matrix.cells[i];
      const size_t stronger = cell.stronger();
      cell.levels.resize(std::size(kChainLevels));
      for (size_t level = 0; level < cell.levels.size(); ++level) {
        Matchup& matchup = chained.emplace_back(matchups_[i]);
        matchup.starting_chains[stronger] = kChainLevels[level];
        levels.push_back({.series = matrix_series(cell, stronger, kChainLevels[level]),
                          .matchup = &matchup,
                          .result = &cell.levels[level],
                          .goal = std::max<int64_t>(1, cell.result.total().games / 2)});
        if (!load(levels.back())) return false;
      }
    }
    const bool complete = runner_.play(levels, [] { return 0.0; });
    for (size_t i : own_) estimate_chains(out_.matrix.cells[i]);
    return complete;
  }

  const MatrixSpec& spec_;
  std::vector<Matchup>& matchups_;
  Runner& runner_;
  MatrixRun& out_;
  std::vector<size_t> own_;  // cells of this shard
};

}  // namespace

int64_t precision_limit(double precision) {
  const double games = squared_quantile() / (4 * precision * precision);
  return kBatchGames * static_cast<int64_t>(std::ceil(2 * games / kBatchGames));
}

std::vector<std::string> blank_cards(std::span<const DeckFile> decks) {
  std::vector<std::string> names;
  for (const DeckFile& each : decks) {
    for (std::string& name : make_matchup(each.deck, each.deck).blank_cards)
      if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

MatrixRun play_matrix(std::span<const DeckFile> decks, const MatrixSpec& spec, Ledger* ledger, int threads,
                      const Progress& progress, const std::function<bool()>& stop) {
  assert(spec.goal.games > 0 || spec.goal.precision > 0 || (spec.goal.seconds > 0 && !spec.chains));
  MatrixRun out;
  std::vector<Deck> list;
  for (const DeckFile& each : decks) list.push_back(each.deck);
  out.matrix = empty_matrix(list, spec.seed);
  std::vector<Matchup> matchups = all_matchups(decks, spec, out.matrix);
  if (ledger) out.error = add_decks(decks, *ledger);
  if (!out.error.empty()) return out;
  Runner runner(spec, ledger, threads, progress, stop);
  Play(spec, matchups, runner, out).all();
  out.played = runner.played();
  return out;
}

}  // namespace archon
