// The data of a matrix's page: its bytes for a small input, its size for a large one, names with characters that mean something
// to HTML. How the page is drawn is tried in browser.py.
#include "sim/report/report.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "sim/report/packing.h"
#include "tests/sim/report/page_parts.h"

using namespace archon;
using report::in_parts;
using report::packed;
using report::zigzag;

namespace {

ReportPair pair_of(int64_t wins_a, int64_t wins_b) {
  const double rate = static_cast<double>(wins_a) / static_cast<double>(wins_a + wins_b);
  return {.wins_a = wins_a, .wins_b = wins_b, .rate = WinRate{rate, {rate - 0.05, rate + 0.05}}};
}

// By their decks, the first less than the second.
using Pairs = std::map<std::pair<int, int>, ReportPair>;

void set_pairs(ReportInput& input, Pairs pairs) {
  input.pair = [pairs = std::move(pairs)](int a, int b) { return pairs.at({a, b}); };
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
  Pairs pairs = {{{0, 1}, pair_of(60, 140)}, {{0, 2}, pair_of(20, 180)}, {{1, 2}, pair_of(80, 118)}};
  pairs[{0, 1}].handicap = ReportHandicap{-7.3, {-9.9, -5}, false};
  pairs[{0, 2}].handicap = ReportHandicap{-24, {-24, -20}, true};
  pairs[{0, 2}].uneven = true;
  pairs[{1, 2}].undecided = 2;
  set_pairs(input, pairs);
  input.first_player = ReportFirstPlayer{0.445, {0.405, 0.485}};
  input.cycles = ReportCycles{.triples = 1, .significant = 0, .decks = {0, 2, 1}, .p_value = 0.43};
  static const std::vector<RatingResidual> kResiduals = {{.a = 0, .b = 2, .predicted = 0.15, .z = -4.1, .q_value = 0.001},
                                                         {.a = 0, .b = 1, .predicted = 0.28, .z = 0.3, .q_value = 0.8}};
  input.residuals = kResiduals;
  input.curves = {
      {.a = 1, .b = 2, .points = {{-2, 100, 0.5, {0.4, 0.6}}, {0, 1200, 0.4, {0.37, 0.43}}, {7, 100, 0.2, {0.13, 0.29}}}},
      {.a = 1, .b = 0, .points = {{0, 200, 0.7, {0.63, 0.76}}, {9, 100, 0.45, {0.36, 0.55}}}}};
  input.agent = "standard";
  input.agent_spec = "greedy:epsilon=0,fight=100";
  input.rules = "18.4";
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
  details.samples.assign(
      3, {.kind = ReportSample::Kind::QuickestLoss, .turns = 12, .opponent = 1, .seed = ~uint64_t{0}, .game = 1});
  return details;
}

// As many decks as `archon matrix` is meant for, with everything a report can hold and the longest names.
ReportInput large_input(int decks) {
  ReportInput input = small_input();
  input.decks.clear();
  Pairs pairs;
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
      const int lead = 5000 * (j - i) / decks;  // games
      ReportPair& pair = pairs[{i, j}] = pair_of(4000 + lead, 5800 - lead);
      pair.undecided = 199;
      pair.handicap = ReportHandicap{(j - i - 20) / 2.1, {(j - i - 25) / 2.1, (j - i - 14) / 2.1}, false};
    }
  }
  set_pairs(input, std::move(pairs));
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

nlohmann::json data_of(const ReportInput& input) { return page_data(report_html(input)); }

// Of the deck with that rank.
nlohmann::json field(const nlohmann::json& data, size_t rank, const std::string& name) {
  const nlohmann::json& fields = data.at("deck_fields");
  const auto at = std::find(fields.begin(), fields.end(), name) - fields.begin();
  REQUIRE(at < static_cast<std::ptrdiff_t>(fields.size()));
  return data.at("decks")[rank][static_cast<size_t>(at)];
}

}  // namespace

