#include "sim/advice/advice.h"

#include <algorithm>
#include <cmath>

#include "engine/engine.h"
#include "sim/play/threads.h"

namespace archon {
namespace {

constexpr int kToTheEnd = -1;

// values[world * answers + answer].
std::vector<float> play_on(const View& view, const ActionList& legal, const Continuation& continuation, int worlds,
                           uint64_t seed, int threads) {
  const auto answers = static_cast<size_t>(legal.size());
  std::vector<float> values(static_cast<size_t>(worlds) * answers);
  parallel_for(static_cast<size_t>(worlds), threads, [&](size_t world) {
    SmallRng rng{stream_seed(seed, world, Stream::Setup)};
    const State dealt = view.deal(rng);
    const uint64_t luck = rng.next();
    for (size_t i = 0; i < answers; ++i) {
      State s = dealt;
      apply(view.matchup(), s, legal[static_cast<int>(i)]);
      values[world * answers + i] = continuation.value(view.matchup(), s, view.player(), kToTheEnd, luck);
    }
  });
  return values;
}

}  // namespace

std::vector<AdvisedAnswer> advise(const View& view, const ActionList& legal, const Continuation& continuation, int worlds,
                                  uint64_t seed, int threads) {
  const std::vector<float> values = play_on(view, legal, continuation, worlds, seed, threads);
  const auto count = static_cast<size_t>(legal.size());
  const auto value = [&](size_t world, size_t answer) { return static_cast<double>(values[world * count + answer]); };
  const auto n = static_cast<double>(worlds);
  std::vector<double> wins(count);
  for (size_t world = 0; world < static_cast<size_t>(worlds); ++world)
    for (size_t i = 0; i < count; ++i) wins[i] += value(world, i) / n;
  const auto best = static_cast<size_t>(std::ranges::max_element(wins) - wins.begin());
  std::vector<AdvisedAnswer> answers;
  for (size_t i = 0; i < count; ++i) {
    double squares = 0;
    const double behind = wins[best] - wins[i];
    for (size_t world = 0; world < static_cast<size_t>(worlds); ++world) {
      const double difference = value(world, best) - value(world, i) - behind;
      squares += difference * difference;
    }
    answers.push_back({legal[static_cast<int>(i)], wins[i], behind, std::sqrt(squares / n / std::max(1.0, n - 1))});
  }
  std::ranges::stable_sort(answers, std::ranges::greater{}, &AdvisedAnswer::win);
  return answers;
}

}  // namespace archon
