#pragma once
// The option to write a page beside what a command prints.
#include <string>

#include "sim/command/command.h"

namespace archon::cli {

struct PageFile {
  std::string file;  // empty: no page
  std::string url;   // where people will find it; empty: unknown

  void add_to(Command command, const std::string& what);  // --report FILE, --report-url
  void check(Problems& problems) const;
};

}  // namespace archon::cli
