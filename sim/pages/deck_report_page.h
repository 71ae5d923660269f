#pragma once
// A deck report as a page.
#include <string>

#include "sim/documents/deck_report_document.h"

namespace archon::cli {

std::string deck_report_page(const DeckReport& report);  // HTML

}  // namespace archon::cli
