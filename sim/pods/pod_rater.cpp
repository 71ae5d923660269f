#include "sim/pods/pod_rater.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "sim/stats/statistics.h"

namespace archon {
namespace {

double value(const RatingModel& model, const PartKey& key) {
  const PartValue* found = model.find(key);
  return found == nullptr ? 0 : found->value;
}

}  // namespace

PodRater::PodRater(const RatingModel& model, std::span<const Deck> decks, DeckFormat format, const RestrictedList& list,
                   size_t mine)
    : model_(model), decks_(decks), set_(set_index(decks.front().set)) {
  for (uint16_t a = 0; a < kShapeCounts; ++a)
    for (uint16_t b = a; b < kShapeCounts; ++b) shapes_[a][b] = value(model, {PartKind::Shape, kAnySet, a, b});
  base_ = value(model, {PartKind::Set, set_});
  if (format == DeckFormat::Alliance)
    for (const RestrictedCard& each : list.cards)
      if (each.in(decks.front().set)) restricted_.push_back(&each);
  assert(restricted_.size() <= 32);  // a bit each
  for (const Pod& pod : pods_of(decks)) pods_.push_back(sums_of(pod));
  share_values(mine);
  for (const Deck& deck : decks) extras_.push_back(extras_value(deck));
}

double PodRater::strength(size_t a, size_t b, size_t c) const {
  const PodSums &first = pods_[a], &second = pods_[b], &third = pods_[c];
  double sum = base_ + first.sum + second.sum + third.sum;
  const double ab = shared(a, b), ac = shared(a, c), bc = shared(b, c);
  if (ab != 0 || ac != 0 || bc != 0) sum += shared_by_three(first, second, third);
  ShapeCounts counts;
  for (size_t i = 0; i < counts.size(); ++i) counts[i] = first.counts[i] + second.counts[i] + third.counts[i];
  counts = standardized(counts);
  for (size_t i = 0; i < counts.size(); ++i)
    for (size_t j = i; j < counts.size(); ++j) sum += shapes_[i][j] * counts[i] * counts[j];
  return sum;
}

bool PodRater::allowed(size_t a, size_t b, size_t c) const {
  const uint32_t names = pods_[a].restricted | pods_[b].restricted | pods_[c].restricted;
  if (names == 0) return true;
  if ((names & (names - 1)) != 0) return false;  // more than one name
  const auto name = static_cast<size_t>(std::countr_zero(names));
  const int most = restricted_[name]->most;
  return most == 0 || pods_[a].limited[name] + pods_[b].limited[name] + pods_[c].limited[name] <= most;
}

std::vector<int> PodRater::extras_of(size_t a, size_t b, size_t c) const {
  std::vector<int> choices;
  for (const size_t each : {a, b, c}) {
    const int deck = pods_[each].pod.deck;
    const Deck& of = decks_[static_cast<size_t>(deck)];
    const bool known = std::ranges::any_of(choices, [&](int other) { return same_extras(other, deck); });
    if (has_extras(of) && !known) choices.push_back(deck);
  }
  if (choices.empty()) choices.push_back(-1);
  return choices;
}

bool PodRater::same_extras(int a, int b) const {
  const Deck &first = decks_[static_cast<size_t>(a)], &second = decks_[static_cast<size_t>(b)];
  return first.token == second.token && first.archon_power == second.archon_power && first.prophecies == second.prophecies;
}

PodRater::PodSums PodRater::sums_of(const Pod& pod) const {
  PodSums sums{.pod = pod};
  Deck part;  // the cards of the pod as a deck without houses
  part.set = decks_.front().set;
  part.houses.fill(pod.house);
  for (const DeckCard& card : decks_[static_cast<size_t>(pod.deck)].cards)
    if (card.house == pod.house) part.cards.push_back(card);
  for (const PartAmount& each : deck_parts(part)) {
    if (each.key.kind == PartKind::Shape || each.key.kind == PartKind::Set) continue;
    const bool house = each.key.kind == PartKind::House;  // three times the pod's
    sums.sum += value(model_, each.key) * (house ? 1 : static_cast<double>(each.amount));
    if (each.key.kind == PartKind::Card) sums.copies[each.key.a] = static_cast<int>(each.amount);
  }
  sums.counts = shape_counts(part.cards);
  sums.limited.assign(restricted_.size(), 0);
  for (const DeckCard& card : part.cards)
    for (size_t i = 0; i < restricted_.size(); ++i)
      if (restricted_[i]->card == card.card) {
        ++sums.limited[i];
        sums.restricted |= uint32_t{1} << i;
      }
  return sums;
}

double PodRater::again(int card) const { return value(model_, {PartKind::Again, kAnySet, static_cast<uint16_t>(card)}); }

// A card is "again" for each copy but the first of the deck: once more than its pods say where two of them have it.
void PodRater::share_values(size_t mine) {
  const auto not_mine = [&](size_t pod) { return static_cast<size_t>(pods_[pod].pod.deck) >= mine; };
  shared_.assign(pods_.size() * pods_.size(), 0);
  for (size_t a = 0; a < pods_.size(); ++a)
    for (size_t b = a + 1; b < pods_.size(); ++b) {
      if (not_mine(a) && not_mine(b)) continue;
      for (const auto& [card, copies] : pods_[a].copies)
        if (pods_[b].copies.contains(card)) shared_[a * pods_.size() + b] += again(card);
    }
}

double PodRater::shared_by_three(const PodSums& a, const PodSums& b, const PodSums& c) const {
  double sum = 0;
  for (const auto& [card, copies] : b.copies) sum += a.copies.contains(card) ? again(card) : 0;
  for (const auto& [card, copies] : c.copies) sum += a.copies.contains(card) || b.copies.contains(card) ? again(card) : 0;
  return sum;
}

double PodRater::extras_value(const Deck& deck) const {
  const auto card = [&](int of) { return of < 0 ? 0 : value(model_, {PartKind::Card, set_, static_cast<uint16_t>(of)}); };
  double sum = card(deck.token) + card(deck.archon_power);
  for (const int prophecy : deck.prophecies) sum += card(prophecy);
  return sum;
}

}  // namespace archon
