#pragma once
// A number for the fields of a State, or of its unfinished business: independent of memory layout, compiler and of what lies
// behind the counts of lists. The visitor of engine/core/fields.h that search uses, so it is to be fast.
#include <bit>

#include "engine/core/fields.h"
#include "engine/core/number_fields.h"

namespace archon {

class FieldHash : public NumberFields<FieldHash> {
 public:
  // The fields so far, in their order; two different sequences agree with a chance of about 2^-64.
  uint64_t value() const { return hash_ ^ hash_ >> 32; }

  template <class Set>
  void cards(const char*, const Set& set) {
    const CardSet cards = set;
    add(cards.low);
    add(cards.high);
  }

 private:
  friend NumberFields<FieldHash>;
  template <class T>
  bool add(const T& field) {
    hash_ = std::rotl(hash_ ^ static_cast<uint64_t>(field), 29) * 0x9FB21C651E98DF25u;
    return true;
  }

  uint64_t hash_ = 0x9E3779B97F4A7C15u;
};

// Of everything. Requires fields within their ranges. O(what is in use).
inline uint64_t hash_fields(const Matchup& m, const State& s) {
  FieldHash hash;
  Fields(m, hash).state(s);
  return hash.value();
}

}  // namespace archon
