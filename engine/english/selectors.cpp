// Noun phrases that select cards: quantity, adjectives, nouns, and what follows them.
#include <algorithm>

#include "engine/english/phrases.h"
#include "engine/english/writer.h"

namespace archon::english {

using lang::WordClass;

// What stands before the noun; what stands behind it is added to `after`.
std::string Writer::adjective(const Node& adj, std::string& after) const {
  const std::string non = adj.number != 0 ? "non-" : "";
  if (lang::is_word(WordClass::Status, adj.word)) {
    const std::string tail = phrase_after(adj.word);
    if (!tail.empty()) after = spaced({after, adj.number != 0 ? "not " + tail : tail});
    const std::string before = phrase(WordClass::Status, adj.word);
    return before.empty() ? "" : non + before;
  }
  if (lang::is_word(WordClass::Noun, adj.word)) return non + adj.word;
  const std::string name = house_or_trait(adj.word);
  if (name != adj.word || table_.find_trait(adj.word) >= 0) return non + name;
  after = spaced({after, (adj.number != 0 ? "without " : "with ") + adj.word});
  return "";
}

std::string Writer::filters(const Node& select, bool many) {
  const Node& list = select.kids[1];
  std::vector<std::string> parts;
  for (size_t i = 0; i < list.kids.size(); ++i) {
    const Node& filter = list.kids[i];
    std::vector<std::string> words;
    std::string after;
    const Node* before = i == 0 ? nullptr : &list.kids[i - 1];
    const auto same = [](const Node& a, const Node& b) { return a.word == b.word && a.number == b.number; };
    const bool inherits = before && std::ranges::equal(filter.kids, before->kids, same);
    // "each different creature": all but those that were chosen.
    const bool rest = select.kids[0].kind == NodeKind::Quant && select.kids[0].word == "each";
    for (const Node& adj : filter.kids) {
      if (rest && adj.word == "different")
        after = many ? "that were not chosen" : "that was not chosen";
      else if (!inherits)
        words.push_back(adjective(adj, after));
    }
    const std::string noun = filter.word.empty() ? "" : phrase(WordClass::Noun, filter.word);
    words.push_back(many && !noun.empty() ? plural(noun) : noun);
    words.push_back(after);
    if (filter.word.find("neighbor") != std::string::npos && i + 1 == list.kids.size())
      words.push_back(select.kids[2] ? "of " + np_text(select.kids[2]) : "");
    const bool own = filter.word.find("neighbor") != std::string::npos && !select.kids[2];
    parts.push_back(spaced({own ? "its" : "", spaced(words)}));
  }
  // "each creature and artifact", but "a creature or artifact".
  const bool all = select.kids[0].kind == NodeKind::Quant && select.kids[0].word == "each";
  return listed(parts, all ? "and" : "or");
}

std::string Writer::post(const Node& post, bool many, Use use) {
  const auto one = [&](std::string_view words) { return std::string(words) + " " + np_text(post.kids[0]); };
  const std::string& word = post.word;
  if (word == "where") return quality(post.kids[0], many);
  if (word == "in") {
    std::vector<std::string> zones;
    for (const Node& kid : post.kids) zones.push_back(zone(kid));
    const bool purged = post.kids[0].word == "purged";
    const bool from = use == Use::Moved && (post.kids[0].word != "play" || zones.size() > 1);
    return (purged ? "among " : from ? "from " : "in ") + listed(zones, "or");
  }
  if (word == "of") {
    const Node& what = post.kids[0];
    if (what.kind == NodeKind::Word) return "of house " + house_or_trait(what.word);
    return "of " + (what.kind == NodeKind::Pron || what.kind == NodeKind::Var ? np_text(what) : expr(what));
  }
  if (word == "named") {
    std::vector<std::string> names;
    for (const Node& kid : post.kids) names.push_back(kid.kind == NodeKind::String ? card_name(kid.text) : expr(kid));
    return post.kids[0].kind == NodeKind::Pron ? "with the chosen name" : "named " + listed(names, "or");
  }
  if (word == "controlled" || word == "owned" || word == "played") {
    const std::string verb = word == "controlled" ? "control" : word == "owned" ? "own" : "play";
    if (post.kids.empty()) return "played";
    const Phrase who = np(post.kids[0]);
    if (who.person != Person::You && word != "played") return word + " by " + who.text;
    return who.text + " " + inflected(verb, who.person);
  }
  if (word == "purged") return one("purged by");
  if (word == "attached") return one("attached to");
  if (word == "beneath") return one("beneath");
  if (word == "left-of") return one("to the left of");
  if (word == "right-of") return one("to the right of");
  if (word == "between") return one("between");
  return one("from among");
}

std::string Writer::posts(const Node& select, bool many, Use use) {
  std::vector<std::string> parts;
  const bool remembered = select.kids[1].kids[0].word.empty();
  for (size_t i = 3; i < select.kids.size(); ++i) {
    const Node& each = select.kids[i];
    if (remembered && each.word == "among") continue;
    const std::string text = post(each, many, use);
    const bool stays = remembered && text == "in play" && select.kids[3].kids[0].kind == NodeKind::Pron;
    parts.push_back(stays ? "(if it is in play)" : remembered && text.starts_with("you ") ? "that " + text : text);
  }
  return spaced(parts);
}

// All but the quantity.
std::string Writer::body(const Node& select, bool many, Use use) {
  const Node& filter = select.kids[1].kids[0];
  // "cards among done where ...": in counts the noun says nothing more.
  const bool plain = use == Use::Single || use == Use::Plural;
  if (plain && filter.word == "card" && filter.kids.empty() && select.kids.size() > 4 && select.kids[3].word == "among" &&
      select.kids[3].kids[0].kind == NodeKind::Pron) {
    Node rest = select;
    rest.kids.erase(rest.kids.begin() + 3);
    return spaced({np_text(select.kids[3].kids[0], use), posts(rest, many, use)});
  }
  std::string head = filters(select, many);
  const bool placed = std::ranges::any_of(select.kids, [](const Node& post) {
    return post.kind == NodeKind::Post && post.word != "of" && post.word != "where" && post.word != "named";
  });
  if (filter.word == "card" && filter.kids.empty() && !placed && select.kids[1].kids.size() == 1 && !anywhere_)
    head += " in play";
  if (filter.word.empty() && filter.kids.empty())
    for (size_t i = 3; i < select.kids.size(); ++i)
      if (select.kids[i].word == "among")
        head = np_text(select.kids[i].kids[0], use == Use::Single || use == Use::Plural ? use : Use::Full);
  return spaced({head, posts(select, many, use)});
}

Phrase Writer::quantified(const Node& node, Use use) {
  const Node& quant = node.kids[0];
  const bool plain_among = node.kids.size() == 4 && node.kids[3].word == "among" && node.kids[1].kids.size() == 1 &&
                           node.kids[1].kids[0].kids.empty() && quant && quant.word == "a" &&
                           phrase(WordClass::Noun, node.kids[1].kids[0].word) == known_of(node.kids[3].kids[0]).noun;
  const std::string& noun = node.kids[1].kids[0].word;
  if (!quant && (noun == "left-neighbor" || noun == "right-neighbor") && use != Use::Single)
    return {(use == Use::Plural ? "" : "the ") + body(node, false, use)};  // there is only one
  if (use == Use::Plural || (use == Use::Generic && (quant.word == "a" || quant.word == "each")))
    return {body(node, true, use), Person::Many};
  if (use == Use::Single) return {body(node, false, use)};
  if (plain_among) return {"one of " + np_text(node.kids[3].kids[0])};
  const auto one = [&](const std::string& start) { return Phrase{start + " " + body(node, false, use)}; };
  const auto many = [&](const std::string& start) { return Phrase{spaced({start, body(node, true, use)}), Person::Many}; };
  if (!quant) return many("");
  if (quant.word == "a") {
    const std::string text = body(node, false, use);
    return {text.starts_with("topmost") ? "the " + text : with_article(text)};
  }
  if (quant.word == "another") return use == Use::Generic ? many("other") : one("another");
  if (quant.word == "each") return one("each");
  if (quant.word == "any-number") return many("any number of");
  if (quant.word == "next" || quant.word == "first") {
    const Phrase met = one("the " + quant.word);
    return constant_ ? Phrase{met.text + " each turn"} : met;
  }
  if (quant.word.ends_with("-powerful")) {
    const std::string power = quant.word.substr(0, quant.word.find('-')) + " powerful";
    return quant.kids[0] ? many("the " + expr(quant.kids[0]) + " " + power) : one("the " + power);
  }
  const Node& number = quant.kids[0];
  const std::string up_to = quant.word == "up-to" ? "up to " : "";
  if (number.kind == NodeKind::Number && number.number == 1) return one(up_to + "1");
  if (number.kind == NodeKind::Number || number.kind == NodeKind::Var) return many(up_to + expr(number));
  const Phrase cards = many(up_to + "a number of");
  return {cards.text + " equal to " + expr(number), Person::Many};
}

Phrase Writer::select(const Node& node, Use use) {
  const Phrase result = quantified(node, use);
  // In English "both ... and" follows two neighbors of the list; `it` is what was spoken of last.
  const Node& quant = node.kids[0];
  if (quant || use == Use::Single) {
    Known known = known_of(node);
    if (use == Use::Single) known.many = false;
    if (known.noun != "key" && known.noun != "player") last_ = known;
  }
  return result;
}

}  // namespace archon::english
