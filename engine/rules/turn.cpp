#include "engine/rules/turn.h"

#include <algorithm>
#include <span>

#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/query/standing.h"
#include "engine/rules/amber.h"
#include "engine/rules/events.h"
#include "engine/rules/forge.h"
#include "engine/rules/leave.h"
#include "engine/rules/play.h"
#include "engine/rules/prophecy.h"
#include "engine/rules/ready.h"
#include "engine/rules/setup.h"
#include "engine/rules/steps.h"
#include "engine/rules/tide.h"
#include "engine/rules/use.h"

namespace archon {

namespace {

// Phases that every step of the turn has behind its own ones.
constexpr uint8_t kDone = 2;  // what is still pending belongs to the step
constexpr uint8_t kLeft = 3;  // likewise what its end has triggered
// A forge step after the last turn of a game in which time was called: it belongs to no turn.
constexpr uint8_t kClosing = 4;

bool closing(const State& s) { return s.step == Step::Forge && s.step_phase == kClosing; }

void next_step(State& s, Step step) {
  s.step = step;
  s.step_phase = 0;
  s.acted = 0;
  s.ending = Ending::None;
}

// Queues the abilities of a kind in force, of those that start or end turns or steps, that `concerned` says.
template <class Concerned>
void queue_concerned(const Matchup& m, State& s, AbilityKind kind, Concerned concerned) {
  const bool starts = kind == AbilityKind::StartOfTurn || kind == AbilityKind::StartOfStep;
  const bool of_step = kind == AbilityKind::StartOfStep || kind == AbilityKind::EndOfStep;
  const Event event{.type = starts ? EventType::TurnStart : EventType::TurnEnd, .player = s.active};
  const Step step = s.step == Step::Archives ? Step::House : s.step;  // one step of the rulebook
  for (int i = 0; i < s.active_count; ++i) {
    const Active active = s.actives[i];
    const Ability& ability = m.program->abilities[active.ability];
    if (ability.kind != kind || (of_step && ability.step != step) || !concerned(active)) continue;
    LastingStorage storage;
    const Scope scope = scope_of(m, s, active, storage);
    if (ability.turn != Side::Any && (scope.you == s.active) != (ability.turn == Side::Friendly)) continue;
    const uint8_t flags = ability.zone == Zone::Line ? 0 : kWaitingAnywhere;  // it asks for its zone itself
    if (holds(scope, ability.guard)) queue_ability(m, s, active.ability, active.self, active.source, scope.you, event, flags);
  }
}

// Queues the abilities that start or end the turn of the active player, or its present step; one that is skipped does neither.
void queue_turn_abilities(const Matchup& m, State& s, AbilityKind kind) {
  refresh(m, s);
  if (!(s.standing_mask & bit(kind))) return;
  const bool of_step = kind == AbilityKind::StartOfStep || kind == AbilityKind::EndOfStep;
  if (of_step && skips_step(m, s, s.active, s.step)) return;
  queue_concerned(m, s, kind, [](const Active&) { return true; });
}

// What comes to lie where its "at the start of your turn" acts, while the turn starts, acts once more (rulebook 18.4, FAQ Rule
// of Six: two Nirbor Flamewings). The log tells what has left play, and what has acted since.
[[gnu::cold]] bool queue_late_starts(const Matchup& m, State& s) {
  if (!m.ability_zones) return false;
  CardSet late, acting;
  for (int i = s.log_turn_start; i < s.log_count; ++i) {
    if (s.log[i].type == EventType::Leave) late.add(s.log[i].card);
    if (s.log[i].type == EventType::TurnStart) late.remove(s.log[i].card);
  }
  if (!late) return false;
  refresh(m, s);
  queue_concerned(m, s, AbilityKind::StartOfTurn, [&](const Active& active) {
    const bool acts = late.has(active.self) && m.program->abilities[active.ability].zone != Zone::Line;
    if (acts) acting.add(active.self);
    return acts;
  });
  for (CardId card : acting) {
    if (s.log_count >= kMaxLog)
      overflow(s, Bound::Log);
    else
      s.log[s.log_count++] = {EventType::TurnStart, card, kNoCard, s.active, 0};
  }
  return !acting.empty();
}

void begin_step(const Matchup& m, State& s, Step step) {
  next_step(s, step);
  if (m.steps_start) queue_turn_abilities(m, s, AbilityKind::StartOfStep);
}

// Effects that end, or begin to be in force, with the turn of the active player.
void begin_effects(const Matchup& m, State& s) {
  end_lasting(s, [&](const LastingEffect& e) { return e.clock == Clock::UntilNextTurn && e.controller == s.active; });
  for (int i = 0; i < s.lasting_count; ++i) {
    LastingEffect& effect = s.lasting[i];
    const bool awaited = effect.clock == Clock::OpponentNextTurn
                             ? effect.controller != s.active
                             : effect.clock == Clock::YourNextTurn && effect.controller == s.active;
    if (awaited && !effect.age) effect.age = 1, s.dirty = 1;
  }
  compact_lasting(s);
  touch(m, s, kWatchTurn);
}

// The start of the turn lies before its first step.
void begin_turn(const Matchup& m, State& s) {
  if (s.step_phase > 0) {
    if (!queue_late_starts(m, s)) begin_step(m, s, Step::Forge);
    return;
  }
  s.step_phase = 1;
  if (s.players[s.active].turns < 255) ++s.players[s.active].turns;
  ++s.turn;
  begin_effects(m, s);
  queue_turn_abilities(m, s, AbilityKind::StartOfTurn);
}

void forge_step(const Matchup& m, State& s, uint8_t phase) {
  refresh(m, s);
  s.step_phase = phase;
  if (skips_step(m, s, s.active, Step::Forge)) return;
  const int cost = key_cost(m, s, s.active);
  if (spendable_amber(m, s, s.active) >= cost) push_forge(s, s.active, cost, 0, true);
}

void house_step(const Matchup& m, State& s) {
  refresh(m, s);
  if (s.step_phase++ == 0) {
    const HouseMask houses = house_choices(m, s, s.active);
    if (houses)
      ask(s, ChoiceKind::House, s.active).mask = houses;
    else
      s.step = Step::Archives, s.step_phase = 0, s.players[s.active].last_house = 0;  // no legal choice: no active house
    return;
  }
  if (m.history & bit(EventType::ChooseHouse)) s.players[s.active].last_house = static_cast<uint8_t>(s.answer.index() + 1);
  s.house = static_cast<HouseMask>(1u << s.answer.index());
  touch(m, s, kWatchHouse);
  s.step = Step::Archives;  // of the same step of the rulebook
  s.step_phase = 0;
  emit(m, s, {.type = EventType::ChooseHouse, .player = s.active, .amount = static_cast<int16_t>(s.house)});
}

CardSet removable(const Matchup& m, State& s) {
  CardSet cards = zone_set(s, Zone::Archives, s.active);
  for (CardId card : cards)
    if (kept_archived(m, s, card)) cards.remove(card);
  return cards;
}

// The cards of the archives that the active player may pick up one by one, instead of all.
CardSet pickable(const Matchup& m, const State& s, CardSet archives) {
  CardSet cards;
  if (!(s.static_mask & bit(StaticKind::Allow))) return cards;
  for (CardId card : archives)
    if (find_permission(m, s, s.active, kAllowPick, card) >= 0) cards.add(card);
  return cards;
}

void ask_for_pick(State& s, CardSet among) {
  s.step_phase = 1;
  ask_for_card(s, s.active, among);
  s.choice.can_stop = 1;
}

void archives_step(const Matchup& m, State& s) {
  if (s.step_phase++ == 0) {
    refresh(m, s);
    const CardSet archives = removable(m, s);
    if (!archives || forbidden(m, s, {.type = EventType::Take, .player = s.active}))
      s.step_phase = kDone;
    else if (const CardSet some = pickable(m, s, archives))
      ask_for_pick(s, some);
    else
      ask(s, ChoiceKind::Archives, s.active);
    return;
  }
  s.step_phase = kDone;
  if (s.answer.verb() == Verb::Target) {
    move_card(m, s, s.answer.card(), {Zone::Hand, -1, kBottom});
    // The choice goes on, also without the card that allowed it.
    if (const CardSet rest = removable(m, s)) ask_for_pick(s, rest);
    return;
  }
  if (s.answer.verb() != Verb::Yes) return;
  for (int kept = 0; s.count(Zone::Archives, s.active) > kept;)
    kept += !move_card(m, s, s.at(Zone::Archives, s.active, kept), {Zone::Hand, -1, kBottom});
  emit(m, s, {.type = EventType::Take, .player = s.active});
}

void use_in_main(const Matchup& m, State& s, CardId card, Verb verb) {
  const uint8_t mode = verb == Verb::Reap     ? kUseReap
                       : verb == Verb::Fight  ? kUseFight
                       : verb == Verb::Action ? kUseAction
                                              : kUseUnstun;
  const bool in_house = (s.cards[card].houses & s.house) || has_keyword(s, card, Keyword::Versatile);
  bool permitted = in_house;
  if (!in_house) {
    int permission = -1;
    if (verb == Verb::Fight) permission = find_permission(m, s, s.active, kAllowFight, card);
    if (verb == Verb::Reap) permission = find_permission(m, s, s.active, kAllowReap, card);
    if (permission < 0) permission = find_permission(m, s, s.active, kAllowUse, card);
    uint16_t ability;
    uint8_t source;
    const bool omni = verb == Verb::Action && action_abilities(m, s, card, false, &ability, &source, 1) > 0;
    permitted = permission >= 0;
    if (permission >= 0 && !omni) use_permission(m, s, permission, card);
  }
  push_use(s, card, s.active, mode == kUseUnstun ? kUseReap | kUseFight | kUseAction : mode, false, permitted);
}

// No use of the card: its ability is resolved, and nothing else happens. But it counts for the Rule of Six, which keeps Singing
// Scythe from being discarded and taken back without end.
[[gnu::cold]] void resolve_elsewhere(const Matchup& m, State& s, CardId card) {
  const uint8_t acted = s.acted;
  for (int i = 0; i < s.active_count; ++i) {
    if (s.actives[i].self != card || !offered_elsewhere(m, s, s.actives[i])) continue;
    queue_ability(m, s, s.actives[i].ability, card, card, s.active, {.player = s.active, .card = card}, kWaitingAnywhere);
    break;
  }
  count_for_six(m, s, card);
  s.acted = acted;
}

void main_step(const Matchup& m, State& s) {
  if (s.step_phase++ == 0) {
    ask(s, ChoiceKind::Main, s.active);
    return;
  }
  s.step_phase = 0;
  refresh(m, s);
  const CardId card = s.answer.card();
  switch (s.answer.verb()) {
    case Verb::EndTurn:
      s.step_phase = kDone;
      return;
    case Verb::RaiseTide:
      return buy_tide(m, s);
    case Verb::Activate:
      return push_activation(s, card, s.answer.index());
    case Verb::Play:
      return play_from_hand(s, card);
    case Verb::Discard:
      if (s.hand_moves < 255) ++s.hand_moves;
      return discard_card(m, s, card);
    default:
      return s.in_play(card) ? use_in_main(m, s, card, s.answer.verb()) : resolve_elsewhere(m, s, card);
  }
}

void draw_step(const Matchup& m, State& s) {
  refresh(m, s);
  s.step_phase = kDone;
  if (skips_step(m, s, s.active, Step::Draw)) return;
  refill_hand(m, s, s.active);
}

// History goes back to the turn of the opponent before: that stays the same when the active player takes another turn.
void forget_turn(State& s) {
  if (s.extra_turns[s.active] > 0) {
    s.log_count = s.log_turn_start;
    return;
  }
  const int shift = s.log_turn_start;
  std::memmove(s.log, s.log + shift, sizeof(LogEntry) * static_cast<size_t>(s.log_count - shift));
  s.log_count = static_cast<uint8_t>(s.log_count - shift);
  s.log_turn_start = s.log_count;
}

void clean_up(const Matchup& m, State& s) {
  end_lasting(s, [&](const LastingEffect& e) {
    const bool awaited = (e.clock == Clock::OpponentNextTurn || e.clock == Clock::YourNextTurn) && e.age;
    return e.clock == Clock::ThisTurn || e.clock == Clock::ThisFight || awaited;
  });
  compact_lasting(s);
  for (Card& card : std::span(s.cards, static_cast<size_t>(m.card_count))) card.uses = 0;
  for (Player& player : s.players) player.token_uses = 0;
  for (CardId card : cards_in_play(s)) {
    s.cards[card].armor_used = 0;
    s.cards[card].flags = s.cards[card].flags & ~(kElusiveUsed | kReadied);
  }
  forget_turn(s);
  s.hand_moves = 0;
  s.first_turn = 0;
  s.prophesied = 0;
  s.house = 0;
  touch(m, s, kWatchTurn | kWatchHouse | kWatchHistory);
}

// Time was called, and both players have had the same number of turns: each may forge a key as in the forge step of a next
// turn, the player who went first before the other one. Nothing else of a turn takes place.
[[gnu::cold]] void begin_closing(const Matchup& m, State& s) {
  next_step(s, Step::Forge);
  begin_effects(m, s);
  forge_step(m, s, kClosing);
}

[[gnu::cold]] void leave_closing(const Matchup& m, State& s) {
  clean_up(m, s);
  if (s.active == s.first) {
    s.active = static_cast<uint8_t>(1 - s.active);
    return begin_closing(m, s);
  }
  refresh(m, s);
  const int leader = standing(m, s).leader;
  s.result = leader < 0 ? Result::Tied : leader == 0 ? Result::Won0 : Result::Won1;
}

void end_step(const Matchup& m, State& s) {
  if (s.step_phase++ == 0) return queue_turn_abilities(m, s, AbilityKind::EndOfTurn);
  clean_up(m, s);
  if (s.extra_turns[s.active] > 0) {
    --s.extra_turns[s.active];
  } else {
    s.active = static_cast<uint8_t>(1 - s.active);
    if (s.active == s.first && m.clock.called(s.turn, s.decisions)) return begin_closing(m, s);
  }
  next_step(s, Step::Start);
}

// The step is done, or ended early; then what its end triggers, then the next one.
void leave_step(const Matchup& m, State& s) {
  if (closing(s)) return leave_closing(m, s);
  if (s.step_phase == kDone) {
    s.step_phase = kLeft;
    queue_turn_abilities(m, s, AbilityKind::EndOfStep);
    if (s.waiting_count > 0) return;
  }
  begin_step(m, s, static_cast<Step>(static_cast<int>(s.step) + 1));
}

}  // namespace

bool ended_by_time(const State& s) { return closing(s) && (s.winner() >= 0 || s.result == Result::Tied); }

void refill_hand(const Matchup& m, State& s, int player) {
  const int wanted = refill_size(m, s, player) - s.count(Zone::Hand, player);
  if (wanted <= 0) return;
  uint8_t& chains = s.players[player].chains;
  const int penalty = std::min(wanted, chain_penalty(chains));
  if (penalty > 0) --chains;
  draw_cards(m, s, player, wanted - penalty);
}

void step_turn(const Matchup& m, State& s) {
  const bool of_turn = s.step >= Step::Forge && s.step <= Step::Draw;
  if (s.ending == Ending::Turn && s.step >= Step::Start && s.step < Step::End && !closing(s)) return next_step(s, Step::End);
  if (s.ending == Ending::Step && of_turn && s.step_phase < kDone) s.step_phase = kDone;
  if (of_turn && s.step_phase >= kDone) {
    if (s.step == Step::House) s.step = Step::Archives;  // the other half of this step is over, too
    return leave_step(m, s);
  }
  switch (s.step) {
    case Step::Setup:
      if (step_setup(m, s)) next_step(s, Step::Start);
      return;
    case Step::Start:
      return begin_turn(m, s);
    case Step::Forge:
      return forge_step(m, s, kDone);
    case Step::House:
      return house_step(m, s);
    case Step::Archives:
      return archives_step(m, s);
    case Step::Main:
      return main_step(m, s);
    case Step::Ready:
      if (ready_step(m, s)) s.step_phase = kDone;
      return;
    case Step::Draw:
      return draw_step(m, s);
    case Step::End:
      return end_step(m, s);
  }
}

}  // namespace archon
