#include "engine/rules/setup.h"

#include <algorithm>
#include <cstring>

#include "engine/core/zones.h"
#include "engine/query/player.h"
#include "engine/query/scope.h"
#include "engine/rules/amber.h"
#include "engine/rules/events.h"
#include "engine/rules/leave.h"
#include "engine/rules/steps.h"

namespace archon {
namespace {
// Where a card lies before the game begins.
Zone first_zone(const Matchup& m, CardId card) {
  const CardType type = m.printed(card).type;
  return type == CardType::Prophecy ? Zone::Inactive : type == CardType::ArchonPower ? Zone::Reference : Zone::Deck;
}
}  // namespace

void clear_state(const Matchup& m, State& s) {
  std::memset(static_cast<void*>(&s), 0, sizeof s);
  s.choice = {};
  s.answer = Action{};
  s.returned = {};
  s.fight_attacker = s.fight_defender = kNoCard;
  CardSet cards[kZones][2];
  for (int card = 0; card < m.card_count; ++card) {
    Card& c = s.cards[card];
    c = {};
    c.definition = m.cards[card].definition;
    c.controller = m.cards[card].owner;
    c.zone = first_zone(m, static_cast<CardId>(card));
    if (c.zone != Zone::Deck) c.flags = kKnownTo0 | kKnownTo1;
    cards[static_cast<int>(c.zone)][c.controller].add(static_cast<CardId>(card));
  }
  int next = 0;
  for (int zone = 0; zone < kZones; ++zone)
    for (int player = 0; player < 2; ++player) {
      s.start[2 * zone + player] = static_cast<uint8_t>(next);
      for (CardId card : cards[zone][player]) s.order[next++] = card;
    }
  s.start[2 * kZones] = static_cast<uint8_t>(next);
  s.dirty = 1;
}

void set_up(const Matchup& m, State& s, int first, uint64_t seed_deck0, uint64_t seed_deck1, uint64_t seed_chance) {
  clear_state(m, s);
  s.rng[0].state = seed_deck0;
  s.rng[1].state = seed_deck1;
  s.rng[2].state = seed_chance;
  s.first = s.active = static_cast<uint8_t>(first);
  s.first_turn = 1;
  for (int player = 0; player < 2; ++player) gain_chains(m, s, player, m.starting_chains[player]);
}

namespace {

// The starting hand: 7 for the first player, 6 for the other, fewer with chains (rulebook 18.4, CHAIN BIDDING: starting
// chains).
void draw_starting_hand(const Matchup& m, State& s, int player) {
  const int penalty = chain_penalty(s.players[player].chains);
  draw_cards(m, s, player, (player == s.first ? 7 : 6) - penalty);
  if (penalty && m.rules.shed_chain_at_setup) --s.players[player].chains;
}

void take_mulligan(const Matchup& m, State& s, int player) {
  const int size = s.count(Zone::Hand, player);
  while (s.count(Zone::Hand, player) > 0) place(s, m, s.at(Zone::Hand, player, 0), Zone::Deck, player, 0);
  shuffle_deck(s, player);
  draw_cards(m, s, player, std::max(0, size - 1));
}

// Abilities that the archon power of a player has for the set-up. That player is the active one meanwhile: it chooses.
void queue_setup(const Matchup& m, State& s, int player, AbilityKind kind) {
  s.active = static_cast<uint8_t>(player);
  for (CardId card : zone_of(s, Zone::Reference, player))
    queue_printed_heads(m, s, card, kind, player, {.player = static_cast<uint8_t>(player), .card = card});
}

// The phases of the set-up that are asked in keep their numbers in positions.
enum SetupPhase : uint8_t { kPowers, kMulligan, kOtherMulligan, kOtherPowers, kHands, kOtherAfterHands, kHandsDrawn };

void ask_for_mulligan(const Matchup& m, State& s, int player, uint8_t next) {
  s.step_phase = next;
  s.answer = {};
  refresh(m, s);
  if (!skips_step(m, s, player, Step::Setup)) ask(s, ChoiceKind::Mulligan, player);
}

}  // namespace

// Rulebook 18.4, SETUP: step by step, the first player first.
bool step_setup(const Matchup& m, State& s) {
  const int first = s.first, other = 1 - s.first;
  switch (s.step_phase) {
    case kPowers:
      s.step_phase = kOtherPowers;
      queue_setup(m, s, first, AbilityKind::SetupFirst);
      break;
    case kOtherPowers:
      s.step_phase = kHands;
      queue_setup(m, s, other, AbilityKind::SetupFirst);
      break;
    case kHands:
      draw_starting_hand(m, s, first);
      draw_starting_hand(m, s, other);
      s.step_phase = kOtherAfterHands;
      queue_setup(m, s, first, AbilityKind::Setup);
      break;
    case kOtherAfterHands:
      s.step_phase = kHandsDrawn;
      queue_setup(m, s, other, AbilityKind::Setup);
      break;
    case kHandsDrawn:
      s.active = static_cast<uint8_t>(first);
      ask_for_mulligan(m, s, first, kMulligan);
      break;
    case kMulligan:
      if (s.answer.verb() == Verb::Yes) take_mulligan(m, s, first);
      ask_for_mulligan(m, s, other, kOtherMulligan);
      break;
    default:
      if (s.answer.verb() == Verb::Yes) take_mulligan(m, s, other);
      return true;
  }
  return false;
}

}  // namespace archon
