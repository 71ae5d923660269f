#include "engine/rules/prophecy.h"

#include "engine/core/zones.h"
#include "engine/query/cards.h"
#include "engine/rules/events.h"
#include "engine/rules/leave.h"
#include "engine/rules/steps.h"

namespace archon {
namespace {

void activate(const Matchup& m, State& s, ProphecyFrame& frame) {
  s.prophesied = 1;
  s.cards[frame.card].definition = frame.side ? m.cards[frame.card].reverse : m.cards[frame.card].definition;
  place(s, m, frame.card, Zone::Reference, m.cards[frame.card].owner, kBottom);
  s.dirty = 1;
  const CardSet hand = zone_set(s, Zone::Hand, s.active);
  if (!hand) return finish_frame(s, 1);
  frame.head.phase = ProphecyFrame::Place;
  ask_for_card(s, s.active, hand, frame.card);
}

// The prophecy is inactive from here on, so that what its Fate brings about doesn't fulfill it a second time.
void reveal(const Matchup& m, State& s, ProphecyFrame& frame) {
  const CardId prophecy = frame.card;
  if (s.cards[prophecy].zone != Zone::Reference || m.printed(prophecy).type != CardType::Prophecy) return finish_frame(s, 0);
  frame.head.phase = ProphecyFrame::Finish;
  frame.revealed = cards_beneath(s, prophecy);
  place(s, m, prophecy, Zone::Inactive, m.cards[prophecy].owner, kBottom);
  s.cards[prophecy].definition = m.cards[prophecy].definition;
  s.dirty = 1;
  for (CardId card : OpenOrder(m, s, frame.revealed)) {
    s.cards[card].set(kFacedown, false);
    s.cards[card].flags = s.cards[card].flags | kKnownTo0 | kKnownTo1;
    queue_printed_heads(m, s, card, AbilityKind::Fate, s.active, {.player = s.active, .card = card});
  }
}

void put_away(const Matchup& m, State& s, const ProphecyFrame& frame) {
  for (CardId card : frame.revealed& cards_beneath(s, frame.card)) move_card(m, s, card, {Zone::Discard});
  finish_frame(s, 1);
}

}  // namespace

void push_activation(State& s, CardId prophecy, int side) {
  auto& frame = push_frame<ProphecyFrame>(s);
  frame.card = prophecy;
  frame.side = static_cast<uint8_t>(side);
}

void push_fulfillment(State& s, CardId prophecy) {
  auto& frame = push_frame<ProphecyFrame>(s);
  frame.card = prophecy;
  frame.head.phase = ProphecyFrame::Fulfill;
}

bool turn_over(const Matchup& m, State& s, CardId prophecy) {
  const MatchCard& card = m.cards[prophecy];
  if (s.cards[prophecy].zone != Zone::Reference || card.reverse == kNone) return false;
  uint16_t& up = s.cards[prophecy].definition;
  up = up == card.definition ? card.reverse : card.definition;
  s.dirty = 1;
  return true;
}

void step_prophecy(const Matchup& m, State& s) {
  auto& frame = top_frame<ProphecyFrame>(s);
  switch (frame.head.phase) {
    case ProphecyFrame::Activate:
      return activate(m, s, frame);
    case ProphecyFrame::Place:
      put_under(m, s, s.answer.card(), frame.card, true);
      return finish_frame(s, 1);
    case ProphecyFrame::Fulfill:
      return reveal(m, s, frame);
    default:
      return put_away(m, s, frame);
  }
}

}  // namespace archon
