#include "engine/core/decimal.h"

#include <catch2/catch.hpp>

namespace archon {
namespace {

TEST_CASE("decimal numbers are read whole or not at all", "[engine]") {
  CHECK(parse_double("-12.5") == -12.5);
  CHECK(parse_double("1e-3") == 0.001);
  CHECK(parse_double("0.1") == 0.1);
  CHECK(parse_float("0.1") == 0.1F);
  for (const char* bad : {"", "+1", " 1", "1 ", "1x", "0x10", "inf", "nan", "1e999", "-", "."}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_double(bad).has_value());
    CHECK_FALSE(parse_float(bad).has_value());
  }
  CHECK_FALSE(parse_float("1e39").has_value());
}

}  // namespace
}  // namespace archon
