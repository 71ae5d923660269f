#pragma once
// What archon agents says.
#include "sim/present/document.h"

namespace archon::cli {

present::Document agents_document();

}  // namespace archon::cli
