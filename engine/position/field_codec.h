#pragma once
// Bytes as text, and the State in bytes: field by field as engine/core/fields.h lists them, so that neither compiler nor memory
// layout matters. What is read is checked against the range of every field.
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/core/field_check.h"

namespace archon {

// Bytes with their sum in front as base64url, and back: nothing when the text or the sum is wrong.
std::string sealed_text(const std::vector<uint8_t>& bytes);
std::optional<std::vector<uint8_t>> sealed_bytes(std::string_view text);

// Numbers in as few bytes as they need (base 128, lowest digits first).
class ByteWriter {
 public:
  void number(uint64_t value);
  void word(std::string_view text);  // its length and its characters
  std::string text() const { return sealed_text(bytes_); }

 private:
  void byte(uint64_t value) { bytes_.push_back(static_cast<uint8_t>(value)); }
  std::vector<uint8_t> bytes_;
};

// Reads what ByteWriter wrote; once something is wrong, everything is 0 and good() is false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view text);
  bool good() const { return good_; }
  bool done() const { return at_ == bytes_.size(); }
  uint64_t number();
  std::string word(size_t longest);
  void refuse() { good_ = false; }

 private:
  int byte();
  std::vector<uint8_t> bytes_;
  size_t at_ = 0;
  bool good_ = true;
};

// The fields of `s` that differ from `base`: how many are equal, then the value of the next one, and so on.
void write_fields(ByteWriter& out, const Matchup& m, const State& base, const State& s);

// Makes the State that was written out of `s`, which holds `base`. Problems ("frames[2].pc is 70000"), or nothing; after
// problems `s` must not be played on. Whether the parts fit together is a matter of engine/check/invariants.h.
std::vector<std::string> read_fields(ByteReader& in, const Matchup& m, State& s);

}  // namespace archon
