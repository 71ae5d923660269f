#include "engine/rules/forge.h"

#include <algorithm>
#include <bit>

#include "engine/query/player.h"
#include "engine/rules/events.h"
#include "engine/rules/leave.h"
#include "engine/rules/steps.h"

namespace archon {
namespace {

void spend_from_pool(const Matchup& m, State& s, ForgeFrame& frame) {
  // Less than is due only when paying from one card took away the permission to pay from another.
  const int spent = std::min<int>(frame.left, s.players[frame.player].amber);
  s.players[frame.player].amber = static_cast<uint16_t>(s.players[frame.player].amber - spent);
  frame.left = 0;
  touch(m, s, kWatchPools);
}

// Cards that are like aember in the pool leave play together, wards or not; what they were worth has been paid.
[[gnu::cold]] void spend_cards(const Matchup& m, State& s, CardSet cards) {
  for (CardId card : cards) {
    s.cards[card].set(kWarded, false);
    discard_card(m, s, card);
  }
}

// What could be paid by other means than the own pool, after the card asked for: the opponent's pool is asked for by the first
// card that lets it be spent.
struct Offer {
  CardId card = kNoCard;  // the next to be asked for
  int most = 0;           // what it is good for
  int later = 0;          // and what comes after it
};

Offer next_offer(const Matchup& m, const State& s, ForgeFrame& frame) {
  Offer offer;
  const auto add = [&](int means, CardId card, int worth) {
    const bool asked = means < frame.means || (means == frame.means && frame.asked != kNoCard && card <= frame.asked);
    if (asked || worth == 0) return;
    if (offer.card != kNoCard) {
      offer.later += worth;
      return;
    }
    offer.card = card;
    offer.most = worth;
    if (means != frame.means) frame.means = static_cast<uint8_t>(means), frame.asked = kNoCard;
  };
  for (CardId card : spendable_cards(m, s, frame.player)) add(ForgeFrame::OnCards, card, s.cards[card].amber);
  for (CardId card : cards_like_amber(m, s, frame.player)) add(ForgeFrame::Cards, card, 1);
  const Loan loan = loan_of_opponent(m, s, frame.player);
  add(ForgeFrame::OpponentPool, loan.by, loan.amber);
  return offer;
}

// Asks card by card how much of what is not in the own pool is spent; the pool pays the rest. True while it asks.
[[gnu::cold]] bool ask_cards(const Matchup& m, State& s, ForgeFrame& frame) {
  if (frame.left == 0 || !(s.static_mask & bit(StaticKind::Spend))) return false;
  const Offer offer = next_offer(m, s, frame);
  if (offer.card == kNoCard) return false;
  const int later = s.players[frame.player].amber + offer.later;
  Choice& choice = ask(s, ChoiceKind::Number, s.active, offer.card);  // also of the opponent's payment (FAQ Keyfrog)
  choice.max = static_cast<uint8_t>(std::min<int>({frame.left, offer.most, 255}));
  choice.min = static_cast<uint8_t>(std::clamp<int>(frame.left - later, 0, choice.max));
  frame.asked = offer.card;
  return true;
}

// The colour is known, and with it the cost.
void settle_color(const Matchup& m, const State& s, ForgeFrame& frame) {
  if (!frame.by_color) return;
  const int more = color_surcharge(m, s, frame.player, frame.key - 1) - least_surcharge(m, s, frame.player);
  frame.cost = static_cast<int16_t>(frame.cost + more);
  frame.by_color = 0;
}

// When colours cost differently the colour is chosen before the key is paid for, among those the player can afford.
bool ask_color(const Matchup& m, State& s, const ForgeFrame& frame) {
  if (!frame.by_color || !m.key_colors_matter) return false;
  const int least = least_surcharge(m, s, frame.player), most = spendable_amber(m, s, frame.player);
  bool differ = false;
  uint16_t affordable = 0;
  for (int color = 0; color < kKeyColors; ++color) {
    if (!(unforged_colors(s, frame.player) >> color & 1)) continue;
    const int more = color_surcharge(m, s, frame.player, color) - least;
    differ |= more > 0;
    if (frame.cost + more <= most) affordable = static_cast<uint16_t>(affordable | 1 << color);
  }
  if (differ) ask(s, ChoiceKind::KeyColor, frame.player).mask = affordable;
  return differ;
}

void flip_key(const Matchup& m, State& s, ForgeFrame& frame, int color) {
  Player& player = s.players[frame.player];
  player.keys = static_cast<uint8_t>(player.keys | 1 << color);
  touch(m, s, kWatchKeys);
  if (std::popcount(player.keys) == m.keys_to_win[frame.player]) {
    s.result = frame.player == 0 ? Result::Won0 : Result::Won1;
    return;
  }
  frame.head.phase = ForgeFrame::Finish;
  const uint16_t flags = s.step == Step::Forge ? kInOwnStep : 0;
  emit(m, s, {.type = EventType::Forge, .player = frame.player, .flags = flags});
}

}  // namespace

void push_forge(State& s, int player, int cost, int key, bool by_color) {
  ForgeFrame& frame = push_frame<ForgeFrame>(s);
  frame.player = static_cast<uint8_t>(player);
  frame.cost = static_cast<int16_t>(std::max(0, cost));
  frame.asked = kNoCard;
  frame.key = static_cast<uint8_t>(key);
  frame.by_color = by_color;
}

void step_forge(const Matchup& m, State& s) {
  ForgeFrame& frame = top_frame<ForgeFrame>(s);
  refresh(m, s);
  switch (frame.head.phase) {
    case ForgeFrame::Replaced:
      if (!frame.continues) return finish_frame(s, 0);
      [[fallthrough]];
    case ForgeFrame::Begin:
      if (frame.key) settle_color(m, s, frame);
      if (spendable_amber(m, s, frame.player) < frame.cost) return finish_frame(s, 0);
      if (frame.key && (s.players[frame.player].keys >> (frame.key - 1) & 1)) return finish_frame(s, 0);
      if (forbidden(m, s, {.type = EventType::Forge, .player = frame.player})) return finish_frame(s, 0);
      frame.head.phase = ForgeFrame::Replaced;
      frame.continues = 0;
      if (replaced(m, s, {.type = EventType::Forge, .player = frame.player}, frame.had)) return;
      if (ask_color(m, s, frame)) {
        frame.head.phase = ForgeFrame::Priced;
        return;
      }
      [[fallthrough]];
    case ForgeFrame::Priced:
      if (frame.head.phase == ForgeFrame::Priced) {
        frame.key = static_cast<uint8_t>(s.answer.index() + 1);
        settle_color(m, s, frame);
      }
      frame.left = frame.cost;
      frame.head.phase = ForgeFrame::Pay;
      [[fallthrough]];
    case ForgeFrame::Pay:
      if (ask_cards(m, s, frame)) {
        frame.head.phase = ForgeFrame::Paid;
        return;
      }
      spend_from_pool(m, s, frame);
      frame.head.phase = ForgeFrame::Color;
      spend_cards(m, s, frame.spent);
      if (frame.cost > 0) {
        const Event spend{.type = EventType::Spend, .player = frame.player, .amount = frame.cost};
        replaced(m, s, spend);  // where the aember goes: it is spent all the same
        emit(m, s, spend);
      }
      if (m.key_colors_matter && !frame.key && unforged_colors(s, frame.player))
        ask(s, ChoiceKind::KeyColor, frame.player).mask = unforged_colors(s, frame.player);
      return;
    case ForgeFrame::Paid: {
      const int amount = s.answer.index();
      uint16_t& pool = s.players[s.opponent(frame.player)].amber;
      if (frame.means == ForgeFrame::OnCards)
        s.cards[frame.asked].amber = static_cast<uint16_t>(s.cards[frame.asked].amber - amount);
      else if (frame.means == ForgeFrame::OpponentPool)
        pool = static_cast<uint16_t>(pool - amount);
      else if (amount > 0)
        frame.spent.add(frame.asked);
      frame.left = static_cast<int16_t>(frame.left - amount);
      touch(m, s, kWatchPools | kWatchCardAmber);
      frame.head.phase = ForgeFrame::Pay;
      return;
    }
    case ForgeFrame::Color: {
      if (frame.key) return flip_key(m, s, frame, frame.key - 1);
      const bool chosen = m.key_colors_matter && unforged_colors(s, frame.player);
      return flip_key(m, s, frame, chosen ? s.answer.index() : std::countr_one(s.players[frame.player].keys));
    }
    default:
      return finish_frame(s, 1);
  }
}

}  // namespace archon
