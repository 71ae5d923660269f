// The page of a matrix: its bytes for a small input, its size for a large one, names with characters that mean something to
// HTML.
#include "sim/report/report.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/report/picture.h"

using namespace archon;

namespace {

ReportPair pair_of(int a, int b, int64_t wins_a, int64_t wins_b) {
  ReportPair pair{.a = a, .b = b, .wins_a = wins_a, .wins_b = wins_b};
  pair.win_rate = static_cast<double>(wins_a) / static_cast<double>(wins_a + wins_b);
  pair.interval = wilson_interval(wins_a, wins_a + wins_b);
  pair.simultaneous = wilson_interval(wins_a, wins_a + wins_b, 1 - 0.05 / 3);
  return pair;
}

// Three decks, given from the weakest to the strongest.
ReportInput small_input() {
  ReportInput input;
  input.decks = {
      {.name = "Nul & <Niemand>", .set = "CotA", .houses = {"Dis", "Mars"}, .mean = 0.2, .worst = 2, .nash_weight = 0.0},
      {.name = "\"B\u00e4r\"", .set = "CotA", .houses = {"Logos"}, .mean = 0.55, .worst = 2, .nash_weight = 0.0},
      {.name = "O'Neill", .set = "CotA", .mean = 0.75, .worst = 1, .nash_weight = 1.0}};
  input.decks[0].rating = ReportRating{-180, {-220.4, -140}};
  input.decks[1].rating = ReportRating{20.4, {-15, 56}};
  input.decks[2].rating = ReportRating{159.6, {120, 199}};
  input.pairs = {pair_of(0, 1, 60, 140), pair_of(0, 2, 20, 180), pair_of(1, 2, 80, 118)};
  input.pairs[0].handicap = ReportHandicap{-7.3, {-9.9, -5}, false};
  input.pairs[1].handicap = ReportHandicap{-24, {-24, -20}, true};
  input.pairs[2].undecided = 2;
  input.first_player = ReportFirstPlayer{0.445, {0.405, 0.485}};
  input.cycles = ReportCycles{.triples = 1, .significant = 0, .decks = {0, 2, 1}, .p_value = 0.43};
  input.residuals = {{.a = 0, .b = 2, .predicted = 0.15, .z = -4.1, .q_value = 0.001},
                     {.a = 0, .b = 1, .predicted = 0.28, .z = 0.3, .q_value = 0.8}};
  input.curves = {
      {.a = 1, .b = 2, .points = {{-2, 100, 0.5, {0.4, 0.6}}, {0, 1200, 0.4, {0.37, 0.43}}, {7, 100, 0.2, {0.13, 0.29}}}},
      {.a = 1, .b = 0, .points = {{0, 200, 0.7, {0.63, 0.76}}, {9, 100, 0.45, {0.36, 0.55}}}}};
  input.agent = "greedy:epsilon=0,fight=100";
  input.rules = "18.4";
  input.interval_method = "Wilson";
  input.notes = {"3 games were forfeited."};
  input.provenance = {"archon 1.0, seed 1", "command: archon matrix 'a&b.deck'"};
  return input;
}

// A deck of 36 different cards, with icons and values, whose games were watched.
DeckDetails large_details() {
  DeckDetails details;
  for (int i = 0; i < 36; ++i)
    details.cards.push_back({.name = "A Card with an Unusually Long Name " + std::to_string(i),
                             .house = "Star Alliance " + std::to_string(i / 12),
                             .type = "creature",
                             .rarity = "uncommon",
                             .icons = {"amber", "capture", "draw"},
                             .marks = {"maverick"},
                             .value = ReportCardValue{-1.5, {-2.5, -0.5}}});
  details.course.games = 54;
  for (int turn = 1; turn <= 24; ++turn)
    for (auto* turns :
         {&details.course.amber, &details.course.keys, &details.course.opposing_amber, &details.course.opposing_keys})
      turns->push_back({turn, 54, 0.1 * turn, {0.08 * turn, 0.13 * turn}});
  details.course.lengths.assign(60, 3);
  details.samples.assign(3, {"Quickest win: 12 turns", std::string(300, 'x')});
  return details;
}

// As many decks as `archon matrix` is meant for, with everything a report can hold and the longest names.
ReportInput large_input(int decks) {
  ReportInput input = small_input();
  input.decks.clear();
  input.pairs.clear();
  for (int i = 0; i < decks; ++i) {
    ReportDeck deck{.name = "The Archon of Unusually Long and \"Quoted\" Names " + std::to_string(i),
                    .set = "Set " + std::to_string(i % 3),
                    .houses = {"Brobnar", "Star Alliance", "Unfathomable"},
                    .mean = 0.9 - 0.8 * i / decks,
                    .worst = i == 0 ? 1 : 0,
                    .nash_weight = 0.02};
    deck.mean_interval = Interval{*deck.mean - 0.02, *deck.mean + 0.02};
    deck.rating = ReportRating{400.0 - 16 * i, {380.0 - 16 * i, 420.0 - 16 * i}};
    input.decks.push_back(deck);
    for (int j = i + 1; j < decks; ++j) {
      input.pairs.push_back(pair_of(i, j, 4000 + 90 * (j - i), 5800 - 90 * (j - i)));
      input.pairs.back().undecided = 199;
      input.pairs.back().handicap = ReportHandicap{(j - i - 20) / 2.1, {(j - i - 25) / 2.1, (j - i - 14) / 2.1}, false};
    }
  }
  input.curves.clear();
  for (ReportDeck& deck : input.decks) deck.details = large_details();
  for (int i = 1; i <= std::min(10, decks - 1); ++i) {
    ReportCurve curve{.a = 0, .b = i};
    for (int chains = -24; chains <= 24; ++chains)
      curve.points.push_back({1.0 * chains, 2000, 0.5 - chains / 60.0, {0.11, 0.92}});
    input.curves.push_back(curve);
  }
  return input;
}

size_t occurrences(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// What lies between two texts, the first time.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const size_t from = text.find(before);
  REQUIRE(from != std::string::npos);
  const size_t to = text.find(after, from + before.size());
  REQUIRE(to != std::string::npos);
  return text.substr(from + before.size(), to - from - before.size());
}

// Without style sheet and script, which have no input.
std::string body(const std::string& html) {
  const std::string text = between(html, "<body>", "</body>");
  return text.substr(0, text.find("</script>\n<script>"));
}

// Without the symbols, which have no input either.
std::string main_part(const std::string& html) { return between(html, "<main>", "</main>"); }

}  // namespace

