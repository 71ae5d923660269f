// Numbers and truths: `gain not 4` and `if count(creatures) then ...` are refused, as are statuses of cards that have none.
#include <algorithm>

#include "engine/lang/checker_impl.h"
#include "engine/lang/words.h"

namespace archon::lang {
namespace {

// What a value is; Open: cards, houses, names, or what only the ability knows.
enum class ValueType : uint8_t { Open, Number, Truth };

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

ValueType type_of(const Node& node) {
  using enum ValueType;
  switch (node.kind) {
    case NodeKind::Number:
      return Number;
    case NodeKind::Is:
      return Truth;
    case NodeKind::Unary:
      return node.word == "not" ? Truth : Number;
    case NodeKind::Binary:
      return is_one_of(node.word, {"+", "-", "*", "/"}) ? Number : Truth;
    case NodeKind::Pron:
      if (is_one_of(node.word, {"did", "possible", "your-turn"})) return Truth;
      return is_one_of(node.word, {"amount", "current"}) ? Number : Open;
    case NodeKind::Call:
      switch (result_of(node.word)) {
        case FunctionResult::Number:
          return Number;
        case FunctionResult::Truth:
          return Truth;
        case FunctionResult::Other:
          return Open;
      }
      return Open;
    default:
      return Open;
  }
}

// What is asked for at a place.
ValueType wanted_at(const Node& node, size_t kid) {
  using enum ValueType;
  switch (node.kind) {
    case NodeKind::If:
    case NodeKind::Whenever:
    case NodeKind::PlayOnlyIf:
      return kid == 0 ? Truth : Open;
    case NodeKind::Guard:
      return Truth;
    case NodeKind::Static:
      return kid == 1 ? Truth : Open;
    case NodeKind::Do:
      return kid > 0 ? Open : node.word == "until" ? Truth : Number;
    case NodeKind::Post:
      return node.word == "where" ? Truth : Number;
    case NodeKind::Unary:
      return node.word == "not" ? Truth : Number;
    case NodeKind::Binary:
      if (node.word == "and" || node.word == "or") return Truth;
      return node.word == "=" || node.word == "!=" ? type_of(node.kids[1 - kid]) : Number;
    case NodeKind::Let:
      return Open;
    default:
      return Number;
  }
}

bool is_status(const Node& adjective) {
  return is_one_of(adjective.word, {"damaged", "undamaged", "stunned", "ready", "exhausted", "warded", "enraged", "flank",
                                    "left-flank", "right-flank", "center"});
}

}  // namespace

void Checker::types(const Node& node) {
  for (size_t i = 0; i < node.kids.size(); ++i) {
    const ValueType is = type_of(node.kids[i]), wanted = wanted_at(node, i);
    if (is == ValueType::Truth && wanted == ValueType::Number)
      report(node.kids[i].at, "a number is wanted here, and this is true or false");
    if (is == ValueType::Number && wanted == ValueType::Truth)
      report(node.kids[i].at, "something true or false is wanted here, and this is a number (compare it: `> 0`)");
  }
}

// Only cards in play are stunned, ready or on a flank.
void Checker::statuses(const Node& select) {
  bool elsewhere = false;
  for (const Node& kid : select.kids)
    if (kid.kind == NodeKind::Post && kid.word == "in")
      elsewhere = std::ranges::none_of(kid.kids, [](const Node& zone) { return zone.word == "play"; });
  for (const Node& filter : select.kids[1].kids)
    for (const Node& adjective : filter.kids)
      if (elsewhere && is_status(adjective)) report(adjective.at, "`" + adjective.word + "` is possible of cards in play only");
}

}  // namespace archon::lang
