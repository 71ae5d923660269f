#include "engine/view/view.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/core/frames.h"
#include "engine/query/cards.h"
#include "engine/query/derive.h"
#include "engine/query/player.h"
#include "engine/query/scope.h"
#include "engine/rules/icons.h"
#include "engine/view/disguise.h"
#include "engine/view/inquiry.h"

namespace archon {

int View::keys(int player) const { return std::popcount(s_.players[player].keys); }
int View::key_cost(int player) const { return archon::key_cost(m_, s_, player); }
CardSet View::upgrades(CardId host) const { return upgrades_on(s_, host); }

namespace {
// A frame of this type asks for a card in this phase.
template <class Frame>
bool picks_in(const State& s, int phase) {
  const Frame* frame = top_if<Frame>(s);
  return s.choice.kind == ChoiceKind::Target && frame && frame->head.phase == phase;
}
}  // namespace

bool View::picks_defender() const { return picks_in<FightFrame>(s_, FightFrame::Attack); }
bool View::picks_reap_source() const { return picks_in<ReapFrame>(s_, ReapFrame::Asked); }
bool View::places_prophecy() const { return picks_in<ProphecyFrame>(s_, ProphecyFrame::Place); }

std::optional<Icon> View::asks_for_icon() const {
  const IconsFrame* frame = top_if<IconsFrame>(s_);
  return frame ? std::optional(static_cast<Icon>(frame->icon)) : std::nullopt;
}

const Static* View::icon_replacement(int index) const {
  const IconsFrame* frame = top_if<IconsFrame>(s_);
  uint8_t list[kMaxActive];
  if (!frame || index < 1 || icon_replacements(m_, s_, *frame, list) < index) return nullptr;
  return &m_.program->statics[m_.program->abilities[s_.actives[list[index - 1]].ability].static_rule];
}

bool View::knows(uint16_t needs, const Inquiry& inquiry) const {
  if (inquiry.you == player_) needs &= static_cast<uint16_t>(~kNeedsHand);
  return (needs & ~inquiry.known) == 0;
}

namespace {
Scope scope_of(const Matchup& m, const State& s, const Inquiry& inquiry) {
  return {.m = m, .s = s, .self = inquiry.self, .you = inquiry.you, .regs = &inquiry.regs, .slots = inquiry.slots.data()};
}
}  // namespace

std::optional<int> View::value(uint16_t expr, const Inquiry& inquiry) const {
  if (expr == kNone || !knows(m_.program->needs[expr], inquiry)) return std::nullopt;
  return eval(scope_of(m_, s_, inquiry), expr);
}

std::optional<CardSet> View::cards(uint16_t expr, const Inquiry& inquiry) const {
  if (expr == kNone || !knows(m_.program->needs[expr], inquiry)) return std::nullopt;
  return eval_cards(scope_of(m_, s_, inquiry), expr);
}

std::optional<CardSet> View::fitting(uint16_t selector, const Inquiry& inquiry) const {
  if (!knows(m_.program->selector_needs[selector], inquiry)) return std::nullopt;
  return candidates(scope_of(m_, s_, inquiry), m_.program->selectors[selector]);
}

int View::asking_instruction() const {
  const auto* ability = top_if<AbilityFrame>(s_);
  return ability ? ability->pc : -1;
}

bool View::sees_elsewhere(CardId id) const {
  const Card& card = s_.cards[id];
  const bool known = card.has(player_ == 0 ? kKnownTo0 : kKnownTo1);
  switch (card.zone) {
    case Zone::Deck:
      return known;
    case Zone::Hand:
      return known || m_.cards[id].owner == player_;
    case Zone::Archives:
      return known || zone_player(s_, m_, id) == player_;
    case Zone::Under:
      return known || !card.has(kFacedown);
    case Zone::Purged:
      return known || m_.rules.purged_faceup || m_.cards[id].owner == player_;
    default:
      return true;
  }
}

HouseMask View::houses(CardId id) const {
  assert(sees(id));
  return houses_of(m_, s_, id);
}

namespace {

// A hidden place, with what belongs to it and not to the card that lies there.
struct HiddenPlace {
  static constexpr uint32_t kFlags = kFacedown | kWasToken | kAbducted | kKnownTo0 | kKnownTo1;
  uint8_t at;  // index into State::order
  Zone zone;
  CardId host;
  uint32_t flags;
};

void lay(State& s, const HiddenPlace& place, CardId id) {
  s.order[place.at] = id;
  Card& card = s.cards[id];
  card.zone = place.zone;
  card.host = place.host;
  card.flags = (card.flags & ~HiddenPlace::kFlags) | place.flags;
}

}  // namespace

State View::deal(SmallRng& rng) const {
  if (!needs_disguise(m_, s_, player_)) return deal_hidden(rng);
  State s = s_;
  Disguise(m_, s, player_);
  return View(m_, s, player_).deal_hidden(rng);
}

State View::deal_hidden(SmallRng& rng) const {
  State s = s_;
  for (int owner = 0; owner < 2; ++owner) {
    // Hidden places, those of the unordered rest of the deck last: what lies there needs no drawing, it has no order.
    HiddenPlace places[kMaxCards];
    CardSet hidden;
    int size = 0;
    const auto collect = [&](Zone zone, int side, int from, int to) {
      for (int at = s_.begin(zone, side) + from; at < s_.begin(zone, side) + to; ++at) {
        const CardId id = s_.order[at];
        if (m_.cards[id].owner != owner || sees(id)) continue;
        const Card& card = s_.cards[id];
        places[size++] = {static_cast<uint8_t>(at), card.zone, card.host, card.flags & HiddenPlace::kFlags};
        hidden.add(id);
      }
    };
    for (Zone zone : {Zone::Hand, Zone::Archives, Zone::Under, Zone::Purged})
      for (int side = 0; side < 2; ++side) collect(zone, side, 0, s.count(zone, side));
    collect(Zone::Deck, owner, 0, s.players[owner].deck_fixed);
    const int ordered = size;
    collect(Zone::Deck, owner, s.players[owner].deck_fixed, s.count(Zone::Deck, owner));
    // Dealt from the cards in the order of their ids: where they really lie must not show.
    CardId cards[kMaxCards];
    int count = 0;
    for (CardId id : hidden) cards[count++] = id;
    for (int i = 0; i < std::min(ordered, size - 1); ++i)
      std::swap(cards[i], cards[i + static_cast<int>(rng.below(static_cast<uint32_t>(size - i)))]);
    for (int i = 0; i < size; ++i) lay(s, places[i], cards[i]);
  }
  for (SmallRng& stream : s.rng) stream.state = rng.next();
  // Abilities that act from hidden zones: those of the cards that lie there now.
  constexpr int kHiddenZones = bit(Zone::Hand) | bit(Zone::Archives) | bit(Zone::Deck);
  if ((m_.ability_zones & kHiddenZones) && !s.dirty) {
    derive(m_, s);
    s.unchecked = s_.unchecked;
  }
  return s;
}

}  // namespace archon
