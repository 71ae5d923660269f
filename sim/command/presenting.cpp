#include "sim/command/presenting.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/present/printers.h"
#include "sim/present/terminal_text.h"
#include "sim/report/document_page.h"

namespace archon::cli {

int terminal_width() {
  if (const char* said = std::getenv("COLUMNS")) {
    int columns = 0;
    const std::string_view text = said;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
    if (error == std::errc() && end == text.data() + text.size() && columns > 0) return columns;
  }
  winsize size{};
  return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void Presenting::add_to(Command on, const std::string& own, const std::string& own_is) {
  command = on;
  std::vector<std::string> formats = {"table", "markdown", "html", "csv", "json", "schema"};
  if (!own.empty()) formats.insert(formats.begin(), format = own);
  command
      .option("--format", format,
              (own.empty() ? "" : own + " (" + own_is + "), ") +
                  "table, markdown, html (a page), csv, json, or schema: what the fields of the JSON mean")
      .one_of(formats);
  command.option("--table", table, "With csv: which table, if not the main one (--format schema names them)");
  command.flag("--wide", wide, "All columns and rows, however narrow the terminal");
  command.option("--color", color, "Colour: auto, always or never").one_of({"auto", "always", "never"});
}

void Presenting::add_page(const std::string& what) { page.add_to(command, what); }

namespace {

// The table that was asked for, or the main one; null when there is none of that name, which is said.
const present::Table* chosen_table(const present::Document& document, const std::string& name) {
  const std::vector<std::string> names = document.tables();
  const present::Table* table = document.table(!name.empty() ? name : !document.main.empty() ? document.main : names.front());
  if (!table)
    std::cerr << "archon " << document.name << ": --table: there is no table '" << name << "' (" << joined(names) << ")\n";
  return table;
}

}  // namespace

int Presenting::show(const present::Document& document) const {
  if (!page.file.empty())
    if (const std::string problem = write_file(page.file, document_page_html(document, page.url)); !problem.empty())
      return failed(document.name, problem);
  choose_color(color);
  if (format == "json") write_json(std::cout, document);
  if (format == "schema") print(schema_json(document));
  if (format == "markdown") write_markdown(std::cout, document);
  if (format == "html") std::cout << document_page_html(document);
  if (format == "table") write_text(std::cout, document, wide ? 0 : terminal_width(), wide);
  if (format != "csv") return kDone;
  const present::Table* const found = chosen_table(document, table);
  if (!found) return kUsage;
  write_csv(std::cout, *found);
  for (const std::string& line : provenance_footer(document.provenance)) std::cerr << line << '\n';
  return kDone;
}

std::string Presenting::save(const std::string& path, const present::Document& document) const {
  const auto extension = std::filesystem::path(path).extension();
  if (extension == ".json") return write_file(path, [&](std::ostream& out) { write_json(out, document); });
  if (extension == ".md") return write_file(path, [&](std::ostream& out) { write_markdown(out, document); });
  if (extension == ".html") return write_file(path, document_page_html(document));
  const present::Table* const found = chosen_table(document, table);
  if (!found) return "--table: there is no table '" + table + "'";
  std::string problem = write_file(path, [&](std::ostream& out) { write_csv(out, *found); });
  const std::string beside = std::filesystem::path(path).replace_extension(".meta.json").string();
  return problem.empty() ? write_file(beside, json_text(facts_json(document))) : problem;
}

}  // namespace archon::cli
