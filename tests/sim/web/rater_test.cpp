// What the page is told equals what the command line works out.
#include "sim/web/rater.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/core/random.h"
#include "engine/deck/generate.h"
#include "engine/deck/import.h"
#include "engine/deck/text_input.h"
#include "sim/pods/build_rater.h"
#include "sim/ratings/rated_worth.h"
#include "sim/stats/distributions.h"
#include "tests/sim/pods/newest_list.h"

using namespace archon;
using nlohmann::json;

namespace {

const std::filesystem::path kRoot = ARCHON_SOURCE_DIR;

json answer(const json& request) { return json::parse(answer_rating(request.dump())); }

std::string file(const std::string& path) { return read_text_input((kRoot / path).string(), kMaxImportBytes).text; }

std::vector<Deck> generated(const char* set, int count) {
  std::vector<Deck> decks;
  for (int i = 0; i < count; ++i) {
    SmallRng rng{static_cast<uint64_t>(i) + 7};
    decks.push_back(generate_deck(set, std::string(set) + std::to_string(i), rng));
  }
  return decks;
}

json texts_of(const std::vector<Deck>& decks) {
  json texts = json::array();
  for (const Deck& each : decks) texts.push_back(write_deck(each));
  return texts;
}

}  // namespace

TEST_CASE("page: decks of all formats are rated as rate_deck does", "[web]") {
  size_t rated = 0;
  for (const char* path :
       {"tests/deck/formats/anomalies.csv", "tests/deck/formats/dok.json", "tests/deck/formats/keyteki.json",
        "tests/deck/formats/registry_mirror.json", "tests/deck/formats/baron-peanut-ripper.txt", "tests/perft/decks/pv.deck"}) {
    INFO(path);
    const ImportResult read = import_decks(file(path), "a name");
    const json told = answer({{"do", "rate"}, {"text", file(path)}, {"name", "my/a name.txt"}});
    CHECK(told["problems"].size() == read.problems.size());
    CHECK(told["warnings"].size() == read.warnings.size());
    CHECK(told["unread"].size() == read.unread.size());
    REQUIRE(told["decks"].size() == read.decks.size());
    for (size_t i = 0; i < read.decks.size(); ++i, ++rated) {
      const json& deck = told["decks"][i];
      const DeckRating rating = rate_deck(built_in_ratings(), read.decks[i]);
      CHECK(deck["deck"] == read.decks[i].name);
      CHECK(deck["hash"] == hash_text(deck_hash(read.decks[i])));
      CHECK(deck["text"] == write_deck(read.decks[i]));
      CHECK(deck["rating"] == rating.rating());
      CHECK(deck["rating_low"] == rating.rating(-kErrorsOf95));
      CHECK(deck["win_rate_high"] == rating.overall_win_rate(kErrorsOf95));
      CHECK(deck["set_percentile"] == rating.percentile());
      CHECK(deck["set_elo"] == rating.elo());
    }
  }
  CHECK(rated > 20);
}

TEST_CASE("page: problems come with place and hint", "[web]") {
  std::string text = file("sim/decks/baron-malachi-complex-spy.deck");
  text.replace(text.find("Dust Imp"), 8, "Dust Impp");
  const json told = answer({{"do", "rate"}, {"text", text}, {"name", "x"}});
  CHECK(told["decks"].empty());
  REQUIRE(told["problems"].size() == 1);
  CHECK(told["problems"][0]["line"].get<int>() > 5);
  CHECK(told["problems"][0]["message"] == "unknown card 'Dust Impp'");
  CHECK(told["problems"][0]["hint"] == "did you mean `Dust Imp`?");
}

TEST_CASE("page: a deck's cards have the worth that rated_worth gives", "[web]") {
  const std::vector<Deck> decks = import_decks(file("tests/perft/decks/pv.deck")).decks;
  const json told = answer({{"do", "deck"}, {"decks", texts_of(decks)}});
  int copies = 0, worths = 0;
  for (const json& card : told["cards"]) {
    copies += card["copies"].get<int>();
    const std::optional<RatedWorth> worth = rated_worth(find_deck_card(card["name"].get<std::string>()), decks[0].set);
    CHECK(card["worth"].is_null() == !worth);
    if (!worth) continue;
    ++worths;
    CHECK(card["worth"] == worth->elo);
    CHECK(card["worth_high"] == worth->interval.high);
  }
  CHECK(copies == kDeckCards);
  CHECK(worths > 10);
  CHECK(std::ranges::count_if(told["extras"], [](const json& extra) { return extra[0] == "Prophecy"; }) == kDeckProphecies);
}

TEST_CASE("page: builds are those of search_sets, rated as decks", "[web]") {
  std::vector<Deck> decks = generated("CotA", 5);
  for (const Deck& each : generated("WoE", 3)) decks.push_back(each);
  const json told = answer({{"do", "build"}, {"decks", texts_of(decks)}, {"format", "alliance"}, {"most", 30}});
  const BuildSearch search = search_sets(built_in_ratings(), decks, DeckFormat::Alliance, test::newest_list(), 30);
  CHECK(told["legal"] == search.legal);
  CHECK(told["list"] == test::newest_list().day);
  REQUIRE(told["builds"].size() == search.best.size());
  for (size_t i = 0; i < search.best.size(); ++i) {
    const Deck deck = deck_of(decks, search.best[i].build);
    CHECK(told["builds"][i]["text"] == write_deck(deck));
    CHECK(told["builds"][i]["rating"] == rate_deck(built_in_ratings(), deck).rating());
  }
  CHECK(answer({{"do", "build"}, {"decks", texts_of(decks)}, {"format", "sealed"}})["error"] ==
        "Sealed: a player has up to three decks, not 8");
  decks.resize(3);
  CHECK(answer({{"do", "build"}, {"decks", texts_of(decks)}, {"format", "sealed"}})["list"].is_null());
}

TEST_CASE("page: a link and back", "[web]") {
  const std::vector<Deck> decks = generated("DT", 3);
  const json code = answer({{"do", "encode"}, {"decks", texts_of(decks)}});
  const json told = answer({{"do", "decode"}, {"link", "file:///archon.html#decks=" + code["code"].get<std::string>()}});
  REQUIRE(told["decks"].size() == decks.size());
  for (size_t i = 0; i < decks.size(); ++i) CHECK(told["decks"][i]["text"] == write_deck(decks[i]));
  CHECK(answer({{"do", "decode"}, {"link", "Bxxxxxxxx"}})["problems"].size() == 1);
}

TEST_CASE("page: what is no request is answered", "[web]") {
  for (const char* text : {"", "1", "[", "{", "{}", R"({"do":"fly"})", R"({"do":"rate"})", R"({"do":"encode"})",
                           R"({"do":"encode","decks":[1]})", R"({"do":"deck","decks":["name: x"]})",
                           R"({"do":"build","decks":[],"format":"alliance"})", "{\"do\":\"rate\",\"text\":\"\xff\"}"}) {
    INFO(text);
    CHECK(!json::parse(answer_rating(text))["error"].get<std::string>().empty());
  }
  CHECK(answer_rating(std::string(100, '[')).find("nested deeper") != std::string::npos);
  CHECK(answer({{"do", "about"}})["sets"]["CotA"] == "Call of the Archons");
  CHECK(answer({{"do", "rate"}, {"text", 5}})["problems"].size() == 1);
}
