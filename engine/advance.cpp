// The game loop, the first file to read. Everything unfinished lies in the State; one round of the loop does one of these:
//   1. a choice is pending              -> stop (or take its only answer)
//   2. something in play changed        -> recompute derived values; destroy, move and trigger what the rules demand at once
//   3. abilities have triggered         -> open a window in which they resolve
//   4. a frame is on the stack          -> run it one step
//   5. otherwise                        -> take the next step of the turn
#include "engine/advance.h"

#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/query/derive.h"
#include "engine/query/scope.h"
#include "engine/rules/damage.h"
#include "engine/rules/events.h"
#include "engine/rules/leave.h"
#include "engine/rules/legal.h"
#include "engine/rules/play.h"
#include "engine/rules/steps.h"
#include "engine/rules/window.h"
#include "engine/vm/interpreter.h"

namespace archon {
namespace {

constexpr int kMaxRounds = 20000;    // rounds between two decisions; more is an endless loop
constexpr int kMaxTurns = 400;       // turns without a decision; more is a game in which nobody can do anything any more
constexpr int kMaxLoops = 80;        // loops stopped between two decisions: one for each card
constexpr int kMaxUnresolved = 500;  // decisions before all is resolved; more is a loop that asks

// The change of sides is already under way (its flank may be being asked for, or another card that changes sides came between).
bool is_moving(State& s, CardId card) {
  for (const ControlFrame& control : frames_of<ControlFrame>(s))
    if (control.card == card) return true;
  for (const EnterFrame& enter : frames_of<EnterFrame>(s))
    if (enter.moving && enter.card == card) return true;
  return false;
}

// Cards whose controller is not the one that the effects in force, or else their entering, make it.
bool correct_control(const Matchup& m, State& s) {
  if (!m.changes_control) return false;
  const bool effects = s.static_mask & bit(StaticKind::Controls);
  for (CardId id : cards_in_play(s)) {
    const Card& card = s.cards[id];
    const int wanted = effects ? desired_controller(m, s, id) : -1;
    const int controller = wanted >= 0 ? wanted : m.cards[id].owner ^ int { card.has(kForeign) };
    if (controller == card.controller || card.has(kTagged) || is_moving(s, id)) continue;
    push_control(s, id, controller);
    return true;
  }
  return false;
}

// An artifact that no effect makes a creature any more goes back to where it belongs, with all that is on it (rulebook 18.4,
// FAQ Animator). One that is a creature in the battleline by itself stays there.
[[gnu::cold]] bool return_artifacts(const Matchup& m, State& s) {
  for (CardId id : battlelines(s)) {
    if (!s.cards[id].has(kMadeCreature)) continue;
    bool stays = false, made = false;
    for_each_static(m, s, StaticKind::BecomeCreature,
                    [&](const Scope& scope, const Static& rule, int) { made |= eval_cards(scope, rule.cards).has(id); });
    for_each_static(m, s, StaticKind::HasPower, [&](const Scope& scope, const Static&, int i) {
      stays |= scope.self == id && !is_lasting(s.actives[i].source);
    });
    if (made) continue;
    s.cards[id].set(kMadeCreature, false);
    if (stays) continue;
    place(s, m, id, Zone::Artifacts, s.cards[id].controller, kBottom);
    s.dirty = 1;
    return true;
  }
  return false;
}

// A creature that an effect makes an artifact leaves the battleline with all that is on it, and goes to a flank when no effect
// says so any more.
[[gnu::cold]] bool move_made_artifacts(const Matchup& m, State& s) {
  CardSet made;
  for_each_static(m, s, StaticKind::BecomeArtifact,
                  [&](const Scope& scope, const Static& rule, int) { made |= eval_cards(scope, rule.cards); });
  for (CardId id : made& creatures_in_play(s)) {
    place(s, m, id, Zone::Artifacts, s.cards[id].controller, kBottom);
    s.dirty = 1;
    return true;
  }
  for (int player = 0; player < 2; ++player)
    for (CardId id : zone_of(s, Zone::Artifacts, player)) {
      if (!prints_creature(m, s, id) || made.has(id) || s.cards[id].has(kTagged) || is_moving(s, id)) continue;
      push_move(s, id, player);
      return true;
    }
  return false;
}

// "Whenever": conditions that act as soon as they hold.
bool queue_state_triggers(const Matchup& m, State& s) {
  if (!(s.standing_mask & bit(AbilityKind::Whenever))) return false;
  bool queued = false;
  for (int i = 0; i < s.active_count; ++i) {
    const Active active = s.actives[i];
    const Ability& ability = m.program->abilities[active.ability];
    if (ability.kind != AbilityKind::Whenever) continue;
    if (s.cards[active.self].has(kTagged) || s.cards[active.self].has(kReplaced)) continue;
    LastingStorage storage;
    const Scope scope = scope_of(m, s, active, storage);
    if (!holds(scope, ability.guard)) continue;
    bool waiting = false;
    for (int w = 0; w < s.waiting_count; ++w) {
      const Waiting& other = s.waiting[w];
      waiting |= !(other.flags & kWaitingDone) && other.ability == active.ability && other.self == active.self;
    }
    if (waiting) continue;
    queue_ability(m, s, active.ability, active.self, active.source, scope.you, {.card = active.self});
    queued = true;
  }
  return queued;
}

// What the rules demand at once after a change; true when something was started.
bool state_changed(const Matchup& m, State& s) {
  refresh(m, s);
  s.unchecked = 0;
  if (s.step == Step::Setup) return false;
  if (m.changes_types && (return_artifacts(m, s) || move_made_artifacts(m, s))) return true;
  if (const CardSet doomed = doomed_creatures(s)) {
    destroy_cards(m, s, doomed, Cause::Damage);
    return true;
  }
  return correct_control(m, s) || queue_state_triggers(m, s);
}

// Abilities that resolve each other without end: the card of the one that is resolving, or would be next, is put into its
// owner's discard pile, which is no destruction (rulebook 18.4, INFINITE LOOPS; how often the loop goes round is not asked).
// Of a loop that asks it is the card that asked last. False when there is no such card in play.
[[gnu::cold]] bool stop_loop(const Matchup& m, State& s, bool asks) {
  CardId card = asks ? s.choice.source : kNoCard;
  for (const AbilityFrame& ability : frames_of<AbilityFrame>(s))
    if (!asks) card = ability.self;
  for (int i = 0; i < s.waiting_count && !asks && (card == kNoCard || !s.in_play(card)); ++i) card = s.waiting[i].self;
  if (card == kNoCard || !s.in_play(card)) return false;
  s.cards[card].set(kWarded, false);
  return move_card(m, s, card, {Zone::Discard});
}

// The cost of a key is paid at once, however many cards it is paid from: what the payment brings about comes after it.
bool paying(State& s) {
  if (s.frame_count == 0 || top_head(s).type != FrameType::Forge) return false;
  return top_head(s).phase == ForgeFrame::Pay || top_head(s).phase == ForgeFrame::Paid;
}

// Aember on its way to a pool arrives before anything that waits is resolved.
bool receiving(State& s) { return s.frame_count > 0 && top_head(s).type == FrameType::Receive; }

void step_frame(const Matchup& m, State& s) {
  switch (top_head(s).type) {
    case FrameType::Ability:
      return step_ability(m, s);
    case FrameType::Window:
      return step_window(m, s);
    case FrameType::Play:
      return step_play(m, s);
    case FrameType::Enter:
      return step_enter(m, s);
    case FrameType::Use:
      return step_use(m, s);
    case FrameType::Reap:
      return step_reap(m, s);
    case FrameType::Fight:
      return step_fight(m, s);
    case FrameType::Act:
      return step_act(m, s);
    case FrameType::Damage:
      return step_damage(m, s);
    case FrameType::Destroy:
      return step_destroy(m, s);
    case FrameType::Receive:
      return step_receive(m, s);
    case FrameType::Forge:
      return step_forge(m, s);
    case FrameType::Control:
      return step_control(m, s);
    case FrameType::Icons:
      return step_icons(m, s);
    case FrameType::Prophecy:
      return step_prophecy(m, s);
  }
}

}  // namespace

void advance(const Matchup& m, State& s) {
  const int turn = s.turn;
  int loops = 0;
  const bool asks = s.unresolved > kMaxUnresolved;  // a loop with decisions: stopped when the answer has been taken
  for (int round = asks ? kMaxRounds - 1 : 0; !s.over(); ++round) {
    if (m.listener) [[unlikely]]
      m.listener->round(m, s);
    if (round >= kMaxRounds) {
      round = 0;
      if (s.turn - turn > kMaxTurns)
        s.result = Result::DecisionCap;
      else if ((++loops > kMaxLoops || !stop_loop(m, s, asks)) && !asks)
        overflow(s, Bound::Rounds);
      s.unresolved = 0;
    } else if (s.overflow) {
      // A pool beyond its bound belongs to a game that goes nowhere: given up like one with too many decisions.
      s.result = s.overflow == static_cast<uint8_t>(Bound::Amber) ? Result::DecisionCap : Result::Overflow;
    } else if (s.choice.kind != ChoiceKind::None) {
      if (s.dirty) derive(m, s);
      if (s.static_mask & bit(StaticKind::RevealTop)) reveal_tops(m, s);
      Action only;
      if (!forced_answer(m, s, only)) return;
      s.answer = only;
      s.choice.kind = ChoiceKind::None;
      s.answered = 1;
    } else if ((s.dirty || s.unchecked) && !s.answered && !paying(s) && state_changed(m, s)) {
      continue;
    } else if (s.waiting_count > s.waiting_base && !s.answered && !receiving(s)) {
      open_window(s);
    } else {
      s.answered = 0;
      if (s.frame_count > 0)
        step_frame(m, s);
      else {
        s.unresolved = 0;
        step_turn(m, s);
      }
    }
  }
  s.choice = {};
  s.choice.kind = ChoiceKind::Over;
}

}  // namespace archon
