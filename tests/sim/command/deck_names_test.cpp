// Decks by name.
#include "sim/command/deck_names.h"

#include <catch2/catch.hpp>

using namespace archon;
using namespace archon::cli;

namespace {

Deck called(const std::string& name, const std::string& set = "CotA", const std::string& id = "") {
  Deck deck;
  deck.name = name;
  deck.set = set;
  deck.houses = {House::Dis, House::StarAlliance, House::Untamed};
  deck.identity.id = id;
  return deck;
}

// The names that a text means, joined.
std::string meant(const std::vector<Deck>& decks, std::string_view text) {
  std::vector<const Deck*> all;
  for (const Deck& each : decks) all.push_back(&each);
  std::string names;
  for (const size_t i : decks_called(all, text)) names += (names.empty() ? "" : " + ") + decks[i].name;
  return names;
}

std::string near(const std::vector<Deck>& decks, std::string_view text) {
  std::vector<const Deck*> all;
  for (const Deck& each : decks) all.push_back(&each);
  return nearest_decks(all, text);
}

}  // namespace

TEST_CASE("Names of decks are compared by their words") {
  CHECK(deck_words("Miss \"Onyx\" Censorius") == "miss onyx censorius");
  CHECK(deck_words("miss-onyx-censorius") == "miss onyx censorius");
  CHECK(deck_words("  Du’lac, the Baron of Ustoth!") == "dulac the baron of ustoth");
  CHECK(deck_words("Æmbersmith of TYRSVILLE Sanctum") == "aembersmith of tyrsville sanctum");
  CHECK(deck_words("Isaiah el Lineal del Cráter") == "isaiah el lineal del crater");
  CHECK(deck_words("Isaiah el Lineal del Cra\xCC\x81ter") == "isaiah el lineal del crater");
  CHECK(deck_words("БОЦМАН Джоли") == deck_words("боцман джоли"));
  CHECK(deck_words("漢字の王") == deck_words("漢字の王"));
  CHECK(deck_words("♠ ♥").empty());
  CHECK(deck_words("a\xFF\xFE b") == "a b");  // no UTF-8
}

TEST_CASE("A deck is called by a part of its name") {
  const std::vector<Deck> decks = {called("Tsong, the Watcher of Food"), called("Guide Achea"),
                                   called("Guide Achea the Second")};
  CHECK(meant(decks, "tsong") == "Tsong, the Watcher of Food");
  CHECK(meant(decks, "WATCHER of") == "Tsong, the Watcher of Food");
  CHECK(meant(decks, "the") == "Tsong, the Watcher of Food + Guide Achea the Second");
  CHECK(meant(decks, "guide achea") == "Guide Achea");  // its whole name comes before parts of others
  CHECK(meant(decks, "guide") == "Guide Achea + Guide Achea the Second");
  CHECK(meant(decks, "achea guide").empty());
  CHECK(meant(decks, "").empty());
  CHECK(meant(decks, "!?").empty());
}

TEST_CASE("A deck is called by its id, a house or its set") {
  const std::string id = "00d5ab0e-1d1b-4d4a-9c27-2e5bb2a6b4a1";
  std::vector<Deck> decks = {called("First", "MM", id), called("Second Commander"), called("The Disciple", "WC")};
  decks[2].houses = {House::Mars, House::Logos, House::Sanctum};
  CHECK(meant(decks, id) == "First");
  CHECK(meant(decks, "https://decksofkeyforge.com/decks/" + id) == "First");
  CHECK(meant(decks, "00D5AB") == "First");
  CHECK(meant(decks, "00d").empty());    // too short for an id
  CHECK(meant(decks, "1d1b").empty());   // not its beginning
  CHECK(meant(decks, "mm") == "First");  // the set, before "Commander"
  CHECK(meant(decks, "Mass Mutation") == "First");
  CHECK(meant(decks, "dis") == "First + Second Commander");  // the house, before "Disciple"
  CHECK(meant(decks, "disc") == "The Disciple");
  CHECK(meant(decks, "staralliance") == "First + Second Commander");
  CHECK(meant(decks, "alliance") == "First + Second Commander");
  CHECK(meant(decks, "nt").empty());  // a part of "Untamed" that is too short
}

TEST_CASE("Near names are suggested, the nearest first") {
  const std::vector<Deck> decks = {called("Tsong, the Watcher of Food"), called("Gong the Song"), called("Far Away")};
  CHECK(near(decks, "tsnog") == "did you mean 'Tsong, the Watcher of Food'?");
  CHECK(near(decks, "the watchers") == "did you mean 'Tsong, the Watcher of Food'?");
  CHECK(near(decks, "tsongs") == "did you mean 'Tsong, the Watcher of Food' or 'Gong the Song'?");
  CHECK(near(decks, "Tsong, the Watcher of Foot") == "did you mean 'Tsong, the Watcher of Food'?");
  CHECK(near(decks, "qqqq").empty());
  CHECK(near(decks, std::string(100, 'x')).empty());
}
