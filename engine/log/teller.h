#pragma once
// Tells a passage (sentences.h). Only for engine/log/*.cpp.
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/log/sentences.h"

namespace archon::log_text {

using Kind = ChangeKind;

inline std::string letter(int player) { return player == 0 ? "A" : "B"; }
inline std::string number(int value) { return std::to_string(std::abs(value)); }
inline std::string now(int value) { return " (" + std::to_string(value) + ")"; }

// What the same happens to: "A draws " + names; names + " is readied", or " are readied".
struct Clause {
  std::string before;
  std::vector<std::string> names;
  std::string one, many;
};

inline constexpr const char* kUnknown = "a card";

std::string list_of(std::vector<std::string> names);  // "Urchin, Dust Imp and 2 cards"

constexpr bool in_play(Zone zone) { return bit(zone) & kInPlayZones; }

class Teller {
 public:
  Teller(const Matchup& m, const State& before, const State& after, const Passage& passage, int viewer)
      : m_(m), before_(before), after_(after), passage_(passage), viewer_(viewer) {}

  std::vector<std::string> all();

 private:
  // What has to be known of the whole passage.
  void note(const Change& change);
  bool knows(const State& s, CardId card) const;
  std::string name(CardId card) const;

  void say(std::string text) { clauses_.push_back({std::move(text), {}, {}, {}}); }
  void say_of(CardId card, std::string before, const std::string& one, const std::string& many);
  void say_is(CardId card, const std::string& what) { say_of(card, "", " is " + what, " are " + what); }

  // Takes the changes of a kind that fit out of those that nobody has told; the sum of what they change.
  template <class Fits>
  int take(Kind kind, Fits fits, int* last = nullptr) {
    int sum = 0;
    std::erase_if(open_, [&](const Change& change) {
      if (change.kind != kind || !fits(change)) return false;
      sum += change.difference();
      if (last) *last = change.after;
      return true;
    });
    return sum;
  }
  int take_amber(int player, int* last = nullptr) {
    return take(
        Kind::Amber, [&](const Change& change) { return change.player == player; }, last);
  }
  int take_amber_on(CardId card, int* last = nullptr) {
    return take(
        Kind::CardAmber, [&](const Change& change) { return change.card == card; }, last);
  }

  void tell(const Event& event);
  int open_amber_loss() const;
  static std::string key_of(int mask);
  void house(int player, int mask);
  // What no event has told.
  void flush() {
    for (const Change& change : open_) plain(change);
    open_.clear();
  }

  // teller_changes.cpp
  void plain(const Change& change);
  bool uses() const {
    const Cause::By by = passage_.cause.by;
    return by == Cause::By::Use || by == Cause::By::Reap || by == Cause::By::Fight || by == Cause::By::Act;
  }
  void pool(const Change& change);
  std::vector<std::string> givers(int amount);
  void effect(const Change& change);
  static std::string time_of(Clock clock, int player);

  // teller_moves.cpp
  void move(const Change& change);
  void leaves_hand(CardId card);
  static std::string hand_of(const Change& change);
  static std::string place_left(Zone from);
  std::string host(CardId card) const;
  void into_deck(const Change& change);
  void enters(const Change& change);

  const Matchup& m_;
  const State& before_;
  const State& after_;
  const Passage& passage_;
  int viewer_;
  CardSet passing_;    // cards that come into play or leave it
  CardSet destroyed_;  // of events so far
  CardSet gave_;       // cards whose aember has been told to go to a pool
  bool shuffled_[2] = {};
  std::vector<Change> open_;  // what nobody has told yet
  std::vector<Clause> clauses_;
};

}  // namespace archon::log_text
