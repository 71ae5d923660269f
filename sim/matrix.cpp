#include "sim/matrix.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <numeric>

namespace archon {

const MatrixCell* Matrix::cell(int a, int b) const {
  if (a == b) return nullptr;
  if (a > b) std::swap(a, b);
  const int row = a * decks - a * (a + 1) / 2;  // cells of the rows before
  return &cells[static_cast<size_t>(row + b - a - 1)];
}

double Matrix::win_rate(int deck, int opponent) const {
  const MatrixCell* found = cell(deck, opponent);
  if (!found) return 0.5;
  return found->a == deck ? found->result.win_rate() : 1 - found->result.win_rate();
}

Interval Matrix::interval(int deck, int opponent) const {
  const MatrixCell* found = cell(deck, opponent);
  if (!found) return {0.5, 0.5};
  const Interval interval = found->result.interval();
  return found->a == deck ? interval : Interval{1 - interval.high, 1 - interval.low};
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

namespace {

uint64_t cell_seed(uint64_t seed, const Deck& a, const Deck& b) {
  return stream_seed(seed ^ std::rotl(deck_hash(a), 1) ^ deck_hash(b), 0, Stream::Setup);
}

struct Plan {
  std::deque<Matchup> matchups;  // specs point to them
  std::vector<MatchSpec> specs;

  void add(const Matchup& matchup, const MatrixSpec& spec, uint64_t seed, int64_t games) {
    matchups.push_back(matchup);
    specs.push_back({.matchup = &matchups.back(), .agents = {spec.agent, spec.agent}, .seed = seed, .games = games});
  }
};

// The further games of one pair: the stronger deck with chains.
void plan_chains(const MatrixCell& cell, const Matchup& base, const MatrixSpec& spec, Plan& plan) {
  Matchup matchup = base;
  const size_t stronger = cell.result.win_rate() >= 0.5 ? 0 : 1;
  for (int chains : kChainLevels) {
    matchup.starting_chains[stronger] = std::min(kMaxChains, base.starting_chains[stronger] + chains);
    const uint64_t seed = stream_seed(cell.seed, static_cast<uint64_t>(chains), Stream::Setup);
    plan.add(matchup, spec, seed, std::max<int64_t>(1, spec.games / 2));
  }
}

EvenChains even_chains(const MatrixCell& cell, std::span<const MatchResult> levels) {
  const size_t stronger = cell.result.win_rate() >= 0.5 ? 0 : 1;
  std::vector<Observation> observations;
  const auto observe = [&](double chains, const MatchResult& result) {
    const Tally total = result.total();
    observations.push_back({chains, total.wins[stronger], total.decided()});
  };
  observe(0, cell.result);
  for (size_t i = 0; i < levels.size(); ++i) observe(kChainLevels[i], levels[i]);
  return estimate_even_chains(stronger == 0 ? cell.a : cell.b, observations);
}

void rank(Matrix& matrix) {
  const auto decks = static_cast<size_t>(matrix.decks);
  matrix.mean.assign(decks, 0);
  for (int deck = 0; deck < matrix.decks; ++deck) {
    for (int other = 0; other < matrix.decks; ++other)
      if (other != deck) matrix.mean[static_cast<size_t>(deck)] += matrix.win_rate(deck, other) / (matrix.decks - 1);
  }
  matrix.order.resize(decks);
  std::iota(matrix.order.begin(), matrix.order.end(), 0);
  std::ranges::stable_sort(matrix.order, std::greater<>(), [&](int deck) { return matrix.mean[static_cast<size_t>(deck)]; });
}

// All matchups of the list; false when cards without behaviour prevent one.
bool set_up(std::span<const Deck> decks, const MatrixSpec& spec, MatrixResult& out, std::vector<Matchup>& matchups) {
  for (size_t a = 0; a < decks.size(); ++a) {
    for (size_t b = a + 1; b < decks.size(); ++b) {
      MatchupResult made = make_matchup(decks[a], decks[b], spec.options);
      for (std::string& name : made.blank_cards)
        if (std::ranges::find(out.blank_cards, name) == out.blank_cards.end()) out.blank_cards.push_back(std::move(name));
      if (!made.matchup) continue;
      matchups.push_back(*made.matchup);
      const uint64_t seed = cell_seed(spec.seed, decks[a], decks[b]);
      out.matrix.cells.push_back({.a = static_cast<int>(a), .b = static_cast<int>(b), .seed = seed, .result = {}, .even = {}});
    }
  }
  return matchups.size() == decks.size() * (decks.size() - 1) / 2;
}

}  // namespace

MatrixResult play_matrix(std::span<const Deck> decks, const MatrixSpec& spec, int threads, const Progress& progress) {
  MatrixResult out;
  Matrix& matrix = out.matrix;
  matrix.decks = static_cast<int>(decks.size());
  std::vector<Matchup> matchups;
  if (!set_up(decks, spec, out, matchups)) return out;

  constexpr int64_t kLevels = std::size(kChainLevels);
  const auto cells = static_cast<int64_t>(matchups.size());
  const int64_t first = cells * spec.games;
  const int64_t total = first + (spec.chains ? cells * kLevels * std::max<int64_t>(1, spec.games / 2) : 0);
  const auto part = [&](int64_t before) {
    return progress ? Progress([&progress, before, total](int64_t done, int64_t) { progress(before + done, total); })
                    : Progress();
  };

  Plan plain;
  for (size_t i = 0; i < matchups.size(); ++i) plain.add(matchups[i], spec, matrix.cells[i].seed, spec.games);
  std::vector<MatchResult> results = play_matches(plain.specs, threads, part(0));
  for (size_t i = 0; i < matchups.size(); ++i) matrix.cells[i].result = results[i];
  rank(matrix);

  if (!spec.chains) return out;
  Plan chained;
  for (size_t i = 0; i < matchups.size(); ++i) plan_chains(matrix.cells[i], matchups[i], spec, chained);
  results = play_matches(chained.specs, threads, part(first));
  for (size_t i = 0; i < matchups.size(); ++i) {
    matrix.cells[i].even = even_chains(matrix.cells[i], std::span(results).subspan(i * kLevels, kLevels));
  }
  return out;
}

}  // namespace archon
