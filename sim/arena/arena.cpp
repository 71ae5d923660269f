#include "sim/arena/arena.h"

#include <algorithm>
#include <cassert>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "sim/play/game.h"
#include "sim/results/counts.h"
#include "sim/results/shard.h"

namespace archon {
namespace {

constexpr std::string_view kLetters = "wlWLuf", kMirrored = "lwLWuf";

bool won(char letter) { return letter == 'w' || letter == 'W'; }
bool lost(char letter) { return letter == 'l' || letter == 'L'; }
int half_points(char letter) { return won(letter) ? 2 : lost(letter) ? 0 : 1; }

char letter_of(const GameRecord& record, int seat_of_x) {
  if (record.fault()) return 'f';
  if (record.winner < 0) return 'u';
  const bool by_forfeit = record.forfeit != Forfeit::None;
  return record.winner == seat_of_x ? (by_forfeit ? 'W' : 'w') : (by_forfeit ? 'L' : 'l');
}

// The pairs first ... first + batch - 1 of several matches.
class Batch {
 public:
  Batch(std::span<const Deck> decks, const ArenaSpec& spec, int64_t first) : spec_(spec), first_(first) {
    for (int64_t i = 0; i < batch_pairs(static_cast<int>(decks.size())); ++i) {
      deals_.push_back(arena_deal(static_cast<int>(decks.size()), first + i));
      const auto& [a, b] = deals_.back().decks;
      MatchupResult made = make_matchup(decks[static_cast<size_t>(a)], decks[static_cast<size_t>(b)], spec.options);
      assert(made.matchup);
      matchups_.push_back(*made.matchup);
    }
  }

  // The records of these matches, agent a as x; when the run is stopped, of the first of them.
  std::vector<ArenaRecord> play(std::span<const ArenaMatch* const> matches, const RunControl& control) const {
    const auto games = static_cast<int64_t>(2 * deals_.size());
    std::vector<GameRecord> slots(kSlots), records;
    std::vector<ArenaRecord> sums;
    const auto work = [&](int64_t i, size_t slot) {
      slots[slot] = play_one(*matches[static_cast<size_t>(i / games)], static_cast<size_t>(i % games));
    };
    const auto take = [&](int64_t, size_t slot) {
      records.push_back(slots[slot]);
      if (std::ssize(records) < games) return true;
      sums.push_back(sum_up(records));
      records.clear();
      return true;
    };
    work_in_order(0, games * std::ssize(matches), control, work, take);
    return sums;
  }

 private:
  // Game 2k: agent a sits in seat 0; game 2k + 1: in seat 1.
  GameRecord play_one(const ArenaMatch& match, size_t game) const {
    const size_t pair = game / 2, seat_of_a = game % 2;
    std::array<std::unique_ptr<Agent>, 2> agents;
    agents[seat_of_a] = make_agent(spec_.agents[static_cast<size_t>(match.a)]).agent;
    agents[1 - seat_of_a] = make_agent(spec_.agents[static_cast<size_t>(match.b)]).agent;
    const GameSetup setup{.seed = spec_.seed, .game = static_cast<uint64_t>(first_) + pair, .first = deals_[pair].first};
    return play_game(matchups_[pair], {agents[0].get(), agents[1].get()}, setup);
  }

  static ArenaRecord sum_up(std::span<const GameRecord> records) {
    ArenaRecord sum;
    for (size_t game = 0; game < records.size(); ++game) {
      const GameRecord& record = records[game];
      const size_t seat_of_x = game % 2;
      sum.results += letter_of(record, static_cast<int>(seat_of_x));
      sum.fallbacks[0] += record.fallbacks[seat_of_x];
      sum.fallbacks[1] += record.fallbacks[1 - seat_of_x];
      if (record.forfeit != Forfeit::None)
        ++sum.forfeits[record.winner == static_cast<int>(seat_of_x)][std::string(forfeit_word(record.forfeit))];
      if (record.time) ++sum.by_time[static_cast<size_t>(*record.time)];
      sum.turns += record.turns;
      sum.decisions += record.decisions;
    }
    return sum;
  }

  const ArenaSpec& spec_;
  const int64_t first_;
  std::vector<ArenaDeal> deals_;
  std::vector<Matchup> matchups_;
};

// What the ledger has of each match.
class Saved {
 public:
  Saved(const ArenaSpec& spec, Ledger* ledger, int64_t batch) : spec_(spec), ledger_(ledger), batch_(batch) {}

