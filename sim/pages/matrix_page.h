#pragma once
// The results of `archon matrix` as a page: what sim/report/report.h asks for.
#include <string>
#include <vector>

#include "sim/documents/matrix_document.h"
#include "sim/report/report.h"

namespace archon::cli {

// What a page has besides the results.
struct MatrixPage {
  std::vector<DeckDetails> details{};  // of each deck; may be empty
  std::string address{};               // an URL where the page will be found; may be empty
};
// Which asks the report for its pairs, and so must not outlive it.
ReportInput report_input(const MatrixReport& report, const MatrixPage& page = {});

}  // namespace archon::cli
