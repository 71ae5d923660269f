#include "engine/log/sentences.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "engine/core/counters.h"
#include "engine/core/frames.h"
#include "engine/facts/facts.h"
#include "engine/notation.h"
#include "engine/rules/window.h"
#include "engine/view/view.h"

namespace archon {
namespace {

using Kind = ChangeKind;

std::string letter(int player) { return player == 0 ? "A" : "B"; }
std::string number(int value) { return std::to_string(std::abs(value)); }
std::string now(int value) { return " (" + std::to_string(value) + ")"; }

// What the same happens to: "A draws " + names; names + " is readied", or " are readied".
struct Clause {
  std::string before;
  std::vector<std::string> names;
  std::string one, many;
};

constexpr const char* kUnknown = "a card";

// "Urchin, Dust Imp and 2 cards"
std::string list_of(std::vector<std::string> names) {
  const auto unknown = std::ranges::count(names, kUnknown);
  std::erase(names, kUnknown);
  if (unknown) names.push_back(unknown == 1 ? kUnknown : std::to_string(unknown) + " cards");
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

std::string text_of(const Clause& clause) {
  if (clause.names.empty()) return clause.before;
  return clause.before + list_of(clause.names) + (clause.names.size() == 1 ? clause.one : clause.many);
}

constexpr bool in_play(Zone zone) { return bit(zone) & kInPlayZones; }

class Teller {
 public:
  Teller(const Matchup& m, const State& before, const State& after, const Passage& passage, int viewer)
      : m_(m), before_(before), after_(after), passage_(passage), viewer_(viewer) {}

  std::vector<std::string> all() {
    for (const Happening& happening : passage_.happenings)
      if (const auto* change = std::get_if<Change>(&happening)) note(*change);
    for (const Happening& happening : passage_.happenings) {
      if (const auto* change = std::get_if<Change>(&happening))
        open_.push_back(*change);
      else
        tell(std::get<Event>(happening));
    }
    flush();
    std::vector<std::string> texts;
    for (const Clause& clause : clauses_) texts.push_back(text_of(clause));
    return texts;
  }

 private:
  // What has to be known of the whole passage.
  void note(const Change& change) {
    if (change.kind != Kind::Move) return;
    if (!in_play(change.from()) || !in_play(change.to())) passing_.add(change.card);
  }

  bool knows(const State& s, CardId card) const {
    return !hidden(s.cards[card].zone) && s.cards[card].zone != Zone::Under && !s.hides_face(card)
               ? true
               : View(m_, s, viewer_).knows(card);
  }
  std::string name(CardId card) const {
    if (viewer_ >= 0 && !knows(before_, card) && !knows(after_, card) && !before_.in_play(card) && !after_.in_play(card))
      return kUnknown;
    return card_name(m_, before_.in_play(card) ? before_ : after_, card, viewer_);
  }

  void say(std::string text) { clauses_.push_back({std::move(text), {}, {}, {}}); }
  void say_of(CardId card, std::string before, const std::string& one, const std::string& many) {
    for (Clause& clause : clauses_)
      if (!clause.names.empty() && clause.before == before && clause.one == one && clause.many == many)
        return clause.names.push_back(name(card));
    clauses_.push_back({std::move(before), {name(card)}, one, many});
  }
  void say_is(CardId card, const std::string& what) { say_of(card, "", " is " + what, " are " + what); }

  // Takes the changes of a kind that fit out of those that nobody has told; the sum of what they change.
  template <class Fits>
  int take(Kind kind, Fits fits, int* last = nullptr) {
    int sum = 0;
    std::erase_if(open_, [&](const Change& change) {
      if (change.kind != kind || !fits(change)) return false;
      sum += change.difference();
      if (last) *last = change.after;
      return true;
    });
    return sum;
  }
  int take_amber(int player, int* last = nullptr) {
    return take(
        Kind::Amber, [&](const Change& change) { return change.player == player; }, last);
  }
  int take_amber_on(CardId card, int* last = nullptr) {
    return take(
        Kind::CardAmber, [&](const Change& change) { return change.card == card; }, last);
  }

  void tell(const Event& event) {
    const int player = event.player;
    int left = after_.players[player].amber, other = after_.players[1 - player].amber;
    switch (event.type) {
      case EventType::Steal: {
        const int lost = take_amber(1 - player, &other), got = take_amber(player, &left);
        say(letter(player) + " steals " + number(event.amount) + " aember" + now(left) +
            (lost ? " from " + letter(1 - player) + now(other) : " from the common supply") +
            (got || !lost ? "" : ", which it does not receive"));
        return;
      }
      case EventType::Gain:
        if (take_amber(player, &left) != 0) say(letter(player) + " gains " + number(event.amount) + " aember" + now(left));
        return;
      case EventType::Capture: {
        const int pool = open_amber_loss();
        int on = 0;
        take_amber_on(event.card, &on);
        std::string text = name(event.card) + " captures " + number(event.amount) + now(on);
        if (pool >= 0) {
          take_amber(pool, &left);
          text += " from " + letter(pool) + now(left);
        }
        say(text);
        return;
      }
      case EventType::Exalt:
        if (take_amber_on(event.card) != 0) say_is(event.card, "exalted");
        return;
      case EventType::Forge: {
        const int paid = take_amber(player, &left);
        int keys = 0;
        const int color = take(
            Kind::Keys, [&](const Change& change) { return change.player == player; }, &keys);
        std::string text =
            letter(player) + " forges the " + key_of(color) + " key" + now(std::popcount(static_cast<unsigned>(keys)));
        if (paid < 0) text += " for " + number(paid) + " aember";
        say(text);
        return;
      }
      case EventType::ChooseHouse:
        if (take(Kind::House, [](const Change&) { return true; }) != 0) house(player, event.amount);
        return;
      case EventType::Shuffle:
        if (take(Kind::Move,
                 [&](const Change& c) { return c.from() == Zone::Discard && c.to() == Zone::Deck && c.to_side() == player; }))
          say(letter(player) + " shuffles the discard pile into the deck");
        return;
      case EventType::ShuffleDeck:
        shuffled_[player] = true;
        return;
      case EventType::Destroy:
        destroyed_.add(event.card);
        return;
      default:
        return;
    }
  }

  int open_amber_loss() const {
    for (const Change& change : open_)
      if (change.kind == Kind::Amber && change.difference() < 0) return change.player;
    return -1;
  }

  static std::string key_of(int mask) {
    for (int color = 0; color < kKeyColors; ++color)
      if (std::abs(mask) == 1 << color) return std::string(key_word(color));
    return "next";
  }

  void house(int player, int mask) {
    std::string text;
    for (int house = 0; house < kHouses; ++house)
      if (mask >> house & 1) text += (text.empty() ? "" : " and ") + std::string(house_title(static_cast<House>(house)));
    if (!text.empty()) say(letter(player) + " chooses " + text);
  }

  // What no event has told.
  void flush() {
    for (const Change& change : open_) plain(change);
    open_.clear();
  }

  void plain(const Change& change) {
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
        return say(player + (more ? " gains " : " sheds ") + amount + (std::abs(difference) == 1 ? " chain" : " chains") +
                   after);
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
        return say_of(card, "",
                      (more ? " gets " : " loses ") + amount + " +1 power counter" + (amount == "1" ? "" : "s") + after,
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

  bool uses() const {
    const Cause::By by = passage_.cause.by;
    return by == Cause::By::Use || by == Cause::By::Reap || by == Cause::By::Fight || by == Cause::By::Act;
  }

  // Aember of a pool that was neither gained, stolen nor captured.
  void pool(const Change& change) {
    std::string text = letter(change.player);
    if (change.difference() < 0)
      return say(text + (passage_.cause.by == Cause::By::Forge ? " pays " : " loses ") + number(change.difference()) +
                 " aember" + now(change.after));
    text += " gets " + number(change.difference()) + " aember" + now(change.after);
    const std::vector<std::string> from = givers(change.difference());
    say(text + (from.empty() ? "" : " from " + list_of(from)));
  }

  // The card on which so much aember lay, or else all from which some was taken that has not been told.
  std::vector<std::string> givers(int amount) {
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
  void effect(const Change& change) {
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

  static std::string time_of(Clock clock, int player) {
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

  void move(const Change& change) {
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
  void leaves_hand(CardId card) {
    if (passage_.cause.by != Cause::By::Ability) return;
    for (const PlayFrame& play : frames_of<PlayFrame>(after_))
      if (play.card == card) return say_of(card, letter(play.player) + " plays ", "", "");
    if (after_.hides_face(card)) say_of(card, letter(after_.cards[card].controller) + " makes ", "", "");
  }

  static std::string hand_of(const Change& change) {
    const std::string hand = "the hand of " + letter(change.to_side());
    return change.from() == Zone::Discard ? hand + " from the discard pile" : hand;
  }

  static std::string place_left(Zone from) {
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

  std::string host(CardId card) const {
    const CardId host = after_.cards[card].host;
    return host < kMaxCards ? name(host) : "a card";
  }

  void into_deck(const Change& change) {
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

  void enters(const Change& change) {
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

  const Matchup& m_;
  const State& before_;
  const State& after_;
  const Passage& passage_;
  int viewer_;
  CardSet passing_;    // cards that come into play or leave it
  CardSet destroyed_;  // of events so far
  CardSet gave_;       // cards whose aember has been told to go to a pool
  bool shuffled_[2] = {};
  std::vector<Change> open_;  // what nobody has told yet
  std::vector<Clause> clauses_;
};

std::string_view head_word(AbilityKind kind) {
  switch (kind) {
    case AbilityKind::Play:
    case AbilityKind::PlayAgain:
      return "Play";
    case AbilityKind::Fight:
      return "After Fight";
    case AbilityKind::Reap:
      return "After Reap";
    case AbilityKind::Action:
      return "Action";
    case AbilityKind::Omni:
      return "Omni";
    case AbilityKind::Destroyed:
    case AbilityKind::DestroyedInstead:
      return "Destroyed";
    case AbilityKind::BeforeFight:
      return "Before Fight";
    case AbilityKind::BeforeReap:
      return "Before Reap";
    case AbilityKind::Scrap:
      return "Scrap";
    case AbilityKind::Fate:
      return "Fate";
    default:
      return "";
  }
}

}  // namespace

std::vector<std::string> clauses(const Matchup& m, const State& before, const State& after, const Passage& passage,
                                 int viewer) {
  return Teller(m, before, after, passage, viewer).all();
}

std::string cause_text(const Matchup& m, const State& s, const Cause& cause, int viewer) {
  const auto name = [&](CardId card) { return card_name(m, s, card, viewer); };
  if (cause.by == Cause::By::Icon) return "bonus icon of " + name(cause.card);
  if (cause.by != Cause::By::Ability || cause.card >= kMaxCards) return {};
  if (cause.ability == kAssaultAbility) return name(cause.card) + ", Assault";
  if (cause.ability == kHazardousAbility) return name(cause.card) + ", Hazardous";
  std::string text = name(cause.card);
  const std::string_view head = head_word(m.program->abilities[cause.ability].kind);
  if (!head.empty()) text += ", " + std::string(head);
  if (cause.source != kNoCard) text += ", by " + name(cause.source);
  return text;
}

bool tells_itself(Action action) { return action.verb() == Verb::House || action.verb() == Verb::Discard; }

}  // namespace archon
