#include "sim/pods/build_race.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "engine/core/random.h"
#include "sim/matrix/gauntlet.h"
#include "sim/matrix/matrix_run.h"
#include "sim/stats/beta_draw.h"

namespace archon {
namespace {

constexpr int kDraws = 20000;

class Race {
 public:
  Race(std::vector<Racer> racers, std::span<const DeckFile> field, const RaceSpec& spec,
       const std::function<RunControl(double)>& part)
      : racers_(std::move(racers)), field_(field.begin(), field.end()), spec_(spec), part_(part) {}

  RaceResult run() {
    std::vector<size_t> running(racers_.size());
    std::iota(running.begin(), running.end(), size_t{0});
    const size_t rounds = rounds_of(running.size());
    bool whole = true;
    for (size_t round = 0; round < rounds && whole; ++round) {
      whole = play_round(running, kSelectionShare / static_cast<double>(rounds));
      sort(running);
      if (running.size() > spec_.finalists) running.resize(std::max(spec_.finalists, (running.size() + 1) / 2));
    }
    if (running.size() > spec_.finalists) running.resize(spec_.finalists);
    estimate_best(running);
    std::vector<size_t> measured = running;
    for (size_t i = 0; i < racers_.size(); ++i)
      if (racers_[i].compare && std::ranges::find(running, i) == running.end()) measured.push_back(i);
    if (whole) whole = measure(measured);
    return result(running.size(), measured, whole);
  }

 private:
  // Until only the finalists are left, and one more that sorts them.
  size_t rounds_of(size_t running) const {
    size_t rounds = 1;
    for (; running > spec_.finalists; running = std::max(spec_.finalists, (running + 1) / 2)) ++rounds;
    return rounds;
  }

  // Plays these racers against the next decks of the field, the same for all; false: it was stopped.
  bool play_round(const std::vector<size_t>& running, double share) {
    std::vector<size_t> opponents(field_.size());
    std::iota(opponents.begin(), opponents.end(), size_t{0});
    GameGoal goal{.games = 0};
    if (spec_.games > 0) {
      const auto budget = static_cast<int64_t>(share * static_cast<double>(spec_.games));
      const int64_t pairs = std::max<int64_t>(1, budget / (2 * std::ssize(running)));
      const auto met = static_cast<size_t>(std::min<int64_t>(std::ssize(field_), pairs));
      std::rotate(opponents.begin(), opponents.begin() + static_cast<long>(next_ % field_.size()), opponents.end());
      opponents.resize(met);
      next_ += met;
      goal.games = 2 * (pairs / static_cast<int64_t>(met));
    }
    const bool whole =
        play(running, opponents, goal, share, [](Racer& racer, size_t, const RaceGames& games) { racer.selection.add(games); });
    for (const size_t i : running) {
      ++racers_[i].rounds;
      const auto [a, b] = posterior(racers_[i]);
      racers_[i].estimate = a / (a + b);
    }
    return whole;
  }

  bool measure(const std::vector<size_t>& measured) {
    std::vector<size_t> opponents(field_.size());
    std::iota(opponents.begin(), opponents.end(), size_t{0});
    GameGoal goal{.games = 0};
    if (spec_.games > 0) {
      const double budget = (1 - kSelectionShare) * static_cast<double>(spec_.games);
      const auto cells = static_cast<double>(measured.size() * field_.size());
      goal.games = 2 * std::max<int64_t>(1, std::llround(budget / cells / 2));
    }
    for (const size_t i : measured) racers_[i].fresh_by_field.assign(field_.size(), {});
    return play(measured, opponents, goal, 1 - kSelectionShare, [](Racer& racer, size_t opponent, const RaceGames& games) {
      racer.fresh.add(games);
      racer.fresh_by_field[opponent].add(games);
    });
  }

  // Every call has games of its own: the seed of the run and the number of the call fix them.
  template <class Take>
  bool play(const std::vector<size_t>& running, const std::vector<size_t>& opponents, const GameGoal& goal, double share,
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
                          .part = spec_.part + std::to_string(call) + " "};
    RunControl control = part_(spec_.games > 0 ? 1 : share);
    if (control.progress)  // of the whole race
      control.progress = [progress = control.progress, before = played_, games = spec_.games](int64_t done, int64_t total) {
        progress(before + done, std::max(games, before + total));
      };
    const MatrixRun run = play_matrix(gauntlet.decks, spec, control);
    error_ = run.error;
    for (const MatrixCell& cell : run.matrix.cells) {
      played_ += cell.result.total().games;
      missing_.add(cell.result);
    }
    add(missing_.by_bound, run.matrix.faults_by_bound);
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

  // Without a number of games each part ends by its time, and only the end of the whole is a stop.
  bool stopped_whole() const {
    const RunControl all = part_(1);
    return all.stop && all.stop();
  }

  // Beta(wins + a, losses + b), a and b being what the rating knows: as many games as have its standard error.
  static std::pair<double, double> posterior(const Racer& racer) {
    const double p = std::clamp(racer.expected, 0.01, 0.99);
    const double games = std::max(2.0, 1 / (p * (1 - p) * racer.error * racer.error) - 1);
    return {p * games + static_cast<double>(racer.selection.wins),
            (1 - p) * games + static_cast<double>(racer.selection.losses)};
  }

  void sort(std::vector<size_t>& running) const {
    std::ranges::stable_sort(running, std::greater<>(), [this](size_t i) { return racers_[i].estimate; });
  }

  // Draws of the finalists' win rates; one dropped has had less.
  void estimate_best(const std::vector<size_t>& finalists) {
    SmallRng rng{stream_seed(spec_.seed, calls_, Stream::Chance)};
    for (int draw = 0; draw < kDraws; ++draw) {
      size_t best = finalists.front();
      double most = -1;
      for (const size_t i : finalists) {
        const auto [a, b] = posterior(racers_[i]);
        if (const double rate = draw_beta(a, b, rng); rate > most) {
          most = rate;
          best = i;
        }
      }
      racers_[best].best += 1.0 / kDraws;
    }
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
  int64_t played_ = 0;
  std::string error_;
  MissingGames missing_;
  LeadCounts by_time_{};
};

}  // namespace

void RaceGames::add(const RaceGames& more) {
  games += more.games;
  wins += more.wins;
  losses += more.losses;
}

RaceResult race(std::vector<Racer> racers, std::span<const DeckFile> field, const RaceSpec& spec,
                const std::function<RunControl(double)>& part) {
  return Race(std::move(racers), field, spec, part).run();
}

}  // namespace archon
