#include "sim/matrix.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace archon {

const MatrixCell* Matrix::cell(int deck, int opponent) const {
  if (deck == opponent) return nullptr;
  const auto [a, b] = std::minmax(deck, opponent);
  const int row = a * decks - a * (a + 1) / 2;  // cells of the rows before
  return &cells[static_cast<size_t>(row + b - a - 1)];
}

int64_t Matrix::wins(int deck, int opponent) const {
  const MatrixCell* found = cell(deck, opponent);
  return found ? found->result.total().wins[found->a == deck ? 0 : 1] : 0;
}

int64_t Matrix::decided(int deck, int opponent) const {
  const MatrixCell* found = cell(deck, opponent);
  return found ? found->result.total().decided() : 0;
}

double Matrix::win_rate(int deck, int opponent) const {
  const int64_t games = decided(deck, opponent);
  return games ? mean(wins(deck, opponent), games) : 0.5;
}

Interval Matrix::interval(int deck, int opponent, double confidence) const {
  if (deck == opponent) return {0.5, 0.5};
  return wilson_interval(wins(deck, opponent), decided(deck, opponent), confidence);
}

EvenChains estimate_even_chains(int stronger, std::span<const Observation> levels) {
  EvenChains even;
  even.on = stronger;
  const Crossing crossing = even_point(fit_logistic(levels));
  even.beyond = !crossing.exists || crossing.x > kMaxChains;
  if (!crossing.exists) {
    even.chains = kMaxChains;
    even.interval = {0, kMaxChains};
    return even;
  }
  const auto in_range = [](double chains) { return std::clamp(chains, 0.0, static_cast<double>(kMaxChains)); };
  even.chains = in_range(crossing.x);
  even.interval = {in_range(crossing.interval.low), in_range(crossing.interval.high)};
  return even;
}

Matrix empty_matrix(std::span<const Deck> decks, uint64_t seed) {
  Matrix matrix;
  matrix.decks = static_cast<int>(decks.size());
  std::vector<uint64_t> hashes;
  for (const Deck& deck : decks) hashes.push_back(deck_hash(deck));
  for (int i = 0; i < matrix.decks; ++i) {
    for (int j = i + 1; j < matrix.decks; ++j) {
      const auto hash = [&](int deck) { return hashes[static_cast<size_t>(deck)]; };
      const int a = hash(i) <= hash(j) ? i : j, b = i + j - a;
      const uint64_t own = stream_seed(seed ^ std::rotl(hash(a), 1) ^ hash(b), 0, Stream::Setup);
      MatrixCell& cell = matrix.cells.emplace_back();
      cell.a = a;
      cell.b = b;
      cell.hashes = {hash(a), hash(b)};
      cell.seed = own;
    }
  }
  return matrix;
}

void estimate_chains(MatrixCell& cell) {
  cell.even = {};
  if (cell.levels.empty()) return;
  assert(cell.levels.size() == std::size(kChainLevels));
  const size_t stronger = cell.stronger();
  std::vector<Observation> observations;
  const auto observe = [&](double chains, const MatchResult& result) {
    const Tally total = result.total();
    observations.push_back({chains, total.wins[stronger], total.decided()});
  };
  observe(0, cell.result);
  for (size_t i = 0; i < cell.levels.size(); ++i) observe(kChainLevels[i], cell.levels[i]);
  if (std::ranges::any_of(observations, [](const Observation& each) { return each.games == 0; })) return;
  cell.even = estimate_even_chains(stronger == 0 ? cell.a : cell.b, observations);
}

}  // namespace archon
