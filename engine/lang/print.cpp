#include "engine/lang/print.h"

namespace archon::lang {

std::string_view kind_name(NodeKind kind) {
  static constexpr std::string_view kNames[] = {
      "None",       "Heads",       "Constant",  "After",      "Before",       "Replace",
      "Whenever",   "StartOf",     "EndOf",     "PlayOnlyIf", "PlayAsCopy",   "PlayAsUpgrade",
      "Cost",       "InZone",      "Setup",     "Keywords",   "AttachOnly",   "Block",
      "If",         "May",         "Choose",    "ForEach",    "Do",           "Repeat",
      "Again",      "Let",         "Lasting",   "Simple",     "Verb",         "Mod",
      "DealPart",   "Static",      "StatKeys",  "StatRefill", "StatAllow",    "StatAllowIcon",
      "StatForbid", "StatRequire", "StatLimit", "StatTax",    "StatRedirect", "StatSubstitute",
      "StatWin",    "StatCards",   "Spred",     "Stat",       "Kw",           "Text",
      "Event",      "Union",       "Except",    "As",         "Player",       "Zone",
      "Top",        "Select",      "Quant",     "Filter",     "Adj",          "Post",
      "Number",     "Var",         "Pron",      "Word",       "String",       "Call",
      "Unary",      "Binary",      "Is",        "Guard",      "List"};
  static_assert(std::size(kNames) == static_cast<size_t>(NodeKind::List) + 1, "a name for every kind");
  return kNames[static_cast<size_t>(kind)];
}

namespace {

std::string label(const Node& node) {
  std::string text(kind_name(node.kind));
  if (!node.word.empty()) text += ":" + node.word;
  if (!node.text.empty()) text += "/" + node.text;
  if (!node.words.empty()) {
    text += "[";
    for (const std::string& word : node.words) text += (text.back() == '[' ? "" : " ") + word;
    text += "]";
  }
  if (node.number != 0) text += "#" + std::to_string(node.number);
  return text;
}

}  // namespace

std::string print(const Node& node) {
  switch (node.kind) {
    case NodeKind::None:
      return "_";
    case NodeKind::Number:
      return std::to_string(node.number);
    case NodeKind::Var:
      return "$" + node.word;
    case NodeKind::Pron:
      return node.word;
    case NodeKind::String:
      return "\"" + node.text + "\"";
    case NodeKind::Word:
      if (node.kids.empty()) return "'" + node.word;
      break;
    default:
      break;
  }
  std::string text = "(" + label(node);
  for (const Node& kid : node.kids) text += " " + print(kid);
  return text + ")";
}

std::string print(const CardAst& card) {
  std::string text = "card " + card.id + "\n";
  for (const Node& item : card.items) text += "  " + print(item) + "\n";
  return text;
}

}  // namespace archon::lang
