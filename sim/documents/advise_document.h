#pragma once
// What archon advise says.
#include <optional>
#include <string>
#include <vector>

#include "sim/advice/advice.h"
#include "sim/present/document.h"

namespace archon::cli {

struct AdviceFindings {
  Provenance provenance;
  char player = 'A';
  std::string choice;  // a word for the decision
  std::optional<double> forecast;
  std::vector<AdvisedAnswer> answers;
  std::vector<std::string> texts;  // of the answers
  Action taken;                    // by the agent
  int worlds = 0;
};

present::Document advise_document(const AdviceFindings& report);  // the report must outlive it

}  // namespace archon::cli
