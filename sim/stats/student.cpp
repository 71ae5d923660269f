// Student's distribution, by Boost.Math, which needs threads to compile.
#include <boost/math/distributions/students_t.hpp>

#include "sim/stats/distributions.h"

namespace archon {

double student_quantile(double p, double degrees) { return boost::math::quantile(boost::math::students_t(degrees), p); }

}  // namespace archon
