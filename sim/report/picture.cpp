#include "sim/report/picture.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <vector>

#include "sim/report/report_page.h"

namespace archon {
namespace report {
namespace {

using Colour = std::array<uint8_t, 3>;
constexpr int kWidth = 1200, kHeight = 630, kMargin = 40, kSide = kHeight - 2 * kMargin;
constexpr Colour kPaper = {0xFB, 0xFA, 0xF8}, kLine = {0xE4, 0xE1, 0xDB}, kSoft = {0x59, 0x61, 0x6B},
                 kBlue = {0x14, 0x50, 0x8F};

// The colour that the style sheet gives to a class, for light screens: ".k3{background:#c76c28}".
Colour shade(const std::string& name) {
  const std::string_view css = style_sheet();
  const std::string rule = "." + name + "{background:#";
  const size_t at = css.find(rule);
  assert(at != std::string_view::npos);
  unsigned rgb = 0;
  std::from_chars(css.data() + at + rule.size(), css.data() + at + rule.size() + 6, rgb, 16);
  return {static_cast<uint8_t>(rgb >> 16), static_cast<uint8_t>(rgb >> 8), static_cast<uint8_t>(rgb)};
}

class Canvas {
 public:
  Canvas() { fill(0, 0, kWidth, kHeight, kPaper); }

  // Pixels from the first corner up to before the second one.
  void fill(double x1, double y1, double x2, double y2, const Colour& colour) {
    for (int y = pixel(y1, kHeight); y < pixel(y2, kHeight); ++y)
      for (int x = pixel(x1, kWidth); x < pixel(x2, kWidth); ++x) std::ranges::copy(colour, &bytes_[at(x, y)]);
  }

  void disc(double x, double y, double radius, const Colour& colour) {
    for (int dy = pixel(y - radius, kHeight); dy <= pixel(y + radius, kHeight - 1); ++dy)
      for (int dx = pixel(x - radius, kWidth); dx <= pixel(x + radius, kWidth - 1); ++dx)
        if (std::hypot(dx + 0.5 - x, dy + 0.5 - y) <= radius) std::ranges::copy(colour, &bytes_[at(dx, dy)]);
  }

  std::string png() const {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = kWidth;
    image.height = kHeight;
    image.format = PNG_FORMAT_RGB;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::string file(size, '\0');
    if (!png_image_write_to_memory(&image, file.data(), &size, 0, bytes_.data(), 0, nullptr)) return {};
    file.resize(size);
    return file;
  }

 private:
  static int pixel(double value, int most) { return std::clamp(static_cast<int>(std::lround(value)), 0, most); }
  static size_t at(int x, int y) { return 3 * (static_cast<size_t>(y) * kWidth + static_cast<size_t>(x)); }

  std::vector<uint8_t> bytes_ = std::vector<uint8_t>(3 * kWidth * kHeight);
};

void draw_heat_map(const Ranking& ranking, Canvas& canvas) {
  const double cell = static_cast<double>(kSide) / ranking.size(), gap = cell > 8 ? 1 : 0;
  for (int row = 0; row < ranking.size(); ++row) {
    for (int column = 0; column < ranking.size(); ++column) {
      const bool played = row != column && ranking.seen(row, column).played();
      const Colour colour = played ? shade(win_shade(ranking.seen(row, column).win_rate())) : kLine;
      const double x = kMargin + cell * column, y = kMargin + cell * row;
      canvas.fill(x, y, x + cell - gap, y + cell - gap, colour);
    }
  }
}

void draw_strengths(const Ranking& ranking, Canvas& canvas) {
  const double left = 2 * kMargin + kSide, row = static_cast<double>(kSide) / ranking.size();
  const auto strength = [&](int rank) {
    const ReportDeck& deck = ranking.deck(rank);
    if (deck.rating) return *deck.rating;
    const double mean = deck.mean.value_or(0.5);
    const Interval interval = deck.mean_interval.value_or(Interval{mean, mean});
    return ReportRating{mean - 0.5, {interval.low - 0.5, interval.high - 0.5}};
  };
  double low = 0, high = 0;
  for (int rank = 0; rank < ranking.size(); ++rank) {
    low = std::min(low, strength(rank).interval.low);
    high = std::max(high, strength(rank).interval.high);
  }
  const double scale = (kWidth - kMargin - left) / std::max(high - low, 1e-9);
  const auto x = [&](double value) { return left + scale * (value - low); };
  canvas.fill(x(0) - 1, kMargin, x(0) + 1, kMargin + kSide, kLine);
  for (int rank = 0; rank < ranking.size(); ++rank) {
    const ReportRating rating = strength(rank);
    const double y = kMargin + row * (rank + 0.5);
    canvas.fill(x(rating.interval.low), y - 1.5, x(rating.interval.high), y + 1.5, kSoft);
    canvas.disc(x(rating.value), y, std::clamp(row / 3.5, 1.5, 9.0), kBlue);
  }
}

}  // namespace
}  // namespace report

std::string report_picture(const ReportInput& input) {
  const report::Ranking ranking(input);
  report::Canvas canvas;
  report::draw_heat_map(ranking, canvas);
  report::draw_strengths(ranking, canvas);
  return canvas.png();
}

}  // namespace archon
