#include "sim/matrix/matrix_sample.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <map>
#include <set>

#include "engine/core/random.h"
#include "sim/chains/chain_games.h"
#include "sim/play/batch_player.h"
#include "sim/play/batch_text.h"

namespace archon {
namespace {

// The chance of at most so many among `of` trials that each has with probability p.
double at_most(int64_t found, int64_t of, double p) {
  const auto n = static_cast<double>(of);
  double sum = 0;
  for (int64_t i = 0; i <= found; ++i) {
    const auto k = static_cast<double>(i);
    sum +=
        std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(p) + (n - k) * std::log1p(-p));
  }
  return sum;
}

bool has_games(const LedgerBatch& batch) { return batch.games > 0; }  // decks and goals have none

// The batches of a ledger by chance, without their texts.
std::vector<size_t> drawn_batches(const Ledger& ledger, const SampleSpec& spec, LedgerSample& sample) {
  std::vector<int64_t> games;
  ledger.each([&](const LedgerBatch& batch) {
    if (has_games(batch)) games.push_back(batch.games);
  });
  std::vector<size_t> order(games.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  SmallRng rng{stream_seed(spec.sample, 0, Stream::Setup)};
  shuffle(order, rng);
  sample.batches = std::ssize(games);
  int64_t taken = 0;
  size_t count = 0;
  for (const int64_t each : games) sample.games += each;
  while (count < order.size() && taken < spec.games) taken += games[order[count++]];
  order.resize(count);
  return order;
}

// These batches of a ledger, in this order.
std::vector<LedgerBatch> read_batches(const Ledger& ledger, const std::vector<size_t>& drawn) {
  std::map<size_t, size_t> place;
  for (size_t i = 0; i < drawn.size(); ++i) place[drawn[i]] = i;
  std::vector<LedgerBatch> batches(drawn.size());
  size_t number = 0;
  ledger.each([&](const LedgerBatch& batch) {
    if (!has_games(batch)) return;
    if (const auto found = place.find(number++); found != place.end()) batches[found->second] = batch;
  });
  return batches;
}

class Sampler {
 public:
  Sampler(std::span<const DeckFile> decks, const SampleSpec& spec) : decks_(decks), spec_(spec) {
    for (size_t i = 0; i < decks.size(); ++i) by_hash_[deck_hash(decks[i].deck)] = static_cast<int>(i);
  }

  // What the batch says it is; false where it can't be.
  bool add(const LedgerBatch& batch) {
    const std::optional<CellName> name = parse_cell(batch.cell);
    if (!name || !by_hash_.contains(name->a) || !by_hash_.contains(name->b) || name->a >= name->b) return false;
    if (std::abs(name->handicap.value_or(0)) > kMaxHandicap || !parse_batch(batch.data, batch.games)) return false;
    const SampledBatch each{by_hash_.at(name->a), by_hash_.at(name->b), name->handicap, batch.first, batch.games};
    const std::array<Deck, 2> both{deck(each.a), deck(each.b)};
    const Matrix pair = empty_matrix(both, spec_.seed);
    const MatrixCell& cell = pair.cells.front();
    const Matchup plain = *make_matchup(both[0], both[1], spec_.options).matchup;
    matchups_.push_back(each.handicap ? with_handicap(plain, *each.handicap) : plain);
    games_.push_back(
        {batch.cell, &matchups_.back(), each.handicap ? cell.chained_seed() : cell.seed, batch.first, batch.games});
    sampled_.push_back(each);
    told_.push_back(batch.data);
    return true;
  }

  void play(LedgerSample& sample, const RunControl& control) {
    BatchPlayer player(spec_.agent, control);
    for (size_t done = 0; done < games_.size() && !player.over();) {
      size_t end = done;
      for (int64_t games = 0; end < games_.size() && games < player.games_in_hand(); ++end) games += games_[end].games;
      double after = 0;
      for (size_t i = end; i < games_.size(); ++i) after += static_cast<double>(games_[i].games);
      const std::vector<MatchResult> results = player.play(std::span(games_).subspan(done, end - done), after);
      for (const MatchResult& result : results) {
        if (result.total().games < games_[done].games) return;
        sampled_[done].same = batch_text(result) == told_[done];
        sample.games_played += games_[done].games;
        sample.played.push_back(sampled_[done++]);
      }
    }
    sample.complete = sample.played.size() == games_.size();
  }

 private:
  const Deck& deck(int place) const { return decks_[static_cast<size_t>(place)].deck; }

  const std::span<const DeckFile> decks_;
  const SampleSpec& spec_;
  std::map<uint64_t, int> by_hash_;
  std::deque<Matchup> matchups_;  // the games point to them
  std::vector<GameBatch> games_;
  std::vector<SampledBatch> sampled_;
  std::vector<std::string> told_;  // by the ledger
};

}  // namespace

int64_t LedgerSample::different() const { return std::ranges::count(played, false, &SampledBatch::same); }

double LedgerSample::most_different() const {
  const int64_t of = std::ssize(played), found = different();
  double low = 0, high = 1;
  while (found < of && high - low > 1e-9) {
    const double middle = (low + high) / 2;
    (at_most(found, of, middle) > 0.05 ? low : high) = middle;
  }
  return high;
}

LedgerSample play_sample(const Ledger& ledger, std::span<const DeckFile> decks, const SampleSpec& spec,
                         const RunControl& control) {
  assert(!control.ledger);
  LedgerSample sample;
  Sampler sampler(decks, spec);
  for (const LedgerBatch& batch : read_batches(ledger, drawn_batches(ledger, spec, sample)))
    if (!sampler.add(batch)) {
      sample.problem = "the batch of '" + batch.cell + "' at game " + std::to_string(batch.first) + " can't be read";
      return sample;
    }
  sampler.play(sample, control);
  return sample;
}

}  // namespace archon
