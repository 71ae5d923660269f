#include "sim/advice/analysis.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/notation.h"
#include "engine/view/disguise.h"

namespace archon {
namespace {

// Judges decisions one after the other; each when the best answer to the next one is known.
class Analyst {
 public:
  Analyst(const Matchup& m, int64_t game, const AnalysisOptions& options)
      : m_(m),
        options_(options),
        seed_(stream_seed(options.seed, static_cast<uint64_t>(game), Stream::Setup)),
        continuation_(options.continuation) {}

  void add(const State& s, Action taken, int number) {
    ActionList legal;
    legal_actions(m_, s, legal);
    if (legal.size() < 2) return;
    Open next{s, taken, taken, number};
    const int player = decision_player(s);
    if (needs_disguise(m_, next.state, player)) Disguise(m_, next.state, player);
    legal_actions(m_, next.state, legal);
    next.best =
        advise(View(m_, next.state, player), legal, continuation_, options_.worlds, seed_of(2 * number), options_.threads)
            .front()
            .action;
    close(&next);
    open_ = next;
  }

  std::vector<JudgedDecision> finish() {
    close(nullptr);
    return std::move(judged_);
  }

 private:
  struct Open {
    State state;
    Action taken, best;
    int number;
  };

  uint64_t seed_of(int stream) const { return stream_seed(seed_, static_cast<uint64_t>(stream), Stream::Setup); }

  void close(const Open* next) {
    if (!open_) return;
    const Open now = *std::exchange(open_, std::nullopt);
    const State& s = now.state;
    const int player = decision_player(s);
    std::vector<Line> lines = {{now.best}, {now.taken}};
    if (next && next->state.turn == s.turn && decision_player(next->state) == player) lines.push_back({now.taken, next->best});
    const View view(m_, s, player);
    const auto compared = [&](int worlds, int stream) {
      return compare_lines(view, lines, continuation_, worlds, seed_of(stream), options_.threads);
    };
    // Which lines are judged is settled where the best answer was found.
    const std::vector<LineWorth> tried = compared(options_.worlds, 2 * now.number);
    const auto taken = std::ranges::max_element(tried.begin() + 1, tried.end(), {}, &LineWorth::win);
    const bool was_best = now.taken == now.best || taken->win >= tried[0].win;
    lines = {lines[0], lines[static_cast<size_t>(taken - tried.begin())]};
    const std::vector<LineWorth> worths = compared(options_.judged_worlds, 2 * now.number + 1);
    JudgedDecision decision;
    decision.number = now.number;
    decision.turn = s.turn;
    decision.player = player;
    decision.kind = s.choice.kind;
    decision.taken = action_text(m_, s, now.taken);
    decision.better = action_text(m_, s, was_best ? now.taken : now.best);
    decision.after = worths[1].win;
    decision.before = was_best ? decision.after : worths[0].win;
    decision.lost = decision.before - decision.after;
    decision.error = was_best ? 0 : std::max(worths[0].error, worths[1].error);
    judged_.push_back(std::move(decision));
  }

  const Matchup& m_;
  const AnalysisOptions& options_;
  uint64_t seed_;
  Continuation continuation_;
  std::optional<Open> open_;
  std::vector<JudgedDecision> judged_;
};

double of_a(const JudgedDecision& decision, double chance) { return decision.player == 0 ? chance : 1 - chance; }

}  // namespace

AnalysedGame analyse_game(const Matchup& m, uint64_t record_seed, const RecordedGame& game, const AnalysisOptions& options,
                          std::string& problem) {
  Analyst analyst(m, game.game, options);
  AnalysedGame analysed;
  analysed.game = game.game;
  int number = 0;
  State end;
  problem = replay(m, record_seed, game, end, [&](const State& s, Action action) { analyst.add(s, action, number++); });
  analysed.decisions = analyst.finish();
  const int winner = end.winner();
  analysed.result = winner < 0 ? 0.5 : winner == 0 ? 1 : 0;
  analysed.turns = end.turn;
  return analysed;
}

ChanceCourse chance_course(const AnalysedGame& game) {
  ChanceCourse course;
  const size_t turns = static_cast<size_t>(game.turns) + 1;
  course.turns.resize(turns);
  course.at.assign(turns, -1);
  for (size_t i = 0; i < game.decisions.size(); ++i) {
    const JudgedDecision& decision = game.decisions[i];
    const auto turn = static_cast<size_t>(decision.turn);
    const double before = of_a(decision, decision.before), after = of_a(decision, decision.after);
    if (i == 0) course.start = before;
    if (course.at[turn] < 0) course.at[turn] = before;
    const bool last = i + 1 == game.decisions.size();
    const double next = last ? game.result : of_a(game.decisions[i + 1], game.decisions[i + 1].before);
    course.turns[turn].lost[decision.player] += decision.lost;
    course.turns[turn].luck += next - after;
  }
  double later = game.result;
  for (size_t turn = turns; turn-- > 0;) later = course.at[turn] = course.at[turn] < 0 ? later : course.at[turn];
  return course;
}

}  // namespace archon