TEST_CASE("report: a warning stands in the header, before all results") {
  ReportInput input = small_input();
  CHECK(report_html(input).find("<p class=warning") == std::string::npos);
  input.warning = "1 of 9 games <was> missing.";
  const std::string header = between(report_html(input), "<header>", "</header>");
  CHECK(header.find("<b>Warning:</b> 1 of 9 games &lt;was&gt; missing.") != std::string::npos);
}

// ARCHON_UPDATE_GOLDEN=1 writes the golden file anew: look at it in a browser then.
TEST_CASE("report: the page of three decks") {
  const std::string file = std::string(ARCHON_SOURCE_DIR "/tests/sim/report/report_golden.html");
  const std::string page = body(report_html(small_input()));
  if (std::getenv("ARCHON_UPDATE_GOLDEN")) std::ofstream(file, std::ios::binary) << page;
  std::stringstream golden;
  golden << std::ifstream(file, std::ios::binary).rdbuf();
  CHECK(page == golden.str());
  CHECK(report_html(small_input()) == report_html(small_input()));
}

TEST_CASE("report: the strongest deck comes first, and a cell shows its row's side") {
  const std::string html = report_html(small_input());
  const std::string row = between(html, "<tbody>\n<tr>", "\n");  // of the deck with the highest rating, given last
  CHECK(row ==
        "<th scope=row><b>1</b><a href=#deck-1>O'Neill</a><td class=mean>75<td class=x><td class=k12><b>60<td class=k18><b>90");
  const std::string chains = between(between(html, "<table id=handicaps", "</table>"), "<tbody>\n<tr>", "\n");
  // Against the second deck nothing was estimated, which looks otherwise than chains on the other side.
  CHECK(chains ==
        "<th scope=row><b>1</b><a href=#deck-1>O'Neill</a><td class=mean>75<td class=x><td class=na><td class=c8>24+");
  CHECK(occurrences(html, "<i class=\"swatch na\"></i> not estimated") == 1);
  const nlohmann::json cells = nlohmann::json::parse(between(html, "id=data>", "</script>"));
  REQUIRE(cells.size() == 3);
  CHECK(cells[0] == nlohmann::json({118, 80, 2, 526, 662, 511, 676}));
  CHECK(cells[1] == nlohmann::json({180, 20, 0, 851, 934, 838, 940, 240, 200, 240, 1}));
  CHECK(cells[2] == nlohmann::json({140, 60, 0, 633, 759, 618, 771, 73, 50, 99, 0}));
}

