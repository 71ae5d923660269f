// Which match-ups defy the ratings.
#include <algorithm>
#include <cmath>

#include "sim/report/report_page.h"

namespace archon::report {
namespace {

constexpr size_t kShown = 25;     // pairs
constexpr double kLevel = 0.05;   // share of the findings that may be false
constexpr double kBeyond = 1.96;  // a normal number is further from 0 in 5 %

// As the deck sees it that won more often than predicted.
Values row_values(const Ranking& ranking, const ReportResidual& residual) {
  const bool swapped = residual.z < 0;
  const int rank = ranking.rank(swapped ? residual.b : residual.a), other = ranking.rank(swapped ? residual.a : residual.b);
  const Seen seen = ranking.seen(rank, other);
  const double predicted = swapped ? 1 - residual.predicted : residual.predicted;
  return {{"name", ranking.deck(rank).name},
          {"rank", std::to_string(rank + 1)},
          {"other", ranking.deck(other).name},
          {"other_rank", std::to_string(other + 1)},
          {"rate", percent(seen.win_rate())},
          {"rate_value", fixed(100 * seen.win_rate(), 2)},
          {"range", range(seen.interval(), 100, 0)},
          {"predicted", percent(predicted)},
          {"predicted_value", fixed(100 * predicted, 2)},
          {"z", "+" + fixed(std::abs(residual.z), 1)},
          {"z_value", fixed(std::abs(residual.z), 3)},
          {"found", residual.q_value <= kLevel},
          {"q", p_text(residual.q_value)},
          {"q_value", fixed(residual.q_value, 6)}};
}

}  // namespace

std::string residuals_section(const Ranking& ranking) {
  const std::vector<ReportResidual>& residuals = ranking.input.residuals;
  if (residuals.empty()) return {};
  const auto beyond = std::ranges::count_if(residuals, [](const ReportResidual& each) { return std::abs(each.z) > kBeyond; });
  const auto found = std::ranges::count_if(residuals, [](const ReportResidual& each) { return each.q_value <= kLevel; });
  const size_t shown = std::min(kShown, residuals.size());
  List rows;
  for (size_t i = 0; i < shown; ++i) rows.push_back(row_values(ranking, residuals[i]));
  return render("residuals", {{"pairs", thousands(std::ssize(residuals))},
                              {"by_chance", fixed(0.05 * static_cast<double>(residuals.size()), 0)},
                              {"beyond", thousands(beyond)},
                              {"found", thousands(found)},
                              {"shown_of", shown < residuals.size() ? std::to_string(shown) : std::string()},
                              {"rows", rows}});
}

}  // namespace archon::report
