// What verbs do with cards in play.
#include "engine/english/phrases.h"
#include "engine/english/writer.h"

namespace archon::english {

using lang::WordClass;

// The object of a verb: noted as what `it` and `done` are.
std::string Writer::object(const Node& node, Use use) {
  const std::string text = np_text(node, use);
  object_ = node.kind == NodeKind::As ? variables_[node.word] : known_of(node);
  // The card itself and the like were not chosen, so that `it` stays what it was.
  const bool fixed = node.kind == NodeKind::Pron && (node.word == "this" || node.word == "source" || node.word == "host");
  if (node.kind != NodeKind::Player && node.kind != NodeKind::Zone && !fixed) last_ = object_;
  return text;
}

std::string Writer::flags(const Node& node) {
  std::vector<std::string> parts;
  const auto fill = [&](std::string text) {
    for (const auto& [hole, word] :
         {std::pair<std::string, std::string>{"{it}", object_.many ? "they" : "it"}, {"{this}", this_}})
      if (const size_t at = text.find(hole); at != std::string::npos) text.replace(at, hole.size(), word);
    return text;
  };
  for (size_t i = 2; i < node.kids.size(); ++i) {
    const Node& mod = node.kids[i];
    if (lang::is_word(WordClass::Flag, mod.word)) {
      std::string text = fill(phrase(WordClass::Flag, mod.word));
      if (mod.word == "as-if-yours" && object_.many) text = "as if they were yours";
      parts.push_back(text);
    }
    if (mod.word == "as-if-played") parts.back() = object_.many ? "as if you had played them" : parts.back();
    if (mod.word == "under-control") {
      const std::string& who = mod.kids[0].word;
      parts.push_back("under " +
                      std::string(who == "your"    ? "your"
                                  : who == "owner" ? "its owner's"
                                                   : "your opponent's") +
                      " control");
    }
    if (mod.word == "order") parts.push_back(mod.kids[0].word == "any" ? "in any order" : "in random order");
  }
  return spaced(parts);
}

std::string Writer::object_verb(const Node& node) {
  const std::string& word = node.words.front();
  if (word == "fulfill") {
    may_ = false;
    did("fulfill");
    return np_text(node.kids[1]) + " is fulfilled";
  }
  const bool moves = word == "archive" || word == "purge" || word == "reveal" || word == "abduct";
  const std::string what = object(node.kids[1], moves ? Use::Moved : Use::Full);
  const std::string verb = verb_phrase(word);
  std::string done_to = word == "unstun" || word == "unward" || word == "unenrage" ? "changed"
                        : word == "look"                                           ? "look at"
                                                                                   : verb;
  if (word == "abduct") done_to = "archive";
  did(done_to, "");
  if (done_to == "changed") deed_.participle = "changed";
  if (word == "rearrange") return say("rearrange", np_text(node.kids[1], Use::Plural) + " within their battleline");
  if (word == "abduct") {
    const std::string when = object_.many ? "when they leave those archives, they go to their owner's hand"
                                          : "when it leaves those archives, it goes to its owner's hand";
    return say("put", what + " into " + actor_.own + " archives (" + when + ")");
  }
  return say(verb, spaced({what, flags(node)}));
}

std::string Writer::exalt(const Node& node) {
  const std::string what = object(node.kids[1]);
  const Node* times = part(node, "times");
  std::string tail;
  if (times && times->kids[0].kind == NodeKind::Number)
    tail = times->kids[0].number == 2 ? "twice" : expr(times->kids[0]) + " times";
  else if (times)
    tail = each_of(times->kids[0]).empty() ? "a number of times equal to " + expr(times->kids[0])
                                           : "once for each " + each_of(times->kids[0]);
  did("exalt");  // behind the number, which may speak of what was done before
  return say("exalt", spaced({what, tail}));
}

std::string Writer::use_or_play(const Node& node) {
  const std::string& word = node.words.front();
  const std::string what = object(node.kids[1], Use::Moved);
  const std::string how = flags(node);
  const Node* onto = part(node, "onto");
  const Known played = last_;
  const std::string where = onto ? "and attach it to " + np_text(onto->kids[0]) : "";
  object_ = last_ = played;
  did(word);
  return say(word, spaced({what, how, where}));
}

// "fight with X against Y"; several verbs with one object: "ready and fight with X".
std::string Writer::engage(const Node& node) {
  std::vector<std::string> words;
  for (const std::string& word : node.words) words.push_back(verb_phrase(word));
  const std::string what = object(node.kids[1]);
  const Known used = last_;
  const Node* against = part(node, "against");
  const std::string foe = against ? "against " + np_text(against->kids[0]) : "";
  const std::string last_word = words.back();
  object_ = last_ = used;
  did(last_word);
  if (last_word.ends_with(" with")) deed_.participle = last_word.starts_with("fight") ? "used to fight" : "used to reap";
  std::string first = words.front();
  const bool indicative = actor_.person != Person::You && !may_;
  if (indicative)
    for (std::string& word : words) word = inflected(word, actor_.person);
  const bool may = may_;
  may_ = false;
  const std::string start =
      actor_.person == Person::You ? (may ? decider_.text + " may" : "") : actor_.text + (may ? " may" : "");
  return spaced({start, listed(words), what, foe, ignoring(node), flags(node)});
}

std::string Writer::shift(const Node& node) {
  const std::string what = object(node.kids[1]);
  const std::string& to = part(node, "to")->kids[0].word;
  const std::string line = object_.many && !object_.each ? "their controller's battleline" : "its controller's battleline";
  did("move");
  if (to == "anywhere") return say("move", what + " anywhere in " + line);
  return say("move", what + " to " + (to == "flank" ? "a" : "the " + to) + " flank of " + line);
}

std::string Writer::join(const Node& node) {
  const std::string& word = node.words.front();
  const bool attaches = word == "attach";
  const std::string what = object(node.kids[1], Use::Moved);
  const Known joined = last_;
  const std::string to = np_text(part(node, attaches ? "to" : "onto")->kids[0]);
  last_ = joined;
  did(word);
  return say(word, what + (attaches ? " to " : " onto ") + to);
}

std::string Writer::swap(const Node& node) {
  const std::string& word = node.words.front();
  const std::string what = object(node.kids[1], Use::Moved);
  const std::string with = object(part(node, "with")->kids[0], Use::Moved);
  did("swap");
  return say(verb_phrase(word), what + " with " + with);
}

std::string Writer::take(const Node& node) {
  const std::string what = object(node.kids[1]);
  const Node* duration = part(node, "duration");
  std::string how_long = duration ? phrase(WordClass::Duration, duration->kids[0].word) : "";
  if (const size_t at = how_long.find("{this}"); at != std::string::npos) how_long.replace(at, 6, this_);
  did("take control of");
  deed_.participle = "taken control of";
  return say("take control of", spaced({what, how_long}));
}

std::string Writer::give(const Node& node) {
  const std::string what = object(node.kids[1]);
  const Known given = last_;
  const std::string whom = np_text(part(node, "to")->kids[0]);
  const Node* at = part(node, "at");
  last_ = given;
  did("give control of");
  deed_.participle = "given away";
  return say("give control of", spaced({what, "to", whom, at ? "on the " + at->kids[0].word + " flank" : ""}));
}

std::string Writer::trigger(const Node& node) {
  const bool bonus = node.words.front() == "resolve";
  const std::string whose = object(node.kids[1], Use::Moved);
  did("resolve");
  std::vector<std::string> kinds;
  if (!bonus)
    for (const Node& head : part(node, "what")->kids) kinds.push_back("\"" + head_name(head.word) + ":\"");
  const std::string what = bonus ? "the bonus icons of" : "the " + listed(kinds, "or") + " abilities of";
  return say("resolve", spaced({what, whose, flags(node)}));
}

// Token creatures, from the deck or from other cards.
std::string Writer::make(const Node& node) {
  const Node& what = part(node, "what")->kids[0];
  const std::string token = what.kind == NodeKind::String ? card_name(what.text) + " token creature" : "token creature";
  const Amount much = amount(node.kids[1], token);
  std::string from, where;
  if (const Node* cards = part(node, "from")) from = "from " + np_text(cards->kids[0]);
  for (const char* side : {"left", "right"})
    if (const Node* place = part(node, side))
      where = place->kids[0] ? "to the " + std::string(side) + " of " + np_text(place->kids[0])
                             : "on the " + std::string(side) + " flank";
  object_ = last_ = {.noun = "token creature", .many = !(node.kids[1].kind == NodeKind::Number && node.kids[1].number == 1)};
  const std::string how = flags(node);
  did("make");
  return say("make", spaced({much.what, from, where, how, much.tail}));
}

}  // namespace archon::english
