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
  command
      .option("--minutes", minutes,
              "Instead: after so much play, at 20 seconds a turn and --pace a decision: an assumption, not measured")
      .hide_default();
  command.option("--pace", pace, "With --minutes: seconds that a decision takes");
}

void TimeOptions::check(Problems& problems) const {
  if (command.given("--turns"))
    problems.check(turns >= 1 && turns <= kMostTurns,
                   "--turns: from 1 to " + thousands(kMostTurns) + ", not " + std::to_string(turns));
  if (command.given("--minutes")) {
    problems.check(minutes >= 1 && minutes <= kMostMinutes,
                   "--minutes: from 1 to " + thousands(static_cast<int64_t>(kMostMinutes)) + ", not " + fixed(minutes, 2));
    problems.check(!command.given("--turns"), "--turns and --minutes: give one of them");
  }
  if (command.given("--pace")) {
    problems.check(pace >= 0 && pace <= kSlowestPace, "--pace: from 0 to 600 seconds, not " + fixed(pace, 2));
    problems.check(command.given("--minutes"), "--pace: of how many minutes? --minutes says it");
  }
}

void TimeOptions::check_nothing_played(Problems& problems) const {
  for (const char* option : {"--turns", "--minutes", "--pace"})
    problems.check(!command.given(option),
                   std::string(option) + ": --from plays no games; when time was called in them is in the ledger");
}

void TimeOptions::add_to_settings(nlohmann::json& settings) const {
  if (limit().any()) settings["time_called"] = limit_json(limit());
}

}  // namespace archon::cli
