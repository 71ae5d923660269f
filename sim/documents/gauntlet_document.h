#pragma once
// The results of `archon gauntlet`.
#include "sim/documents/matrix_document.h"

namespace archon::cli {

// The report's matrix has the pairs of a gauntlet (sim/matrix/gauntlet.h); the report must outlive the document.
present::Document gauntlet_document(const MatrixReport& report);

}  // namespace archon::cli
