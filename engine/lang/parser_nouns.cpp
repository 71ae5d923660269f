// Noun phrases.
#include "engine/facts/spelling.h"
#include "engine/lang/diagnostics.h"
#include "engine/lang/parser_impl.h"

namespace archon::lang {

bool Parser::at_adjective(size_t ahead) const {
  if (at("non-", ahead)) return true;
  if (!at_kind(TokenKind::Word, ahead)) return false;
  const std::string& raw = peek(ahead).raw;
  return is_word(WordClass::Status, raw) || vocabulary_.houses.contains(raw) || vocabulary_.traits.contains(raw) ||
         vocabulary_.keywords.contains(raw);
}

bool Parser::at_noun(size_t ahead) const { return at_class(WordClass::Noun, ahead); }

bool Parser::at_zone(size_t ahead) const {
  const auto zone_word = [&](size_t i) { return at_kind(TokenKind::Word, i) && is_word(WordClass::Zone, peek(i).raw); };
  return zone_word(ahead) || (at_class(WordClass::ZoneOwner, ahead) && zone_word(ahead + 1));
}

size_t Parser::skip_adjective(size_t ahead) const { return at("non-", ahead) ? ahead + 2 : ahead + 1; }

// Adjectives up to a noun: a look ahead that tells "creature or flank artifact" from "... or amber > 3".
bool Parser::at_filter(size_t ahead) const {
  while (at_adjective(ahead)) ahead = skip_adjective(ahead);
  return at_noun(ahead);
}

bool Parser::at_np(size_t ahead) const {
  if (at_kind(TokenKind::Variable, ahead) || at_kind(TokenKind::Number, ahead) || at("(", ahead)) return true;
  if (!at_kind(TokenKind::Word, ahead)) return at("non-", ahead);
  return at_class(WordClass::Pronoun, ahead) || at_class(WordClass::Quantifier, ahead) || at_adjective(ahead) ||
         at_noun(ahead) || at_zone(ahead) ||
         at_any({"you", "opponent", "active-player", "owner", "controller", "top", "bottom"}, ahead);
}

Node Parser::np(Place place) {
  Node first = term(place);
  if (at("and") && at_np(1) && !at_class(WordClass::StaticVerb, 1)) {
    Node both = make(NodeKind::Union);
    both.at = first.at;
    both.kids.push_back(std::move(first));
    while (at("and") && at_np(1) && !at_class(WordClass::StaticVerb, 1)) {
      take();
      both.kids.push_back(term(place));
    }
    first = std::move(both);
  }
  const bool except = at("except") && !at_any({"fight", "reap", "action"}, 1);
  if (!except) return first;
  Node node = make(NodeKind::Except);
  take();
  node.kids.push_back(std::move(first));
  Place excepted = place;
  excepted.excepted = true;
  node.kids.push_back(np(excepted));
  return place.inner ? node : with_name(std::move(node));
}

Node Parser::term(Place place) {
  Node node = bare_term(place);
  const bool renamed = place.excepted && (node.kind == NodeKind::Var || node.kind == NodeKind::Pron);
  return place.inner || renamed ? node : with_name(std::move(node));
}

Node Parser::with_name(Node node) {
  if (!at("as") || !at_kind(TokenKind::Variable, 1)) return node;
  Node as = make(NodeKind::As);
  take();
  as.word = expect_variable();
  as.kids.push_back(std::move(node));
  return as;
}

Node Parser::bare_term(Place place) {
  const Nesting nesting(*this);
  if (at("(") && !at_filter(matching(0) + 1)) {
    take();
    Node node = np();
    expect(")");
    return node;
  }
  if (at_kind(TokenKind::Variable)) return pronoun_posts(take_as(NodeKind::Var), place);
  const bool top_of = at_any({"top", "bottom"});
  if (top_of) return top();
  const bool zone_first = at_zone() && !(place.subject && at("archives", 1)) && !at_filter(0);
  if (zone_first && !(at("purged") && at("by", 1))) return zone();
  if (at_any({"you", "opponent", "active-player", "owner", "controller"})) return player(place);
  // "each player where ..." filters players as other phrases filter cards.
  const size_t noun = at("player") ? 0 : 1;
  const bool player_noun = at("player", noun) && (noun == 0 || at_any({"a", "each"})) && !at("where", noun + 1);
  if (player_noun) return player(place);
  const bool pronoun = at_class(WordClass::Pronoun);
  if (pronoun) return pronoun_posts(take_as(NodeKind::Pron), place);
  return select(place);
}

Node Parser::player(Place place) {
  Node node = make(NodeKind::Player);
  if (at_any({"a", "each"})) node.text = take().word;
  node.word = take().word;
  const bool relation = node.word == "owner" || node.word == "controller";
  if (relation) expect("of");
  const bool of = relation || (node.word == "opponent" && accept("of"));
  node.kids.push_back(of ? term(place.as_inner()) : Node());
  return node;
}

Node Parser::zone() {
  if (!at_zone()) fail_unknown("zone", words_of(WordClass::Zone));
  Node node = make(NodeKind::Zone);
  const bool owned = at_class(WordClass::ZoneOwner) && at_class(WordClass::Zone, 1);
  if (owned) node.text = take().word;
  node.word = take().raw;
  return node;
}

Node Parser::top() {
  Node node = take_as(NodeKind::Top);
  node.kids.push_back(additive());
  expect("of");
  node.kids.push_back(zone());
  return node;
}

Node Parser::select(Place place) {
  Node node = make(NodeKind::Select);
  node.kids.push_back(place.predicate ? Node() : quantifier());
  Node of_term;
  node.kids.push_back(filters(place, of_term));
  node.kids.push_back(std::move(of_term));
  while (post(node, place)) {
  }
  return node;
}

Node Parser::quantifier() {
  Node node = make(NodeKind::Quant);
  node.kids.emplace_back();
  if (at_any({"a", "an"})) {
    take();
    node.word = "a";
  } else if (at_any({"another", "each", "next", "first"})) {
    node.word = take().word;
  } else if (at_kind(TokenKind::Number)) {
    node.word = "count";
    node.kids[0] = take_as(NodeKind::Number);
  } else if (accept("(")) {
    node.word = "count";
    node.kids[0] = expr();
    expect(")");
  } else if (accept("up")) {
    expect("to");
    node.word = "up-to";
    node.kids[0] = additive();
  } else if (at("any") && at("number", 1)) {
    take();
    take();
    expect("of");
    node.word = "any-number";
  } else if (accept("the")) {
    if (at_kind(TokenKind::Number)) node.kids[0] = take_as(NodeKind::Number);
    if (!at_any({"most", "least"})) fail_expected("`most powerful` or `least powerful`");
    node.word = take().word + "-powerful";
    if (!at_kind(TokenKind::Word) || peek().raw != "powerful") fail_expected("`powerful`");
    take();
  } else {
    return Node();
  }
  return node;
}

// A misspelt adjective is reported and read as one, so that the rest of the line is checked too.
Node Parser::adjective() {
  Node node = make(NodeKind::Adj);
  node.number = accept("non-") ? 1 : 0;
  if (!at_kind(TokenKind::Word)) fail_expected("an adjective");
  if (!at_adjective() && !at_noun()) {
    std::vector<std::string> candidates = words_of(WordClass::Status);
    for (const auto* set : {&vocabulary_.houses, &vocabulary_.traits, &vocabulary_.keywords}) {
      candidates.insert(candidates.end(), set->begin(), set->end());
    }
    report(peek().at, "unknown word `" + peek().raw + "`", did_you_mean(peek().raw, candidates));
  }
  node.word = take().raw;
  return node;
}

// Adjectives and a noun.
Node Parser::filter(Place place) {
  Node node = make(NodeKind::Filter);
  for (;;) {
    const bool misspelt = at_kind(TokenKind::Word) && !at_noun() && !at_adjective() && !is_language_word(peek().word) &&
                          !is_language_word(peek().raw) && (at_noun(1) || at_adjective(1));
    // "token", "upgrade" and the like are adjectives before a noun, nouns else.
    const bool noun_as_adjective = at_noun() && at_noun(1);
    if (!misspelt && !noun_as_adjective && (at_noun() || !at_adjective())) break;
    node.kids.push_back(adjective());
  }
  if (at_noun()) {
    node.word = take().word;
    return node;
  }
  if (place.predicate) return node;
  if (at_kind(TokenKind::Word) && !is_language_word(peek().word)) fail_unknown("noun", words_of(WordClass::Noun));
  fail_expected("a noun like `creature` or `card`");
}

Node Parser::filters(Place place, Node& of_term) {
  Node list = make(NodeKind::List);
  for (;;) {
    const bool bare = at_noun();
    Node next = filter(place);
    const bool inherits = bare && !list.kids.empty() && next.kids.empty();
    if (inherits) next.kids = list.kids.back().kids;
    const bool neighbor = next.word.find("neighbor") != std::string::npos;
    list.kids.push_back(std::move(next));
    if (neighbor && accept("of")) of_term = term(place.as_inner());
    if (!at("or") || !at_filter(1)) return list;
    take();
  }
}

bool Parser::post(Node& select, Place place) {
  if (at("where") && !place.inner) {
    Node node = make(NodeKind::Post, "where");
    take();
    node.kids.push_back(condition_of_phrase());
    select.kids.push_back(std::move(node));
    return true;
  }
  if (at("in") && !place.event && at_zone(1)) {
    Node node = make(NodeKind::Post, "in");
    take();
    node.kids.push_back(zone());
    while (at("or") && at_zone(1)) {
      take();
      node.kids.push_back(zone());
    }
    select.kids.push_back(std::move(node));
    return true;
  }
  if (at("of")) {
    Node node = make(NodeKind::Post, "of");
    take();
    node.kids.push_back(primary());
    select.kids.push_back(std::move(node));
    return true;
  }
  if (at("named")) {
    Node node = make(NodeKind::Post, "named");
    take();
    node.kids.push_back(primary());
    while (at("or") && at_kind(TokenKind::String, 1)) {
      take();
      node.kids.push_back(primary());
    }
    select.kids.push_back(std::move(node));
    return true;
  }
  return role_post(select, place);
}

// controlled by X, attached to X, beneath X, ...
bool Parser::role_post(Node& select, Place place) {
  const bool by = at_any({"controlled", "owned", "purged"}) && at("by", 1);
  const bool to = at("attached") && at("to", 1);
  const bool played = at_kind(TokenKind::Word) && peek().raw == "played";
  const bool plain = !(place.event && at("beneath")) && at_any({"beneath", "left-of", "right-of", "between", "among"});
  if (!by && !to && !played && !plain) return false;
  Node node = take_as(NodeKind::Post);
  if (by || to) take();
  const bool has_term = !played || accept("by");
  if (has_term) node.kids.push_back(node.word == "between" ? np(place.as_inner()) : term(place.as_inner()));
  select.kids.push_back(std::move(node));
  return true;
}

// "done controlled by they": the remembered cards that pass a filter.
Node Parser::pronoun_posts(Node pronoun, Place place) {
  if (place.inner) return pronoun;
  const bool has_post = at_any({"where", "controlled", "owned", "named"}) || (at("of") && !place.event) ||
                        (at("in") && !place.event && at_zone(1));
  if (!has_post) return pronoun;
  Node select = make(NodeKind::Select);
  select.at = pronoun.at;
  Node list = make(NodeKind::List);
  list.kids.push_back(make(NodeKind::Filter));
  Node among = make(NodeKind::Post, "among");
  among.kids.push_back(std::move(pronoun));
  select.kids.emplace_back();
  select.kids.push_back(std::move(list));
  select.kids.emplace_back();
  select.kids.push_back(std::move(among));
  while (post(select, place)) {
  }
  return select;
}

}  // namespace archon::lang
