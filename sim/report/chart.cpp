#include "sim/report/chart.h"

#include <algorithm>

#include "sim/report/html_template.h"
#include "sim/stats/number_text.h"

namespace archon::report {
namespace {

constexpr double kLeft = 34, kRight = 352, kTop = 8, kBottom = 176;  // of the plot, in the units of the drawing

class Frame {
 public:
  explicit Frame(const Chart& chart) : chart_(chart) {}

  std::string x(double value) const { return fixed(kLeft + (kRight - kLeft) * part(value, chart_.x), 1); }
  std::string y(double value) const { return fixed(kBottom - (kBottom - kTop) * part(value, chart_.y), 1); }
  std::string path(const std::vector<ChartPoint>& points) const {
    std::string text;
    for (const ChartPoint& point : points) text += (text.empty() ? 'M' : 'L') + x(point.x) + ' ' + y(point.y);
    return text;
  }
  std::string band(const std::vector<ChartPoint>& points) const {
    std::string text;
    for (const ChartPoint& point : points) text += (text.empty() ? 'M' : 'L') + x(point.x) + ' ' + y(point.band.high);
    for (auto point = points.rbegin(); point != points.rend(); ++point) text += 'L' + x(point->x) + ' ' + y(point->band.low);
    return text + 'Z';
  }

 private:
  static double part(double value, const Interval& of) {
    return (std::clamp(value, of.low, of.high) - of.low) / (of.high - of.low);
  }

  const Chart& chart_;
};

Values series_values(const Frame& frame, const ChartSeries& series) {
  List dots;
  for (const ChartPoint& dot : series.dots)
    dots.push_back(Values{
        {"cx", frame.x(dot.x)}, {"cy", frame.y(dot.y)}, {"low", frame.y(dot.band.low)}, {"high", frame.y(dot.band.high)}});
  Values values{{"kind", series.kind}, {"dots", dots}};
  if (!series.line.empty()) {
    values["band"] = frame.band(series.line);
    values["path"] = frame.path(series.line);
  }
  return values;
}

}  // namespace

std::string chart_svg(const Chart& chart) {
  const Frame frame(chart);
  List shaded, x_ticks, y_ticks, series;
  for (const Interval& part : chart.shaded) {
    const Interval inside{std::max(part.low, chart.x.low), std::min(part.high, chart.x.high)};
    if (inside.low < inside.high) shaded.push_back(Values{{"from", frame.x(inside.low)}, {"to", frame.x(inside.high)}});
  }
  for (const ChartTick& tick : chart.x_ticks) x_ticks.push_back(Values{{"at", frame.x(tick.at)}, {"text", tick.label}});
  for (const ChartTick& tick : chart.y_ticks) y_ticks.push_back(Values{{"at", frame.y(tick.at)}, {"text", tick.label}});
  for (const ChartSeries& each : chart.series) series.push_back(series_values(frame, each));
  Values values{{"label", chart.label},      {"shaded", shaded},      {"x_ticks", x_ticks},
                {"y_ticks", y_ticks},        {"series", series},      {"left", fixed(kLeft, 0)},
                {"right", fixed(kRight, 0)}, {"top", fixed(kTop, 0)}, {"bottom", fixed(kBottom, 0)}};
  if (chart.even) values["even"] = frame.y(*chart.even);
  if (chart.even && chart.root) values["root"] = Values{{"from", frame.x(chart.root->low)}, {"to", frame.x(chart.root->high)}};
  return render("chart", values);
}

}  // namespace archon::report
