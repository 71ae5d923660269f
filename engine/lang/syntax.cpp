#include "engine/lang/syntax.h"

#include <algorithm>

#include "engine/lang/print.h"

namespace archon::lang {

Syntax Syntax::operator[](size_t index) const {
  static const Node none;
  const Node& node = mark(kKind);
  return index < node.kids.size() ? node.kids[index] : none;
}

std::span<const Node> Syntax::kids(size_t first) const {
  const std::span<const Node> all = mark(kKind).kids;
  return all.subspan(std::min(first, all.size()));
}

std::string Syntax::only_word(std::string_view phrase) const {
  if (node_->words.size() != 1) throw NoCode(at(), std::string(phrase) + " together with another verb");
  return words().front();
}

const Node* VerbPhrase::find(std::string_view part) const {
  for (const Node& kid : node.peek().kids)
    if (kid.kind == NodeKind::Mod && kid.word == part) return &kid;
  return nullptr;
}

Syntax VerbPhrase::part(std::string_view name) const {
  static const Node none;
  const Node* found = find(name);
  if (found == nullptr) return none;
  const Syntax syntax = *found;
  syntax.word();
  return syntax;
}

namespace {

// What the text says where a node has a number that is no number.
std::string number_word(const Node& node) {
  if (node.kind == NodeKind::Number) return std::to_string(node.number);
  if (node.kind == NodeKind::Heads) return "instead";
  if (node.kind == NodeKind::Lasting) return "once";
  if (node.kind == NodeKind::Do) return "up to";
  if (node.kind == NodeKind::Static) return "unless";
  if (node.kind == NodeKind::Spred) return "also";
  if (node.kind == NodeKind::Adj) return "non-";
  if (node.kind == NodeKind::Is) return "not";
  return std::string(kind_name(node.kind));
}

[[noreturn]] void refuse(const Node& node, std::string_view what) {
  throw NoCode(node.at, "`" + std::string(what) + "` here: it would have no effect");
}

}  // namespace

bool NounPhrase::played_by_you() const {
  return std::ranges::any_of(posts(), [](const Node& post) {
    return post.word == "played" && !post.kids.empty() && post.kids[0] && post.kids[0].word == "you";
  });
}

void refuse_unread(const Node& node) {
  if (!node) return;
  const auto unread = [&](Syntax::Part part) { return (node.read & part) == 0; };
  if (!node.word.empty() && unread(Syntax::kWord)) refuse(node, node.word);
  if (!node.text.empty() && unread(Syntax::kText)) refuse(node, node.text);
  if (!node.words.empty() && unread(Syntax::kWords)) refuse(node, node.words.front());
  if (node.number != 0 && unread(Syntax::kNumber)) refuse(node, number_word(node));
  // These only hold others together.
  const bool structure = node.kind == NodeKind::Guard || node.kind == NodeKind::List || node.kind == NodeKind::Block;
  if (node.read == 0 && !structure) refuse(node, kind_name(node.kind));
  for (const Node& kid : node.kids) refuse_unread(kid);
}

}  // namespace archon::lang
