#include "sim/values/card_events.h"

#include <algorithm>
#include <cmath>

namespace archon {
namespace {

constexpr auto kSeen = static_cast<size_t>(CardEvent::Seen);

// One card in one stratum: copies x to which something happened in a game, and w, 1 when it was won.
struct Moments {
  double games, wins, copies, won_copies, squares;

  double products() const { return won_copies - copies * wins / games; }           // sum of (x - mean x)(w - mean w)
  double spread() const { return squares - copies * copies / games; }              // sum of (x - mean x)^2
  double variance() const { return wins * (games - wins) / games / (games - 1); }  // of w
};

}  // namespace

std::string_view card_event_word(CardEvent event) {
  constexpr std::array<std::string_view, kCardEvents> kWords = {"opening", "drawn", "seen",     "unseen",
                                                                "played",  "held",  "discarded"};
  return kWords[static_cast<size_t>(event)];
}

void EventWatcher::decided(const State& state, const ActionList& legal, Action action) {
  if (state.step == Step::Setup) return;
  if (!begun_)
    for (int player = 0; player < 2; ++player)
      for (const CardId card : zone_of(state, Zone::Hand, player)) opening_.add(card);
  begun_ = true;
  look(state);
  usage_watcher_.decided(state, legal, action);
}

void EventWatcher::ended(const State& state) {
  look(state);
  usage_watcher_.ended(state);
}

void EventWatcher::look(const State& state) {
  for (int player = 0; player < 2; ++player)
    for (const CardId card : zone_of(state, Zone::Hand, player)) hand_.add(card);
  for (const CardId card : cards_in_play(state))
    if (state.cards[card].controller == m_.cards[card].owner) play_.add(card);
}

CardEventMask EventWatcher::events(CardId card) const {
  const CardUsage& usage = usage_[card];
  const bool played = usage.played > 0 || play_.has(card);
  CardEventMask mask = 0;
  const auto note = [&](CardEvent event, bool happened) {
    if (happened) mask |= bit(event);
  };
  note(CardEvent::Opening, opening_.has(card));
  note(CardEvent::Drawn, hand_.has(card) && !opening_.has(card));
  note(CardEvent::Seen, hand_.has(card) || played);
  note(CardEvent::Unseen, !hand_.has(card) && !played);
  note(CardEvent::Played, played);
  note(CardEvent::Held, usage.held > 0);
  note(CardEvent::Discarded, usage.discarded > 0);
  return mask;
}

std::vector<CardEventMask> EventWatcher::events_of(int player, size_t cards) const {
  std::vector<CardEventMask> result;
  for (int card = 0; card < m_.card_count && result.size() < cards; ++card)
    if (m_.cards[static_cast<size_t>(card)].owner == player) result.push_back(events(static_cast<CardId>(card)));
  return result;
}

DifferentCards different_cards(const Deck& deck) {
  DifferentCards result;
  for (const DeckCard& each : deck.cards) {
    const auto found = std::ranges::find(result.cards, each.card);
    result.slots.push_back(static_cast<int>(found - result.cards.begin()));
    if (found == result.cards.end()) result.cards.push_back(each.card);
  }
  return result;
}

CardEventSums::CardEventSums(const std::vector<size_t>& slots_of_strata) {
  size_t slots = 0;
  for (const size_t each : slots_of_strata) {
    strata_.push_back({.games = 0, .wins = 0, .first = slots});
    slots += each;
  }
  slots_.resize(slots);
}

void CardEventSums::add(size_t stratum, bool won, const std::vector<int>& slots, const std::vector<CardEventMask>& events) {
  Stratum& sums = strata_[stratum];
  ++sums.games;
  sums.wins += won;
  std::array<std::array<uint32_t, kCardEvents>, kMaxCards> copies{};  // by slot
  int last = -1;
  for (size_t i = 0; i < slots.size(); ++i) {
    last = std::max(last, slots[i]);
    for (size_t event = 0; event < kCardEvents; ++event) copies[static_cast<size_t>(slots[i])][event] += events[i] >> event & 1;
  }
  for (size_t slot = 0; slot <= static_cast<size_t>(last); ++slot)
    for (size_t event = 0; event < kCardEvents; ++event) {
      const uint32_t x = copies[slot][event];
      Sums& sum = slots_[sums.first + slot][event];
      sum.copies += x;
      sum.wins += won ? x : 0;
      sum.squares += x * x;
    }
}

std::vector<uint32_t> CardEventSums::numbers() const {
  std::vector<uint32_t> numbers;
  for (const Stratum& each : strata_) numbers.insert(numbers.end(), {each.games, each.wins});
  for (const Slot& slot : slots_)
    for (const Sums& sums : slot) numbers.insert(numbers.end(), {sums.copies, sums.wins, sums.squares});
  return numbers;
}

bool CardEventSums::add(const std::vector<uint32_t>& numbers) {
  if (numbers.size() != 2 * strata_.size() + 3 * kCardEvents * slots_.size()) return false;
  auto next = numbers.begin();
  for (Stratum& each : strata_)
    for (uint32_t* number : {&each.games, &each.wins}) *number += *next++;
  for (Slot& slot : slots_)
    for (Sums& sums : slot)
      for (uint32_t* number : {&sums.copies, &sums.wins, &sums.squares}) *number += *next++;
  return true;
}

EventRate CardEventSums::rate(const std::vector<Place>& places, size_t event, bool strata_vary) const {
  EventRate result;
  double squares = 0, copies2 = 0, wins2 = 0, product = 0, compared = 0, excess = 0, variance = 0, strata = 0;
  for (const Place& place : places) {
    const Stratum& stratum = strata_[place.stratum];
    const Sums& sums = slots_[stratum.first + place.slot][event];
    const auto copies = static_cast<double>(sums.copies), wins = static_cast<double>(sums.wins);
    result.copies += sums.copies;
    result.wins += sums.wins;
    squares += static_cast<double>(sums.squares);
    strata += stratum.games > 0;
    copies2 += copies * copies;
    wins2 += wins * wins;
    product += copies * wins;
    if (stratum.games < 2) continue;
    const Moments m{static_cast<double>(stratum.games), static_cast<double>(stratum.wins), copies, wins,
                    static_cast<double>(sums.squares)};
    // The win rate of all games has the same results in it, which makes the difference from it smaller: of n games, by
    // (n - 1) / n.
    const double scale = m.games / (m.games - 1);
    compared += copies;
    excess += scale * m.products();
    variance += scale * scale * m.variance() * m.spread();
  }
  if (result.copies == 0) return result;
  const auto copies = static_cast<double>(result.copies);
  const double rate = static_cast<double>(result.wins) / copies;
  double trials = copies * copies / squares;  // independent ones with the variance of these, whose copies share a result
  if (strata_vary && strata > 1) {            // error of a ratio of sums over decks (Cochran, Sampling Techniques, chapter 6)
    const double between = std::max(0.0, wins2 - 2 * rate * product + rate * rate * copies2) * strata / (strata - 1);
    if (between > 0 && rate > 0 && rate < 1) trials = std::min(trials, rate * (1 - rate) * copies * copies / between);
  }
  const Interval interval = wilson_interval_of(rate, trials);
  result.rate = kPoints * rate;
  result.interval = {kPoints * interval.low, kPoints * interval.high};
  if (compared > 0) {
    result.difference = kPoints * excess / compared;
    result.error = kPoints * std::sqrt(variance) / compared;
    result.compared = variance > 0;
  }
  return result;
}

CardRecord CardEventSums::record(int card, const std::vector<Place>& places, bool strata_vary) const {
  CardRecord record;
  record.card = card;
  for (size_t event = 0; event < kCardEvents; ++event) record.events[event] = rate(places, event, strata_vary);
  double products = 0, spread = 0, variance = 0;
  for (const Place& place : places) {
    const Stratum& stratum = strata_[place.stratum];
    const Sums& sums = slots_[stratum.first + place.slot][kSeen];
    if (stratum.games < 2) continue;
    const Moments m{static_cast<double>(stratum.games), static_cast<double>(stratum.wins), static_cast<double>(sums.copies),
                    static_cast<double>(sums.wins), static_cast<double>(sums.squares)};
    products += m.products();
    spread += m.spread();
    variance += m.variance() * m.spread();
  }
  if (spread > 0) {
    record.improvement = kPoints * products / spread;
    record.improvement_error = kPoints * std::sqrt(variance) / spread;
    record.compared = variance > 0;
  }
  return record;
}

}  // namespace archon
