#pragma once
// The writer's inside; include english.h instead. It goes through the tree of one card and remembers what the text has spoken
// of, so that it can say "that creature" or "the cards discarded this way" as the definition says `it` or `done`.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/english/english.h"
#include "engine/english/grammar.h"

namespace archon::english {

using lang::Node;
using lang::NodeKind;

// How a noun phrase stands in its sentence.
enum class Use {
  Full,     // "a creature", "each creature"
  Moved,    // likewise, of what leaves its zone: "a card from your hand"
  Plural,   // without quantity: "creatures"
  Single,   // "creature", behind "for each"
  Generic,  // "a creature" as "creatures": of what is always so
};

struct Phrase {
  std::string text;
  Person person = Person::One;
};

// A player as the subject of a statement.
struct Actor {
  std::string text = "you";
  Person person = Person::You;
  std::string own = "your";  // of zones that the definition leaves without a possessor
};

// Something that may be spoken of again.
struct Known {
  std::string noun = "card";
  std::string adjectives{};  // "friendly", told where the noun alone would not do
  bool many = false;
  bool each = false;    // "each creature": many, but spoken of as one
  std::string text{};   // where it is not "that NOUN": what a `let` names
  std::string label{};  // "A" where nothing else tells two of them apart
  std::string home{};   // whose zone it comes from: "your"; empty: its owner's
};

// What the statement before did, for `done`, `did` and `amount`.
struct Deed {
  std::string participle = "affected";
  std::string unit;      // of `amount`: "aember", "card"
  bool counted = false;  // not measured: "the number of cards", not "the amount of aember"
  Known cards;
  Actor actor;
};

// "2 aember", " for each friendly creature"; or "aember", " equal to the number of ...".
struct Amount {
  std::string what, tail;

  // With what follows: "damage equal to its power to a creature", "1 damage to a creature for each card in your hand".
  std::string with(const std::string& rest) const {
    const bool before = tail.starts_with("equal to") && !tail.ends_with(" it");
    return before ? spaced({what, tail, rest}) : spaced({what, rest, tail});
  }
};

enum class Tense { Present, Base, Perfect, Past };  // Base: behind `would`, `cannot` and the like

class Writer {
 public:
  Writer(const CardTable& table, const CardFacts& card);
  std::vector<std::string> card(const lang::CardAst& definition);

 private:
  // -- abilities (abilities.cpp)
  std::string item(const Node& node);
  Phrase decider_of(const Node& item) const;
  std::string heads_item(const Node& node);
  std::string as_upgrade(const Node& node);
  std::string triggered(const std::string& when, const Node& event, const Node& guard, const Node& body);
  std::string guarded(const Node& cond, const Node& event);
  std::string instead_of(const std::string& what, const Node& guard, const Node& body);
  std::string head_name(const std::string& head) const;
  std::string heads(const Node& list) const;
  std::string quoted_heads(const Node& list) const;
  std::string clock(const Node& node) const;
  std::string granted(const Node& ability);  // in quotation marks, as the ability of another card
  void name_variables(const Node& node);

  // -- statements (statements.cpp). A clause begins with a small letter and has no full stop.
  std::vector<std::string> clauses(const Node& body);
  std::string text_of(const std::string& start, const Node& body);  // sentences; the first begins with `start`
  std::string one_clause(const Node& body);                         // all of it as a single clause
  std::string statement(const Node& node);
  std::vector<std::string> if_clauses(const Node& node);
  std::string may(const Node& node);
  std::string choose(const Node& node);
  std::string choose_one(const Node& node);
  std::string for_each(const Node& node);
  std::string do_times(const Node& node);
  std::string again(const Node& node);
  std::string let(const Node& node);
  std::string lasting(const Node& node);
  std::string lasting_part(const Node& node, const std::string& when, bool once);
  std::string say(const Phrase& subject, const std::string& verb, const std::string& rest);
  std::string say(const std::string& verb, const std::string& rest) { return say({actor_.text, actor_.person}, verb, rest); }
  Actor actor_of(const Node& np);

  // -- verbs (amount_verbs.cpp, verbs_of_cards.cpp, verbs_of_moves.cpp)
  std::string verb(const Node& node);
  std::string by_shape(const Node& node);
  std::string amount_verb(const Node& node);
  std::string capture(const Node& node);
  std::string deal(const Node& node);
  std::string heal(const Node& node);
  std::string counters(const Node& node);
  std::string place(const Node& node);
  std::string move(const Node& node);
  std::string redistribute(const Node& node);
  std::string object_verb(const Node& node);
  std::string exalt(const Node& node);
  std::string use_or_play(const Node& node);
  std::string engage(const Node& node);
  std::string shift(const Node& node);
  std::string join(const Node& node);
  std::string put(const Node& node);
  std::string return_to(const Node& node);
  std::string shuffle(const Node& node);
  std::string discard(const Node& node);
  std::string search(const Node& node);
  std::string swap(const Node& node);
  std::string take(const Node& node);
  std::string give(const Node& node);
  std::string trigger(const Node& node);
  std::string forge(const Node& node);
  std::string make(const Node& node);
  std::string destination(const Node& mod);
  std::string flags(const Node& node);
  std::string ignoring(const Node& node);
  std::string pool(const Node& np);  // "your pool", "that creature"
  std::string object(const Node& node, Use use = Use::Full);
  std::string shared(const Node& node);
  void did(const std::string& verb, const std::string& unit = "");
  static const Node* part(const Node& verb, std::string_view word);

