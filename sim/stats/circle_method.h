#pragma once
// The circle method of round-robin tournaments: all pairs of some items in rounds in which each item meets one other.

namespace archon {

// The round, from 0, in which items i < j of so many meet. Where they are odd, one sits out in each round. Requires two items.
constexpr int circle_round(int items, int i, int j) {
  const int last = items - 1 + items % 2;  // the place around which the others turn
  return (i + (j == last ? i : j)) % last;
}

}  // namespace archon
