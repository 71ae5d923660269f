#include "engine/position/position_pending.h"

#include <algorithm>
#include <array>
#include <optional>

#include "engine/cards/library.h"
#include "engine/invariants.h"
#include "engine/make_matchup.h"
#include "engine/position/position.h"
#include "engine/query/derive.h"
#include "engine/rules/turn.h"

namespace archon {
namespace {

using Bytes = std::vector<uint8_t>;
constexpr std::string_view kLinePrefix = "archon-1:";
constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";  // base64url

uint64_t hash_bytes(const void* data, size_t size, uint64_t hash = 0xCBF29CE484222325u) {
  const auto* bytes = static_cast<const uint8_t*>(data);
  for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001B3u;
  return hash;
}

std::string to_text(const Bytes& bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t word = 0;
    const size_t count = std::min<size_t>(3, bytes.size() - i);
    for (size_t k = 0; k < 3; ++k) word = word << 8 | (k < count ? bytes[i + k] : 0u);
    for (size_t k = 0; k <= count; ++k) text += kDigits[word >> (18 - 6 * k) & 63];
  }
  return text;
}

std::optional<Bytes> from_text(std::string_view text) {
  Bytes bytes;
  uint32_t word = 0;
  int bits = 0;
  for (char c : text) {
    const size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    word = word << 6 | static_cast<uint32_t>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<uint8_t>(word >> bits & 0xFF));
  }
  return bytes;
}

class Writer {
 public:
  void byte(int value) { bytes_.push_back(static_cast<uint8_t>(value)); }
  void number(uint64_t value, int size) {
    for (int i = 0; i < size; ++i) byte(static_cast<int>(value >> (8 * i) & 0xFF));
  }
  void size(size_t value) {
    for (; value >= 128; value >>= 7) byte(static_cast<int>(value & 127) | 128);
    byte(static_cast<int>(value));
  }
  // The bytes of `to` that differ from `from`, as runs: how many to skip, how many follow.
  void difference(const State& from, const State& to) {
    const auto* a = reinterpret_cast<const uint8_t*>(&from);
    const auto* b = reinterpret_cast<const uint8_t*>(&to);
    size_t done = 0;
    for (size_t at = 0; at < sizeof(State); ++at) {
      if (a[at] == b[at]) continue;
      size_t end = at + 1;
      for (size_t i = end; i < std::min(end + 2, sizeof(State)); ++i)
        if (a[i] != b[i]) end = i + 1;
      size(at - done);
      size(end - at);
      bytes_.insert(bytes_.end(), b + at, b + end);
      done = end;
      at = end - 1;
    }
  }
  // With the sum of all bytes in front.
  std::string text() const {
    Writer out;
    out.number(hash_bytes(bytes_.data(), bytes_.size()), 8);
    out.bytes_.insert(out.bytes_.end(), bytes_.begin(), bytes_.end());
    return to_text(out.bytes_);
  }

 private:
  Bytes bytes_;
};

// Reads what Writer wrote; once something is wrong, everything is 0 and good() is false.
class Reader {
 public:
  explicit Reader(std::string_view text) {
    if (std::optional<Bytes> bytes = from_text(text)) bytes_ = std::move(*bytes);
    const uint64_t sum = number(8);
    good_ = good_ && sum == hash_bytes(bytes_.data() + at_, bytes_.size() - at_);
  }
  bool good() const { return good_; }
  int byte() {
    good_ = good_ && at_ < bytes_.size();
    return good_ ? bytes_[at_++] : 0;
  }
  uint64_t number(int size) {
    uint64_t value = 0;
    for (int i = 0; i < size; ++i) value |= static_cast<uint64_t>(byte()) << (8 * i);
    return value;
  }
  size_t size() {
    size_t value = 0;
    for (int shift = 0; shift < 28; shift += 7) {
      const int next = byte();
      value |= static_cast<size_t>(next & 127) << shift;
      if (next < 128) break;
    }
    return value;
  }
  void difference(State& s) {
    auto* to = reinterpret_cast<uint8_t*>(&s);
    size_t at = 0;
    while (good_ && at_ < bytes_.size()) {
      at += size();
      const size_t count = size();
      good_ = good_ && count <= bytes_.size() - at_ && at <= sizeof(State) && count <= sizeof(State) - at;
      if (!good_) return;
      std::copy_n(bytes_.data() + at_, count, to + at);
      at_ += count;
      at += count;
    }
  }

 private:
  Bytes bytes_;
  size_t at_ = 0;
  bool good_ = true;
};

// Frames hold places in the program, so what is pending makes sense only in the same one.
uint64_t hash_program(const Program& p) {
  uint64_t value = hash_bytes(p.code.data(), p.code.size() * sizeof(Instr), sizeof(State));
  for (const Expr& e : p.exprs) value = hash_bytes(&e, sizeof e, value);
  for (size_t size : {p.definitions.size(), p.abilities.size(), p.bodies.size(), p.statics.size(), p.selectors.size()})
    value = hash_bytes(&size, sizeof size, value);
  return value;
}

