#pragma once
// Many games between two decks, on all cores. The result is the same for any number of threads.
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "sim/play/game.h"
#include "sim/play/run_loop.h"
#include "sim/stats/statistics.h"

namespace archon {

using GameListener = std::function<void(int64_t game, const GameRecord& record, const std::vector<Action>& actions)>;

// Games first_game, first_game + 1 ... of a run with `seed`. Each game has shuffles of its own; player 0 goes first in the even
// ones, so that both players go first equally often.
struct MatchSpec {
  const Matchup* matchup = nullptr;                       // decks, chains and rules; must outlive the run
  std::array<std::string, 2> agents{"greedy", "greedy"};  // specs that make_agent understands
  uint64_t seed = 1;
  int64_t games = 1000;
  int64_t first_game = 0;   // number of the first of them
  bool count_uses = false;  // of cards
  bool check = false;       // by GameCheck: a game in which something is wrong is a fault
  GameListener listener{};  // called for every game in the order of their numbers, by one thread
};

// Counts over the games in which the same player went first.
struct Tally {
  int64_t games = 0, undecided = 0, faults = 0;
  std::array<int64_t, 2> wins{};
  std::array<int64_t, 2> forfeits{};  // lost because the player's agent gave no legal answer; the other one's wins include them

  int64_t decided() const { return wins[0] + wins[1]; }
  void add(const Tally& other);
};

inline constexpr size_t kMaxFaultGames = 5;

// What games of a match add up to.
struct MatchCounts {
  std::array<Tally, 2> by_first{};     // index: the player who went first
  int64_t turns = 0, decisions = 0;    // sums over all games
  std::array<int64_t, 2> fallbacks{};  // Agent::fallbacks of each player, sums over all games

  Tally total() const;
  // Of player 0, over the games that were decided; 1/2 when there is none.
  double win_rate() const;
  Interval interval(double confidence = 0.95) const;
  // How often the player who went first won, whichever it was; 1/2 when no game was decided.
  double first_player_win_rate() const;
  double mean_turns() const;
  double mean_decisions() const;
};

using FaultsByBound = std::map<std::string, int64_t>;  // by bound_name; only bounds that some game exceeded

using ForfeitsByCause = std::map<std::string, int64_t>;  // by forfeit_word; only causes that there were

// Games that ended because time was called, by what separated the players: index is a Lead. Those with Lead::Nothing are
// undecided.
using LeadCounts = std::array<int64_t, kLeads>;
int64_t tied(const LeadCounts& by_time);
int64_t ended_by_time(const LeadCounts& by_time);  // all of them
void add(LeadCounts& sum, const LeadCounts& more);

struct MatchResult : MatchCounts {
  LeadCounts by_time{};
  FaultsByBound faults_by_bound;
  ForfeitsByCause forfeits_by_cause;
  std::vector<int64_t> fault_games;            // numbers of the first few, at most kMaxFaultGames
  std::vector<int64_t> undecided_games;        // likewise, without those that were tied when time was called
  uint64_t fingerprint = Fingerprint{}.value;  // of the records, in the order of the games
  std::vector<MatchUses> uses;                 // one element when they were counted
};

// Adds the game with that number to the counts and to the fingerprint.
void count(MatchResult& result, int64_t game, const GameRecord& record);

// A game, and what the spec asks to be kept of it until it is counted.
struct MatchGame {
  int64_t number = 0;
  GameRecord record;
  std::vector<GameUses> uses;  // one element when they are counted
  std::vector<Action> actions;
  std::string violation;  // what GameCheck found
};
MatchGame play_match_game(const MatchSpec& spec, int64_t number);
void count(MatchResult& result, const MatchSpec& spec, const MatchGame& game);  // with uses, and calls the listener

// Adds further games of the same match. Uses of cards are left out, and so is the fingerprint, which belongs to one run.
void add(MatchResult& sum, const MatchResult& more);
void add(MatchCounts& sum, const MatchCounts& more);
void add(FaultsByBound& sum, const FaultsByBound& more);  // and ForfeitsByCause

// Plays the games of all specs, one spec after the other; a result for each spec. The specs must be valid. When the run is
// stopped, the first of all the games were played: one result is of fewer games than asked for, and those after it of none.
// Memory does not grow with the number of games. The ledger of `control` is not used.
std::vector<MatchResult> play_matches(std::span<const MatchSpec> specs, const RunControl& control = {});
MatchResult play_match(const MatchSpec& spec, const RunControl& control = {});

// A mean of 0 games is 0.
inline double mean(int64_t sum, int64_t count) { return count ? static_cast<double>(sum) / static_cast<double>(count) : 0.0; }

}  // namespace archon
