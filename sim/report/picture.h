#pragma once
// The picture of a report, for those who share a link to it.
#include <string>

#include "sim/report/report.h"

namespace archon {

// A PNG of 1200 x 630 pixels without text: the heat map of the win rates, beside it the ratings with their intervals (the mean
// win rates where there are no ratings). The same bytes for the same input and version of libpng. Requires what report_html
// requires.
std::string report_picture(const ReportInput& input);

}  // namespace archon
