#pragma once
// The restricted lists of the Alliance format: cards of which a deck built of pods may have one name only. restricted.tsv has
// them by the day from which each is in force.
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace archon {

struct RestrictedCard {
  int card = -1;                         // index into CardTable
  std::vector<std::string_view> sets{};  // codes of the sets in which it is restricted; empty: in all
  int most = 0;                          // copies of it in a deck; 0: any number

  bool in(std::string_view set) const;
};

struct RestrictedList {
  std::string_view day;  // "2026-04-03"
  std::vector<RestrictedCard> cards;

  const RestrictedCard* find(int card, std::string_view set) const;  // null: not restricted there
};

std::span<const RestrictedList> restricted_lists();  // from the oldest on

// The list in force on that day ("YYYY-MM-DD"); the newest for an empty text. Null when `problem` says why there is none: the
// text is no day, or one before the first list.
const RestrictedList* find_restricted_list(std::string_view day, std::string& problem);

}  // namespace archon
