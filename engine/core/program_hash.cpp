#include "engine/core/program_hash.h"

#include "engine/core/fnv.h"
#include "engine/core/program_fields.h"

namespace archon {
namespace {

class Hash {
 public:
  uint64_t value() const { return hash_.value; }
  template <class T>
  void add(T field) {
    hash_.add(static_cast<uint64_t>(field));
  }

  void kind(auto value) { add(value); }
  void field(const char*, auto value) { add(value); }
  void mask(const char*, auto value, auto) { add(value); }
  void index(const char*, uint16_t id, Pool) { add(id); }
  void indices(const std::vector<uint16_t>& ids, Pool) {
    add(ids.size());
    for (uint16_t id : ids) add(id);
  }
  void operand(auto, int, auto value) { add(value); }
  void copy(auto value) { add(value); }
  void card(uint16_t id) { add(id); }
  void line(int) {}

 private:
  Fnv64 hash_;
};

}  // namespace

uint64_t program_hash(const Program& p) {
  Hash hash;
  const auto pool = [&](const auto& parts) {
    hash.add(parts.size());
    for (const auto& part : parts) visit_fields(part, hash);
  };
  pool(p.exprs);
  pool(p.selectors);
  pool(p.code);
  pool(p.patterns);
  pool(p.statics);
  pool(p.abilities);
  pool(p.bodies);
  pool(p.definitions);
  pool(p.variants);
  return hash.value();
}

}  // namespace archon
