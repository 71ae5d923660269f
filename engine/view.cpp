#include "engine/view.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/core/frames.h"
#include "engine/query/cards.h"
#include "engine/query/player.h"

namespace archon {

int View::keys(int player) const { return std::popcount(s_.players[player].keys); }
int View::key_cost(int player) const { return archon::key_cost(m_, s_, player); }
CardSet View::upgrades(CardId host) const { return upgrades_on(s_, host); }

bool View::picks_defender() const {
  if (s_.choice.kind != ChoiceKind::Target || s_.frame_count == 0) return false;
  const auto& head = *reinterpret_cast<const FrameHead*>(s_.stack + s_.frames[s_.frame_count - 1]);
  return head.type == FrameType::Fight && head.phase == FightFrame::Attack;
}

bool View::sees(CardId id) const {
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
      return m_.rules.purged_faceup || m_.cards[id].owner == player_;
    default:
      return true;
  }
}

const Card& View::card(CardId id) const {
  assert(sees(id));
  return s_.cards[id];
}
const Definition& View::definition(CardId id) const {
  assert(sees(id));
  return archon::definition(m_, s_, id);
}
HouseMask View::houses(CardId id) const {
  assert(sees(id));
  return houses_of(m_, s_, id);
}

namespace {

// Exchanges the identities of two cards that lie in hidden places.
void exchange(State& s, int at_a, int at_b) {
  const CardId a = s.order[at_a], b = s.order[at_b];
  if (a == b) return;
  std::swap(s.order[at_a], s.order[at_b]);
  std::swap(s.cards[a].zone, s.cards[b].zone);
  std::swap(s.cards[a].host, s.cards[b].host);
  constexpr uint16_t kPlace = kFacedown | kKnownTo0 | kKnownTo1;  // belongs to the place, not to the card
  const uint16_t flags_a = s.cards[a].flags & kPlace, flags_b = s.cards[b].flags & kPlace;
  s.cards[a].flags = static_cast<uint16_t>((s.cards[a].flags & ~kPlace) | flags_b);
  s.cards[b].flags = static_cast<uint16_t>((s.cards[b].flags & ~kPlace) | flags_a);
}

}  // namespace

State View::deal(SmallRng& rng) const {
  State s = s_;
  for (int owner = 0; owner < 2; ++owner) {
    // Hidden places, those of the unordered rest of the deck last: what lies there needs no drawing, it has no order.
    int places[kMaxCards];
    int drawn = 0;
    const auto collect = [&](Zone zone, int side, int from, int to) {
      for (int at = s.begin(zone, side) + from; at < s.begin(zone, side) + to; ++at)
        if (m_.cards[s.order[at]].owner == owner && !sees(s.order[at])) places[drawn++] = at;
    };
    for (Zone zone : {Zone::Hand, Zone::Archives, Zone::Under})
      for (int side = 0; side < 2; ++side) collect(zone, side, 0, s.count(zone, side));
    collect(Zone::Deck, owner, 0, s.players[owner].deck_fixed);
    const int ordered = drawn;
    collect(Zone::Deck, owner, s.players[owner].deck_fixed, s.count(Zone::Deck, owner));
    for (int i = 0; i < std::min(ordered, drawn - 1); ++i)
      exchange(s, places[i], places[i + static_cast<int>(rng.below(static_cast<uint32_t>(drawn - i)))]);
  }
  for (SmallRng& stream : s.rng) stream.state = rng.next();
  return s;
}

}  // namespace archon
