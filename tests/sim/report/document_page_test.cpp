// The data of a document's page. How it is drawn is tried in browser.py.
#include "sim/report/document_page.h"

#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>

#include "tests/sim/report/page_parts.h"

using namespace archon;
using namespace archon::present;

namespace {

struct Shown {
  std::string deck, id;
  double rate;
  Interval interval;
  double chains;
};

// With a value of every unit, a table for programs, a warning in the middle, a note of two lines.
Document small_document(const std::string& name) {
  Document document{.name = "sample", .command = "archon sample", .title = "what a page shows", .also = "sample.json of --out"};
  document.note("A: " + name + "\nB: another\n\n");
  document.add({.name = "complete", .unit = Unit::Truth, .what = "For programs"}, true);
  document.add({.name = "first_player_win_rate", .head = "the first player wins", .unit = Unit::Share, .interval = true},
               Cell(0.4512345678, {0.41, 0.49}));
  document.add({.name = "missing", .head = "not measured", .unit = Unit::Share, .may_miss = true}, {});
  const double inf = std::numeric_limits<double>::infinity();
  std::vector<Shown> rows = {{name, "https://example.org/1", 0.61, {0.5, 0.7}, 3.25}, {"another", "", 0.39, {0.3, 0.5}, inf}};
  std::vector<ColumnOf<Shown>> columns = {
      {{.name = "deck", .head = "deck", .what = "Name"}, [](const Shown& row) { return Cell(row.deck); }},
      {{.name = "link"}, [](const Shown& row) { return row.id.empty() ? Cell() : Cell(row.id); }},
      {{.name = "hash", .what = "Of the deck's content"}, [](const Shown&) { return Cell("0123456789abcdef"); }},
      {{.name = "win_rate", .head = "win %", .unit = Unit::Share, .what = "Of decided games", .interval = true},
       [](const Shown& row) { return Cell(row.rate, row.interval); }},
      {{.name = "handicap", .head = "even at", .unit = Unit::Chains}, [](const Shown& row) { return Cell(row.chains); }},
      {{.name = "adds", .head = "adds", .unit = Unit::Points, .digits = 2}, [](const Shown&) { return Cell(12.5); }},
      {{.name = "games", .head = "games", .unit = Unit::Count}, [](const Shown&) { return Cell(1200); }}};
  document.add(table_of<Shown>({.name = "decks", .what = "decks, the best first", .ends = 1}, columns, rows));
  document.add(Picture{.kind = Picture::Kind::Bars,
                       .table = "decks",
                       .value = "win_rate",
                       .names = {"deck"},
                       .title = "Who wins",
                       .says = "With 95 % intervals."});
  document.warn("WARNING: 3 of 9 games are missing\n\n");
  document.note("\n");
  document.add(table_of<Shown>({.name = "levels", .what = "For programs", .shown = false},
                               {columns[1], columns[2], {{.name = "win_rate_of_bid", .unit = Unit::Share}, columns[3].cell}},
                               rows));
  document.add(table_of<Shown>({.name = "nothing", .what = "Empty"}, columns, {}));
  document.provenance.command_line = "archon sample";
  return document;
}

}  // namespace

TEST_CASE("document page: the data of a document") {
  const std::string data = page_data(document_page_html(small_document("a deck"))).dump(1) + "\n";
  nlohmann::json without_version = nlohmann::json::parse(data);
  without_version["provenance"][0] = "";
  CHECK(without_version.dump(1) + "\n" == golden_text("document_golden.json", without_version.dump(1) + "\n"));
}

