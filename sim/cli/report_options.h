#pragma once
// The options of commands that can write a report of a matrix.
#include <cstdint>
#include <string>

#include "sim/command/command.h"
#include "sim/documents/matrix_document.h"

namespace archon::cli {

struct ReportOptions {
  std::string file;   // empty: no report
  std::string url;    // where people will find it; empty: unknown
  int64_t games = 2;  // of a pair, played again for it

  void add_to(Command command);
  void check(Problems& problems) const;
  // Writes the report; "" or an error. Nothing without a file.
  std::string write(const MatrixReport& report, int threads) const;
};

}  // namespace archon::cli
