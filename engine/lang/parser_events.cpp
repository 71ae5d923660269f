// Event patterns: one grammar for triggers, replacements, restrictions, costs and history.
#include "engine/lang/parser_impl.h"

namespace archon::lang {

Node Parser::event() {
  Node node = make(NodeKind::Event);
  Place place;
  place.subject = true;
  place.event = true;
  if (!at_np() && at_kind(TokenKind::Word)) fail_unknown("word", language_words());
  if (!at_np()) fail_expected("an event");
  node.kids.push_back(np(place));
  if (accept("is")) {
    node.number = 1;
    const std::string base = participle_base(peek().raw);
    if (base.empty()) fail_unknown("participle", {"destroyed", "used", "played", "discarded", "damaged", "readied", "purged"});
    take();
    node.word = base;
    node.kids.emplace_back();
  } else {
    const bool archives = at("archives");
    if (!archives && !at_class(WordClass::Verb) && !at_class(WordClass::EventVerb)) {
      std::vector<std::string> verbs = words_of(WordClass::Verb);
      verbs.insert(verbs.end(), words_of(WordClass::EventVerb).begin(), words_of(WordClass::EventVerb).end());
      if (at_kind(TokenKind::Word)) fail_unknown("verb", verbs);
      fail_expected("the verb of an event");
    }
    node.word = archives ? "archive" : peek().word;
    take();
    if (node.word == "take" && at("control") && at("of", 1)) {
      take();
      take();
      node.word = "take-control";
    }
    node.kids.push_back(event_object(node.word));
  }
  while (event_mod(node)) {
  }
  return node;
}

Node Parser::event_object(const std::string& verb) {
  const bool ends = !at_kind(TokenKind::Word) && !at_kind(TokenKind::Variable) && !at_kind(TokenKind::Number) && !at("non-");
  if (ends || at_any({"fighting", "in", "outside", "by", "from", "to", "on", "beside", "if", "while", "unless", "except"}))
    return Node();
  if (verb == "choose") return primary();
  const bool is_thing = at_any({"amber", "chain", "damage", "play", "archives", "tide", "fate", "draw", "forge", "action"}) ||
                        at_class(WordClass::Head) || at_class(WordClass::Icon) || at_class(WordClass::Zone);
  if (is_thing) return take_as(NodeKind::Word);
  Place place;
  place.event = true;
  return term(place);
}

bool Parser::event_mod(Node& event) {
  const auto add_np = [&](std::string word, size_t words) {
    Node node = mod(std::move(word));
    for (size_t i = 0; i < words; ++i) take();
    Place place;
    place.event = true;
    node.kids.push_back(term(place));
    event.kids.push_back(std::move(node));
    return true;
  };
  const auto add_word = [&](std::string word, size_t words) {
    Node node = mod(std::move(word));
    for (size_t i = 0; i < words; ++i) take();
    node.kids.push_back(word_node());
    event.kids.push_back(std::move(node));
    return true;
  };
  if (at("fighting")) return add_np("fighting", 1);
  if (at("beside")) return add_np("beside", 1);
  if (at("beneath")) return add_np("beneath", 1);
  if (at("by")) {
    event.kids.push_back(by_mod());
    return true;
  }
  if (at("in") && at("a", 1) && at("fight", 2)) {
    event.kids.push_back(mod("in-fight"));
    for (int i = 0; i < 3; ++i) take();
    return true;
  }
  if (at("in") && at_class(WordClass::Step, 1)) return add_word("in-step", 1);
  if (at("outside") && at_class(WordClass::Step, 1)) return add_word("outside-step", 1);
  if (at("on") && at_any({"your", "opponent"}, 1) && at("turn", 2)) {
    add_word("turn", 1);
    take();
    return true;
  }
  if (at("on") && at_any({"left", "right"}, 1)) {
    add_word("flank", 1);
    expect("flank");
    return true;
  }
  const bool moves = event.word == "move" || event.word == "attach" || event.word == "put" || event.word == "return";
  if (at("from") || (at("to") && moves)) {
    if (!at_zone(1)) return add_np(peek().word, 1);
    Node node = take_as(NodeKind::Mod);
    node.kids.push_back(zone());
    event.kids.push_back(std::move(node));
    return true;
  }
  return false;
}

Node Parser::by_mod() {
  Node node = mod("by");
  take();
  if (at_any({"reap", "fight", "splash-attack", "assault", "power", "bonus"})) {
    node.kids.push_back(word_node());
    return node;
  }
  Place place;
  place.event = true;
  node.kids.push_back(term(place));
  return node;
}

}  // namespace archon::lang
