#include "sim/chains/falling_curve.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace archon {
namespace {

constexpr float kFloor = 1e-30F;  // no likelihood is less beside the best: games that no falling curve fits don't end in zeros

// A part of the mixture that the cost of a chain is drawn from.
struct CostPart {
  double weight = 1, mean = 0;  // the mean in units of the slope
  int geometric = 0;            // the sum of so many geometric costs; 0: fixed
};

bool is_tier(int level) {
  const int chain = level >= 0 ? level + 1 : -level;  // of the step to the next level
  return chain == 7 || chain == 13 || chain == 19;
}

std::vector<CostPart> cost_parts(const CurveShape& shape, bool tier) {
  const double mean = tier ? 1 + 5 * shape.share : 1 - shape.share;
  switch (shape.evenness) {
    case Evenness::Even:
      return {{.weight = 1, .mean = mean, .geometric = 0}};
    case Evenness::Uneven:
      return {{.weight = 1, .mean = mean, .geometric = 2}};
    case Evenness::Rough:
      break;
  }
  return {{.weight = 0.4, .mean = mean / 8, .geometric = 1},
          {.weight = 0.4, .mean = mean, .geometric = 1},
          {.weight = 0.2, .mean = 4 * mean, .geometric = 1}};
}

size_t fixed_steps(const CostPart& part) { return static_cast<size_t>(std::lround(part.mean * kStepsAChain)); }

// Of one of the geometric costs of a part: the probability of a further step.
double further(const CostPart& part) {
  const double steps = part.mean * kStepsAChain / part.geometric;
  return steps / (1 + steps);
}

StepProbabilities probabilities(const std::vector<CostPart>& parts) {
  StepProbabilities sum(kStates, 0);
  for (const CostPart& part : parts) {
    StepProbabilities p(kStates, 0);
    p[part.geometric > 0 ? 0 : fixed_steps(part)] = part.weight;
    for (int i = 0; i < part.geometric; ++i) {
      double carried = 0;
      for (double& each : p) each = carried = (1 - further(part)) * each + further(part) * carried;
    }
    std::ranges::transform(sum, p, sum.begin(), std::plus<>());
  }
  sum[kTop] += std::max(0.0, 1 - std::accumulate(sum.begin(), sum.end(), 0.0));
  return sum;
}

// E[in(state + cost)] for each state; the top stays where it is.
void after_geometric(const SlopeRow* in, double further, SlopeRow* out) {
  const auto on = static_cast<float>(further), here = 1 - on;
  out[kTop] = in[kTop];
  for (size_t u = kTop; u-- > 0;)
    for (size_t s = 0; s < kSlopes; ++s) out[u][s] = here * in[u][s] + on * out[u + 1][s];
}

void after_fixed(const SlopeRow* in, size_t steps, SlopeRow* out) {
  for (size_t u = 0; u < kStates; ++u) out[u] = in[std::min(u + steps, kTop)];
}

// log P(the first deck loses) in a state.
double log_loss(size_t state, size_t slope) {
  static const std::vector<double> table = [] {
    std::vector<double> values;
    for (size_t u = 0; u < kStates; ++u) {
      for (size_t s = 0; s < kSlopes; ++s) {
        const double logit = slope_of(s) * static_cast<double>(u) / kStepsAChain;
        values.push_back(-logit - std::log1p(std::exp(-logit)));
      }
    }
    return values;
  }();
  return table[state * kSlopes + slope];
}

}  // namespace

double slope_of(size_t slope) { return 0.005 * std::exp2(static_cast<double>(slope) / 2); }

ChainCosts::ChainCosts(const CurveShape& shape)
    : plain_(probabilities(cost_parts(shape, false))), tier_(probabilities(cost_parts(shape, true))) {}

const StepProbabilities& ChainCosts::after(int level) const { return is_tier(level) ? tier_ : plain_; }

SidePass::Level SidePass::level_of(const Observation& observation) {
  assert(std::abs(observation.x) <= kMaxLevel);
  Level made{.level = static_cast<int>(std::lround(observation.x)), .likelihood = std::vector<SlopeRow>(kStates)};
  const auto wins = static_cast<double>(observation.wins), losses = static_cast<double>(observation.games - observation.wins);
  for (size_t s = 0; s < kSlopes; ++s) {
    const double unit = slope_of(s) / kStepsAChain;
    std::array<double, kStates> logs;
    for (size_t u = 0; u < kStates; ++u) {
      const double lost = log_loss(u, s), won = lost + unit * static_cast<double>(u);
      logs[u] = wins * won + losses * lost;
    }
    made.log_best[s] = *std::ranges::max_element(logs);
    for (size_t u = 0; u < kStates; ++u)
      made.likelihood[u][s] = std::max(kFloor, static_cast<float>(std::exp(logs[u] - made.log_best[s])));
  }
  return made;
}

SidePass::SidePass(std::span<const Observation> levels)
    : fields_((2 * kMaxRoot + 1) * kStates), part_(kStates), next_(kStates), logs_(2 * kMaxRoot + 1) {
  for (const Observation& each : levels) {
    if (each.games == 0) continue;
    Level level = level_of(each);
    const auto place = std::ranges::upper_bound(levels_, level.level, {}, &Level::level);
    levels_.insert(place, std::move(level));
  }
}

// The field of the next level, without the games there.
void SidePass::step_from(int level, const CurveShape& shape) {
  const SlopeRow* in = at(level);
  SlopeRow* out = &fields_[index(level + 1) * kStates];
  std::fill(out, out + kStates, SlopeRow{});
  for (const CostPart& part : cost_parts(shape, is_tier(level))) {
    if (part.geometric == 0) after_fixed(in, fixed_steps(part), part_.data());
    for (int i = 0; i < part.geometric; ++i) {
      after_geometric(i == 0 ? in : part_.data(), further(part), next_.data());
      part_.swap(next_);
    }
    const auto weight = static_cast<float>(part.weight);
    for (size_t u = 0; u < kStates; ++u)
      for (size_t s = 0; s < kSlopes; ++s) out[u][s] += weight * part_[u][s];
  }
}

void SidePass::multiply(const Level& level) {
  SlopeRow* field = &fields_[index(level.level) * kStates];
  std::array<double, kSlopes>& logs = logs_[index(level.level)];
  SlopeRow most{}, scale;
  for (size_t u = 0; u < kStates; ++u) {
    for (size_t s = 0; s < kSlopes; ++s) {
      field[u][s] *= level.likelihood[u][s];
      most[s] = std::max(most[s], field[u][s]);
    }
  }
  for (size_t s = 0; s < kSlopes; ++s) {
    most[s] = std::max(most[s], kFloor);
    logs[s] += std::log(static_cast<double>(most[s])) + level.log_best[s];
    scale[s] = 1 / most[s];
  }
  for (size_t u = 0; u < kStates; ++u)
    for (size_t s = 0; s < kSlopes; ++s) field[u][s] = std::max(kFloor, field[u][s] * scale[s]);
}

void SidePass::run(const CurveShape& shape) {
  SlopeRow ones;
  ones.fill(1);
  auto next = levels_.begin();
  for (int level = -kMaxRoot; level <= kMaxRoot; ++level) {
    logs_[index(level)] = level == -kMaxRoot ? std::array<double, kSlopes>{} : logs_[index(level - 1)];
    if (next == levels_.begin())
      std::fill_n(&fields_[index(level) * kStates], kStates, ones);
    else
      step_from(level - 1, shape);
    while (next != levels_.end() && next->level == level) multiply(*next++);
  }
}

}  // namespace archon