TEST_CASE("report: names are text, whatever they contain") {
  ReportInput input = small_input();
  input.decks[0].name = "</script><script>alert('x')</script><!--&amp;\"";
  input.decks[1].name = "B\u00e4r \u201e\u00c6mber\u201c \U0001F525";
  input.agent = "engine:<b>";
  input.provenance = {"</pre><img src=x>"};
  const std::string html = report_html(input);
  const std::string escaped = "&lt;/script&gt;&lt;script&gt;alert('x')&lt;/script&gt;&lt;!--&amp;amp;&quot;";
  CHECK(occurrences(html, "alert(") == occurrences(html, escaped));
  CHECK(occurrences(html, escaped) >= 5);
  CHECK(occurrences(html, "<script") == 2);
  CHECK(occurrences(html, "</script>") == 2);
  CHECK(occurrences(html, "B\u00e4r \u201e\u00c6mber\u201c \U0001F525") >= 5);
  CHECK(occurrences(html, "engine:<b>") == 0);
  CHECK(occurrences(html, "<img") == 0);
}

TEST_CASE("report: what a deck's file says is text, and only addresses of the web are links") {
  ReportInput input = small_input();
  DeckDetails& details = input.decks[0].details;
  const std::string evil = "\"><script>alert('x')</script>";
  details.cards = {
      {.name = evil, .house = evil, .type = evil, .rarity = evil, .icons = {evil}, .marks = {evil}, .problem = evil}};
  details.beside = {evil};
  details.file = details.problem = evil;
  details.samples = {{.title = evil, .command = evil}};
  details.links = {{evil, "javascript:alert('x')"}, {"Elsewhere", "https://example.org/\">"}};
  const std::string html = report_html(input);
  CHECK(occurrences(html, "alert(") == occurrences(html, "&quot;&gt;&lt;script&gt;alert('x')&lt;/script&gt;"));
  CHECK(occurrences(html, "<script") == 2);
  CHECK(occurrences(html, "javascript:") == 0);
  CHECK(occurrences(html, "<a href=\"https://example.org/&quot;&gt;\"") == 1);
}

TEST_CASE("report: the page of a deck has its cards by house, with what is known of them") {
  ReportInput input = small_input();
  input.card_values = "Values are points.";
  DeckDetails& details = input.decks[2].details;
  details.sas = 67;
  details.cards = {{.name = "Urchin", .house = "Shadows", .type = "creature", .rarity = "common", .copies = 2},
                   {.name = "Anger", .house = "Brobnar", .type = "action", .rarity = "rare", .icons = {"amber", "Mars"}}};
  std::string page = between(report_html(input), "id=deck-1 ", "</article>");
  CHECK(occurrences(page, "SAS <b>67</b>") == 1);
  CHECK(occurrences(page, "AERC") == 0);
  CHECK(occurrences(page, "Shadows <small>2</small>") == 1);
  CHECK(occurrences(page, "Urchin <b class=copies>\u00d72</b>") == 1);
  CHECK(occurrences(page, "aria-label=\"aember\"") == 1);
  CHECK(occurrences(page, "<span class=chip>Mars</span>") == 1);
  CHECK(occurrences(page, "Value") == 0);  // nothing was measured
  details.cards[0].value = ReportCardValue{1.25, {0.5, 2}};
  page = between(report_html(input), "id=deck-1 ", "</article>");
  CHECK(occurrences(page, "Values are points.") == 1);
  CHECK(occurrences(page, "data-v=\"\" class=na title=\"not measured\"") == 1);
  CHECK(occurrences(page, "data-v=\"1.250\"><b>1.2</b> <small>0.5\u2009\u2013\u20092.0</small>") == 1);
}

