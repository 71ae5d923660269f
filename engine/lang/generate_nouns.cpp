// Noun phrases: selectors, sets, players, and the code that chooses targets.
#include "engine/lang/generator_impl.h"

namespace archon::lang {
namespace {

constexpr uint8_t type_bit(CardType type) { return static_cast<uint8_t>(1u << static_cast<int>(type)); }
constexpr uint8_t kCreatures = type_bit(CardType::Creature) | type_bit(CardType::TokenCreature);

uint8_t types_of(const std::string& noun) {
  if (noun == "creature") return kCreatures;
  if (noun == "artifact") return type_bit(CardType::Artifact);
  if (noun == "upgrade") return type_bit(CardType::Upgrade);
  if (noun == "action") return type_bit(CardType::Action);
  return 0;
}

Zone zone_from(const Node& node) {
  static const std::map<std::string, Zone> kZones = {{"hand", Zone::Hand},
                                                     {"deck", Zone::Deck},
                                                     {"discard", Zone::Discard},
                                                     {"archives", Zone::Archives},
                                                     {"purged", Zone::Purged}};
  const auto it = kZones.find(node.word);
  if (it == kZones.end()) throw NoCode(node.at, "the zone `" + node.word + "`");
  return it->second;
}

}  // namespace

bool Generator::is_player(const Node& node) const {
  return node.kind == NodeKind::Player || (node.kind == NodeKind::Pron && node.word == "they");
}

bool Generator::is_each_player(const Node& node) const {
  return node.kind == NodeKind::Player && node.word == "player" && node.text == "each";
}

ExprId Generator::player(const Node& node) {
  if (node.kind == NodeKind::Pron && node.word == "they") return emit(ExprOp::They);
  if (node.kind != NodeKind::Player) throw NoCode(node.at, "this as a player");
  const bool of_card = !node.kids.empty() && node.kids[0];
  if (node.word == "you") return emit(ExprOp::You);
  if (node.word == "opponent")
    return of_card ? emit(ExprOp::OpponentOf, emit(ExprOp::ControllerOf, cards(node.kids[0]))) : emit(ExprOp::Opponent);
  if (node.word == "active-player") return emit(ExprOp::ActivePlayer);
  if (node.word == "owner") return emit(ExprOp::OwnerOf, cards(node.kids[0]));
  if (node.word == "controller") return emit(ExprOp::ControllerOf, cards(node.kids[0]));
  throw NoCode(node.at, "this player");
}

ExprId Generator::zone_owner(const Node& z) {
  if (z.text.empty()) return subject_ == kNone ? emit(ExprOp::You) : subject_;
  if (z.text == "your") return emit(ExprOp::You);
  if (z.text == "opponent") return emit(ExprOp::Opponent);
  if (z.text == "one") return emit(ExprOp::OnePlayer);
  if (z.text == "any" || z.text == "each") return emit(ExprOp::AnyPlayer);
  if (z.text == "their") return emit(ExprOp::They);
  throw NoCode(z.at, "whose zone this is");
}

ExprId Generator::cards(const Node& node) {
  switch (node.kind) {
    case NodeKind::Pron: {
      static const std::map<std::string, ExprOp> kSets = {
          {"this", ExprOp::This}, {"source", ExprOp::Source},     {"host", ExprOp::Host},
          {"it", ExprOp::It},     {"them", ExprOp::It},           {"done", ExprOp::DoneCards},
          {"foe", ExprOp::Foe},   {"target", ExprOp::TargetCard}, {"candidate", ExprOp::Candidate}};
      const auto it = kSets.find(node.word);
      if (it == kSets.end()) throw NoCode(node.at, "`" + node.word + "` as cards");
      if (it->second == ExprOp::It && in_lasting_static_) lasting_uses_it_ = true;
      return emit(it->second);
    }
    case NodeKind::Var:
      return expr(node);
    case NodeKind::As:
      return cards(node.kids[0]);
    case NodeKind::Union: {
      ExprId all = cards(node.kids[0]);
      for (size_t i = 1; i < node.kids.size(); ++i) all = emit(ExprOp::Union, all, cards(node.kids[i]));
      return all;
    }
    case NodeKind::Except:
      return emit(ExprOp::Minus, cards(node.kids[0]), cards(node.kids[1]));
    case NodeKind::Select:
      return emit(ExprOp::Select, selector(node, true));
    case NodeKind::Zone: {
      Selector s;
      zone(node, s);
      p_.selectors.push_back(s);
      return emit(ExprOp::Select, static_cast<int>(p_.selectors.size() - 1));
    }
    default:
      throw NoCode(node.at, "these cards");
  }
}

void Generator::zone(const Node& node, Selector& s) {
  if (node.word == "play") {
    s.zones |= kInPlayZones;
    return;
  }
  s.zones |= bit(zone_from(node));
  s.zone_player = zone_owner(node);
}

void Generator::quantifier(const Node& node, Selector& s) {
  if (!node) return;
  if (node.word == "up-to")
    s.quant = Quant::UpTo;
  else if (node.word == "any-number")
    s.quant = Quant::AnyNumber;
  else if (node.word == "most-powerful")
    s.quant = Quant::MostPowerful;
  else if (node.word == "least-powerful")
    s.quant = Quant::LeastPowerful;
  else if (node.word == "a" || node.word == "another" || node.word == "count")
    s.quant = Quant::Exactly;
  else if (node.word == "next" || node.word == "first")
    s.quant = Quant::Exactly;
  if (node.word == "another") s.filter = both(s.filter, negate(emit(ExprOp::IsIn, emit(ExprOp::This))));
  if (!node.kids.empty() && node.kids[0]) s.count = expr(node.kids[0]);
}

void Generator::adjective(const Node& adj, Selector& s) {
  static const std::map<std::string, Status> kStatus = {
      {"damaged", Status::Damaged},       {"stunned", Status::Stunned},    {"ready", Status::Ready},
      {"exhausted", Status::Exhausted},   {"warded", Status::Warded},      {"enraged", Status::Enraged},
      {"flank", Status::Flank},           {"center", Status::Center},      {"token", Status::Token},
      {"own-house", Status::OwnHouse},    {"off-house", Status::OffHouse}, {"left-flank", Status::LeftFlank},
      {"right-flank", Status::RightFlank}};
  const std::string& w = adj.word;
  ExprId test = kNone;
  if (w == "friendly" || w == "enemy") {
    s.side = (w == "friendly") == !adj.number ? Side::Friendly : Side::Enemy;
    return;
  }
  if (w == "random") {
    s.quant = Quant::Random;
    return;
  }
  if (w == "other") {
    test = negate(emit(ExprOp::IsIn, emit(ExprOp::This)));
  } else if (w == "different") {
    test = negate(emit(ExprOp::IsIn, emit(ExprOp::CardVar, picks_)));
  } else if (w == "undamaged") {
    test = negate(emit(ExprOp::IsStatus, static_cast<int>(Status::Damaged)));
  } else if (const auto it = kStatus.find(w); it != kStatus.end()) {
    test = emit(ExprOp::IsStatus, static_cast<int>(it->second));
  } else if (const House house = house_from_name(w); house != House::None) {
    test = emit(ExprOp::HasHouse, number(1 << static_cast<int>(house)));
  } else if (const int trait = table_.find_trait(w); trait >= 0) {
    test = emit(ExprOp::HasTrait, trait);
  } else {
    for (int k = 0; k <= static_cast<int>(Keyword::Versatile); ++k)
      if (keyword_name(static_cast<Keyword>(k)) == w) test = emit(ExprOp::HasKeyword, k);
  }
  if (test == kNone) throw NoCode(adj.at, "the adjective `" + w + "`");
  s.filter = both(s.filter, adj.number ? negate(test) : test);
}

void Generator::filter(const Node& node, Selector& s) {
  s.types = types_of(node.word);
  for (const Node& adj : node.kids) adjective(adj, s);
}

// One filter fills the selector itself; several become a disjunction.
void Generator::filters(const Node& list, Selector& s) {
  if (list.kids.size() == 1) return filter(list.kids[0], s);
  ExprId any = kNone;
  for (const Node& each : list.kids) {
    Selector alternative;
    filter(each, alternative);
    s.types |= alternative.types;
    p_.selectors.push_back(alternative);
    const ExprId fits = emit(ExprOp::Matches, emit(ExprOp::Candidate), static_cast<uint16_t>(p_.selectors.size() - 1));
    any = any == kNone ? fits : emit(ExprOp::Or, any, fits);
  }
  s.filter = both(s.filter, any);
}

void Generator::post(const Node& node, Selector& s) {
  const std::string& w = node.word;
  if (w == "in") {
    for (const Node& each : node.kids) zone(each, s);
  } else if (w == "where") {
    const bool outer = in_where_;
    in_where_ = true;
    s.filter = both(s.filter, expr(node.kids[0]));
    in_where_ = outer;
  } else if (w == "of") {
    s.filter = both(s.filter, emit(ExprOp::HasHouse, house_mask(node.kids[0])));
  } else if (w == "named" && node.kids[0].kind == NodeKind::String) {
    ExprId any = kNone;
    for (const Node& name : node.kids) {
      const int card = table_.find_id(name.text);
      const ExprId test = emit(ExprOp::IsNamed, p_.definitions[static_cast<size_t>(card)].name);
      any = any == kNone ? test : emit(ExprOp::Or, any, test);
    }
    s.filter = both(s.filter, any);
  } else if (w == "controlled" || w == "owned") {
    const ExprOp whose = w == "owned" ? ExprOp::OwnerOf : ExprOp::ControllerOf;
    s.filter = both(s.filter, emit(ExprOp::Eq, emit(whose, emit(ExprOp::Candidate)), player(node.kids[0])));
  } else if (w == "among") {
    s.base = cards(node.kids[0]);
  } else if (w == "beneath") {
    s.base = emit(ExprOp::Beneath, cards(node.kids[0]));
  } else if (w == "purged") {
    s.base = emit(ExprOp::PurgedBy, cards(node.kids[0]));
  } else if (w == "played") {
    if (node.kids.empty() || !node.kids[0]) return;
    if (node.kids[0].word != "you") throw NoCode(node.at, "\"played by\" somebody else");
    s.side = Side::Friendly;
  } else {
    throw NoCode(node.at, "`" + w + "` after a noun");
  }
}

uint16_t Generator::selector(const Node& node, bool zones) {
  if (node.kind != NodeKind::Select) throw NoCode(node.at, "this noun phrase here");
  Selector s;
  quantifier(node.kids[0], s);
  filters(node.kids[1], s);
  const Node& of = node.kids[2];
  const std::string& noun = node.kids[1].kids[0].word;
  if (noun == "neighbor") {
    if (!of && !in_where_) throw NoCode(node.at, "neighbor of what");
    s.base = emit(ExprOp::NeighborsOf, of ? cards(of) : emit(ExprOp::Candidate));
  } else if (noun.find("neighbor") != std::string::npos || noun == "player" || noun == "key") {
    throw NoCode(node.at, "the noun `" + noun + "`");
  }
  for (size_t i = 3; i < node.kids.size(); ++i) post(node.kids[i], s);
  if (zones && s.zones == 0 && s.base == kNone) {
    const uint8_t creature = s.types & kCreatures, artifact = s.types & type_bit(CardType::Artifact);
    if (creature) s.zones |= bit(Zone::Line);
    if (artifact) s.zones |= bit(Zone::Artifacts);
    if (s.types & type_bit(CardType::Upgrade)) s.zones |= bit(Zone::Attached);
    if (s.zones == 0) s.zones = kInPlayZones;
  }
  p_.selectors.push_back(s);
  return static_cast<uint16_t>(p_.selectors.size() - 1);
}

bool Generator::prompts(const Node& node) const {
  if (node.kind != NodeKind::Select) return false;
  const Node& quant = node.kids[0];
  for (const Node& each : node.kids[1].kids)
    for (const Node& adj : each.kids)
      if (adj.word == "random") return true;
  return quant && quant.word != "each";
}

// Cards known from before, not looked for now: those that moved to a hidden zone meanwhile are out of reach.
bool Generator::remembered(const Node& node) const {
  if (node.kind == NodeKind::Pron || node.kind == NodeKind::Var) return true;
  return node.kind == NodeKind::Select && node.kids.size() > 3 && node.kids[3].word == "among";
}

// The top cards of a deck become targets and `it`.
void Generator::top_targets(const Node& np) {
  if (np.word != "top") throw NoCode(np.at, "the bottom of a deck");
  const ExprId count = expr(np.kids[0]);
  const Node& deck = np.kids[1];
  std::vector<ExprId> owners = {};
  if (deck.text == "each")
    owners = {emit(ExprOp::You), emit(ExprOp::Opponent)};
  else
    owners = {zone_owner(deck)};
  for (ExprId owner : owners) {
    emit_code(EffectOp::FixTop, count, owner);
    emit_code(EffectOp::AddTargets, emit(ExprOp::TopOf, count, owner), kNone, kNone, 1);
  }
}

void Generator::targets(const Node& np) {
  if (np.kind == NodeKind::Union) {
    for (const Node& each : np.kids) targets(each);
    return;
  }
  if (np.kind == NodeKind::Top) return top_targets(np);
  uint16_t bound = kNone;
  const Node* inner = &np;
  if (np.kind == NodeKind::As) {
    bound = variable(np.word, false, np.at);
    inner = &np.kids[0];
  }
  if (inner->kind == NodeKind::Except) {
    // Chosen exceptions are settled first; the rest are the targets.
    const Node& except = inner->kids[1];
    const bool named = except.kind == NodeKind::As;
    const Node& chosen = named ? except.kids[0] : except;
    ExprId left_out = kNone;
    if (prompts(chosen)) {
      const uint16_t slot = named ? variable(except.word, false, except.at) : new_slot();
      emit_code(EffectOp::Choose, selector(chosen, true), slot);
      emit_code(EffectOp::ClearTargets);
      left_out = emit(ExprOp::CardVar, slot);
    } else {
      left_out = cards(except);
    }
    if (prompts(inner->kids[0])) {
      const uint16_t id = selector(inner->kids[0], true);
      p_.selectors[id].filter = both(p_.selectors[id].filter, negate(emit(ExprOp::IsIn, left_out)));
      emit_code(EffectOp::Choose, id, bound);
    } else {
      emit_code(EffectOp::AddTargets, emit(ExprOp::Minus, cards(inner->kids[0]), left_out));
    }
    return;
  }
  if (prompts(*inner)) {
    const uint16_t id = selector(*inner, true);
    choices_.push_back(id);
    emit_code(EffectOp::Choose, id, bound);
    if (picks_ != kNone)
      emit_code(EffectOp::LetCards, picks_, emit(ExprOp::Union, emit(ExprOp::CardVar, picks_), emit(ExprOp::It)));
    return;
  }
  emit_code(EffectOp::AddTargets, cards(*inner), kNone, kNone, remembered(*inner) ? 2 : 0);
  if (bound != kNone) emit_code(EffectOp::BindTargets, bound);
}

}  // namespace archon::lang
