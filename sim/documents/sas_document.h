#pragma once
// The results of `archon chains --sas`.
#include <string>
#include <vector>

#include "sim/chains/pilot_games.h"
#include "sim/chains/points_a_chain.h"
#include "sim/command/long_run.h"
#include "sim/present/document.h"

namespace archon::cli {

struct SasReport {
  Provenance provenance;              // the decks, sorted
  std::vector<PairEstimate> pairs{};  // that were played
  std::vector<RatedPair> by_sas{};    // the same with their differences in SAS
  struct OfRating {
    std::string name;  // SAS, AERC, Archon
    PointsFit fit;
  };
  std::vector<OfRating> ratings{};  // SAS first; none when no pair that differs was played
  struct OfSets {
    std::string set_a, set_b;
    int64_t pairs = 0;
    PointsFit fit;  // for SAS
  };
  std::vector<OfSets> set_pairs{};
  Outcome outcome{};
};

// The report must outlive it.
present::Document sas_document(const SasReport& report);

}  // namespace archon::cli
