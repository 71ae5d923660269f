#include "sim/matrix/matrix_run.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <queue>
#include <tuple>

#include "sim/chains/chain_games.h"
#include "sim/play/batch_player.h"
#include "sim/play/threads.h"

namespace archon {
namespace {

// Indices by a number of games, the least first.
using Entry = std::tuple<int64_t, size_t>;
template <class T>
using LeastFirst = std::priority_queue<T, std::vector<T>, std::greater<>>;

// Makes the matchup of a cell when it is to be played: those of all cells would be most of the memory of a run.
class MatchupMaker {
 public:
  MatchupMaker(std::span<const DeckFile> decks, const MatchupOptions& options) : decks_(decks), options_(options) {}

  Matchup operator()(const MatrixCell& cell) const {
    const auto deck = [&](int index) -> const Deck& { return decks_[static_cast<size_t>(index)].deck; };
    const MatchupResult made = make_matchup(deck(cell.a), deck(cell.b), options_);
    assert(made.matchup);
    return *made.matchup;
  }

 private:
  const std::span<const DeckFile> decks_;
  const MatchupOptions options_;
};

// The plain games of all cells.
class PlainGames {
 public:
  PlainGames(const MatrixSpec& spec, const MatchupMaker& matchup_of, Matrix& matrix)
      : goal_(spec.goal), part_(spec.part), matchup_of_(matchup_of), matrix_(matrix), looks_(matrix.cells.size()) {
    if (spec.most > 0) left_ = spec.most;
    for (size_t i = 0; i < matrix.cells.size(); ++i) {
      const int64_t games = matrix.cells[i].result.total().games;
      left_ = std::max<int64_t>(0, left_ - games);
      missing_ += goal_.missing(matrix.cells[i].result);
      look_at(i);
    }
  }

  bool play(BatchPlayer& player, double later_a_cell, const std::function<void(const Matrix&)>& meanwhile) {
    while (!queue_.empty() && left_ > 0) {
      if (player.over()) return false;
      const Choice choice = choose(player.games_in_hand());
      const double later = later_a_cell * static_cast<double>(matrix_.cells.size());
      const double missing = later + missing_ - static_cast<double>(choice.games);
      const std::vector<MatchResult> results = player.play(choice.batches, std::min(missing, static_cast<double>(left_)));
      bool whole = true;
      for (size_t i = 0; i < results.size(); ++i) {
        take(choice.owners[i], results[i]);
        whole = whole && results[i].total().games == choice.batches[i].games;
      }
      if (!whole) return false;  // the run was stopped
      if (meanwhile) meanwhile(matrix_);
    }
    return true;
  }

 private:
  struct Choice {
    std::vector<size_t> owners;  // of each batch
    std::vector<GameBatch> batches;
    std::deque<Matchup> matchups;  // the batches point to them
    int64_t games = 0;
  };

  // Puts a cell that needs more games into the queue.
  void look_at(size_t i) {
    const MatchCounts& result = matrix_.cells[i].result;
    const int64_t games = result.total().games;
    looks_[i] = goal_.next_look(result);
    if (looks_[i] > games) enter(i, games);
  }

  void enter(size_t i, int64_t games) {
    const MatrixCell& cell = matrix_.cells[i];
    queue_.emplace(games, round_of(matrix_, std::min(cell.a, cell.b), std::max(cell.a, cell.b)), i);
  }

  // The next batches: of the cells with the fewest games, several of one cell only when its goal need not see them.
  Choice choose(int64_t most) {
    Choice choice;
    std::map<size_t, const Matchup*> made;
    while (!queue_.empty() && left_ > 0 && choice.games < most) {
      const auto [first, round, i] = queue_.top();
      queue_.pop();
      const MatrixCell& cell = matrix_.cells[i];
      const Matchup*& matchup = made[i];
      if (!matchup) matchup = &choice.matchups.emplace_back(matchup_of_(cell));
      const int64_t end = std::min({looks_[i], batch_end(first), first + std::min(left_, batch_end(first))});
      choice.batches.push_back({part_ + ledger_cell(cell), matchup, cell.seed, first, end - first});
      choice.owners.push_back(i);
      choice.games += end - first;
      left_ -= end - first;
      if (end < looks_[i]) enter(i, end);
    }
    return choice;
  }

