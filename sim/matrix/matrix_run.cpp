#include "sim/matrix/matrix_run.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <deque>
#include <limits>
#include <queue>
#include <tuple>

#include "sim/chains/chain_games.h"
#include "sim/play/batch_player.h"
#include "sim/play/threads.h"

namespace archon {
namespace {

double half_width(const MatchResult& result) {
  const Interval interval = result.interval();
  return (interval.high - interval.low) / 2;
}

double squared_quantile() { return std::pow(normal_quantile(0.975), 2); }

// The goal as it applies to the plain games of one cell.
class CellGoal {
 public:
  explicit CellGoal(const MatrixGoal& goal) : goal_(goal) {}

  // The number of games at which the cell will be looked at next; what it has already when it needs no more.
  int64_t next_look(const MatchResult& result) const {
    const int64_t games = result.total().games;
    if (goal_.games > 0) return std::max(goal_.games, games);
    if (goal_.precision <= 0) return std::numeric_limits<int64_t>::max();
    const bool enough = !imprecise(result) || games >= precision_limit(goal_.precision);
    return enough ? games : (games / kBatchGames + 1) * kBatchGames;
  }

  bool imprecise(const MatchResult& result) const { return goal_.precision > 0 && half_width(result) > goal_.precision; }

  // About how many games are missing.
  double missing(const MatchResult& result) const {
    const Tally total = result.total();
    const int64_t look = next_look(result);
    const auto games = static_cast<double>(total.games);
    if (goal_.precision <= 0 || look == total.games) return static_cast<double>(look) - games;
    const double p = (static_cast<double>(total.wins[0]) + 1) / (static_cast<double>(total.decided()) + 2);
    return std::max(static_cast<double>(look), squared_quantile() * p * (1 - p) / std::pow(goal_.precision, 2)) - games;
  }

 private:
  const MatrixGoal& goal_;
};

// Indices by a number of games, the least first.
using Entry = std::tuple<int64_t, size_t>;
using LeastFirst = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;

// The plain games of the shard's cells.
class PlainGames {
 public:
  PlainGames(const MatrixSpec& spec, std::span<const Matchup> matchups, std::span<MatrixCell* const> cells)
      : goal_(spec.goal), matchups_(matchups), cells_(cells) {}

  bool play(BatchPlayer& player, double later_a_cell) const {
    while (true) {
      const auto [owners, batches] = choose(player.games_in_hand());
      if (batches.empty()) return true;
      if (player.over()) return false;
      double after = later_a_cell * static_cast<double>(cells_.size());
      for (const MatrixCell* cell : cells_) after += goal_.missing(cell->result);
      for (const GameBatch& batch : batches) after -= static_cast<double>(batch.games);
      const std::vector<MatchResult> results = player.play(batches, after);
      for (size_t i = 0; i < results.size(); ++i) add(cells_[owners[i]]->result, results[i]);
    }
  }

 private:
  struct Choice {
    std::vector<size_t> owners;  // of each batch
    std::vector<GameBatch> batches;
  };

  // The next batches: of the cells with the fewest games, several of one cell only when its goal need not see them.
  Choice choose(int64_t most) const {
    LeastFirst queue;
    std::vector<int64_t> looks;
    for (size_t i = 0; i < cells_.size(); ++i) {
      looks.push_back(goal_.next_look(cells_[i]->result));
      const int64_t games = cells_[i]->result.total().games;
      if (looks[i] > games) queue.emplace(games, i);
    }
    Choice choice;
    for (int64_t games = 0; !queue.empty() && games < most;) {
      const auto [first, i] = queue.top();
      queue.pop();
      const int64_t end = std::min(looks[i], (first / kBatchGames + 1) * kBatchGames);
      choice.batches.push_back({ledger_cell(*cells_[i]), &matchups_[i], cells_[i]->seed, first, end - first});
      choice.owners.push_back(i);
      games += end - first;
      if (end < looks[i]) queue.emplace(end, i);
    }
    return choice;
  }

  const CellGoal goal_;
  const std::span<const Matchup> matchups_;
  const std::span<MatrixCell* const> cells_;
};

// The searches for handicaps. All games of a step of a search are saved at once, so that a run that goes on sees whole steps.
class ChainedGames {
 public:
  ChainedGames(const ChainGoal& goal, std::span<const Matchup> matchups, std::span<MatrixCell* const> cells, int threads)
      : goal_(goal), matchups_(matchups), cells_(cells), threads_(threads) {
    for (MatrixCell* cell : cells) {
      const int64_t plain = cell->result.total().games;
      searches_.emplace_back(HandicapSpec{.width = goal.width, .games = plain + goal.games, .seed = cell->seed});
    }
    parallel_for(searches_.size(), threads_, [this](size_t i) { begin(i); });
  }

  bool play(BatchPlayer& player) {
    while (true) {
      const std::vector<Step> steps = choose(player.games_in_hand());
      if (steps.empty()) return true;
      if (player.over()) return false;
      std::deque<Matchup> chained;  // the batches point to them
      std::vector<GameBatch> games;
      for (const Step& step : steps) {
        const MatrixCell& cell = *cells_[step.search];
        for (const HandicapBatch& batch : step.batches) {
          chained.push_back(with_handicap(matchups_[step.search], batch.handicap));
          games.push_back({ledger_cell(cell, batch.handicap), &chained.back(), cell.chained_seed(),
                           batch.first_game - cell.result.total().games, batch.games});
        }
      }
      const std::vector<MatchResult> results = player.play(games, missing());
      if (!results.empty()) take(steps, results);
    }
  }

  // Searches that ended without a narrow interval.
  int64_t wide() const {
    return std::ranges::count_if(cells_, [this](const MatrixCell* cell) {
      if (!cell->handicap) return true;
      const Interval interval = cell->handicap->interval;
      return interval.high - interval.low > goal_.width && interval.low < kMaxHandicap && interval.high > -kMaxHandicap;
    });
  }

