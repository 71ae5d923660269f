#include "sim/stats/rating_residuals.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>

#include "sim/stats/distributions.h"
#include "sim/stats/false_discovery.h"
#include "sim/stats/statistics.h"

namespace archon {
namespace {

constexpr double kMostLeverage = 0.95;

}  // namespace

std::vector<RatingResidual> rating_residuals(const Eigen::MatrixXd& wins, const BradleyTerryFit& fit) {
  assert(fit.error.empty());
  std::vector<RatingResidual> residuals;
  for (int i = 0; i < wins.rows(); ++i) {
    for (int j = i + 1; j < wins.rows(); ++j) {
      const double games = wins(i, j) + wins(j, i);
      if (games <= 0) continue;
      const double difference = fit.elo[static_cast<size_t>(i)] - fit.elo[static_cast<size_t>(j)];
      const double p = logistic(difference / kEloPerLogit);
      const double variance = fit.covariance(i, i) + fit.covariance(j, j) - 2 * fit.covariance(i, j);
      const double leverage = games * p * (1 - p) * variance / (kEloPerLogit * kEloPerLogit);
      if (leverage > kMostLeverage) continue;
      RatingResidual residual{.a = i, .b = j, .win_rate = wins(i, j) / games, .predicted = p};
      residual.z = (residual.win_rate - p) / std::sqrt(p * (1 - p) * (1 - leverage) / games);
      residual.p_value = two_sided_p(residual.z);
      residuals.push_back(residual);
    }
  }
  std::vector<double> p_values;
  for (const RatingResidual& residual : residuals) p_values.push_back(residual.p_value);
  const std::vector<double> q_values = false_discovery_rates(p_values);
  for (size_t i = 0; i < residuals.size(); ++i) residuals[i].q_value = q_values[i];
  std::ranges::stable_sort(residuals, std::greater<>(), [](const RatingResidual& each) { return std::abs(each.z); });
  return residuals;
}

}  // namespace archon