TEST_CASE("report: match-ups of a deck are its own side of the pairs") {
  const std::string page = between(report_html(small_input()), "id=deck-3 ", "</article>");  // the weakest
  const std::string row = between(page, "O'Neill</a>", "\n");
  CHECK(occurrences(row, "<b>10.0 %</b>") == 1);
  CHECK(occurrences(row, "below \u221224") == 1);  // the opponent can't be given enough chains
  CHECK(occurrences(row, "data-v=-4.100>\u22124.1") == 1);
  CHECK(occurrences(row, "<td class=\"minor\" data-v=15.00>15 %") + occurrences(row, "data-v=15.00>15 %") >= 1);
}

TEST_CASE("report: a pair that defies the ratings is shown by the deck that wins more than predicted") {
  const std::string html = report_html(small_input());
  const std::string row = between(between(html, "id=surprises", "</section>"), "<tbody>\n<tr>", "\n");
  CHECK(occurrences(row, "O'Neill</a><td class=text><a href=#deck-3>Nul") == 1);
  CHECK(occurrences(row, "+4.1") == 1);
  CHECK(occurrences(row, "85.0 %") == 1);
  CHECK(occurrences(html, "there are <b>1</b>") == 1);
}

TEST_CASE("report: a picture is 1,200 by 630, and named only where its address is known") {
  ReportInput input = small_input();
  CHECK(occurrences(report_html(input), "og:image") == 0);
  input.picture = "https://example.org/a.png";
  CHECK(occurrences(report_html(input), "<meta property=og:image content=\"https://example.org/a.png\">") == 1);
  const std::string png = report_picture(input);
  REQUIRE(png.size() > 100);
  CHECK(png.substr(0, 8) == "\x89PNG\r\n\x1a\n");
  CHECK(png.substr(16, 8) == std::string("\0\0\x04\xb0\0\0\x02\x76", 8));
}

TEST_CASE("report: a deck has a page of its own without a matrix") {
  DeckPage page{.id = "deck", .name = "A & B", .houses = {"Dis"}, .tiles = {{"Rating", "12", "of 100"}}};
  page.details.course = {.games = 2,
                         .amber = {{1, 2, 1.5, {1, 2}}, {2, 2, 3, {2, 4}}},
                         .keys = {{1, 2, 0, {0, 0}}, {2, 2, 1, {1, 1}}},
                         .houses = {{"Dis", 1.0}},
                         .turns_won = 4,
                         .lengths = {0, 0, 0, 1, 1}};
  const std::string html = deck_page_html(page, {"Both sides were played by <greedy>."}, {"archon 1.0"});
  CHECK(occurrences(html, "A &amp; B</h1>") == 1);
  CHECK(occurrences(html, "<svg class=chart") == 2);
  CHECK(occurrences(html, "Games took 3 to 4 turns") == 1);
  CHECK(occurrences(html, "&lt;greedy&gt;") == 1);
  CHECK(occurrences(html, "Match-ups") == 0);
}

TEST_CASE("report: nothing is loaded from elsewhere") {
  const std::string html = report_html(large_input(4));
  for (const char* part : {"http:", "https:", "src=", "@import", "url("}) CHECK(occurrences(html, part) == 0);
  CHECK(occurrences(html, "default-src 'none'") == 1);
}

