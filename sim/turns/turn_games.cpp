#include "sim/turns/turn_games.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/play/game.h"
#include "sim/puzzles/puzzle_file.h"

namespace archon {

// The first decision of a turn.
struct TurnComparer::Beginning {
  State state{};
  std::array<size_t, 2> decks{};  // of players 0 and 1
  int64_t game = 0;
};

namespace {

// The positions in which a house is chosen, each turn once.
class TurnStarts final : public Watcher {
 public:
  void decided(const State& state, const ActionList&, Action) override {
    if (state.choice.kind != ChoiceKind::House || state.turn == turn_) return;
    turn_ = state.turn;
    starts.push_back(state);
  }
  void ended(const State&) override {}

  std::vector<State> starts;

 private:
  int turn_ = -1;
};

}  // namespace

void keep_worst(std::vector<WorstTurn>& turns, int count) {
  std::ranges::stable_sort(turns, std::ranges::greater{}, &WorstTurn::loss);
  turns.resize(std::min(turns.size(), static_cast<size_t>(count)));
}

ComparedGame TurnComparer::play(int64_t number) const {
  SmallRng lot{stream_seed(spec_.seed, static_cast<uint64_t>(number), Stream::Setup)};
  const auto [a, b] = spec_.pairs[lot.below(static_cast<uint32_t>(spec_.pairs.size()))];
  const Matchup m = make_matchup(spec_.decks[a], spec_.decks[b], spec_.options).matchup.value();
  const std::unique_ptr<Agent> first = spec_.agents[0].make(), second = spec_.agents[0].make();
  TurnStarts watcher;
  const GameSetup setup{.seed = spec_.seed, .game = static_cast<uint64_t>(number), .first = static_cast<int>(number & 1)};
  const GameRecord record = play_game(m, {first.get(), second.get()}, setup, nullptr, nullptr, nullptr, &watcher);
  ComparedGame game;
  game.undecided = record.undecided();
  game.faults = record.fault();
  if (record.forfeit != Forfeit::None) game.problem = spec_.agents[0].name + " gives no legal answer";
  for (size_t i = lot.below(static_cast<uint32_t>(spec_.every)); i < watcher.starts.size() && game.problem.empty();
       i += static_cast<size_t>(spec_.every))
    game.problem = compare(m, {.state = watcher.starts[i], .decks = {a, b}, .game = number}, lot.next(), game);
  if (!game.problem.empty()) game.problem += " in game " + std::to_string(number);
  keep_worst(game.worst, spec_.worst);
  return game;
}

// What an agent does wrong, or nothing.
std::string TurnComparer::compare(const Matchup& m, const Beginning& at, uint64_t luck, ComparedGame& game) const {
  SmallRng lot{luck};
  const uint64_t of_agents = lot.next(), of_deals = lot.next();
  const int player = decision_player(at.state);
  std::array<WholeTurn, 2> turns;
  for (size_t i = 0; i < 2; ++i) {
    turns[i] = play_whole_turn(m, at.state, spec_.agents[i], spec_.agents[0], of_agents);
    if (!turns[i].problem.empty()) return turns[i].problem;
    game.fallbacks[i] += turns[i].fallbacks;
  }
  if (turns[0].unfinished || turns[1].unfinished) {
    ++game.unfinished;
    return "";
  }
  ComparedTurn& compared = game.turns.emplace_back();
  compared.deck = at.decks[static_cast<size_t>(player)];
  compared.cause = turn_cause(turns[0].steps, turns[1].steps);
  for (size_t i = 0; i < 2; ++i) {
    compared.could[i] = turns[i].could;
    compared.took[i] = turns[i].took;
  }
  if (compared.cause == TurnCause::Same) return "";
  compared.cards = card_differences(turns[0].steps, turns[1].steps);
  const TurnJudge judge{.continuation = &continuation_, .deals = spec_.deals, .turns = spec_.turns};
  const TurnLoss loss = turn_loss(m, turns[0], turns[1], player, judge, of_deals);
  compared.loss = loss.mean;
  if (loss.mean <= 0 || spec_.worst == 0) return "";
  game.worst.push_back({.loss = loss.mean,
                        .error = loss.error,
                        .game = at.game,
                        .turn = at.state.turn,
                        .deck = compared.deck,
                        .opponent = at.decks[static_cast<size_t>(1 - player)],
                        .cause = compared.cause,
                        .did = {turn_text(m, at.state, turns[0]), turn_text(m, at.state, turns[1])},
                        .position = puzzle_position(m, at.state).dump()});
  return "";
}

}  // namespace archon
