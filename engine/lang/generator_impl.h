#pragma once
// Internal to the code generator.
#include <functional>
#include <map>
#include <set>

#include "engine/core/matchup.h"
#include "engine/lang/generator.h"
#include "engine/lang/syntax.h"
#include "engine/lang/verbs.h"

namespace archon::lang {

struct Variable {
  uint16_t slot;
  bool number;
  ExprId stands_for = kNone;  // it has no slot, but is this
  bool player = false;
};

// What a noun phrase stands for; its quantifier must fit.
enum class Use : uint8_t {
  Targets,   // picked or taken now: any quantifier
  Found,     // likewise, in the zones of a search
  Set,       // all that fit: `each` or none
  Test,      // whether a card fits: `a`, `another` or none
  Allowed,   // Test with a number: how often
  Entering,  // Test with `next` and `first`, and with "played"
};

// The number of a kind of bonus icon; kAnyIcon for "any".
uint8_t icon_kind(const std::string& word, SourcePos at);

// What the last "choose ..." named.
enum class Chosen : uint8_t { Nothing, House, Number, Trait, Name };

// What may follow the verb of an event.
enum class EventObject : uint8_t { None, Card, Foe, Amber, Key, House, Play, Damage, Head, Tide, Bonus, Archives, Pile };

// Compiles one card. Expressions and selectors go into the pools of the program as they are met; code is emitted in order.
class Generator {
 public:
  Generator(const CardTable& table, Program& program, int card) : table_(table), p_(program), card_(card) {}

  void item_of_card(Syntax node, std::vector<uint16_t>& abilities);
  void item(Syntax node, bool granted, std::vector<uint16_t>& abilities);

 private:
  // What is emitted is written in braces: unlike the arguments of a call, they are evaluated in order, so that every compiler
  // makes the same program.
  struct NewExpr {
    ExprOp op;
    int a = 0, b = 0;
  };
  struct NewInstr {
    EffectOp op;
    int a = kNone, b = kNone, c = kNone;
    int flags = 0;
  };

  // Ids are 16 bits, and the last of them means "none".
  template <class Entry>
  uint16_t push(std::vector<Entry>& pool, const Entry& entry) {
    if (pool.size() >= kNone) throw NoCode(at_, "more than a program has room for");
    pool.push_back(entry);
    return static_cast<uint16_t>(pool.size() - 1);
  }

  // -- expressions (generate_expressions.cpp)
  ExprId emit(NewExpr e);
  ExprId number(int value) { return emit({ExprOp::Num, value}); }
  ExprId literal(Syntax node);
  ExprId house(Syntax word);
  ExprId expr(Syntax node);
  ExprId each_amount(Syntax node, ExprId all = kNone);  // worked out for each target
  ExprId amount(Syntax node, ExprId all);               // also Word(all); kNone: "all" makes no sense here
  ExprId call(Syntax node);
  ExprId binary(Syntax node);
  ExprId not_destroyed(Syntax node);
  ExprId pronoun(Syntax node);
  ExprId variable_value(Syntax node);
  void name_value(const std::string& name, ExprId value, bool player, SourcePos at);
  ExprId card_argument(Syntax node, size_t index);  // a set of cards, or the candidate
  ExprId one_card(Syntax node);                     // a single card
  ExprId shares(Syntax node);
  ExprId over_cards(Syntax node);
  ExprId state_of_player(Syntax node);
  void refuse_in_layers(Syntax node, std::string_view field);
  int counter(Syntax word);
  ExprId counters_on(Syntax node);
  ExprId bonus(Syntax node);
  ExprId common(Syntax node);
  ExprId times(Syntax node);
  ExprId house_mask(Syntax node);
  ExprId both(ExprId a, ExprId b) { return a == kNone ? b : b == kNone ? a : emit({ExprOp::And, a, b}); }
  ExprId either(ExprId a, ExprId b) { return a == kNone ? b : emit({ExprOp::Or, a, b}); }
  ExprId negate(ExprId a) { return emit({ExprOp::Not, a}); }
  bool same(ExprId a, ExprId b) const;

  // -- noun phrases (generate_nouns.cpp, generate_targets.cpp)
  ExprId player(Syntax node);
  bool names_player(Syntax node) const;  // a player, or a variable that is one
  ExprId cards(Syntax node);
  ExprId remembered_cards(Syntax pronoun);
  uint16_t selector(Syntax node, Use use);
  uint16_t keep(const Selector& s) { return push(p_.selectors, s); }
  void quantifier(Syntax node, Selector& s, Use use);
  void filters(NounPhrase phrase, Selector& s, Use use);
  void filter(Syntax filter, Selector& s, Selector& whole, Use use);
  void adjective(Syntax adj, Selector& s, Selector& whole, Use use);
  ExprId in_filter(const std::function<ExprId()>& condition);
  void post(Syntax node, Selector& s, Use use);
  ExprId side_of(ExprId cards, const std::string& word);
  void zone(Syntax node, Selector& s);
  void zone_defaults(Syntax node, Selector& s) const;
  ExprId zone_owner(Syntax zone);
  ExprId subject();
  void targets(Syntax np, bool one_of_several = false);  // emits the code that adds them
  void top_targets(Syntax np, uint16_t bound);
  void except_targets(Syntax np, uint16_t bound);
  void choice(Syntax np, uint16_t bound);
  void picked();  // `it` was picked now

