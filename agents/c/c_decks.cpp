// Decks and matchups of archon.h.
#include <string>
#include <string_view>

#include "agents/c/boundary.h"
#include "agents/c/handles.h"
#include "engine/core/card_program.h"
#include "engine/core/program_hash.h"
#include "engine/deck/import.h"
#include "engine/make_matchup.h"

using namespace archon;
using namespace archon::c;

namespace {

std::string listed(const std::string& name, const std::vector<DeckProblem>& problems) {
  std::string text;
  for (const DeckProblem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += format_problem(name, problem);
  }
  return text;
}

const Deck& deck_of(const archon_decks* decks, int32_t number, const char* name) {
  require_pointer(decks, name);
  if (number < 0 || static_cast<size_t>(number) >= decks->decks.size())
    throw Failure{ARCHON_BAD_ARGUMENT, std::string(name) + " has " + std::to_string(decks->decks.size()) +
                                           " decks, and none with the number " + std::to_string(number)};
  return decks->decks[static_cast<size_t>(number)];
}

// What a State of the game means nothing without: the compiled cards, its size, decks and chains.
uint64_t identity_of(const Deck& a, const Deck& b, int32_t chains_a, int32_t chains_b) {
  static const uint64_t cards = program_hash(card_program());
  uint64_t mixed = cards;
  for (uint64_t part : {uint64_t{sizeof(State)}, deck_hash(a), deck_hash(b), static_cast<uint64_t>(chains_a * 256 + chains_b)})
    mixed = SmallRng{mixed ^ part}.next();
  return mixed;
}

}  // namespace

archon_code archon_decks_read(const char* text, size_t size, const char* name, archon_decks** decks) {
  return guarded([&] {
    require_pointer(text, "text");
    require_pointer(decks, "decks");
    const std::string called = name ? name : "";
    ImportResult read = import_decks(std::string_view(text, size), called);
    const std::string input = called.empty() ? "input" : called;
    if (!read.problems.empty()) throw Failure{ARCHON_BAD_INPUT, listed(input, read.problems)};
    *decks = new archon_decks{std::move(read.decks), listed(input, read.warnings)};
  });
}

int32_t archon_decks_count(const archon_decks* decks) { return decks ? static_cast<int32_t>(decks->decks.size()) : 0; }

const char* archon_decks_name(const archon_decks* decks, int32_t deck) {
  if (deck < 0 || deck >= archon_decks_count(decks)) return nullptr;
  return decks->decks[static_cast<size_t>(deck)].name.c_str();
}

const char* archon_decks_warnings(const archon_decks* decks) { return decks ? decks->warnings.c_str() : ""; }

void archon_decks_free(archon_decks* decks) { delete decks; }

archon_code archon_matchup_make(const archon_decks* decks_0, int32_t deck_0, const archon_decks* decks_1, int32_t deck_1,
                                int32_t chains_0, int32_t chains_1, archon_matchup** matchup) {
  return guarded([&] {
    require_pointer(matchup, "matchup");
    const Deck& a = deck_of(decks_0, deck_0, "decks_0");
    const Deck& b = deck_of(decks_1, deck_1, "decks_1");
    for (int32_t chains : {chains_0, chains_1}) require(chains >= 0 && chains <= 24, "chains: from 0 to 24");
    MatchupResult made = make_matchup(a, b, {.rules = {}, .starting_chains = {chains_0, chains_1}, .clock = {}});
    if (!made.matchup) {
      std::string why;
      for (const std::string& each : made.unknown_decks) why += (why.empty() ? "" : "\n") + each;
      throw Failure{ARCHON_BAD_INPUT, why};
    }
    *matchup = new archon_matchup{
        std::make_shared<const MatchupOf>(MatchupOf{std::move(*made.matchup), identity_of(a, b, chains_0, chains_1)})};
  });
}

void archon_matchup_free(archon_matchup* matchup) { delete matchup; }
