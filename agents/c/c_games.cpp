// Games of archon.h: making, saving, dealing, stepping, observing.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "agents/c/action_space.h"
#include "agents/c/boundary.h"
#include "agents/c/handles.h"
#include "agents/c/observation.h"
#include "engine/engine.h"
#include "engine/notation.h"
#include "engine/view/view.h"

using namespace archon;
using namespace archon::c;

namespace {

static_assert(same(ARCHON_PLAYING, Result::Playing) && same(ARCHON_WON_0, Result::Won0) && same(ARCHON_WON_1, Result::Won1));
static_assert(same(ARCHON_UNDECIDED, Result::DecisionCap) && same(ARCHON_FAULT, Result::Overflow));
static_assert(same(ARCHON_TIED, Result::Tied));

constexpr uint8_t kNothingLegal = 255;  // State::overflow: the engine asked and allowed no answer

// Goes on to a decision with at least two answers, and lists them.
void settle(archon_game& game) {
  const Matchup& m = game.matchup();
  State& s = game.state;
  ActionList& legal = game.legal;
  for (; !s.over(); apply(m, s, legal[0])) {
    legal_actions(m, s, legal);
    if (legal.size() > 1) break;
    if (!legal.empty()) continue;
    s.result = Result::Overflow;
    s.overflow = kNothingLegal;
  }
  if (s.over()) legal.count = 0;
  game.disguised = !s.over() && needs_disguise(m, s, decision_player(s));
  if (!game.disguised) return;
  const Shown shown(m, s, decision_player(s));
  legal_actions(m, shown.state(), legal);
  for (int i = 0; i < legal.size(); ++i) {
    game.shown_numbers[static_cast<size_t>(i)] = number_of(legal[i]);
    legal.actions[i] = shown.undone(legal[i]);
  }
}

void begin(archon_game& game, uint64_t seed, uint64_t number, int32_t first) {
  require(first >= -1 && first <= 1, "first: 0, 1, or -1 to draw it");
  new_game(game.matchup(), game.state, {.seed = seed, .game = number, .first = first});
  settle(game);
}

// Which of the legal actions it is; below 0: none.
int find(const archon_game& game, int32_t action) {
  for (int i = 0; i < game.legal.size(); ++i)
    if (game.number(i) == action) return i;
  return -1;
}

archon_status status_of(const archon_game& game) {
  const State& s = game.state;
  return {.player = s.over() ? -1 : decision_player(s),
          .winner = s.winner(),
          .result = static_cast<int32_t>(s.result),
          .first = s.first,
          .active = s.active,
          .turn = s.turn,
          .decisions = s.decisions};
}

void require_games(archon_game* const* games, int32_t count) {
  require(count >= 0, "count is less than 0");
  if (count > 0) require_pointer(games, "games");
  for (int32_t i = 0; i < count; ++i)
    if (!games[i]) throw Failure{ARCHON_BAD_ARGUMENT, "games[" + std::to_string(i) + "] is a null pointer"};
}

std::string of_game(int32_t i) { return "game " + std::to_string(i) + ": "; }

// Many games do not fit into the processor's nearer caches: what most actions need of the next one is fetched while one is
// carried out.
void fetch(const archon_game& game) {
  const auto* bytes = reinterpret_cast<const char*>(&game.state);
  for (size_t at = 0; at < offsetof(State, actives); at += 64) __builtin_prefetch(bytes + at, 0, 2);
}

// Rows of columns for the legal actions of a game.
void add_columns(const archon_game& game, int32_t* rows) {
  if (game.legal.empty()) return;
  const Shown shown(game.matchup(), game.state, decision_player(game.state));
  ActionList list;
  legal_actions(game.matchup(), shown.state(), list);
  write_actions(game.matchup(), shown.state(), {list.begin(), list.end()}, rows);
}

struct SavedHead {
  uint64_t identity;
};

}  // namespace

archon_code archon_game_make(const archon_matchup* matchup, uint64_t seed, uint64_t number, int32_t first, archon_game** game) {
  return guarded([&] {
    require_pointer(matchup, "matchup");
    require_pointer(game, "game");
    auto made = std::make_unique<archon_game>();
    made->of = matchup->of;
    begin(*made, seed, number, first);
    *game = made.release();
  });
}

archon_code archon_game_restart(archon_game* game, uint64_t seed, uint64_t number, int32_t first) {
  return guarded([&] {
    require_pointer(game, "game");
    begin(*game, seed, number, first);
  });
}

archon_code archon_game_copy(archon_game* to, const archon_game* from) {
  return guarded([&] {
    require_pointer(to, "to");
    require_pointer(from, "from");
    if (to == from) return;
    if (to->of != from->of) to->of = from->of;
    const auto size = static_cast<size_t>(from->legal.size());
    to->legal.count = from->legal.count;
    std::copy_n(from->legal.actions, size, to->legal.actions);
    to->disguised = from->disguised;
    if (from->disguised) std::copy_n(from->shown_numbers.begin(), size, to->shown_numbers.begin());
    to->state = from->state;
  });
}

void archon_game_free(archon_game* game) { delete game; }

size_t archon_state_size(void) { return sizeof(SavedHead) + sizeof(State); }

archon_code archon_state_save(const archon_game* game, void* bytes, size_t size) {
  return guarded([&] {
    require_pointer(game, "game");
    require_pointer(bytes, "bytes");
    if (size < archon_state_size())
      throw Failure{ARCHON_NO_ROOM, "a state takes " + std::to_string(archon_state_size()) + " bytes"};
    const SavedHead head{game->of->identity};
    std::memcpy(bytes, &head, sizeof head);
    std::memcpy(static_cast<char*>(bytes) + sizeof head, &game->state, sizeof(State));
  });
}

