#pragma once
// How a command gives what it found: one document (sim/present/document.h), printed as its user asked.
#include <string>
#include <vector>

#include "sim/command/page_file.h"
#include "sim/present/document.h"

namespace archon::cli {

struct Presenting {
  std::string format = "table", table, color = "auto";
  bool wide = false;
  PageFile page;
  Command command;

  // `own`: a format of the command's own, which it is printed in unless told otherwise, and what that is.
  void add_to(Command on, const std::string& own = {}, const std::string& own_is = {});
  void add_page(const std::string& what);  // --report: the document as a page, which shows `what`
  void check(Problems& problems) const { page.check(problems); }
  // The page, where there is to be one; then on standard output. CSV is one table, --table or the main one, and what made it is
  // said on standard error. The exit code.
  int show(const present::Document& document) const;
  // To a file: all of it where its name ends with .json, .md or .html; else a table as CSV and beside it, as NAME.meta.json,
  // all that is no table. Empty when it worked.
  std::string save(const std::string& path, const present::Document& document) const;
};

// Columns of the terminal on standard output; 0: it is none, and nothing is cut. COLUMNS of the environment overrides it.
int terminal_width();

}  // namespace archon::cli
