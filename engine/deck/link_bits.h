#pragma once
// The bits of a code of decks: numbers, texts, and base 64 of addresses. Only for deck_link.cpp and its parts.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace archon::link {

inline constexpr int kDigitBits = 6;       // of a sign of the code
inline constexpr int kChecksumDigits = 4;  // at its end
inline constexpr size_t kMostName = 400;   // bytes of a name

class BitWriter {
 public:
  void bits(uint32_t value, int count);  // the highest bit first
  void number(uint32_t value, int low);  // of any size: `low` lowest bits, and a bit for each 2^low before them (Rice)
  void text(std::string_view text);      // a byte or 5 bits a letter
  std::string code() const;              // with its checksum

 private:
  std::vector<bool> bits_;
};

// How many bits number() takes.
inline uint32_t number_bits(uint32_t value, int low) { return (value >> low) + 1 + static_cast<uint32_t>(low); }

// What is read beyond the end is 0, and `ended` says so.
class BitReader {
 public:
  explicit BitReader(std::string_view code);  // without checksum

  uint32_t bits(int count);
  uint32_t number(int low);  // at most 2^16: else `bad`
  std::string text();        // at most kMostName bytes: else `bad`
  bool bad() const { return bad_; }

 private:
  std::vector<bool> bits_;
  size_t at_ = 0;
  bool bad_ = false;
};

bool has_digits_only(std::string_view code);
std::string checksum(std::string_view code);  // kChecksumDigits

}  // namespace archon::link
