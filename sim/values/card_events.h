#pragma once
// What happens to the cards of a deck in its games, and how often the deck wins when it does. A report on a deck needs
// play_deck_games (sim/values/deck_games.h), whose result has a CardRecord for each card; who plays the games himself
// puts an EventWatcher into each and adds what it saw to a CardEventSums.
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/deck/deck.h"
#include "sim/stats/statistics.h"
#include "sim/watch/usage.h"

namespace archon {

// Of one copy of a card in one game.
enum class CardEvent : uint8_t {
  Opening,    // in the hand with which its owner begins, after mulligans
  Drawn,      // came to the hand of its owner later
  Seen,       // was in the hand of its owner or in play
  Unseen,     // was in neither: it stayed in the deck, or went from there to where it was no use
  Played,     // by its owner, or was in play under that player's control
  Held,       // in hand at the end of a turn in which it could be played (sim/watch/usage.h)
  Discarded,  // from hand, as an action of the main step
};
inline constexpr int kCardEvents = 7;
std::string_view card_event_word(CardEvent event);  // "opening"

using CardEventMask = uint8_t;
constexpr CardEventMask bit(CardEvent event) { return static_cast<CardEventMask>(1u << static_cast<int>(event)); }

// Watches one game of a matchup. Games without it cost nothing for it.
class EventWatcher final : public Watcher {
 public:
  explicit EventWatcher(const Matchup& matchup) : m_(matchup), usage_(kMaxCards), usage_watcher_(matchup, usage_) {}

  void decided(const State& state, const ActionList& legal, Action action) override;
  void ended(const State& state) override;

  CardEventMask events(CardId card) const;                               // once the game has ended; of both players' cards
  std::vector<CardEventMask> events_of(int player, size_t cards) const;  // of so many, in the order of the player's deck

 private:
  void look(const State& state);

  const Matchup& m_;
  std::vector<CardUsage> usage_;
  UsageWatcher usage_watcher_;
  CardSet opening_, hand_, play_;  // so far; in play under control of the owner
  bool begun_ = false;             // the set-up is over
};

// Games in which something happened, copies counted one by one: a game in which it happened to two copies is two of them. Rates
// and differences are in points, 100 being all games.
struct EventRate {
  int64_t copies = 0, wins = 0;  // wins: of the copies' owner
  double rate = 50;
  Interval interval{0, 100};         // 95 %; games are independent of each other, copies in one game are not
  double difference = 0, error = 0;  // of the rate from that of the same decks in all their games; its standard error
  bool compared = false;             // games with different results stand behind the difference
};

// A card of a deck, or of many decks.
struct CardRecord {
  int card = -1;  // index into CardTable
  std::array<EventRate, kCardEvents> events{};
  // What seeing a copy changes: win rate of the games with it less that of those without, within the same deck and pairing.
  double improvement = 0, improvement_error = 0;
  bool compared = false;  // games with and without one, and with different results, stand behind it

  const EventRate& operator[](CardEvent event) const { return events[static_cast<size_t>(event)]; }
};

// The different cards of a deck, in its order, and for each of its 36 which of them it is.
struct DifferentCards {
  std::vector<int> cards;  // indices into CardTable
  std::vector<int> slots;  // indices into `cards`
};
DifferentCards different_cards(const Deck& deck);

// Sums over the games of strata: games of one deck that only chance tells apart, such as those against one opponent. Every
// stratum has slots, one for each different card. Memory: 84 bytes a slot of a stratum; at most 20,000,000 games a stratum.
class CardEventSums {
 public:
  explicit CardEventSums(const std::vector<size_t>& slots_of_strata);

  // A game with a winner; `events[i]` of a copy of the card in slot `slots[i]`.
  void add(size_t stratum, bool won, const std::vector<int>& slots, const std::vector<CardEventMask>& events);

  // All that was added, for a ledger, and the sums of others for the same strata on top: false when they are not those.
  std::vector<uint32_t> numbers() const;
  bool add(const std::vector<uint32_t>& numbers);

  struct Place {  // of a card
    size_t stratum = 0, slot = 0;
  };
  // Of one card, over all the strata that have it. `strata_vary`: their decks are drawn by lot from many and the interval is
  // meant for all of those; otherwise they are a fixed field, each with its weight in games.
  CardRecord record(int card, const std::vector<Place>& places, bool strata_vary) const;

 private:
  struct Sums {
    uint32_t copies = 0, wins = 0, squares = 0;  // over games: copies x to which it happened, x of those won, x^2
  };
  using Slot = std::array<Sums, kCardEvents>;
  struct Stratum {
    uint32_t games = 0, wins = 0;
    size_t first = 0;  // of its slots
  };
  EventRate rate(const std::vector<Place>& places, size_t event, bool strata_vary) const;

  std::vector<Stratum> strata_;
  std::vector<Slot> slots_;
};

}  // namespace archon
