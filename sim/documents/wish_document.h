#pragma once
// The results of `archon build --wish`.
#include <string>

#include "sim/documents/build_columns.h"

namespace archon::cli {

// The race is of builds with a wished pod each, and of the best of the collection alone.
struct WishReport : RaceReport {
  size_t mine = 0;          // decks of the collection
  size_t pods = 0;          // wished ones that fit two of the collection
  std::string wished_text;  // "350 generated decks of CotA"
  size_t shown = 10;        // wishes at most
};

// The report must outlive it.
present::Document wish_document(const WishReport& report);

}  // namespace archon::cli
