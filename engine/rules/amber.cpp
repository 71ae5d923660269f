#include "engine/rules/amber.h"

#include <algorithm>

#include "engine/query/player.h"
#include "engine/rules/events.h"
#include "engine/rules/steps.h"

namespace archon {
namespace {
void add_to_pool(const Matchup& m, State& s, int player, int amount) {
  if (s.players[player].amber + amount > kMaxAmber) return overflow(s, Bound::Amber);
  s.players[player].amber = static_cast<uint16_t>(s.players[player].amber + amount);
  if (m.watches & kWatchPools) touch(m, s, kWatchPools);
}

Event receive_event(int player, int amount) {
  return {.type = EventType::Receive, .player = static_cast<uint8_t>(player), .amount = static_cast<int16_t>(amount)};
}

// The cards that capture the aember, or do something else, instead ("would receive").
CardSet intake(const Matchup& m, const State& s, const Event& event) {
  CardSet takers;
  for_each_replacement(m, s, event, [&](const Ability&, const Active& active) { takers.add(active.self); });
  return takers;
}

void capture_received(const Matchup& m, State& s, CardId taker, int amount) {
  add_amber_to_card(m, s, taker, amount);
  emit(
      m, s,
      {.type = EventType::Capture, .player = s.cards[taker].controller, .card = taker, .amount = static_cast<int16_t>(amount)});
}

void take(const Matchup& m, State& s, CardId taker, const Event& event) {
  bool captures = false;
  CardSet others = intake(m, s, event);
  for_each_replacement(
      m, s, event, [&](const Ability& ability, const Active& active) { captures |= active.self == taker && ability.intake; });
  if (captures) return capture_received(m, s, taker, event.amount);
  others.remove(taker);
  replaced(m, s, event, others);
}

int take_from_pool(const Matchup& m, State& s, int player, int amount) {
  const int taken = std::clamp(amount, 0, static_cast<int>(s.players[player].amber));
  s.players[player].amber = static_cast<uint16_t>(s.players[player].amber - taken);
  if (m.watches & kWatchPools) touch(m, s, kWatchPools);
  return taken;
}

// What is stolen or captured from the pool of a player; the pool may be spared, and the common supply pays (Po's Pixies).
int take_or_spare(const Matchup& m, State& s, int player, int amount) {
  if (pool_is_spared(m, s, player)) return std::clamp(amount, 0, static_cast<int>(s.players[player].amber));
  return take_from_pool(m, s, player, amount);
}

// `gain`: of ReceiveFrame.
void receive(const Matchup& m, State& s, int player, int amount, uint8_t gain) {
  if (amount <= 0) return;
  refresh(m, s);
  const Event event = receive_event(player, amount);
  const CardSet takers = intake(m, s, event);
  if (takers.size() > 1) {  // the active player chooses; until then it is neither in the pool nor on a card
    ReceiveFrame& frame = push_frame<ReceiveFrame>(s);
    frame.player = event.player;
    frame.gain = gain;
    frame.amount = event.amount;
  } else if (takers) {
    take(m, s, takers.first(), event);
  } else {
    add_to_pool(m, s, player, amount);
    const auto flags = static_cast<uint16_t>(gain - 1);
    if (gain) emit(m, s, {.type = EventType::Gain, .player = event.player, .flags = flags, .amount = event.amount});
  }
}

}  // namespace

void receive_amber(const Matchup& m, State& s, int player, int amount) { receive(m, s, player, amount, 0); }

void step_receive(const Matchup& m, State& s) {
  ReceiveFrame& frame = top_frame<ReceiveFrame>(s);
  const Event event = receive_event(frame.player, frame.amount);
  if (frame.head.phase == ReceiveFrame::Asked) {
    pop_frame(s);
    return take(m, s, s.answer.card(), event);
  }
  refresh(m, s);
  const CardSet takers = intake(m, s, event);
  if (takers.size() < 2) {  // what was to be chosen from has left play meanwhile
    const uint8_t gain = frame.gain;
    pop_frame(s);
    return receive(m, s, event.player, event.amount, gain);
  }
  frame.head.phase = ReceiveFrame::Asked;
  ask_for_card(s, s.active, takers);
}

int gain_amber(const Matchup& m, State& s, int player, int amount, uint8_t flags) {
  if (amount <= 0) return 0;
  receive(m, s, player, amount, static_cast<uint8_t>(flags + 1));
  return amount;
}

int lose_amber(const Matchup& m, State& s, int player, int amount) { return take_from_pool(m, s, player, amount); }

int steal_amber(const Matchup& m, State& s, int player, int amount) {
  refresh(m, s);
  const Event event{.type = EventType::Steal,
                    .player = static_cast<uint8_t>(player),
                    .amount = static_cast<int16_t>(std::min<int>(amount, s.players[1 - player].amber))};
  if (event.amount <= 0 || forbidden(m, s, event) || replaced(m, s, event)) return 0;
  const int taken = take_or_spare(m, s, 1 - player, event.amount);
  receive_amber(m, s, player, taken);
  emit(m, s, event);
  return taken;
}

int pay_amber(const Matchup& m, State& s, int player, int amount) {
  const int taken = take_from_pool(m, s, player, amount);
  receive_amber(m, s, 1 - player, taken);
  return taken;
}

int capture_amber(const Matchup& m, State& s, CardId creature, int from, int amount) {
  refresh(m, s);
  const int taken = take_or_spare(m, s, from, amount);
  if (taken > 0) capture_received(m, s, creature, taken);
  return taken;
}

void add_amber_to_card(const Matchup& m, State& s, CardId card, int amount) {
  if (s.cards[card].amber + amount > kMaxAmber) return overflow(s, Bound::Amber);
  s.cards[card].amber = static_cast<uint16_t>(s.cards[card].amber + amount);
  touch(m, s, kWatchCardAmber);
}

void gain_chains(const Matchup& m, State& s, int player, int amount) {
  const int most = m.rules.chain_maximum ? 24 : 255;
  s.players[player].chains = static_cast<uint8_t>(std::clamp(s.players[player].chains + amount, 0, most));
  touch(m, s, kWatchChains);
}

}  // namespace archon
