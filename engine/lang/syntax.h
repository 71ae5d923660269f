#pragma once
// A syntax tree as the code generator reads it. Each reading is recorded; what was never read had no influence on the program,
// and refuse_unread() makes that an error. So no word of a definition can be passed over in silence.
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lang/ast.h"

namespace archon::lang {

// A construct, or a word of one, that has no code.
struct NoCode : std::runtime_error {
  SourcePos at;
  NoCode(SourcePos where, const std::string& what) : std::runtime_error(what), at(where) {}
};

// One node. Refers to the tree, which must outlive it; cheap to copy.
class Syntax {
 public:
  Syntax(const Node& node) : node_(&node) {}

  // Looking: for decisions about what to read next. Nothing is recorded.
  explicit operator bool() const { return static_cast<bool>(*node_); }
  bool is(NodeKind kind) const { return node_->kind == kind; }
  bool says(NodeKind kind, std::string_view word) const { return is(kind) && node_->word == word; }
  SourcePos at() const { return node_->at; }
  size_t size() const { return node_->kids.size(); }
  const Node& peek() const { return *node_; }

  // Reading: only where the result has an effect on the program.
  NodeKind kind() const { return mark(kKind).kind; }
  const std::string& word() const { return mark(kWord).word; }
  const std::string& text() const { return mark(kText).text; }
  const std::vector<std::string>& words() const { return mark(kWords).words; }
  int number() const { return mark(kNumber).number; }
  bool flag() const { return number() != 0; }
  Syntax operator[](size_t index) const;                 // a child; None beyond the last
  std::span<const Node> kids(size_t first = 0) const;    // the children from `first` on
  std::string only_word(std::string_view phrase) const;  // of a verb phrase that may have one verb only

 private:
  friend void refuse_unread(const Node& node);
  enum Part : uint8_t { kKind = 1, kWord = 2, kText = 4, kWords = 8, kNumber = 16 };
  const Node& mark(Part part) const {
    node_->read |= part;
    return *node_;
  }
  const Node* node_;
};

// "subject VERB object parts": names for the children of a Verb.
struct VerbPhrase {
  Syntax node;

  Syntax subject() const { return node[0]; }
  Syntax object() const { return node[1]; }
  std::string verb() const { return node.only_word("`" + node.peek().words.front() + "`"); }  // the only one
  const Node* find(std::string_view part) const;                                              // looks
  bool has(std::string_view part) const { return find(part) != nullptr; }
  Syntax part(std::string_view name) const;  // reads; None when the phrase has no such part
  std::string part_word(std::string_view name) const { return part(name)[0].word(); }
  bool flag(std::string_view name) const { return static_cast<bool>(part(name)); }
};

// "subject VERB object modifiers": an event.
struct EventPhrase {
  Syntax node;

  Syntax subject() const { return node[0]; }
  Syntax object() const { return node[1]; }
  std::span<const Node> modifiers() const { return node.kids(2); }
};

// "quantifier adjectives noun of-term posts".
struct NounPhrase {
  Syntax node;

  Syntax quantifier() const { return node[0]; }
  std::span<const Node> filters() const { return node[1].kids(); }
  Syntax of() const { return node[2]; }
  std::span<const Node> posts() const { return node.kids(3); }
  bool played_by_you() const;
  const std::string& first_noun() const { return node.peek().kids[1].kids.front().word; }  // looks
};

// Throws NoCode for the first part of the tree, in the order of the text, that nobody has read.
void refuse_unread(const Node& node);

}  // namespace archon::lang