TEST_CASE("report: 28 decks with everything and their pages make less than 1.5 MB") {
  CHECK(report_html(large_input(28)).size() < 1'500'000);
  const std::string html = report_html(large_input(50));
  CHECK(occurrences(html, "<td class=k") == 50 * 49);
  CHECK(occurrences(html, "<td class=c") - occurrences(html, "<td class=corner") == 50 * 49 / 2);  // on one of the two
}

TEST_CASE("report: what was not computed is left out") {
  ReportInput input = small_input();
  input.curves.clear();
  input.cycles.reset();
  for (ReportDeck& deck : input.decks) {
    deck.rating.reset();
    deck.nash_weight.reset();
    deck.worst = -1;
  }
  for (ReportPair& pair : input.pairs) pair.handicap.reset();
  input.residuals.clear();
  const std::string html = main_part(report_html(input));
  for (const char* part : {"Elo", "Nash", "Worst<", "handicaps", "<svg", "<figure", "chains", "circle", "defy", "Cards"}) {
    CAPTURE(part);
    CHECK(occurrences(html, part) == 0);
  }
  CHECK(occurrences(html, "Pairs told from even") == 1);
}

TEST_CASE("report: a circle of decks is named when it is significant, and only then") {
  ReportInput input = small_input();
  std::string html = body(report_html(input));
  CHECK(occurrences(html, "<span>None is significant</span> </p><p class=value>0 of 1</p>") == 1);
  CHECK(occurrences(html, "smallest p 0.43") == 1);
  CHECK(occurrences(html, "<i>beats</i>") == 1);  // of the most lopsided pair
  input.cycles = ReportCycles{.triples = 1, .significant = 1, .decks = {0, 1, 2}, .p_value = 0.0004};
  html = body(report_html(input));
  const std::string nul = "Nul &amp; &lt;Niemand&gt;", bear = "&quot;B\u00e4r&quot;";
  const std::string beats = "</span> <i>beats</i> <span>";
  CHECK(occurrences(html, nul + beats + bear + beats + "O'Neill" + beats + nul) == 1);
  CHECK(occurrences(html, "p of this one below 0.001") == 1);
  input.cycles = ReportCycles{.triples = 1};
  CHECK(occurrences(body(report_html(input)), "smallest p") == 0);
}

TEST_CASE("report: a pair without games is no pair at 50 %") {
  ReportInput input = small_input();
  input.pairs[2] = {.a = 1, .b = 2, .interval = {0, 1}, .simultaneous = {0, 1}};
  const std::string html = body(report_html(input));
  CHECK(between(html, "<tbody>\n<tr>", "\n") ==
        "<th scope=row><b>1</b><a href=#deck-1>O'Neill</a><td class=mean>75<td class=x><td class=na>?<td class=k18><b>90");
  CHECK(occurrences(html, "<td class=na data-v=\"\">not played") == 2);  // on the pages of both decks
  CHECK(occurrences(html, "(1 without games so far)") == 1);
  CHECK(occurrences(html, "at most \u00b16.3 points") == 1);  // of 60 games of 200
  CHECK(occurrences(html, "50.0 %</p>") == 0);                // as the most even pair
}

TEST_CASE("report: a pair is as lopsided as another whichever of its decks is listed first") {
  ReportInput input = small_input();
  input.pairs = {pair_of(0, 1, 1, 49), pair_of(0, 2, 49, 1), pair_of(1, 2, 30, 20)};
  const std::string html = report_html(input);
  CHECK(occurrences(html, "49 of 50 games, interval 89.5\u2009\u2013\u200999.6 %; one of 2 such pairs") == 1);
}

TEST_CASE("report: with very many decks the pages show the best and the worst match-ups") {
  const std::string page = between(report_html(large_input(103)), "id=deck-50 ", "</article>");
  CHECK(occurrences(page, "The best and the worst of 102") == 1);
  CHECK(occurrences(page, "<tr><th scope=row><a href=\"#deck-") == 20);
}
