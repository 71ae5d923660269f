#include "sim/race/deck_race.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <span>

#include "engine/core/random.h"
#include "sim/matrix/gauntlet.h"
#include "sim/matrix/matrix_run.h"
#include "sim/race/race_posterior.h"

namespace archon {
namespace {

constexpr int kDraws = 20000;

size_t last_of(const RaceSpec& spec) { return spec.narrow > 0 ? std::min(spec.narrow, spec.finalists) : spec.finalists; }

// How many run in the next round: the better half, or the last.
size_t next_of(size_t running, const RaceSpec& spec) {
  const size_t last = last_of(spec);
  return running > last ? std::max(last, (running + 1) / 2) : running;
}

// That choose: until only the last are left, and one more that sorts them.
size_t choosing_rounds(size_t running, const RaceSpec& spec) {
  size_t rounds = 1;
  for (; running > last_of(spec); running = next_of(running, spec)) ++rounds;
  return rounds;
}

class Race {
 public:
  Race(std::vector<Racer> racers, std::span<const DeckFile> field, const RaceSpec& spec,
       const std::function<RunControl(double)>& part)
      : racers_(std::move(racers)), field_(field.begin(), field.end()), spec_(spec), part_(part) {}

  RaceResult run() {
    std::vector<size_t> order(racers_.size());  // those that still run come first
    std::iota(order.begin(), order.end(), size_t{0});
    const size_t rounds = choosing_rounds(order.size(), spec_);
    size_t running = order.size();
    bool whole = true;
    const double measuring = measuring_share();
    const auto choosing = static_cast<int64_t>((1 - measuring) * static_cast<double>(spec_.games));
    for (size_t round = 0; round < rounds && whole; ++round) {
      const int64_t games = std::max<int64_t>(0, choosing - asked_) / static_cast<int64_t>(rounds - round);
      whole = play_round(std::span(order).first(running), games, (1 - measuring) / static_cast<double>(rounds));
      sort(std::span(order).first(running));
      running = next_of(running, spec_);
    }
    if (shard_) return of_shard();
    order.resize(std::min(order.size(), spec_.finalists));
    sort(order);
    estimate_best(order);
    std::vector<size_t> measured = order;
    for (size_t i = 0; i < racers_.size(); ++i)
      if (racers_[i].compare && std::ranges::find(order, i) == order.end()) measured.push_back(i);
    if (whole) whole = measure(measured, measuring);
    if (shard_) return of_shard();
    return result(order.size(), measured, whole);
  }

 private:
  // Plays these racers against the next decks of the field, the same for all; false: it was stopped.
  bool play_round(std::span<const size_t> running, int64_t budget, double share) {
    std::vector<size_t> opponents = next_opponents(field_.size());
    GameGoal goal{.games = 0};
    if (spec_.games > 0) {
      const int64_t pairs = std::max<int64_t>(1, budget / (2 * std::ssize(running)));
      const auto met = static_cast<size_t>(std::min<int64_t>(std::ssize(field_), pairs));
      opponents = next_opponents(met);
      goal.games = 2 * std::max<int64_t>(1, budget / (2 * meetings(running, opponents)));
    }
    for (const size_t i : running) racers_[i].selection.emplace_back();
    const bool whole = play(running, opponents, goal, share,
                            [](Racer& racer, size_t, const RaceGames& games) { racer.selection.back().add(games); });
    const RacePosterior posterior(racers_);
    for (size_t i = 0; i < racers_.size(); ++i) racers_[i].estimate = posterior.mean(i);
    return whole;
  }

  // Of the games, for the round that measures.
  double measuring_share() const {
    const double share = 1 - kSelectionShare;
    if (spec_.games == 0) return share;
    const auto compared = std::ranges::count_if(racers_, &Racer::compare);
    const auto measured = std::min(std::ssize(racers_), static_cast<ptrdiff_t>(spec_.finalists) + compared);  // at most
    const double of_each = 2 * static_cast<double>(measured * std::ssize(field_)) / static_cast<double>(spec_.games);
    const double near = of_each * std::round(share / of_each);
    return std::abs(near - share) <= kShareSlack ? near : share;
  }

