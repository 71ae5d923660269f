// Events: "you play a creature", "an enemy creature is destroyed while fighting this creature".
#include <algorithm>
#include <utility>

#include "engine/english/phrases.h"
#include "engine/english/writer.h"

namespace archon::english {

using lang::WordClass;

std::string Writer::event_object(const Node& node, const Phrase& subject, Use use) {
  const Node& object = node.kids[1];
  const std::string own = subject.person == Person::You ? "your" : "their";
  const std::string& verb = node.word;
  if (verb == "choose") {
    if (object.kind == NodeKind::Pron && object.word == "chosen" && chosen_.ends_with(" house"))
      return "that house as " + own + " active house";
    if (!object) return "a house as " + own + " active house";
    const std::string house = object.kind == NodeKind::Pron && object.word == "active" ? "" : expr(object);
    return house.empty() ? own + " active house" : house + " as " + own + " active house";
  }
  if (!object) {
    if (verb == "steal" || verb == "capture" || verb == "gain" || verb == "lose") return "aember";
    return verb == "skip" ? "a step" : "";
  }
  if (object.kind != NodeKind::Word) return np_text(object, use);
  const std::string& word = object.word;
  if (verb == "trigger") return "its \"" + head_name(word) + ":\" ability";
  if (verb == "resolve") return word == "bonus" ? "a bonus icon" : with_article(phrase(WordClass::Icon, word)) + " bonus icon";
  if (verb == "receive") return "aember to " + own + " pool";
  if (word == "amber") return "aember";
  if (word == "tide") return "the tide";
  if (verb == "take") return own + " archives into " + own + " hand";
  if (lang::is_word(WordClass::Zone, word) && word != "play")
    return own + " " + phrase(WordClass::Zone, word) + (verb == "shuffle" && word == "discard" ? " into " + own + " deck" : "");
  if (verb == "skip") return own + " " + (word == "mulligan" ? word : phrase(WordClass::Step, word + "-step"));
  return word;
}

std::string Writer::event_mods(const Node& node, bool used) {
  std::vector<std::string> parts;
  const std::string owner = node.kids[0].kind == NodeKind::Player || node.kids[0].kind == NodeKind::As ? "" : "its owner's";
  for (size_t i = 2; i < node.kids.size(); ++i) {
    const Node& mod = node.kids[i];
    const std::string& word = mod.word;
    const Node* what = mod.kids.empty() ? nullptr : &mod.kids[0];
    if (word == "in-fight") parts.push_back("in a fight");
    if (word == "fighting") parts.push_back("while fighting " + np_text(*what));
    if (word == "beside")
      parts.push_back("next to " +
                      (what->kind == NodeKind::Select ? with_article(np_text(*what, Use::Single)) : np_text(*what)));
    if (word == "beneath") parts.push_back("beneath " + np_text(*what));
    if (word == "in-step") parts.push_back("during the " + phrase(WordClass::Step, what->word));
    if (word == "outside-step") parts.push_back("outside the " + phrase(WordClass::Step, what->word));
    if (word == "turn") parts.push_back(what->word == "your" ? "during your turn" : "during your opponent's turn");
    if (word == "flank") parts.push_back("on the " + what->word + " flank");
    if (word == "from") parts.push_back("from " + (what->kind == NodeKind::Zone ? zone(*what, owner) : np_text(*what)));
    if (word == "to") parts.push_back("to " + (what->kind == NodeKind::Zone ? zone(*what, owner) : np_text(*what)));
    if (word == "by" && what->kind == NodeKind::Word) {
      const std::string how = what->word == "bonus" ? "a bonus icon" : what->word;
      const bool use = what->word == "reap" || what->word == "fight";
      parts.push_back(use ? (used ? "to " + how : "by " + gerund(how)) : "by " + how);
    } else if (word == "by") {
      parts.push_back("by " + np_text(*what));
    }
  }
  return spaced(parts);
}

namespace {

// `they`, the player of the event, somewhere in it.
bool speaks_of_them(const Node& node) {
  return (node.kind == NodeKind::Pron && node.word == "they") || std::ranges::any_of(node.kids, speaks_of_them);
}

}  // namespace

std::string Writer::event(const Node& node, Tense tense, Use use, const std::string& modal) {
  const Actor outer = actor_;
  const bool outer_anywhere = std::exchange(anywhere_, true);
  const Node& who = node.kids[0];
  Phrase subject = np(who, speaks_of_them(node) ? Use::Full : use);  // "a player ... that player"
  const bool is_player = who.kind == NodeKind::Player || (who.kind == NodeKind::As && who.kids[0].kind == NodeKind::Player);
  if (is_player) actor_ = {subject.text, subject.person, subject.person == Person::You ? "your" : "their"};
  if (is_player && (subject.text == "a player" || subject.text == "players")) they_ = "that player";
  std::string verb = verb_phrase(node.word);
  if (lang::is_word(WordClass::EventVerb, node.word)) verb = phrase(WordClass::EventVerb, node.word);
  std::string text;
  if (node.word == "trigger") {
    const std::string resolves = tense == Tense::Base ? modal + " resolve" : "resolves";
    text = "the \"" + head_name(node.kids[1].word) + ":\" ability of " + subject.text + " " + resolves;
  } else {
    const bool passive = node.number != 0;
    const std::string done_to = node.word == "damage" ? "dealt damage" : participle(node.word == "abduct" ? "archive" : verb);
    std::string form;
    switch (tense) {
      case Tense::Present:
        form = passive ? is(subject.person) + " " + done_to : inflected(verb, subject.person);
        break;
      case Tense::Base:
        form = modal + " " + (passive ? "be " + done_to : verb);
        break;
      case Tense::Perfect:
        form = has(subject.person) + (passive ? " been " + done_to : " " + participle(verb));
        break;
      case Tense::Past:
        form = passive ? (subject.person == Person::One ? "was " : "were ") + done_to : past(verb);
        break;
    }
    if (node.word == "take-control" && passive) form += " control of";
    text = spaced({subject.text, form, event_object(node, subject, use)});
  }
  text = spaced({text, event_mods(node, node.word == "use")});
  actor_ = outer;
  anywhere_ = outer_anywhere;
  return text;
}

// "you have played 3 or more creatures this turn"; what is counted is the object of the event, or the subject of a passive one.
std::string Writer::times_true(const Node& times, const std::string& op, int number) {
  const Node& what = times.kids[0];
  const bool last_turn = times.kids[1].word == "opponent-last-turn";
  const std::string period = phrase(WordClass::Period, times.kids[1].word);
  const Tense tense = last_turn ? Tense::Past : Tense::Perfect;
  const bool any = (number == 0 && op == ">") || (number == 1 && op == ">=");
  if (any) return event(what, tense) + " " + period;
  if (number == 0 && op == "=") {
    std::string text = event(what, Tense::Perfect) + " " + period;
    for (const char* verb : {" has ", " have "})
      if (const size_t at = text.find(verb); at != std::string::npos) return text.insert(at + std::string(verb).size(), "not ");
    return "it is not so that " + text;
  }
  Node counted_event = what;
  Node& noun = counted_event.number != 0 ? counted_event.kids[0] : counted_event.kids[1];
  const bool countable = noun.kind == NodeKind::Select && noun.kids[0].word == "a";
  if (countable && op == ">=") {
    noun.kids[0].word = "count";
    noun.kids[0].kids[0].kind = NodeKind::Var;
    noun.kids[0].kids[0].word = " number";
    variables_[" number"] = {.noun = "number", .text = std::to_string(number) + " or more"};
    return event(counted_event, tense) + " " + period;
  }
  if (op == "=" && number <= 2) return event(what, tense) + " exactly " + (number == 1 ? "once " : "twice ") + period;
  return event(what, tense) + " " + or_more(op, std::to_string(number)) + " times " + period;
}

}  // namespace archon::english
