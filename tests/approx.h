#pragma once
// Numbers that agree but for a margin, whatever their size.
#include <catch2/catch.hpp>

inline Catch::Detail::Approx near(double value, double margin) {
  return Catch::Detail::Approx(value).epsilon(0).margin(margin);
}
