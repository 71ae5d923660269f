#include "engine/view/disguise.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

#include "engine/check/ability_code.h"
#include "engine/core/fields.h"
#include "engine/core/frames.h"
#include "engine/query/derive.h"
#include "engine/view/view.h"

namespace archon {
namespace {

// Calls visit(card) for the facedown cards in play and on their way into it that the player does not know, from left to right,
// player 0's first, until it returns true; returns whether it did.
template <class Visit>
bool any_unknown(const Matchup& m, const State& s, int player, Visit visit) {
  const View view(m, s, player);
  const auto found = [&](CardId card) { return s.hides_face(card) && !view.knows(card) && visit(card); };
  return std::ranges::any_of(cards_in_play(s), found) || std::ranges::any_of(zone_of(s, Zone::Limbo, 0), found) ||
         std::ranges::any_of(zone_of(s, Zone::Limbo, 1), found);
}

int unknown_cards(const Matchup& m, const State& s, int player, int owner, CardId* list) {
  int count = 0;
  any_unknown(m, s, player, [&](CardId card) {
    if (m.cards[card].owner == owner) list[count++] = card;
    return false;
  });
  return count;
}

CardId other_of(NumberPair pair, CardId card) {
  return card == pair.first ? pair.second : card == pair.second ? pair.first : card;
}

constexpr auto kAllNumbers = [] {
  std::array<CardId, 256> numbers{};
  std::iota(numbers.begin(), numbers.end(), CardId{0});
  return numbers;
}();

// Exchanges of the numbers of two cards, one after the other, as one map of all numbers.
class Exchanges {
 public:
  void add(CardId a, CardId b) {
    pairs_[count_++] = {a, b};
    moved_.add(a);
    moved_.add(b);
    std::swap(original_[a], original_[b]);
    to_[original_[a]] = a;
    to_[original_[b]] = b;
  }
  bool none() const { return count_ == 0; }
  CardId to(CardId card) const { return to_[card]; }                  // its number when all are done; also kNoCard
  CardId original(CardId number) const { return original_[number]; }  // who has that number then
  CardSet moved() const { return moved_; }
  std::span<const NumberPair> pairs() const { return {pairs_.data(), count_}; }

  CardSet to(CardSet set) const {
    CardSet after = set - moved_;
    for (CardId card : set& moved_) after.add(to_[card]);
    return after;
  }

 private:
  std::array<CardId, 256> to_ = kAllNumbers, original_ = kAllNumbers;
  std::array<NumberPair, kMaxCards> pairs_;
  size_t count_ = 0;
  CardSet moved_;
};

// Exchanges cards wherever they are named: a visitor of engine/core/fields.h. The log is left alone: it speaks of a card as it
// was known when something happened.
class Renaming {
 public:
  Renaming(const Program& program, const Exchanges& exchanges, bool names)
      : program_(program), exchanges_(exchanges), names_(names) {}

  template <class T>
  void card(T& field) const {
    if (!in_log_) field = static_cast<T>(other(field));
  }
  template <class T>
  void neighbors(T& field) const {
    const Event event{.amount = static_cast<int16_t>(field)};
    field = static_cast<T>(packed_neighbors(other(event.neighbor(0)), other(event.neighbor(1))));
  }
  template <class T>
  void traits(T& field) const {
    if (field >= kTraitsOf && field != kTraitless)
      field = static_cast<T>(kTraitsOf + other(static_cast<CardId>(field - kTraitsOf)));
  }
  void variable(uint16_t ability, int i, CardSet& set) {
    if (ability != ability_) {
      ability_ = ability;
      numbers_ = AbilityCode(program_, program_.abilities[ability]).numbers;
    }
    if (!(numbers_ >> (i & 63) & 1)) cards("", set);
  }
  template <class T>
  bool giver(const char*, T& field, int count, int) const {
    if (static_cast<int>(field) < count) field = static_cast<T>(other(static_cast<CardId>(field)));
    return true;
  }
  template <class Set>
  void cards(const char* name, Set& field) const {
    if (names_ && std::string_view(name) == "candidates") return;  // they stand for names of cards, wherever these lie
    const CardSet set = field;
    if (set & exchanges_.moved()) field = exchanges_.to(set);
  }
  void item(const char* list, int) { in_log_ = std::string_view(list) == "log"; }