TEST_CASE("report: a warning is in the data and stands before all results of the plain part") {
  ReportInput input = small_input();
  CHECK(data_of(input).at("warning").is_null());
  input.warning = "1 of 9 games <was> missing.";
  CHECK(data_of(input).at("warning") == input.warning);
  const std::string plain = between(report_html(input), "<noscript>", "<table");
  CHECK(plain.find("<b>Warning:</b> 1 of 9 games &lt;was&gt; missing.") != std::string::npos);
}

TEST_CASE("report: the data of three decks") {
  const std::string data = data_of(small_input()).dump(1) + "\n";
  CHECK(data == golden_text("report_golden.json", data));
  CHECK(report_html(small_input()) == report_html(small_input()));
}

TEST_CASE("report: the strongest deck comes first, and a pair is as its better deck sees it") {
  const nlohmann::json data = data_of(small_input()), &pairs = data.at("pairs");
  CHECK(field(data, 0, "name") == "O'Neill");  // the highest mean, given last
  CHECK(field(data, 0, "worst") == 1);
  CHECK(pairs.at("wins") == packed({118, 180, 140}));
  CHECK(pairs.at("losses") == packed({80, 20, 60}));
  CHECK(pairs.at("missing") == packed({2, 0, 0}));
  CHECK(pairs.at("z") == packed({report::kNoNumber, zigzag(410), zigzag(-30)}));
  const int64_t none = report::kNoNumber;
  CHECK(pairs.at("chains") ==
        packed({none, none, none, none, zigzag(240), zigzag(200), zigzag(240), 1, zigzag(73), zigzag(50), zigzag(99), 0}));
  CHECK(pairs.at("rates") == packed({596, 546, 646, 0, 900, 850, 950, 1, 700, 650, 750, 0}));
  CHECK(data.at("surprises").dump() == R"({"found":1,"shown":[[0,2,0.001],[1,2,0.8]]})");
  CHECK(data.at("curves")[1].at("decks") == nlohmann::json({1, 2}));
}

TEST_CASE("report: an agent keeps the name that the user gave, and words are explained") {
  const nlohmann::json data = data_of(small_input());
  CHECK(data.at("agent") == "standard");
  CHECK(data.at("agent_spec") == "greedy:epsilon=0,fight=100");
  for (const char* word : {"agent", "AERC", "chain", "Elo", "interval", "Nash", "rating", "SAS", "win rate"})
    CHECK(data.at("words").contains(word));
}

TEST_CASE("report: decks have what other agents make of them, and nothing where that is not known") {
  ReportInput input = small_input();
  input.decks[0].any = 0.5123;
  input.decks[0].any_interval = Interval{0.41, 0.61};
  input.decks[0].shift = -0.031;
  input.decks[0].shift_interval = Interval{-0.05, -0.01};
  input.second_agent = "strong";
  input.pilots = "strong played <some>.";
  const nlohmann::json data = data_of(input);
  CHECK(data.at("second_agent") == "strong");
  CHECK(data.at("pilots") == input.pilots);
  // The first that was given is the weakest; the others have the fields without a value.
  CHECK(field(data, 2, "win_rate_any") == 0.5123);
  CHECK(field(data, 2, "win_rate_any_high") == 0.61);
  CHECK(field(data, 2, "pilot_shift_low") == -0.05);
  CHECK(field(data, 0, "win_rate_any").is_null());
  const nlohmann::json fields = data_of(small_input()).at("deck_fields");
  CHECK(std::find(fields.begin(), fields.end(), "win_rate_any") == fields.end());
}

