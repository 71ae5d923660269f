#include "sim/play/match_run.h"

#include <cassert>
#include <limits>

#include "sim/play/batch_text.h"

namespace archon {
namespace {

class MatchSeries final : public SeriesOf<MatchGame> {
 public:
  MatchSeries(const MatchSpec& spec, const GameGoal& goal) : spec_(spec), goal_(goal) {}

  bool enough(int64_t games) const override { return goal_.games == 0 && goal_.next_look(sum_) == games; }
  std::pair<int64_t, int64_t> progress(int64_t finished, int64_t asked) const override {
    return {finished, goal_.precision > 0 ? sum_.total().games + static_cast<int64_t>(goal_.missing(sum_)) : asked};
  }
  std::string batch() override {
    batch_.fingerprint = sum_.fingerprint;
    const std::string text = batch_text(batch_);
    batch_ = {};
    return text;
  }
  bool restore(const LedgerBatch& batch) override {
    const std::optional<MatchResult> result = parse_batch(batch.data, batch.games);
    if (!result) return false;
    add(sum_, *result);
    sum_.fingerprint = result->fingerprint;
    return true;
  }

  const MatchResult& sum() const { return sum_; }

 protected:
  MatchGame play(int64_t game) const override { return play_match_game(spec_, game); }
  void take(int64_t game, const MatchGame& played) override {
    count(sum_, spec_, played);
    count(batch_, game, played.record);
  }

 private:
  const MatchSpec& spec_;
  const GameGoal goal_;
  MatchResult sum_, batch_;
};

}  // namespace

MatchRun play_match(const MatchSpec& spec, const GameGoal& goal, const RunControl& control) {
  assert(spec.first_game == 0 && (!control.ledger || !spec.listener));
  MatchSeries series(spec, goal);
  const int64_t games = goal.games > 0 ? goal.games : std::numeric_limits<int64_t>::max();
  MatchRun run{.result = {}, .end = play_series(series, games, control)};
  run.result = series.sum();
  run.imprecise = run.end.complete && goal.imprecise(run.result);
  return run;
}

}  // namespace archon
