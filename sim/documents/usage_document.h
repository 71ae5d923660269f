#pragma once
// What archon usage prints.
#include "sim/command/long_run.h"
#include "sim/present/document.h"
#include "sim/results/provenance.h"
#include "sim/watch/usage.h"

namespace archon::cli {

struct UsageReport {
  Provenance provenance;
  UsageResult result;
  int worst = 0;  // cards to list for each fault
  Outcome outcome{};

  // A fault is told apart from chance only when a card had so many chances, and named when it came in more than this share.
  static constexpr int64_t kFewest = 20;
  static constexpr double kFault = 0.3;
};

present::Document usage_document(const UsageReport& report);

}  // namespace archon::cli
