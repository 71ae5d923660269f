#include "agents/search/line_memo.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "engine/core/random.h"

namespace archon {
namespace {

// A page carries its program, which is shorter without; there lines are played on, which comes to the same.
#ifdef __wasm__
constexpr bool kRemembers = false;
#else
constexpr bool kRemembers = true;
#endif

// Sums of products of halves of words and keys (NH: Black, Halevi, Krawczyk, Krovetz, Rogaway, "UMAC: fast and secure message
// authentication", CRYPTO 1999), with multiples of a constant for keys: several words at a time.
uint64_t cards_hash(const State& s, int cards) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(s.cards);
  const size_t words = (sizeof(Card) * static_cast<size_t>(cards) / sizeof(uint32_t) + 1) / 2 * 2;
  const auto key = [](size_t i) { return static_cast<uint32_t>(i + 1) * 0x9E3779B9u; };
  uint64_t sum = 0;
  for (size_t i = 0; i < words; i += 2) {
    uint32_t pair[2];
    std::memcpy(pair, bytes + i * sizeof(uint32_t), sizeof pair);
    sum += static_cast<uint64_t>(pair[0] + key(i)) * (pair[1] + key(i + 1));
  }
  return sum;
}

class Key {
 public:
  void add(uint64_t word) { value_ = mixed(value_ + 0x9E3779B97F4A7C15u + word); }
  template <class T>
  void add_all(const T* first, int count) {
    add_bytes(first, sizeof(T) * static_cast<size_t>(count));
  }
  uint64_t value() const { return value_; }

 private:
  void add_bytes(const void* data, size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (size_t i = 0; i < size; i += 8) {
      uint64_t word = 0;
      std::memcpy(&word, bytes + i, std::min<size_t>(8, size - i));
      add(word);
    }
  }

  uint64_t value_ = 0;
};

// Of what happened the order does not count, nor that of cards but in the battlelines. What lies hidden in a world is the same
// for all lines but for what they drew, as is its luck.
uint64_t key_of(const Matchup& m, const State& s) {
  Key key;
  const ZoneView lines = battlelines(s);
  key.add_all(lines.begin(), lines.size());
  uint64_t log = 0;
  for (int i = 0; i < s.log_count; ++i) {
    uint64_t entry = 0;
    static_assert(sizeof(LogEntry) <= sizeof entry);
    std::memcpy(&entry, &s.log[i], sizeof(LogEntry));
    log += mixed(entry + 1);
  }
  key.add(cards_hash(s, m.card_count));
  key.add(log);
  key.add(uint64_t{s.turn} << 48 | uint64_t{s.house} << 16 | uint64_t{s.hand_moves} << 8 | uint64_t{s.acted} << 7 |
          uint64_t{s.prophesied} << 6 | static_cast<uint64_t>(s.tide) << 4 | static_cast<uint64_t>(s.ending));
  key.add_all(s.players, 2);
  key.add_all(s.rng, 3);
  key.add_all(s.extra_turns, 2);
  key.add_all(s.counters, s.counter_count);
  for (int i = 0; i < s.lasting_count; ++i) {
    const LastingEffect& each = s.lasting[i];
    key.add_all(&each, 1);
    for (const uint8_t slot : {each.cards, each.second})
      if (slot != kNotKept) key.add_all(&s.kept[slot], 1);
  }
  return key.value();
}

}  // namespace

bool LineMemo::meets(const Matchup& m, const State& s) {
  if constexpr (!kRemembers) return false;
  const uint64_t key = key_of(m, s) + world_ * 0x9E3779B97F4A7C15u;
  const Entry& found = entry(key);
  if (found.key == key) {
    known_ = found.value;
    return true;
  }
  if (length_ < kLongest) line_[length_++] = key;
  return false;
}

void LineMemo::end(float value) {
  for (const uint64_t key : std::span(line_).first(length_)) entry(key) = {key, value};
}

}  // namespace archon
