#include "sim/results/shard.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace archon {

std::vector<std::string> Shard::command_of(int other) const {
  constexpr std::string_view kOption = "--shard", kWithValue = "--shard=";
  const std::string value = Shard{.number = other, .of = of}.text();
  std::vector<std::string> words = command;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with(kWithValue)) words[i] = std::string(kWithValue) + value;
    if (words[i] == kOption && i + 1 < words.size()) words[++i] = value;
  }
  return words;
}

namespace {

std::string shard_path(const std::string& ledger, const std::string& number, int of) {
  const std::filesystem::path path(ledger);
  return path.parent_path() / (path.stem().string() + "-" + number + "-of-" + std::to_string(of) + path.extension().string());
}

}  // namespace

std::string Shard::file(const std::string& ledger) const {
  return whole() || ledger.empty() ? ledger : shard_path(ledger, std::to_string(number + 1), of);
}

std::string Shard::files(const std::string& ledger) const { return shard_path(ledger, "*", of); }

bool read_shard(std::string_view text, Shard& shard) {
  const char* const end = text.data() + text.size();
  int number = 0, of = 0;
  const auto [slash, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || slash == end || *slash != '/') return false;
  const auto [stop, other] = std::from_chars(slash + 1, end, of);
  if (other != std::errc() || stop != end || number < 1 || number > of || of > kMostShards) return false;
  shard.number = number - 1;
  shard.of = of;
  return true;
}

bool ShardGoal::of_same_run(const ShardGoal& other) const {
  return shard.of == other.shard.of && games == other.games && batch == other.batch && cells == other.cells;
}

// Batches are dealt out evenly: shard i of n begins at i / n of them, rounded down.
int64_t ShardGoal::begin_of(int64_t number) const {
  const int64_t batches = games / batch;
  return batch * (batches / shard.of * number + batches % shard.of * number / shard.of);
}

namespace {

using Json = nlohmann::json;

constexpr std::string_view kKey = "shard ";  // begins the cell of a goal
constexpr int64_t kMostShardGames = int64_t{1} << 53;

std::string cell_of(const ShardGoal& goal) {
  return std::string(kKey) + goal.shard.text() + " of " + std::to_string(goal.games);
}

// A ledger may come from anybody.
std::optional<ShardGoal> read_goal(const LedgerBatch& batch) {
  try {
    const Json json = Json::parse(batch.data);
    ShardGoal goal;
    json.at("games").get_to(goal.games);
    json.at("batch").get_to(goal.batch);
    json.at("cells").get_to(goal.cells);
    json.at("command").get_to(goal.shard.command);
    const std::string_view name = std::string_view(batch.cell).substr(kKey.size());
    const bool good = read_shard(name.substr(0, name.find(' ')), goal.shard) && goal.games >= 1 &&
                      goal.games <= kMostShardGames && goal.batch >= 1 && goal.games % goal.batch == 0 && !goal.cells.empty() &&
                      batch.games == 0 && cell_of(goal) == batch.cell;
    return good ? std::optional(goal) : std::nullopt;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

// Games begin ... end - 1 of a cell that are there.
using Ranges = std::vector<std::pair<int64_t, int64_t>>;

Ranges ranges_of(const Ledger& ledger, const std::string& cell) {
  Ranges ranges;
  const auto add = [&](const LedgerBatch& batch) {
    if (batch.cell == cell) ranges.emplace_back(batch.first, batch.first + batch.games);
  };
  ledger.each(add, cell);
  return ranges;
}

int64_t within(const Ranges& ranges, int64_t begin, int64_t end) {
  int64_t sum = 0;
  for (const auto& [first, last] : ranges) sum += std::max<int64_t>(0, std::min(last, end) - std::max(first, begin));
  return sum;
}

void find_lacking(const Ledger& ledger, ShardedRun& run) {
  for (const std::string& cell : run.goal.cells) {
    const Ranges ranges = ranges_of(ledger, cell);
    ShardGoal part = run.goal;
    for (part.shard.number = 0; part.shard.number < part.shard.of; ++part.shard.number)
      run.lacking[static_cast<size_t>(part.shard.number)] +=
          part.end() - part.begin() - within(ranges, part.begin(), part.end());
  }
}

}  // namespace

std::string keep_shard_goal(Ledger& ledger, const ShardGoal& goal) {
  const std::string cell = cell_of(goal);
  if (!ledger.batches(cell).empty()) return "";
  const Json json = {{"games", goal.games}, {"batch", goal.batch}, {"cells", goal.cells}, {"command", goal.shard.command}};
  const LedgerBatch record{cell, 0, 0, json.dump(-1, ' ', false, Json::error_handler_t::replace)};
  return ledger.append(std::span(&record, 1));
}

std::vector<ShardedRun> sharded_runs(const Ledger& ledger, std::string& problem) {
  std::vector<ShardedRun> runs;
  const auto add = [&](const LedgerBatch& batch) {
    const std::optional<ShardGoal> goal = read_goal(batch);
    if (!goal && problem.empty()) problem = "'" + batch.cell + "' of the ledger can't be read";
    if (!goal) return;
    auto run = std::ranges::find_if(runs, [&](const ShardedRun& each) { return each.goal.of_same_run(*goal); });
    if (run == runs.end()) {
      const auto shards = static_cast<size_t>(goal->shard.of);
      run = runs.insert(run, {*goal, std::vector<int64_t>(shards), std::vector<bool>(shards)});
    }
    run->known[static_cast<size_t>(goal->shard.number)] = true;
  };
  ledger.each(add, kKey);
  std::ranges::sort(runs, {}, [](const ShardedRun& run) { return std::pair(run.goal.games, run.goal.shard.of); });
  for (ShardedRun& run : runs) find_lacking(ledger, run);
  return runs;
}

}  // namespace archon