  template <class T>
  bool number(const char*, const T&, int64_t, int64_t) const {
    return true;
  }
  template <class T>
  bool index(const char*, const T&, int, int = 0) const {
    return true;
  }
  template <class T>
  bool bits(const char*, const T&, uint64_t) const {
    return true;
  }
  template <class T>
  void any(const char*, const T&) const {}
  template <class T>
  int count(const char*, const T& field, int) const {
    return field;
  }
  template <class T>
  void spare(const char*, const T&) const {}
  template <class T>
  bool follows(const char*, const T&, int) const {
    return true;
  }
  bool room(int, int) const { return true; }

 private:
  CardId other(CardId card) const { return exchanges_.to(card); }

  const Program& program_;
  const Exchanges& exchanges_;
  const bool names_;  // a name is chosen
  bool in_log_ = false;
  int ability_ = -1;  // whose variables that are numbers are known
  uint64_t numbers_ = 0;
};

// Calls visit(definition, card) for the card that each ability and lasting effect names as its own, and the definition on which
// its text is printed.
template <class Visit>
void for_each_source(const Matchup& m, State& s, Visit visit) {
  const Program& p = *m.program;
  const auto text_of = [&](uint16_t ability) { return ability < p.abilities.size() ? p.abilities[ability].card : kNone; };
  for (LastingEffect& effect : std::span(s.lasting, s.lasting_count))
    visit(effect.body == kNone ? kNone : text_of(p.bodies[effect.body].abilities.front()), effect.source);
  // Not one that another card gives: a facedown copy of an upgrade may be what that upgrade lies on.
  const auto own_text = [&](const auto& of) {
    return of.source == of.self || of.source == kNoCard ? text_of(of.ability) : kNone;
  };
  for (Waiting& waiting : std::span(s.waiting, s.waiting_count)) visit(own_text(waiting), waiting.self);
  for (AbilityFrame& frame : frames_of<AbilityFrame>(s)) visit(own_text(frame), frame.self);
}

// A text that is printed on the card that has it was seen on it.
bool printed_on(const Matchup& m, uint16_t text, CardId card) {
  return card < m.card_count && text == m.cards[card].definition;
}

CardSet known_sources(const Matchup& m, State& s) {
  CardSet known;
  for_each_source(m, s, [&](uint16_t text, CardId card) {
    if (printed_on(m, text, card)) known.add(card);
  });
  return known;
}

// The cards that abilities, lasting effects and the pending choice name as their own, as they are when the exchanges are done:
// a known one is named on, wherever it lies by now.
class Sources {
 public:
  Sources(const Matchup& m, State& s, const Exchanges& exchanges) : s_(s), asks_(s.choice.source) {
    const auto* top = top_if<AbilityFrame>(s);
    for_each_source(m, s, [&](uint16_t text, CardId& place) {
      CardId asks = s.choice.source, card = place;
      for (const NumberPair& pair : exchanges.pairs()) {
        const bool known = printed_on(m, text, card);
        if (!known || card != asks) asks = other_of(pair, asks);
        if (!known) card = other_of(pair, card);
      }
      if (top && &place == &top->self) asks_ = asks;
      places_[count_] = &place;
      cards_[count_++] = card;
    });
    if (!top) asks_ = exchanges.to(asks_);
  }
  void name() {
    for (int i = 0; i < count_; ++i) *places_[i] = cards_[i];
    s_.choice.source = asks_;
  }

