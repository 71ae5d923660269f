#include "sim/advice/advice.h"

#include <algorithm>
#include <cmath>

#include "engine/engine.h"
#include "sim/play/threads.h"

namespace archon {
namespace {

constexpr int kToTheEnd = -1;

bool may_follow(const Matchup& m, const State& s, int player, Action action) {
  if (s.over() || decision_player(s) != player) return false;
  ActionList legal;
  legal_actions(m, s, legal);
  return std::ranges::find(legal, action) != legal.end();
}

// values[world * lines + line].
std::vector<float> play_on(const View& view, std::span<const Line> lines, const Continuation& continuation, int worlds,
                           uint64_t seed, int threads) {
  const Matchup& m = view.matchup();
  std::vector<float> values(static_cast<size_t>(worlds) * lines.size());
  parallel_for(static_cast<size_t>(worlds), threads, [&](size_t world) {
    SmallRng rng{stream_seed(seed, world, Stream::Setup)};
    const State dealt = view.deal(rng);
    const uint64_t luck = rng.next();
    for (size_t i = 0; i < lines.size(); ++i) {
      State s = dealt;
      apply(m, s, lines[i].first);
      if (lines[i].then && may_follow(m, s, view.player(), *lines[i].then)) apply(m, s, *lines[i].then);
      values[world * lines.size() + i] = continuation.value(m, s, view.player(), kToTheEnd, luck);
    }
  });
  return values;
}

}  // namespace

std::vector<LineWorth> compare_lines(const View& view, std::span<const Line> lines, const Continuation& continuation,
                                     int worlds, uint64_t seed, int threads) {
  const std::vector<float> values = play_on(view, lines, continuation, worlds, seed, threads);
  const size_t count = lines.size();
  const auto value = [&](size_t world, size_t line) { return static_cast<double>(values[world * count + line]); };
  const auto n = static_cast<double>(worlds);
  std::vector<LineWorth> worths(count);
  for (size_t world = 0; world < static_cast<size_t>(worlds); ++world)
    for (size_t i = 0; i < count; ++i) worths[i].win += value(world, i) / n;
  const auto best = static_cast<size_t>(std::ranges::max_element(worths, {}, &LineWorth::win) - worths.begin());
  for (size_t i = 0; i < count; ++i) {
    double squares = 0;
    worths[i].behind = worths[best].win - worths[i].win;
    for (size_t world = 0; world < static_cast<size_t>(worlds); ++world) {
      const double difference = value(world, best) - value(world, i) - worths[i].behind;
      squares += difference * difference;
    }
    worths[i].error = std::sqrt(squares / n / std::max(1.0, n - 1));
  }
  return worths;
}

std::vector<AdvisedAnswer> advise(const View& view, const ActionList& legal, const Continuation& continuation, int worlds,
                                  uint64_t seed, int threads) {
  std::vector<Line> lines;
  for (Action action : legal) lines.push_back({action});
  const std::vector<LineWorth> worths = compare_lines(view, lines, continuation, worlds, seed, threads);
  std::vector<AdvisedAnswer> answers;
  for (size_t i = 0; i < lines.size(); ++i)
    answers.push_back({lines[i].first, worths[i].win, worths[i].behind, worths[i].error});
  std::ranges::stable_sort(answers, std::ranges::greater{}, &AdvisedAnswer::win);
  return answers;
}

}  // namespace archon
