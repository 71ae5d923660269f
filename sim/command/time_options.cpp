#include "sim/command/time_options.h"

#include <nlohmann/json.hpp>

#include "sim/command/command.h"
#include "sim/stats/number_text.h"

namespace archon::cli {

void TimeOptions::add_to(Command to) {
  command = to;
  command
      .option("--turns", turns,
              "As at events, time is called in this turn of each game, those of both players counted ('archon help time')")
      .hide_default();
}

void TimeOptions::check(Problems& problems) const {
  if (command.given("--turns"))
    problems.check(turns >= 1 && turns <= kMostTurns,
                   "--turns: from 1 to " + thousands(kMostTurns) + ", not " + std::to_string(turns));
}

void TimeOptions::check_nothing_played(Problems& problems) const {
  problems.check(!command.given("--turns"), "--turns: --from plays no games; when time was called in them is in the ledger");
}

void TimeOptions::add_to_settings(nlohmann::json& settings) const {
  if (limit().any()) settings["time_called"] = limit_json(limit());
}

}  // namespace archon::cli
