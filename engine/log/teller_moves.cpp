// Cards that have moved.
#include "engine/core/frames.h"
#include "engine/core/zones.h"
#include "engine/log/teller.h"

namespace archon::log_text {

void Teller::move(const Change& change) {
  const CardId card = change.card;
  const Zone from = change.from(), to = change.to();
  const std::string side = letter(change.to_side());
  if (to == Zone::Limbo) return leaves_hand(card);
  if (from == to && change.from_side() == change.to_side() && to != Zone::Line) {
    const std::string arranged = side + " arranges the discard pile";
    if (to == Zone::Discard && (clauses_.empty() || clauses_.back().before != arranged)) say(arranged);
    return;
  }
  if (to == Zone::Inactive) return say_is(card, passage_.cause.by == Cause::By::Prophecy ? "fulfilled" : "no longer active");
  if (to == Zone::Reference) return say_is(card, "made active");
  if (in_play(to)) return enters(change);
  const bool leaves = in_play(from);
  switch (to) {
    case Zone::Hand:
      if (from == Zone::Deck) return say_of(card, side + " draws ", "", "");
      if (from == Zone::Archives) return say_of(card, side + " takes ", " from the archives", " from the archives");
      return say_of(card, "", " returns to " + hand_of(change), " return to " + hand_of(change));
    case Zone::Discard:
      if (from == Zone::Limbo && passage_.cause.by != Cause::By::Ability) return;
      if (leaves && (destroyed_.has(card) || before_.cards[card].has(kTagged))) return say_is(card, "destroyed");
      if (leaves || from == Zone::Limbo || from == Zone::Under) return say_is(card, "put into the discard pile of " + side);
      return say_of(card, side + " discards ", place_left(from), place_left(from));
    case Zone::Archives:
      return say_of(card, side + " archives ", from == Zone::Hand ? "" : place_left(from),
                    from == Zone::Hand ? "" : place_left(from));
    case Zone::Purged:
      return say_is(card, "purged" + (leaves ? "" : place_left(from)));
    case Zone::Under:
      return say_of(card, "", " is put under " + host(card), " are put under " + host(card));
    default:
      return into_deck(change);
  }
}

// On the way into play: what an ability plays is told here, and else when it enters.
void Teller::leaves_hand(CardId card) {
  if (passage_.cause.by != Cause::By::Ability) return;
  for (const PlayFrame& play : frames_of<PlayFrame>(after_))
    if (play.card == card) return say_of(card, letter(play.player) + " plays ", "", "");
  if (after_.hides_face(card)) say_of(card, letter(after_.cards[card].controller) + " makes ", "", "");
}

std::string Teller::hand_of(const Change& change) {
  const std::string hand = "the hand of " + letter(change.to_side());
  return change.from() == Zone::Discard ? hand + " from the discard pile" : hand;
}

std::string Teller::place_left(Zone from) {
  switch (from) {
    case Zone::Hand:
      return " from the hand";
    case Zone::Deck:
      return " from the deck";
    case Zone::Discard:
      return " from the discard pile";
    case Zone::Archives:
      return " from the archives";
    default:
      return "";
  }
}

std::string Teller::host(CardId card) const {
  const CardId host = after_.cards[card].host;
  return host < kMaxCards ? name(host) : "a card";
}

void Teller::into_deck(const Change& change) {
  const int side = change.to_side();
  const std::string deck = "the deck of " + letter(side);
  std::string where = " into " + deck;
  const CardId card = change.card;
  if (after_.cards[card].zone == Zone::Deck && !shuffled_[side]) {
    const int place = position_of(after_, card);
    where = place < after_.count(Zone::Deck, side) / 2 ? " on top of " + deck : " on the bottom of " + deck;
  } else {
    return say_is(card, "shuffled" + where);
  }
  say_is(card, "put" + where);
}

void Teller::enters(const Change& change) {
  const CardId card = change.card;
  const std::string side = letter(change.to_side());
  const Zone from = change.from(), to = change.to();
  if (to == Zone::Attached) return say_of(card, "", " is attached to " + host(card), " are attached to " + host(card));
  if (!in_play(from)) {
    const std::string ready = after_.cards[card].has(kExhausted) || !after_.in_play(card) ? "" : " ready";
    const Cause& cause = passage_.cause;
    if (ready.empty() && cause.by == Cause::By::Play && cause.card == card && !cause.nested) return;  // what was chosen
    return say_of(card, "", " enters play" + ready, " enter play" + ready);
  }
  if (change.from_side() != change.to_side()) return say_of(card, side + " takes control of ", "", "");
  if (from == to) return say_of(card, "", " moves within the battleline", " move within the battleline");
  say_of(card, "", to == Zone::Line ? " becomes a creature" : " becomes an artifact",
         to == Zone::Line ? " become creatures" : " become artifacts");
}

}  // namespace archon::log_text
