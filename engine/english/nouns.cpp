// Players, zones, and what was spoken of before.
#include <algorithm>
#include <stdexcept>

#include "engine/english/phrases.h"
#include "engine/english/writer.h"

namespace archon::english {

using lang::WordClass;

Phrase Writer::np(const Node& node, Use use) {
  switch (node.kind) {
    case NodeKind::Union: {
      std::vector<std::string> parts;
      for (const Node& kid : node.kids) parts.push_back(np_text(kid, use));
      return {listed(parts), Person::Many};
    }
    case NodeKind::Except: {
      const Phrase all = np(node.kids[0], use);
      return {all.text + " other than " + np_text(node.kids[1]), all.person};
    }
    case NodeKind::As: {
      Phrase named = np(node.kids[0], use);
      Known known = known_of(node.kids[0]);
      const auto label = labels_.find(node.word);
      if (label != labels_.end()) {
        known.label = label->second;
        named.text += " (" + known.label + ")";
      }
      variables_[node.word] = last_ = known;
      return named;
    }
    case NodeKind::Player:
      return use == Use::Generic && node.word == "player" ? Phrase{"players", Person::Many} : player(node);
    case NodeKind::Zone:
      return {zone(node), node.word == "archives" ? Person::Many : Person::One};
    case NodeKind::Top:
      return top(node, use);
    case NodeKind::Select:
      return select(node, use);
    case NodeKind::Var: {
      const auto found = variables_.find(node.word);
      return found == variables_.end() ? Phrase{"that card"} : reference(found->second, use);
    }
    case NodeKind::Pron:
      return pronoun(node, use);
    default:
      return {expr(node)};
  }
}

Phrase Writer::player(const Node& node) {
  const Node& of_whom = node.kids[0];
  if (node.word == "you") return {"you", Person::You};
  if (node.word == "opponent") return {of_whom ? of(of_whom, "opponent") : "your opponent"};
  if (node.word == "active-player") return {"the active player"};
  if (node.word == "player") return {node.text == "each" ? "each player" : "a player"};
  return {of(of_whom, node.word)};
}

std::string Writer::zone(const Node& node, const std::string& owner) {
  const std::string name = phrase(WordClass::Zone, node.word);
  if (node.word == "play") return name;
  if (node.text == "any") return node.word == "purged" ? "all purged cards" : node.word == "deck" ? "a deck" : "any " + name;
  if (node.text == "one") return "one " + name;
  if (node.text == "each") return "each player's " + name;
  if (node.text == "opponent")
    return (actor_.own == "their" && actor_.text == "your opponent" ? "their " : "your opponent's ") + name;
  if (node.text == "your") return "your " + name;
  if (node.text == "owner") return "its owner's " + name;
  if (node.text == "their") return possessive(they_) + " " + name;
  return (owner.empty() ? actor_.own : owner) + " " + name;
}

std::string Writer::home_of(const Node& zone) const {
  if (zone.text == "their") return possessive(they_);
  if (zone.text == "opponent") return actor_.own == "their" && actor_.text == "your opponent" ? "their" : "your opponent's";
  return zone.text == "your" ? "your" : zone.text.empty() ? actor_.own : "";
}

Phrase Writer::top(const Node& node, Use use) {
  const bool one = node.kids[0].kind == NodeKind::Number && node.kids[0].number == 1;
  Known known;
  known.many = !one;
  known.home = home_of(node.kids[1]);
  const std::string where = zone(node.kids[1]);
  std::string text;
  if (one)
    text = "the " + node.word + " card of " + where;
  else if (node.kids[0].kind == NodeKind::Number)
    text = "the " + node.word + " " + expr(node.kids[0]) + " cards of " + where;
  else
    text = "a number of cards from the " + node.word + " of " + where + " equal to " + expr(node.kids[0]);
  if (use == Use::Single) text = "of " + text;
  last_ = known;
  return {text, one ? Person::One : Person::Many};
}

Phrase Writer::pronoun(const Node& node, Use use) {
  const std::string& word = node.word;
  const std::string said = phrase(WordClass::Pronoun, word);
  if (!said.starts_with("{")) return {said};
  if (word == "this") return {this_};
  if (word == "source") return {source_};
  if (word == "host") return {host_};
  if (word == "it") {
    Known one = last_;
    return reference(one, use);
  }
  if (word == "them") {
    Known all = last_;
    all.many = true;
    return reference(all, use);
  }
  if (word == "done") return {done(use), use == Use::Single || !deed_.cards.many ? Person::One : Person::Many};
  if (word == "foe") return {foe_};
  if (word == "they") return {they_};
  if (word == "chosen") return {chosen_};
  if (word == "did") return {did_so()};
  if (word == "amount")
    return {in_event_ ? "that much" : "the " + std::string(deed_.counted ? "number of " : "amount of ") + of_deed()};
  throw std::logic_error("no English phrase for the pronoun `" + word + "`");
}

// "the creatures destroyed this way".
std::string Writer::done(Use use) {
  const bool many = use == Use::Plural || (deed_.cards.many && use != Use::Single);
  const std::string noun = many ? plural(deed_.cards.noun) : deed_.cards.noun;
  return (use == Use::Single || use == Use::Plural ? "" : "the ") + noun + " " + deed_.participle + " this way";
}

Phrase Writer::reference(const Known& known, Use use) const {
  if (!known.text.empty()) return {known.text, known.many ? Person::Many : Person::One};
  if (use == Use::Single) return {known.many ? "of those " + plural(known.noun) : "such " + known.noun};
  const std::string noun = known.many ? plural(known.noun) : known.noun;
  if (!known.label.empty()) return {noun + " " + known.label, known.many ? Person::Many : Person::One};
  return {(known.many ? "those " : "that ") + noun, known.many ? Person::Many : Person::One};
}

// What the phrase will be called when it is spoken of again. Says nothing.
Known Writer::known_of(const Node& node) {
  switch (node.kind) {
    case NodeKind::As:
    case NodeKind::Except:
      return known_of(node.kids[0]);
    case NodeKind::Union: {
      Known all = known_of(node.kids[0]);
      for (const Node& kid : node.kids)
        if (known_of(kid).noun != all.noun) all.noun = "card";
      for (const Node& kid : node.kids)
        if (known_of(kid).home != all.home) all.home.clear();
      all.many = true;
      all.each = false;
      return all;
    }
    case NodeKind::Top: {
      Known cards;
      cards.many = !(node.kids[0].kind == NodeKind::Number && node.kids[0].number == 1);
      cards.home = home_of(node.kids[1]);
      return cards;
    }
    case NodeKind::Zone: {
      Known cards;
      cards.many = true;
      cards.home = home_of(node);
      return cards;
    }
    case NodeKind::Player:
      return {.noun = "player"};
    case NodeKind::Var: {
      const auto found = variables_.find(node.word);
      return found == variables_.end() ? Known{} : found->second;
    }
    case NodeKind::Pron:
      if (node.word == "it" || node.word == "them") return last_;
      if (node.word == "done") return deed_.cards;
      if (node.word == "this") return {.noun = this_.starts_with("this ") ? this_.substr(5) : "card"};
      return {.noun = node.word == "foe" || node.word == "host" ? "creature" : "card"};
    case NodeKind::Select:
      break;
    default:
      return {};
  }
  Known known;
  const Node& list = node.kids[1];
  known.noun = list.kids[0].word.empty() ? "" : phrase(WordClass::Noun, list.kids[0].word);
  for (const Node& filter : list.kids)
    if (!filter.word.empty() && phrase(WordClass::Noun, filter.word) != known.noun) known.noun = "card";
  const bool one_side = known.noun == "left neighbor" || known.noun == "right neighbor";
  if (known.noun.ends_with("neighbor")) known.noun = "creature";
  const bool remembered = known.noun.empty();
  if (remembered)
    for (const Node& post : node.kids)
      if (post.kind == NodeKind::Post && post.word == "among") known = known_of(post.kids[0]);
  if (remembered && !node.kids[0]) return known;
  for (const Node& adj : list.kids[0].kids) {
    if (adj.word == "friendly" || adj.word == "enemy") known.adjectives = adj.word;
    if (adj.word == "token" && adj.number == 0) known.noun = "token " + known.noun;
  }
  for (const Node& post : node.kids)
    if (post.kind == NodeKind::Post && post.word == "among") known.home = known_of(post.kids[0]).home;
  const Node& quant = node.kids[0];
  const bool one_named = quant.kids.empty() || !quant.kids[0];
  known.each = quant && quant.word == "each";
  known.many = !quant ? !one_side
                      : quant.word == "each" || quant.word == "any-number" ||
                            ((quant.word == "count" || quant.word == "up-to") &&
                             !(quant.kids[0].kind == NodeKind::Number && quant.kids[0].number == 1)) ||
                            (quant.word.ends_with("powerful") && !one_named);
  for (const Node& post : node.kids)
    if (post.kind == NodeKind::Post && post.word == "in" && post.kids[0].word != "play") known.home = home_of(post.kids[0]);
  return known;
}

Actor Writer::actor_of(const Node& node) {
  if (node.kind == NodeKind::Player && node.word == "you") return {};
  const Phrase who = np(node);
  const bool chosen = node.kind == NodeKind::Player && node.word == "player";
  if (chosen && node.text == "each") they_ = "that player";
  return {who.text, who.person, who.person == Person::Many ? "their" : "their"};
}

// "its power", "your opponent's hand"; "the power of the most powerful creature" where the owner is a long phrase.
std::string Writer::of(const Node& node, const std::string& what) {
  const Phrase owner = np(node);
  const bool short_enough = owner.text.find(" of ") == std::string::npos && owner.text.find(" this way") == std::string::npos &&
                            std::ranges::count(owner.text, ' ') <= 2 && node.kind != NodeKind::Select &&
                            node.kind != NodeKind::Union;
  if (short_enough || owner.text == "you") return possessive(owner.text) + " " + what;
  return "the " + what + " of " + owner.text;
}

std::string Writer::card_name(const std::string& id) const {
  const int card = table_.find_id(id);
  return card < 0 ? id : table_.cards()[static_cast<size_t>(card)].name;
}

std::string Writer::house_or_trait(const std::string& word) const {
  const House house = house_from_name(word);
  if (house != House::None) return std::string(house_title(house));
  return table_.find_trait(word) >= 0 ? capitalized(word) : word;
}

}  // namespace archon::english
