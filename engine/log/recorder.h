#pragma once
// What happened, as the rules go: the passages of a game, each with its cause.
#include <functional>
#include <variant>
#include <vector>

#include "engine/core/listener.h"
#include "engine/core/state.h"
#include "engine/log/change.h"

namespace archon {

// What the rules, or a card, were carrying out.
struct Cause {
  enum class By : uint8_t { Turn, Play, Enter, Use, Reap, Fight, Act, Forge, Icon, Prophecy, Ability };
  By by = By::Turn;          // Turn: the steps of the turn, or what the rules demand at once
  CardId card = kNoCard;     // that is played, used, made active; of an ability: "this"
  CardId source = kNoCard;   // of an ability: the card that grants it or began the lasting effect, if it is another
  uint16_t ability = kNone;  // of an ability: index into Program::abilities
  bool nested = false;       // an ability, or something else that is being resolved, brings it about

  friend bool operator==(const Cause&, const Cause&) = default;
};

// A change, or an event; an event comes after the changes it speaks of, but before its cards leave play.
using Happening = std::variant<Change, Event>;

// What one step of the rules did. The positions before and after it, and all between, are those of `before` with the changes.
struct Passage {
  Cause cause;
  std::vector<Happening> happenings;
};
std::vector<Change> changes_of(const Passage& passage);

// Makes passages of a game that is played with a copy of its matchup:
//
//   Recorder recorder([&](const State& before, const State& after, const Passage& passage) { ... });
//   Matchup told = m;
//   told.listener = &recorder;
//   recorder.begin(told, s);      // of a position; not needed before new_game
//   apply(told, s, action);
//   recorder.end(told, s);        // what the last round did
class Recorder final : public Listener {
 public:
  using Sink = std::function<void(const State& before, const State& after, const Passage&)>;
  explicit Recorder(Sink sink) : sink_(std::move(sink)) {}

  // The game goes on from here: what was not told is forgotten.
  void begin(const Matchup& m, const State& s);
  // Tells what has happened until now.
  void end(const Matchup& m, const State& s);

  void round(const Matchup& m, const State& s) override;
  void event(const Matchup& m, const State& s, const Event& event) override;

 private:
  void look(const Matchup& m, const State& s);

  Sink sink_;
  bool begun_ = false;
  uint16_t looks_ = 0;
  State before_{};  // when the passage began
  State seen_{};    // when it was last looked at
  Board board_;     // of seen_
  Passage passage_;
};

}  // namespace archon
