#pragma once
// Internal to the code generator.
#include <functional>
#include <map>
#include <stdexcept>

#include "engine/lang/generator.h"

namespace archon::lang {

// A construct that has no code.
struct NoCode : std::runtime_error {
  SourcePos at;
  NoCode(SourcePos where, const std::string& what) : std::runtime_error(what), at(where) {}
};

struct Variable {
  uint16_t slot;
  bool number;
};

// Compiles one card. Expressions and selectors go into the pools of the program as they are met; code is emitted in order.
class Generator {
 public:
  Generator(const CardTable& table, Program& program, int card) : table_(table), p_(program), card_(card) {}

  void item(const Node& node, bool granted, std::vector<uint16_t>& abilities);

 private:
  // -- expressions (generate_expressions.cpp)
  ExprId emit(ExprOp op, int a = 0, uint16_t b = 0);
  ExprId number(int value) { return emit(ExprOp::Num, value); }
  ExprId expr(const Node& node);
  ExprId amount(const Node& node, ExprId all);  // also Word(all)
  ExprId call(const Node& node);
  ExprId binary(const Node& node);
  ExprId pronoun(const Node& node);
  ExprId card_argument(const Node& node, size_t index);
  ExprId times(const Node& node);
  ExprId house_mask(const Node& node);
  ExprId both(ExprId a, ExprId b) { return a == kNone ? b : b == kNone ? a : emit(ExprOp::And, a, b); }
  ExprId negate(ExprId a) { return emit(ExprOp::Not, a); }

  // -- noun phrases (generate_nouns.cpp)
  ExprId player(const Node& node);
  bool is_player(const Node& node) const;
  bool is_each_player(const Node& node) const;
  ExprId cards(const Node& node);
  uint16_t selector(const Node& node, bool zones);
  void quantifier(const Node& node, Selector& s);
  void filters(const Node& list, Selector& s);
  void filter(const Node& filter, Selector& s);
  void adjective(const Node& adj, Selector& s);
  void post(const Node& node, Selector& s);
  void zone(const Node& node, Selector& s);
  ExprId zone_owner(const Node& zone);
  bool prompts(const Node& node) const;
  bool remembered(const Node& node) const;
  void targets(const Node& np);  // emits the code that adds them
  void top_targets(const Node& np);

  // -- events (generate_events.cpp)
  uint16_t pattern(const Node& event);
  void participants(const Node& event, EventPattern& e);
  void event_card(const Node& np, EventPattern& e);
  void event_mods(const Node& event, EventPattern& e);

  // -- statements (generate_statements.cpp, generate_verbs.cpp)
  uint16_t here() const { return static_cast<uint16_t>(p_.code.size()); }
  uint16_t emit_code(EffectOp op, uint16_t a = kNone, uint16_t b = kNone, uint16_t c = kNone, uint8_t flags = 0);
  void statement(const Node& node);
  void block(const Node& node);
  void if_statement(const Node& node);
  void may(const Node& node);
  void choose(const Node& node);
  void for_each(const Node& node);
  uint16_t open_union();
  void add_to_union(uint16_t slot);
  void count_loop(ExprId rounds, const Node& body, bool up_to);
  void again(const Node& node);
  void let(const Node& node);
  void lasting(const Node& node);
  void verb(const Node& node);
  bool player_verb(const Node& node, const std::string& word);
  void on_player(const Node& node, const std::string& word, ExprId who);
  void target_verb(const Node& node, const std::string& word);
  void deal(const Node& node);
  void move_amber(const Node& node);
  void capture(const Node& node);
  void discard(const Node& node);
  void put(const Node& node);
  void search(const Node& node);
  void heal(const Node& node);
  void swap(const Node& node);
  void shuffle(const Node& node);
  void take_control(const Node& node);
  uint16_t control_body(SourcePos at);
  void for_each_player(const std::function<void(ExprId)>& body);
  uint16_t variable(const std::string& name, bool is_number, SourcePos at);
  uint16_t new_slot() { return slots_++; }

  // -- items and constants (generate_items.cpp, generate_statics.cpp)
  uint16_t ability(AbilityKind kind, const Node& guard, const Node* body, bool granted, SourcePos at);
  void heads(const Node& node, bool granted, std::vector<uint16_t>& abilities);
  void replace(const Node& node, Ability& a);
  void cost(const Node& node, Ability& a);
  uint16_t add_static(Static rule, bool granted, SourcePos at);
  void static_item(const Node& node, bool granted, std::vector<uint16_t>& abilities);
  void static_cards(const Node& node, ExprId condition, bool granted, std::vector<uint16_t>& abilities);
  void spred(const Node& node, const Node& np, ExprId condition, bool granted, std::vector<uint16_t>& abilities);
  void gains(const Node& node, Static rule, bool granted, std::vector<uint16_t>& abilities);
  void enters(const Node& node, const Node& np, Static rule, bool granted, std::vector<uint16_t>& abilities);
  void allows(const Node& node, Static rule, bool granted, std::vector<uint16_t>& abilities);
  bool commutes(uint16_t code) const;

  const CardTable& table_;
  Program& p_;
  int card_;
  std::map<std::string, Variable> variables_;
  uint16_t slots_ = 0;
  ExprId subject_ = kNone;         // whose zones are meant by "hand", "deck"
  bool in_where_ = false;          // functions without argument speak of the candidate
  uint16_t block_start_ = 0;       // what "again" repeats
  int gathering_ = 0;              // inside a "for each" whose damage is dealt at its end
  uint16_t picks_ = kNone;         // cards chosen before in this resolution ("different")
  std::vector<uint16_t> choices_;  // selectors chosen from so far ("possible")
  bool in_lasting_static_ = false;
  bool lasting_uses_it_ = false;
};

}  // namespace archon::lang
