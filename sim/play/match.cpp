#include "sim/play/match.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "engine/core/random.h"
#include "sim/play/game_check.h"
#include "sim/play/numbered_game.h"

namespace archon {

void Tally::add(const Tally& other) {
  games += other.games;
  undecided += other.undecided;
  faults += other.faults;
  for (size_t player = 0; player < 2; ++player) {
    wins[player] += other.wins[player];
    forfeits[player] += other.forfeits[player];
  }
}

Tally MatchCounts::total() const {
  Tally sum = by_first[0];
  sum.add(by_first[1]);
  return sum;
}

double MatchCounts::win_rate() const {
  const Tally sum = total();
  return sum.decided() ? mean(sum.wins[0], sum.decided()) : 0.5;
}

Interval MatchCounts::interval(double confidence) const {
  const Tally sum = total();
  return wilson_interval(sum.wins[0], sum.decided(), confidence);
}

double MatchCounts::first_player_win_rate() const {
  const int64_t decided = total().decided();
  return decided ? mean(by_first[0].wins[0] + by_first[1].wins[1], decided) : 0.5;
}

int64_t tied(const LeadCounts& by_time) { return by_time[static_cast<size_t>(Lead::Nothing)]; }
int64_t ended_by_time(const LeadCounts& by_time) { return std::accumulate(by_time.begin(), by_time.end(), int64_t{0}); }
void add(LeadCounts& sum, const LeadCounts& more) {
  for (size_t lead = 0; lead < sum.size(); ++lead) sum[lead] += more[lead];
}

double MatchCounts::mean_turns() const { return mean(turns, total().games); }
double MatchCounts::mean_decisions() const { return mean(decisions, total().games); }

void count(MatchResult& result, int64_t game, const GameRecord& record) {
  Tally& tally = result.by_first[record.first];
  ++tally.games;
  if (record.winner >= 0) ++tally.wins[static_cast<size_t>(record.winner)];
  if (record.time) ++result.by_time[static_cast<size_t>(*record.time)];
  if (record.undecided()) {
    ++tally.undecided;
    if (!record.time && result.undecided_games.size() < kMaxFaultGames) result.undecided_games.push_back(game);
  }
  if (record.fault()) {
    ++tally.faults;
    ++result.faults_by_bound[std::string(bound_name(record.bound))];
    if (result.fault_games.size() < kMaxFaultGames) result.fault_games.push_back(game);
  }
  if (record.forfeit != Forfeit::None) {
    ++tally.forfeits[static_cast<size_t>(1 - record.winner)];
    ++result.forfeits_by_cause[std::string(forfeit_word(record.forfeit))];
  }
  for (size_t player = 0; player < 2; ++player) result.fallbacks[player] += record.fallbacks[player];
  result.turns += record.turns;
  result.decisions += record.decisions;
  Fingerprint fingerprint{result.fingerprint};
  fingerprint.add(static_cast<uint64_t>(record.result) << 40 | uint64_t{record.first} << 32 | uint64_t{record.turns} << 16 |
                  record.decisions);
  result.fingerprint = fingerprint.value;
}

MatchGame play_match_game(const MatchSpec& spec, int64_t number) {
  MatchGame game{.number = number, .record = {}, .uses = {}, .actions = {}, .violation = {}};
  std::optional<GameCheck> check;
  if (spec.check) check.emplace(*spec.matchup, stream_seed(spec.seed, static_cast<uint64_t>(number), Stream::Chance));
  if (spec.count_uses) game.uses.emplace_back();
  game.record = play_numbered_game(spec, number, spec.count_uses ? game.uses.data() : nullptr,
                                   spec.listener ? &game.actions : nullptr, check ? &*check : nullptr);
  if (check && !check->violation().empty()) {
    game.violation = check->violation();
    game.record.winner = -1;
    game.record.time.reset();
    game.record.result = Result::Overflow;
    game.record.bound = kBroken;
  }
  return game;
}

void count(MatchResult& result, const MatchSpec& spec, const MatchGame& game) {
  count(result, game.number, game.record);
  if (spec.count_uses && result.uses.empty()) result.uses.emplace_back();
  for (const GameUses& uses : game.uses)
    for (size_t card = 0; card < uses.cards.size(); ++card) result.uses.front()[card].add(uses.cards[card]);
  if (spec.listener) spec.listener(game.number, game.record, game.actions);
}

void add(MatchCounts& sum, const MatchCounts& more) {
  for (size_t first = 0; first < 2; ++first) sum.by_first[first].add(more.by_first[first]);
  for (size_t player = 0; player < 2; ++player) sum.fallbacks[player] += more.fallbacks[player];
  sum.turns += more.turns;
  sum.decisions += more.decisions;
}

void add(FaultsByBound& sum, const FaultsByBound& more) {
  for (const auto& [bound, faults] : more) sum[bound] += faults;
}

void add(MatchResult& sum, const MatchResult& more) {
  add(static_cast<MatchCounts&>(sum), more);
  add(sum.by_time, more.by_time);
  add(sum.faults_by_bound, more.faults_by_bound);
  add(sum.forfeits_by_cause, more.forfeits_by_cause);
  for (int64_t game : more.fault_games)
    if (sum.fault_games.size() < kMaxFaultGames) sum.fault_games.push_back(game);
  for (int64_t game : more.undecided_games)
    if (sum.undecided_games.size() < kMaxFaultGames) sum.undecided_games.push_back(game);
}

std::vector<MatchResult> play_matches(std::span<const MatchSpec> specs, const RunControl& control) {
  std::vector<int64_t> ends;  // games of the specs up to each
  int64_t total = 0;
  for (const MatchSpec& spec : specs) ends.push_back(total += spec.games);
  std::vector<MatchResult> results(specs.size());
  for (size_t i = 0; i < specs.size(); ++i)
    if (specs[i].count_uses) results[i].uses.emplace_back();
  const auto spec_of = [&](int64_t number) {
    return static_cast<size_t>(std::ranges::upper_bound(ends, number) - ends.begin());
  };
  std::vector<MatchGame> games(static_cast<size_t>(std::min<int64_t>(kSlots, total)));
  const auto work = [&](int64_t number, size_t slot) {
    const size_t i = spec_of(number);
    games[slot] = play_match_game(specs[i], specs[i].first_game + number - (ends[i] - specs[i].games));
  };
  const auto take = [&](int64_t number, size_t slot) {
    const size_t i = spec_of(number);
    count(results[i], specs[i], games[slot]);
    return true;
  };
  work_in_order(0, total, control, work, take);
  return results;
}

MatchResult play_match(const MatchSpec& spec, const RunControl& control) {
  return play_matches(std::span(&spec, 1), control).front();
}

}  // namespace archon
