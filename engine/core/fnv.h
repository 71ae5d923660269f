#pragma once
// FNV-1a (Fowler, Noll and Vo, 1991): hashes that are stored or shown, the same on every machine.
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace archon {

template <class Word, Word kBasis, Word kPrime>
struct Fnv {
  Word value = kBasis;

  constexpr void unit(Word unit) { value = (value ^ unit) * kPrime; }  // a byte; a whole number where a format says so
  constexpr void add(std::string_view bytes) {
    for (const char byte : bytes) unit(static_cast<unsigned char>(byte));
  }
  constexpr void add(const uint8_t* bytes, size_t size) {
    for (size_t i = 0; i < size; ++i) unit(bytes[i]);
  }
  constexpr void add(uint64_t number) {  // its eight bytes, the lowest first
    for (int byte = 0; byte < 8; ++byte) unit(number >> (8 * byte) & 0xFF);
  }
};

using Fnv32 = Fnv<uint32_t, 0x811C9DC5u, 0x01000193u>;
using Fnv64 = Fnv<uint64_t, 0xCBF29CE484222325u, 0x100000001B3u>;

template <class Hash>
constexpr auto hash_of(std::string_view bytes) {
  Hash hash;
  hash.add(bytes);
  return hash.value;
}

}  // namespace archon
