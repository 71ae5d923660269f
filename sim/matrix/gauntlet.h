#pragma once
// My decks against each deck of a field, and not the field against itself: a matrix of some of the pairs.
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/results/provenance.h"

namespace archon {

// The list of a gauntlet and the pairs of it that meet.
struct Gauntlet {
  DeckList decks;  // mine alone, in both, in the field alone; each part sorted by sort_decks
  MatrixPairs pairs;
};

// A deck that is named among mine and in the field is one deck; it does not play itself. The result does not depend on the
// order of either list.
Gauntlet arrange_gauntlet(const std::vector<DeckFile>& mine, const std::vector<DeckFile>& field);

// The decks that are not mine.
std::vector<DeckFile> others(const std::vector<DeckFile>& decks, const std::vector<DeckFile>& mine);

}  // namespace archon
