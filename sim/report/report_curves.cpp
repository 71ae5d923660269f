// Win rates over chains, a small drawing for each pair, with its numbers in a table below.
#include <algorithm>
#include <cmath>

#include "sim/report/chart.h"
#include "sim/report/report_page.h"

namespace archon::report {
namespace {

constexpr int kChainsPerCard = 6;  // 1 to 6 chains cost one card a refill, 7 to 12 two ... (rulebook 18.4, CHAINS)

// The handicaps that were played, and a little beside them.
Interval shown_handicaps(const ReportCurve& curve) {
  const double low = curve.points.front().handicap, high = curve.points.back().handicap;
  return high > low ? Interval{low - 0.5, high + 0.5} : Interval{low - 1, high + 1};
}

// Every second tier of chains is shaded: where it begins, a chain costs a card more.
std::vector<Interval> tiers() {
  std::vector<Interval> shaded;
  for (int first = kChainsPerCard + 1; first <= 19; first += 2 * kChainsPerCard) {
    shaded.push_back({-(first + kChainsPerCard - 0.5), -(first - 0.5)});
    shaded.push_back({first - 0.5, first + kChainsPerCard - 0.5});
  }
  return shaded;
}

std::vector<ChartPoint> chart_points(const std::vector<ReportCurvePoint>& points, const Interval& inside) {
  std::vector<ChartPoint> list;
  for (const ReportCurvePoint& point : points)
    if (point.handicap >= inside.low && point.handicap <= inside.high)
      list.push_back({point.handicap, point.win_rate, point.interval});
  return list;
}

std::string drawing(const ReportCurve& curve, const std::optional<ReportHandicap>& handicap, const std::string& label) {
  Chart chart{.label = label, .x = shown_handicaps(curve), .y = {0, 1}, .even = 0.5, .shaded = tiers()};
  const double span = chart.x.high - chart.x.low;
  const int step = span > 26 ? 6 : span > 8 ? 3 : 1;
  for (int at = static_cast<int>(std::ceil(chart.x.low / step)) * step; at <= chart.x.high; at += step)
    chart.x_ticks.push_back({static_cast<double>(at), signed_number(at, 0)});
  for (int percent_won : {0, 25, 50, 75, 100}) chart.y_ticks.push_back({percent_won / 100.0, std::to_string(percent_won)});
  if (handicap && !handicap->beyond) chart.root = handicap->interval;
  chart.series.push_back({.line = chart_points(curve.fitted, chart.x), .dots = chart_points(curve.points, chart.x)});
  return chart_svg(chart);
}

std::string even_text(const Ranking& ranking, const ReportCurve& curve, const std::optional<ReportHandicap>& handicap) {
  if (!handicap) return {};
  const std::string on = " on " + ranking.deck_name(handicap->value < 0 ? curve.b : curve.a);
  if (handicap->beyond) return "Not even within 24 chains" + on + ".";
  const Interval& interval = handicap->interval;
  const Interval shown = handicap->value < 0 ? Interval{-interval.high, -interval.low} : interval;
  return "Even with " + fixed(std::abs(handicap->value), 1) + " chains" + on + " (" + range(shown, 1, 1) + ").";
}

Values figure(const Ranking& ranking, const ReportCurve& curve) {
  const std::string &first = ranking.deck_name(curve.a), &second = ranking.deck_name(curve.b);
  const std::optional<ReportHandicap> handicap = ranking.seen(ranking.rank(curve.a), ranking.rank(curve.b)).handicap();
  List points;
  for (const ReportCurvePoint& point : curve.points)
    points.push_back(Values{{"chains", signed_number(point.handicap, 0)},
                            {"games", thousands(point.games)},
                            {"rate", percent(point.win_rate)},
                            {"range", range(point.interval, 100, 1)}});
  return {{"first", first},
          {"second", second},
          {"drawing", drawing(curve, handicap, "Win rate of " + first + " against " + second + " over chains")},
          {"even", even_text(ranking, curve, handicap)},
          {"points", points}};
}

}  // namespace

std::string curves_section(const Ranking& ranking) {
  List figures;
  for (const ReportCurve& curve : ranking.input.curves)
    if (!curve.points.empty()) figures.push_back(figure(ranking, curve));
  return figures.empty() ? std::string() : render("curves", {{"figures", figures}});
}

}  // namespace archon::report
