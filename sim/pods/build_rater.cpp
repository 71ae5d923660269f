#include "sim/pods/build_rater.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <map>
#include <queue>
#include <string>

#include "engine/deck/deck_words.h"
#include "sim/stats/statistics.h"

namespace archon {
namespace {

// The cards of a pod that the rating counts, in rising order, with the number of copies.
using Copies = std::map<int, int>;

struct PodSums {
  Pod pod;
  double sum = 0;  // of all parts that pods don't share
  ShapeCounts counts{};
  Copies copies{};
  uint32_t restricted = 0;     // names of the list that it has
  std::vector<int> limited{};  // copies of each card of the list
};

double value(const RatingModel& model, const PartKey& key) {
  const PartValue* found = model.find(key);
  return found == nullptr ? 0 : found->value;
}

class Rater {
 public:
  Rater(const RatingModel& model, std::span<const Deck> decks, DeckFormat format, const RestrictedList& list)
      : model_(model), decks_(decks), set_(set_index(decks.front().set)) {
    for (uint16_t a = 0; a < kShapeCounts; ++a)
      for (uint16_t b = a; b < kShapeCounts; ++b) shapes_[a][b] = value(model, {PartKind::Shape, kAnySet, a, b});
    base_ = value(model, {PartKind::Set, set_});
    if (format == DeckFormat::Alliance)
      for (const RestrictedCard& each : list.cards)
        if (each.in(decks.front().set)) restricted_.push_back(&each);
    assert(restricted_.size() <= 32);  // a bit each
    for (const Pod& pod : pods_of(decks)) pods_.push_back(sums_of(pod));
    share_values();
    for (const Deck& deck : decks) extras_.push_back(extras_value(deck));
  }

  size_t pods() const { return pods_.size(); }
  const PodSums& pod(size_t i) const { return pods_[i]; }

