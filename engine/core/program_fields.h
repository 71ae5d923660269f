#pragma once
// The one list of the fields of compiled cards, for all that has to look at each of them: the number of a program
// (engine/core/program_hash.h) and its text (engine/lang/disassembler.h), which says whether two definitions do the same. The
// bindings name every member, so that a new one does not compile until it is listed.
//
// visit_fields(of, visitor) calls for each field, in the order in which the text shows them:
//   kind(value)               what it is: an enumerator, which the others depend on
//   field(word, value)        a number, a flag or an enumerator
//   mask(word, value, Enum)   a set of enumerators
//   index(word, id, pool)     a part of the program, or kNone
//   indices(list, pool)       several
//   operand(op, i, value)     the i-th operand of an instruction, which engine/core/ops.def describes
//   copy(value)               what a part of it says, too
//   card(value), line(value)  where it is written: no part of what it does
// Words are those of the text; "" for what needs none.
#include <concepts>

#include "engine/core/program.h"

namespace archon {

enum class Pool : uint8_t { Exprs, Selectors, Code, Patterns, Statics, Abilities, Definitions };

template <class T, class Struct>
concept PartOfProgram = std::same_as<std::remove_const_t<T>, Struct>;

template <class Visitor>
void visit_fields(PartOfProgram<Expr> auto& of, Visitor& v) {
  auto& [op, a, b] = of;
  v.kind(op);
  v.operand(op, 0, a);
  v.operand(op, 1, b);
}

template <class Visitor>
void visit_fields(PartOfProgram<Instr> auto& of, Visitor& v) {
  auto& [op, flags, a, b, c] = of;
  v.kind(op);
  v.operand(op, 0, a);
  v.operand(op, 1, b);
  v.operand(op, 2, c);
  v.field("#", flags);
}

template <class Visitor>
void visit_fields(PartOfProgram<Selector> auto& of, Visitor& v) {
  auto& [quant, side, types, optional, unlike, zones, count, zone_player, base, filter] = of;
  v.kind(quant);
  v.index("", count, Pool::Exprs);
  v.field("or none", optional);
  v.field("of different names", unlike);
  v.field("", side);
  v.mask("", types, CardType{});
  v.mask("in", zones, Zone{});
  v.index("of", zone_player, Pool::Exprs);
  v.index("among", base, Pool::Exprs);
  v.index("where", filter, Pool::Exprs);
}

template <class Visitor>
void visit_fields(PartOfProgram<EventPattern> auto& of, Visitor& v) {
  auto& [type, flags_all, flags_none, player, card, among, fighting, other, value, turn_of, guard, beside, step, outside_step] =
      of;
  v.kind(type);
  v.field("#", flags_all);
  v.field("without #", flags_none);
  v.index("by", player, Pool::Exprs);
  v.index("", card, Pool::Selectors);
  v.index("of", among, Pool::Exprs);
  v.index("=", value, Pool::Exprs);
  v.index("fighting", fighting, Pool::Exprs);
  v.index("against", other, Pool::Selectors);
  v.index("on the turn of", turn_of, Pool::Exprs);
  v.field("outside", outside_step);
  v.field("in step", step);
  v.index("if", guard, Pool::Exprs);
  v.index("beside", beside, Pool::Exprs);
}

template <class Visitor>
void visit_fields(PartOfProgram<Static> auto& of, Visitor& v) {
  auto& [kind, what, limit, flags, cards, selector, value, condition, pattern, ability] = of;
  v.kind(kind);
  v.field("#", what);
  v.field("limit", limit);
  v.field("flags", flags);
  v.index("", cards, Pool::Exprs);
  v.index("", selector, Pool::Selectors);
  v.index("", pattern, Pool::Patterns);
  v.index("=", value, Pool::Exprs);
  v.index("while", condition, Pool::Exprs);
  v.index("", ability, Pool::Abilities);
}

template <class Visitor>
void visit_fields(PartOfProgram<Ability> auto& of, Visitor& v) {
  auto& [kind, rule, event, variables, commutes, turn, step, zone, granted, card, guard, code, pattern, static_rule, intake,
         moves_elsewhere, move_to, line] = of;
  v.kind(kind);
  v.field("granted", granted);
  v.field("in any order", commutes);
  v.field("on the turn of", turn);
  v.field("step", step);
  v.field("in", zone);
  v.field("captured", intake);
  v.field("elsewhere", moves_elsewhere);
  v.field("to", move_to);
  v.field("variables", variables);
  v.index("", pattern, Pool::Patterns);
  v.copy(event);
  v.index("if", guard, Pool::Exprs);
  v.index("", static_rule, Pool::Statics);
  v.copy(rule);
  v.index("", code, Pool::Code);
  v.card(card);
  v.line(line);
}

template <class Visitor>
void visit_fields(PartOfProgram<LastingBody> auto& of, Visitor& v) {
  auto& [abilities, once, keeps_cards, keeps_second, keeps_text] = of;
  v.field("once", once);
  v.field("keeps it", keeps_cards);
  v.field("keeps $", keeps_second);
  v.field("keeps text", keeps_text);
  v.indices(abilities, Pool::Abilities);
}

template <class Visitor>
void visit_fields(PartOfProgram<Definition> auto& of, Visitor& v) {
  auto& [type, power, armor, amber, assault, hazardous, splash_attack, keywords, traits, name, kinds, statics, history, colors,
         tide, piles, more_keys, stands, elsewhere, native, compiled, half, as_upgrade, abilities] = of;
  v.kind(type);
  v.field("power", power);
  v.field("armor", armor);
  v.field("aember", amber);
  v.field("assault", assault);
  v.field("hazardous", hazardous);
  v.field("splash-attack", splash_attack);
  v.mask("keywords", keywords, Keyword{});
  for (auto& trait : traits) v.field("trait", trait);
  v.field("name", name);
  v.mask("kinds", kinds, AbilityKind{});
  v.mask("rules", statics, StaticKind{});
  v.mask("history", history, EventType{});
  v.field("colors", colors);
  v.field("tide", tide);
  v.field("piles", piles);
  v.field("more keys", more_keys);
  v.field("stands", stands);
  v.mask("elsewhere", elsewhere, Zone{});
  v.field("native", native);
  v.field("compiled", compiled);
  v.field("half", half);
  v.indices(abilities, Pool::Abilities);
  v.index("as an upgrade", as_upgrade, Pool::Definitions);
}

template <class Visitor>
void visit_fields(PartOfProgram<Variant> auto& of, Visitor& v) {
  auto& [card, definition, newest, upgrade] = of;
  v.card(card);
  v.index("", definition, Pool::Definitions);
  v.field("newest", newest);
  v.field("upgrade", upgrade);
}

}  // namespace archon