  // What the rounds before have left, at least this share.
  bool measure(const std::vector<size_t>& measured, double share) {
    std::vector<size_t> opponents = next_opponents(field_.size());
    GameGoal goal{.games = 0};
    if (spec_.games > 0) {
      const auto least = std::llround(share * static_cast<double>(spec_.games));
      const int64_t pairs = std::max<int64_t>(spec_.games - asked_, least) / 2;
      const int64_t each = pairs / meetings(measured, opponents);
      if (each == 0 && field_.size() > 1)  // two at least, as one may be the racer itself
        opponents = next_opponents(std::max<size_t>(2, static_cast<size_t>(pairs) / measured.size()));
      goal.games = 2 * std::max<int64_t>(1, each);
    }
    for (const size_t i : measured) racers_[i].fresh_by_field.assign(field_.size(), {});
    return play(measured, opponents, goal, share, [](Racer& racer, size_t opponent, const RaceGames& games) {
      racer.fresh.add(games);
      racer.fresh_by_field[opponent].add(games);
    });
  }

  // The decks of the field that come next; all of them where so many are asked for.
  std::vector<size_t> next_opponents(size_t count) {
    std::vector<size_t> opponents(field_.size());
    std::iota(opponents.begin(), opponents.end(), size_t{0});
    if (count >= field_.size()) return opponents;
    std::rotate(opponents.begin(), opponents.begin() + static_cast<long>(next_ % field_.size()), opponents.end());
    opponents.resize(count);
    next_ += count;
    return opponents;
  }

  // Pairs of decks that play: two racers of the field meet once, and their games count for both.
  int64_t meetings(std::span<const size_t> running, std::span<const size_t> opponents) const {
    std::set<uint64_t> hashes;
    for (const size_t i : opponents) hashes.insert(deck_hash(field_[i].deck));
    const int64_t both =
        std::ranges::count_if(running, [&](size_t i) { return hashes.contains(deck_hash(racers_[i].deck.deck)); });
    return std::max<int64_t>(1, std::ssize(running) * std::ssize(opponents) - both - both * (both - 1) / 2);
  }

  // Every call has games of its own: the seed of the run and the number of the call fix them.
  template <class Take>
  bool play(std::span<const size_t> running, std::span<const size_t> opponents, const GameGoal& goal, double share,
            const Take& take) {
    std::vector<DeckFile> mine, field;
    for (const size_t i : running) mine.push_back(racers_[i].deck);
    for (const size_t i : opponents) field.push_back(field_[i]);
    const Gauntlet gauntlet = arrange_gauntlet(mine, field);
    std::map<uint64_t, int> place;
    for (int i = 0; i < std::ssize(gauntlet.decks); ++i) place[deck_hash(gauntlet.decks[static_cast<size_t>(i)].deck)] = i;
    const uint64_t call = calls_++;
    const MatrixSpec spec{.agent = spec_.agent,
                          .seed = stream_seed(spec_.seed, call, Stream::Setup),
                          .goal = goal,
                          .pairs = gauntlet.pairs,
                          .options = spec_.options,
                          .part = spec_.part + std::to_string(call) + " ",
                          .round = round_of_call(call)};
    RunControl control = part_(spec_.games > 0 ? 1 : share);
    if (!control.shard.whole() && ends_shard(gauntlet, spec, control)) return false;
    if (control.progress)  // of the whole race
      control.progress = [progress = control.progress, before = played_, games = spec_.games](int64_t done, int64_t total) {
        progress(before + done, std::max(games, before + total));
      };
    const MatrixRun run = play_matrix(gauntlet.decks, spec, control);
    asked_ += games_asked(gauntlet, spec);
    error_ = run.error;
    for (const MatrixCell& cell : run.matrix.cells) {
      played_ += cell.result.total().games;
      missing_.add(cell.result);
    }
    add(missing_.by_bound, run.matrix.faults_by_bound);
    add(missing_.by_cause, run.matrix.forfeits_by_cause);
    missing_.undecided -= tied(run.matrix.by_time);
    add(by_time_, run.matrix.by_time);
    for (const size_t i : running) {
      const int me = place.at(deck_hash(racers_[i].deck.deck));
      for (const size_t j : opponents) {
        const int other = place.at(deck_hash(field_[j].deck));
        const MatrixCell* cell = run.matrix.cell(me, other);
        if (cell == nullptr) continue;  // itself
        take(racers_[i], j, RaceGames{cell->result.total().games, run.matrix.wins(me, other), run.matrix.wins(other, me)});
      }
    }
    return run.complete || (spec_.games == 0 && error_.empty() && !stopped_whole());
  }

