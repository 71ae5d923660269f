#include "agents/reading/information_set.h"

#include <cstring>

#include "engine/core/field_hash.h"
#include "engine/core/random.h"
#include "engine/view/disguise.h"
#include "engine/view/view.h"

namespace archon {
namespace {

// Facts of different kinds are mixed with different salts and added up: the sum does not depend on the order.
enum Salt : uint64_t { kPlaceSalt = 1, kCardSalt, kEffectSalt, kLogSalt, kScalarSalt, kFrameSalt };

class Key {
 public:
  void add(Salt salt, uint64_t a, uint64_t b = 0) {
    sum_ += mixed(a + static_cast<uint64_t>(salt) * 0x9E3779B97F4A7C15u + mixed(b + 0x632BE59BD9B4E019u));
  }
  void add(Salt salt, uint64_t at, const CardSet& cards) {
    add(salt, cards.low, at);
    add(salt, cards.high, ~at);
  }
  // Bytes in their order.
  void add_bytes(Salt salt, uint64_t at, const void* data, size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (size_t i = 0; i < size; i += 8) {
      uint64_t word = 0;
      std::memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
      add(salt, word, (at << 32) + i);
    }
  }
  uint64_t value() const { return sum_; }

 private:
  uint64_t sum_ = 0;
};

constexpr bool ordered(Zone zone) { return zone == Zone::Line || zone == Zone::Hand || zone == Zone::Deck; }

// Flags that follow from other facts, or that say what somebody knows.
constexpr uint32_t kLeftOut = kMadeFlank | kHasGrants | kMadeArtifact | kKnownTo0 | kKnownTo1;

// A card in play: all that is not derived. Elsewhere a card is nothing but itself.
void add_card(Key& key, const Card& card, CardId id) {
  const uint64_t a = uint64_t{card.definition} | uint64_t(card.flags & ~kLeftOut) << 16 | uint64_t{card.controller} << 48 |
                     uint64_t{card.host} << 56;
  const uint64_t b = uint64_t{card.counters} | uint64_t{card.armor_used} << 8 | uint64_t{card.damage} << 16 |
                     uint64_t{card.amber} << 24 | uint64_t{id} << 40;
  key.add(kCardSalt, a, b);
}

void add_places(Key& key, const Matchup& m, const State& s, int player) {
  const View view(m, s, player);
  for (int zone = 0; zone < kZones; ++zone)
    for (int side = 0; side < 2; ++side) {
      const auto z = static_cast<Zone>(zone);
      const ZoneView cards = zone_of(s, z, side);
      const int seen = z == Zone::Deck ? s.players[side].deck_fixed : cards.size();
      for (int i = 0; i < seen; ++i) {
        const CardId id = cards[i];
        if (!view.sees(id)) continue;
        const auto place = static_cast<uint64_t>(zone * 2 + side) << 8 | (ordered(z) ? static_cast<uint64_t>(i) << 16 : 0);
        key.add(kPlaceSalt, place | id);
        if (bit(z) & kInPlayZones || z == Zone::Under || z == Zone::Limbo || z == Zone::Reference)
          add_card(key, s.cards[id], id);
      }
    }
  for (int card = 0; card < m.card_count; ++card)  // the Rule of Six counts by name, wherever the card is
    if (s.cards[card].uses) key.add(kPlaceSalt, uint64_t{s.cards[card].uses} << 40 | static_cast<uint64_t>(card));
}

void add_counters(Key& key, const State& s) {
  for (int i = 0; i < s.counter_count; ++i) {
    const CardCounters& each = s.counters[i];
    key.add(kCardSalt, uint64_t{each.card} | uint64_t{each.kind} << 8 | uint64_t{each.number} << 16, uint64_t{1} << 63);
  }
}

void add_effects(Key& key, const Matchup& m, const State& s, int player) {
  const View view(m, s, player);
  const auto kept = [&](uint8_t slot) { return slot == kNotKept ? CardSet{} : CardSet(s.kept[slot]); };
  for (int i = 0; i < s.lasting_count; ++i) {
    const LastingEffect& e = s.lasting[i];
    if (e.body == kNone) continue;
    const uint64_t what = uint64_t{e.body} | uint64_t{e.source} << 16 | uint64_t{e.controller} << 24 |
                          static_cast<uint64_t>(e.clock) << 32 | uint64_t{e.uses} << 40 | uint64_t{e.age} << 48;
    const uint64_t at = mixed(what) + static_cast<uint16_t>(e.chosen);
    key.add(kEffectSalt, what, at);
    key.add(kEffectSalt, at + 1, kept(e.cards));
    key.add(kEffectSalt, at + 2, kept(e.second));
  }
  for (int i = 0; i < s.log_count; ++i) {
    const LogEntry& e = s.log[i];
    // Of a card that was facedown and has gone to a hidden zone nobody else knows which one it was.
    const auto known = [&](CardId card, EventFlag hidden) {
      return (e.flags & hidden) && card < m.card_count && !view.sees(card) ? kNoCard : card;
    };
    key.add(kLogSalt, static_cast<uint64_t>(e.type) | uint64_t{known(e.card, kCardHidden)} << 8 |
                          uint64_t{known(e.other, kOtherHidden)} << 16 | uint64_t{e.flags} << 24 | uint64_t{e.player} << 40 |
                          uint64_t{i >= s.log_turn_start} << 41);
  }
}

void add_scalars(Key& key, const Matchup& m, const State& s) {
  key.add_bytes(kScalarSalt, 1, s.start, sizeof s.start);
  key.add_bytes(kScalarSalt, 2, s.players, sizeof s.players);
  const uint64_t turn = uint64_t{s.active} | uint64_t{s.first} << 1 | static_cast<uint64_t>(s.step) << 8 |
                        uint64_t{s.step_phase} << 16 | static_cast<uint64_t>(s.result) << 24 | uint64_t{s.hand_moves} << 32 |
                        uint64_t{s.first_turn} << 40 | uint64_t{m.has_alpha && s.acted} << 41 | uint64_t{s.prophesied} << 46 |
                        static_cast<uint64_t>(s.ending) << 42 | static_cast<uint64_t>(s.tide) << 44 | uint64_t{s.turn} << 48;
  key.add(kScalarSalt, turn, s.house);
  if (s.extra_turns[0] + s.extra_turns[1] > 0) key.add_bytes(kScalarSalt, 3, s.extra_turns, sizeof s.extra_turns);
}

// Of unfinished business: empty between two actions of the main step.
void add_frames(Key& key, const Matchup& m, const State& s) {
  FieldHash hash;
  Fields fields(m, hash);
  fields.choice(s.choice);
  if (s.frame_count > 0 || s.waiting_count > 0) fields.unfinished(s);
  key.add(kFrameSalt, hash.value());
}

uint64_t key_of(const Matchup& m, const State& s, int player) {
  Key key;
  add_places(key, m, s, player);
  add_counters(key, s);
  add_effects(key, m, s, player);
  add_scalars(key, m, s);
  add_frames(key, m, s);
  return key.value();
}

}  // namespace

uint64_t information_set_key(const Matchup& m, const State& s, int player) {
  if (!needs_disguise(m, s, player)) return key_of(m, s, player);
  State shown = s;
  Disguise(m, shown, player);
  return key_of(m, shown, player);
}

}  // namespace archon