TEST_CASE("report: names are text, whatever they contain") {
  ReportInput input = small_input();
  const std::string evil = "</script><script>alert('x')</script><!--&amp;\"\u2028\u2029",
                    bear = "B\u00e4r \u201e\u00c6mber\u201c";
  input.decks[0].name = evil;
  input.decks[1].name = bear;
  input.agent = "engine:<b>";
  input.provenance = {"</pre><img src=x>"};
  DeckDetails& details = input.decks[0].details;
  details.cards = {
      {.name = evil, .house = evil, .type = evil, .rarity = evil, .icons = {evil}, .marks = {evil}, .problem = evil}};
  details.beside = {evil};
  details.file = details.problem = evil;
  details.shell_file = evil + " ";
  details.links = {{evil, "javascript:alert('x')"}, {"Elsewhere", "https://example.org/\">"}};
  const std::string html = report_html(input);
  CHECK(occurrences(html, "<script") == 2);
  CHECK(occurrences(html, "</script>") == 2);
  CHECK(occurrences(html, "<!--") == 0);
  CHECK(occurrences(html, "<img") == 0);
  CHECK(occurrences(html, "javascript:") == 0);
  CHECK(occurrences(between(html, "id=data>", "</script>"), "\u2028") == 0);
  CHECK(occurrences(between(html, "id=data>", "</script>"), "\u2029") == 0);
  const nlohmann::json data = page_data(html), &cards = data.at("cards");
  CHECK(field(data, 2, "name") == evil);  // nothing is lost
  CHECK(field(data, 1, "name") == bear);
  CHECK(cards.at("names").dump() == nlohmann::json({evil}).dump());
  CHECK(cards.at("words").dump() == nlohmann::json({evil}).dump());
  CHECK(cards.at("marks").at("0").dump() == nlohmann::json({evil}).dump());
  CHECK(cards.at("problems").at("0") == evil);
  CHECK(field(data, 2, "links").dump() == R"([["Elsewhere","https://example.org/\">"]])");
}

// The script makes elements of tags of its own and gives them texts; nothing takes HTML.
TEST_CASE("report: the script puts no text into the page as HTML") {
  const std::string html = report_html(small_input());
  const std::string script = html.substr(html.rfind("<script>"));
  CHECK(script.size() > 20'000);
  for (const char* way : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "eval("})
    CHECK(occurrences(script, way) == 0);
}

TEST_CASE("report: decks name their cards by their place in one table") {
  ReportInput input = small_input();
  const ReportCard urchin{.name = "Urchin", .house = "Shadows", .type = "creature", .rarity = "common", .copies = 2};
  const ReportCard anger{.name = "Anger", .house = "Brobnar", .type = "action", .rarity = "rare", .icons = {"amber", "Mars"}};
  input.decks[2].details.cards = {urchin, anger};
  input.decks[0].details.cards = {anger};
  input.decks[2].details.sas = 67;
  nlohmann::json data = data_of(input);
  const nlohmann::json cards = data.at("cards");
  CHECK(cards.at("names").dump() == R"(["Urchin","Anger"])");
  CHECK(cards.at("words").dump() == R"(["Shadows","creature","common","Brobnar","action","rare","amber","Mars"])");
  CHECK(cards.at("kinds") == packed({0, 1, 2, 3, 4, 5}));
  CHECK(cards.at("icons").dump() == R"({"1":[6,7]})");
  CHECK(cards.at("marks").empty());
  CHECK(cards.at("values") == packed(std::vector<int64_t>(6, report::kNoNumber)));
  CHECK(field(data, 0, "cards") == nlohmann::json::array({packed({0, 1}), packed({2, 1})}));
  CHECK(field(data, 2, "cards") == nlohmann::json::array({packed({1}), packed({1})}));
  CHECK(field(data, 0, "sas") == 67);
  CHECK(field(data, 0, "aerc").is_null());
  input.decks[2].details.cards[0].value = ReportCardValue{1.25, {0.5, 2}};
  data = data_of(input);
  CHECK(data.at("cards").at("values") ==
        packed({zigzag(13), zigzag(5), zigzag(20), report::kNoNumber, report::kNoNumber, report::kNoNumber}));
}

TEST_CASE("report: numbers are packed as narrow as the largest allows") {
  CHECK(packed({0, 1, 26, 52, 62}).dump() == R"([1,"ABa0-"])");
  CHECK(packed({63}).dump() == R"([2,"A_"])");  // one digit would be no value
  CHECK(packed({report::kNoNumber, 5}).dump() == R"([1,"_F"])");
  CHECK(packed({4094, 4095}).dump() == R"([3,"A_-A__"])");
  CHECK(packed({}).dump() == R"([1,""])");
  CHECK(zigzag(-1) == 1);
  CHECK(zigzag(1) == 2);
  CHECK(in_parts(-0.24, 10) == zigzag(-2));
}

TEST_CASE("report: a game to replay names its decks by their ranks") {
  ReportInput input = small_input();
  input.replay = " --agent fast";
  input.decks[0].details.samples = {
      {.kind = ReportSample::Kind::QuickestLoss, .turns = 9, .opponent = 2, .second = true, .seed = ~uint64_t{0}, .game = 1}};
  const nlohmann::json data = data_of(input);
  CHECK(field(data, 2, "samples").dump() == R"([[1,9,0,1,"18446744073709551615",1]])");
  CHECK(data.at("replay") == " --agent fast");
}

TEST_CASE("report: a deck has a page of its own without a matrix") {
  DeckPage page{.name = "A & B", .houses = {"Dis"}, .tiles = {{"Rating", "12", "of 100"}}};
  page.details.course = {
      .games = 2, .amber = {{1, 2, 1.5, {1, 2}}, {2, 2, 3, {2, 4}}}, .houses = {{"Dis", 1.0}}, .turns_won = 4};
  page.matchups = {{.opponent = "C", .games = 4, .win_rate = 0.75, .interval = {0.3, 0.95}}, {.opponent = "D"}};
  const std::string html = deck_page_html(page, {"Both sides were played by <greedy>."}, {"archon 1.0"});
  CHECK(occurrences(html, "<title>A &amp; B</title>") == 1);
  const nlohmann::json data = page_data(html), &course = data.at("deck").at("course");
  CHECK(course[0] == 2);
  CHECK(course[1] == packed({150, 50, 300, 100}));
  CHECK(course[5].dump() == R"(["Dis",1])");
  CHECK(course[7].is_null());
  CHECK(data.at("notes")[0] == "Both sides were played by <greedy>.");
  CHECK(data.at("matchups")[0].at("win_rate") == 0.75);
  CHECK(data.at("matchups")[1].at("win_rate").is_null());  // not played
}

TEST_CASE("report: nothing is loaded from elsewhere") {
  const std::string html = report_html(large_input(4));
  for (const char* part : {"https:", "src=", "@import", "url("}) CHECK(occurrences(html, part) == 0);
  CHECK(occurrences(html, "http:") == 1);  // the name of SVG
  CHECK(occurrences(html, "default-src 'none'") == 1);
}

TEST_CASE("report: 200 decks with everything make less than 3 MB, and 80 are small") {
  const size_t large = report_html(large_input(200)).size(), middle = report_html(large_input(80)).size();
  CAPTURE(large, middle);
  CHECK(large < 1'000'000);  // 3 MB with names and chains that nobody has yet
  CHECK(middle < 300'000);
}

TEST_CASE("report: what was not computed is null") {
  ReportInput input = small_input();
  input.curves.clear();
  input.cycles.reset();
  input.residuals = {};
  for (ReportDeck& deck : input.decks) {
    deck.rating.reset();
    deck.nash_weight.reset();
    deck.worst = -1;
    deck.mean.reset();
  }
  set_pairs(input, {{{0, 1}, pair_of(60, 140)}, {{0, 2}, pair_of(20, 180)}, {{1, 2}, {}}});
  const nlohmann::json data = data_of(input);
  for (const char* name : {"rating", "rating_low", "nash", "worst", "win_rate", "win_rate_low", "sas", "course"}) {
    CAPTURE(name);
    CHECK(field(data, 0, name).is_null());
  }
  CHECK(data.at("cycles").is_null());
  CHECK(data.at("surprises").is_null());
  CHECK(data.at("pairs").at("losses") == packed({140, 180, 0}));
  CHECK(data.at("pairs").at("z").is_null());
  CHECK(data.at("pairs").at("chains").is_null());
}
