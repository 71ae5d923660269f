#include "sim/matrix/matrix.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/core/random.h"
#include "sim/play/pair_seed.h"
#include "sim/play/threads.h"

namespace archon {

bool MatrixPairs::meet(int deck, int opponent) const {
  return deck != opponent && std::min(deck, opponent) < mine && std::max(deck, opponent) >= field;
}

int64_t MatrixPairs::before(int row, int decks) const {
  const int64_t last = std::min(row, mine), apart = std::min<int64_t>(field, last);  // rows of decks that are not in the field
  const auto of_all = [n = int64_t{decks}](int64_t rows) { return rows * n - rows * (rows + 1) / 2; };
  return apart * (decks - field) + of_all(last) - of_all(apart);
}

int64_t MatrixPairs::number(int deck, int opponent, int decks) const {
  const int a = std::min(deck, opponent), b = std::max(deck, opponent);
  return before(a, decks) + b - std::max(a + 1, field);
}

const MatrixCell* Matrix::cell(int deck, int opponent) const {
  if (!pairs.meet(deck, opponent)) return nullptr;
  const int64_t number = pairs.number(deck, opponent, decks);
  return number % shards == shard ? &cells[static_cast<size_t>(number / shards)] : nullptr;
}

MatrixCell* Matrix::cell(int deck, int opponent) { return const_cast<MatrixCell*>(std::as_const(*this).cell(deck, opponent)); }

int64_t Matrix::wins(int deck, int opponent) const {
  const MatrixCell* found = cell(deck, opponent);
  return found ? found->result.total().wins[found->a == deck ? 0 : 1] : 0;
}

int64_t Matrix::decided(int deck, int opponent) const {
  const MatrixCell* found = cell(deck, opponent);
  return found ? found->result.total().decided() : 0;
}

std::optional<WinRate> Matrix::counted(int deck, int opponent, double confidence) const {
  const int64_t won = wins(deck, opponent), games = decided(deck, opponent);
  if (games == 0) return std::nullopt;
  return WinRate{mean(won, games), wilson_interval(won, games, confidence)};
}

std::optional<HandicapFit> Matrix::handicap(int deck, int opponent) const {
  const MatrixCell* found = cell(deck, opponent);
  if (!found || !found->handicap()) return std::nullopt;
  HandicapFit fit = *found->handicap();
  if (found->a == deck) return fit;
  fit.root = -fit.root;
  fit.interval = {-fit.interval.high, -fit.interval.low};
  return fit;
}

std::vector<Observation> Matrix::levels(int deck, int opponent) const {
  const MatrixCell* found = cell(deck, opponent);
  if (!found) return {};
  const bool same = found->a == deck;
  std::map<int, Tally> tallies{{0, found->result.total()}};
  for (const auto& [handicap, result] : found->chained()) tallies[same ? handicap : -handicap].add(result.total());
  std::vector<Observation> levels;
  for (const auto& [handicap, tally] : tallies)
    levels.push_back({static_cast<double>(handicap), tally.wins[same ? 0 : 1], tally.decided()});
  return levels;
}

int64_t Matrix::unmet() const {
  return std::ranges::count_if(cells, [](const MatrixCell& cell) { return cell.result.total().decided() == 0; });
}

MissingGames Matrix::missing() const {
  MissingGames missing;
  for (const MatrixCell& cell : cells) {
    missing.add(cell.result);
    for (const auto& [handicap, result] : cell.chained()) missing.add(result);
  }
  missing.undecided -= tied(by_time);
  missing.by_bound = faults_by_bound;
  missing.by_cause = forfeits_by_cause;
  return missing;
}

uint64_t MatrixCell::chained_seed() const { return stream_seed(seed, 1, Stream::Setup); }

int64_t MatrixCell::chained_games() const {
  int64_t games = 0;
  for (const auto& [level, each] : chained()) games += each.total().games;
  return games;
}

const std::map<int, MatchCounts>& MatrixCell::chained() const {
  static const std::map<int, MatchCounts> kNoGames;
  return chains ? chains->games : kNoGames;
}

const HandicapFit* MatrixCell::handicap() const { return chains && chains->handicap ? &*chains->handicap : nullptr; }

CellChains& MatrixCell::with_chains() {
  if (!chains) chains = std::make_unique<CellChains>();
  return *chains;
}

Matrix empty_matrix(std::span<const Deck> decks, uint64_t seed, int shard, int shards, const MatrixPairs& pairs) {
  std::vector<uint64_t> hashes;
  for (const Deck& deck : decks) hashes.push_back(deck_hash(deck));
  return empty_matrix(hashes, seed, shard, shards, pairs);
}

Matrix empty_matrix(std::span<const uint64_t> hashes, uint64_t seed, int shard, int shards, const MatrixPairs& pairs) {
  Matrix matrix{.decks = static_cast<int>(hashes.size()),
                .pairs = pairs,
                .shard = shard,
                .shards = shards,
                .cells = {},
                .faults_by_bound = {}};
  const auto count = static_cast<size_t>(pairs.before(matrix.decks, matrix.decks)), number = static_cast<size_t>(shards);
  matrix.cells.reserve((count + number - 1 - static_cast<size_t>(shard)) / number);
  int64_t pair = 0;
  for (int i = 0; i < std::min(pairs.mine, matrix.decks); ++i) {
    for (int j = std::max(i + 1, pairs.field); j < matrix.decks; ++j) {
      if (pair++ % shards != shard) continue;
      const auto hash = [&](int deck) { return hashes[static_cast<size_t>(deck)]; };
      const int a = hash(i) <= hash(j) ? i : j, b = i + j - a;
      MatrixCell& cell = matrix.cells.emplace_back();
      cell.a = a;
      cell.b = b;
      cell.hashes = {hash(a), hash(b)};
      cell.seed = pair_seed(seed, hash(a), hash(b));
    }
  }
  return matrix;
}

void fit_handicaps(Matrix& matrix, int threads) {
  parallel_for(matrix.cells.size(), threads, [&](size_t i) {
    MatrixCell& cell = matrix.cells[i];
    if (cell.chains) cell.chains->handicap = fit_handicap(matrix.levels(cell.a, cell.b), cell.seed);
  });
}

}  // namespace archon
