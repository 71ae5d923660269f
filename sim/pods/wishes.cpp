#include "sim/pods/wishes.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>

#include "engine/deck/deck_words.h"
#include "sim/play/threads.h"
#include "sim/pods/pod_rater.h"

namespace archon {
namespace {

// Of one set.
class WishSearch {
 public:
  WishSearch(const PodRater& rater, size_t mine) : rater_(rater) {
    for (size_t pod = 0; pod < rater.pods(); ++pod)
      (static_cast<size_t>(rater.pod(pod).deck) < mine ? mine_ : wished_).push_back(pod);
  }

  std::vector<RatedBuild> run(int threads) const {
    std::vector<std::optional<RatedBuild>> best(wished_.size());
    parallel_for(wished_.size(), threads, [&](size_t i) { best[i] = best_with(wished_[i]); });
    std::vector<RatedBuild> all;
    for (const std::optional<RatedBuild>& each : best)
      if (each) all.push_back(*each);
    return all;
  }

 private:
  House house(size_t pod) const { return rater_.pod(pod).house; }

  std::optional<RatedBuild> best_with(size_t wished) const {
    std::optional<RatedBuild> best;
    for (size_t i = 0; i < mine_.size(); ++i) {
      if (house(mine_[i]) == house(wished)) continue;
      for (size_t j = i + 1; j < mine_.size(); ++j)
        if (house(mine_[j]) != house(wished) && house(mine_[j]) != house(mine_[i])) see({wished, mine_[i], mine_[j]}, best);
    }
    return best;
  }

  void see(std::array<size_t, kDeckHouses> pods, std::optional<RatedBuild>& best) const {
    std::ranges::sort(pods);  // by house
    const auto [a, b, c] = pods;
    if (!rater_.allowed(a, b, c)) return;
    const double strength = rater_.strength(a, b, c);
    for (const int extras : rater_.extras_of(a, b, c)) {
      const double all = strength + rater_.extras(extras);
      if (!best || all > best->strength)
        best = RatedBuild{.build = {{rater_.pod(a), rater_.pod(b), rater_.pod(c)}, extras}, .strength = all};
    }
  }

  const PodRater& rater_;
  std::vector<size_t> mine_, wished_;
};

}  // namespace

std::vector<RatedBuild> wished_builds(const RatingModel& model, std::span<const Deck> decks, size_t mine, DeckFormat format,
                                      const RestrictedList& list, int threads) {
  std::map<std::string, std::vector<int>> by_set;
  for (int i = 0; i < std::ssize(decks); ++i) by_set[decks[static_cast<size_t>(i)].set].push_back(i);
  std::vector<RatedBuild> all;
  for (const auto& [set, members] : by_set) {
    if (is_mixed_set(set)) continue;
    std::vector<Deck> of_set;
    for (const int deck : members) of_set.push_back(decks[static_cast<size_t>(deck)]);
    const auto own = static_cast<size_t>(std::ranges::lower_bound(members, static_cast<int>(mine)) - members.begin());
    const PodRater rater(model, of_set, format, list, own);
    for (RatedBuild each : WishSearch(rater, own).run(threads)) {
      for (Pod& pod : each.build.pods) pod.deck = members[static_cast<size_t>(pod.deck)];
      if (each.build.extras >= 0) each.build.extras = members[static_cast<size_t>(each.build.extras)];
      all.push_back(each);
    }
  }
  std::ranges::stable_sort(all, std::greater<>(), &RatedBuild::strength);
  return all;
}

Pod wished_pod(const Build& build, size_t mine) {
  return *std::ranges::find_if(build.pods, [mine](const Pod& pod) { return static_cast<size_t>(pod.deck) >= mine; });
}

}  // namespace archon