 private:
  State& s_;
  CardId asks_;
  int count_ = 0;
  std::array<CardId*, kMaxLasting + kMaxWaiting + kMaxFrames> places_;
  std::array<CardId, kMaxLasting + kMaxWaiting + kMaxFrames> cards_;
};

// What belongs to the number of a card, not to the card that lies there now.
void keep_own(const Matchup& m, State& s, CardId card, uint8_t uses) {
  Card& c = s.cards[card];
  c.uses = static_cast<uint8_t>((c.uses & 0xF0) | (uses & 0x0F));  // counted by name
  if (!s.hides_face(card) && c.definition != m.cards[card].definition) c.definition = m.cards[card].definition;
}

// In no order that anybody knows, but the same one for a whole turn.
uint64_t rank(const State& s, CardId card) { return SmallRng{(uint64_t{s.turn} << 8 | card) * 0x9E3779B97F4A7C15u}.next(); }

}  // namespace

bool hides_cards(const Matchup& m, const State& s, int player) {
  return any_unknown(m, s, player, [](CardId) { return true; });
}

namespace {

void carry_out(const Matchup& m, State& s, const Exchanges& exchanges) {
  Sources sources(m, s, exchanges);
  Renaming visitor(*m.program, exchanges, s.choice.kind == ChoiceKind::CardName);
  Fields(m, visitor).state(s);
  sources.name();
  for (CardId& card : std::span(s.order, static_cast<size_t>(m.card_count))) card = exchanges.to(card);
  for (LogEntry& entry : std::span(s.log, s.log_count)) {
    if (entry.flags & kCardHidden) entry.card = exchanges.to(entry.card);
    if (entry.flags & kOtherHidden) entry.other = exchanges.to(entry.other);
  }
  uint8_t uses[kMaxCards];
  for (CardId card : exchanges.moved()) uses[card] = s.cards[card].uses;
  for (const auto& [a, b] : exchanges.pairs()) std::swap(s.cards[a], s.cards[b]);
  for (CardId card : exchanges.moved()) keep_own(m, s, card, uses[card]);
}

// The first `count` of the owner's cards that the player does not know, in the order in which they lend their numbers: named
// ones last, for what names such a card does not mean the place.
void find_lenders(const Matchup& m, const State& s, int player, int owner, CardSet named, int count, CardId* list) {
  const View view(m, s, player);
  uint64_t ranks[kMaxCards];
  int found = 0;
  for (CardId card = 0; card < m.card_count; ++card) {
    if (m.cards[card].owner != owner || view.knows(card)) continue;
    const uint64_t own = rank(s, card) >> 1 | uint64_t{named.has(card)} << 63;
    if (found == count && own >= ranks[count - 1]) continue;
    int at = found < count ? found++ : count - 1;
    for (; at > 0 && own < ranks[at - 1]; --at) {
      ranks[at] = ranks[at - 1];
      list[at] = list[at - 1];
    }
    ranks[at] = own;
    list[at] = card;
  }
}

// Adds the exchanges that hide the facedown cards of one owner from the player.
void hide_cards(const Matchup& m, const State& s, int player, int owner, CardSet named, Exchanges& exchanges) {
  CardId facedown[kMaxCards];
  const int count = unknown_cards(m, s, player, owner, facedown);
  if (count == 0) return;
  CardId lenders[kMaxCards];
  find_lenders(m, s, player, owner, named, count, lenders);
  for (int i = 0; i < count; ++i) {
    const CardId from = facedown[i], to = lenders[i];
    if (from == to) continue;
    exchanges.add(from, to);
    for (int j = i + 1; j < count; ++j)
      if (facedown[j] == to) facedown[j] = from;
  }
}

}  // namespace

void exchange_numbers(const Matchup& m, State& s, CardId a, CardId b) { exchange_numbers(m, s, std::array{NumberPair{a, b}}); }

void exchange_numbers(const Matchup& m, State& s, std::span<const NumberPair> pairs) {
  Exchanges exchanges;
  for (const auto& [a, b] : pairs) exchanges.add(a, b);
  carry_out(m, s, exchanges);
}

Disguise::Disguise(const Matchup& m, State& s, int player) : source_(s.choice.source) {
  const CardSet named = known_sources(m, s);
  Exchanges exchanges;
  for (int owner = 0; owner < 2; ++owner) hide_cards(m, s, player, owner, named, exchanges);
  for (CardId card = 0; card < kMaxCards; ++card) original_[card] = exchanges.original(card);
  if (!exchanges.none()) carry_out(m, s, exchanges);
  shown_source_ = s.choice.source;
  names_ = s.choice.kind == ChoiceKind::CardName;
  if (s.dirty || exchanges.none() || !derives_by_number(m, s)) return;
  const uint8_t unchecked = s.unchecked;
  derive(m, s);  // abilities are in force in an order that follows the numbers
  s.unchecked = unchecked;
}

Action Disguise::undone(Action action) const {
  const CardId card = action.card();
  const Verb verb = action.verb();
  const bool of_source = verb == Verb::Yes || verb == Verb::No || verb == Verb::Left || verb == Verb::Right ||
                         verb == Verb::Center || verb == Verb::Option;  // these name the card that asks
  if (names_ && verb == Verb::Target) return action;
  if (of_source && card == shown_source_) return Action(verb, source_, action.index());
  return card < original_.size() ? Action(action.verb(), original_[card], action.index()) : action;
}

}  // namespace archon
