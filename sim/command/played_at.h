#pragma once
// --played-at: win rates as tables of a kind would see them (sim/stats/table_scale.h).
#include <string>

#include "sim/command/command.h"
#include "sim/present/document.h"

namespace archon::cli {

struct PlayedAt {
  std::string table;  // home, open; empty: not asked for

  void add_to(Command command);
  present::Column column() const;  // win_rate_at_table, seen where it was asked for
  present::Cell cell(double win_rate, const Interval& interval) const;
  void add_to(present::Document& document) const;  // the fact played_at, and its source for people
};

}  // namespace archon::cli