  // The saved batches of a match by their number, agent a as x.
  std::map<int64_t, ArenaRecord> read(const ArenaMatch& match) const {
    std::map<int64_t, ArenaRecord> records;
    if (!ledger_) return records;
    const std::string cell = cell_of(match);
    for (const LedgerBatch& each : ledger_->batches(cell)) {
      std::optional<ArenaRecord> record = parse_arena_batch(each.data);
      if (!record || each.first % (2 * batch_) != 0 || each.games != 2 * batch_ || record->games() != each.games)
        throw UnreadableLedger("the ledger has something else than a batch at game " + std::to_string(each.first) + " of " +
                               cell);
      records.emplace(each.first / (2 * batch_), turned(match) ? record->mirrored() : std::move(*record));
    }
    return records;
  }

  LedgerBatch batch_of(const ArenaMatch& match, int64_t first_pair, const ArenaRecord& record) const {
    return {cell_of(match), 2 * first_pair, record.games(), batch_text(turned(match) ? record.mirrored() : record)};
  }

  std::string cell_of(const ArenaMatch& match) const { return arena_cell(agent(match.a), agent(match.b)); }

 private:
  const std::string& agent(int i) const { return spec_.agents[static_cast<size_t>(i)]; }
  bool turned(const ArenaMatch& match) const { return agent(match.b) < agent(match.a); }

