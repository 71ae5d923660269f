#include "engine/deck/link_bits.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "engine/core/fnv.h"

namespace archon::link {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr uint32_t kMostNumber = 1u << 16;

// Signs of a text, 5 bits each. Letters are capital at the beginning of a word; kOther says that the next one is not, or that
// one within a word is.
enum Sign : uint32_t { kEnd = 0, kFirstLetter = 1, kBlank = 27, kOther = 28, kComma = 29, kApostrophe = 30, kByte = 31 };
constexpr int kSignBits = 5, kByteBits = 8;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
char small(char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; }
char capital(char c) { return static_cast<char>(c - 'a' + 'A'); }

}  // namespace

void BitWriter::bits(uint32_t value, int count) {
  for (int bit = count - 1; bit >= 0; --bit) bits_.push_back(((value >> bit) & 1) != 0);
}

void BitWriter::number(uint32_t value, int low) {
  for (uint32_t i = 0; i < value >> low; ++i) bits_.push_back(true);
  bits_.push_back(false);
  bits(value, low);
}

void BitWriter::text(std::string_view text) {
  bool first = true;  // of a word
  for (const char c : text.substr(0, kMostName)) {
    if (is_letter(c)) {
      if (is_capital(c) != first) bits(kOther, kSignBits);
      bits(kFirstLetter + static_cast<uint32_t>(small(c) - 'a'), kSignBits);
    } else if (c == ' ' || c == ',' || c == '\'') {
      bits(c == ' ' ? kBlank : c == ',' ? kComma : kApostrophe, kSignBits);
    } else {
      bits(kByte, kSignBits);
      bits(static_cast<unsigned char>(c), kByteBits);
    }
    first = c == ' ';
  }
  bits(kEnd, kSignBits);
}

std::string BitWriter::code() const {
  std::string code;
  for (size_t from = 0; from < bits_.size(); from += kDigitBits) {
    size_t digit = 0;
    for (size_t i = from; i < from + kDigitBits; ++i) digit = 2 * digit + (i < bits_.size() && bits_[i] ? 1 : 0);
    code += kDigits[digit];
  }
  return code + checksum(code);
}

BitReader::BitReader(std::string_view code) {
  for (const char c : code) {
    const size_t digit = kDigits.find(c);
    for (int bit = kDigitBits - 1; bit >= 0; --bit) bits_.push_back(((digit >> bit) & 1) != 0);
  }
}

uint32_t BitReader::bits(int count) {
  uint32_t value = 0;
  for (int i = 0; i < count; ++i, ++at_) {
    bad_ = bad_ || at_ >= bits_.size();
    value = 2 * value + (at_ < bits_.size() && bits_[at_] ? 1 : 0);
  }
  return value;
}

uint32_t BitReader::number(int low) {
  uint32_t high = 0;
  while (bits(1) != 0) ++high;
  bad_ = bad_ || (high << low) > kMostNumber || high > kMostNumber;
  const uint32_t rest = bits(low);
  return bad_ ? 0 : (high << low) + rest;
}

std::string BitReader::text() {
  std::string text;
  bool first = true;
  while (!bad_) {
    uint32_t sign = bits(kSignBits);
    if (sign == kEnd) return text;
    const bool other = sign == kOther;
    if (other) sign = bits(kSignBits);
    char c = ' ';
    if (sign >= kFirstLetter && sign < kBlank) {
      c = static_cast<char>('a' + (sign - kFirstLetter));
      if (first != other) c = capital(c);
    } else if (other || sign == kEnd) {
      bad_ = true;
    } else {
      c = sign == kBlank ? ' ' : sign == kComma ? ',' : sign == kApostrophe ? '\'' : static_cast<char>(bits(kByteBits));
    }
    text += c;
    first = c == ' ';
    bad_ = bad_ || text.size() > kMostName;
  }
  return "";
}

bool has_digits_only(std::string_view code) {
  return std::ranges::all_of(code, [](char c) { return kDigits.find(c) != std::string_view::npos; });
}

std::string checksum(std::string_view code) {
  const uint32_t hash = hash_of<Fnv32>(code);  // folded
  uint32_t rest = (hash >> 24) ^ (hash & 0xffffff);
  std::string digits;
  for (int i = 0; i < kChecksumDigits; ++i, rest >>= kDigitBits) digits += kDigits[rest % kDigits.size()];
  return digits;
}

}  // namespace archon::link
