// Triad against three others, and the best three against a field.
#include <algorithm>
#include <functional>

#include "engine/core/random.h"
#include "sim/play/threads.h"
#include "sim/stats/distributions.h"
#include "sim/tournament/tournament.h"

namespace archon {
namespace {

// The rates of all of my decks against all of the field, of one draw or as expected.
class RateTable {
 public:
  template <class Rates>
  RateTable(const Matrix& matrix, const Rates& rates) : decks_(static_cast<size_t>(matrix.decks)), table_(decks_ * decks_) {
    for (int deck = 0; deck < std::min(matrix.pairs.mine, matrix.decks); ++deck)
      for (int opponent = matrix.pairs.field; opponent < matrix.decks; ++opponent)
        table_[static_cast<size_t>(deck) * decks_ + static_cast<size_t>(opponent)] = rates(deck, opponent);
  }

  TriadRates of(const Triple& mine, const Triple& theirs) const {
    TriadRates rates;
    for (size_t i = 0; i < kTriad; ++i)
      for (size_t j = 0; j < kTriad; ++j)
        rates[i][j] = table_[static_cast<size_t>(mine[i]) * decks_ + static_cast<size_t>(theirs[j])];
    return rates;
  }

 private:
  size_t decks_;
  std::vector<PairRates> table_;
};

std::vector<Triple> triples_of(int begin, int end) {
  std::vector<Triple> triples;
  for (int a = begin; a < end; ++a)
    for (int b = a + 1; b < end; ++b)
      for (int c = b + 1; c < end; ++c) triples.push_back({a, b, c});
  return triples;
}

// The first `count` of a shuffle.
void draw_some(std::vector<Triple>& triples, size_t count, uint64_t seed) {
  if (triples.size() <= count) return;
  SmallRng rng{seed};
  for (size_t i = 0; i < count; ++i) std::swap(triples[i], triples[i + rng.below(static_cast<uint32_t>(triples.size() - i))]);
  triples.resize(count);
  std::ranges::sort(triples);
}

double mean_win(const RateTable& table, const Triple& mine, const std::vector<Triple>& opponents, FirstPlayer first) {
  double sum = 0;
  for (const Triple& theirs : opponents) sum += triad_win(table.of(mine, theirs), first);
  return sum / static_cast<double>(opponents.size());
}

void count_bans(const RateTable& table, const std::vector<Triple>& opponents, FirstPlayer first, TriadRanking& ranking) {
  const Triple& mine = ranking.picks.front().decks;
  std::vector<double> there(ranking.ban.size(), 0.0), sums = there;
  for (const Triple& theirs : opponents) {
    const TriadMatch match = solve_triad(table.of(mine, theirs), first);
    for (size_t i = 0; i < kTriad; ++i) {
      ranking.banned[i] += match.banned[i] / static_cast<double>(opponents.size());
      sums[static_cast<size_t>(theirs[i])] += match.ban[i];
      there[static_cast<size_t>(theirs[i])] += 1;
    }
  }
  for (size_t deck = 0; deck < sums.size(); ++deck)
    if (there[deck] > 0) ranking.ban[deck] = sums[deck] / there[deck];
}

}  // namespace

TriadWin sample_triad(const MatrixRates& rates, const Triple& mine, const Triple& theirs, FirstPlayer first) {
  const auto all = [&](const auto& rate) {
    TriadRates table;
    for (size_t i = 0; i < kTriad; ++i)
      for (size_t j = 0; j < kTriad; ++j) table[i][j] = rate(mine[i], theirs[j]);
    return table;
  };
  std::vector<double> wins;
  for (size_t draw = 0; draw < kTournamentDraws; ++draw)
    wins.push_back(triad_win(all([&](int i, int j) { return rates.drawn(i, j, draw); }), first));
  return {solve_triad(all([&](int i, int j) { return rates.expected(i, j); }), first), mean_of(wins), middle_interval(wins)};
}

TriadRanking rank_triples(const Matrix& matrix, const MatrixRates& rates, FirstPlayer first, uint64_t seed, int threads) {
  const std::vector<Triple> mine = triples_of(0, std::min(matrix.pairs.mine, matrix.decks));
  std::vector<Triple> opponents = triples_of(matrix.pairs.field, matrix.decks);
  TriadRanking ranking;
  ranking.candidates = std::ssize(mine);
  ranking.all_opponents = std::ssize(opponents);
  draw_some(opponents, kOpponentTriples, seed);
  ranking.opponents = std::ssize(opponents);

  const RateTable expected(matrix, [&](int i, int j) { return rates.expected(i, j); });
  ranking.picks.resize(mine.size());
  parallel_for(mine.size(), threads, [&](size_t i) {
    ranking.picks[i].decks = mine[i];
    ranking.picks[i].win = mean_win(expected, mine[i], opponents, first);
  });
  std::ranges::stable_sort(ranking.picks, std::greater<>(), &TriadPick::win);
  if (ranking.picks.size() > kTriadPicks) ranking.picks.resize(kTriadPicks);

  std::vector<std::vector<double>> wins(ranking.picks.size(), std::vector<double>(kTriadDraws));
  parallel_for(kTriadDraws, threads, [&](size_t draw) {
    const RateTable drawn(matrix, [&](int i, int j) { return rates.drawn(i, j, draw); });
    for (size_t i = 0; i < wins.size(); ++i) wins[i][draw] = mean_win(drawn, ranking.picks[i].decks, opponents, first);
  });
  const std::vector<double> best = shares_of_best(wins);
  for (size_t i = 0; i < wins.size(); ++i) {
    ranking.picks[i].best = best[i];
    ranking.picks[i].win = mean_of(wins[i]);
    ranking.picks[i].interval = middle_interval(std::move(wins[i]));
  }
  std::ranges::stable_sort(ranking.picks, std::greater<>(), &TriadPick::win);
  ranking.ban.assign(static_cast<size_t>(matrix.decks), -1);
  count_bans(expected, opponents, first, ranking);
  return ranking;
}

}  // namespace archon
