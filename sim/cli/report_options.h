#pragma once
// The options of commands that can write a report of a matrix.
#include <cstdint>
#include <string>

#include "sim/command/page_file.h"
#include "sim/documents/matrix_document.h"

namespace archon::cli {

struct ReportOptions {
  PageFile page;
  int64_t games = 2;  // of a pair, played again for it

  void add_to(Command command);
  void check(Problems& problems) const;
  // Writes the report; "" or an error. Nothing without a file.
  std::string write(const MatrixReport& report, int threads) const;
  std::string html(const MatrixReport& report, int threads) const;  // the page
};

}  // namespace archon::cli