archon_code archon_state_restore(archon_game* game, const void* bytes, size_t size) {
  return guarded([&] {
    require_pointer(game, "game");
    require_pointer(bytes, "bytes");
    SavedHead head{};
    if (size != archon_state_size())
      throw Failure{ARCHON_BAD_INPUT,
                    "a state has " + std::to_string(archon_state_size()) + " bytes, not " + std::to_string(size)};
    std::memcpy(&head, bytes, sizeof head);
    if (head.identity != game->of->identity)
      throw Failure{ARCHON_BAD_INPUT, "the state is of a game of other decks or chains, or of another build of the library"};
    std::memcpy(&game->state, static_cast<const char*>(bytes) + sizeof head, sizeof(State));
    settle(*game);
  });
}

archon_code archon_game_deal(archon_game* game, int32_t player, uint64_t seed) {
  return guarded([&] {
    require_pointer(game, "game");
    require(!game->state.over(), "the game is over: nothing is hidden that matters");
    require(player == decision_player(game->state), "player: it has to be the one who is to decide");
    SmallRng rng{seed};
    game->state = View(game->matchup(), game->state, player).deal(rng);
    settle(*game);
  });
}

archon_code archon_game_status(const archon_game* game, archon_status* status) {
  return guarded([&] {
    require_pointer(game, "game");
    require_pointer(status, "status");
    *status = status_of(*game);
  });
}

archon_code archon_legal(archon_game* const* games, int32_t count, int32_t capacity, int32_t* offsets, int32_t* actions,
                         int32_t* columns, uint8_t* mask) {
  return guarded([&] {
    require_games(games, count);
    require_pointer(offsets, "offsets");
    require(count <= INT32_MAX / ARCHON_MAX_LEGAL, "count: too many games");
    offsets[0] = 0;
    for (int32_t i = 0; i < count; ++i) offsets[i + 1] = offsets[i] + games[i]->legal.size();
    if ((actions || columns) && offsets[count] > capacity)
      throw Failure{ARCHON_NO_ROOM,
                    "there are " + std::to_string(offsets[count]) + " legal actions, and room for " + std::to_string(capacity)};
    if (mask) std::memset(mask, 0, static_cast<size_t>(count) * ARCHON_ACTIONS);
    for (int32_t i = 0; i < count; ++i) {
      const archon_game& game = *games[i];
      for (int k = 0; k < game.legal.size(); ++k) {
        if (actions) actions[offsets[i] + k] = game.number(k);
        if (mask) mask[static_cast<size_t>(i) * ARCHON_ACTIONS + game.number(k)] = 1;
      }
      if (columns) add_columns(game, columns + static_cast<size_t>(offsets[i]) * ARCHON_ACTION_COLUMNS);
    }
  });
}

archon_code archon_step(archon_game* const* games, int32_t count, const int32_t* actions, archon_status* statuses) {
  return guarded([&] {
    require_games(games, count);
    if (count > 0) require_pointer(actions, "actions");
    for (int32_t i = 0; i < count; ++i) {
      games[i]->chosen = static_cast<int16_t>(find(*games[i], actions[i]));
      if (actions[i] != ARCHON_NO_ACTION && games[i]->chosen < 0)
        throw Failure{ARCHON_ILLEGAL, of_game(i) + (games[i]->state.over() ? "the game is over: only ARCHON_NO_ACTION will do"
                                                                           : std::to_string(actions[i]) + " is not legal now")};
    }
    for (int32_t i = 0; i < count; ++i) {
      archon_game& game = *games[i];
      if (i + 1 < count) fetch(*games[i + 1]);
      if (actions[i] != ARCHON_NO_ACTION) {
        const int chosen = std::exchange(game.chosen, int16_t{-1});
        if (chosen < 0) throw Failure{ARCHON_ILLEGAL, of_game(i) + "it is there twice; games before it were stepped"};
        apply(game.matchup(), game.state, game.legal[chosen]);
        settle(game);
      }
      if (statuses) statuses[i] = status_of(game);
    }
  });
}

archon_code archon_action_text(const archon_game* game, int32_t action, char* text, size_t size) {
  return guarded([&] {
    require_pointer(game, "game");
    require_pointer(text, "text");
    require(size > 0, "size is 0");
    const int found = find(*game, action);
    if (found < 0) throw Failure{ARCHON_ILLEGAL, std::to_string(action) + " is not legal now"};
    const int player = decision_player(game->state);
    const Shown shown(game->matchup(), game->state, player);
    ActionList list;
    legal_actions(game->matchup(), shown.state(), list);
    const std::string words = action_text(game->matchup(), shown.state(), list[found], player);
    const size_t length = std::min(words.size(), size - 1);
    std::memcpy(text, words.data(), length);
    text[length] = 0;
  });
}

archon_code archon_observe(archon_game* const* games, int32_t count, const int32_t* players, int32_t* observations) {
  return guarded([&] {
    require_games(games, count);
    if (count > 0) require_pointer(observations, "observations");
    for (int32_t i = 0; players && i < count; ++i)
      if (players[i] != 0 && players[i] != 1)
        throw Failure{ARCHON_BAD_ARGUMENT, of_game(i) + "player " + std::to_string(players[i]) + ": 0 or 1 is wanted"};
    for (int32_t i = 0; i < count; ++i) {
      const archon_game& game = *games[i];
      const int player = players ? players[i] : game.state.over() ? 0 : decision_player(game.state);
      const Shown shown(game.matchup(), game.state, player);
      int32_t* out = observations + static_cast<size_t>(i) * ARCHON_OBSERVATION;
      write_observation(game.matchup(), shown.state(), player, std::span<int32_t, ARCHON_OBSERVATION>(out, ARCHON_OBSERVATION));
    }
  });
}
