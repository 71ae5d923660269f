// Win rates over chains, a small drawing (SVG) for each pair, with its numbers in a table below.
#include <algorithm>
#include <cmath>

#include "sim/report/report_page.h"

namespace archon::report {
namespace {

constexpr double kLeft = 34, kRight = 352, kTop = 8, kBottom = 176;  // of the plot, in the units of the drawing
constexpr int kChainsPerCard = 6;  // 1 to 6 chains cost one card a refill, 7 to 12 two ... (rulebook 18.4, CHAINS)

std::string coordinate(double value) { return fixed(value, 1); }

struct Frame {
  double low, high;  // handicaps

  double x(double handicap) const { return kLeft + (kRight - kLeft) * (handicap - low) / (high - low); }
  static double y(double win_rate) { return kBottom - (kBottom - kTop) * win_rate; }
};

Frame frame_of(const ReportCurve& curve) {
  const double low = curve.points.front().handicap, high = curve.points.back().handicap;
  return high > low ? Frame{low - 0.5, high + 0.5} : Frame{low - 1, high + 1};
}

std::string line(double x1, double y1, double x2, double y2, const std::string& attributes = {}) {
  return "<path " + attributes + (attributes.empty() ? "" : " ") + "d=\"M" + coordinate(x1) + ' ' + coordinate(y1) + 'L' +
         coordinate(x2) + ' ' + coordinate(y2) + "\"/>";
}

// Every second tier of chains is shaded: where it begins, a chain costs a card more.
std::string tiers(const Frame& frame) {
  std::string svg;
  for (int side : {-1, 1}) {
    for (int first = kChainsPerCard + 1; first <= 19; first += 2 * kChainsPerCard) {
      const double from = side * (first - 0.5), to = side * (first + kChainsPerCard - 0.5);
      const double low = std::max(frame.low, std::min(from, to)), high = std::min(frame.high, std::max(from, to));
      if (low >= high) continue;
      svg += "<rect class=tier x=\"" + coordinate(frame.x(low)) + "\" y=\"" + coordinate(kTop) + "\" width=\"" +
             coordinate(frame.x(high) - frame.x(low)) + "\" height=\"" + coordinate(kBottom - kTop) + "\"/>";
    }
  }
  return svg;
}

std::string axes(const Frame& frame) {
  std::string svg;
  for (int percent_won : {0, 25, 50, 75, 100}) {
    const double y = Frame::y(percent_won / 100.0);
    svg += line(kLeft, y, kRight, y, percent_won == 50 ? "class=even" : "class=grid") + "<text class=end x=\"" +
           coordinate(kLeft - 6) + "\" y=\"" + coordinate(y + 3.5) + "\">" + std::to_string(percent_won) + "</text>";
  }
  const double span = frame.high - frame.low;
  const int step = span > 26 ? 6 : span > 8 ? 3 : 1;
  for (int at = static_cast<int>(std::ceil(frame.low / step)) * step; at <= frame.high; at += step)
    svg += "<text class=middle x=\"" + coordinate(frame.x(at)) + "\" y=\"" + coordinate(kBottom + 15) + "\">" +
           signed_number(at, 0) + "</text>";
  return svg;
}

// Where the pair is even, with the interval as a bar on the 50 % line.
std::string even_mark(const Frame& frame, const std::optional<ReportHandicap>& handicap) {
  if (!handicap || handicap->beyond) return {};
  const auto inside = [&](double x) { return frame.x(std::clamp(x, frame.low, frame.high)); };
  return line(inside(handicap->interval.low), Frame::y(0.5), inside(handicap->interval.high), Frame::y(0.5), "class=root");
}

std::string drawing(const ReportCurve& curve, const std::optional<ReportHandicap>& handicap, const std::string& label) {
  const Frame frame = frame_of(curve);
  std::string path, whiskers, dots;
  for (const ReportCurvePoint& point : curve.points) {
    const double x = frame.x(point.handicap);
    path += (path.empty() ? 'M' : 'L') + coordinate(x) + ' ' + coordinate(Frame::y(point.win_rate));
    whiskers += line(x, Frame::y(point.interval.low), x, Frame::y(point.interval.high));
    dots += "<circle cx=\"" + coordinate(x) + "\" cy=\"" + coordinate(Frame::y(point.win_rate)) + "\" r=\"2.6\"/>";
  }
  return "<svg viewBox=\"0 0 360 196\" role=img aria-label=\"" + label + "\">" + tiers(frame) + axes(frame) +
         even_mark(frame, handicap) + "<g class=whisker>" + whiskers + "</g><path class=curve d=\"" + path +
         "\"/><g class=dot>" + dots + "</g></svg>\n";
}

std::string numbers(const ReportCurve& curve) {
  std::string html =
      "<details><summary>Numbers</summary><table class=numbers><thead><tr><th scope=col>chains<th scope=col>games<th "
      "scope=col>win rate<th scope=col>95 % interval\n<tbody>\n";
  for (const ReportCurvePoint& point : curve.points) {
    html += "<tr><th scope=row>" + signed_number(point.handicap, 0) + "<td>" + thousands(point.games) + "<td>" +
            percent(point.win_rate) + "<td>" + range(point.interval, 100, 1) + " %\n";
  }
  return html + "</table></details>\n";
}

std::string even_text(const Ranking& ranking, const ReportCurve& curve, const std::optional<ReportHandicap>& handicap) {
  if (!handicap) return {};
  const std::string on = " on " + ranking.deck_name(handicap->value < 0 ? curve.b : curve.a);
  if (handicap->beyond) return "<p>Not even within 24 chains" + on + ".</p>\n";
  const Interval& interval = handicap->interval;
  const Interval shown = handicap->value < 0 ? Interval{-interval.high, -interval.low} : interval;
  return "<p>Even with " + fixed(std::abs(handicap->value), 1) + " chains" + on + " (" + range(shown, 1, 1) + ").</p>\n";
}

std::string figure(const Ranking& ranking, const ReportCurve& curve) {
  const std::string first = ranking.deck_name(curve.a), second = ranking.deck_name(curve.b);
  const std::optional<ReportHandicap> handicap = ranking.seen(ranking.rank(curve.a), ranking.rank(curve.b)).handicap();
  return "<figure>\n<figcaption><b>" + first + "</b> against " + second + "</figcaption>\n" +
         drawing(curve, handicap, "Win rate of " + first + " against " + second + " over chains") +
         even_text(ranking, curve, handicap) + numbers(curve) + "</figure>\n";
}

}  // namespace

std::string curves_section(const Ranking& ranking) {
  const std::vector<ReportCurve>& curves = ranking.input.curves;
  if (curves.empty()) return {};
  std::string html =
      "<section id=curves>\n<h2>What chains do</h2>\n<p>Pairs of the best decks: win rate of the first one in percent, over "
      "the chains on it; negative numbers are chains on the second. Whiskers are 95 % intervals, the thick bar is the interval "
      "of the handicap that makes the pair even. Chains cost cards in steps of six: every second step is shaded.</p>\n"
      "<div class=figures>\n";
  for (const ReportCurve& curve : curves)
    if (!curve.points.empty()) html += figure(ranking, curve);
  return html + "</div>\n</section>\n";
}

}  // namespace archon::report
