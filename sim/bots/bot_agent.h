#pragma once
// An agent whose answers come from a program (README.md has the messages). It is shown a State that its player can't tell from
// the true one (View::deal), so that it can't be told what this player does not know.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "sim/bots/bot_command.h"
#include "sim/bots/bot_process.h"

namespace archon {

class BotAgent : public Agent {
 public:
  explicit BotAgent(const BotCommand& command) : command_(command) {}  // which must outlive it
  ~BotAgent() override;
  BotAgent(const BotAgent&) = delete;
  BotAgent& operator=(const BotAgent&) = delete;

  // Asks the process that serves this thread, and starts it where none runs. Throws AgentFailure; the process is ended then.
  Action choose(const View& view, const ActionList& legal, SmallRng& rng) override;
  void ended(int winner) override;
  void tell_end(int winner);  // the same; throws AgentFailure where the program does not take it

 private:
  void begin(const View& view, SmallRng& rng);
  std::string ask(const std::string& request);
  BotLimits limits() const;
  void fail(const AgentFailure& failure, bool game_over);

  const BotCommand& command_;
  int64_t game_ = 0;  // its number in the process; 0: not begun, or over
  std::shared_ptr<BotProcess> of_;
  std::vector<int> numbers_;   // refs of the cards
  double wall_ = 0, cpu_ = 0;  // seconds used in this game
};

// What a player may know of a game, as a State in which all else was dealt again, and what a bot is asked in it. `refs`: of the
// cards.
State shown_to_bot(const View& view);
std::string choose_request(const Matchup& m, const State& shown, int player, int64_t game, const std::vector<int>& refs);

// Which of the offered actions an answer means: {"id":3}, or {"text":"reap with Troll"}, the first with that text. Throws
// AgentFailure: Babble where it is no JSON object, Illegal where it means none of them.
Action read_bot_answer(const std::string& line, const std::vector<Action>& offered,
                       const std::function<std::string(Action)>& text_of);

}  // namespace archon