  const ArenaSpec& spec_;
  Ledger* ledger_;
  int64_t batch_;
};

std::vector<ArenaMatch> all_matches(int agents) {
  std::vector<ArenaMatch> matches;
  for (int a = 0; a < agents; ++a)
    for (int b = a + 1; b < agents; ++b) matches.push_back({.a = a, .b = b, .record = {}, .scores = {}});
  return matches;
}

}  // namespace

ArenaDeal arena_deal(int decks, int64_t pair) {
  const int64_t block = pair / decks;
  const int place = static_cast<int>(pair % decks), step = 1 + static_cast<int>(block % (decks - 1));
  return {.decks = {place, (place + step) % decks}, .first = static_cast<int>((block + place) & 1)};
}

int64_t batch_pairs(int decks) { return (kMinArenaRound + decks - 1) / decks * decks; }

int ArenaRecord::score(int64_t pair) const {
  const auto at = static_cast<size_t>(2 * pair);
  return half_points(results[at]) + half_points(results[at + 1]);
}

PairScores ArenaRecord::scores() const {
  PairScores sum;
  for (int64_t pair = 0; pair < pairs(); ++pair) ++sum.counts[static_cast<size_t>(score(pair))];
  return sum;
}

int64_t ArenaRecord::count(std::string_view letters) const {
  return std::ranges::count_if(results, [&](char letter) { return letters.find(letter) != std::string_view::npos; });
}

int64_t ArenaRecord::first_player_wins(int decks) const {
  int64_t wins = 0;
  for (int64_t game = 0; game < games(); ++game) {
    const char letter = results[static_cast<size_t>(game)];
    const bool x_goes_first = arena_deal(decks, game / 2).first == static_cast<int>(game % 2);
    wins += x_goes_first ? won(letter) : lost(letter);
  }
  return wins;
}

void ArenaRecord::add(const ArenaRecord& next) {
  results += next.results;
  for (size_t i = 0; i < 2; ++i) {
    fallbacks[i] += next.fallbacks[i];
    archon::add(forfeits[i], next.forfeits[i]);
  }
  turns += next.turns;
  decisions += next.decisions;
  archon::add(by_time, next.by_time);
}

// With y as x, the game in which y sits in seat 0 comes first.
ArenaRecord ArenaRecord::mirrored() const {
  ArenaRecord other = *this;
  for (size_t i = 0; i < results.size(); ++i) other.results[i] = kMirrored[kLetters.find(results[i ^ 1])];
  std::swap(other.fallbacks[0], other.fallbacks[1]);
  std::swap(other.forfeits[0], other.forfeits[1]);
  return other;
}

std::string batch_text(const ArenaRecord& record) {
  nlohmann::json json = {
      {"results", record.results}, {"fallbacks", record.fallbacks}, {"turns", record.turns}, {"decisions", record.decisions}};
  if (!record.forfeits[0].empty() || !record.forfeits[1].empty()) json["forfeits"] = record.forfeits;
  if (ended_by_time(record.by_time)) json["by_time"] = record.by_time;
  return json.dump();
}

std::optional<ArenaRecord> parse_arena_batch(const std::string& text) {
  try {
    const nlohmann::json json = parse_counts(text);
    ArenaRecord record;
    json.at("results").get_to(record.results);
    json.at("fallbacks").get_to(record.fallbacks);
    json.at("turns").get_to(record.turns);
    json.at("decisions").get_to(record.decisions);
    if (json.contains("forfeits")) json["forfeits"].get_to(record.forfeits);
    if (json.contains("by_time")) json["by_time"].get_to(record.by_time);
    const int64_t ties = tied(record.by_time);
    const auto all = [](const ForfeitsByCause& causes) {
      int64_t sum = 0;
      for (const auto& [cause, games] : causes) sum += games;
      return sum;
    };
    const bool good = record.results.size() % 2 == 0 && record.results.find_first_not_of(kLetters) == std::string::npos &&
                      ties <= record.count("u") && ended_by_time(record.by_time) - ties <= record.count("wl") &&
                      all(record.forfeits[0]) <= record.count("L") && all(record.forfeits[1]) <= record.count("W");
    return good ? std::optional(record) : std::nullopt;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

int64_t ArenaRun::games() const {
  int64_t sum = 0;
  for (const ArenaMatch& match : matches) sum += match.record.games();
  return sum;
}

std::string arena_cell(const std::string& a, const std::string& b) {
  return nlohmann::json::array({std::min(a, b), std::max(a, b)}).dump();
}

ArenaRun play_arena(std::span<const Deck> decks, const ArenaSpec& spec, const RunControl& control,
                    const ArenaProgress& progress) {
  assert(decks.size() >= static_cast<size_t>(kMinArenaDecks) && spec.agents.size() >= 2);
  assert(!spec.sprt || (spec.agents.size() == 2 && control.shard.whole()));
  assert(control.ledger || control.shard.whole());
  ArenaRun run;
  run.matches = all_matches(static_cast<int>(spec.agents.size()));
  const int64_t batch = batch_pairs(static_cast<int>(decks.size()));
  const Saved saved(spec, control.ledger, batch);
  ShardGoal goal{.shard = control.shard, .games = 2 * spec.max_pairs, .batch = 2 * batch, .cells = {}};
  std::vector<std::map<int64_t, ArenaRecord>> known;
  for (const ArenaMatch& match : run.matches) {
    known.push_back(saved.read(match));
    goal.cells.push_back(saved.cell_of(match));
  }
  if (!control.shard.whole()) run.error = keep_shard_goal(*control.ledger, goal);
  if (!run.error.empty()) return run;
  RunControl part = control;
  part.progress = {};
  if (progress)
    part.progress = [&](int64_t done, int64_t) {
      run.in_hand = done;
      progress(run);
    };

  for (int64_t first = goal.begin() / 2; first < goal.end() / 2; first += batch) {
    const int64_t number = first / batch;
    std::vector<const ArenaMatch*> missing;
    for (size_t i = 0; i < run.matches.size(); ++i)
      if (!known[i].contains(number)) missing.push_back(&run.matches[i]);
    const std::vector<ArenaRecord> fresh =
        missing.empty() ? std::vector<ArenaRecord>() : Batch(decks, spec, first).play(missing, part);
    std::vector<LedgerBatch> batches;
    for (size_t i = 0; i < fresh.size(); ++i) {
      batches.push_back(saved.batch_of(*missing[i], first, fresh[i]));
      run.played += fresh[i].games();
    }
    run.in_hand = 0;
    if (control.ledger && !batches.empty()) run.error = control.ledger->append(batches);
    if (!run.error.empty() || fresh.size() < missing.size()) return run;
    for (size_t i = 0, next = 0; i < run.matches.size(); ++i) {
      const auto there = known[i].find(number);
      const ArenaRecord& record = there != known[i].end() ? there->second : fresh[next++];
      run.matches[i].record.add(record);
      run.matches[i].scores.add(record.scores());
    }
    if (spec.sprt) run.decision = spec.sprt->decision(spec.sprt->llr(run.matches[0].scores));
    if (progress) progress(run);
    if (run.decision != SprtDecision::Continue) break;
  }
  run.complete = !spec.sprt || run.decision != SprtDecision::Continue;
  return run;
}

}  // namespace archon
