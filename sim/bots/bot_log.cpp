#include "sim/bots/bot_log.h"

#include <algorithm>
#include <mutex>

#include "sim/play/game.h"
#include "sim/stats/number_text.h"

namespace archon {
namespace {

struct Log {
  std::mutex mutex;
  std::map<std::string, BotTally> bots;
};

Log& bot_log() {
  static auto& log = *new Log;  // threads may end after it would be destroyed
  return log;
}

// Changes the tally of a bot.
template <class Change>
void change(const std::string& bot, Change change) {
  const std::scoped_lock lock(bot_log().mutex);
  change(bot_log().bots[bot]);
}

std::string counted(int64_t number, const std::string& one, const std::string& many) {
  return thousands(number) + " " + (number == 1 ? one : many);
}

std::string failures_text(std::string_view cause, const BotTally::Failures& failures) {
  return std::string(cause) + " " + thousands(failures.games) + " (" + (failures.games > 1 ? "first: " : "") + failures.first +
         ")";
}

std::string line_of(const std::string& bot, const BotTally& tally) {
  std::string text = "exec:" + bot + ": " + counted(tally.starts, "process", "processes") + " started, " +
                     counted(tally.games, "game", "games") + ", " + counted(tally.answers, "answer", "answers");
  if (tally.answers > 0)
    text += ", " + fixed(1000 * tally.seconds / static_cast<double>(tally.answers), 2) + " ms each, the slowest " +
            fixed(1000 * tally.slowest, 1) + " ms";
  std::string causes;
  for (const auto& [cause, failures] : tally.failures)
    causes += (causes.empty() ? "" : ", ") + failures_text(forfeit_word(cause), failures);
  if (!causes.empty()) text += "; forfeits: " + causes;
  if (tally.after_game.games > 0) text += "; " + failures_text("when told that a game was over:", tally.after_game);
  return text;
}

}  // namespace

void log_bot_start(const std::string& bot) {
  change(bot, [](BotTally& tally) { ++tally.starts; });
}

void log_bot_game(const std::string& bot) {
  change(bot, [](BotTally& tally) { ++tally.games; });
}

void log_bot_answer(const std::string& bot, double seconds) {
  change(bot, [seconds](BotTally& tally) {
    ++tally.answers;
    tally.seconds += seconds;
    tally.slowest = std::max(tally.slowest, seconds);
  });
}

void log_bot_failure(const std::string& bot, const AgentFailure& failure, bool game_over) {
  change(bot, [&](BotTally& tally) {
    BotTally::Failures& failures = game_over ? tally.after_game : tally.failures[failure.cause()];
    if (++failures.games == 1) failures.first = failure.what();
  });
}

std::map<std::string, BotTally> bot_tallies() {
  const std::scoped_lock lock(bot_log().mutex);
  return bot_log().bots;
}

std::vector<std::string> bot_lines() {
  std::vector<std::string> lines;
  for (const auto& [bot, tally] : bot_tallies()) lines.push_back(line_of(bot, tally));
  return lines;
}

}  // namespace archon
