#pragma once
// Any document (sim/present/document.h) as one HTML page for people: what must be known first, the figures, each table with its
// intervals drawn, what it means, and how it was made. README.md has the format of its data.
#include <string>

#include "sim/present/document.h"

namespace archon {

// `address`: an URL where the page will be found; empty: unknown. The same bytes for the same document. Of a table beyond 5,000
// rows the page has the first, and says so. O(rows).
std::string document_page_html(const present::Document& document, const std::string& address = {});

}  // namespace archon
