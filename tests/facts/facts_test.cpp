#include "engine/facts/facts.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "engine/core/embed.h"

using namespace archon;

namespace {

const CardTable& table() { return CardTable::instance(); }

const CardFacts& card(std::string_view id) {
  const int index = table().find_id(id);
  REQUIRE(index >= 0);
  return table().cards()[static_cast<size_t>(index)];
}

std::vector<std::string> traits_of(std::string_view id) {
  std::vector<std::string> words;
  for (const uint8_t trait : card(id).traits) words.push_back(table().traits()[trait]);
  return words;
}

std::vector<std::string> ids_of(std::string_view name) {
  std::vector<std::string> ids;
  for (const int index : table().find_name(name)) ids.push_back(table().cards()[static_cast<size_t>(index)].id);
  std::ranges::sort(ids);
  return ids;
}

// A file of the repository.
std::string file_text(std::string_view path) {
  std::ifstream file(std::string(ARCHON_SOURCE_DIR "/") + std::string(path), std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

using Strings = std::vector<std::string>;

// How many sets a stretch of a file names, by code (in any case) or name: at most, of all stretches of so many lines.
size_t most_sets_named(std::string_view path, size_t stretch) {
  std::map<const Expansion*, size_t> last;  // line of the last mention
  size_t line = stretch, most = 0;
  std::istringstream lines(file_text(path));
  for (std::string text; std::getline(lines, text); ++line) {
    std::string words = " " + fold_name(text) + " ";
    std::ranges::replace_if(
        words, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, ' ');
    for (const Expansion& set : card_sets())
      for (const std::string_view name : {set.code, set.name})
        if (words.find(" " + fold_name(name) + " ") != std::string::npos) last[&set] = line;
    most = std::max(
        most, static_cast<size_t>(std::ranges::count_if(last, [&](const auto& each) { return each.second + stretch > line; })));
  }
  return most;
}

}  // namespace

// What takes every set asks card_sets() or `archon cards --sets`: a second list would leave a new set out, and nobody would
// notice.
TEST_CASE("the sets are listed in one place", "[cards]") {
  namespace fs = std::filesystem;
  const fs::path root(ARCHON_SOURCE_DIR);
  const std::set<fs::path> kinds = {".cpp", ".h", ".sh", ".py", ".cmake", ".md"};
  CHECK(most_sets_named("engine/facts/sets.cpp", card_sets().size()) == card_sets().size());
  for (const char* layer : {"engine", "agents", "sim", "scripts", "tests", "bench"})
    for (const fs::directory_entry& file : fs::recursive_directory_iterator(root / layer)) {
      const std::string path = fs::relative(file.path(), root).generic_string();
      if (!kinds.contains(file.path().extension()) || path == "engine/facts/sets.cpp") continue;
      INFO(path);
      CHECK(most_sets_named(path, card_sets().size()) <= card_sets().size() * 2 / 3);
    }
}

TEST_CASE("the README counts the cards and the sets", "[cards]") {
  const auto cards = std::ranges::count(table().cards(), false, &CardFacts::boss);
  const std::string text = "Every card of all " + std::to_string(card_sets().size()) + " sets is playable, " +
                           std::to_string(cards / 1000) + "," + std::to_string(cards % 1000) + " cards";
  CHECK(file_text("README.md").find(text) != std::string::npos);
}

TEST_CASE("the table has cards of every set and every type", "[cards]") {
  std::set<CardType> types;
  std::map<std::string, std::set<std::string>> sets;
  for (const CardFacts& each : table().cards()) {
    types.insert(each.type);
    for (const Printing& printing : each.printings) sets[printing.set].insert(each.id);
  }
  CHECK(types.size() == 8);
  CHECK(sets.size() == card_sets().size());
  CHECK(sets["CotA"].size() == 370);
}

TEST_CASE("pooled sets stand behind all others, which have every card of theirs, in the same house", "[cards]") {
  REQUIRE(unpooled_sets().size() < card_sets().size());
  for (size_t i = 0; i < card_sets().size(); ++i) CHECK(card_sets()[i].pooled == (i >= unpooled_sets().size()));
  for (const CardFacts& each : table().cards())
    for (const Printing& printing : each.printings) {
      if (!find_set(printing.set)->pooled) continue;
      INFO(each.id << " in " << printing.set);
      CHECK(std::ranges::any_of(each.printings, [&](const Printing& other) {
        return !find_set(other.set)->pooled && other.house == printing.house;
      }));
      CHECK(!find_set(each.printings.front().set)->pooled);
    }
}

TEST_CASE("facts of a creature", "[cards]") {
  const CardFacts& troll = card("troll");
  CHECK(troll.name == "Troll");
  CHECK(troll.type == CardType::Creature);
  CHECK(troll.power == 8);
  CHECK(troll.armor == 0);
  CHECK(troll.amber == 0);
  CHECK(troll.keywords == 0);
  CHECK(traits_of("troll") == Strings{"giant"});
  const Printing* printing = find_printing(troll, "CotA");
  REQUIRE(printing != nullptr);
  CHECK(printing->house == House::Brobnar);
  CHECK(find_printing(troll, "DM") == nullptr);
  CHECK(card("champion-anaphiel").armor == 1);
}

TEST_CASE("facts of an action", "[cards]") {
  const CardFacts& anger = card("anger");
  CHECK(anger.type == CardType::Action);
  CHECK(anger.power == 0);
  CHECK(anger.amber == 1);
  REQUIRE(!anger.printings.empty());
  CHECK(anger.printings[0].set == "CotA");
  CHECK(anger.printings[0].number == "001");
  CHECK(anger.printings[0].rarity == Rarity::Common);
}

TEST_CASE("27 cards are those of a boss, without a house", "[cards]") {
  CHECK(std::ranges::count_if(table().cards(), &CardFacts::boss) == 27);
  CHECK(card("swift-current").boss);
  CHECK(card("swift-current").printings[0].house == House::None);
  CHECK(!card("timequake").boss);  // an anomaly
}

TEST_CASE("keywords and their values", "[cards]") {
  CHECK(has_keyword(card("zizok"), Keyword::Skirmish));
  CHECK(card("zizok").splash_attack == 1);
  CHECK(card("xenos-bloodshadow").hazardous == 6);
  // "X" is a keyword whose value comes from the definition.
  const CardFacts& darkshadow = card("xenos-darkshadow");
  CHECK(has_keyword(darkshadow, Keyword::Assault));
  CHECK(has_keyword(darkshadow, Keyword::SplashAttack));
  CHECK(darkshadow.assault == 0);
  CHECK(darkshadow.power == 0);
}

TEST_CASE("known mistakes of the source are corrected", "[cards]") {
  CHECK(card("werewolf-curse").keywords == 0);  // it grants splash-attack to its host
  CHECK(has_keyword(card("sirs-colossus2"), Keyword::Taunt));
  CHECK(has_keyword(card("monster-zero2"), Keyword::Deploy));
  CHECK(card("timequake").printings[0].house == House::None);  // an anomaly
  CHECK(card("timequake").printings.back().house == House::Ouboros);
  CHECK(card("the-tide").printings[0].house == House::None);
}

TEST_CASE("look-ups fold case, accents, quotes and ligatures", "[cards]") {
  const Strings quixo{"quixo-the-adventurer"};
  CHECK(ids_of("Quixo the \"Adventurer\"") == quixo);
  CHECK(ids_of("Quixo the \u201CAdventurer\u201D") == quixo);
  CHECK(ids_of("  QUIXO  the Adventurer ") == quixo);
  CHECK(ids_of("irradiated aember") == Strings{"irradiated-\u00E6mber"});
  CHECK(ids_of("Irradiated \u00C6mber") == Strings{"irradiated-\u00E6mber"});
  CHECK(ids_of("Champions Challenge") == Strings{"champion-s-challenge"});
  CHECK(ids_of("in here somewhere...") == Strings{"in-here-somewhere\u2026"});
  CHECK(ids_of("shizyoku buggy") == Strings{"sh\u012Dzyok\u016D-buggy"});
  CHECK(ids_of("no such card").empty());
  CHECK(table().find_id("irradiated-aember") == table().find_id("irradiated-\u00E6mber"));
  CHECK(table().find_id("pyr*0") >= 0);
  CHECK(table().find_id("quixo") == -1);
  CHECK(table().find_trait("Brakken") >= 0);
  CHECK(table().find_trait("wizard") == -1);
}

TEST_CASE("a name may belong to several cards", "[cards]") {
  CHECK(ids_of("Sir Bevor") == Strings{"sir-bevor", "sir-bevor-evil-twin"});
  CHECK(ids_of("Deusillus") == Strings{"deusillus", "deusillus2"});
}

TEST_CASE("the nearest names of a misspelt one", "[cards]") {
  CHECK(table().nearest_names("Wild Wormhoel", 3).at(0) == "Wild Wormhole");
  CHECK(table().nearest_names("dst imp", 1) == Strings{"Dust Imp"});
  CHECK(table().nearest_names("dst imp", 0).empty());
  CHECK(table().nearest_names("qqqqqqqqqqqqqqqqqqqqqqqq", 3).empty());
  // No name is that long: nothing is compared with it, however near it begins.
  CHECK(table().nearest_names("Dust Imp" + std::string(200'000, 'p'), 3).empty());
}

TEST_CASE("names of houses and sets", "[cards]") {
  CHECK(house_from_name("Star Alliance") == House::StarAlliance);
  CHECK(house_from_name("staralliance") == House::StarAlliance);
  CHECK(house_from_name("nowhere") == House::None);
  for (int i = 0; i < kHouses; ++i) CHECK(house_from_name(house_title(static_cast<House>(i))) == static_cast<House>(i));
  REQUIRE(find_set("call of the archons") != nullptr);
  CHECK(find_set("call of the archons")->code == "CotA");
  CHECK(find_set("\u00C6mber Skies")->code == "AS");
  CHECK(find_set("menagerie 2024")->code == "MG24");
  CHECK(find_set("XYZ") == nullptr);
  CHECK(find_set("") == nullptr);
  CHECK(find_set("VM26") == nullptr);
  for (const char* word : {"VM26", "vault masters 2026", "964"}) CHECK(find_unlisted_set(word)->code == "VM26");
  CHECK(find_unlisted_set("Unchained 2022")->expansion == 601);
  CHECK(find_unlisted_set("CotA") == nullptr);
  CHECK(no_such_set("964") == "the list of the cards of Vault Masters 2026 is not known");
  CHECK(no_such_set("XYZ") == "there is no set 'XYZ' (CotA, AoA ...)");
  CHECK(keyword_name(Keyword::SplashAttack) == "splash-attack");
  CHECK(type_name(CardType::TokenCreature) == "token-creature");
}

TEST_CASE("a malformed facts table is refused with its line", "[cards]") {
  const std::string header = "id\tname\ttype\tpower\tarmor\tamber\tkeywords\ttraits\tprintings\tenhance\n";
  const std::string good = "a\tA\tcreature\t3\t0\t0\telusive\timp\tCotA:001:dis:common\t\n";
  const auto problem_of = [](const std::string& text) {
    std::string problem;
    const std::optional<CardTable> table = parse_facts(text, problem);
    CHECK(table.has_value() == problem.empty());
    if (table) CHECK(table->cards().size() == 1);
    return problem;
  };
  CHECK(problem_of(header + good).empty());
  CHECK(problem_of("id\tname\n") == "line 1: the header line is not as expected");
  CHECK(problem_of(header + "a\tA\n") == "line 2: expected 10 columns");
  CHECK(problem_of(header + good + good) == "id 'a' occurs twice");
  const auto line = [&](const std::string& text) { return problem_of(header + text); };
  CHECK(line("a\tA\tspell\t3\t0\t0\t\t\tCotA:001:dis:common\t\n") == "line 2: unknown type 'spell'");
  CHECK(line("a\tA\taction\t3x\t0\t0\t\t\tCotA:001:dis:common\t\n") == "line 2: '3x' is not a number");
  CHECK(line("a\tA\taction\t-\t-\t0\tfly\t\tCotA:001:dis:common\t\n") == "line 2: unknown keyword 'fly'");
  CHECK(line("a\tA\taction\t-\t-\t0\t\t\tCotA:001:dis\t\n") == "line 2: bad printing 'CotA:001:dis'");
  CHECK(line("a\tA\taction\t-\t-\t0\t\t\t\t\n") == "line 2: a card without printing");
  CHECK(line("a\tA\taction\t-\t-\t0\t\t\tCotA:001:dis:common\tdraw,spoon\n") == "line 2: unknown bonus icon 'spoon'");
}

TEST_CASE("definitions are part of the program", "[cards]") {
  std::set<std::string_view> paths;
  for (const EmbeddedFile& file : embedded_files("engine/cards/")) {
    INFO(file.path);
    CHECK(paths.insert(file.path).second);
    CHECK(file.text == file_text(file.path));
  }
  CHECK(paths.contains("engine/cards/cota/dis.kf"));
  CHECK(embedded_text("engine/facts/facts.tsv") == file_text("engine/facts/facts.tsv"));
}
