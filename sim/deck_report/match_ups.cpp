#include "sim/deck_report/match_ups.h"

#include <numeric>

#include "engine/core/random.h"
#include "sim/chains/chain_games.h"

namespace archon {
namespace {

constexpr double kChainWidth = 2;  // of an interval that ends a search before its budget

// The opponents, best for the deck first; rates are pulled towards even, as those of few games are the most extreme.
std::vector<size_t> by_rate(const FieldGames& field) {
  const auto rate = [&](size_t opponent) {
    const Tally total = field.by_opponent[opponent].total();
    return static_cast<double>(total.wins[0] + 1) / static_cast<double>(total.decided() + 2);
  };
  std::vector<size_t> order(field.by_opponent.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), rate);
  return order;
}

class MatchUpPlayer {
 public:
  MatchUpPlayer(const FieldSpec& spec, const MatchUpSpec& wanted, const RunControl& control)
      : spec_(spec), wanted_(wanted), control_(control), matchups_(field_matchups(spec.own)) {}

  MatchUps play(const FieldGames& field) {
    const std::vector<size_t> order = by_rate(field);
    const size_t shown = std::min(wanted_.shown, order.size() / 2);
    total_ = static_cast<int64_t>(2 * shown) * (wanted_.games + wanted_.chain_games) + wanted_.chain_games;
    MatchUps result;
    if (wanted_.chain_games > 0) result.field_chains = search(matchups_, field.counts, spec_.own.seed);
    for (size_t i = 0; i < shown; ++i) measure(order[i], result.best);
    for (size_t i = 0; i < shown; ++i) measure(order[order.size() - 1 - i], result.worst);
    result.complete = !stopped_;
    return result;
  }

 private:
  void measure(size_t opponent, std::vector<MatchUp>& list) {
    MatchUp found{
        .opponent = opponent, .seed = stream_seed(spec_.own.seed, opponent + 1, Stream::Setup), .counts = {}, .chains = {}};
    const Matchup& matchup = matchups_[opponent];
    found.counts = play_all({MatchSpec{
        .matchup = &matchup, .agents = {spec_.own.agent, spec_.own.agent}, .seed = found.seed, .games = wanted_.games}});
    if (stopped_) return;
    if (wanted_.chain_games > 0) found.chains = search(std::span(&matchup, 1), found.counts, found.seed);
    list.push_back(std::move(found));
  }

  // Goes on from the games without chains; nothing when it was stopped.
  std::optional<HandicapEstimate> search(std::span<const Matchup> matchups, const MatchResult& even, uint64_t seed) {
    const int64_t played = even.total().games / 2 * 2, end = done_ + wanted_.chain_games;
    HandicapSearch search({.width = kChainWidth, .games = played + wanted_.chain_games, .seed = seed});
    const HandicapBatch first{.handicap = 0, .first_game = 0, .games = played};
    search.add(std::span(&first, 1), std::span(&even.by_first, 1));
    while (!search.finished() && !stopped_) {
      const std::vector<HandicapBatch> batches = search.next();
      std::vector<ByFirst> results;
      for (const HandicapBatch& batch : batches) results.push_back(play_handicap(matchups, batch, seed));
      if (!stopped_) search.add(batches, results);
    }
    done_ = end;
    if (stopped_) return {};
    return search.estimate();
  }

  // The opponents take turns, with a game going first and one going second.
  ByFirst play_handicap(std::span<const Matchup> matchups, const HandicapBatch& batch, uint64_t seed) {
    std::vector<Matchup> chained;
    for (const Matchup& each : matchups) chained.push_back(with_handicap(each, batch.handicap));
    std::vector<MatchSpec> specs;
    for (int64_t game = batch.first_game; game < batch.first_game + batch.games; game += 2)
      specs.push_back({.matchup = &chained[static_cast<size_t>(game / 2) % chained.size()],
                       .agents = {spec_.own.agent, spec_.own.agent},
                       .seed = seed,
                       .games = 2,
                       .first_game = game});
    return play_all(specs).by_first;
  }

  // Adds all up. With fewer games than asked for it was stopped.
  MatchResult play_all(const std::vector<MatchSpec>& specs) {
    RunControl part = control_;
    if (control_.progress)
      part.progress = [this](int64_t done, int64_t) { control_.progress(done_ + done, std::max(total_, done_ + done)); };
    int64_t asked = 0;
    MatchResult sum;
    for (const MatchSpec& each : specs) asked += each.games;
    for (const MatchResult& each : play_matches(specs, part)) add(sum, each);
    stopped_ = stopped_ || sum.total().games < asked;
    done_ += sum.total().games;
    return sum;
  }

  const FieldSpec& spec_;
  const MatchUpSpec& wanted_;
  const RunControl& control_;
  const std::vector<Matchup> matchups_;
  int64_t done_ = 0, total_ = 0;
  bool stopped_ = false;
};

}  // namespace

MatchUps play_match_ups(const FieldSpec& spec, const FieldGames& field, const MatchUpSpec& wanted, const RunControl& control) {
  return MatchUpPlayer(spec, wanted, control).play(field);
}

}  // namespace archon
