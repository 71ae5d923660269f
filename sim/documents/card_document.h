#pragma once
// What archon cards NAME says.
#include <span>

#include "sim/present/document.h"

namespace archon::cli {

// The cards are indices into CardTable::cards(). At least one.
present::Document card_document(std::span<const int> cards);

}  // namespace archon::cli
