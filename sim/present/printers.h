#pragma once
// The printers of a document (sim/present/document.h).
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sim/present/document.h"

namespace archon::present {

// For people. Where `width` columns (0: no limit) are too few, names are cut in the middle, then columns are left out, and a
// line says which. Rows of which only some are to be seen are all there with `all_rows`.
void write_text(std::ostream& out, const Document& document, int width = 0, bool all_rows = false);

// GitHub's Markdown: a table with all its columns; drawings are left out.
void write_markdown(std::ostream& out, const Document& document);

// One table, RFC 4180: the names of the columns, then a line a row. No other lines, so that any program reads it.
void write_csv(std::ostream& out, const Table& table);

// An object: facts by name, tables as arrays of objects by name, provenance. Numbers that are not finite are null. Rows are
// written one by one.
void write_json(std::ostream& out, const Document& document);

// The same without the tables.
nlohmann::ordered_json facts_json(const Document& document);

// JSON Schema (draft 2020-12) of what write_json writes, from names, units and meanings alone.
nlohmann::ordered_json schema_json(const Document& document);

// As people read it: 61.3, +12, 1,234, "-" without a value; an interval: "59.8 - 62.6", of numbers with a sign "-3 to +8".
std::string cell_text(const Column& column, const Cell& cell);
std::string interval_text(const Column& column, const Interval& interval);
int digits_of(const Column& column);  // after the point, of a number as people read it

}  // namespace archon::present
