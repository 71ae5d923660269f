#pragma once
// The visitor of engine/core/fields.h for those to whom every field is a number, whatever its name and range.
#include <cstdint>

namespace archon {

// Self has `bool add(const T&)` for a field and `void cards(const char*, const Set&)` for a set of cards. Each is called in the
// order of the fields; entries behind the count of a list, and spare room, are not visited.
template <class Self>
class NumberFields {
 public:
  template <class T>
  bool number(const char*, const T& field, int64_t, int64_t) {
    return self().add(field);
  }
  template <class T>
  bool index(const char*, const T& field, int, int = 0) {
    return self().add(field);
  }
  template <class T>
  bool giver(const char*, const T& field, int, int) {
    return self().add(field);
  }
  template <class T>
  bool bits(const char*, const T& field, uint64_t) {
    return self().add(field);
  }
  template <class T>
  void any(const char*, const T& field) {
    self().add(field);
  }
  template <class T>
  int count(const char*, const T& field, int) {
    self().add(field);
    return field;
  }
  template <class T>
  void spare(const char*, const T&) {}
  template <class T>
  bool follows(const char*, const T&, int) {
    return true;
  }
  bool room(int, int) { return true; }
  void item(const char*, int) {}

 private:
  Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace archon
