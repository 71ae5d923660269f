#pragma once
// The results of `archon build`.
#include "sim/documents/build_columns.h"
#include "sim/pods/build_rater.h"

namespace archon::cli {

struct BuildReport : RaceReport {
  DeckFormat format = DeckFormat::Alliance;
  BuildSearch search;  // all of the collection, rated
};

// The report must outlive it.
present::Document build_document(const BuildReport& report);

}  // namespace archon::cli
