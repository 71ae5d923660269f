#include "engine/log/recorder.h"

#include <optional>

#include "engine/core/frames.h"

namespace archon {
namespace {

using By = Cause::By;

Cause of_ability(const State& s, const AbilityFrame& frame) {
  Cause cause{By::Ability, frame.self, kNoCard, frame.ability};
  const CardId source = is_lasting(frame.source) ? s.lasting[frame.source - kLastingBase].source : frame.source;
  if (source != frame.self && source < kMaxCards) cause.source = source;
  return cause;
}

// Of the frame, if it is a cause; what deals damage, destroys, receives or asks serves the one below it.
std::optional<Cause> cause_of(const State& s, int i) {
  if (const auto* ability = frame_if<AbilityFrame>(s, i)) return of_ability(s, *ability);
  if (const auto* icons = frame_if<IconsFrame>(s, i)) return Cause{.by = By::Icon, .card = icons->card};
  if (const auto* reap = frame_if<ReapFrame>(s, i)) return Cause{.by = By::Reap, .card = reap->card};
  if (const auto* fight = frame_if<FightFrame>(s, i)) return Cause{.by = By::Fight, .card = fight->attacker};
  if (const auto* act = frame_if<ActFrame>(s, i)) return Cause{.by = By::Act, .card = act->card};
  if (const auto* use = frame_if<UseFrame>(s, i)) return Cause{.by = By::Use, .card = use->card};
  if (const auto* play = frame_if<PlayFrame>(s, i)) return Cause{.by = By::Play, .card = play->card};
  if (frame_if<ForgeFrame>(s, i)) return Cause{.by = By::Forge};
  if (const auto* prophecy = frame_if<ProphecyFrame>(s, i)) return Cause{.by = By::Prophecy, .card = prophecy->card};
  return {};
}

Cause cause_in(const State& s) {
  for (int i = s.frame_count - 1; i >= 0; --i)
    if (std::optional<Cause> cause = cause_of(s, i)) {
      for (int below = i - 1; below >= 0; --below) cause->nested |= cause_of(s, below).has_value();
      return *cause;
    }
  return {};
}

}  // namespace

std::vector<Change> changes_of(const Passage& passage) {
  std::vector<Change> changes;
  for (const Happening& happening : passage.happenings)
    if (const auto* change = std::get_if<Change>(&happening)) changes.push_back(*change);
  return changes;
}

void Recorder::begin(const Matchup& m, const State& s) {
  begun_ = true;
  before_ = seen_ = s;
  board_ = board_of(m, s);
  passage_ = {cause_in(s), {}};
}

void Recorder::look(const Matchup& m, const State& s) {
  if (!begun_) return begin(m, s);
  if (std::memcmp(&s, &seen_, sizeof s) == 0) return;
  const Board now = board_of(m, s);
  for (const Change& change : differences(board_, now, looks_++)) passage_.happenings.emplace_back(change);
  board_ = now;
  seen_ = s;
}

void Recorder::round(const Matchup& m, const State& s) {
  end(m, s);
  passage_.cause = cause_in(s);
}

void Recorder::event(const Matchup& m, const State& s, const Event& event) {
  look(m, s);
  passage_.happenings.emplace_back(event);
}

void Recorder::end(const Matchup& m, const State& s) {
  look(m, s);
  if (!passage_.happenings.empty()) sink_(before_, s, passage_);
  before_ = s;
  passage_ = {};
}

}  // namespace archon