  // -- events (generate_events.cpp)
  uint16_t pattern(Syntax event);
  void event_player(Syntax np, EventPattern& e);
  void event_card(Syntax np, EventPattern& e);
  void resolved_action(Syntax np, EventPattern& e);
  void event_other(Syntax np, EventPattern& e);
  void event_object(Syntax object, EventObject form, EventPattern& e);
  void event_modifier(Syntax mod, EventPattern& e);

  // -- statements (generate_statements.cpp, generate_verbs.cpp, generate_moves.cpp)
  uint16_t here() const { return static_cast<uint16_t>(p_.code.size()); }
  uint16_t emit_code(NewInstr in);
  void statement(Syntax node);
  void block(Syntax node);
  void statements(std::span<const Node> nodes);
  void single(Syntax node);  // one that is not part of a block: its damage is dealt at its end
  void if_statement(Syntax node);
  void may(Syntax node);
  void repeat(Syntax node);
  void choose(Syntax node);
  void choose_one(Syntax node);
  void for_each(Syntax node);
  uint16_t open_union();
  void add_to_union(uint16_t slot);
  void until(Syntax node);
  void count_loop(ExprId rounds, Syntax body, bool up_to);
  void repeated(ExprId rounds, bool up_to, const std::function<void()>& body);
  void again(Syntax node);
  void let(Syntax node);
  void lasting(Syntax node);
  void verb(Syntax node);
  void verb_phrase(Syntax node);
  int key_color(const std::string& word, SourcePos at);
  ExprId some_of(Syntax how_much, ExprId all);
  void on_player(const VerbPhrase& phrase, const std::string& word, ExprId who);
  void each_player(Syntax who, const std::function<void(ExprId)>& body, bool discards = false);
  ExprId player_condition(Syntax each);
  void all_counters(const VerbPhrase& phrase);
  void on_cards(const VerbPhrase& phrase, VerbShape shape);
  void with_targets(const VerbPhrase& phrase);
  void target_verb(const VerbPhrase& phrase, const std::string& word);
  void trigger(const VerbPhrase& phrase);
  void graft(const VerbPhrase& phrase);
  void deal(const VerbPhrase& phrase);
  void capture(const VerbPhrase& phrase);
  void move(const VerbPhrase& phrase);
  void discard(const VerbPhrase& phrase);
  void make_tokens(const VerbPhrase& phrase);
  void put(const VerbPhrase& phrase);
  void put_into(const VerbPhrase& phrase, Syntax zone);
  void search(const VerbPhrase& phrase);
  ExprId up_to(Syntax how_much, Syntax target, ExprId has);
  ExprId up_to_counters(Syntax how_many, uint16_t sources);
  void heal(const VerbPhrase& phrase);
  void swap(const VerbPhrase& phrase);
  void shift(const VerbPhrase& phrase);
  void attach(const VerbPhrase& phrase);
  void shuffle(const VerbPhrase& phrase);
  void take_control(const VerbPhrase& phrase);
  void give_control(const VerbPhrase& phrase);
  void counters(const VerbPhrase& phrase);
  void place(const VerbPhrase& phrase);
  void move_between(const VerbPhrase& phrase, int what);
  int moved(Syntax what);
  void redistribute(const VerbPhrase& phrase);
  void capture_any(const VerbPhrase& phrase);
  void capture_among(const VerbPhrase& phrase);
  uint16_t control_body(SourcePos at);
  uint16_t variable(const std::string& name, bool is_number, SourcePos at);
  uint16_t new_slot() { return slots_++; }

