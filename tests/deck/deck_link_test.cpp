// Codes of decks in addresses: there and back, and what is refused.
#include "engine/deck/deck_link.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <set>

#include "engine/core/random.h"
#include "engine/deck/deck_words.h"
#include "engine/deck/generate.h"
#include "engine/deck/import.h"
#include "engine/deck/link_bits.h"

using namespace archon;

namespace {

const std::filesystem::path kRoot = ARCHON_SOURCE_DIR;

// Of the decks that the tests have.
std::vector<Deck> real_decks() {
  std::vector<Deck> decks;
  for (const char* folder : {"tests/deck/formats", "tests/deck", "sim/decks", "tests/perft/decks"}) {
    if (!std::filesystem::exists(kRoot / folder)) continue;
    for (const auto& file : std::filesystem::recursive_directory_iterator(kRoot / folder)) {
      const std::string kind = file.path().extension().string();
      if (kind != ".deck" && kind != ".json" && kind != ".csv" && kind != ".txt") continue;
      const std::vector<Deck> more = import_deck_file(file.path().string()).decks;
      decks.insert(decks.end(), more.begin(), more.end());
    }
  }
  return decks;
}

// What a code keeps of it.
Deck kept(Deck deck) {
  const std::optional<double> sas = deck.identity.sas;
  deck.identity = {};
  deck.identity.sas = sas;
  sort_cards(deck);
  return deck;
}

void check_there_and_back(const Deck& deck) {
  INFO(write_deck(deck));
  const LinkedDecks back = read_deck_link(deck_link(std::vector{deck}));
  REQUIRE(back.problems.empty());
  CHECK(write_deck(back.decks.at(0)) == write_deck(kept(deck)));
}

std::string problem_of(const std::string& link) {
  const LinkedDecks read = read_deck_link(link);
  CHECK(read.decks.empty());
  CHECK(read.problems.size() == 1);
  return read.problems.empty() ? "" : format_problem("", read.problems.front());
}

}  // namespace

TEST_CASE("deck link: real decks there and back, with tokens, prophecies, twins, halves, icons and marks", "[link]") {
  const std::vector<Deck> decks = real_decks();
  REQUIRE(decks.size() > 150);
  std::set<std::string> met;
  size_t signs = 0;
  for (const Deck& deck : decks) {
    check_there_and_back(deck);
    signs += deck_link(std::vector{deck}).size();
    if (deck.token >= 0) met.insert("token");
    if (!deck.prophecies.empty()) met.insert("prophecies");
    if (is_mixed_set(deck.set)) met.insert("mixed");
    if (deck.identity.sas) met.insert("sas");
    for (const DeckCard& card : deck.cards) {
      if (is_evil_twin(facts(card.card))) met.insert("evil twin");
      if (is_second_half(facts(card.card))) met.insert("second half");
      if (!card.bonus_icons.empty()) met.insert("icon");
      for (const DeckMark& mark : kDeckMarks)
        if (card.*mark.is) met.emplace(mark.word);
    }
  }
  CHECK(met == std::set<std::string>{"anomaly", "evil twin", "icon", "legacy", "maverick", "mixed", "prophecies", "sas",
                                     "second half", "token"});
  CHECK(signs / decks.size() <= 80);
  const LinkedDecks all = read_deck_link("https://example.org/archon#decks=" + deck_link(decks));
  REQUIRE(all.problems.empty());
  REQUIRE(all.decks.size() == decks.size());
  for (size_t i = 0; i < decks.size(); ++i) CHECK(all.decks[i] == kept(decks[i]));
}

