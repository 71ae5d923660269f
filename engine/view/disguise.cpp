#include "engine/view/disguise.h"

#include <algorithm>
#include <array>
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

// Exchanges two cards wherever they are named: a visitor of engine/core/fields.h. The log is left alone: it speaks of a card as
// it was known when something happened.
class Exchange {
 public:
  Exchange(const Program& program, CardId a, CardId b, bool names) : program_(program), a_(a), b_(b), names_(names) {}

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
    CardSet set = field;
    if (set.has(a_) == set.has(b_)) return;
    const bool had = set.has(a_);
    set.remove(had ? a_ : b_);
    set.add(had ? b_ : a_);
    field = set;
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
  CardId other(CardId card) const { return card == a_ ? b_ : card == b_ ? a_ : card; }

  const Program& program_;
  const CardId a_, b_;
  const bool names_;  // a name is chosen
  bool in_log_ = false;
  int ability_ = -1;  // whose variables that are numbers are known
  uint64_t numbers_ = 0;
};

// Whether the card that made a lasting effect was faceup: its text is the printed one of that number.
bool made_faceup(const Matchup& m, const LastingEffect& effect) {
  if (effect.body == kNone || effect.source == kNoCard) return false;
  const LastingBody& body = m.program->bodies[effect.body];
  return m.program->abilities[body.abilities.front()].card == m.cards[effect.source].definition;
}

// Abilities that are printed on the card that has them were seen on it: that card is named, wherever it lies by now.
class KnownSources {
 public:
  KnownSources(const Matchup& m, State& s) : s_(s), asks_(s.choice.source) {
    for (int i = 0; i < s.lasting_count; ++i)
      if (made_faceup(m, s.lasting[i])) keep(s.lasting[i].source);
    for (int i = 0; i < s.waiting_count; ++i)
      if (printed_on(m, s.waiting[i].ability, s.waiting[i].self)) keep(s.waiting[i].self);
    for (AbilityFrame& frame : frames_of<AbilityFrame>(s))
      if (printed_on(m, frame.ability, frame.self)) keep(frame.self);
    const auto* top = top_if<AbilityFrame>(s);
    asked_by_known_ = top && printed_on(m, top->ability, top->self) && top->self == asks_;
  }
  CardSet cards() const {
    CardSet all;
    for (int i = 0; i < count_; ++i) all.add(cards_[i]);
    return all;
  }
  void restore() {
    for (int i = 0; i < count_; ++i) *places_[i] = cards_[i];
    if (asked_by_known_) s_.choice.source = asks_;
  }

 private:
  static bool printed_on(const Matchup& m, uint16_t ability, CardId card) {
    return card < m.card_count && ability < m.program->abilities.size() &&
           m.program->abilities[ability].card == m.cards[card].definition;
  }
  void keep(CardId& place) {
    places_[count_] = &place;
    cards_[count_++] = place;
  }

  State& s_;
  const CardId asks_;
  bool asked_by_known_ = false;  // by the ability on top
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

void exchange_numbers(const Matchup& m, State& s, CardId a, CardId b) {
  KnownSources known(m, s);
  Exchange visitor(*m.program, a, b, s.choice.kind == ChoiceKind::CardName);
  Fields(m, visitor).state(s);
  known.restore();
  for (CardId& card : std::span(s.order, static_cast<size_t>(m.card_count))) card = card == a ? b : card == b ? a : card;
  for (LogEntry& entry : std::span(s.log, s.log_count)) {
    const auto rename = [&](CardId& card, EventFlag hidden) {
      if (entry.flags & hidden) card = card == a ? b : card == b ? a : card;
    };
    rename(entry.card, kCardHidden);
    rename(entry.other, kOtherHidden);
  }
  const uint8_t uses_a = s.cards[a].uses, uses_b = s.cards[b].uses;
  std::swap(s.cards[a], s.cards[b]);
  keep_own(m, s, a, uses_a);
  keep_own(m, s, b, uses_b);
}

Disguise::Disguise(const Matchup& m, State& s, int player) : source_(s.choice.source) {
  const CardSet named = KnownSources(m, s).cards();  // lent last: what names such a card does not mean the place
  for (size_t card = 0; card < original_.size(); ++card) original_[card] = static_cast<CardId>(card);
  for (int owner = 0; owner < 2; ++owner) {
    CardId facedown[kMaxCards];
    const int count = unknown_cards(m, s, player, owner, facedown);
    if (count == 0) continue;
    CardId lenders[kMaxCards];
    int hidden = 0;
    const View view(m, s, player);
    for (int card = 0; card < m.card_count; ++card)
      if (m.cards[static_cast<size_t>(card)].owner == owner && !view.knows(static_cast<CardId>(card)))
        lenders[hidden++] = static_cast<CardId>(card);
    std::sort(lenders, lenders + hidden,
              [&](CardId a, CardId b) { return named.has(a) != named.has(b) ? named.has(b) : rank(s, a) < rank(s, b); });
    for (int i = 0; i < count; ++i) {
      const CardId from = facedown[i], to = lenders[i];
      if (from == to) continue;
      exchange_numbers(m, s, from, to);
      std::swap(original_[from], original_[to]);
      for (int j = i + 1; j < count; ++j)
        if (facedown[j] == to) facedown[j] = from;
    }
  }
  shown_source_ = s.choice.source;
  names_ = s.choice.kind == ChoiceKind::CardName;
  if (s.dirty) return;
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
