#include "sim/matrix/matrix_goal.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "sim/play/threads.h"
#include "sim/results/provenance.h"

namespace archon {

HandicapSearch empty_search(const MatrixCell& cell, const ChainGoal& goal) {
  return HandicapSearch({.width = goal.width, .games = cell.result.total().games + goal.games, .seed = cell.seed});
}

void show_games(const MatrixCell& cell, HandicapSearch& search) {
  std::vector<HandicapBatch> batches{{.handicap = 0, .first_game = 0, .games = cell.result.total().games}};
  std::vector<ByFirst> results{cell.result.by_first};
  for (const auto& [handicap, result] : cell.chained()) {
    batches.push_back({.handicap = handicap, .first_game = 0, .games = result.total().games});
    results.push_back(result.by_first);
  }
  search.add(batches, results);
}

namespace {

constexpr int64_t kMostGoals = 1'000'000'000;    // of a ledger
constexpr int64_t kMostPairGames = 100'000'000;  // of a goal
constexpr int64_t kMostRoundPairs = 2'000'000;   // of a race, which has a thousand decks at most, and a field of as many

using Json = nlohmann::json;

// "goal 2/8", and not "goal 02/8", which would be a second name of it.
bool read_cell(std::string_view cell, LedgerGoal& goal) {
  const size_t shard = cell.rfind(' ') + 1;
  if (cell.starts_with(kRoundKey))
    goal.part = cell.substr(kRoundKey.size(), std::max(shard, kRoundKey.size()) - kRoundKey.size());
  return read_shard(cell.substr(shard), goal.shard) && cell == goal_cell(goal);
}

// A member that must be there and within these bounds.
class Members {
 public:
  explicit Members(const Json& json) : json_(json) { good_ = json.is_object(); }

  template <class Number>
  Number number(const char* name, double low, double high) {
    const Json value = get(name);
    good_ = good_ && (std::is_floating_point_v<Number> ? value.is_number() : value.is_number_integer()) &&
            value.get<double>() >= low && value.get<double>() <= high;
    return good_ ? value.get<Number>() : Number();
  }
  bool truth(const char* name) {
    const Json value = get(name);
    good_ = good_ && value.is_boolean();
    return good_ && value.get<bool>();
  }
  std::string text(const char* name) {
    const Json value = get(name);
    good_ = good_ && value.is_string();
    return good_ ? value.get<std::string>() : "";
  }
  std::vector<std::string> texts(const char* name) {
    const Json value = get(name);
    good_ = good_ && value.is_array() && std::ranges::all_of(value, [](const Json& each) { return each.is_string(); });
    return good_ ? value.get<std::vector<std::string>>() : std::vector<std::string>();
  }
  bool good() const { return good_; }

 private:
  Json get(const char* name) const { return json_.is_object() && json_.contains(name) ? json_[name] : Json(); }

