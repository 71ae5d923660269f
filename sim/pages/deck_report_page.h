#pragma once
// A deck report as a page.
#include <string>

#include "sim/documents/deck_report_document.h"

namespace archon::cli {

// HTML. `address`: an URL where the page will be found; empty: unknown.
std::string deck_report_page(const DeckReport& report, const std::string& address = {});

}  // namespace archon::cli
