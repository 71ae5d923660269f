// Documents for programs: CSV, JSON and its schema.
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "sim/present/csv_text.h"
#include "sim/present/printers.h"
#include "sim/stats/number_text.h"

namespace archon::present {
namespace {

using Json = nlohmann::ordered_json;

int csv_digits(Unit unit) {
  switch (unit) {
    case Unit::Share:
    case Unit::Points:
    case Unit::Number:
      return 6;
    case Unit::Seconds:
      return 3;
    case Unit::Elo:
    case Unit::Chains:
      return 2;
    case Unit::Text:
    case Unit::Count:
    case Unit::Truth:
      return 0;
  }
  return 0;
}

// Points are of a hundred for people, and of 1 for programs, as the shares are that they are differences of.
double for_programs(const Column& column, double number) { return column.unit == Unit::Points ? number / 100 : number; }

std::string csv_number(const Column& column, double number) {
  return std::isfinite(number) ? fixed(for_programs(column, number), csv_digits(column.unit)) : "";
}

std::string csv_value(const Column& column, const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return csv_cell(*text);
  if (const auto* count = std::get_if<int64_t>(&value)) return std::to_string(*count);
  if (const auto* number = std::get_if<double>(&value)) return csv_number(column, *number);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  return "";
}

Json number_json(const Column& column, double number) {
  return std::isfinite(number) ? Json(for_programs(column, number)) : Json();
}

Json value_json(const Column& column, const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* count = std::get_if<int64_t>(&value)) return *count;
  if (const auto* number = std::get_if<double>(&value)) return number_json(column, *number);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth;
  return {};
}

void add_cell(Json& to, const Column& column, const Cell& cell) {
  to[column.name] = value_json(column, cell.value);
  if (!column.interval) return;
  to[column.name + "_low"] = cell.interval ? number_json(column, cell.interval->low) : Json();
  to[column.name + "_high"] = cell.interval ? number_json(column, cell.interval->high) : Json();
}

std::string_view type_word(Unit unit) {
  switch (unit) {
    case Unit::Text:
      return "string";
    case Unit::Count:
      return "integer";
    case Unit::Truth:
      return "boolean";
    case Unit::Share:
    case Unit::Number:
    case Unit::Elo:
    case Unit::Chains:
    case Unit::Points:
    case Unit::Seconds:
      return "number";
  }
  return "";
}

std::string_view unit_words(Unit unit) {
  switch (unit) {
    case Unit::Elo:
      return ", in Elo";
    case Unit::Chains:
      return ", in chains";
    case Unit::Points:
      return "; a difference of shares: 0.01 is a point";
    case Unit::Seconds:
      return ", in seconds";
    case Unit::Text:
    case Unit::Count:
    case Unit::Share:
    case Unit::Number:
    case Unit::Truth:
      return "";
  }
  return "";
}

Json property(const Column& column, bool may_miss, const std::string& what) {
  Json json;
  const std::string type(type_word(column.unit));
  json["type"] = may_miss ? Json{type, "null"} : Json(type);
  if (column.unit == Unit::Share || column.unit == Unit::Count || column.unit == Unit::Seconds) json["minimum"] = 0;
  if (column.unit == Unit::Share) json["maximum"] = 1;
  json["description"] = what + std::string(unit_words(column.unit));
  return json;
}

void add_properties(Json& to, const Column& column) {
  to[column.name] = property(column, column.may_miss, column.what);
  if (!column.interval) return;
  // An end may be infinite, and then is null, whatever its column says.
  for (const char* end : {"_low", "_high"}) to[column.name + end] = property(column, true, "95 % interval of " + column.name);
}

Json object_schema(Json properties) {
  Json required = Json::array();
  for (const auto& [name, ignored] : properties.items()) required.push_back(name);
  return {{"type", "object"},
          {"required", std::move(required)},
          {"additionalProperties", false},
          {"properties", std::move(properties)}};
}

Json table_schema(const Table& table) {
  Json properties = Json::object();
  for (const Column& column : table.columns) add_properties(properties, column);
  return {{"type", "array"}, {"description", table.what}, {"items", object_schema(std::move(properties))}};
}

}  // namespace

