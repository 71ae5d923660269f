#include "sim/pods/build_rater.h"

#include <algorithm>
#include <array>
#include <map>
#include <queue>
#include <string>

#include "engine/deck/deck_words.h"
#include "sim/pods/pod_rater.h"
#include "sim/stats/statistics.h"

namespace archon {
namespace {

struct Weaker {
  bool operator()(const RatedBuild& a, const RatedBuild& b) const { return a.strength > b.strength; }
};

// Keeps the best builds, and the best that each pod is part of.
class Best {
 public:
  Best(size_t most, size_t pods) : most_(most), of_pod_(pods, -kInfinity) {}

  void see(const PodRater& rater, const std::array<size_t, 3>& pods, int extras, double strength) {
    ++legal_;
    for (const size_t pod : pods) of_pod_[pod] = std::max(of_pod_[pod], strength);
    if (builds_.size() == most_ && !(strength > builds_.top().strength)) return;
    RatedBuild rated{.build = {.pods = {}, .extras = extras}, .strength = strength};
    for (size_t i = 0; i < pods.size(); ++i) rated.build.pods[i] = rater.pod(pods[i]);
    builds_.push(rated);
    if (builds_.size() > most_) builds_.pop();
  }

  BuildSearch result(const PodRater& rater) {
    BuildSearch search{.legal = legal_, .best = {}, .pods = {}};
    for (; !builds_.empty(); builds_.pop()) search.best.push_back(builds_.top());
    std::ranges::reverse(search.best);
    for (size_t i = 0; i < of_pod_.size(); ++i)
      if (of_pod_[i] > -kInfinity) search.pods.push_back({.pod = rater.pod(i), .best = of_pod_[i]});
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
  const PodRater rater(model, decks, format, list);
  Best best(most, rater.pods());
  const auto after = [&](size_t pod) {  // the first pod of a later house
    const House house = rater.pod(pod).house;
    while (pod < rater.pods() && rater.pod(pod).house == house) ++pod;
    return pod;
  };
  for (size_t a = 0; a < rater.pods(); ++a) {
    for (size_t b = after(a); b < rater.pods(); ++b) {
      for (size_t c = after(b); c < rater.pods(); ++c) {
        const bool printed = rater.pod(a).deck == rater.pod(b).deck && rater.pod(b).deck == rater.pod(c).deck;
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