  void take(size_t i, const MatchResult& more) {
    MatchCounts& result = matrix_.cells[i].result;
    missing_ -= goal_.missing(result);
    add(result, more);
    add(matrix_.faults_by_bound, more.faults_by_bound);
    add(matrix_.forfeits_by_cause, more.forfeits_by_cause);
    add(matrix_.by_time, more.by_time);
    missing_ += goal_.missing(result);
    if (result.total().games == looks_[i]) look_at(i);
  }

  const GameGoal goal_;
  const std::string part_;
  const MatchupMaker& matchup_of_;
  Matrix& matrix_;
  std::vector<int64_t> looks_;  // GameGoal::next_look of each cell
  // Cells by the first game of their next batch, and by their round.
  LeastFirst<std::tuple<int64_t, int64_t, size_t>> queue_;
  double missing_ = 0;                                  // games of all cells, about
  int64_t left_ = std::numeric_limits<int64_t>::max();  // games that all cells together may have yet
};

// The searches for handicaps. All games of a step of a search are saved at once, so that a run that goes on sees whole steps.
class ChainedGames {
 public:
  ChainedGames(const MatrixSpec& spec, const MatchupMaker& matchup_of, Matrix& matrix, int threads)
      : goal_(*spec.chains),
        part_(spec.part),
        matchup_of_(matchup_of),
        matrix_(matrix),
        cells_(matrix.cells),
        threads_(threads) {
    for (const MatrixCell& cell : cells_) searches_.push_back(empty_search(cell, goal_));
    parallel_for(searches_.size(), threads_, [this](size_t i) { show_games(cells_[i], searches_[i]); });
  }

  bool play(BatchPlayer& player) {
    while (true) {
      const std::vector<Step> steps = choose(player.games_in_hand());
      if (steps.empty()) return true;
      if (player.over()) return false;
      std::deque<Matchup> chained;  // the batches point to them
      std::vector<GameBatch> games;
      for (const Step& step : steps) {
        const MatrixCell& cell = cells_[step.search];
        const Matchup matchup = matchup_of_(cell);
        for (const HandicapBatch& batch : step.batches) {
          chained.push_back(with_handicap(matchup, batch.handicap));
          games.push_back({part_ + ledger_cell(cell, batch.handicap), &chained.back(), cell.chained_seed(),
                           batch.first_game - cell.result.total().games, batch.games, static_cast<int64_t>(step.search)});
        }
      }
      const std::vector<MatchResult> results = player.play(games, missing());
      if (!results.empty()) take(steps, results);
    }
  }

