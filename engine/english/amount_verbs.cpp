// What verbs do with aember, damage, counters and keys; and what all of them share.
#include <utility>

#include "engine/english/phrases.h"
#include "engine/english/writer.h"
#include "engine/lang/verbs.h"

namespace archon::english {

using lang::VerbShape;

const Node* Writer::part(const Node& verb, std::string_view word) {
  for (size_t i = 2; i < verb.kids.size(); ++i)
    if (verb.kids[i].kind == NodeKind::Mod && verb.kids[i].word == word) return &verb.kids[i];
  return nullptr;
}

// Notes what has been done, for `done`, `did` and `amount` of the next statements.
void Writer::did(const std::string& verb, const std::string& unit) {
  deed_.participle = participle(verb);
  deed_.unit = unit;
  deed_.counted = !unit.empty() && plural(unit) != unit;
  deed_.cards = object_;
  if (actor_.text.starts_with("each ")) deed_.cards.many = true;
  deed_.actor = actor_;
}

// A sentence about what somebody does; "you may" where it can be declined.
std::string Writer::say(const Phrase& subject, const std::string& verb, const std::string& rest) {
  const bool may = may_;
  may_ = false;
  // "your opponent discards a card, then you draw 1 card": who is spoken to is named again.
  const bool named = std::exchange(another_did_, subject.person != Person::You) && joined_ > 0;
  if (subject.person == Person::You && named && !may) return spaced({"you", verb, rest});
  if (subject.person == Person::You) return spaced({may ? decider_.text + " may" : "", verb, rest});
  if (may) return spaced({subject.text, "may", verb, rest});
  return spaced({subject.text, inflected(verb, subject.person), rest});
}

std::string Writer::verb(const Node& node) {
  const Actor outer = actor_;
  const Node& subject = node.kids[0];
  const VerbShape shape = lang::find_verb(node.words.front())->shape;
  if (subject && shape != VerbShape::Capture) actor_ = actor_of(subject);
  const std::string text = by_shape(node);
  actor_ = outer;
  return text;
}

std::string Writer::by_shape(const Node& node) {
  object_ = last_;
  if (node.words.size() > 1) return engage(node);
  switch (lang::find_verb(node.words.front())->shape) {
    case VerbShape::Amount:
      return amount_verb(node);
    case VerbShape::Capture:
      return capture(node);
    case VerbShape::Deal:
      return deal(node);
    case VerbShape::Heal:
      return heal(node);
    case VerbShape::Counters:
      return counters(node);
    case VerbShape::Place:
      return place(node);
    case VerbShape::Move:
      return move(node);
    case VerbShape::Redistribute:
      return redistribute(node);
    case VerbShape::Object:
    case VerbShape::LookAt:
      return object_verb(node);
    case VerbShape::Exalt:
      return exalt(node);
    case VerbShape::UseOrPlay:
      return use_or_play(node);
    case VerbShape::With:
      return engage(node);
    case VerbShape::Shift:
      return shift(node);
    case VerbShape::Join:
      return join(node);
    case VerbShape::Put:
      return put(node);
    case VerbShape::Return:
      return return_to(node);
    case VerbShape::Shuffle:
      return shuffle(node);
    case VerbShape::Discard:
      return discard(node);
    case VerbShape::Search:
      return search(node);
    case VerbShape::Swap:
      return swap(node);
    case VerbShape::Take:
      return take(node);
    case VerbShape::Give:
      return give(node);
    case VerbShape::Trigger:
      return trigger(node);
    case VerbShape::Forge:
      return forge(node);
    case VerbShape::Make:
      return make(node);
    case VerbShape::Raise:
      did("raise");
      return say("raise", "the tide");
    case VerbShape::SetHouse:
      may_ = false;
      return expr(node.kids[1]) + " becomes the active house";
    case VerbShape::Alone:
      did("refill");
      return say("refill", actor_.own + " hand");
  }
  return "";
}

std::string Writer::amount_verb(const Node& node) {
  const std::string& word = node.words.front();
  const Node* what = part(node, "what");
  const std::string unit = what ? "chain" : word == "draw" ? "card" : word == "unforge" ? "key" : "aember";
  Amount much = rounds(node, unit);
  if (node.kids[1].kind == NodeKind::Word && word == "steal") much.what = "all of your opponent's aember";
  if (node.kids[1].kind == NodeKind::Word && word != "steal") much.what = "all of " + actor_.own + " " + unit;
  if (unit == "card") object_ = last_ = {.many = true};
  did(word, unit);
  if (word == "pay")
    return say(word, spaced({actor_.person == Person::You     ? "your opponent"
                             : actor_.text == "your opponent" ? "you"
                                                              : "their opponent",
                             much.what, much.tail}));
  return say(word, spaced({much.what, much.tail}));
}

// "a friendly creature captures 2 aember from its own side"
std::string Writer::capture(const Node& node) {
  const Phrase who = node.kids[0] ? np(node.kids[0]) : Phrase{this_};
  const bool many = who.person == Person::Many;
  Amount much = rounds(node, "aember");
  const bool all_incoming = node.kids[1].kind == NodeKind::Pron && node.kids[1].word == "amount";
  std::string from;
  if (const Node* source = part(node, "from")) {
    const std::string& word = source->kids[0].word;
    if (word == "own-side") from = many ? "from their own side" : "from its own side";
    if (word == "supply") from = "from the common supply";
    if (word == "incoming") much = {all_incoming ? "that aember" : much.what + " of that aember", ""};
    if (word == "any") from = "from either or both pools";
  }
  if (node.kids[1].kind == NodeKind::Word)
    much.what = from.empty() ? "all of " + std::string(node.kids[0] ? "its opponent's" : "your opponent's") + " aember"
                             : "all the aember";
  did("capture", "aember");
  if (const Node* among = part(node, "among"))
    return say({"you", Person::You}, "have",
               spaced({np_text(among->kids[0]), "capture", much.what, much.tail, from, ", divided among them as you choose"}));
  if (many) return say({who.text + " each", Person::Many}, "capture", spaced({much.what, from, much.tail}));
  return say(who, "capture", spaced({much.what, from, much.tail}));
}

std::string Writer::deal(const Node& node) {
  std::vector<std::string> parts;
  const Node* by = part(node, "by");
  const Phrase dealer = by ? np(by->kids[0]) : Phrase{actor_.text, actor_.person};
  for (const Node& each : node.kids[1].kids) {
    const bool spoken = each.kids[0].kind != NodeKind::Number;
    const Known before = last_;
    Amount much = spoken ? amount(each.kids[0], "damage") : Amount{std::to_string(each.kids[0].number) + " damage", ""};
    last_ = before;
    const Phrase whom = np(each.kids[1]);
    // "3 damage to each of 2 creatures"
    const bool counts = each.kids[1].kind == NodeKind::Select && whom.person == Person::Many;
    const bool share = counts || (spoken && whom.person == Person::Many && much.tail.ends_with(" it"));
    std::string text = "to " + std::string(share ? "each of " : "") + whom.text;
    if (each.kids[2]) text += ", and " + amount(each.kids[2], "damage").what + " to each of its neighbors";
    parts.push_back(much.with(text));
  }
  object_ = last_;
  const bool several = node.kids[1].kids.size() > 1 || node.kids[1].kids[0].kids[2];
  object_.many = object_.many || several;
  did("deal", "damage");
  deed_.participle = "dealt damage";
  return say(dealer, "deal", listed(parts) + (part(node, "ignoring") ? ", " + ignoring(node) : ""));
}

std::string Writer::ignoring(const Node& node) {
  const Node* mod = part(node, "ignoring");
  if (!mod) return "";
  std::vector<std::string> words;
  for (const Node& kid : mod->kids) words.push_back(kid.word);
  return "ignoring " + listed(words);
}

// Of several that each get as much: "each of 2 creatures".
std::string Writer::shared(const Node& node) {
  const std::string text = object(node);
  const bool counts = node.kind == NodeKind::Select && object_.many && !object_.each;
  return (counts ? "each of " : "") + text;
}

std::string Writer::heal(const Node& node) {
  const Amount much = amount(node.kids[1], "damage");
  const std::string whom = shared(part(node, "from")->kids[0]);
  did("heal", "damage");
  return say("heal", much.with("from " + whom));
}

std::string Writer::counters(const Node& node) {
  const std::string& word = node.words.front();
  const std::string counter = counter_phrase(part(node, "what")->kids[0].word);
  const bool adds = word == "add";
  const Node& whom = part(node, adds ? "to" : "from")->kids[0];
  if (node.kids[1].kind == NodeKind::Quant) {  // "up to": how many is asked of the card that was chosen
    const std::string from = shared(whom);
    const Amount most = amount(node.kids[1], counter);
    did("remove", counter);
    return say("remove", spaced({most.what, "from", from, most.tail}));
  }
  Amount much = amount(node.kids[1], counter);
  const std::string where = shared(whom);
  if (part(node, "what")->kids[0].word == "any" && !adds) much.what += " of any kind";
  did(adds ? "put" : "remove", counter);
  return say(adds ? "put" : "remove", much.with((adds ? "on " : "from ") + where));
}

std::string Writer::place(const Node& node) {
  const Amount much = amount(node.kids[1], "aember");
  const std::string where = object(part(node, "on")->kids[0]);
  did("place", "aember");
  return say("place", much.with("from the common supply on " + where));
}

// Where aember lies: in a pool or on a card.
std::string Writer::pool(const Node& node) {
  if (node.kind == NodeKind::Word) return "the common supply";
  const Phrase where = np(node);
  const bool player = node.kind == NodeKind::Player || (node.kind == NodeKind::Pron && node.word == "they");
  return player ? possessive(where.text) + " pool" : where.text;
}

std::string Writer::move(const Node& node) {
  const std::string& word = part(node, "what")->kids[0].word;
  const std::string unit = word == "amber" ? "aember" : counter_phrase(word);
  const Amount much = amount(node.kids[1], unit);
  const std::string from = pool(part(node, "from")->kids[0]);
  const std::string to = pool(part(node, "to")->kids[0]);
  did("move", unit);
  return say("move", much.with("from " + from + " to " + to));
}

std::string Writer::redistribute(const Node& node) {
  const std::string what = part(node, "what")->kids[0].word == "amber" ? "the aember" : "the damage";
  const std::string whom = np_text(part(node, "among")->kids[0], Use::Plural);
  did("redistribute");
  return say("redistribute", what + " on " + whom + " among them as you choose");
}

std::string Writer::forge(const Node& node) {
  const Node& colour = node.kids[1];
  std::string cost;
  if (const Node* at = part(node, "at")) {
    const Node& price = at->kids[0];
    const bool free = price.kind == NodeKind::Number && price.number == 0;
    cost = free                             ? "at no cost"
           : price.kind == NodeKind::Number ? "at a cost of " + expr(price) + " aember"
                                            : "at " + expr(price);
  }
  did("forge");
  return say("forge", spaced({colour ? actor_.own + " " + colour.word + " key" : "a key", cost}));
}

}  // namespace archon::english
