#pragma once
// How the games of one deck go: what is noted of a game, and sums over games.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/values/card_events.h"
#include "sim/watch/course.h"

namespace archon {

// What is added up over a game for each player. A change of aember is that between two decisions: what comes and goes within
// one, such as a pool that gains 1 and loses 2, counts with its net.
enum class Amount : uint8_t {
  Reaped,     // reaps, fights, plays and discards of the main step, as actions
  Fought,     //
  Played,     //
  Discarded,  //
  Gained,     // aember that came into the pool
  Lost,       // aember that left it when the player forged no key: stolen, captured, lost
  OnCards,    // aember that was put on the player's cards in play: captured, exalted
  Pool,       // at the end of the game: aember in the pool; cards in hand, deck, discard pile; creatures
  Hand,       //
  Deck,       //
  Discard,    //
  Creatures,  //
  Last = Creatures
};
inline constexpr size_t kAmounts = static_cast<size_t>(Amount::Last) + 1;
std::string_view amount_words(Amount amount);  // "aember gained"
using Amounts = std::array<int64_t, kAmounts>;

inline constexpr size_t kKeys = 3;  // that are followed

struct SideStory {
  std::array<uint8_t, kKeys> forged{};  // own turn in which the first, second, third key was forged, from 1; 0: never
  Amounts amounts{};
};

struct GameStory {
  GameRecord record;
  std::vector<TurnEnd> turns;
  std::array<SideStory, 2> sides;
  std::vector<CardEventMask> cards;  // what happened to each card of the deck of player 0, in its order
};

// Notes what happens in the game that `play` plays with a watcher that looks on; its result is that of the story.
GameStory watch_story(const Matchup& matchup, size_t deck_cards, const std::function<GameRecord(Watcher&)>& play);

// How often each of the numbers 0, 1 ... n - 2 came; all that are larger have one place.
template <size_t n>
struct Histogram {
  std::array<int64_t, n> counts{};

  void add(int64_t number) { ++counts[std::min(static_cast<size_t>(std::max<int64_t>(0, number)), n - 1)]; }
  int64_t total() const { return std::accumulate(counts.begin(), counts.end(), int64_t{0}); }
  int64_t up_to(size_t number) const { return std::accumulate(counts.begin(), counts.begin() + number + 1, int64_t{0}); }
  // The least number with a share of at least q up to it; 0 without any.
  int quantile(double q) const {
    const double wanted = q * static_cast<double>(total());
    size_t number = 0;
    for (int64_t sum = counts[0]; static_cast<double>(sum) < wanted; sum += counts[number]) ++number;
    return static_cast<int>(number);
  }
  double mean() const {  // numbers beyond the last place count as that; 0 without any
    int64_t sum = 0;
    for (size_t number = 0; number < n; ++number) sum += static_cast<int64_t>(number) * counts[number];
    return archon::mean(sum, total());
  }
};

struct PoolSums {
  int64_t turns = 0, sum = 0, squares = 0;
  Histogram<32> amber;

  void add(int64_t number);
  double mean() const { return archon::mean(sum, turns); }
  Interval interval() const;  // of the mean, 95 %, by the normal distribution
};

inline constexpr size_t kTurnPlaces = kCourseTurns + 1;  // own turns from 1, less 1; the last place: later

struct SideSums {
  int64_t turns = 0;                                         // own turns, without the one that ended the game in its forge step
  std::array<PoolSums, kCourseTurns> amber{};                // at the end of each of them, of the games that reached it
  std::array<Histogram<kTurnPlaces>, kKeys> forged{};        // games by the own turn in which that key was forged
  std::array<Histogram<kTurnPlaces>, kHouses + 1> houses{};  // turns by active house (last: none)
};

// Games that one side won.
struct OutcomeSums {
  int64_t games = 0;
  std::array<Amounts, 2> amounts{};  // of the deck, of its opponents
  Histogram<kKeys + 1> loser_keys;   // that the loser had forged
  Histogram<kTurnPlaces> last_key;   // own turn of the winner in which it forged its third key; the last place: also never
  Histogram<100> turns;              // of both players
};

struct MeanKeys {
  double mean = 0;
  Interval interval{};  // 95 %, by the normal distribution
};

// Sums over games with a winner. Side 0 is the deck, which is player 0. Nothing but numbers of 64 bits (add_counts).
struct StoryCounts {
  std::array<SideSums, 2> sides{};
  std::array<OutcomeSums, 2> outcomes{};  // won by the deck, lost

  void add(const GameStory& story);
  int64_t games() const { return outcomes[0].games + outcomes[1].games; }
  // The share of the games in which a side had forged its k-th key (from 0) by the end of its turn `turn` (from 0).
  int64_t forged_by(size_t side, size_t key, size_t turn) const { return sides[side].forged[key].up_to(turn); }
  // Keys that a side had forged by the end of its turn `turn` (from 0), at most three; of all games, of which there must be
  // some.
  MeanKeys keys_by(size_t side, size_t turn) const;
  size_t common_turns() const;           // own turns of the deck that at least a tenth of the games reached
  std::vector<int64_t> lengths() const;  // games by the number of turns of both players
  // The houses of the deck and all that it chose, with its turns, the most frequent first.
  std::vector<std::pair<House, int64_t>> houses_by_turns(const Deck& deck) const;
};

// Counts as the list of their numbers, for sums and ledgers.
template <class Counts>
using Numbers = std::array<int64_t, sizeof(Counts) / sizeof(int64_t)>;

template <class Counts>
void add_counts(Counts& sum, const Counts& more) {
  static_assert(std::is_trivially_copyable_v<Counts>);
  // Number by number: copies of the whole would take 100 KB of the stack.
  for (size_t at = 0; at < sizeof(Counts); at += sizeof(int64_t)) {
    int64_t number = 0, other = 0;
    std::memcpy(&number, reinterpret_cast<const char*>(&sum) + at, sizeof number);
    std::memcpy(&other, reinterpret_cast<const char*>(&more) + at, sizeof other);
    number += other;
    std::memcpy(reinterpret_cast<char*>(&sum) + at, &number, sizeof number);
  }
}

}  // namespace archon