  RaceRound round_of_call(uint64_t call) const {
    const int before = spec_.rounds_before;
    return {.number = before + static_cast<int>(call) + 1,
            .of = before + race_rounds(racers_.size(), spec_) + spec_.rounds_after};
  }

  static int64_t games_asked(const Gauntlet& gauntlet, const MatrixSpec& spec) {
    const int decks = static_cast<int>(gauntlet.decks.size());
    return spec.pairs.before(decks, decks) * spec.goal.games;
  }

  // Plays the part of a shard in the round at which it ends; false: the ledger has all of this one, and others follow.
  bool ends_shard(const Gauntlet& gauntlet, MatrixSpec spec, const RunControl& control) {
    assert(spec_.games > 0 && control.ledger);
    const bool there = has_all_games(gauntlet.decks, spec, *control.ledger);
    if (there && spec.round.number < spec.round.of) return false;
    spec.shard = control.shard;
    const MatrixRun run = play_matrix(gauntlet.decks, spec, control);
    shard_ = {.round = spec.round,
              .asked = std::ssize(run.matrix.cells) * spec.goal.games,
              .of_round = games_asked(gauntlet, spec),
              .played = run.played,
              .race_over = there};
    for (const MatrixCell& cell : run.matrix.cells) shard_->games += std::min(cell.result.total().games, spec.goal.games);
    error_ = run.error;
    return true;
  }

  // Without a number of games each part ends by its time, and only the end of the whole is a stop.
  bool stopped_whole() const {
    const RunControl all = part_(1);
    return all.stop && all.stop();
  }

  void sort(std::span<size_t> running) const {
    std::ranges::stable_sort(running, std::greater<>(), [this](size_t i) { return racers_[i].estimate; });
  }

  // Draws of the finalists' win rates; one dropped has had less.
  void estimate_best(const std::vector<size_t>& finalists) {
    const RacePosterior posterior(racers_);
    SmallRng rng{stream_seed(spec_.seed, calls_, Stream::Chance)};
    for (int draw = 0; draw < kDraws; ++draw) {
      const std::vector<double> rates = posterior.draw(finalists, rng);
      const auto best = static_cast<size_t>(std::ranges::max_element(rates) - rates.begin());
      racers_[finalists[best]].best += 1.0 / kDraws;
    }
  }

  RaceResult of_shard() const {
    const bool complete = error_.empty() && shard_->games == shard_->asked;
    return {.racers = {}, .played = shard_->games, .error = error_, .complete = complete, .shard = shard_};
  }

  RaceResult result(size_t finalists, const std::vector<size_t>& measured, bool whole) {
    RaceResult result{.racers = {},
                      .finalists = finalists,
                      .played = played_,
                      .error = error_,
                      .complete = whole,
                      .missing = missing_,
                      .by_time = by_time_};
    std::vector<bool> taken(racers_.size());
    for (const size_t i : measured) {
      result.racers.push_back(racers_[i]);
      taken[i] = true;
    }
    for (size_t i = 0; i < racers_.size(); ++i)
      if (!taken[i]) result.racers.push_back(racers_[i]);
    return result;
  }

  std::vector<Racer> racers_;
  const std::vector<DeckFile> field_;
  const RaceSpec& spec_;
  const std::function<RunControl(double)>& part_;
  size_t next_ = 0;  // deck of the field that the next round begins with
  uint64_t calls_ = 0;
  int64_t asked_ = 0;  // of the rounds so far: what is left for others depends on no ledger that has more
  int64_t played_ = 0;
  std::string error_;
  MissingGames missing_;
  LeadCounts by_time_{};
  std::optional<RoundShard> shard_;
};

}  // namespace

void RaceGames::add(const RaceGames& more) {
  games += more.games;
  wins += more.wins;
  losses += more.losses;
}

RaceGames Racer::selected() const {
  RaceGames sum;
  for (const RaceGames& each : selection) sum.add(each);
  return sum;
}

RaceResult race(std::vector<Racer> racers, std::span<const DeckFile> field, const RaceSpec& spec,
                const std::function<RunControl(double)>& part) {
  return Race(std::move(racers), field, spec, part).run();
}

int race_rounds(size_t racers, const RaceSpec& spec) { return static_cast<int>(choosing_rounds(racers, spec)) + 1; }

}  // namespace archon
