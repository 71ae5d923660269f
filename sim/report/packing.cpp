#include "sim/report/packing.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace archon::report {
namespace {

constexpr std::string_view kDigitSigns = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr int64_t kBase = 64;

}  // namespace

nlohmann::json packed(const std::vector<int64_t>& numbers) {
  const int64_t largest = numbers.empty() ? 0 : std::max<int64_t>(0, *std::ranges::max_element(numbers));
  int width = 1;
  int64_t none = kBase - 1;
  for (; largest >= none; ++width) none = kBase * none + kBase - 1;
  std::string text(numbers.size() * static_cast<size_t>(width), ' ');
  auto end = text.begin();
  for (const int64_t number : numbers) {
    assert(number >= kNoNumber);
    end += width;
    int64_t rest = number == kNoNumber ? none : number;
    for (int digit = 1; digit <= width; ++digit, rest /= kBase) *(end - digit) = kDigitSigns[static_cast<size_t>(rest % kBase)];
  }
  return {width, text};
}

int64_t zigzag(int64_t number) { return number < 0 ? -2 * number - 1 : 2 * number; }

int64_t in_parts(double number, int parts) { return zigzag(std::llround(number * parts)); }

}  // namespace archon::report
