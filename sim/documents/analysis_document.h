#pragma once
// What archon replay --analyse says.
#include <array>
#include <string>
#include <vector>

#include "sim/advice/analysis.h"
#include "sim/present/document.h"

namespace archon::cli {

struct AnalysisFindings {
  Provenance provenance;
  std::array<std::string, 2> agents;  // who played A and B
  std::vector<AnalysedGame> games;    // at least one
  AnalysisOptions options;
};

present::Document analysis_document(const AnalysisFindings& findings);  // the findings must outlive it

}  // namespace archon::cli
