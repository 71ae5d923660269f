#pragma once
// Handles of the C interface that are freed, and generated decks for them.
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agents/c/archon.h"
#include "engine/deck/deck.h"
#include "engine/deck/generate.h"

namespace archon::test {

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* handle) const {
    Free(handle);
  }
};
using CDecks = std::unique_ptr<archon_decks, Freed<archon_decks_free>>;
using CMatchup = std::unique_ptr<archon_matchup, Freed<archon_matchup_free>>;
using CGame = std::unique_ptr<archon_game, Freed<archon_game_free>>;
using CAgent = std::unique_ptr<archon_agent, Freed<archon_agent_free>>;

// A call that must succeed.
inline void ok(archon_code code) {
  if (code != ARCHON_OK) FAIL(archon_last_error());
}

inline CDecks c_decks(std::string_view text) {
  archon_decks* decks = nullptr;
  ok(archon_decks_read(text.data(), text.size(), "test", &decks));
  return CDecks(decks);
}

inline CMatchup c_matchup(const Deck& a, const Deck& b) {
  const CDecks first = c_decks(write_deck(a)), second = c_decks(write_deck(b));
  archon_matchup* matchup = nullptr;
  ok(archon_matchup_make(first.get(), 0, second.get(), 0, 0, 0, &matchup));
  return CMatchup(matchup);
}

inline CMatchup c_matchup_of(std::string_view set, uint64_t seed) {
  SmallRng rng{seed};
  const Deck a = generate_deck(set, "A", rng), b = generate_deck(set, "B", rng);
  return c_matchup(a, b);
}

inline CGame c_game(const CMatchup& matchup, uint64_t seed, uint64_t number = 0, int32_t first = -1) {
  archon_game* game = nullptr;
  ok(archon_game_make(matchup.get(), seed, number, first, &game));
  return CGame(game);
}

inline archon_status status_of(const CGame& game) {
  archon_status status;
  ok(archon_game_status(game.get(), &status));
  return status;
}

// The legal actions, each a row of columns.
struct CLegal {
  std::vector<int32_t> actions, columns;
  std::vector<uint8_t> mask;

  int32_t size() const { return static_cast<int32_t>(actions.size()); }
  int32_t column(int32_t row, archon_action_column column) const {
    return columns[static_cast<size_t>(row * ARCHON_ACTION_COLUMNS + column)];
  }
  friend bool operator==(const CLegal&, const CLegal&) = default;
};
inline CLegal legal_of(const CGame& game) {
  CLegal legal{std::vector<int32_t>(ARCHON_MAX_LEGAL), std::vector<int32_t>(ARCHON_MAX_LEGAL * ARCHON_ACTION_COLUMNS),
               std::vector<uint8_t>(ARCHON_ACTIONS)};
  archon_game* games[] = {game.get()};
  int32_t offsets[2];
  ok(archon_legal(games, 1, ARCHON_MAX_LEGAL, offsets, legal.actions.data(), legal.columns.data(), legal.mask.data()));
  legal.actions.resize(static_cast<size_t>(offsets[1]));
  legal.columns.resize(static_cast<size_t>(offsets[1]) * ARCHON_ACTION_COLUMNS);
  return legal;
}

inline std::vector<int32_t> observed(const CGame& game, int32_t player) {
  std::vector<int32_t> observation(ARCHON_OBSERVATION);
  archon_game* games[] = {game.get()};
  ok(archon_observe(games, 1, &player, observation.data()));
  return observation;
}

inline archon_code step(const CGame& game, int32_t action, archon_status* status = nullptr) {
  archon_game* games[] = {game.get()};
  return archon_step(games, 1, &action, status);
}

// Every decision by lot; `visit()` before each. Until the game is over, or so many decisions.
template <class Visit>
void play_random(const CGame& game, uint64_t seed, Visit visit, int limit = 1 << 20) {
  SmallRng rng{seed};
  for (int i = 0; i < limit && status_of(game).player >= 0; ++i) {
    visit();
    archon_game* games[] = {game.get()};
    int32_t offsets[2], actions[ARCHON_MAX_LEGAL];
    ok(archon_legal(games, 1, ARCHON_MAX_LEGAL, offsets, actions, nullptr, nullptr));
    ok(step(game, actions[rng.below(static_cast<uint32_t>(offsets[1]))]));
  }
}

}  // namespace archon::test
