// One document, every printer: the same figures under the same names.
#include "sim/present/printers.h"

#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/present/terminal_text.h"

namespace archon::present {
namespace {

struct Row {
  std::string deck;
  int64_t games;
  double rate;
  Interval interval;
};

const std::vector<ColumnOf<Row>> kColumns = {
    {{.name = "deck", .head = "deck", .what = "Name"}, [](const Row& row) { return Cell(row.deck); }},
    {{.name = "games", .head = "games", .unit = Unit::Count, .what = "Games", .drop = 2},
     [](const Row& row) { return Cell(row.games); }},
    {{.name = "win_rate",
      .head = "win %",
      .unit = Unit::Share,
      .what = "Of the deck",
      .interval = true,
      .may_miss = true,
      .drop = 1},
     [](const Row& row) { return row.games ? Cell(row.rate, row.interval) : Cell(); }},
    {{.name = "elo", .unit = Unit::Elo, .what = "Not for people"}, [](const Row& row) { return Cell(400 * (row.rate - 0.5)); }},
};

Document document() {
  Document made{.name = "test", .command = "archon test", .title = "a test"};
  made.add({.name = "complete", .unit = Unit::Truth, .what = "All played"}, true);
  made.add({.name = "first", .head = "the first player wins", .unit = Unit::Share, .what = "Of all games", .interval = true},
           Cell(0.52, Interval{0.5, 0.54}));
  made.add(table_of<Row>(
      {.name = "decks", .what = "A deck each", .title = "The decks"}, kColumns,
      {{"Tsong, the \"Watcher\" of Food and of Many Other Things", 1234, 0.6127, {0.6, 0.625}}, {"=None", 0, 0.5, {0, 1}}}));
  made.note("a note\n");
  return made;
}

std::string text(int width) {
  std::ostringstream out;
  write_text(out, document(), width);
  return out.str().substr(0, out.str().find("archon "));
}

}  // namespace

TEST_CASE("a document for people has heads, signs of percent and no value without games") {
  CHECK(text(0) ==
        "the first player wins: 52.0 % (50.0 - 54.0)\n"
        "The decks\n\n"
        "deck                                                   games  win %         95 %\n"
        "Tsong, the \"Watcher\" of Food and of Many Other Things  1,234   61.3  60.0 - 62.5\n"
        "=None                                                      0      -            -\n"
        "\n"
        "a note\n");
}

TEST_CASE("where the terminal is narrow, names are cut in the middle, then columns go by their rank, and that is said") {
  CHECK(text(60) ==
        "the first player wins: 52.0 % (50.0 - 54.0)\n"
        "The decks\n\n"
        "deck                               games  win %         95 %\n"
        "Tsong, the \"Watc..ny Other Things  1,234   61.3  60.0 - 62.5\n"
        "=None                                  0      -            -\n"
        "\n"
        "a note\n");
  const std::string narrow = text(40);
  CHECK(narrow.find("too narrow for: games") != std::string::npos);
  CHECK(narrow.find("  games") == std::string::npos);
  std::istringstream lines(narrow);
  for (std::string line; std::getline(lines, line);) CHECK(width(line) <= 40);
}

TEST_CASE("a document as CSV is one table of quoted text and plain numbers, with empty cells for what is not known") {
  std::ostringstream out;
  write_csv(out, *document().table("decks"));
  CHECK(out.str() ==
        "deck,games,win_rate,win_rate_low,win_rate_high,elo\n"
        "\"Tsong, the \"\"Watcher\"\" of Food and of Many Other Things\",1234,0.612700,0.600000,0.625000,45.08\n"
        "\"'=None\",0,,,,0.00\n");
  CHECK(document().table("games") == nullptr);
}

TEST_CASE("a document as JSON has facts and rows by name, and null where there is no value") {
  std::ostringstream out;
  write_json(out, document());
  const auto json = nlohmann::json::parse(out.str());
  CHECK(json["complete"] == true);
  CHECK(json["first_low"] == 0.5);
  CHECK(json["decks"][0]["win_rate"] == 0.6127);
  CHECK(json["decks"][0]["win_rate_high"] == 0.625);
  CHECK(json["decks"][1]["win_rate"].is_null());
  CHECK(json["decks"][1]["win_rate_low"].is_null());
  CHECK_FALSE(json.contains("a note"));
  CHECK(json.contains("provenance"));

  Document infinite;
  infinite.add({.name = "elo", .unit = Unit::Elo, .what = "", .interval = true},
               Cell(0, {-std::numeric_limits<double>::infinity(), 7}));
  CHECK(facts_json(infinite)["elo_low"].is_null());
}

TEST_CASE("the schema of a document names every field with its type, range and meaning") {
  const auto schema = schema_json(document());
  CHECK(schema["$id"] == "test.schema.json");
  const auto& rate = schema["properties"]["decks"]["items"]["properties"]["win_rate"];
  CHECK(rate["type"] == nlohmann::ordered_json{"number", "null"});
  CHECK(rate["maximum"] == 1);
  CHECK(rate["description"] == "Of the deck");
  CHECK(schema["properties"]["decks"]["items"]["properties"]["games"]["type"] == "integer");
  CHECK(schema["properties"]["decks"]["items"]["required"].size() == 6);
  CHECK(schema["required"].size() == 6);  // complete, first and its ends, decks, provenance
}

TEST_CASE("Markdown escapes what it would take for its own signs") {
  Document made;
  made.add(table_of<Row>({.name = "decks", .what = ""}, {kColumns[0]}, {{"a|b *c*", 1, 0, {}}}));
  std::ostringstream out;
  write_markdown(out, made);
  CHECK(out.str().starts_with("| deck |\n|---|\n| a\\|b \\*c\\* |\n\n"));
}

TEST_CASE("people see the rows that matter, and how many do not") {
  std::vector<Row> rows(7);
  for (size_t i = 0; i < rows.size(); ++i) rows[i].deck = std::string(1, static_cast<char>('a' + i));
  Document made{.name = "made", .command = "archon make", .title = "a result"};
  Table says{.name = "decks", .what = ""};
  says.matters = [](size_t i) { return i % 3 == 0; };
  made.add(table_of<Row>(std::move(says), {kColumns[0]}, rows));
  const auto text = [&](bool all) {
    std::ostringstream out;
    write_text(out, made, 0, all);
    return out.str();
  };
  CHECK(text(false).starts_with("deck\na\nd\ng\nleft out: 4 of 7 rows (--wide shows all)\n\n"));
  CHECK(text(true).starts_with("deck\na\nb\nc\nd\ne\nf\ng\n\n"));
}

TEST_CASE("of long tables people see both ends") {
  std::vector<Row> rows;
  for (int i = 0; i < 10; ++i) rows.push_back({"deck " + std::to_string(i), i, 0.5, {}});
  Document made;
  made.add(table_of<Row>({.name = "decks", .what = "", .ends = 2}, {kColumns[0]}, rows));
  std::ostringstream out;
  write_text(out, made);
  CHECK(out.str().starts_with("deck\ndeck 0\ndeck 1\n...\ndeck 8\ndeck 9\n\n"));
}

TEST_CASE("names are cut in the middle by the columns of the terminal") {
  CHECK(shortened_middle("Tsong, the Watcher", 20) == "Tsong, the Watcher");
  CHECK(shortened_middle("Tsong, the Watcher", 10) == "Tson..cher");
  CHECK(width(shortened_middle("日本語日本語日本語", 9)) <= 9);
}

}  // namespace archon::present

TEST_CASE("lines are wrapped at blanks, and where there are none behind commas") {
  CHECK(archon::wrapped("a note that goes on\nshort\n", 10) == "a note\nthat goes\non\nshort\n");
  CHECK(archon::wrapped("ten letter", 10) == "ten letter");
  CHECK(archon::wrapped("ten letter s", 10) == "ten letter\ns");
  CHECK(archon::wrapped("agent name:one=1,two=2,three=3", 12) == "agent\nname:one=1,\ntwo=2,\nthree=3");
  CHECK(archon::wrapped("abcdefghijkl", 5) == "abcde\nfghij\nkl");
  CHECK(archon::wrapped("  indented words", 10) == "  indented\nwords");
  CHECK(archon::wrapped("a note that goes on", 0) == "a note that goes on");
}
