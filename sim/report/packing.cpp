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

nlohmann::json packed(const std::vector<std::optional<int64_t>>& numbers) {
  int64_t largest = 0;
  for (const std::optional<int64_t>& each : numbers) largest = std::max(largest, each.value_or(0));
  int width = 1;
  int64_t none = kBase - 1;
  for (; largest >= none; ++width) none = kBase * none + kBase - 1;
  std::string text;
  for (const std::optional<int64_t>& each : numbers) {
    assert(each.value_or(0) >= 0);
    std::string digits;
    for (int64_t rest = each.value_or(none); static_cast<int>(digits.size()) < width; rest /= kBase)
      digits += kDigitSigns[static_cast<size_t>(rest % kBase)];
    text.append(digits.rbegin(), digits.rend());
  }
  return {width, text};
}

int64_t zigzag(int64_t number) { return number < 0 ? -2 * number - 1 : 2 * number; }

int64_t in_parts(double number, int parts) { return zigzag(std::llround(number * parts)); }

}  // namespace archon::report
