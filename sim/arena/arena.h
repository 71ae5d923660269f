#pragma once
// Agents against agents: pairs of games, in batches, with a ledger, to a number of games or to the decision of a test.
//
// A pair is two games with the same decks in the same seats, the same shuffles and the same first player; the agents change
// seats. Random numbers follow from (seed, pair, seat), whoever sits there: an agent against itself scores 1/2 in every pair.
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/deck/deck.h"
#include "engine/make_matchup.h"
#include "sim/play/match.h"
#include "sim/play/run_loop.h"
#include "sim/stats/sprt.h"

namespace archon {

inline constexpr int kMinArenaDecks = 5;   // with fewer there are no ten pairs of decks
inline constexpr int kMinArenaRound = 10;  // pairs
inline constexpr std::string_view kArenaLedger = "arena";

// Pairs are numbered from 0. In block b = pair / decks, deck i meets deck i + k in a ring, with k = 1 + b mod (decks - 1): each
// deck plays twice a block, and decks - 1 blocks are all pairs of decks in both seatings. The decks change turns in going
// first.
struct ArenaDeal {
  std::array<int, 2> decks{};  // in seats 0 and 1
  int first = 0;               // seat that goes first
};
ArenaDeal arena_deal(int decks, int64_t pair);

// A batch: as many whole blocks as have at least kMinArenaRound pairs, so that all decks count the same at every boundary.
int64_t batch_pairs(int decks);

// What two agents, x and y, gave in the pairs 0, 1 ... A letter for each game, two for each pair, x sitting in seat 0 first and
// then in seat 1: w, l: x won or lost; W, L: the same by forfeit; u: undecided; f: a fault.
struct ArenaRecord {
  std::string results;
  std::array<int64_t, 2> fallbacks{};         // of x and y
  std::array<ForfeitsByCause, 2> forfeits{};  // why x and y forfeited, as far as it is known: ledgers of old do not say
  int64_t turns = 0, decisions = 0;
  LeadCounts by_time{};  // of those that time ended: how they were decided

  int64_t pairs() const { return static_cast<int64_t>(results.size() / 2); }
  int64_t games() const { return static_cast<int64_t>(results.size()); }
  int score(int64_t pair) const;  // of x in quarters, 0 to 4; a game without a winner counts 1/2
  PairScores scores() const;
  int64_t count(std::string_view letters) const;  // games with one of these letters
  int64_t first_player_wins(int decks) const;     // by the player who went first
  void add(const ArenaRecord& next);              // the pairs that follow
  ArenaRecord mirrored() const;                   // y as x
};

// As it stands in the ledger: {"results", "fallbacks", "turns", "decisions"}, and "forfeits" and "by_time" where there are any.
// A text that is no such batch gives nothing.
std::string batch_text(const ArenaRecord& record);
std::optional<ArenaRecord> parse_arena_batch(const std::string& text);

struct ArenaSpec {
  std::vector<std::string> agents;  // full specs, at least two; more than two must differ
  uint64_t seed = 1;
  MatchupOptions options;
  int64_t max_pairs = 0;     // of each two agents; whole batches
  std::optional<Sprt> sprt;  // of two agents: end with its decision
};

struct ArenaMatch {
  int a = 0, b = 0;    // agents, a < b
  ArenaRecord record;  // x is agent a
  PairScores scores;   // of the record
};

struct ArenaRun {
  std::vector<ArenaMatch> matches;  // (0, 1), (0, 2) ... (1, 2) ..., all with the same number of pairs
  SprtDecision decision = SprtDecision::Continue;
  bool complete = false;  // false: stopped, or the test has no decision after max_pairs
  int64_t played = 0;     // games of this run; the others were in the ledger
  int64_t in_hand = 0;    // of the batch that is played now
  std::string error;      // of the ledger

  int64_t games() const;
};

// Called a few times a second and after every batch.
using ArenaProgress = std::function<void(const ArenaRun& run)>;

// The cell of two agents in the ledger, in which the spec that comes first in byte order is x.
std::string arena_cell(const std::string& a, const std::string& b);

// Plays what the ledger has not got. After each batch of all matches it saves and looks at the stopping rule. When the run is
// stopped, the part of a batch that is left over does not count; what matches have of it as a whole is saved. The result does
// not depend on the number of threads, on how often the run was stopped, or on further games in the ledger. Requires valid
// agents, kMinArenaDecks different decks or more, that the rulebook knows. The progress of `control` is not used.
ArenaRun play_arena(std::span<const Deck> decks, const ArenaSpec& spec, const RunControl& control = {},
                    const ArenaProgress& progress = {});

}  // namespace archon