TEST_CASE("document page: a warning stands first, and programs' fields are left out") {
  const std::string html = document_page_html(small_document("a deck"), "https://example.org/page.html");
  const nlohmann::json data = page_data(html);
  CHECK(data.at("title") == "What a page shows");
  CHECK(data.at("command") == "archon sample");
  CHECK(data.at("warnings").dump() == R"(["WARNING: 3 of 9 games are missing"])");
  const nlohmann::json& parts = data.at("parts");
  REQUIRE(parts.size() == 5);  // note, fact, table, picture, table: no empty note, no figure without a value, no empty table
  CHECK(parts[0].at("note") == "A: a deck\nB: another");
  CHECK(parts[1].at("fact").at("row").dump() == "[0.451235,0.41,0.49]");
  const nlohmann::json& rows = parts[2].at("table").at("rows");
  CHECK(rows[0].dump() == R"(["a deck","https://example.org/1",0.61,0.5,0.7,3.25,0.125,1200])");
  CHECK(rows[1].dump() == R"(["another",null,0.39,0.3,0.5,"inf",0.125,1200])");
  CHECK(parts[4].at("table").at("folded") == true);
  CHECK(parts[4].at("table").at("columns")[1].at("head") == "win rate of bid");
  const std::string plain = between(html, "<noscript>", "</noscript>");
  CHECK(plain.find("class=warning") < plain.find("<table"));
  CHECK(plain.find("<td>61.0<td>50.0 - 70.0<td>+3.3<td>+12.50<td>1,200") != std::string::npos);
  CHECK(plain.find("0123456789abcdef") == std::string::npos);
  CHECK(occurrences(html, "<meta property=og:url content=\"https://example.org/page.html\">") == 1);
}

TEST_CASE("document page: names are text, whatever they contain") {
  const std::string evil = "</script><b onclick=\"x\">'&amp;<!--\u2028";
  Document document = small_document(evil);
  document.provenance.command_line = "archon '</pre><img src=x>'";
  const std::string html = document_page_html(document);
  CHECK(occurrences(html, "<script") == 2);
  CHECK(occurrences(html, "</script>") == 2);
  CHECK(occurrences(html, "<b onclick") == 0);
  CHECK(occurrences(html, "<!--") == 0);
  CHECK(occurrences(html, "<img") == 0);
  // All stays, but what hides is shown as an escape.
  CHECK(page_data(html).at("parts")[2].at("table").at("rows")[0][0] == "</script><b onclick=\"x\">'&amp;<!--\\u2028");
}

TEST_CASE("document page: of a long table the page has the first rows and says how many there are") {
  Document document{.name = "sample", .command = "archon sample", .title = "much"};
  document.add(
      table_of<int>({.name = "rows", .what = "Rows"},
                    {{{.name = "number", .head = "number", .unit = Unit::Count}, [](const int& i) { return Cell(i); }}},
                    std::vector<int>(12'000, 7)));
  const nlohmann::json table = page_data(document_page_html(document)).at("parts")[0].at("table");
  CHECK(table.at("rows").size() == 5000);
  CHECK(table.at("size") == 12'000);
}

TEST_CASE("document page: the page has all rows, and says which of them matter") {
  Document document{.name = "sample", .command = "archon sample", .title = "some"};
  Table says{.name = "rows", .what = "Rows"};
  says.matters = [](size_t i) { return i % 3 == 0; };
  document.add(table_of<int>(
      std::move(says), {{{.name = "number", .head = "number", .unit = Unit::Count}, [](const int& i) { return Cell(i); }}},
      {1, 2, 3, 4, 5}));
  const nlohmann::json table = page_data(document_page_html(document)).at("parts")[0].at("table");
  CHECK(table.at("rows").size() == 5);
  CHECK(table.at("mattering").dump() == "[0,3]");
}

TEST_CASE("document page: a picture names its table, which the page has whole") {
  const nlohmann::json parts = page_data(document_page_html(small_document("a deck"))).at("parts");
  const nlohmann::json& picture = parts[3].at("picture");
  CHECK(picture.at("kind") == "bars");
  CHECK(picture.at("table") == parts[2].at("table").at("name"));
  CHECK(picture.at("dots").is_null());
  Document document{.name = "sample", .command = "archon sample", .title = "much"};
  const std::vector<ColumnOf<int>> columns = {
      {{.name = "win_rate", .head = "wins", .unit = Unit::Share, .interval = true}, [](const int&) {
         return Cell(0.5, {0.4, 0.6});
       }}};
  document.add(table_of<int>({.name = "long", .what = "Long"}, columns, std::vector<int>(12'000, 7)));
  document.add(table_of<int>({.name = "empty", .what = "Empty"}, columns, {}));
  for (const char* table : {"long", "empty", "none"})
    document.add(Picture{.kind = Picture::Kind::Whiskers, .table = table, .value = "win_rate"});
  CHECK(page_data(document_page_html(document)).at("parts").size() == 1);
}
