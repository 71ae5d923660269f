#pragma once
// archon chains --sas: for how many points of SAS a chain is to be given.
#include "sim/cli/chains_text.h"

namespace archon::cli {

int chains_by_sas(const HandicapOptions& options, bool curve, const Invocation& invocation);  // the exit code

}  // namespace archon::cli
