// What is so while a constant or a lasting effect lasts: costs, permissions, bans.
#include "engine/english/phrases.h"
#include "engine/english/writer.h"

namespace archon::english {

using lang::WordClass;

std::string Writer::static_text(const Node& node) {
  if (node.kind != NodeKind::Static) return "";
  const std::string text = static_body(node.kids[0]);
  if (!node.kids[1]) return text;
  if (node.number != 0)
    return text + (text.find(',') != std::string::npos ? ", unless " : " unless ") + condition(node.kids[1]);
  // "While this creature is on a flank, it gets ...": the condition has named it.
  const std::string cond = condition(node.kids[1]), named = cond.substr(0, cond.find(" is "));
  const bool same = named != cond && text.starts_with(named + " ") && named.starts_with("this ");
  return "while " + cond + ", " + (same ? "it" + text.substr(named.size()) : text);
}

std::string Writer::static_body(const Node& node) {
  switch (node.kind) {
    case NodeKind::StatKeys: {
      const std::string whose = node.kids[0] ? possessive(np_text(node.kids[0])) + " " : "";
      const std::string colour = node.text.empty() ? "" : node.text + " ";
      return whose + colour + "keys cost " + signed_amount(node.kids[1], "aember");
    }
    case NodeKind::StatRefill: {
      const Phrase who = np(node.kids[0]);
      const Node& number = node.kids[1];
      const bool fewer = number.kind == NodeKind::Unary;
      const Amount cards = amount(fewer ? number.kids[0] : number, "card");
      const size_t space = cards.what.find(' ');
      return spaced({who.text, inflected("refill", who.person), who.person == Person::You ? "your" : "their", "hand to",
                     cards.what.substr(0, space), fewer ? "fewer" : "additional", cards.what.substr(space + 1), cards.tail,
                     "during the " + phrase(WordClass::Step, "draw-step")});
    }
    case NodeKind::StatAllow:
      return allowed(node);
    case NodeKind::StatAllowIcon:
      return allowed_icon(node);
    case NodeKind::StatForbid:
      return forbidden(node);
    case NodeKind::StatRequire:
      return event(node.kids[0], Tense::Base, Use::Generic, "must") +
             (node.kids[0].word == "choose" ? ", if able" : " if able");
    case NodeKind::StatLimit:
      return limited(node);
    case NodeKind::StatTax: {
      const Actor outer = actor_;
      const Phrase who = np(node.kids[0].kids[0]);
      std::string text = event(node.kids[0], Tense::Base, Use::Full, "can") + " only if " + one_clause(node.kids[1]) + " first";
      actor_ = outer;
      return text;
    }
    case NodeKind::StatRedirect:
      return redirected(node);
    case NodeKind::StatSubstitute: {
      const bool to_supply = node.kids[0].kind == NodeKind::Word;
      if (to_supply)
        return "when aember would be stolen or captured from " + np_text(node.kids[1]) +
               ", it comes from the common supply instead";
      return "aember that you would gain by reaping is taken from " + np_text(node.kids[0], Use::Generic) +
             " instead of the common supply";
    }
    case NodeKind::StatWin:
      return "a player needs " + expr(node.kids[0]) + " forged keys to win";
    default:
      return of_cards(node);
  }
}

std::string Writer::allowed(const Node& node) {
  anywhere_ = true;
  const std::string text = permission(node);
  anywhere_ = false;
  return text;
}

std::string Writer::permission(const Node& node) {
  const Node& what = node.kids[0];
  if (node.word == "spend") {
    if (node.number != 0) return "when you forge a key, you may spend " + np_text(what) + " itself as 1 aember";
    if (what.kind == NodeKind::Player || !node.text.empty()) {
      const std::string whose = node.text == "opponent" ? "your opponent may spend the aember on " + np_text(what)
                                : what.kind == NodeKind::Player
                                    ? "you may spend " + (node.text == "to" ? "up to " + expr(node.kids[1]) + " of " : "") +
                                          possessive(np_text(what)) + " aember"
                                    : "you may spend the aember on " + np_text(what);
      return whose + " as if it were in " + (node.text == "opponent" ? "their" : "your") + " pool when forging keys";
    }
    return "when you forge keys, you may spend the aember on " + np_text(what) + " as if it were in your pool";
  }
  const Phrase cards = np(what, what.kind == NodeKind::Select && what.kids[0].word == "each" ? Use::Generic : Use::Full);
  if (node.word == "pick") return "when you would take your archives into your hand, you may take " + cards.text + " instead";
  const std::string verb = node.word == "play-or-use" ? "play or use" : verb_phrase(node.word);
  const std::string often = node.text == "each-turn" ? " each turn" : "";
  const bool says_house = cards.text.find("active house") != std::string::npos;
  const std::string as_if =
      cards.person == Person::Many ? " as if they belonged to the active house" : " as if it belonged to the active house";
  return "you may " + verb + " " + cards.text + often + (says_house ? "" : as_if);
}

std::string Writer::allowed_icon(const Node& node) {
  const auto icon = [](const std::string& word) {
    return word == "any" ? std::string("bonus icon") : phrase(WordClass::Icon, word) + " bonus icon";
  };
  const Node& as = node.kids[0];
  if (as.kind == NodeKind::Word)
    return "you may resolve " + with_article(icon(node.word)) + " as " + with_article(icon(as.word));
  return "instead of resolving " + with_article(icon(node.word)) + ", you may do this: " + one_clause(as);
}

std::string Writer::forbidden(const Node& node) {
  std::string text = event(node.kids[0], Tense::Base, Use::Generic, "cannot");
  if (!node.words.empty()) {
    std::vector<std::string> left;
    for (const std::string& word : node.words) left.push_back(word == "action" ? "by its \"Action:\" ability" : "to " + word);
    text += ", except " + listed(left, "or");
  }
  return text;
}

std::string Writer::limited(const Node& node) {
  const Node& what = node.kids[0];
  Node counted_event = what;
  Node& object = counted_event.kids[1];
  if (object.kind == NodeKind::Select && object.kids[0].word == "a" && node.kids[1].kind == NodeKind::Number) {
    object.kids[0].word = "count";
    object.kids[0].kids[0].kind = NodeKind::Var;
    object.kids[0].kids[0].word = " number";
    variables_[" number"] = {.noun = "number", .text = "more than " + expr(node.kids[1])};
    return event(counted_event, Tense::Base, Use::Full, "cannot") + (node.text == "turn" ? " each turn" : " of each type");
  }
  return event(what, Tense::Base, Use::Generic, "cannot") + " more than " + expr(node.kids[1]) + " times each " + node.text;
}

std::string Writer::redirected(const Node& node) {
  bool too = false, evenly = false, fights = false;
  for (const std::string& word : node.words) too |= word == "too", evenly |= word == "evenly", fights |= word == "fights-only";
  const std::string from = np_text(node.kids[0]), to = np_text(node.kids[1]);
  const std::string in_fights = fights ? " in a fight" : "";
  if (node.word == "by") return "the damage that " + from + " would deal" + in_fights + " is dealt to " + to + " instead";
  if (too) return "damage dealt to " + from + in_fights + " is dealt to " + to + " as well";
  return "damage that would be dealt to " + from + in_fights + " is dealt to " + to + " instead" +
         (evenly ? ", divided as evenly as possible (the active player chooses who takes the larger part)" : "");
}

std::string Writer::signed_amount(const Node& node, const std::string& unit) {
  const bool minus = node.kind == NodeKind::Unary && node.word == "-";
  const Node& number = minus ? node.kids[0] : node;
  const std::string sign = minus ? "-" : "+";
  if (number.kind == NodeKind::Number) return sign + std::to_string(number.number) + " " + unit;
  const Amount much = amount(number, unit);
  if (much.tail.empty() || much.tail.starts_with("for each")) return spaced({sign + much.what, much.tail});
  return sign + "X " + unit + ", where X is " + expr(number);
}

}  // namespace archon::english
