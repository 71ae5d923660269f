#include "engine/position/line_hash.h"

#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "engine/core/fields.h"
#include "engine/core/fnv.h"
#include "engine/core/program_hash.h"

namespace archon {
namespace {

// Texts end with a byte that they do not have.
class Hash {
 public:
  uint64_t value() const { return hash_.value; }
  void add(std::string_view text) {
    hash_.add(text);
    hash_.unit(0);
  }
  void add(uint64_t number) { hash_.add(number); }

 private:
  Fnv64 hash_;
};

// The names and ranges of all fields: one element of each list is looked at.
class FieldNames {
 public:
  explicit FieldNames(Hash& hash) : hash_(hash) {}

  template <class T>
  bool number(const char* name, const T&, int64_t lowest, int64_t highest) {
    hash_.add(static_cast<uint64_t>(lowest));
    hash_.add(static_cast<uint64_t>(highest));
    return named(name);
  }
  template <class T>
  bool index(const char* name, const T&, int, int = 0) {
    return named(name);
  }
  template <class T>
  bool giver(const char* name, const T&, int, int) {
    return named(name);
  }
  template <class T>
  bool bits(const char* name, const T&, uint64_t valid) {
    hash_.add(valid);
    return named(name);
  }
  template <class T>
  void any(const char* name, const T&) {
    named(name);
  }
  template <class Set>
  void cards(const char* name, const Set&) {
    named(name);
  }
  template <class T>
  int count(const char* name, const T&, int highest) {
    hash_.add(static_cast<uint64_t>(highest));
    return named(name);
  }
  template <class T>
  void spare(const char* name, const T&) {
    named(name);
  }
  template <class T>
  bool follows(const char* name, const T&, int) {
    return named(name);
  }
  bool room(int, int) { return true; }
  void item(const char* list, int) { named(list); }

 private:
  bool named(const char* name) {
    hash_.add(std::string_view(name));
    return true;
  }

  Hash& hash_;
};

void add_field_names(Hash& hash, const Program& program) {
  Matchup m;
  m.program = &program;
  m.card_count = 1;
  const auto s = std::make_unique<State>();
  std::memset(static_cast<void*>(s.get()), 0, sizeof(State));
  for (int type = 0; type <= static_cast<int>(FrameType::Last) && !program.abilities.empty(); ++type) {
    s->stack[0] = static_cast<uint8_t>(type);
    FieldNames names(hash);
    Fields(m, names).state(std::as_const(*s));
  }
}

constexpr std::string_view kOperations[] = {
#define EXPR(name, operands, needs, meaning) #name operands,
#include "engine/core/ops.def"
#define EFFECT(name, family, frame, asks, wish, operands, meaning) #name operands,
#include "engine/core/ops.def"
#define X(name) #name,
    ARCHON_EVENTS(X)
#undef X
};

}  // namespace

uint64_t line_hash(const Program& program) {
  Hash hash;
  for (std::string_view operation : kOperations) hash.add(operation);
  add_field_names(hash, program);
  hash.add(program_hash(program));
  return hash.value();
}

}  // namespace archon