TEST_CASE("deck link: generated decks of all sets there and back, with every card as a token, power or prophecy", "[link]") {
  constexpr int kDecks = 40;
  int prophecies = 0;
  for (const Expansion& set : card_sets()) {
    for (uint64_t seed = 0; seed < kDecks; ++seed) {
      SmallRng rng{stream_seed(seed, 0, Stream::Setup)};
      Deck deck =
          generate_deck(set.code, "Generated \xE2\x80\x9C" + std::string(set.code) + "\xE2\x80\x9D, the 2nd of O'Brien", rng);
      deck.cards[seed % kDeckCards].bonus_icons = {"draw", "staralliance", "power", "amber"};
      for (const int power : cards_of_type(set.code, CardType::ArchonPower)) deck.archon_power = power;
      for (const int prophecy : cards_of_type(set.code, CardType::Prophecy))
        if (deck.prophecies.size() < kDeckProphecies) deck.prophecies.push_back(prophecy);
      deck.tide = seed % 2 == 0;
      prophecies += !deck.prophecies.empty();
      check_there_and_back(deck);
    }
  }
  CHECK(prophecies >= kDecks);
}

TEST_CASE("deck link: old codes stay what they were", "[link]") {
  const std::string baron = "BPyLggye75FtoWBGhPdje2DC43OGQCqiAkAMVcsm6ZpDWJtN2NZClTh6JbDG3yAP3V7";
  const Deck deck = import_deck_file((kRoot / "sim/decks/baron-malachi-complex-spy.deck").string()).decks.at(0);
  CHECK(deck_link(std::vector{deck}) == baron);
  const LinkedDecks read = read_deck_link(baron);
  REQUIRE(read.problems.empty());
  CHECK(read.decks == std::vector{kept(deck)});
}

// A second card at a place in a set would make old codes mean nothing: it must be told apart in another way.
TEST_CASE("deck link: which places of sets are of several cards", "[link]") {
  std::map<std::string, std::set<std::string>> cards;
  std::set<std::string> shared;
  for (const CardFacts& card : CardTable::instance().cards())
    for (const Printing& printing : card.printings)
      cards[printing.set + " " + printing.number + (is_second_half(card) ? " second" : "")].insert(card.id);
  for (const auto& [place, ids] : cards)
    if (ids.size() > 1) shared.insert(place);
  CHECK(shared == std::set<std::string>{"MG24 305"});
}

TEST_CASE("deck link: what is no code, damaged or unknown is said", "[link]") {
  const std::vector<Deck> decks = import_deck_file((kRoot / "sim/decks/baron-malachi-complex-spy.deck").string()).decks;
  const std::string code = deck_link(decks);
  CHECK(problem_of("") == ": this is no link with decks (such a link ends with #decks=B and more letters)");
  CHECK(problem_of("https://example.org/") == problem_of(""));
  CHECK(problem_of("C" + code.substr(1)) == ": the link is of version 2, not 1 (a newer page or program reads it)");
  CHECK(problem_of(code.substr(0, code.size() - 1)) ==
        ": the link is damaged: its checksum is another one (was it copied whole?)");
  for (size_t at = 1; at < code.size(); ++at) {
    std::string changed = code;
    changed[at] = changed[at] == 'x' ? 'y' : 'x';
    CHECK(problem_of(changed) == ": the link is damaged: its checksum is another one (was it copied whole?)");
  }
}

// Whatever stands in a code, its decks can be written, read and rated; most are refused.
TEST_CASE("deck link: any bits with the right checksum", "[link]") {
  const std::vector<Deck> decks = import_deck_file((kRoot / "sim/decks/baron-malachi-complex-spy.deck").string()).decks;
  const std::string code = deck_link(decks), digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  SmallRng rng{1};
  int read = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string changed = code.substr(0, code.size() - link::kChecksumDigits);
    for (uint32_t changes = 1 + rng.below(3); changes > 0; --changes)
      changed[1 + rng.below(static_cast<uint32_t>(changed.size()) - 1)] = digits[rng.below(64)];
    if (rng.below(4) == 0) changed.resize(1 + rng.below(static_cast<uint32_t>(changed.size())));
    const LinkedDecks linked = read_deck_link(changed + link::checksum(changed));
    CHECK(linked.decks.empty() != linked.problems.empty());
    for (const Deck& deck : linked.decks) CHECK(parse_deck(write_deck(deck)).deck == deck);
    read += !linked.decks.empty();
  }
  CHECK(read > 100);  // other names and cards
  CHECK(read < 19000);
}
