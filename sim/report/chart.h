#pragma once
// A small drawing (SVG) of lines with bands, dots and whiskers.
#include <optional>
#include <string>
#include <vector>

#include "sim/stats/statistics.h"

namespace archon::report {

struct ChartPoint {
  double x = 0, y = 0;
  Interval band{};  // around y
};

struct ChartSeries {
  std::string kind = "own";        // class of the style sheet: own, other
  std::vector<ChartPoint> line{};  // with its band
  std::vector<ChartPoint> dots{};  // with whiskers
};

struct ChartTick {
  double at = 0;
  std::string label{};
};

struct Chart {
  std::string label{};  // for those who don't see it
  Interval x{}, y{};    // what it shows
  std::vector<ChartTick> x_ticks{}, y_ticks{};
  std::optional<double> even{};    // a dashed line at this y
  std::vector<Interval> shaded{};  // of x
  std::optional<Interval> root{};  // a bar at `even`, of x
  std::vector<ChartSeries> series{};
};

std::string chart_svg(const Chart& chart);

}  // namespace archon::report
