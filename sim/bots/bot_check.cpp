#include "sim/bots/bot_check.h"

#include <algorithm>
#include <string_view>

#include "engine/deck/generate.h"
#include "engine/engine.h"
#include "engine/facts/facts.h"
#include "engine/make_matchup.h"
#include "engine/notation.h"
#include "engine/view/disguise.h"
#include "engine/view/view.h"
#include "sim/bots/bot_agent.h"
#include "sim/play/game.h"

namespace archon {
namespace {

constexpr int kMostSlow = 3;          // failures that take time, before it is given up
constexpr uint32_t kDecisions = 120;  // of a game, among which one is asked about

std::vector<std::string_view> playable_sets() {
  std::vector<std::string_view> sets;
  for (const Expansion& each : card_sets())
    if (generated_houses(each.code).size() >= kDeckHouses) sets.push_back(each.code);
  return sets;
}

Matchup random_matchup(std::string_view set, SmallRng& rng) {
  const Deck a = generate_deck(set, "A", rng), b = generate_deck(set, "B", rng);
  return *make_matchup(a, b, {}).matchup;
}

// A game played at random up to a decision with a choice that somebody makes; or what was left of it.
State random_position(const Matchup& m, SmallRng& rng, uint64_t seed) {
  State s, last;
  new_game(m, s, {.seed = seed});
  ActionList legal;
  for (auto left = static_cast<int>(rng.below(kDecisions)); !s.over() && left >= 0;) {
    legal_actions(m, s, legal);
    if (legal.size() > 1) {
      last = s;
      --left;
    }
    apply(m, s, legal[static_cast<int>(rng.below(static_cast<uint32_t>(legal.size())))]);
  }
  return last;
}

std::string place_of(const State& s, std::string_view set, int position) {
  return "position " + std::to_string(position) + " (" + std::string(set) + ", turn " + std::to_string(s.turn) + ", " +
         std::string(decision_word(s.choice)) + ")";
}

bool slow(Forfeit cause) { return cause == Forfeit::Late || cause == Forfeit::Silent; }

// A game of its own for the program: its beginning, this decision, and its end. Throws AgentFailure.
void ask_about(const BotCommand& command, const Matchup& m, const State& s, SmallRng& rng) {
  const int player = decision_player(s);
  State shown = s;  // as a player is shown it
  if (needs_disguise(m, s, player)) Disguise(m, shown, player);
  ActionList legal;
  legal_actions(m, shown, legal);
  BotAgent agent(command);
  agent.choose(View(m, shown, player), legal, rng);
  agent.tell_end(-1);
}

}  // namespace

std::string forfeit_hint(Forfeit cause) {
  switch (cause) {
    case Forfeit::Illegal:
      return "answer {\"id\":N} with the `id` of one of the `actions`, or {\"text\":\"...\"} with its `text`";
    case Forfeit::Late:
      return "answer faster, or allow more time, such as move_ms=60000";
    case Forfeit::Crash:
      return "what it wrote to standard error stands above";
    case Forfeit::Babble:
      return "write one JSON object a line and request to standard output, and messages to standard error";
    case Forfeit::Silent:
      return "write a line for every request, and flush it: print(..., flush=True), std::endl";
    case Forfeit::None:
    case Forfeit::Exception:
      break;
  }
  return "";
}

BotCheck check_bot(const BotCommand& command, int positions, uint64_t seed) {
  BotCheck check;
  const std::vector<std::string_view> sets = playable_sets();
  int slow_ones = 0;
  for (int i = 0; i < positions && !check.given_up; ++i) {
    const std::string_view set = sets[static_cast<size_t>(i) % sets.size()];
    SmallRng rng{stream_seed(seed, static_cast<uint64_t>(i), Stream::Setup)};
    const Matchup m = random_matchup(set, rng);
    const State s = random_position(m, rng, rng.next());
    ++check.positions;
    check.sets = std::min(check.positions, static_cast<int>(sets.size()));
    try {
      ask_about(command, m, s, rng);
    } catch (const AgentFailure& failure) {
      const std::string hint = forfeit_hint(failure.cause());
      check.problems.push_back(place_of(s, set, i + 1) + ": " + std::string(forfeit_word(failure.cause())) + ": " +
                               failure.what() + (hint.empty() ? "" : " (" + hint + ")"));
      slow_ones += slow(failure.cause());
      check.given_up = slow_ones >= kMostSlow;
    }
  }
  return check;
}

}  // namespace archon