  // -- items and constants (generate_items.cpp, generate_statics.cpp)
  void body(Syntax node);
  uint16_t ability(AbilityKind kind, Syntax guard, const Node* code, bool granted, SourcePos at);
  void listen(uint16_t ability, uint16_t pattern);
  void in_zone(Syntax node, bool granted, std::vector<uint16_t>& abilities);
  ExprId still_in_zone();
  void heads(Syntax node, bool granted, std::vector<uint16_t>& abilities);
  void replace(Syntax node, bool granted, std::vector<uint16_t>& abilities);
  void keep_discarded(Syntax node, uint16_t pattern, bool granted, std::vector<uint16_t>& abilities);
  void play_again(Syntax node, bool granted, std::vector<uint16_t>& abilities);
  void end_of(Syntax node, Ability& a);
  void cost(Syntax node, std::vector<uint16_t>& abilities);
  void keeps_house(Syntax spred) const;
  uint16_t add_static(Static rule, bool granted, SourcePos at);
  void static_item(Syntax node, bool granted, std::vector<uint16_t>& abilities);
  void restriction(Syntax body, Static& rule, bool granted);
  void spred(Syntax node, Syntax np, ExprId condition, bool granted, std::vector<uint16_t>& abilities);
  void spred_of_cards(Syntax node, Syntax np, Static rule, bool granted, std::vector<uint16_t>& abilities);
  void gains(Syntax node, Static rule, bool granted, std::vector<uint16_t>& abilities);
  ExprId met(Syntax np, const std::vector<uint16_t>& abilities);
  void treats(Syntax node, Static rule, bool granted, std::vector<uint16_t>& abilities);
  void becomes(Syntax node, Static& rule);
  void reveals_top(Syntax node, Syntax top, Static& rule);
  void becomes_creature(Syntax what, Static rule, bool granted, std::vector<uint16_t>& abilities);
  void loses(Syntax part, Static& rule);
  void mutes_destroyed(Syntax event, Static& rule);
  void keeps_archived(Syntax event, Static& rule);
  void redirects(Syntax body, Static& rule);
  void doubles_icons(Syntax node, Syntax np, Static& rule);
  void may_enter(Syntax node, Static& rule);
  void enters(Syntax node, Syntax np, Static& rule);
  void enters_under(Syntax node, Syntax np, ExprId condition);
  void taxes(Syntax body, const EventPattern& e, Static& rule, bool granted);
  void allows_icon(Syntax body, Static& rule, bool granted);
  void allows(Syntax node, Static& rule);
  bool commutes(uint16_t code) const;

  const CardTable& table_;
  Program& p_;
  int card_;
  SourcePos at_;  // of the item, for errors that no word of it is to blame for
  std::map<std::string, Variable> variables_;
  std::map<std::string, Variable> kept_;     // what a lasting effect keeps: known to each of its items
  std::map<std::string, SourcePos> unused_;  // variables nothing has spoken of yet
  uint16_t slots_ = 0;
  ExprId subject_ = kNone;           // whose zones are meant by "hand", "deck"
  bool subject_used_ = false;        // something depended on it
  bool in_where_ = false;            // functions without argument speak of the candidate
  int filters_ = 0;                  // inside so many filters, each with a candidate of its own
  bool topmost_ = false;             // of the cards being described only those that lie on top of a pile
  bool nested_other_ = false;        // the set being described leaves out the candidate
  Zone zone_ = Zone::Line;           // where the card of this ability has to lie; Line: in play
  uint16_t block_start_ = 0;         // what "again" repeats
  int gathering_ = 0;                // inside a "for each" whose damage is dealt at its end
  int loops_ = 0;                    // inside so many loops
  bool may_end_ = false;             // a choice or condition may keep this statement from being carried out
  bool they_known_ = false;          // inside "each player"
  ExprId they_is_ = kNone;           // who `they` is in a constant that holds for each player apart
  bool it_known_ = false;            // something before is `it`
  bool it_of_event_ = false;         // `it` is the card of the event
  Chosen chosen_ = Chosen::Nothing;  // what `chosen` is
  bool amount_known_ = false;        // something before has an `amount`
  bool done_known_ = false;          // something before was `done`
  bool target_known_ = false;        // in an amount for each of the cards that are hit or changed
  bool layered_ = false;             // in a constant that changes cards
  bool reads_stats_ = false;         // power or armor of cards was asked for
  bool may_cancel_ = false;          // before a fight
  bool cancels_ = false;             // what cannot be done keeps something from happening
  bool may_continue_ = false;        // in the place of forging a key, or of a destruction
  bool amber_moves_ = false;         // the event moves aember that can be captured on its way
  bool forbids_ = false;             // an event that is forbidden
  bool before_play_ = false;         // an event may be that "Play:" is about to resolve
  uint16_t picks_ = kNone;           // cards chosen before in this resolution ("different")
  std::vector<uint16_t> choices_;    // selectors chosen from so far ("possible")
  bool in_lasting_ = false;          // the items of a lasting effect
  bool in_lasting_static_ = false;
  bool lasting_uses_it_ = false;
  bool lasting_keeps_text_ = false;
};

// Restores a value at the end of a scope.
template <typename T>
class Scoped {
 public:
  Scoped(T& value, T inside) : value_(value), outside_(value) { value = inside; }
  ~Scoped() { value_ = outside_; }
  Scoped(const Scoped&) = delete;
  Scoped& operator=(const Scoped&) = delete;

 private:
  T& value_;
  T outside_;
};

// The kind of ability a heading ("play", "reap" ...) opens.
AbilityKind head_kind(Syntax word, bool instead);

Zone zone_from(Syntax node);  // out of play
Step step_named(const std::string& word);

// Looks at a noun phrase.
bool is_player(Syntax node);
bool is_each_player(Syntax node);          // "each player", with or without "where"
bool is_each_player_where(Syntax node);    // with it
bool prompts(Syntax node);                 // whether somebody or chance picks the cards
bool speaks_of_results(const Node& node);  // `done` or `amount`

// The index of a keyword that the rules carry out when a card gains, loses or ignores it.
uint8_t effective_keyword(Syntax node);

}  // namespace archon::lang
