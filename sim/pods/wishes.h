#pragma once
// Which pod of other decks would help a collection most: the best build that has it and two pods of the collection.
#include <span>
#include <vector>

#include "sim/pods/build_rater.h"

namespace archon {

// `decks` are the `mine` decks of the collection, then the others, whose pods are wished for; of any sets, each set by itself.
// For each pod of the others the best rated legal build of it and two pods of the collection, from the best down; none for a
// pod that fits no two of them, such as those of the mixed set. A build's deck from `mine` on is that of the wished pod. Equal
// for any number of threads. O(wished pods x pairs of pods of the collection), some 0.1 microseconds each.
std::vector<RatedBuild> wished_builds(const RatingModel& model, std::span<const Deck> decks, size_t mine, DeckFormat format,
                                      const RestrictedList& list, int threads = 0);

Pod wished_pod(const Build& build, size_t mine);  // requires such a build

}  // namespace archon
