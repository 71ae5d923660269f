#include "engine/position/field_codec.h"

#include <algorithm>

#include "engine/core/fnv.h"
#include "engine/core/number_fields.h"

namespace archon {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";  // base64url
constexpr size_t kSumBytes = 8;

uint64_t sum_of(const uint8_t* bytes, size_t size) {
  Fnv64 hash;
  hash.add(bytes, size);
  return hash.value;
}

std::string to_text(const std::vector<uint8_t>& bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t word = 0;
    const size_t count = std::min<size_t>(3, bytes.size() - i);
    for (size_t k = 0; k < 3; ++k) word = word << 8 | (k < count ? bytes[i + k] : 0u);
    for (size_t k = 0; k <= count; ++k) text += kDigits[word >> (18 - 6 * k) & 63];
  }
  return text;
}

std::optional<std::vector<uint8_t>> from_text(std::string_view text) {
  std::vector<uint8_t> bytes;
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

// Signed fields as 0, -1, 1, -2, ...
template <class T>
uint64_t coded(T value) {
  if constexpr (std::is_signed_v<T>)
    return static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value < 0 ? -1 : 0);
  else
    return static_cast<uint64_t>(value);
}

class FieldWriter : public NumberFields<FieldWriter> {
 public:
  FieldWriter(ByteWriter& out, const State& base, const State& s)
      : out_(out), base_(reinterpret_cast<const uint8_t*>(&base)), state_(reinterpret_cast<const uint8_t*>(&s)) {}

  template <class Set>
  void cards(const char*, const Set& set) {
    const CardSet now = set, was = in_base(set);
    put(now.low, was.low);
    put(now.high, was.high);
  }

 private:
  friend NumberFields<FieldWriter>;
  // The same field of the base: the same place in a State of the same type.
  template <class T>
  const T& in_base(const T& field) const {
    return *reinterpret_cast<const T*>(base_ + (reinterpret_cast<const uint8_t*>(&field) - state_));
  }
  template <class T>
  bool add(const T& field) {
    return put(coded(field), coded(in_base(field)));
  }
  bool put(uint64_t now, uint64_t was) {
    if (now == was) {
      ++equal_;
    } else {
      out_.number(equal_);
      out_.number(now);
      equal_ = 0;
    }
    return true;
  }

  ByteWriter& out_;
  const uint8_t* const base_;
  const uint8_t* const state_;
  uint64_t equal_ = 0;
};

// Reads each field before it is checked.
class FieldReader : public FieldCheck {
 public:
  FieldReader(ByteReader& in, const Matchup& m) : FieldCheck(m), in_(in) { next(); }

  template <class T>
  bool number(const char* name, T& field, int64_t lowest, int64_t highest) {
    get(field);
    return FieldCheck::number(name, field, lowest, highest);
  }
  template <class T>
  bool index(const char* name, T& field, int count, int none = -1) {
    get(field);
    return FieldCheck::index(name, field, count, none);
  }
  template <class T>
  bool giver(const char* name, T& field, int cards, int effects) {
    get(field);
    return FieldCheck::giver(name, field, cards, effects);
  }
  template <class T>
  bool bits(const char* name, T& field, uint64_t valid) {
    get(field);
    return FieldCheck::bits(name, field, valid);
  }
  template <class T>
  void any(const char*, T& field) {
    get(field);
  }
  template <class Set>
  void cards(const char* name, Set& set) {
    CardSet cards = set;
    get(cards.low);
    get(cards.high);
    FieldCheck::cards(name, cards);
    set = cards;
  }
  template <class T>
  int count(const char* name, T& field, int highest) {
    get(field);
    const int elements = FieldCheck::count(name, field, highest);
    field = static_cast<T>(elements);
    return elements;
  }
  template <class T>
  bool follows(const char*, T& field, int value) {
    field = static_cast<T>(value);
    return true;
  }

 private:
  template <class T>
  void get(T& field) {
    if (equal_ > 0) {
      --equal_;
      return;
    }
    const uint64_t value = in_.number();
    T read;
    if constexpr (std::is_signed_v<T>)
      read = static_cast<T>(static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1));
    else
      read = static_cast<T>(value);
    if (coded(read) != value) in_.refuse();
    field = read;
    next();
  }
  void next() { equal_ = in_.done() ? std::numeric_limits<uint64_t>::max() : in_.number(); }

  ByteReader& in_;
  uint64_t equal_ = 0;
};

}  // namespace

void ByteWriter::number(uint64_t value) {
  for (; value >= 128; value >>= 7) byte((value & 127) | 128);
  byte(value);
}

void ByteWriter::word(std::string_view text) {
  number(text.size());
  for (char c : text) byte(static_cast<uint8_t>(c));
}

std::string sealed_text(const std::vector<uint8_t>& bytes) {
  std::vector<uint8_t> all;
  const uint64_t sum = sum_of(bytes.data(), bytes.size());
  for (size_t i = 0; i < kSumBytes; ++i) all.push_back(static_cast<uint8_t>(sum >> (8 * i)));
  all.insert(all.end(), bytes.begin(), bytes.end());
  return to_text(all);
}

std::optional<std::vector<uint8_t>> sealed_bytes(std::string_view text) {
  std::optional<std::vector<uint8_t>> bytes = from_text(text);
  if (!bytes || bytes->size() < kSumBytes) return std::nullopt;
  uint64_t sum = 0;
  for (size_t i = 0; i < kSumBytes; ++i) sum |= static_cast<uint64_t>((*bytes)[i]) << (8 * i);
  bytes->erase(bytes->begin(), bytes->begin() + kSumBytes);
  return sum == sum_of(bytes->data(), bytes->size()) ? bytes : std::nullopt;
}

ByteReader::ByteReader(std::string_view text) {
  std::optional<std::vector<uint8_t>> bytes = sealed_bytes(text);
  good_ = bytes.has_value();
  if (bytes) bytes_ = std::move(*bytes);
}

int ByteReader::byte() {
  good_ = good_ && at_ < bytes_.size();
  return good_ ? bytes_[at_++] : 0;
}

uint64_t ByteReader::number() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const int digit = byte();
    value |= static_cast<uint64_t>(digit & 127) << shift;
    if (digit < 128) return value;
  }
  good_ = false;
  return 0;
}

std::string ByteReader::word(size_t longest) {
  const uint64_t size = number();
  good_ = good_ && size <= longest;
  std::string text;
  for (uint64_t i = 0; good_ && i < size; ++i) text += static_cast<char>(byte());
  return text;
}

void write_fields(ByteWriter& out, const Matchup& m, const State& base, const State& s) {
  FieldWriter writer(out, base, s);
  Fields(m, writer).state(s);
}

std::vector<std::string> read_fields(ByteReader& in, const Matchup& m, State& s) {
  FieldReader reader(in, m);
  Fields(m, reader).state(s);
  std::vector<std::string> problems = reader.problems();
  if (!in.good() || !in.done()) problems.insert(problems.begin(), "it is damaged");
  return problems;
}

}  // namespace archon