  const Json& json_;
  bool good_ = false;
};

std::optional<std::vector<uint64_t>> hashes_of(const std::vector<std::string>& texts) {
  std::vector<uint64_t> hashes;
  std::set<uint64_t> seen;
  for (const std::string& text : texts) {
    uint64_t hash = 0;
    std::from_chars(text.data(), text.data() + text.size(), hash, 16);
    if (hash_text(hash) != text || !seen.insert(hash).second) return std::nullopt;
    hashes.push_back(hash);
  }
  return hashes;
}

// Whether a goal of a round, or of no race, is about what such a run plays.
bool possible(const LedgerGoal& goal) {
  const std::vector<std::string>& words = goal.shard.command;
  if (words.empty()) return false;
  if (goal.part.empty()) return words.front() == "matrix" || words.front() == "gauntlet";
  const int decks = static_cast<int>(goal.decks.size());
  return (words.front() == "best" || words.front() == "build") && goal.round.number <= goal.round.of && goal.games.games > 0 &&
         goal.games.precision == 0 && !goal.chains && goal.pairs.before(decks, decks) <= kMostRoundPairs;
}

// As the options of archon allow it: a ledger may come from anybody.
std::optional<LedgerGoal> read_goal(const LedgerBatch& batch) {
  LedgerGoal goal;
  if (!read_cell(batch.cell, goal) || batch.games != 0 || batch.first > kMostGoals) return std::nullopt;
  const Json json = Json::parse(batch.data, nullptr, false);
  Members members(json);
  goal.games.games =
      members.number<int64_t>("games", 0, static_cast<double>(goal.part.empty() ? kMostPairGames : kMostRaceGames));
  goal.games.precision = members.number<double>("precision", 0, 0.5);
  goal.time = members.text("time");
  goal.time_over = members.truth("time_over");
  goal.shard.command = members.texts("command");
  const std::optional<std::vector<uint64_t>> decks = hashes_of(members.texts("decks"));
  if (!members.good() || !decks || decks->size() < 2) return std::nullopt;
  if (goal.games.precision != 0 && goal.games.precision < 0.001) return std::nullopt;
  goal.decks = *decks;
  const auto count = static_cast<double>(decks->size());
  goal.pairs.mine = members.number<int>("mine", 1, count);
  goal.pairs.field = members.number<int>("field", 0, std::min<double>(goal.pairs.mine, count - 1));
  if (json.contains("chains")) {
    Members chains(json["chains"]);
    goal.chains = ChainGoal{chains.number<double>("width", 0.1, 48), chains.number<int64_t>("games", 40, 1e6)};
    if (!chains.good()) return std::nullopt;
  }
  if (!goal.part.empty()) {
    constexpr double kMostRounds = 1000;
    goal.round = {.number = members.number<int>("round", 1, kMostRounds), .of = members.number<int>("rounds", 1, kMostRounds)};
  }
  return members.good() && possible(goal) ? std::optional(goal) : std::nullopt;
}

// All but what played it, which threads and places of files change.
bool same_goal(const LedgerGoal& one, const LedgerGoal& other) {
  return one.of_same_matrix(other) && one.shard.number == other.shard.number && one.games.games == other.games.games &&
         one.games.precision == other.games.precision && one.chains == other.chains && one.time == other.time &&
         one.time_over == other.time_over;
}

struct Numbered {
  int64_t number = -1;
  LedgerGoal goal;
};

using Place = std::tuple<std::string, int, int>;  // part, shards and shard of a goal
const Place kWhole{"", 1, 0};

Place place_of(const LedgerGoal& goal) { return {goal.part, goal.shard.of, goal.shard.number}; }

// The last goal of each shard, of a race in each of its rounds, and the highest number.
std::map<Place, Numbered> last_goals(const Ledger& ledger, int64_t& highest, std::string& problem) {
  std::map<Place, Numbered> last;
  const auto read = [&](const LedgerBatch& batch) {
    const std::optional<LedgerGoal> goal = read_goal(batch);
    if (!goal) {
      if (problem.empty()) problem = "'" + batch.cell + "' of the ledger can't be read";
      return;
    }
    highest = std::max(highest, batch.first);
    Numbered& there = last[place_of(*goal)];
    if (batch.first > there.number) there = {batch.first, *goal};
  };
  ledger.each(read, ledger.kind() == kMatrixLedger ? kGoalKey : kRoundKey);
  return last;
}

// The one that came last, of a race that of the latest round; null where there is none.
const LedgerGoal* latest_of(const std::map<Place, Numbered>& last) {
  const Numbered* latest = nullptr;
  const auto order = [](const Numbered& each) { return std::pair(each.number, each.goal.round.number); };
  for (const auto& [place, each] : last)
    if (!latest || order(*latest) < order(each)) latest = &each;
  return latest ? &latest->goal : nullptr;
}

// Whether the last goal of a shard is what it is to play now. Of a matrix it is not where a goal of the whole came between, of
// a race where another race did.
bool counts(const std::map<Place, Numbered>& last, const Numbered& there) {
  if (!there.goal.part.empty()) return latest_of(last)->of_same_matrix(there.goal);
  return there.goal.shard.whole() || !last.contains(kWhole) || last.at(kWhole).number < there.number;
}

}  // namespace

bool is_goal(const LedgerBatch& batch) { return batch.cell.starts_with(kGoalKey); }

std::optional<LedgerBatch> goal_record(const Ledger& ledger, const LedgerGoal& goal) {
  int64_t highest = -1;
  std::string problem;
  const auto last = last_goals(ledger, highest, problem);
  if (!problem.empty()) throw UnreadableLedger(problem);
  const auto there = last.find(place_of(goal));
  LedgerGoal kept = goal;
  kept.pairs.mine = std::min(kept.pairs.mine, static_cast<int>(kept.decks.size()));
  if (there != last.end() && same_goal(there->second.goal, kept) && counts(last, there->second)) return std::nullopt;
  return goal_batch(kept, highest + 1);
}

std::string keep_goal(Ledger& ledger, const LedgerGoal& goal) {
  const std::optional<LedgerBatch> record = goal_record(ledger, goal);
  return record ? ledger.append(std::span(&*record, 1)) : "";
}

std::string keep_goals_of(const Ledger& from, Ledger& merged) {
  int64_t highest = -1;
  std::string problem;
  for (const auto& [shard, numbered] : last_goals(from, highest, problem)) {
    const std::vector<LedgerBatch> there = merged.batches(goal_cell(numbered.goal));
    const LedgerBatch mine = goal_batch(numbered.goal, numbered.number);
    if (std::ranges::find(there, mine) != there.end()) continue;
    if (std::string error = keep_goal(merged, numbered.goal); !error.empty()) return error;
  }
  return "";
}

std::vector<LedgerGoal> ledger_goals(const Ledger& ledger, std::string& problem) {
  int64_t highest = -1;
  const auto last = last_goals(ledger, highest, problem);
  const auto whole = last.find(kWhole);
  std::vector<LedgerGoal> goals;
  for (const auto& [shard, numbered] : last)
    if (whole == last.end() || numbered.number >= whole->second.number) goals.push_back(numbered.goal);
  return goals;
}

int64_t ShardStates::pairs_of(size_t shard) const {
  const auto all = std::ssize(shards);
  return (pairs + all - 1 - static_cast<int64_t>(shard)) / all;
}

bool ShardStates::complete() const {
  return std::ranges::none_of(shards, [](const State& each) { return each.lack.any(); });
}

std::vector<ShardStates> group_goals(std::vector<LedgerGoal> goals) {
  std::vector<ShardStates> groups;
  for (LedgerGoal& goal : goals) {
    auto group = std::ranges::find_if(groups, [&](const ShardStates& each) { return each.goals.front().of_same_matrix(goal); });
    if (group == groups.end()) group = groups.insert(group, ShardStates());
    group->goals.push_back(std::move(goal));
  }
  for (ShardStates& group : groups) {
    const LedgerGoal& first = group.goals.front();
    group.shards.resize(static_cast<size_t>(first.shard.of));
    const int decks = static_cast<int>(first.decks.size());
    group.pairs = first.pairs.before(decks, decks);
    for (size_t i = 0; i < group.goals.size(); ++i) group.shards[static_cast<size_t>(group.goals[i].shard.number)].goal = i;
  }
  return groups;
}

std::optional<ShardStates> last_round(const Ledger& ledger, std::string& problem) {
  int64_t highest = -1;
  const auto last = last_goals(ledger, highest, problem);
  const LedgerGoal* const latest = latest_of(last);
  if (!latest) return std::nullopt;
  std::vector<LedgerGoal> goals;
  for (const auto& [place, each] : last)
    if (each.goal.of_same_matrix(*latest)) goals.push_back(each.goal);
  return group_goals(std::move(goals)).front();
}

namespace {

// In how many batches the games first, first + 1 ... end - 1 are played.
int64_t batches_of(int64_t first, int64_t end) {
  int64_t batches = 0;
  for (; first < end && (first == 0 || first % kBatchGames != 0); first = batch_end(first)) ++batches;
  return batches + (std::max(first, end) - first + kBatchGames - 1) / kBatchGames;
}

// Whether a cell lacks plain games; adds them up.
bool lacks_games(const MatrixCell& cell, const GameGoal& goal, bool by_time, GoalLack& lack) {
  if (by_time) return cell.result.total().decided() == 0;  // there is no number
  const int64_t games = cell.result.total().games;
  if (goal.next_look(cell.result) <= games) return false;
  const auto missing = static_cast<int64_t>(std::ceil(goal.missing(cell.result)));
  lack.games += missing;
  lack.batches += batches_of(games, games + missing);
  return true;
}

bool lacks_search(const MatrixCell& cell, const ChainGoal& goal) {
  HandicapSearch search = empty_search(cell, goal);
  show_games(cell, search);
  return !search.finished();
}

bool stopped_early(const ShardStates& states, size_t shard) {
  const LedgerGoal& goal = states.goal_of(shard);
  return goal.by_time() && !(states.shards[shard].goal && goal.time_over);
}

// Which cells lack something of the goals that they are given; none where it is null. Games are added to their lacks.
struct CellGoal {
  const LedgerGoal* goal = nullptr;
  GoalLack* lack = nullptr;
};

void add_cells(const Matrix& matrix, std::span<const CellGoal> goals, int threads, std::vector<char>& lacking) {
  std::vector<char> games(goals.size(), 0), search(goals.size(), 0);
  for (size_t i = 0; i < goals.size(); ++i) {
    const auto& [goal, lack] = goals[i];
    games[i] = goal && lacks_games(matrix.cells[i], goal->games, goal->by_time(), *lack);
  }
  parallel_for(goals.size(), threads, [&](size_t i) {
    const LedgerGoal* const goal = goals[i].goal;
    search[i] = goal && goal->chains && (games[i] || lacks_search(matrix.cells[i], *goal->chains));
  });
  for (size_t i = 0; i < goals.size(); ++i) {
    if (search[i]) ++goals[i].lack->searches;
    if (search[i] || games[i]) lacking[i] = 1;
  }
}

}  // namespace

void find_lacks(ShardStates& states, const Matrix& whole, int threads) {
  std::vector<CellGoal> goals(whole.cells.size());
  for (size_t i = 0; i < goals.size(); ++i) {
    const size_t shard = i % states.shards.size();
    goals[i] = {&states.goal_of(shard), &states.shards[shard].lack};
  }
  std::vector<char> lacking(goals.size(), 0);
  add_cells(whole, goals, threads, lacking);
  for (size_t i = 0; i < goals.size(); ++i) goals[i].lack->pairs += lacking[i];
  for (size_t shard = 0; shard < states.shards.size(); ++shard)
    states.shards[shard].lack.time = states.pairs_of(shard) > 0 && stopped_early(states, shard);
}

GoalLack lack_of(const Matrix& matrix, std::span<const uint64_t> hashes, std::span<const ShardStates> of_ledger, int threads) {
  GoalLack lack;
  std::vector<char> lacking(matrix.cells.size(), 0);
  for (const ShardStates& states : of_ledger) {
    const LedgerGoal& first = states.goals.front();
    std::map<uint64_t, int> places;
    for (size_t i = 0; i < first.decks.size(); ++i) places[first.decks[i]] = static_cast<int>(i);
    const auto place = [&](int deck) {
      const auto found = places.find(hashes[static_cast<size_t>(deck)]);
      return found == places.end() ? -1 : found->second;
    };
    std::vector<CellGoal> goals(matrix.cells.size());
    for (size_t i = 0; i < goals.size(); ++i) {
      const int a = place(matrix.cells[i].a), b = place(matrix.cells[i].b);
      if (a < 0 || b < 0 || !first.pairs.meet(a, b)) continue;
      const int64_t number = first.pairs.number(a, b, static_cast<int>(first.decks.size()));
      const auto shard = static_cast<size_t>(number % first.shard.of);
      goals[i] = {&states.goal_of(shard), &lack};
      lack.time = lack.time || stopped_early(states, shard);
    }
    add_cells(matrix, goals, threads, lacking);
  }
  lack.pairs = std::ranges::count(lacking, 1);
  return lack;
}

}  // namespace archon
