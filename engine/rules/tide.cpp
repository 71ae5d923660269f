#include "engine/rules/tide.h"

#include "engine/query/player.h"
#include "engine/rules/amber.h"
#include "engine/rules/events.h"

namespace archon {
namespace {

constexpr int kChainsForTide = 3;

Event raise_event(int player) { return {.type = EventType::Raise, .player = static_cast<uint8_t>(player)}; }

}  // namespace

bool can_raise_tide(const Matchup& m, const State& s, int player) {
  return s.tide != high_tide(player) && !forbidden(m, s, raise_event(player));
}

bool raise_tide(const Matchup& m, State& s, int player) {
  if (!can_raise_tide(m, s, player)) return false;
  s.tide = high_tide(player);
  s.dirty = 1;
  emit(m, s, raise_event(player));
  return true;
}

void reset_tide(State& s) {
  s.tide = Tide::Neutral;
  s.dirty = 1;
}

bool may_buy_tide(const Matchup& m, const State& s) { return can_raise_tide(m, s, s.active); }

void buy_tide(const Matchup& m, State& s) {
  raise_tide(m, s, s.active);
  gain_chains(m, s, s.active, kChainsForTide);
}

}  // namespace archon
