// What verbs do with cards that go from one zone to another.
#include "engine/english/phrases.h"
#include "engine/english/writer.h"

namespace archon::english {

using lang::WordClass;

// Cards go to the zones of their owner: "its owner's hand", or yours where they come from a zone of yours.
std::string Writer::destination(const Node& mod) {
  const bool end_of_deck = mod.kids[0].kind == NodeKind::Word;
  const Node& where = mod.kids[end_of_deck ? 1 : 0];
  const bool owners = object_.home.empty() && object_.many && !object_.each;
  const std::string owner = !object_.home.empty() ? object_.home : owners ? "their owners'" : "its owner's";
  std::string place = where.text.empty() ? zone(where, owner) : zone(where);
  if (owners && where.text.empty() && where.word != "archives" && where.word != "play") place = plural(place);
  return end_of_deck ? "the " + mod.kids[0].word + " of " + place : place;
}

std::string Writer::put(const Node& node) {
  const std::string what = object(node.kids[1], Use::Moved);
  const Known moved = object_;
  std::string where;
  if (const Node* under = part(node, "under")) {
    where = "beneath " + np_text(under->kids[0]);
  } else if (const Node* into = part(node, "into")) {
    where = "into " + destination(*into);
  } else {
    where = "on " + destination(*part(node, "on"));
  }
  if (node.kids[1].kind != NodeKind::Zone) last_ = moved;
  object_ = moved;
  did("put");
  deed_.participle = "moved";
  return say("put", spaced({what, where, flags(node)}));
}

std::string Writer::return_to(const Node& node) {
  const std::string what = object(node.kids[1], Use::Moved);
  const std::string where = destination(*part(node, "to"));
  did("return");
  return say("return", spaced({what, "to", where, flags(node)}));
}

std::string Writer::shuffle(const Node& node) {
  const std::string what = object(node.kids[1], Use::Moved);
  const Node* into = part(node, "into");
  const std::string where = into ? "into " + destination(*into) : "";
  did("shuffle");
  if (into) deed_.participle = "shuffled into a deck";
  return say("shuffle", spaced({what, where, flags(node)}));
}

std::string Writer::discard(const Node& node) {
  if (const Node* until = part(node, "until")) {
    const std::string from = zone(node.kids[1]);
    anywhere_ = true;
    const std::string found = object(until->kids[0]);
    anywhere_ = false;
    last_.home = home_of(node.kids[1]);
    object_ = last_;
    did("discard");
    return say("discard", "cards from the top of " + from + " until " + found + " is discarded or " + from + " is empty");
  }
  const std::string what = object(node.kids[1], Use::Moved);
  if (node.kids[1].kind == NodeKind::Zone) last_ = object_;
  did("discard");
  return say("discard", spaced({what, flags(node)}));
}

std::string Writer::search(const Node& node) {
  std::vector<std::string> zones = {zone(node.kids[1])};
  for (size_t i = 2; i < node.kids.size(); ++i)
    if (node.kids[i].word == "or") zones.push_back(zone(node.kids[i].kids[0]));
  anywhere_ = true;
  const std::string what = object(part(node, "for")->kids[0]);
  anywhere_ = false;
  last_.home = actor_.own;
  object_ = last_;
  did("find");
  deed_.participle = "found";
  return say("search", listed(zones) + " for " + what);
}

}  // namespace archon::english