  // Searches that ended without a narrow interval.
  int64_t wide() const {
    return std::ranges::count_if(cells_, [this](const MatrixCell& cell) {
      if (!cell.handicap()) return true;
      const Interval interval = cell.handicap()->interval;
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

  // The next steps of the searches with the fewest games.
  std::vector<Step> choose(int64_t most) const {
    LeastFirst<Entry> queue;
    for (size_t i = 0; i < searches_.size(); ++i)
      if (!searches_[i].finished()) queue.emplace(cells_[i].chained_games(), i);
    std::vector<Step> steps;
    for (int64_t games = 0; !queue.empty() && games < most; queue.pop()) {
      const size_t i = std::get<1>(queue.top());
      steps.push_back({i, searches_[i].next()});
      for (const HandicapBatch& batch : steps.back().batches) games += batch.games;
    }
    return steps;
  }

  void take(const std::vector<Step>& steps, const std::vector<MatchResult>& results) {
    std::vector<std::vector<ByFirst>> of_step(steps.size());  // empty: the run was stopped before its end
    size_t next = 0;
    for (size_t k = 0; k < steps.size(); ++k) {
      for (const HandicapBatch& batch : steps[k].batches) {
        const MatchResult& result = results[next++];
        if (result.total().games == 0) continue;
        add(cells_[steps[k].search].with_chains().games[batch.handicap], result);
        add(matrix_.faults_by_bound, result.faults_by_bound);
        add(matrix_.forfeits_by_cause, result.forfeits_by_cause);
        add(matrix_.by_time, result.by_time);
        of_step[k].push_back(result.by_first);
      }
    }
    parallel_for(steps.size(), threads_, [&](size_t k) {
      if (!of_step[k].empty()) searches_[steps[k].search].add(steps[k].batches, of_step[k]);
    });
  }

  double missing() const {
    double games = 0;
    for (size_t i = 0; i < searches_.size(); ++i)
      if (!searches_[i].finished())
        games += std::max(0.0, expected_games(goal_) - static_cast<double>(cells_[i].chained_games()));
    return games;
  }

  const ChainGoal goal_;
  const std::string part_;
  const MatchupMaker& matchup_of_;
  Matrix& matrix_;
  const std::span<MatrixCell> cells_;
  const int threads_;
  std::vector<HandicapSearch> searches_;
};

std::vector<Deck> decks_of(std::span<const DeckFile> files) {
  std::vector<Deck> decks;
  for (const DeckFile& each : files) decks.push_back(each.deck);
  return decks;
}

// The decks and the goal, at once: a kill leaves both or neither.
std::string begin_ledger(std::span<const DeckFile> decks, const MatrixSpec& spec, Ledger& ledger) {
  std::vector<LedgerBatch> records;
  for (const DeckFile& deck : spec.part.empty() ? decks : std::span<const DeckFile>()) {
    LedgerBatch record = deck_record(deck);
    if (ledger.batches(record.cell).empty()) records.push_back(std::move(record));
  }
  if (!spec.shard.command.empty())
    if (const std::optional<LedgerBatch> goal = goal_record(ledger, ledger_goal(decks, spec))) records.push_back(*goal);
  return records.empty() ? "" : ledger.append(records);
}

}  // namespace

LedgerGoal ledger_goal(std::span<const DeckFile> decks, const MatrixSpec& spec) {
  LedgerGoal goal{.games = spec.goal,
                  .chains = spec.chains,
                  .time = spec.time,
                  .shard = spec.shard,
                  .pairs = spec.pairs,
                  .part = spec.part,
                  .round = spec.round};
  for (const DeckFile& each : decks) goal.decks.push_back(deck_hash(each.deck));
  return goal;
}

bool has_all_games(std::span<const DeckFile> decks, const MatrixSpec& spec, const Ledger& ledger) {
  Matrix all = empty_matrix(decks_of(decks), spec.seed, 0, 1, spec.pairs);
  if (const std::string error = read_matrix(ledger, all, spec.part); !error.empty()) throw UnreadableLedger(error);
  return std::ranges::all_of(
      all.cells, [&](const MatrixCell& cell) { return spec.goal.next_look(cell.result) == cell.result.total().games; });
}

MatrixRun play_matrix(std::span<const DeckFile> decks, const MatrixSpec& spec, const RunControl& control,
                      const std::function<void(const Matrix&)>& meanwhile) {
  assert(spec.goal.games > 0 || spec.goal.precision > 0 || spec.most > 0 || (control.stop && !spec.chains));
  MatrixRun out;
  out.matrix = empty_matrix(decks_of(decks), spec.seed, spec.shard.number, spec.shard.of, spec.pairs);
  if (control.ledger) out.error = begin_ledger(decks, spec, *control.ledger);
  if (!out.error.empty()) return out;
  if (control.ledger)
    if (const std::string error = read_matrix(*control.ledger, out.matrix, spec.part); !error.empty())
      throw UnreadableLedger(error);

  const MatchupMaker matchup_of(decks, spec.options);
  BatchPlayer player(spec.agent, control);
  const double later = spec.chains ? ChainedGames::expected_games(*spec.chains) : 0;
  bool complete = PlainGames(spec, matchup_of, out.matrix).play(player, later, meanwhile);
  const auto imprecise = [&](const MatrixCell& cell) { return spec.goal.imprecise(cell.result); };
  if (complete) out.imprecise = std::ranges::count_if(out.matrix.cells, imprecise);
  if (complete && spec.chains) {
    ChainedGames chained(spec, matchup_of, out.matrix, control.threads);
    complete = chained.play(player);
    fit_handicaps(out.matrix, control.threads);
    if (complete) out.wide_handicaps = chained.wide();
  } else {
    fit_handicaps(out.matrix, control.threads);
  }
  out.error = player.error();
  out.complete = complete && out.error.empty();
  out.played = player.played();
  return out;
}

}  // namespace archon
