#pragma once
// Whether every field of a State holds one of its values: the visitor of engine/core/fields.h that only looks.
#include <string>
#include <vector>

#include "engine/core/fields.h"

namespace archon {

class FieldCheck {
 public:
  explicit FieldCheck(const Matchup& m) {
    for (int i = 0; i < m.card_count; ++i) game_.add(static_cast<CardId>(i));
  }
  const std::vector<std::string>& problems() const { return problems_; }

  template <class T>
  bool number(const char* name, const T& field, int64_t lowest, int64_t highest) {
    return check(static_cast<int64_t>(field) >= lowest && static_cast<int64_t>(field) <= highest, name,
                 static_cast<int64_t>(field));
  }
  template <class T>
  bool index(const char* name, const T& field, int count, int none = -1) {
    return check(
        (static_cast<int64_t>(field) >= 0 && static_cast<int64_t>(field) < count) || static_cast<int64_t>(field) == none, name,
        static_cast<int64_t>(field));
  }
  template <class T>
  bool giver(const char* name, const T& field, int cards, int effects) {
    const int value = field;
    const bool fits = value < cards || value == kNoCard || (value >= kLastingBase && value < kLastingBase + effects);
    return check(fits, name, value);
  }
  template <class T>
  bool bits(const char* name, const T& field, uint64_t valid) {
    return check((static_cast<uint64_t>(field) & ~valid) == 0, name, static_cast<int64_t>(field));
  }
  template <class T>
  void any(const char*, const T&) {}
  template <class Set>
  void cards(const char* name, const Set& set) {
    if (!(CardSet(set) - game_).empty()) fail(name, "has cards that are not of this game");
  }
  template <class T>
  int count(const char* name, const T& field, int highest) {
    return number(name, field, 0, highest) ? field : 0;
  }
  template <class T>
  void spare(const char* name, const T& field) {
    if (!zero(field)) fail(name, "is not zero");
  }
  template <class T>
  bool follows(const char* name, const T& field, int value) {
    return check(static_cast<int64_t>(field) == value, name, static_cast<int64_t>(field));
  }
  bool room(int end, int size) { return check(end <= size, "size", end); }
  void item(const char* list, int i) {
    list_ = list;
    item_ = i;
  }

 protected:
  bool check(bool holds, const char* name, int64_t value) {
    if (!holds) fail(name, "is " + std::to_string(value));
    return holds;
  }
  void fail(const char* name, const std::string& what) {
    const std::string place = *list_ ? std::string(list_) + "[" + std::to_string(item_) + "]." : "";
    problems_.push_back(place + name + " " + what);
  }
  template <class T>
  static bool zero(const T& field) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(&field);
    for (size_t i = 0; i < sizeof field; ++i)
      if (bytes[i]) return false;
    return true;
  }

 private:
  CardSet game_;
  const char* list_ = "";
  int item_ = 0;
  std::vector<std::string> problems_;
};

// "frames[2].pc is 70000"; nothing when all is well. O(what is in use).
inline std::vector<std::string> check_fields(const Matchup& m, const State& s) {
  FieldCheck check(m);
  Fields(m, check).state(s);
  return check.problems();
}

}  // namespace archon
