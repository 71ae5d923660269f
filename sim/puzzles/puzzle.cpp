#include "sim/puzzles/puzzle.h"

#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <utility>

#include "agents/agent_registry.h"
#include "engine/check/ability_code.h"
#include "engine/engine.h"
#include "engine/view/view.h"
#include "sim/play/game.h"
#include "sim/puzzles/puzzle_file.h"

namespace archon {
namespace {

// Decisions at which a puzzle may begin.
bool may_begin(const State& s) {
  return (s.choice.kind == ChoiceKind::House && s.step == Step::House) || s.choice.kind == ChoiceKind::Main;
}

// Cards that say "forge a key".
CardSet forging_cards(const Matchup& m) {
  const Program& program = *m.program;
  const auto forges = [&](uint16_t ability) {
    const AbilityCode code(program, program.abilities[ability]);
    return std::ranges::any_of(code.own, [&](uint16_t place) { return program.code[place].op == EffectOp::Forge; });
  };
  CardSet cards;
  for (CardId card = 0; card < m.card_count; ++card)
    if (std::ranges::any_of(m.printed(card).abilities, forges)) cards.add(card);
  return cards;
}

// Whether it is worth while to look for a key forged in the turn: a card that forges lies where the player may soon have it.
bool may_forge(const State& s, const CardSet& forging) {
  CardSet near;
  for (const CardId card : cards_in_play(s)) near.add(card);
  for (const Zone zone : {Zone::Hand, Zone::Archives}) near |= zone_set(s, zone, s.active);
  return !(near & forging).empty();
}

// A generator of its own for each position and use.
SmallRng stream(const PuzzleOptions& options, int64_t game, int decision, int use) {
  return {stream_seed(options.seed + static_cast<uint64_t>(use),
                      static_cast<uint64_t>(game) << 16 | static_cast<unsigned>(decision), Stream::Chance)};
}

// The same solution from another State of the position.
bool also_solves(const Matchup& m, const State& s, const Puzzle& puzzle, const PuzzleOptions& options) {
  const TurnSolution other = solve_turn(m, s, puzzle.goal, options.limit);
  return other.status == TurnSolution::Status::One && other.deeds == puzzle.solution.deeds;
}

bool same_in_all_deals(const Puzzle& puzzle, const PuzzleOptions& options) {
  const Matchup& m = puzzle.start.matchup;
  SmallRng rng = stream(options, puzzle.game, puzzle.decision, 1);
  for (int i = 0; i < kPuzzleDeals; ++i) {
    if (!also_solves(m, View(m, puzzle.start.state, puzzle.goal.player).deal(rng), puzzle, options)) return false;
  }
  return true;
}

// What turns of random decisions come to.
struct RandomTurns {
  int reached = 0;                 // the goal
  int missed_by = TurnPlay::kFar;  // by the best of the others

