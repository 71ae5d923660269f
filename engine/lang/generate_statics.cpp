// Constant abilities and the statics of lasting effects.
#include "engine/lang/generator_impl.h"

namespace archon::lang {

uint16_t Generator::add_static(Static rule, bool granted, SourcePos at) {
  p_.statics.push_back(rule);
  Ability a;
  a.kind = AbilityKind::Static;
  a.granted = granted;
  a.card = static_cast<uint16_t>(card_);
  a.static_rule = static_cast<uint16_t>(p_.statics.size() - 1);
  a.line = at.line;
  p_.abilities.push_back(a);
  return static_cast<uint16_t>(p_.abilities.size() - 1);
}

void Generator::static_item(const Node& node, bool granted, std::vector<uint16_t>& abilities) {
  const Node& body = node.kids[0];
  Static rule;
  const auto add = [&](StaticKind kind) {
    rule.kind = kind;
    abilities.push_back(add_static(rule, granted, node.at));
  };
  if (node.kids[1]) rule.condition = node.number ? negate(expr(node.kids[1])) : expr(node.kids[1]);
  switch (body.kind) {
    case NodeKind::StatCards:
      return static_cards(body, rule.condition, granted, abilities);
    case NodeKind::StatKeys:
      if (!body.text.empty()) throw NoCode(body.at, "the cost of a key of one colour");
      if (body.kids[0]) rule.cards = player(body.kids[0]);
      rule.value = expr(body.kids[1]);
      return add(StaticKind::KeyCost);
    case NodeKind::StatRefill:
      rule.cards = is_each_player(body.kids[0]) ? kNone : player(body.kids[0]);
      rule.value = expr(body.kids[1]);
      return add(StaticKind::Refill);
    case NodeKind::StatAllow:
      return allows(body, rule, granted, abilities);
    case NodeKind::StatForbid:
      rule.pattern = pattern(body.kids[0]);
      for (const std::string& except : body.words)
        rule.what |= except == "fight" ? kByFight : except == "reap" ? kByReap : kByAction;
      return add(StaticKind::Forbid);
    case NodeKind::StatRequire:
      rule.pattern = pattern(body.kids[0]);
      if (p_.patterns[rule.pattern].type != EventType::ChooseHouse) throw NoCode(body.at, "requiring this");
      return add(StaticKind::Require);
    case NodeKind::StatLimit:
      if (body.text != "turn") throw NoCode(body.at, "a limit by " + body.text);
      rule.pattern = pattern(body.kids[0]);
      rule.value = expr(body.kids[1]);
      p_.definitions[static_cast<size_t>(card_)].history |= bit(p_.patterns[rule.pattern].type);
      return add(StaticKind::Limit);
    case NodeKind::StatTax: {
      rule.pattern = pattern(body.kids[0]);
      const Node& pays = body.kids[1];
      const bool one = pays.kind == NodeKind::Verb && pays.words[0] == "pay" && pays.kids[1].kind == NodeKind::Number &&
                       pays.kids[1].number == 1;
      if (!one) throw NoCode(body.at, "a tax other than paying 1");
      rule.ability = ability(AbilityKind::After, Node{}, &pays, granted, body.at);
      return add(StaticKind::Tax);
    }
    case NodeKind::StatRedirect:
      if (!body.words.empty()) throw NoCode(body.at, "redirecting damage " + body.words[0]);
      rule.what = body.word == "by" ? 1 : 0;
      rule.cards = cards(body.kids[0]);
      rule.value = cards(body.kids[1]);
      return add(StaticKind::Redirect);
    default:
      throw NoCode(body.at, "this constant ability");
  }
}

void Generator::allows(const Node& node, Static rule, bool granted, std::vector<uint16_t>& abilities) {
  static const std::map<std::string, uint8_t> kWhat = {
      {"play", kAllowPlay}, {"use", kAllowUse}, {"fight-with", kAllowFight}, {"reap-with", kAllowReap}};
  const Node& np = node.kids[0];
  if (node.word == "spend") {
    rule.kind = StaticKind::Spend;
    rule.cards = cards(np);
    abilities.push_back(add_static(rule, granted, node.at));
    return;
  }
  const auto what = kWhat.find(node.word);
  if (what == kWhat.end() || node.text == "to") throw NoCode(node.at, "allowing to " + node.word);
  rule.kind = StaticKind::Allow;
  rule.what = what->second;
  if (np.kind == NodeKind::Select) {
    rule.selector = selector(np, false);
    const Node& quant = np.kids[0];
    if (quant && quant.word == "count") rule.limit = static_cast<uint8_t>(quant.kids[0].number);
    if (quant && quant.word == "a") rule.limit = 1;
  } else {
    rule.cards = cards(np);
  }
  abilities.push_back(add_static(rule, granted, node.at));
}

void Generator::static_cards(const Node& node, ExprId condition, bool granted, std::vector<uint16_t>& abilities) {
  for (size_t i = 1; i < node.kids.size(); ++i) spred(node.kids[i], node.kids[0], condition, granted, abilities);
}

namespace {

StaticKind stat_kind(const Node& stat, bool set) {
  if (stat.word == "power") return set ? StaticKind::HasPower : StaticKind::GetPower;
  if (stat.word == "armor") return set ? StaticKind::HasArmor : StaticKind::GetArmor;
  if (stat.word == "assault" && !set) return StaticKind::GetAssault;
  if (stat.word == "hazardous" && !set) return StaticKind::GetHazardous;
  throw NoCode(stat.at, "changing " + stat.word);
}

uint8_t keyword_index(const Node& node) {
  for (int k = 0; k <= static_cast<int>(Keyword::Versatile); ++k)
    if (keyword_name(static_cast<Keyword>(k)) == node.word) return static_cast<uint8_t>(k);
  throw NoCode(node.at, "the keyword `" + node.word + "`");
}

}  // namespace

void Generator::spred(const Node& node, const Node& np, ExprId condition, bool granted, std::vector<uint16_t>& abilities) {
  Static rule;
  rule.condition = condition;
  const std::string& w = node.word;
  const auto add = [&](StaticKind kind) {
    rule.kind = kind;
    abilities.push_back(add_static(rule, granted, node.at));
  };
  if (w == "enter") return enters(node, np, rule, granted, abilities);
  if (w == "skip") {
    if (node.kids[0].word != "forge") throw NoCode(node.at, "skipping this step");
    rule.cards = player(np);
    return add(StaticKind::SkipForge);
  }
  if (w == "control") {
    if (!is_player(np) || np.word != "you") throw NoCode(node.at, "control by this player");
    rule.cards = cards(node.kids[0]);
    return add(StaticKind::Controls);
  }
  rule.cards = cards(np);
  if (w == "get" || w == "has") {
    rule.value = expr(node.kids[0].kids[0]);
    return add(stat_kind(node.kids[0], w == "has"));
  }
  if (w == "gain") return gains(node.kids[0], rule, granted, abilities);
  if (w == "lose" && node.kids[0].kind == NodeKind::Kw) {
    rule.what = keyword_index(node.kids[0]);
    return add(StaticKind::LoseKeyword);
  }
  if (w == "become" && node.kids[0].kind == NodeKind::Word) {
    if (!node.number && node.kids[0].word == "flank") return add(StaticKind::BecomeFlank);
    if (house_from_name(node.kids[0].word) != House::None) {
      rule.what = node.number ? 1 : 0;  // "also"
      rule.value = expr(node.kids[0]);
      return add(StaticKind::BecomeHouse);
    }
  }
  if (w == "deal") {
    rule.value = expr(node.kids[0]);
    return add(node.number ? StaticKind::DealsPlus : StaticKind::DealsSet);
  }
  if (w == "ignore") {
    for (const Node& word : node.kids) {
      rule.what = keyword_index(word);
      add(StaticKind::Ignores);
    }
    return;
  }
  throw NoCode(node.at, "`" + w + "` in a constant ability");
}

void Generator::gains(const Node& node, Static rule, bool granted, std::vector<uint16_t>& abilities) {
  if (node.kind == NodeKind::Kw) {
    rule.kind = StaticKind::GainKeyword;
    rule.what = keyword_index(node);
    if (!node.kids.empty() && node.kids[0]) rule.value = expr(node.kids[0]);
    abilities.push_back(add_static(rule, granted, node.at));
    return;
  }
  if (node.kind == NodeKind::Word || node.kind == NodeKind::Text) throw NoCode(node.at, "gaining " + node.word);
  // The gained text is the creature's own: `this` is the creature, and nothing of the granting block is bound in it.
  std::vector<uint16_t> gained;
  Generator inner(table_, p_, card_);
  inner.item(node, true, gained);
  for (uint16_t id : gained) {
    rule.kind = StaticKind::GainAbility;
    rule.ability = id;
    abilities.push_back(add_static(rule, granted, node.at));
  }
}

void Generator::enters(const Node& node, const Node& np, Static rule, bool granted, std::vector<uint16_t>& abilities) {
  const std::string& state = node.kids[0].word;
  if (state != "ready" && state != "stunned") throw NoCode(node.at, "entering " + state);
  rule.kind = state == "ready" ? StaticKind::EntersReady : StaticKind::EntersStunned;
  if (np.kind != NodeKind::Select) {
    rule.cards = cards(np);
  } else {
    rule.selector = selector(np, false);
    for (size_t i = 3; i < np.kids.size(); ++i) rule.what |= np.kids[i].word == "played";
    const Node& quant = np.kids[0];
    if (quant && quant.word == "next") rule.limit = 1;
    if (quant && quant.word == "first") {  // of each turn
      EventPattern played;
      played.type = EventType::Play;
      played.card = rule.selector;
      p_.patterns.push_back(played);
      p_.definitions[static_cast<size_t>(card_)].history |= bit(EventType::Play);
      const ExprId before =
          emit(ExprOp::Times, static_cast<int>(p_.patterns.size() - 1), static_cast<uint16_t>(Period::ThisTurn));
      rule.condition = both(rule.condition, negate(before));
    }
  }
  abilities.push_back(add_static(rule, granted, node.at));
}

}  // namespace archon::lang
