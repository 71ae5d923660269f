#pragma once
// Games for the tests of the engine.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/deck/deck.h"
#include "engine/deck/generate.h"
#include "engine/engine.h"
#include "engine/facts/facts.h"
#include "engine/make_matchup.h"

namespace archon::test {

// The decks of sim/decks, in the order of their file names.
inline const std::vector<Deck>& playable_decks() {
  static const std::vector<Deck> decks = [] {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(ARCHON_SOURCE_DIR) / "sim" / "decks"))
      if (entry.path().extension() == ".deck") paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    std::vector<Deck> found;
    for (const std::string& path : paths) found.push_back(read_deck_file(path).deck.value());
    return found;
  }();
  return decks;
}

inline Matchup matchup_of(size_t a, size_t b) {
  const std::vector<Deck>& decks = playable_decks();
  return *make_matchup(decks[a % decks.size()], decks[b % decks.size()]).matchup;
}

// Two generated decks, of two sets; every number gives another pair of them, until all have met.
inline Matchup matchup_of_sets(std::string_view a, std::string_view b, uint64_t seed) {
  SmallRng rng{seed};
  const Deck first = generate_deck(a, "A", rng), second = generate_deck(b, "B", rng);
  return *make_matchup(first, second).matchup;
}
inline Matchup matchup_of_any_sets(size_t number) {
  const auto sets = card_sets();
  const size_t a = number % sets.size(), b = (a + number / sets.size()) % sets.size();
  return matchup_of_sets(sets[a].code, sets[b].code, number + 1);
}

// Plays a game with random decisions; `visit(state, action)` is called before each of them. Ends after `limit` decisions.
template <class Visit>
void play_random(const Matchup& m, State& s, uint64_t seed, Visit visit, int limit = 2000) {
  new_game(m, s, {.seed = seed});
  SmallRng rng{seed * 7919 + 1};
  ActionList list;
  for (int i = 0; i < limit && !s.over(); ++i) {
    legal_actions(m, s, list);
    if (list.empty()) return;
    const Action action = list[static_cast<int>(rng.below(static_cast<uint32_t>(list.size())))];
    visit(s, action);
    apply(m, s, action);
  }
}

}  // namespace archon::test
