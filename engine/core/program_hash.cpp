#include "engine/core/program_hash.h"

#include "engine/core/program_fields.h"

namespace archon {
namespace {

class Hash {
 public:
  uint64_t value() const { return value_; }
  template <class T>
  void add(T field) {
    const auto bits = static_cast<uint64_t>(field);
    for (int byte = 0; byte < 8; ++byte) {
      value_ ^= bits >> (8 * byte) & 0xFF;
      value_ *= 0x100000001B3;
    }
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
  uint64_t value_ = 0xCBF29CE484222325;
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
