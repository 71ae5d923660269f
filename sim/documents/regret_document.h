#pragma once
// What archon regret says.
#include "sim/command/long_run.h"
#include "sim/present/document.h"
#include "sim/regret/regret.h"

namespace archon::cli {

struct RegretFindings {
  const LabelSpec& spec;
  Provenance provenance;
  RegretReport regret;
  Outcome outcome{};
};

present::Document regret_document(const RegretFindings& report);  // the report must outlive it

}  // namespace archon::cli
