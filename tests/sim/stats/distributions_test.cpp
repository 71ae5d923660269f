// Distributions against published tables.
#include "sim/stats/distributions.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "tests/approx.h"

using namespace archon;

TEST_CASE("logistic: odds of a logit, of both precisions, without overflow") {
  CHECK(logistic(0.0) == 0.5);
  CHECK(logistic(std::log(3.0)) == near(0.75, 1e-15));
  CHECK(logistic(-std::log(9.0)) == near(0.1, 1e-15));
  CHECK(logistic(1000.0) == 1);
  CHECK(logistic(-1000.0) == 0);
  CHECK(logistic(std::log(3.0f)) == near(0.75f, 1e-6f));
}

// Abramowitz and Stegun, table 26.1.
TEST_CASE("normal distribution: the values of tables") {
  CHECK(normal_cdf(0) == 0.5);
  CHECK(normal_cdf(1) == near(0.841344746068543, 1e-15));
  CHECK(normal_cdf(-1.96) == near(0.024997895148220, 1e-15));
  CHECK(normal_cdf(3) == near(0.998650101968370, 1e-15));
  CHECK(two_sided_p(0) == 1);
  CHECK(two_sided_p(2) == near(0.045500263896358, 1e-15));
  CHECK(two_sided_p(-2) == two_sided_p(2));
}

TEST_CASE("normal quantile: the values published with algorithm AS 241") {
  CHECK(normal_quantile(0.25) == near(-0.6744897501960817, 1e-15));
  CHECK(normal_quantile(0.001) == near(-3.090232306167814, 1e-14));
  CHECK(normal_quantile(1e-20) == near(-9.262340089798408, 1e-14));
  CHECK(normal_quantile(0.975) == near(1.959963984540054, 1e-14));
  CHECK(normal_quantile(0.5) == 0);
  for (const double p : {0.001, 0.025, 0.05, 0.25}) CHECK(normal_quantile(p) == near(-normal_quantile(1 - p), 1e-14));
  CHECK(std::isinf(normal_quantile(0)));
  CHECK(std::isinf(normal_quantile(1)));
}

// Fisher and Yates, table III.
TEST_CASE("Student's t: the values of tables") {
  CHECK(student_quantile(0.975, 1) == near(12.7062, 5e-5));
  CHECK(student_quantile(0.975, 2) == near(4.30265, 5e-6));
  CHECK(student_quantile(0.975, 5) == near(2.57058, 5e-6));
  CHECK(student_quantile(0.95, 10) == near(1.81246, 5e-6));
  CHECK(student_quantile(0.975, 40) == near(2.02108, 5e-6));
  CHECK(student_quantile(0.025, 5) == near(-2.57058, 5e-6));
  CHECK(student_quantile(0.5, 7) == near(0, 1e-12));
}

TEST_CASE("quantiles of values: the nearest rank, the median the larger of two middle ones") {
  CHECK(median({5, 1, 4}) == 4);
  CHECK(median({5, 1, 4, 2}) == 4);
  CHECK(median({7}) == 7);
  const std::vector<double> sorted = {10, 20, 30, 40, 50};
  CHECK(sorted_quantile(sorted, 0) == 10);
  CHECK(sorted_quantile(sorted, 0.4) == 30);
  CHECK(sorted_quantile(sorted, 0.9) == 50);
  CHECK(sorted_quantile(sorted, 1) == 50);
  std::vector<double> draws;
  for (int i = 400; i >= 0; --i) draws.push_back(i);
  CHECK(middle_interval(draws).low == 10);
  CHECK(middle_interval(draws).high == 390);
  CHECK(middle_interval({3}).low == 3);
}