  // About how many games a search takes: 15.4 / (slope half-width)^2 at a slope of 0.1 a chain.
  static double expected_games(const ChainGoal& goal) {
    return std::min(static_cast<double>(goal.games), 15.4 / std::pow(0.1 * goal.width / 2, 2));
  }

 private:
  struct Step {
    size_t search = 0;
    std::vector<HandicapBatch> batches;
  };

  // Shows the search the games that the cell has already.
  void begin(size_t i) {
    const MatrixCell& cell = *cells_[i];
    std::vector<HandicapBatch> batches{{.handicap = 0, .first_game = 0, .games = cell.result.total().games}};
    std::vector<ByFirst> results{cell.result.by_first};
    for (const auto& [handicap, result] : cell.chained) {
      batches.push_back({.handicap = handicap, .first_game = 0, .games = result.total().games});
      results.push_back(result.by_first);
    }
    searches_[i].add(batches, results);
  }

  // The next steps of the searches with the fewest games.
  std::vector<Step> choose(int64_t most) const {
    LeastFirst queue;
    for (size_t i = 0; i < searches_.size(); ++i)
      if (!searches_[i].finished()) queue.emplace(cells_[i]->chained_games(), i);
    std::vector<Step> steps;
    for (int64_t games = 0; !queue.empty() && games < most; queue.pop()) {
      const size_t i = std::get<1>(queue.top());
      steps.push_back({i, searches_[i].next()});
      for (const HandicapBatch& batch : steps.back().batches) games += batch.games;
    }
    return steps;
  }

  void take(const std::vector<Step>& steps, const std::vector<MatchResult>& results) {
    std::vector<std::vector<ByFirst>> of_step(steps.size());
    size_t next = 0;
    for (size_t k = 0; k < steps.size(); ++k) {
      for (const HandicapBatch& batch : steps[k].batches) {
        add(cells_[steps[k].search]->chained[batch.handicap], results[next]);
        of_step[k].push_back(results[next++].by_first);
      }
    }
    parallel_for(steps.size(), threads_, [&](size_t k) { searches_[steps[k].search].add(steps[k].batches, of_step[k]); });
  }

  double missing() const {
    double games = 0;
    for (size_t i = 0; i < searches_.size(); ++i)
      if (!searches_[i].finished())
        games += std::max(0.0, expected_games(goal_) - static_cast<double>(cells_[i]->chained_games()));
    return games;
  }

  const ChainGoal goal_;
  const std::span<const Matchup> matchups_;
  const std::span<MatrixCell* const> cells_;
  const int threads_;
  std::vector<HandicapSearch> searches_;
};

std::string add_decks(std::span<const DeckFile> decks, Ledger& ledger) {
  std::vector<LedgerBatch> records;
  for (const DeckFile& deck : decks) {
    LedgerBatch record = deck_record(deck);
    if (ledger.batches(record.cell).empty()) records.push_back(std::move(record));
  }
  return records.empty() ? "" : ledger.append(records);
}

Matchup matchup_of(const MatrixCell& cell, std::span<const DeckFile> decks, const MatchupOptions& options) {
  const MatchupResult made =
      make_matchup(decks[static_cast<size_t>(cell.a)].deck, decks[static_cast<size_t>(cell.b)].deck, options);
  assert(made.matchup);
  return *made.matchup;
}

}  // namespace

int64_t precision_limit(double precision) {
  const double games = squared_quantile() / (4 * precision * precision);
  return kBatchGames * static_cast<int64_t>(std::ceil(2 * games / kBatchGames));
}

MatrixRun play_matrix(std::span<const DeckFile> decks, const MatrixSpec& spec, Ledger* ledger, int threads,
                      const Progress& progress, const std::function<bool()>& stop) {
  assert(spec.goal.games > 0 || spec.goal.precision > 0 || (spec.goal.seconds > 0 && !spec.chains));
  MatrixRun out;
  std::vector<Deck> list;
  for (const DeckFile& each : decks) list.push_back(each.deck);
  out.matrix = empty_matrix(list, spec.seed);
  if (ledger) out.error = add_decks(decks, *ledger);
  if (ledger && out.error.empty()) out.error = read_matrix(*ledger, out.matrix);
  if (!out.error.empty()) return out;

  std::vector<MatrixCell*> cells;
  std::vector<Matchup> matchups;
  for (size_t i = static_cast<size_t>(spec.shard); i < out.matrix.cells.size(); i += static_cast<size_t>(spec.shards)) {
    cells.push_back(&out.matrix.cells[i]);
    matchups.push_back(matchup_of(out.matrix.cells[i], decks, spec.options));
  }
  BatchPlayer player({spec.agent, spec.goal.seconds, ledger, threads, progress, stop});
  const double later = spec.chains ? ChainedGames::expected_games(*spec.chains) : 0;
  bool complete = PlainGames(spec, matchups, cells).play(player, later);
  if (complete)
    out.imprecise = std::ranges::count_if(cells, [&](auto* cell) { return CellGoal(spec.goal).imprecise(cell->result); });
  const bool only_time = spec.goal.games == 0 && spec.goal.precision <= 0;
  if (complete && spec.chains) {
    ChainedGames chained(*spec.chains, matchups, cells, threads);
    complete = chained.play(player);
    fit_handicaps(out.matrix, threads);
    if (complete) out.wide_handicaps = chained.wide();
  } else {
    fit_handicaps(out.matrix, threads);
  }
  out.error = player.error();
  out.complete = (complete || (only_time && player.out_of_time())) && out.error.empty();
  out.played = player.played();
  return out;
}

}  // namespace archon