  // -- constants (statics.cpp, statics_of_cards.cpp)
  std::string static_text(const Node& node);
  std::string static_body(const Node& node);
  std::string allowed(const Node& node);
  std::string permission(const Node& node);
  std::string allowed_icon(const Node& node);
  std::string forbidden(const Node& node);
  std::string limited(const Node& node);
  std::string redirected(const Node& node);
  std::string of_cards(const Node& node);
  std::string predicate(const Node& spred, Person person, bool repeated);
  std::string gained(const Node& part);
  std::string became(const Node& spred);
  std::string entered(const Node& spred, Person person);
  std::string keyword(const Node& kw);
  std::string signed_amount(const Node& expr, const std::string& unit);

  // -- events (event_clauses.cpp)
  std::string event(const Node& node, Tense tense, Use use = Use::Full, const std::string& modal = "");
  std::string event_mods(const Node& node, bool used);
  std::string event_object(const Node& node, const Phrase& subject, Use use);
  std::string times_true(const Node& times, const std::string& op, int number);

  // -- noun phrases (nouns.cpp, selectors.cpp)
  Phrase np(const Node& node, Use use = Use::Full);
  std::string np_text(const Node& node, Use use = Use::Full) { return np(node, use).text; }
  Phrase player(const Node& node);
  std::string zone(const Node& node, const std::string& owner = "");
  std::string home_of(const Node& zone) const;  // whose it is, where cards that come from it go back to
  Phrase top(const Node& node, Use use);
  Phrase select(const Node& node, Use use);
  std::string body(const Node& select, bool many, Use use);
  std::string filters(const Node& select, bool many);
  std::string posts(const Node& select, bool many, Use use);
  std::string post(const Node& post, bool many, Use use);
  Phrase quantified(const Node& select, Use use);
  Phrase pronoun(const Node& node, Use use);
  Phrase reference(const Known& known, Use use = Use::Full) const;
  Known known_of(const Node& node);
  std::string adjective(const Node& adj, std::string& after) const;
  std::string of(const Node& node, const std::string& what);  // "its power", "the power of a creature that ..."
  std::string card_name(const std::string& id) const;
  std::string house_or_trait(const std::string& word) const;
  std::string done(Use use);

  // -- expressions (expressions.cpp, conditions.cpp)
  std::string expr(const Node& node);
  std::string filled(std::string_view pattern, const Node& call);
  std::string of_deed() const;
  std::string each_of(const Node& expr);  // what may stand behind "for each"; empty when nothing can
  Amount amount(const Node& node, const std::string& unit);
  Amount rounds(const Node& verb, const std::string& unit);
  std::string condition(const Node& node);
  std::string denied(const Node& node);
  std::string did_so() const;
  std::string comparison(const Node& node);
  std::string of_count(const Node& count, const std::string& op, const Node& right);
  std::string counted_cards(const Node& count, const std::string& op, const Node& right);
  std::string of_amber(const Node& call, const std::string& op, const Node& right);
  std::string of_forged(const Node& left, const std::string& op, const Node& right);
  std::string is_clause(const Node& node);
  std::string told_as(const Node& node);
  std::string quality(const Node& cond, bool many);  // of a `where`: "with power 3 or lower"
  std::string compared_quality(const Node& cond, bool many);

  const CardTable& table_;
  const CardFacts& card_;
  std::string this_, host_, source_;
  std::string holder_ = "this creature";  // what has the ability that is granted
  Actor actor_;
  std::map<std::string, Known> variables_;
  std::map<std::string, std::string> labels_;  // of variables that would be taken for one another
  Known last_;                                 // what `it` and `them` are
  Known object_;                               // what the present verb is about
  Deed deed_;
  Phrase decider_{"you", Person::You};  // who may decline what `may` says: the active player
  std::string replaced_;                // the verb of the event that is replaced
  int conditions_ = 0;                  // how many an `if` stands in, whose `otherwise` it could be taken for
  int joined_ = 0;                      // inside of clauses that make one sentence
  bool another_did_ = false;            // the clause before was about somebody else
  int choices_ = 0;                     // how many choices between effects it stands in
  bool anywhere_ = false;               // "a card" is not one in play: in events, searches, permissions
  char next_group_ = 'A';
  std::string chosen_ = "the chosen house", they_ = "that player", foe_;
  bool in_event_ = false;   // `amount` is that of the event
  bool constant_ = false;   // in a constant ability: counts begin with each turn
  bool may_ = false;        // the next clause is one that may be declined
  char next_number_ = 'X';  // the name of the next number that a `let` names
};

std::string or_more(const std::string& op, const std::string& number);  // "3 or more", "fewer than 3"
std::string joined_clauses(const std::vector<std::string>& clauses);    // "a, then b"

}  // namespace archon::english
