#pragma once
// A session of `archon engine`: one JSON object a line goes in, one comes out (README.md describes both). Nothing here reads or
// prints, so that tests and other front ends can hold a session of their own.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/chance.h"
#include "engine/engine.h"
#include "engine/view/view.h"
#include "sim/protocol/decision_text.h"
#include "sim/protocol/session_request.h"

namespace archon {

// A game as far as it is played. In chance mode `ask` it may stand in the middle of an operation: the random outcomes so far
// are kept, and the operation is carried out again from `state` whenever one more is known. That is how the engine, which can't
// be stopped inside of a draw, seems to ask: an operation with n random outcomes is begun n + 1 times.
struct SessionGame {
  enum class Operation : uint8_t { None, Begin, Apply };

  std::shared_ptr<const Matchup> matchup;
  std::shared_ptr<const std::vector<int>> numbers;  // refs of the cards
  State state;                                      // at a decision; with an operation: where it begins
  Operation operation = Operation::None;
  Action action;                      // of Apply
  std::vector<CardId> outcomes;       // of the operation, so far
  ChanceQuestion question;            // the next one
  std::vector<OutcomeGroup> choices;  // of which these are the outcomes
};

inline constexpr size_t kMaxRequestBytes = 1 << 20;  // of a line; a position has some 50 KB

// What a session asks about a decision as its player is shown it. `problem` gets what is wrong with the name of an agent; then
// the answer means nothing. No name: the usual one.
class Adviser {
 public:
  struct Worth {
    Action action;
    double win = 0, behind = 0, error = 0;  // as AdvisedAnswer of sim/advice
  };

  virtual ~Adviser() = default;
  virtual Action play(const View& view, const ActionList& legal, const std::string& agent, uint64_t seed,
                      std::string& problem) = 0;
  // All actions, the best first.
  virtual std::vector<Worth> advise(const View& view, const ActionList& legal, const std::string& continuation, int worlds,
                                    uint64_t seed, std::string& problem) = 0;
};

inline constexpr int kMaxAdvisedWorlds = 100'000;

class Session {
 public:
  // Without an adviser it refuses `play` and `advise`.
  explicit Session(Adviser* adviser = nullptr) : adviser_(adviser) {}

  // The answer to a line, without a line end. Never throws on bad input; an error changes nothing.
  std::string answer(std::string_view line);
  static std::string too_long();         // the answer to a longer line
  bool ended() const { return ended_; }  // `quit` was asked for

 private:
  // What each request does, which leaves `out` as the answer to it, or problems in the request.
  void carry_out(SessionRequest& request, std::string& out);
  void begin(SessionRequest& request, std::string& out);
  void load(SessionRequest& request, std::string& out);
  void apply_action(SessionRequest& request, std::string& out);
  void push(SessionRequest& request, std::string& out);
  void pop(SessionRequest& request, std::string& out);
  void set_chance(SessionRequest& request, std::string& out);
  void quit(SessionRequest& request, std::string& out);
  void play(SessionRequest& request, std::string& out);
  void advise(SessionRequest& request, std::string& out);
  void tell_decision(SessionRequest& request, std::string& out);
  void tell_state(SessionRequest& request, std::string& out);
  void tell_view(SessionRequest& request, std::string& out);
  void tell_line(SessionRequest& request, std::string& out);

  const SessionGame* game(SessionRequest& request) const;
  void run(SessionGame& game, bool ask, Listener* listener = nullptr) const;
  CardId outcome(SessionRequest& request) const;
  Action action(SessionRequest& request) const;
  struct Shown;
  std::optional<Shown> shown_decision(SessionRequest& request) const;
  void add_pending_decision(std::string& out, Reader reader) const;

  Adviser* adviser_;
  std::optional<SessionGame> game_;
  std::vector<SessionGame> saved_;
  bool ask_ = false;
  bool ended_ = false;
};

}  // namespace archon
