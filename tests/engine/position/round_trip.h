#pragma once
// Positions that are written and read again: what must come back is the same State and Matchup, bit by bit.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "engine/core/frames.h"
#include "engine/position/position_json.h"
#include "engine/position/position_pending.h"

namespace archon::test {

// Copies a State without the unused ends of its lists, which say nothing.
inline void copy_used(State& to, const State& from) {
  std::memcpy(static_cast<void*>(&to), static_cast<const void*>(&from), offsetof(State, actives));
  std::copy_n(from.actives, from.active_count, to.actives);
  std::copy_n(from.waiting, from.waiting_count, to.waiting);
  std::copy_n(from.lasting, from.lasting_count, to.lasting);
  std::copy_n(from.kept, from.kept_used, to.kept);
  std::copy_n(from.log, from.log_count, to.log);
  std::copy_n(from.counters, from.counter_count, to.counters);
  std::copy_n(from.pending, from.pending_count, to.pending);
  std::copy_n(from.frames, from.frame_count, to.frames);
  std::copy_n(from.stack, from.stack_top, to.stack);
}

// Bit by bit, apart from the unused ends of lists and what lies between two frames.
inline State used_part(const State& s) {
  constexpr size_t kSizes[] = {sizeof(AbilityFrame), sizeof(WindowFrame),  sizeof(PlayFrame),    sizeof(EnterFrame),
                               sizeof(UseFrame),     sizeof(ReapFrame),    sizeof(FightFrame),   sizeof(ActFrame),
                               sizeof(DamageFrame),  sizeof(DestroyFrame), sizeof(ReceiveFrame), sizeof(ForgeFrame),
                               sizeof(ControlFrame), sizeof(IconsFrame),   sizeof(ProphecyFrame)};
  static_assert(std::size(kSizes) == static_cast<size_t>(FrameType::Last) + 1);
  State used;
  std::memset(static_cast<void*>(&used), 0, sizeof used);
  copy_used(used, s);
  for (int i = 0; i < used.frame_count; ++i) {
    uint8_t* frame = used.stack + used.frames[i];
    const size_t size = kSizes[frame[0]];
    if (size % 8) std::memset(frame + size, 0, 8 - size % 8);
  }
  return used;
}
inline bool equal(const State& a, const State& b) {
  const State x = used_part(a), y = used_part(b);
  return std::memcmp(static_cast<const void*>(&x), static_cast<const void*>(&y), sizeof x) == 0;
}

// Where two States differ first.
inline std::string other_byte(const State& a, const State& b) {
  const State x = used_part(a), y = used_part(b);
  const auto *p = reinterpret_cast<const uint8_t*>(&x), *q = reinterpret_cast<const uint8_t*>(&y);
  const auto at = std::mismatch(p, p + sizeof x, q).first - p;
  return "another byte " + std::to_string(at) + " of the State";
}

inline bool equal(const Matchup& a, const Matchup& b) {
  bool same = a.card_count == b.card_count && a.deck_houses == b.deck_houses && a.history == b.history &&
              a.houses_in_game == b.houses_in_game && a.rules.name == b.rules.name && a.tide == b.tide;
  for (size_t i = 0; i < 2; ++i)
    same = same && a.tokens[i].definition == b.tokens[i].definition && a.tokens[i].houses == b.tokens[i].houses;
  for (size_t i = 0; same && i < static_cast<size_t>(a.card_count); ++i) {
    const MatchCard &x = a.cards[i], &y = b.cards[i];
    same = x.definition == y.definition && x.houses == y.houses && x.owner == y.owner && x.name_group == y.name_group &&
           x.icons == y.icons && x.icon_count == y.icon_count && x.reverse == y.reverse;
  }
  return same;
}

inline std::vector<int> plain_numbers(const Matchup& m) {
  std::vector<int> numbers(static_cast<size_t>(m.card_count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

// By way of the text, as another program would see it. What is wrong, or nothing.
inline std::string round_trip(const Matchup& m, const State& s) {
  const std::vector<int> numbers = plain_numbers(m);
  const std::string text = write_position(m, s, numbers).dump();
  const LoadedPosition loaded = load_position(nlohmann::json::parse(text));
  if (!loaded.game) return loaded.problems.front().at + ": " + loaded.problems.front().message + " in " + text;
  if (!equal(loaded.game->state, s)) return other_byte(loaded.game->state, s) + " from " + text;
  if (!equal(loaded.game->matchup, m)) return "another Matchup from " + text;
  PositionGame game;
  const std::vector<std::string> problems = read_line(write_line(m, s), game);
  if (!problems.empty()) return problems.front();
  if (!equal(game.state, s)) return other_byte(game.state, s) + " from a line";
  return equal(game.matchup, m) ? "" : "another Matchup from a line";
}

}  // namespace archon::test