  double strength(size_t a, size_t b, size_t c) const {
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
  double extras(int deck) const { return deck < 0 ? 0 : extras_[static_cast<size_t>(deck)]; }

  // Whether the restricted list allows the three together.
  bool allowed(size_t a, size_t b, size_t c) const {
    const uint32_t names = pods_[a].restricted | pods_[b].restricted | pods_[c].restricted;
    if (names == 0) return true;
    if ((names & (names - 1)) != 0) return false;  // more than one name
    const auto name = static_cast<size_t>(std::countr_zero(names));
    const int most = restricted_[name]->most;
    return most == 0 || pods_[a].limited[name] + pods_[b].limited[name] + pods_[c].limited[name] <= most;
  }

  // The decks whose extras a build of the three may have, of equal ones the first; -1 when there are none.
  std::vector<int> extras_of(size_t a, size_t b, size_t c) const {
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

 private:
  bool same_extras(int a, int b) const {
    const Deck &first = decks_[static_cast<size_t>(a)], &second = decks_[static_cast<size_t>(b)];
    return first.token == second.token && first.archon_power == second.archon_power && first.prophecies == second.prophecies;
  }

  PodSums sums_of(const Pod& pod) const {
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

  double again(int card) const { return value(model_, {PartKind::Again, kAnySet, static_cast<uint16_t>(card)}); }

  // A card is "again" for each copy but the first of the deck: once more than its pods say where two of them have it.
  void share_values() {
    shared_.assign(pods_.size() * pods_.size(), 0);
    for (size_t a = 0; a < pods_.size(); ++a)
      for (size_t b = a + 1; b < pods_.size(); ++b)
        for (const auto& [card, copies] : pods_[a].copies)
          if (pods_[b].copies.contains(card)) shared_[a * pods_.size() + b] += again(card);
  }
  double shared(size_t a, size_t b) const { return shared_[a * pods_.size() + b]; }
  double shared_by_three(const PodSums& a, const PodSums& b, const PodSums& c) const {
    double sum = 0;
    for (const auto& [card, copies] : b.copies) sum += a.copies.contains(card) ? again(card) : 0;
    for (const auto& [card, copies] : c.copies) sum += a.copies.contains(card) || b.copies.contains(card) ? again(card) : 0;
    return sum;
  }

  double extras_value(const Deck& deck) const {
    const auto card = [&](int of) { return of < 0 ? 0 : value(model_, {PartKind::Card, set_, static_cast<uint16_t>(of)}); };
    double sum = card(deck.token) + card(deck.archon_power);
    for (const int prophecy : deck.prophecies) sum += card(prophecy);
    return sum;
  }

  const RatingModel& model_;
  const std::span<const Deck> decks_;
  const uint8_t set_;
  double base_ = 0;
  std::array<std::array<double, kShapeCounts>, kShapeCounts> shapes_{};
  std::vector<const RestrictedCard*> restricted_;
  std::vector<PodSums> pods_;   // by house
  std::vector<double> shared_;  // of pods a < b at a * pods + b
  std::vector<double> extras_;  // by deck
};

struct Weaker {
  bool operator()(const RatedBuild& a, const RatedBuild& b) const { return a.strength > b.strength; }
};

// Keeps the best builds, and the best that each pod is part of.
class Best {
 public:
  Best(size_t most, size_t pods) : most_(most), of_pod_(pods, -kInfinity) {}

  void see(const Rater& rater, const std::array<size_t, 3>& pods, int extras, double strength) {
    ++legal_;
    for (const size_t pod : pods) of_pod_[pod] = std::max(of_pod_[pod], strength);
    if (builds_.size() == most_ && !(strength > builds_.top().strength)) return;
    RatedBuild rated{.build = {.pods = {}, .extras = extras}, .strength = strength};
    for (size_t i = 0; i < pods.size(); ++i) rated.build.pods[i] = rater.pod(pods[i]).pod;
    builds_.push(rated);
    if (builds_.size() > most_) builds_.pop();
  }

  BuildSearch result(const Rater& rater) {
    BuildSearch search{.legal = legal_, .best = {}, .pods = {}};
    for (; !builds_.empty(); builds_.pop()) search.best.push_back(builds_.top());
    std::ranges::reverse(search.best);
    for (size_t i = 0; i < of_pod_.size(); ++i)
      if (of_pod_[i] > -kInfinity) search.pods.push_back({.pod = rater.pod(i).pod, .best = of_pod_[i]});
    return search;
  }

 private:
  const size_t most_;
  int64_t legal_ = 0;
  std::vector<double> of_pod_;
  std::priority_queue<RatedBuild, std::vector<RatedBuild>, Weaker> builds_;  // the weakest on top
};

// What each pod adds: against the best other one of its house.
void compare_pods(std::vector<BuildSearch::PodWorth>& pods) {
  std::ranges::stable_sort(pods, [](const auto& a, const auto& b) {
    return a.pod.house != b.pod.house ? a.pod.house < b.pod.house : a.best > b.best;
  });
  for (size_t i = 0; i < pods.size(); ++i) {
    const auto first =
        std::ranges::find(pods, pods[i].pod.house, [](const auto& each) { return each.pod.house; }) - pods.begin();
    const size_t other = static_cast<size_t>(first) == i ? i + 1 : static_cast<size_t>(first);
    pods[i].alone = other == pods.size() || pods[other].pod.house != pods[i].pod.house;
    pods[i].adds = pods[i].alone ? 0 : pods[i].best - pods[other].best;
  }
}

BuildSearch search_set(const RatingModel& model, std::span<const Deck> decks, DeckFormat format, const RestrictedList& list,
                       size_t most) {
  const Rater rater(model, decks, format, list);
  Best best(most, rater.pods());
  const auto after = [&](size_t pod) {  // the first pod of a later house
    const House house = rater.pod(pod).pod.house;
    while (pod < rater.pods() && rater.pod(pod).pod.house == house) ++pod;
    return pod;
  };
  for (size_t a = 0; a < rater.pods(); ++a) {
    for (size_t b = after(a); b < rater.pods(); ++b) {
      for (size_t c = after(b); c < rater.pods(); ++c) {
        const bool printed = rater.pod(a).pod.deck == rater.pod(b).pod.deck && rater.pod(b).pod.deck == rater.pod(c).pod.deck;
        if (!printed && !rater.allowed(a, b, c)) continue;
        const double strength = rater.strength(a, b, c);
        for (const int extras : rater.extras_of(a, b, c)) best.see(rater, {a, b, c}, extras, strength + rater.extras(extras));
      }
    }
  }
  return best.result(rater);
}

// Only itself: a deck of the mixed set.
BuildSearch as_printed(const RatingModel& model, std::span<const Deck> decks, int deck) {
  BuildSearch search{.legal = 1, .best = {}, .pods = {}};
  const double strength = rate_deck(model, decks[static_cast<size_t>(deck)]).strength;
  search.best.push_back({printed_build(decks, deck), strength});
  for (const Pod& pod : search.best.front().build.pods) search.pods.push_back({.pod = pod, .best = strength});
  return search;
}

}  // namespace

BuildSearch search_builds(const RatingModel& model, std::span<const Deck> decks, DeckFormat format, const RestrictedList& list,
                          size_t most) {
  BuildSearch search = search_set(model, decks, format, list, most);
  compare_pods(search.pods);
  return search;
}

BuildSearch search_sets(const RatingModel& model, std::span<const Deck> decks, DeckFormat format, const RestrictedList& list,
                        size_t most) {
  std::map<std::string, std::vector<int>> by_set;
  for (int i = 0; i < std::ssize(decks); ++i) by_set[decks[static_cast<size_t>(i)].set].push_back(i);
  BuildSearch all;
  const auto take = [&](BuildSearch more, const std::vector<int>& members) {
    const auto renumber = [&](int& deck) { deck = deck < 0 ? deck : members[static_cast<size_t>(deck)]; };
    all.legal += more.legal;
    for (RatedBuild& each : more.best) {
      for (Pod& pod : each.build.pods) renumber(pod.deck);
      renumber(each.build.extras);
      all.best.push_back(each);
    }
    for (BuildSearch::PodWorth& each : more.pods) {
      renumber(each.pod.deck);
      all.pods.push_back(each);
    }
  };
  std::vector<int> every;
  for (int i = 0; i < std::ssize(decks); ++i) every.push_back(i);
  for (const auto& [set, members] : by_set) {
    if (is_mixed_set(set)) {
      for (const int deck : members) take(as_printed(model, decks, deck), every);
      continue;
    }
    std::vector<Deck> of_set;
    for (const int deck : members) of_set.push_back(decks[static_cast<size_t>(deck)]);
    take(search_set(model, of_set, format, list, most), members);
  }
  std::ranges::stable_sort(all.best, std::greater<>(), &RatedBuild::strength);
  if (all.best.size() > most) all.best.resize(most);
  compare_pods(all.pods);
  return all;
}

}  // namespace archon