  // More than so many: there are many solutions. More than so much: likely none. It is not worth while to search either.
  bool easy() const { return reached > kRandomSuccesses; }
  bool far() const { return reached == 0 && missed_by > kRandomMiss; }
};

RandomTurns play_at_random(const Matchup& m, const State& start, const TurnGoal& goal, SmallRng rng) {
  const TurnPlay play(m, goal);
  RandomTurns turns;
  ActionList legal;
  for (int i = 0; i < kRandomTurns && !turns.easy(); ++i) {
    State s = start;
    GoalState end = GoalState::Open;
    while (end == GoalState::Open) {
      legal_actions(m, s, legal);
      end = play.apply(s, legal[static_cast<int>(rng.below(static_cast<uint32_t>(legal.size())))]);
    }
    if (end == GoalState::Reached)
      ++turns.reached;
    else
      turns.missed_by = std::min(turns.missed_by, play.missed_by(s));
  }
  return turns;
}

// Whether the agent, who decides for both sides, reaches the goal in a deal of the hidden cards.
bool attempt(const Puzzle& puzzle, std::string_view solver, SmallRng& rng) {
  const Matchup& m = puzzle.start.matchup;
  State s = View(m, puzzle.start.state, puzzle.goal.player).deal(rng);
  const std::unique_ptr<Agent> agents[] = {make_agent(solver).agent, make_agent(solver).agent};
  const TurnPlay play(m, puzzle.goal);
  ActionList legal;
  GoalState end = GoalState::Open;
  while (end == GoalState::Open) {
    legal_actions(m, s, legal);
    const int player = decision_player(s);
    Action action = legal[0];
    if (legal.size() > 1 && ask_agent(*agents[player], m, s, player, legal, rng, action) != Forfeit::None) return false;
    end = play.apply(s, action);
  }
  return end == GoalState::Reached;
}

void measure(Puzzle& puzzle, const PuzzleOptions& options) {
  for (size_t i = 0; i < kSolvers.size(); ++i) {
    SmallRng rng = stream(options, puzzle.game, puzzle.decision, 2 + static_cast<int>(i));
    for (int attempts = 0; attempts < options.attempts; ++attempts) puzzle.solved[i] += attempt(puzzle, kSolvers[i], rng);
  }
}

// Counts what is no puzzle, and says whether there is one solution that is long enough.
bool has_one(const TurnSolution& solution, int least, PuzzleCounts& counts) {
  ++counts.tried;
  counts.positions += solution.positions;
  switch (solution.status) {
    case TurnSolution::Status::None:
      return ++counts.none, false;
    case TurnSolution::Status::Several:
      return ++counts.several, false;
    case TurnSolution::Status::TooLarge:
      return ++counts.too_large, false;
    case TurnSolution::Status::One:
      break;
  }
  if (std::ssize(solution.deeds) >= least) return true;
  return ++counts.short_ones, false;
}

// Whether it is worth while to look for this goal later in the turn, too.
bool look_for(const Matchup& m, const State& s, const PuzzleOptions& options, Puzzle puzzle, GamePuzzles& found) {
  PuzzleCounts& counts = found.counts;
  const RandomTurns random = play_at_random(m, s, puzzle.goal, stream(options, puzzle.game, puzzle.decision, 0));
  counts.easy += random.easy();
  counts.far += random.far();
  if (random.easy() || random.far()) return random.easy();
  puzzle.solution = solve_turn(m, s, puzzle.goal, options.limit);
  if (!has_one(puzzle.solution, options.least, counts))
    return puzzle.solution.status == TurnSolution::Status::Several || puzzle.solution.status == TurnSolution::Status::TooLarge;
  std::optional<PositionGame> written = load_position(puzzle_position(m, s)).game;
  if (!written || !also_solves(written->matchup, written->state, puzzle, options)) {
    ++counts.unwritten;
    return true;
  }
  puzzle.start = std::move(*written);
  puzzle.solution = solve_turn(puzzle.start.matchup, puzzle.start.state, puzzle.goal, options.limit);
  if (!same_in_all_deals(puzzle, options)) {
    ++counts.hidden;
    return true;
  }
  measure(puzzle, options);
  found.puzzles.push_back(std::move(puzzle));
  return false;
}

}  // namespace

bool harder(const Puzzle& a, const Puzzle& b) {
  const auto key = [](const Puzzle& each) {
    return std::tuple(each.solved[1], each.solved[0], -std::ssize(each.solution.deeds), each.record, each.game, each.decision);
  };
  return key(a) < key(b);
}

void PuzzleCounts::add(const PuzzleCounts& more) {
  easy += more.easy, far += more.far, tried += more.tried, none += more.none, several += more.several,
      too_large += more.too_large;
  short_ones += more.short_ones, unwritten += more.unwritten, hidden += more.hidden;
  positions += more.positions;
}

GamePuzzles puzzles_of(const Matchup& m, uint64_t record_seed, const RecordedGame& game, size_t record,
                       const PuzzleOptions& options) {
  GamePuzzles found;
  State end;
  int decision = 0;
  const CardSet forging = forging_cards(m);
  const auto worth_while = [&](const State& s, GoalKind kind) {
    return (kind != GoalKind::Win && kind != GoalKind::Forge) || may_forge(s, forging);
  };
  std::array<int, std::size(kGoals)> done{};  // the last turn in which no more is to be looked for, by goal
  found.problem = replay(m, record_seed, game, end, [&](const State& s, Action) {
    for (const GoalKind kind : may_begin(s) ? options.goals : std::vector<GoalKind>{}) {
      int& last = done[static_cast<size_t>(kind)];
      const std::optional<TurnGoal> goal = last == s.turn ? std::nullopt : goal_of(m, s, kind);
      if (!goal || !worth_while(s, kind)) continue;
      const Puzzle puzzle{.record = record, .game = game.game, .decision = decision, .goal = *goal};
      if (!look_for(m, s, options, puzzle, found)) last = s.turn;
    }
    ++decision;
  });
  return found;
}

}  // namespace archon
