// Each field of a compiled card is part of the program's number and of the text that tells definitions apart.
#include "engine/core/program_fields.h"

#include <catch2/catch.hpp>

#include "engine/core/program_hash.h"
#include "engine/lang/disassembler.h"

namespace archon::lang {
namespace {

// Changes the `wanted`-th field that it visits. Indices become 0, or 1 when they were 0.
class FieldChange {
 public:
  explicit FieldChange(int wanted) : wanted_(wanted) {}
  int fields() const { return fields_; }
  // What the field that was changed is part of.
  bool of_text() const { return of_text_; }
  bool of_number() const { return of_number_; }

  template <class T>
  void kind(T& value) {
    if (is_wanted()) next(value);
  }
  template <class T>
  void field(const char*, T& value) {
    if (is_wanted()) next(value);
  }
  template <class T, class Enum>
  void mask(const char*, T& mask, Enum) {
    if (is_wanted()) mask = static_cast<T>(mask ^ 2);
  }
  void index(const char*, uint16_t& id, Pool) {
    if (is_wanted()) id = id == 0;
  }
  void indices(std::vector<uint16_t>& ids, Pool) {
    if (is_wanted()) ids.push_back(0);
  }
  template <class Op, class T>
  void operand(Op, int, T& value) {
    if (is_wanted()) value = value == 0;
  }
  template <class T>
  void copy(T& value) {
    if (is_wanted()) next(value), of_text_ = false;
  }
  void card(uint16_t& id) { copy(id); }
  void line(int& number) {
    if (is_wanted()) ++number, of_text_ = of_number_ = false;
  }

 private:
  bool is_wanted() { return fields_++ == wanted_; }
  template <class T>
  static void next(T& value) {
    if constexpr (std::is_same_v<T, bool>)
      value = !value;
    else
      value = static_cast<T>(static_cast<int>(value) + 1);
  }
  int wanted_, fields_ = 0;
  bool of_text_ = true, of_number_ = true;
};

// A card whose abilities use every kind of part. The first two of each pool have none themselves.
Program every_part() {
  Program p;
  p.exprs = {{ExprOp::Num, 1}, {ExprOp::Num, 2}, {ExprOp::Add, 0, 0}};
  p.selectors.resize(3);
  p.selectors[1].quant = Quant::Exactly;
  p.selectors[2].filter = 2;
  p.patterns.resize(3);
  p.patterns[1].type = EventType::Reap;
  p.patterns[2].card = 2;
  p.statics.resize(3);
  p.statics[1].kind = StaticKind::KeyCost;
  p.statics[2].pattern = 2;
  p.code = {{EffectOp::Cancel}, {EffectOp::End}, {EffectOp::Forge, 0, 0, 0, 0}, {EffectOp::Lasting, 0, 0, 0}, {EffectOp::End}};
  p.abilities.resize(3);
  p.abilities[1].kind = AbilityKind::Reap;
  p.abilities[2] = {.kind = AbilityKind::Fight, .code = 2, .static_rule = 2};
  p.bodies = {{.abilities = {1}}};
  p.definitions.resize(3);
  p.definitions[1].type = CardType::Upgrade;
  p.definitions[2].abilities = {2};
  return p;
}

const char* const kParts[] = {"Expr", "Selector", "Instr", "EventPattern", "Static", "Ability", "LastingBody", "Definition"};
void visit_part(Program& p, size_t part, FieldChange& change) {
  switch (part) {
    case 0:
      return visit_fields(p.exprs[2], change);
    case 1:
      return visit_fields(p.selectors[2], change);
    case 2:
      return visit_fields(p.code[2], change);
    case 3:
      return visit_fields(p.patterns[2], change);
    case 4:
      return visit_fields(p.statics[2], change);
    case 5:
      return visit_fields(p.abilities[2], change);
    case 6:
      return visit_fields(p.bodies[0], change);
    default:
      return visit_fields(p.definitions[2], change);
  }
}

// How many members a struct has; those of an array each count.
struct Anything {
  template <class T>
  operator T() const;
};
template <class Struct, class... Members>
constexpr int count_members() {
  if constexpr (requires { Struct{Members{}..., Anything{}}; })
    return count_members<Struct, Members..., Anything>();
  else
    return sizeof...(Members);
}
constexpr int kMembers[] = {count_members<Expr>(),         count_members<Selector>(),  count_members<Instr>(),
                            count_members<EventPattern>(), count_members<Static>(),    count_members<Ability>(),
                            count_members<LastingBody>(),  count_members<Definition>()};

}  // namespace

TEST_CASE("each field of a compiled card changes its number and its text", "[lang]") {
  const Program before = every_part();
  const std::string text = disassemble(before, before.definitions[2]);
  for (size_t part = 0; part < std::size(kParts); ++part) {
    for (int field = 0; field < kMembers[part]; ++field) {
      Program p = before;
      FieldChange change(field);
      visit_part(p, part, change);
      INFO(kParts[part] << ", field " << field << '\n' << text << "became\n" << disassemble(p, p.definitions[2]));
      REQUIRE(change.fields() == kMembers[part]);
      CHECK((program_hash(p) != program_hash(before)) == change.of_number());
      CHECK((disassemble(p, p.definitions[2]) != text) == change.of_text());
    }
  }
}

}  // namespace archon::lang
