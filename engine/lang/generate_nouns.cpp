// Noun phrases: players, sets, and the selectors that describe cards.
#include <algorithm>
#include <utility>

#include "engine/lang/generator_impl.h"

namespace archon::lang {
namespace {

constexpr uint8_t type_bit(CardType type) { return static_cast<uint8_t>(1u << static_cast<int>(type)); }
constexpr uint8_t kCreatures = type_bit(CardType::Creature) | type_bit(CardType::TokenCreature);
static_assert(static_cast<int>(CardType::Tide) < 8, "Selector::types is a mask of 8 bits");

uint8_t types_of(Syntax filter) {
  const std::string& noun = filter.word();
  if (noun == "creature" || noun.ends_with("neighbor")) return kCreatures;
  if (noun == "artifact") return type_bit(CardType::Artifact);
  if (noun == "upgrade") return type_bit(CardType::Upgrade);
  if (noun == "action") return type_bit(CardType::Action);
  if (noun == "card" || noun.empty()) return 0;
  throw NoCode(filter.at(), "the noun `" + noun + "` here");
}

}  // namespace

Zone zone_from(Syntax node) {
  static const std::map<std::string, Zone> kZoneWords = {{"hand", Zone::Hand},
                                                         {"deck", Zone::Deck},
                                                         {"discard", Zone::Discard},
                                                         {"archives", Zone::Archives},
                                                         {"purged", Zone::Purged}};
  const auto it = kZoneWords.find(node.word());
  if (it == kZoneWords.end()) throw NoCode(node.at(), "the zone `" + node.word() + "`");
  return it->second;
}

bool is_player(Syntax node) { return node.is(NodeKind::Player) || node.says(NodeKind::Pron, "they"); }

bool is_each_player(Syntax node) {
  return (node.says(NodeKind::Player, "player") && node.peek().text == "each") || is_each_player_where(node);
}

bool is_each_player_where(Syntax node) {
  if (!node.is(NodeKind::Select) || !node.peek().kids[0] || node.peek().kids[0].word != "each") return false;
  const Node& select = node.peek();
  const bool players = select.kids[1].kids.size() == 1 && NounPhrase{node}.first_noun() == "player";
  return players && !select.kids[2] && select.kids.size() == 4 && select.kids[3].word == "where";
}

bool prompts(Syntax node) {
  if (!node.is(NodeKind::Select)) return false;
  const Node& select = node.peek();
  for (const Node& each : select.kids[1].kids)
    for (const Node& adj : each.kids)
      if (adj.word == "random") return true;
  return select.kids[0] && select.kids[0].word != "each";
}

bool speaks_of_results(const Node& node) {
  if (node.kind == NodeKind::Pron && (node.word == "done" || node.word == "amount")) return true;
  return std::ranges::any_of(node.kids, speaks_of_results);
}

bool Generator::names_player(Syntax node) const {
  if (!node.is(NodeKind::Var)) return is_player(node);
  const auto it = variables_.find(node.peek().word);
  return it != variables_.end() && it->second.player;
}

// What each of the players must be, who is `they` in it; kNone: nothing.
ExprId Generator::player_condition(Syntax each) {
  if (!is_each_player_where(each)) {
    each.word(), each.text();
    return kNone;
  }
  const NounPhrase phrase{each};
  phrase.quantifier().word();
  const Syntax noun = phrase.filters()[0];
  noun.word();
  if (noun.size() > 0) throw NoCode(noun[0].at(), "this adjective of a player");
  const Syntax where = phrase.posts()[0];
  return where.word(), expr(where[0]);
}

ExprId Generator::player(Syntax node) {
  if (node.is(NodeKind::Var) && names_player(node)) return variable_value(node);
  if (!is_player(node)) throw NoCode(node.at(), "this as a player");
  const std::string& word = node.word();
  if (word == "they") {
    if (they_is_ != kNone) return they_is_;
    if (!they_known_) throw NoCode(node.at(), "`they` before any player it could be");
    return emit({ExprOp::They});
  }
  if (word == "you") return emit({ExprOp::You});
  if (word == "active-player") return emit({ExprOp::ActivePlayer});
  if (word == "owner") return emit({ExprOp::OwnerOf, one_card(node[0])});
  if (word == "controller") return emit({ExprOp::ControllerOf, one_card(node[0])});
  if (word != "opponent") throw NoCode(node.at(), "this player");
  if (!node[0]) return emit({ExprOp::Opponent});
  const ExprId of = names_player(node[0]) ? player(node[0]) : emit({ExprOp::ControllerOf, one_card(node[0])});
  return emit({ExprOp::OpponentOf, of});
}

ExprId Generator::subject() {
  subject_used_ = true;
  return subject_ == kNone ? emit({ExprOp::You}) : subject_;
}

ExprId Generator::zone_owner(Syntax z) {
  const std::string& whose = z.text();
  if (whose.empty()) return subject();
  if (whose == "your") return emit({ExprOp::You});
  if (whose == "opponent") return emit({ExprOp::Opponent});
  if (whose == "one") return emit({ExprOp::OnePlayer});
  if (whose == "any") return emit({ExprOp::AnyPlayer});
  if (whose == "their" && they_is_ != kNone) return they_is_;
  if (whose == "their" && they_known_) return emit({ExprOp::They});
  throw NoCode(z.at(), "`" + whose + " " + z.word() + "` here");
}

ExprId Generator::remembered_cards(Syntax node) {
  static const std::map<std::string, ExprOp> kSets = {
      {"this", ExprOp::This}, {"source", ExprOp::Source},     {"host", ExprOp::Host},
      {"it", ExprOp::It},     {"them", ExprOp::It},           {"done", ExprOp::DoneCards},
      {"foe", ExprOp::Foe},   {"target", ExprOp::TargetCard}, {"candidate", ExprOp::Candidate}};
  const auto it = kSets.find(node.word());
  if (it == kSets.end()) throw NoCode(node.at(), "`" + node.word() + "` as cards");
  if (it->second == ExprOp::Candidate && filters_ != 1) {
    if (filters_ != 2)
      throw NoCode(node.at(), filters_ == 0 ? "`candidate` outside of a `where`" : "`candidate` in so many `where`");
    return emit({ExprOp::OuterCandidate});
  }
  if (it->second == ExprOp::DoneCards && !done_known_) throw NoCode(node.at(), "`done` before anything is done");
  if (it->second == ExprOp::TargetCard && !target_known_) throw NoCode(node.at(), "`target` outside of an amount");
  if (it->second == ExprOp::It) {
    if (!it_known_) throw NoCode(node.at(), "`" + node.word() + "` before anything it could be");
    lasting_uses_it_ |= in_lasting_static_;
  }
  return emit({it->second});
}

ExprId Generator::cards(Syntax node) {
  switch (node.kind()) {
    case NodeKind::Pron:
      return remembered_cards(node);
    case NodeKind::Var:
      return variable_value(node);
    case NodeKind::As:
      return cards(node[0]);
    case NodeKind::Union: {
      ExprId all = cards(node[0]);
      for (const Node& kid : node.kids(1)) all = emit({ExprOp::Union, all, cards(kid)});
      return all;
    }
    case NodeKind::Except: {
      const ExprId from = cards(node[0]);
      return emit({ExprOp::Minus, from, cards(node[1])});
    }
    case NodeKind::Select: {
      const ExprId all = emit({ExprOp::Select, selector(node, Use::Set)});
      if (!nested_other_) return all;
      nested_other_ = false;
      return emit({ExprOp::Minus, all, emit({ExprOp::Candidate})});
    }
    case NodeKind::Zone: {
      Selector s;
      zone(node, s);
      return emit({ExprOp::Select, keep(s)});
    }
    default:
      throw NoCode(node.at(), "these cards");
  }
}

void Generator::zone(Syntax node, Selector& s) {
  const uint16_t named = node.word() == "play" ? kInPlayZones : bit(zone_from(node));
  if (s.zones & named) throw NoCode(node.at(), "`" + node.word() + "` twice");
  s.zones |= named;
  if (node.word() == "play") return;
  const ExprId owner = zone_owner(node);
  if (s.zone_player != kNone && !same(s.zone_player, owner)) throw NoCode(node.at(), "zones of different players");
  s.zone_player = owner;
}

void Generator::quantifier(Syntax node, Selector& s, Use use) {
  if (!node) return;
  const std::string& word = node.word();
  const bool picks = use == Use::Targets || use == Use::Found;
  const bool tests = use == Use::Test || use == Use::Allowed || use == Use::Entering;
  const auto only_if = [&](bool fits) {
    if (!fits) throw NoCode(node.at(), "the quantifier `" + word + "` here");
  };
  if (word == "each") {
    only_if(use != Use::Test);
  } else if (word == "a") {
    only_if(use != Use::Set);
    if (picks) s.quant = Quant::Exactly;
  } else if (word == "another") {
    only_if(picks || (use == Use::Test && filters_ == 0));
    if (picks) s.quant = Quant::Exactly;
    s.filter = both(s.filter, negate(emit({ExprOp::IsIn, emit({ExprOp::This})})));
  } else if (word == "count") {
    only_if(picks || use == Use::Allowed);
    if (picks) s.quant = Quant::Exactly;
  } else if (word == "next" || word == "first") {
    only_if(use == Use::Entering);
  } else {
    only_if(picks || (use == Use::Allowed && word == "any-number"));
    if (word == "up-to") s.quant = Quant::UpTo;
    if (word == "any-number") s.quant = Quant::AnyNumber;
    if (word == "most-powerful") s.quant = Quant::MostPowerful;
    if (word == "least-powerful") s.quant = Quant::LeastPowerful;
  }
  if (!tests && node[0]) s.count = expr(node[0]);
}

void Generator::adjective(Syntax adj, Selector& s, Selector& whole, Use use) {
  static const std::map<std::string, Status> kStatus = {
      {"damaged", Status::Damaged},       {"stunned", Status::Stunned},    {"ready", Status::Ready},
      {"exhausted", Status::Exhausted},   {"warded", Status::Warded},      {"enraged", Status::Enraged},
      {"flank", Status::Flank},           {"center", Status::Center},      {"token", Status::Token},
      {"own-house", Status::OwnHouse},    {"off-house", Status::OffHouse}, {"left-flank", Status::LeftFlank},
      {"right-flank", Status::RightFlank}};
  const std::string& w = adj.word();
  const bool negated = adj.flag();
  ExprId test = kNone;
  if (w == "friendly" || w == "enemy") {
    if (s.side != Side::Any) throw NoCode(adj.at(), "`" + w + "` beside another side");
    s.side = (w == "friendly") != negated ? Side::Friendly : Side::Enemy;
    return;
  }
  if (w == "random") {
    const bool fits = !negated && (whole.quant == Quant::Exactly || whole.quant == Quant::Random);
    if (!fits) throw NoCode(adj.at(), "`random` here");
    whole.quant = Quant::Random;
    return;
  }
  if (w == "other" && filters_ > 0) {  // other than the candidate, which is left out of the set as a whole
    if (negated || &s != &whole) throw NoCode(adj.at(), "`other` here");
    nested_other_ = true;
    return;
  }
  if (w == "topmost") {
    if (negated || &s != &whole || (use != Use::Targets && use != Use::Set)) throw NoCode(adj.at(), "`topmost` here");
    topmost_ = true;
    return;
  }
  if (w == "gigantic") {
    test = emit({ExprOp::IsGigantic});
  } else if (w == "other") {
    test = negate(emit({ExprOp::IsIn, emit({ExprOp::This})}));
  } else if (w == "different") {
    const bool found = use == Use::Found;
    if (picks_ == kNone || (found && (negated || whole.count == kNone))) throw NoCode(adj.at(), "`different` here");
    if (found) {  // no two of one name
      whole.unlike = true;
      return;
    }
    test = negate(emit({ExprOp::IsIn, emit({ExprOp::CardVar, picks_})}));
  } else if (w == "undamaged") {
    test = negate(emit({ExprOp::IsStatus, static_cast<int>(Status::Damaged)}));
  } else if (w == "even" || w == "odd") {
    const ExprId power = emit({ExprOp::Field, emit({ExprOp::Candidate}), static_cast<int>(CardField::Power)});
    test = emit({ExprOp::Eq, power, emit({ExprOp::Mul, number(2), emit({ExprOp::Half, power})})});
    if (w == "odd") test = negate(test);
  } else if (const auto it = kStatus.find(w); it != kStatus.end()) {
    test = emit({ExprOp::IsStatus, static_cast<int>(it->second)});
  } else if (const House house = house_from_name(w); house != House::None) {
    test = emit({ExprOp::HasHouse, number(1 << static_cast<int>(house))});
  } else if (const int trait = table_.find_trait(w); trait >= 0) {
    test = emit({ExprOp::HasTrait, trait});
  } else {
    for (int k = 0; k <= static_cast<int>(Keyword::Versatile); ++k)
      if (keyword_name(static_cast<Keyword>(k)) == w) test = emit({ExprOp::HasKeyword, k});
  }
  if (test == kNone) throw NoCode(adj.at(), "the adjective `" + w + "`");
  s.filter = both(s.filter, negated ? negate(test) : test);
}

void Generator::filter(Syntax node, Selector& s, Selector& whole, Use use) {
  s.types = types_of(node);
  std::set<std::string_view> said;
  for (const Node& adj : node.kids()) {
    if (!said.insert(adj.word).second) throw NoCode(adj.at, "`" + adj.word + "` twice");
    adjective(adj, s, whole, use);
  }
}

// One filter fills the selector itself; several become a disjunction.
void Generator::filters(NounPhrase phrase, Selector& s, Use use) {
  const std::span<const Node> list = phrase.filters();
  if (list.size() == 1) return filter(list[0], s, s, use);
  ExprId any = kNone;
  bool any_type = false;
  for (const Node& each : list) {
    if (each.word.ends_with("neighbor")) throw NoCode(each.at, "neighbors as one of several kinds");
    Selector alternative;
    filter(each, alternative, s, use);
    any_type |= alternative.types == 0;
    s.types |= alternative.types;
    any = either(any, emit({ExprOp::Matches, emit({ExprOp::Candidate}), keep(alternative)}));
  }
  if (any_type) s.types = 0;
  s.filter = both(s.filter, any);
}

ExprId Generator::side_of(ExprId cards, const std::string& word) {
  static const std::map<std::string, LineSide> kSides = {{"left-neighbor", LineSide::LeftNeighbor},
                                                         {"right-neighbor", LineSide::RightNeighbor},
                                                         {"left-of", LineSide::LeftOf},
                                                         {"right-of", LineSide::RightOf}};
  return emit({ExprOp::SideOf, cards, static_cast<int>(kSides.at(word))});
}

// What a filter says is evaluated with the candidate of its own selector.
ExprId Generator::in_filter(const std::function<ExprId()>& condition) {
  ++filters_;
  const ExprId result = condition();
  --filters_;
  return result;
}

void Generator::post(Syntax node, Selector& s, Use use) {
  const std::string& w = node.word();
  const auto base = [&](ExprId cards) {
    if (s.base != kNone) throw NoCode(node.at(), "`" + w + "` beside another place");
    s.base = cards;
  };
  if (w == "in") {
    for (const Node& each : node.kids()) zone(each, s);
  } else if (w == "where") {
    const bool outer = in_where_;
    in_where_ = true;
    s.filter = both(s.filter, in_filter([&] { return expr(node[0]); }));
    in_where_ = outer;
  } else if (w == "of" && chosen_ == Chosen::Trait && node[0].says(NodeKind::Pron, "chosen")) {
    s.filter = both(s.filter, emit({ExprOp::HasTraitOf, in_filter([&] { return expr(node[0]); })}));
  } else if (w == "named" && chosen_ == Chosen::Name && node[0].says(NodeKind::Pron, "chosen")) {
    s.filter = both(s.filter, emit({ExprOp::IsNamedAs, in_filter([&] { return expr(node[0]); })}));
  } else if (w == "of") {
    s.filter = both(s.filter, emit({ExprOp::HasHouse, in_filter([&] { return house_mask(node[0]); })}));
  } else if (w == "named" && node[0].is(NodeKind::String)) {
    ExprId any = kNone;
    for (const Node& name : node.kids()) {
      const int card = table_.find_id(Syntax(name).text());
      if (card < 0) throw NoCode(name.at, "a card of this id");
      any = either(any, emit({ExprOp::IsNamed, p_.definitions[static_cast<size_t>(card)].name}));
    }
    s.filter = both(s.filter, any);
  } else if (w == "controlled" || w == "owned") {
    const ExprOp whose = w == "owned" ? ExprOp::OwnerOf : ExprOp::ControllerOf;
    const ExprId have = emit({whose, emit({ExprOp::Candidate})});
    s.filter = both(s.filter, emit({ExprOp::Eq, have, in_filter([&] { return player(node[0]); })}));
  } else if (w == "among") {
    base(cards(node[0]));
  } else if (w == "left-of" || w == "right-of") {
    base(side_of(cards(node[0]), w));
  } else if (w == "between") {
    const Syntax ends = node[0];
    if (!ends.is(NodeKind::Union) || ends.size() != 2) throw NoCode(ends.at(), "`between` anything but two");
    const ExprId first = cards(ends[0]);
    base(emit({ExprOp::Between, first, cards(ends[1])}));
  } else if (w == "attached") {
    base(emit({ExprOp::UpgradesOn, cards(node[0])}));
  } else if (w == "beneath") {
    base(emit({ExprOp::Beneath, cards(node[0])}));
  } else if (w == "purged") {
    base(emit({ExprOp::PurgedBy, cards(node[0])}));
  } else if (w == "played" && use == Use::Entering) {
    if (!node[0]) return;
    if (!node[0].says(NodeKind::Player, "you")) throw NoCode(node.at(), "\"played by\" somebody else");
    node[0].word();
  } else {
    throw NoCode(node.at(), "`" + w + "` after a noun");
  }
}

// Cards are looked for in play when nothing else is said.
void Generator::zone_defaults(Syntax node, Selector& s) const {
  if (s.zones != 0 || s.base != kNone) return;
  if (s.types & kCreatures) s.zones |= bit(Zone::Line);
  if (s.types & type_bit(CardType::Artifact)) s.zones |= bit(Zone::Artifacts);
  if (s.types & type_bit(CardType::Upgrade)) s.zones |= bit(Zone::Attached);
  if (s.types == type_bit(CardType::Action)) throw NoCode(node.at(), "an action card without a zone");
  if (s.types == 0) s.zones = kInPlayZones;
}

uint16_t Generator::selector(Syntax node, Use use) {
  if (!node.is(NodeKind::Select)) throw NoCode(node.at(), "this noun phrase here");
  const NounPhrase phrase{node};
  Selector s;
  quantifier(phrase.quantifier(), s, use);
  filters(phrase, s, use);
  const bool topmost = std::exchange(topmost_, false);
  if (const std::string& noun = phrase.first_noun(); noun.ends_with("neighbor")) {
    if (!phrase.of() && !in_where_) throw NoCode(node.at(), "neighbor of what");
    s.types = 0;
    if (noun == "neighbor" && use == Use::Test && phrase.of()) {
      // Seen from the card that is tested: it may have left play meanwhile (rulebook 18.4, FAQ Little Niff).
      Selector of;
      of.base = emit({ExprOp::NeighborsOf, emit({ExprOp::Candidate})});
      of.filter = emit({ExprOp::IsIn, cards(phrase.of())});
      s.filter = both(s.filter, emit({ExprOp::Count, emit({ExprOp::Select, keep(of)})}));
    } else {
      const ExprId of = phrase.of() ? cards(phrase.of()) : emit({ExprOp::Candidate});
      s.base = noun == "neighbor" ? emit({ExprOp::NeighborsOf, of}) : side_of(of, noun);
    }
  }
  for (const Node& each : phrase.posts()) post(each, s, use);
  const bool one_pile = s.zone_player != kNone && p_.exprs[s.zone_player].op == ExprOp::OnePlayer;
  if (one_pile && (use != Use::Targets || s.quant == Quant::Each || s.quant == Quant::Random))
    throw NoCode(node.at(), "`one` pile without a choice of cards");
  if (nested_other_ && use != Use::Set) throw NoCode(node.at(), "`other` here");
  if (use == Use::Targets || use == Use::Set) {
    zone_defaults(node, s);
  } else if (use == Use::Found) {
    if (s.zones != 0 || s.base != kNone) throw NoCode(node.at(), "a place other than the one that is searched");
  } else if (s.zones != 0 || s.base != kNone) {
    // A test looks at one card only: that it is at the place is one more condition.
    Selector place;
    std::swap(place.zones, s.zones);
    std::swap(place.zone_player, s.zone_player);
    std::swap(place.base, s.base);
    s.filter = both(s.filter, emit({ExprOp::IsIn, emit({ExprOp::Select, keep(place)})}));
  }
  if (topmost) {
    if (s.zones != bit(Zone::Discard)) throw NoCode(node.at(), "`topmost` of anything but discard piles");
    Selector all = s;
    all.quant = Quant::Each;
    all.count = kNone;
    s.base = emit({ExprOp::Topmost, emit({ExprOp::Select, keep(all)})});
    s.filter = kNone;
  }
  return keep(s);
}

}  // namespace archon::lang
