#include "engine/core/decimal.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

namespace archon {
namespace {

#ifdef __cpp_lib_to_chars

template <typename Real>
bool read_all(std::string_view text, Real& value) {
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  return status == std::errc() && end == text.data() + text.size();
}

#else

// The library of LLVM 19, which programs for WebAssembly have, lacks std::from_chars of these; strtod, which reads more than
// decimal numbers, knows no locale there but C.
double read_as(const char* text, char** end, double) { return std::strtod(text, end); }
float read_as(const char* text, char** end, float) { return std::strtof(text, end); }

template <typename Real>
bool read_all(std::string_view text, Real& value) {
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos || text.starts_with('+')) return false;
  const std::string ended(text);
  char* end = nullptr;
  value = read_as(ended.c_str(), &end, Real());
  return end != ended.c_str() && *end == '\0';
}

#endif

template <typename Real>
std::optional<Real> parse(std::string_view text) {
  Real value = 0;
  return read_all(text, value) && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<double> parse_double(std::string_view text) { return parse<double>(text); }
std::optional<float> parse_float(std::string_view text) { return parse<float>(text); }

}  // namespace archon
