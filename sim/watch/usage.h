#pragma once
// What cards do in the hands of an agent, so that its faults show: cards that it holds though it could play them, plays that
// change nothing, houses that it names in vain.
#include <cstdint>
#include <string>
#include <vector>

#include "sim/play/match.h"

namespace archon {

// Counts over games. A turn counts for a card when its owner had it in hand in the main step and it was a legal play at some
// decision, or belonged to the active house; not the first turn of the game (one card may be played) and turns that nobody
// ended.
struct CardUsage {
  int64_t seen = 0;                // games in which it was in its owner's hand in a main step, copies counted apart
  int64_t turns = 0, held = 0;     // turns in which it could be played; of these, in hand at the end of the main step
  int64_t played = 0;              // main step; also the next four
  int64_t discarded = 0;           // by the action of the main step
  int64_t reaped = 0, fought = 0;  //
  int64_t acted = 0;               // used for an action ability
  int64_t watched = 0, idle = 0;   // plays as an action card that could be judged; of these, without effect
  int64_t acts_watched = 0;        // uses for an action ability that could be judged
  int64_t acts_idle = 0;           // of these, without effect
  int64_t keys = 0;                // its controller forged while it was played or used
  int64_t named = 0, named_deck = 0, named_play = 0;  // houses it made a player name; of these, one of the opponent's identity
                                                      // card; one of the cards that the opponent controls

  void add(const CardUsage& other);
  friend bool operator==(const CardUsage&, const CardUsage&) = default;
};

// Watches a game of a matchup; usage[i] is that of its card i. Without effect is a play or use after which, when all is
// resolved, nothing is as the rules count it but the card itself and the aember of its bonus icons: pools, keys, chains, tide,
// lasting effects; zone, controller, damage, counters, aember, state and values of every other card. Plays that end the main
// step and cards with other bonus icons or without a "Play:" can't be judged. A use is judged by its own card too, exhaustion
// and leaving play aside.
class UsageWatcher final : public Watcher {
 public:
  UsageWatcher(const Matchup& matchup, std::vector<CardUsage>& usage) : m_(matchup), usage_(usage) {}

  void decided(const State& state, const ActionList& legal, Action action) override;
  void ended(const State& state) override;

 private:
  void look_at_hand(const State& state, const ActionList& legal);
  void count(const State& state, Action action);
  void count_house_name(const State& state, Action action);
  void begin(const State& state, Action action);
  void settle(const State& state);
  void end_turn(const State& state);

  const Matchup& m_;
  std::vector<CardUsage>& usage_;
  CardSet seen_;                            // in the game so far
  CardSet playable_, hand_;                 // of the active player: in this turn so far; at its last main decision
  int turn_ = -1;                           // that these are about
  Action pending_ = Action(Verb::EndTurn);  // being resolved; with a card only
  int player_ = 0, keys_before_ = 0;        // who resolves it; keys before it
  bool judged_ = false;                     // whether it had an effect; then:
  State before_;                            // it
};

struct UsageSpec {
  std::vector<const Matchup*> pairs;  // play in turn; must outlive the run
  std::string agent = "greedy";       // plays both sides; a spec that make_agent understands
  uint64_t seed = 1;
  int64_t games = 1000;
};

struct UsageResult {
  SeriesEnd end;
  Tally games;
  std::vector<CardUsage> cards;  // by index into CardTable
};

// The same for any number of threads. Batches of the ledger: {"games": as in sim/play/batch_text.h, "cards": {"12": [counts of
// the card with this index, in the order of CardUsage], ...}}.
UsageResult play_usage(const UsageSpec& spec, const RunControl& control = {});

}  // namespace archon
