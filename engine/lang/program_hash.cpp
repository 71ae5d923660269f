#include "engine/lang/program_hash.h"

#include <type_traits>

namespace archon::lang {
namespace {

class Hash {
 public:
  template <class... Fields>
  void add(Fields... fields) {
    (add_one(static_cast<uint64_t>(fields)), ...);
  }
  uint64_t value() const { return value_; }

 private:
  void add_one(uint64_t field) {
    for (int byte = 0; byte < 8; ++byte) {
      value_ ^= field >> (8 * byte) & 0xFF;
      value_ *= 0x100000001B3;
    }
  }
  uint64_t value_ = 0xCBF29CE484222325;
};

}  // namespace

uint64_t program_hash(const Program& p) {
  Hash hash;
  const auto list = [&](const std::vector<uint16_t>& ids) {
    hash.add(ids.size());
    for (uint16_t id : ids) hash.add(id);
  };
  hash.add(p.exprs.size(), p.selectors.size(), p.code.size(), p.patterns.size(), p.statics.size(), p.abilities.size());
  for (const Expr& e : p.exprs) hash.add(e.op, e.a, e.b);
  for (const Selector& s : p.selectors)
    hash.add(s.quant, s.side, s.types, s.optional, s.zones, s.count, s.zone_player, s.base, s.filter);
  for (const Instr& in : p.code) hash.add(in.op, in.flags, in.a, in.b, in.c);
  for (const EventPattern& e : p.patterns)
    hash.add(e.type, e.flags_all, e.flags_none, e.player, e.card, e.among, e.fighting, e.other, e.value, e.turn_of, e.guard,
             e.beside, e.step, e.outside_step);
  for (const Static& s : p.statics)
    hash.add(s.kind, s.what, s.limit, s.flags, s.cards, s.selector, s.value, s.condition, s.pattern, s.ability);
  for (const Ability& a : p.abilities)
    hash.add(a.kind, a.variables, a.commutes, a.turn, a.step, a.granted, a.card, a.guard, a.code, a.pattern, a.static_rule,
             a.intake, a.moves_elsewhere, a.move_to, a.zone);
  for (const LastingBody& body : p.bodies) {
    list(body.abilities);
    hash.add(body.once, body.keeps_cards, body.keeps_second, body.keeps_text);
  }
  for (const Definition& d : p.definitions) {
    hash.add(d.type, d.power, d.armor, d.amber, d.assault, d.hazardous, d.splash_attack, d.keywords, d.name);
    for (uint8_t trait : d.traits) hash.add(trait);
    hash.add(d.kinds, d.history, d.colors, d.tide, d.more_keys, d.stands, d.elsewhere, d.native, d.compiled, d.half,
             d.as_upgrade);
    list(d.abilities);
  }
  for (const Variant& v : p.variants) hash.add(v.card, v.definition, v.newest, v.upgrade);
  return hash.value();
}

}  // namespace archon::lang
