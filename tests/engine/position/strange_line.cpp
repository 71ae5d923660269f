#include "tests/engine/position/strange_line.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/advance.h"
#include "engine/core/fields.h"
#include "engine/engine.h"
#include "engine/notation.h"
#include "engine/position/field_codec.h"
#include "engine/position/position_json.h"
#include "engine/position/position_pending.h"

namespace archon::test {
namespace {

constexpr std::string_view kPrefix = "archon-3:";

// A visitor that gives one field of a State another value, mostly one of its range.
class FieldChange {
 public:
  FieldChange(const Matchup& m, int target, SmallRng& rng) : m_(m), target_(target), rng_(rng) {}
  int fields() const { return seen_; }

  // What a frame is, and of which ability, decides what lies behind it: only bytes are changed so.
  template <class T>
  bool number(const char* name, T& field, int64_t lowest, int64_t highest) {
    return in_frame(name, "type") || set(field, lowest, highest);
  }
  template <class T>
  bool index(const char* name, T& field, int count, int = -1) {
    return in_frame(name, "ability") || set(field, 0, count - 1);
  }
  template <class T>
  bool giver(const char*, T& field, int, int) {
    return set(field, 0, 255);
  }
  template <class T>
  bool bits(const char*, T& field, uint64_t valid) {
    if (hit()) field = static_cast<T>(static_cast<uint64_t>(field) ^ (valid & rng_.next()));
    return true;
  }
  template <class T>
  void any(const char*, T& field) {
    if (hit()) field = static_cast<T>(rng_.below(4) ? rng_.below(64) : rng_.next());
  }
  template <class Set>
  void cards(const char*, Set& set) {
    if (!hit()) return;
    CardSet to = set;
    const auto card = static_cast<CardId>(rng_.below(static_cast<uint32_t>(m_.card_count)));
    to.has(card) ? to.remove(card) : to.add(card);
    set = to;
  }
  template <class T>
  int count(const char* name, T& field, int highest) {
    const int was = field;
    if (std::string_view(name) == "frame_count") return was;
    set(field, 0, std::min(was + 1, highest));
    return std::min<int>(was, field);
  }
  template <class T>
  void spare(const char*, T&) {}
  template <class T>
  bool follows(const char*, T&, int) {
    return true;
  }
  bool room(int, int) { return true; }
  void item(const char* list, int) { list_ = list; }

 private:
  bool in_frame(std::string_view name, std::string_view field) const { return list_ == "frames" && name == field; }
  bool hit() { return seen_++ == target_; }
  template <class T>
  bool set(T& field, int64_t lowest, int64_t highest) {
    if (hit()) field = static_cast<T>(lowest + static_cast<int64_t>(rng_.below(static_cast<uint32_t>(highest - lowest + 1))));
    return true;
  }

  const Matchup& m_;
  const int target_;
  SmallRng& rng_;
  std::string_view list_;
  int seen_ = 0;
};

}  // namespace

std::string with_other_field(const Matchup& m, const State& s, SmallRng& rng) {
  State all = s, changed = s;
  FieldChange counter(m, -1, rng);
  Fields(m, counter).state(all);
  // The fields of what is under way come last; they are few, and break most.
  const int fields = counter.fields(), last = fields - 400;
  const int target =
      static_cast<int>(rng.below(2) ? rng.below(static_cast<uint32_t>(fields)) : static_cast<uint32_t>(last) + rng.below(400));
  FieldChange change(m, target, rng);
  Fields(m, change).state(changed);
  return write_line(m, changed);
}

std::string with_other_bytes(const std::string& line, SmallRng& rng) {
  std::vector<uint8_t> bytes = *sealed_bytes(std::string_view(line).substr(kPrefix.size()));
  for (uint32_t changes = 1 + rng.below(3); changes > 0; --changes)
    bytes[10 + rng.below(static_cast<uint32_t>(bytes.size() - 10))] = static_cast<uint8_t>(rng.next());
  return std::string(kPrefix) + sealed_text(bytes);
}

void play_on(const Matchup& m, State& s, const std::vector<int>& numbers, uint64_t seed) {
  SmallRng rng{seed};
  ActionList list;
  for (int step = 0; step < 200 && !s.over(); ++step) {
    legal_actions(m, s, list);
    if (step == 0) (void)write_position(m, s, numbers).dump();  // what is accepted can be written
    if (step % 50 == 0)
      for (Action action : list) (void)action_text(m, s, action);
    // As apply() does, but without the invariants of checked builds: a position no game leads to may break them.
    s.answer = list[static_cast<int>(rng.below(static_cast<uint32_t>(list.size())))];
    s.choice.kind = ChoiceKind::None;
    s.answered = 1;
    advance(m, s);
  }
}

bool survive_line(std::string_view line, uint64_t seed) {
  PositionGame game;
  if (!read_line(line, game).empty()) return false;
  play_on(game.matchup, game.state, game.numbers, seed);
  return true;
}

}  // namespace archon::test