const Table* Document::table(std::string_view called) const {
  for (const auto& part : parts)
    if (const auto* table = std::get_if<Table>(&part); table && table->name == called) return table;
  return nullptr;
}

std::vector<std::string> Document::tables() const {
  std::vector<std::string> names;
  for (const auto& part : parts)
    if (const auto* table = std::get_if<Table>(&part)) names.push_back(table->name);
  return names;
}

void write_csv(std::ostream& out, const Table& table) {
  const auto line = [&](const auto& each_cell) {
    for (size_t i = 0; i < table.columns.size(); ++i) out << (i ? "," : "") << each_cell(i);
    out << '\n';
  };
  line([&](size_t i) {
    const std::string& name = table.columns[i].name;
    return table.columns[i].interval ? name + "," + name + "_low," + name + "_high" : name;
  });
  for (size_t each = 0; each < table.size; ++each) {
    const std::vector<Cell> row = table.row(each);
    line([&](size_t i) {
      const Column& column = table.columns[i];
      std::string text = csv_value(column, row[i].value);
      if (column.interval)
        text += row[i].interval
                    ? "," + csv_number(column, row[i].interval->low) + "," + csv_number(column, row[i].interval->high)
                    : ",,";
      return text;
    });
  }
}

Json facts_json(const Document& document) {
  Json json;
  for (const auto& part : document.parts)
    if (const auto* fact = std::get_if<Fact>(&part)) add_cell(json, fact->column, fact->cell);
  json["provenance"] = provenance_json(document.provenance);
  return json;
}

namespace {

// A value as it stands `indent` columns to the right. Bytes that are no UTF-8 are U+FFFD.
std::string indented(const Json& value, int indent) {
  std::string text;
  for (const char c : value.dump(2, ' ', false, Json::error_handler_t::replace)) {
    text += c;
    if (c == '\n') text.append(static_cast<size_t>(indent), ' ');
  }
  return text;
}

void write_rows(std::ostream& out, const Table& table) {
  out << '[';
  for (size_t each = 0; each < table.size; ++each) {
    const std::vector<Cell> row = table.row(each);
    Json object = Json::object();
    for (size_t i = 0; i < row.size(); ++i) add_cell(object, table.columns[i], row[i]);
    out << (each ? ",\n    " : "\n    ") << indented(object, 4);
  }
  out << (table.size ? "\n  ]" : "]");
}

}  // namespace

void write_json(std::ostream& out, const Document& document) {
  const auto member = [&](const std::string& name, const Json& value) {
    out << "  " << Json(name).dump() << ": " << indented(value, 2) << ",\n";
  };
  out << "{\n";
  for (const auto& part : document.parts) {
    if (const auto* fact = std::get_if<Fact>(&part)) {
      Json members;
      add_cell(members, fact->column, fact->cell);
      for (const auto& [name, value] : members.items()) member(name, value);
    }
    if (const auto* table = std::get_if<Table>(&part)) {
      out << "  " << Json(table->name).dump() << ": ";
      write_rows(out, *table);
      out << ",\n";
    }
  }
  out << "  \"provenance\": " << indented(provenance_json(document.provenance), 2) << "\n}\n";
}

// 2: one language for all results; shares and differences of them to 1, intervals as NAME_low and NAME_high.
constexpr int kSchemaVersion = 2;

Json schema_json(const Document& document) {
  Json properties = Json::object();
  for (const auto& part : document.parts) {
    if (const auto* fact = std::get_if<Fact>(&part)) add_properties(properties, fact->column);
    if (const auto* table = std::get_if<Table>(&part)) properties[table->name] = table_schema(*table);
  }
  properties["provenance"] = {{"$ref", "common.schema.json#/$defs/provenance"},
                              {"description", "What made the result, and how to make it again"}};
  const std::string also = document.also.empty() ? "" : "; also " + document.also;
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"$id", document.name + ".schema.json"},
                 {"version", kSchemaVersion},
                 {"title", document.command + ": " + document.title + also}};
  schema.update(object_schema(std::move(properties)));
  return schema;
}

}  // namespace archon::present
