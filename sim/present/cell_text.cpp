#include <array>
#include <cmath>

#include "sim/present/printers.h"
#include "sim/stats/number_text.h"

namespace archon::present {

int digits_of(const Column& column) {
  if (column.digits >= 0) return column.digits;
  switch (column.unit) {
    case Unit::Share:
    case Unit::Chains:
    case Unit::Points:
    case Unit::Seconds:
      return 1;
    case Unit::Number:
      return 2;
    case Unit::Text:
    case Unit::Count:
    case Unit::Elo:
    case Unit::Truth:
      return 0;
  }
  return 0;
}

namespace {

bool has_sign(Unit unit) { return unit == Unit::Elo || unit == Unit::Chains || unit == Unit::Points; }

std::string number_text(const Column& column, double number) {
  const int digits = digits_of(column);
  if (std::isinf(number) && column.unit == Unit::Chains) return number > 0 ? ">24" : "<-24";  // as far as any are played
  if (std::isinf(number)) return number > 0 ? "+inf" : "-inf";
  if (column.unit == Unit::Share) return fixed(100 * number, digits);
  const double scale = std::pow(10, digits), shown = std::round(number * scale) / scale + 0.0;  // no -0
  return has_sign(column.unit) ? with_sign(shown, digits) : fixed(shown, digits);
}

}  // namespace

std::string cell_text(const Column& column, const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell.value)) return *text;
  if (const auto* count = std::get_if<int64_t>(&cell.value)) return thousands(*count);
  if (const auto* number = std::get_if<double>(&cell.value)) return number_text(column, *number);
  if (const auto* truth = std::get_if<bool>(&cell.value)) return *truth ? "yes" : "no";
  return "-";
}

std::string interval_text(const Column& column, const Interval& interval) {
  return number_text(column, interval.low) + (has_sign(column.unit) ? " to " : " - ") + number_text(column, interval.high);
}

}  // namespace archon::present
