#include "sim/command/played_at.h"

#include "sim/stats/table_scale.h"

namespace archon::cli {

using namespace present;

void PlayedAt::add_to(Command command) {
  command
      .option(
          "--played-at", table,
          "Also what tables would see: home, equals who know their decks (differences in logit as simulated), or open, open "
          "events (half as large)")
      .one_of({"home", "open"})
      .hide_default();
}

Column PlayedAt::column() const {
  return {.name = "win_rate_at_table",
          .head = table.empty()     ? ""
                  : table == "home" ? "at home %"
                                    : "at open events %",
          .unit = Unit::Share,
          .what = "win_rate as tables would see it, with --played-at: logit times 1 at home, times 0.5 at open events",
          .interval = true,
          .may_miss = true,
          .drop = 1};
}

Cell PlayedAt::cell(double win_rate, const Interval& interval) const {
  if (table.empty()) return {};
  const double scale = table == "home" ? kHomeScale : kOpenScale;
  return {at_table(win_rate, scale), at_table(interval, scale)};
}

void PlayedAt::add_to(Document& document) const {
  document.add({.name = "played_at", .what = "Tables that win_rate_at_table is for: home, open", .may_miss = true},
               table.empty() ? Cell() : Cell(table));
  if (table == "home") document.note("at home: between equals, real differences are as simulated (252 games of 47 decks)\n");
  if (table == "open")
    document.note("at open events: the logit is half of the simulated one (677,000 official games of many decks: 0.51)\n");
}

}  // namespace archon::cli
