#include "sim/stats/number_text.h"

#include <cstdio>

namespace archon {

std::string thousands(int64_t number) {
  std::string text = std::to_string(number);
  const int first = number < 0 ? 1 : 0;
  for (int at = static_cast<int>(text.size()) - 3; at > first; at -= 3) text.insert(static_cast<size_t>(at), ",");
  return text;
}

std::string fixed(double number, int digits) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, number);
  return buffer;
}

std::string with_sign(double number, int digits) { return (number >= 0 ? "+" : "") + fixed(number, digits); }

std::string percent(double fraction, int digits) { return fixed(100 * fraction, digits) + " %"; }

std::string p_text(double p_value) { return p_value < 0.001 ? "below 0.001" : fixed(p_value, p_value < 0.01 ? 3 : 2); }

std::string percent(const Interval& interval) { return fixed(100 * interval.low, 1) + " - " + percent(interval.high); }

}  // namespace archon
