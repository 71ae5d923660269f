#pragma once
// The checker's inside; include checker.h instead.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lang/checker.h"

namespace archon::lang {

// What surrounds a node, as far as a rule asks for it.
struct Surroundings {
  bool target = true;         // a noun phrase needs a quantifier here
  bool granted = false;       // inside the text an upgrade or another card gives
  bool out_of_play = false;   // inside "in ZONE:"
  bool attached = false;      // the ability can have a host
  bool may_cancel = false;    // under `before`
  bool may_continue = false;  // under `replace` or `destroyed instead`
};

class Checker {
 public:
  Checker(std::string_view file, const Vocabulary& vocabulary) : file_(file), vocabulary_(vocabulary) {}
  std::vector<Diagnostic> run(const std::vector<CardAst>& cards);

 private:
  void report(SourcePos at, const std::string& message, const std::string& hint = "");
  void check_ids(const std::vector<CardAst>& cards);
  void card(const CardAst& card);

  // -- the walk
  void item(const Node& node, Surroundings around);
  void visit(const Node& node, Surroundings around);
  void visit_kids(const Node& node, Surroundings around);
  void leaf(const Node& node, const Surroundings& around);
  void statement(const Node& node, Surroundings around);
  void phrase(const Node& node, Surroundings around);
  void bind(const std::string& name) { bound_.insert("$" + name); }

  // -- rules of a place
  void heads(const Node& node, const Surroundings& around);
  void pronoun(const Node& node, const Surroundings& around);
  void quantifier(const Node& select, const Surroundings& around);
  void card_id(const Node& string);

  // -- numbers and truths (checker_types.cpp)
  void types(const Node& node);
  void statuses(const Node& select);

  // -- which words fit where (checker_words.cpp)
  void verb_words(const Node& verb);
  void call_words(const Node& call);
  void spred_words(const Node& spred);
  void keyword_number(const Node& keyword);
  void expect_one_of(const Node& word, std::string_view what, const std::vector<std::string>& allowed);

  std::string file_;
  const Vocabulary& vocabulary_;
  std::vector<Diagnostic> diagnostics_;
  CardType type_ = CardType::Creature;
  bool type_known_ = false;
  std::set<std::string> bound_;  // variables of this ability so far, with their "$"
  bool produced_ = false;        // something before has set did, done and amount
};

}  // namespace archon::lang