uint64_t program_hash(const Program& program) {
  static const uint64_t playable = hash_program(Library::instance().program());
  if (&program == &Library::instance().program()) return playable;
  static const uint64_t with_drafts = hash_program(Library::with_drafts().program());
  return with_drafts;
}

// The program that has this hash; null when neither has it.
const Program* program_of(uint64_t hash) {
  for (const bool experimental : {false, true})
    if (const Program& program = library_for(experimental).program(); program_hash(program) == hash) return &program;
  return nullptr;
}

// Which cards there are and where they lie.
uint64_t places_hash(const Matchup& m, const State& s) {
  uint64_t hash = hash_bytes(s.start, sizeof s.start, hash_bytes(s.order, sizeof s.order));
  for (int i = 0; i < m.card_count; ++i) {
    hash = hash_bytes(&m.cards[static_cast<size_t>(i)].definition, 2, hash);
    hash = hash_bytes(&m.cards[static_cast<size_t>(i)].owner, 1, hash);
  }
  return hash;
}

const char* const kOtherProgram = "was written by another version of the program";

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::string write_pending(const Matchup& m, const State& base, const State& s) {
  Writer writer;
  writer.number(program_hash(*m.program), 8);
  writer.number(places_hash(m, base), 8);
  writer.number(hash_bytes(&base, sizeof base), 8);
  writer.difference(base, s);
  return writer.text();
}

std::vector<std::string> restore_pending(std::string_view pending, const Matchup& m, State& s) {
  Reader reader(pending);
  const uint64_t program = reader.number(8), places = reader.number(8), base = reader.number(8);
  if (!reader.good()) return {"`pending` is damaged"};
  if (program != program_hash(*m.program)) return {std::string("`pending` ") + kOtherProgram};
  if (places != places_hash(m, s))
    return {"`pending` belongs to other cards in other places; leave it out to begin the step anew"};
  const bool edited = base != hash_bytes(&s, sizeof s);
  reader.difference(s);
  if (!reader.good()) return {"`pending` is damaged"};
  if (edited) derive(m, s);
  const std::string violations = check_invariants(m, s);
  if (!violations.empty()) return {"`pending` contradicts the position: " + first_line(violations)};
  return {};
}

std::string write_line(const Matchup& m, const State& s) {
  Writer writer;
  writer.number(program_hash(*m.program), 8);
  writer.size(m.rules.name.size());
  for (char c : m.rules.name) writer.byte(c);
  writer.byte(m.card_count);
  for (int i = 0; i < m.card_count; ++i) {
    const MatchCard& card = m.cards[static_cast<size_t>(i)];
    writer.number(card.definition, 2);
    writer.number(card.houses, 2);
    writer.byte(card.owner << 4 | card.icon_count);
    for (int icon = 0; icon < card.icon_count; ++icon) writer.byte(card.icons[static_cast<size_t>(icon)]);
  }
  for (HouseMask houses : m.deck_houses) writer.number(houses, 2);
  State base;
  clear_state(m, base);
  writer.difference(base, s);
  return std::string(kLinePrefix) + writer.text();
}

std::vector<std::string> read_line(std::string_view line, PositionGame& game) {
  if (!line.starts_with(kLinePrefix)) return {"a position line begins with `" + std::string(kLinePrefix) + "`"};
  Reader reader(line.substr(kLinePrefix.size()));
  const Program* const program = program_of(reader.number(8));
  if (!reader.good()) return {"the position line is damaged"};
  if (program == nullptr) return {std::string("the position line ") + kOtherProgram};
  Matchup& m = game.matchup;
  m = {};
  m.program = program;
  std::string rules(std::min<size_t>(reader.size(), 8), ' ');
  for (char& c : rules) c = static_cast<char>(reader.byte());
  const std::optional<RulesProfile> profile = find_rules(rules);
  m.card_count = reader.byte();
  if (!reader.good() || !profile || m.card_count > kMaxCards) return {"the position line is damaged"};
  m.rules = *profile;
  for (int i = 0; i < m.card_count; ++i) {
    MatchCard& card = m.cards[static_cast<size_t>(i)];
    card.definition = static_cast<uint16_t>(reader.number(2));
    card.houses = static_cast<HouseMask>(reader.number(2));
    const int owner_and_icons = reader.byte();
    card.owner = static_cast<uint8_t>(owner_and_icons >> 4);
    card.icon_count = static_cast<uint8_t>(owner_and_icons & 15);
    if (card.icon_count > card.icons.size() || card.owner > 1 || card.definition >= m.program->definitions.size())
      return {"the position line is damaged"};
    for (int icon = 0; icon < card.icon_count; ++icon)
      card.icons[static_cast<size_t>(icon)] = static_cast<uint8_t>(reader.byte());
    game.numbers.push_back(i);
  }
  for (HouseMask& houses : m.deck_houses) houses = static_cast<HouseMask>(reader.number(2));
  finish_matchup(m);
  clear_state(m, game.state);
  reader.difference(game.state);
  const std::string violations = reader.good() ? check_invariants(m, game.state) : "it is damaged";
  if (!violations.empty()) return {"the position line is no position: " + first_line(violations)};
  return {};
}

}  // namespace archon
