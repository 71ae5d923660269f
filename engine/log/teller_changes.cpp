// What has changed besides the places of cards, where no event has told it.
#include <bit>

#include "engine/core/counters.h"
#include "engine/log/teller.h"
#include "engine/notation.h"

namespace archon::log_text {

void Teller::plain(const Change& change) {
  const CardId card = change.card;
  const int difference = change.difference();
  const bool more = difference > 0;
  const std::string player = letter(change.player), amount = number(difference), after = now(change.after);
  const bool passes = card < kMaxCards && passing_.has(card);
  switch (change.kind) {
    case Kind::Amber:
      return pool(change);
    case Kind::Keys:
      if (!more) return say("the " + key_of(difference) + " key of " + player + " is unforged");
      return say(player + " forges the " + key_of(difference) + " key" +
                 now(std::popcount(static_cast<unsigned>(change.after))));
    case Kind::Chains:
      return say(player + (more ? " gains " : " sheds ") + amount + (std::abs(difference) == 1 ? " chain" : " chains") + after);
    case Kind::ExtraTurns:
      if (more) say(player + " takes another turn after this one");
      return;
    case Kind::Tide:
      return say(change.after == 0 ? "the tide becomes neutral" : "the tide becomes high for " + letter(change.after - 1));
    case Kind::Effects:
      if (more) effect(change);
      return;
    case Kind::Move:
      return move(change);
    case Kind::CardAmber:
      if (passes) return;
      return say_of(card, amount + (more ? " aember is put on " : " aember is taken from "), after, "");
    case Kind::Damage:
      if (passes) return;
      if (more) return say_of(card, "", " takes " + amount + " damage" + after, " take " + amount + " damage" + after);
      return say_of(card, "", " is healed of " + amount + after, " are healed of " + amount + after);
    case Kind::PowerCounters:
      if (passes) return;
      return say_of(card, "", (more ? " gets " : " loses ") + amount + " +1 power counter" + (amount == "1" ? "" : "s") + after,
                    (more ? " get " : " lose ") + amount + " +1 power counter" + (amount == "1" ? "" : "s") + after);
    case Kind::Counters:
      if (passes) return;
      return say_of(card,
                    amount + " " + std::string(kCounters[change.index].name) + " counter" + (amount == "1" ? "" : "s") +
                        (more ? " put on " : " taken from "),
                    after, after);
    case Kind::ArmorUsed:
      if (passes || !more) return;
      return say_of(card, "armor prevents " + amount + " damage to ", "", "");
    case Kind::Definition:
      if (passes || before_.hides_face(card) || after_.hides_face(card)) return;
      return say_of(card, "", " becomes " + facts_of(m_, change.after).name, " become " + facts_of(m_, change.after).name);
    case Kind::Exhausted:
      if (passes || (more && passage_.cause.card == card && uses())) return;
      return say_is(card, more ? "exhausted" : "readied");
    case Kind::Stunned:
      if (!passes) say_is(card, more ? "stunned" : "no longer stunned");
      return;
    case Kind::Warded:
      if (!passes) say_is(card, more ? "warded" : "no longer warded");
      return;
    case Kind::Enraged:
      if (!passes) say_is(card, more ? "enraged" : "no longer enraged");
      return;
    case Kind::Facedown:
      if (!passes) say_is(card, more ? "turned facedown" : "turned faceup");
      return;
    case Kind::House:
    case Kind::Host:
    case Kind::Active:
    case Kind::Turn:
    case Kind::Step:
    case Kind::Result:
      return;
  }
}

// Aember of a pool that was neither gained, stolen nor captured.
void Teller::pool(const Change& change) {
  std::string text = letter(change.player);
  if (change.difference() < 0)
    return say(text + (passage_.cause.by == Cause::By::Forge ? " pays " : " loses ") + number(change.difference()) + " aember" +
               now(change.after));
  text += " gets " + number(change.difference()) + " aember" + now(change.after);
  const std::vector<std::string> from = givers(change.difference());
  say(text + (from.empty() ? "" : " from " + list_of(from)));
}

// The card on which so much aember lay, or else all from which some was taken that has not been told.
std::vector<std::string> Teller::givers(int amount) {
  std::vector<std::string> names;
  for (const Happening& happening : passage_.happenings) {
    const auto* other = std::get_if<Change>(&happening);
    if (!other || other->kind != Kind::CardAmber || other->difference() >= 0 || gave_.has(other->card)) continue;
    if (-other->difference() == amount) {
      gave_.add(other->card);
      return {name(other->card)};
    }
    names.push_back(name(other->card));
  }
  return names;
}

// A lasting effect has begun.
void Teller::effect(const Change& change) {
  const auto clock = static_cast<Clock>(change.index);
  std::string text = "takes effect";
  for (int i = after_.lasting_count - 1; i >= 0; --i) {
    const LastingEffect& lasting = after_.lasting[i];
    if (lasting.body == kNone || lasting.source != change.card || lasting.clock != clock) continue;
    std::vector<std::string> names;
    if (lasting.cards != kNotKept)
      for (CardId card : CardSet(after_.kept[lasting.cards])) names.push_back(name(card));
    if (!names.empty()) text += " on " + list_of(names);
    break;
  }
  say(text + time_of(clock, change.player));
}

std::string Teller::time_of(Clock clock, int player) {
  switch (clock) {
    case Clock::ThisTurn:
      return " for the rest of the turn";
    case Clock::OpponentNextTurn:
      return " during the next turn of " + letter(1 - player);
    case Clock::YourNextTurn:
      return " during the next turn of " + letter(player);
    case Clock::UntilNextTurn:
      return " until the next turn of " + letter(player);
    case Clock::ThisFight:
      return " for this fight";
    case Clock::UntilThisLeaves:
    case Clock::WhileControlled:
    case Clock::Delayed:
    case Clock::Always:
      return "";
  }
  return "";
}

}  // namespace archon::log_text
