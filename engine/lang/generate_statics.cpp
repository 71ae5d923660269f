// Constant abilities and the statics of lasting effects: what they say of certain cards.
#include <algorithm>
#include <limits>

#include "engine/core/state.h"
#include "engine/lang/generator_impl.h"

namespace archon::lang {
namespace {

StaticKind stat_kind(Syntax stat, bool set) {
  const std::string& word = stat.word();
  if (set && stat.flag()) {
    if (word == "power" || word == "armor") return word == "power" ? StaticKind::OnlyPower : StaticKind::OnlyArmor;
    throw NoCode(stat.at(), "having only " + word);
  }
  if (word == "power") return set ? StaticKind::HasPower : StaticKind::GetPower;
  if (word == "armor") return set ? StaticKind::HasArmor : StaticKind::GetArmor;
  if (word == "assault" && !set) return StaticKind::GetAssault;
  if (word == "hazardous" && !set) return StaticKind::GetHazardous;
  if (word == "splash-attack" && !set) return StaticKind::GetSplash;
  throw NoCode(stat.at(), (set ? "setting " : "changing ") + word);
}

bool speaks_of_tokens(const Node& node) {
  if (node.kind == NodeKind::Adj && node.word == "token" && node.number == 0) return true;
  return std::ranges::any_of(node.kids, speaks_of_tokens);
}

bool is_next(Syntax np) { return np.is(NodeKind::Select) && NounPhrase{np}.quantifier().says(NodeKind::Quant, "next"); }

// Whether what is gained is an ability that changes nothing until it is used.
bool is_used_only(Syntax part) { return part.is(NodeKind::Heads); }

bool changes_cards(const Node& spred) {
  constexpr std::string_view kLayers[] = {"get", "gain", "lose", "has", "become"};
  return spred.kind == NodeKind::Spred && std::ranges::find(kLayers, spred.word) != std::end(kLayers);
}

}  // namespace

uint8_t effective_keyword(Syntax node) {
  constexpr Keyword kKept[] = {Keyword::Assault,      Keyword::Elusive,  Keyword::Entrench, Keyword::Hazardous,
                               Keyword::Invulnerable, Keyword::Poison,   Keyword::Skirmish, Keyword::SplashAttack,
                               Keyword::Taunt,        Keyword::Versatile};
  for (Keyword keyword : kKept)
    if (keyword_name(keyword) == node.word()) return static_cast<uint8_t>(keyword);
  throw NoCode(node.at(), "the keyword `" + node.word() + "` here");
}

uint16_t Generator::add_static(Static rule, bool granted, SourcePos at) {
  Ability a;
  a.kind = AbilityKind::Static;
  a.granted = granted;
  a.card = static_cast<uint16_t>(card_);
  a.rule = rule.kind;
  a.static_rule = push(p_.statics, rule);
  a.line = at.line;
  return push(p_.abilities, a);
}

void Generator::static_item(Syntax node, bool granted, std::vector<uint16_t>& abilities) {
  const Syntax body = node[0];
  Static rule;
  const Scoped layers(layered_, std::ranges::any_of(body.peek().kids, changes_cards));
  const bool of_players = body.is(NodeKind::StatForbid) && body[0][0].says(NodeKind::Player, "player");
  if (node[1] && !of_players) {
    const ExprId condition = expr(node[1]);
    rule.condition = node.flag() ? negate(condition) : condition;
  }
  if (body.is(NodeKind::StatCards) && is_each_player_where(body[0])) {  // one constant for each of the two
    const ExprId condition = rule.condition;
    for (const ExprOp player : {ExprOp::You, ExprOp::Opponent}) {
      const Scoped they(they_is_, emit({player}));
      rule.condition = both(condition, player_condition(body[0]));
      for (const Node& each : body.kids(1)) spred(each, body[0], rule.condition, granted, abilities);
    }
    return;
  }
  if (body.is(NodeKind::StatCards)) {
    for (const Node& each : body.kids(1)) spred(each, body[0], rule.condition, granted, abilities);
    return;
  }
  restriction(body, rule, granted);
  if (node[1] && of_players) {  // "forbid a player ... while X": X may speak of that player
    const Scoped they(they_known_, true);
    const ExprId condition = expr(node[1]);
    p_.patterns[rule.pattern].guard = node.flag() ? negate(condition) : condition;
  }
  abilities.push_back(add_static(rule, granted, body.at()));
}

void Generator::spred(Syntax node, Syntax np, ExprId condition, bool granted, std::vector<uint16_t>& abilities) {
  Static rule;
  rule.condition = condition;
  const std::string& w = node.word();
  const Syntax part = node[0];
  if (w == "enter" && part.says(NodeKind::Word, "under")) return enters_under(node, np, condition);
  if (w == "enter") {
    enters(node, np, rule);
  } else if (w == "double") {
    doubles_icons(node, np, rule);
  } else if (w == "skip") {
    static const std::map<std::string, Step> kSkipped = {
        {"forge", Step::Forge}, {"ready", Step::Ready}, {"draw", Step::Draw}, {"mulligan", Step::Setup}};
    const auto step = kSkipped.find(part.word());
    if (step == kSkipped.end()) throw NoCode(node.at(), "skipping this step");
    rule.kind = StaticKind::Skip;
    rule.what = static_cast<uint8_t>(step->second);
    if (they_is_ != kNone)
      rule.cards = they_is_;
    else if (is_each_player(np))
      np.word(), np.text();
    else
      rule.cards = player(np);
  } else if (w == "become" && part.says(NodeKind::Word, "haunted")) {
    part.word();
    rule.kind = StaticKind::Haunts;
    rule.cards = player(np);
  } else if (w == "become" && np.is(NodeKind::Top)) {
    reveals_top(node, np, rule);
  } else if (w == "control") {
    if (!np.says(NodeKind::Player, "you")) throw NoCode(node.at(), "control by this player");
    np.word();
    rule.kind = StaticKind::Controls;
    rule.cards = cards(part);
  } else {
    return spred_of_cards(node, np, rule, granted, abilities);
  }
  abilities.push_back(add_static(rule, granted, node.at()));
}

void Generator::spred_of_cards(Syntax node, Syntax np, Static rule, bool granted, std::vector<uint16_t>& abilities) {
  const std::string& w = node.word();
  const Syntax part = node[0];
  const bool late_gain = w == "gain" && is_used_only(part);
  reads_stats_ = false;
  {
    const Scoped layers(layered_, layered_ && !late_gain);
    rule.cards = is_next(np) ? met(np, abilities) : cards(np);
  }
  if (late_gain) rule.flags = reads_stats_;
  if (w == "get" || w == "has") {
    rule.kind = stat_kind(part, w == "has");
    const bool late = rule.kind == StaticKind::HasPower;  // it may depend on the power of other cards
    const Scoped layers(layered_, layered_ && !late);
    reads_stats_ = false;
    rule.value = each_amount(part[0]);
    rule.flags = late && reads_stats_;
  } else if (w == "gain") {
    return gains(part, rule, granted, abilities);
  } else if (w == "lose" && part.says(NodeKind::Text, "text")) {
    if (part.word(); part[0]) throw NoCode(part[0].at(), "losing the text of this");
    rule.kind = StaticKind::LoseText;
  } else if (w == "treat") {
    return treats(node, rule, granted, abilities);
  } else if (w == "lose") {
    loses(part, rule);
  } else if (w == "become" && part.says(NodeKind::Word, "artifact")) {
    part.word();
    rule.kind = StaticKind::BecomeArtifact;
  } else if (w == "become" && part.says(NodeKind::Word, "creature")) {
    return becomes_creature(part, rule, granted, abilities);
  } else if (w == "copy") {  // what else could be a copy for a while is not facedown, and would not know what it was
    if (!in_lasting_ || !speaks_of_tokens(np.peek())) throw NoCode(np.at(), "copies other than token creatures for a while");
    rule.kind = StaticKind::Copies;
    rule.value = one_card(part);
  } else if (w == "protect") {
    rule.kind = StaticKind::WideTaunt;
  } else if (w == "switch") {
    if (part.word() != "stats") throw NoCode(part.at(), "switching this");
    rule.kind = StaticKind::SwitchStats;
  } else if (w == "become" && (part.is(NodeKind::Word) || part.is(NodeKind::Var) || part.says(NodeKind::Text, "house"))) {
    becomes(node, rule);
  } else if (w == "take") {
    rule.kind = StaticKind::TakesPlus;
    const Scoped dealt(amount_known_, true);
    rule.value = expr(part);
  } else if (w == "deal") {
    rule.kind = node.flag() ? StaticKind::DealsPlus : StaticKind::DealsSet;
    rule.value = expr(part);
  } else if (w == "ignore") {
    rule.kind = StaticKind::Ignores;
    constexpr std::string_view kIgnored[] = {"armor", "elusive", "hazardous", "taunt"};
    for (const Syntax word : node.kids()) {
      if (std::ranges::find(kIgnored, word.word()) == std::end(kIgnored)) throw NoCode(word.at(), "ignoring " + word.word());
      rule.what = word.word() == "armor" ? kKeywords : effective_keyword(word);
      abilities.push_back(add_static(rule, granted, node.at()));
    }
    return;
  } else {
    throw NoCode(node.at(), "`" + w + "` in a constant ability");
  }
  abilities.push_back(add_static(rule, granted, node.at()));
}

// "Top 1 of deck becomes faceup".
void Generator::reveals_top(Syntax node, Syntax top, Static& rule) {
  const bool one = top.says(NodeKind::Top, "top") && top[0].is(NodeKind::Number) && top[0].number() == 1;
  if (!one || !top[1].says(NodeKind::Zone, "deck") || !node[0].says(NodeKind::Word, "faceup"))
    throw NoCode(node.at(), "this of the end of a pile");
  top.word(), top[1].word(), node[0].word();
  rule.kind = StaticKind::RevealTop;
  rule.cards = zone_owner(top[1]);
}

// "Next creature played by you enters ready and gains ...": the card that was met.
ExprId Generator::met(Syntax np, const std::vector<uint16_t>& abilities) {
  for (uint16_t id : abilities) {
    Static& rule = p_.statics[p_.abilities[id].static_rule];
    if (rule.kind != StaticKind::EntersReady || rule.limit != 1) continue;
    rule.flags |= kKeepsMet;
    return emit({ExprOp::It});
  }
  throw NoCode(np.at(), "the quantifier `next` here, but behind how the card enters play");
}

// "treats play as play/reap": one constant for each kind that is new.
void Generator::treats(Syntax node, Static rule, bool granted, std::vector<uint16_t>& abilities) {
  rule.kind = StaticKind::Treats;
  const size_t before = abilities.size();
  for (const Node& from : node[0].kids())
    for (const Node& as : node[1].kids()) {
      const AbilityKind had = head_kind(from, false), counts_as = head_kind(as, false);
      if (had == counts_as) continue;
      rule.what = static_cast<uint8_t>(had);
      rule.limit = static_cast<uint8_t>(counts_as);
      abilities.push_back(add_static(rule, granted, node.at()));
    }
  if (abilities.size() == before) throw NoCode(node.at(), "treating abilities as what they are");
}

void Generator::becomes(Syntax node, Static& rule) {
  const Syntax word = node[0];
  if (word.word() == "flank") {
    rule.kind = StaticKind::BecomeFlank;
    return;
  }
  rule.kind = StaticKind::BecomeHouse;
  rule.what = node.flag() ? 1 : 0;  // "also"
  if (word.says(NodeKind::Text, "house"))
    word.word(), rule.value = emit({ExprOp::HouseOf, cards(word[0])});
  else if (word.word() == "active")
    rule.value = emit({ExprOp::ActiveHouse});
  else
    rule.value = word.is(NodeKind::Var) ? house_mask(word) : house(word);
}

// "Becomes creature power N armor N": an artifact, as long as it is in a battleline.
void Generator::becomes_creature(Syntax what, Static rule, bool granted, std::vector<uint16_t>& abilities) {
  if (!in_lasting_) throw NoCode(what.at(), "becoming a creature for good");
  what.word();
  rule.kind = StaticKind::BecomeCreature;
  abilities.push_back(add_static(rule, granted, what.at()));
  bool power = false;
  for (const Node& each : what.kids()) {
    const Syntax stat(each);
    rule.kind = stat_kind(stat, true);
    rule.value = each_amount(stat[0]);
    power |= rule.kind == StaticKind::HasPower;
    abilities.push_back(add_static(rule, granted, stat.at()));
  }
  if (!power) throw NoCode(what.at(), "a creature without power");
}

void Generator::loses(Syntax part, Static& rule) {
  if (part.is(NodeKind::Text)) {
    const std::string& what = part.word();
    if (part[0]) throw NoCode(part.at(), "losing " + what);
    if (what == "traits" || what == "armor") {
      rule.kind = what == "traits" ? StaticKind::LoseTraits : StaticKind::LoseArmor;
    } else if (what == "abilities") {  // keywords are abilities, too (rulebook 18.4, KEYWORDS)
      rule.kind = StaticKind::LoseText;
    } else if (what == "destroyed" || what == "fight" || what == "reap") {
      rule.kind = StaticKind::LoseHead;
      rule.what = static_cast<uint8_t>(head_kind(part, false));
    } else {
      throw NoCode(part.at(), "losing " + what);
    }
    return;
  }
  if (!part.is(NodeKind::Kw)) throw NoCode(part.at(), "losing this");
  rule.kind = StaticKind::LoseKeyword;
  rule.what = effective_keyword(part);
  constexpr Keyword kNumbers[] = {Keyword::Assault, Keyword::Hazardous, Keyword::SplashAttack};
  if (std::ranges::find(kNumbers, static_cast<Keyword>(rule.what)) != std::end(kNumbers))
    throw NoCode(part.at(), "losing " + part.word());
}

void Generator::gains(Syntax node, Static rule, bool granted, std::vector<uint16_t>& abilities) {
  if (node.is(NodeKind::Kw)) {
    rule.kind = StaticKind::GainKeyword;
    // Omega acts when a card enters play that has it then; printed, it acts whatever the card loses.
    const bool omega = node.says(NodeKind::Kw, "omega") && !node.word().empty();
    rule.what = omega ? static_cast<uint8_t>(Keyword::Omega) : effective_keyword(node);
    const Scoped late(layered_, false);  // numbers of keywords are worked out last
    if (node[0]) rule.value = each_amount(node[0]);
    abilities.push_back(add_static(rule, granted, node.at()));
    return;
  }
  if (node.says(NodeKind::Text, "text") && node[0]) {
    if (!in_lasting_ || !node[0].is(NodeKind::Var)) throw NoCode(node[0].at(), "gaining the text of this");
    node.word();
    rule.kind = StaticKind::GainText;
    rule.value = cards(node[0]);
    lasting_keeps_text_ = true;
    abilities.push_back(add_static(rule, granted, node.at()));
    return;
  }
  if ((node.says(NodeKind::Text, "keywords") || node.says(NodeKind::Text, "traits")) && node[0]) {  // those printed
    if (!in_lasting_ || !node[0].is(NodeKind::Var)) throw NoCode(node[0].at(), "gaining the " + node.peek().word + " of this");
    const bool traits = node.word() == "traits";
    rule.kind = traits ? StaticKind::GainTrait : StaticKind::GainText;
    rule.what = traits ? kNoTrait : 1;
    rule.value = cards(node[0]);
    lasting_keeps_text_ = true;
    abilities.push_back(add_static(rule, granted, node.at()));
    return;
  }
  if (const int trait = node.is(NodeKind::Word) ? table_.find_trait(node.peek().word) : -1; trait >= 0) {
    node.word();
    if (trait + 1 >= kTraitsOf) throw NoCode(node.at(), "gaining this trait");
    rule.kind = StaticKind::GainTrait;
    rule.what = static_cast<uint8_t>(trait);
    abilities.push_back(add_static(rule, granted, node.at()));
    return;
  }
  const bool ability = !node.is(NodeKind::Word) && !node.is(NodeKind::Text) && !node.is(NodeKind::Var);
  if (!ability) throw NoCode(node.at(), "gaining " + node.word());
  // The gained text is the creature's own: `this` is the creature, and nothing of the granting block is bound in it.
  std::vector<uint16_t> gained;
  Generator inner(table_, p_, card_);
  inner.chosen_ = chosen_;
  inner.item(node, true, gained);
  for (uint16_t id : gained) {
    const StaticKind kind = p_.abilities[id].rule;  // traits are settled before abilities are gained
    if (p_.abilities[id].kind == AbilityKind::Static && (kind == StaticKind::GainTrait || kind == StaticKind::LoseTraits))
      throw NoCode(node.at(), "an ability that changes traits here");
    rule.kind = StaticKind::GainAbility;
    rule.ability = id;
    abilities.push_back(add_static(rule, granted, node.at()));
  }
}

// "Next card played by you doubles icons": each is resolved an additional time.
void Generator::doubles_icons(Syntax node, Syntax np, Static& rule) {
  if (node[0].word() != "icons") throw NoCode(node.at(), "doubling this");
  if (!is_next(np) || !in_lasting_)
    throw NoCode(np.at(), "whose icons are doubled, but for the next card played by you in a lasting effect");
  rule.kind = StaticKind::DoublesIcons;
  rule.selector = selector(np, Use::Entering);
  if (!NounPhrase{np}.played_by_you()) throw NoCode(np.at(), "whose icons are doubled, but for the next card played by you");
}

// As treachery says, which a card may have in other words.
void Generator::enters_under(Syntax node, Syntax np, ExprId condition) {
  const bool own = np.says(NodeKind::Pron, "this") && !in_lasting_ && condition == kNone;
  if (!own || node[1].word() != "opponent") throw NoCode(node.at(), "entering under this control");
  np.word(), node[0].word();
  p_.definitions[static_cast<size_t>(card_)].keywords |= keyword_bit(Keyword::Treachery);
}

// "May enter ready and anywhere": the ways together, or none of them.
void Generator::may_enter(Syntax node, Static& rule) {
  int how = 0;
  for (const Node& each : node.kids()) {
    const std::string& word = Syntax(each).word();
    const int way = word == "ready" ? kPlayReady : word == "anywhere" ? kPlayAnywhere : 0;
    if (way == 0 || (how & way)) throw NoCode(each.at, "entering " + word);
    how |= way;
  }
  rule.kind = StaticKind::MayEnter;
  rule.value = number(how);
}

void Generator::enters(Syntax node, Syntax np, Static& rule) {
  static const std::map<std::string, StaticKind> kStates = {{"ready", StaticKind::EntersReady},
                                                            {"stunned", StaticKind::EntersStunned},
                                                            {"enraged", StaticKind::EntersEnraged},
                                                            {"anywhere", StaticKind::EntersAnywhere}};
  if (node.flag()) {
    if (!np.is(NodeKind::Select)) throw NoCode(np.at(), "how these cards enter play");
    may_enter(node, rule);
  } else {
    const auto kind = kStates.find(node[0].word());
    if (kind == kStates.end()) throw NoCode(node.at(), "entering " + node[0].word());
    rule.kind = kind->second;
  }
  if (!np.is(NodeKind::Select)) {
    if (!np.says(NodeKind::Pron, "this") || in_lasting_) throw NoCode(np.at(), "how these cards enter play");
    rule.cards = cards(np);
    return;
  }
  const NounPhrase phrase{np};
  rule.selector = selector(np, Use::Entering);
  rule.what = std::ranges::any_of(phrase.posts(), [](const Node& each) { return each.word == "played"; });
  rule.flags = phrase.played_by_you() ? kPlayedByYou : 0;
  const Syntax quant = phrase.quantifier();
  const bool next = quant.says(NodeKind::Quant, "next"), first = quant.says(NodeKind::Quant, "first");
  if (next && !in_lasting_) throw NoCode(quant.at(), "`next` outside of a lasting effect");
  if (first && in_lasting_) throw NoCode(quant.at(), "`first` in a lasting effect");
  if (next) rule.limit = 1;
  if (!first) return;
  EventPattern played;  // of each turn
  played.type = EventType::Play;
  played.card = rule.selector;
  if (rule.flags) played.player = emit({ExprOp::You});
  p_.definitions[static_cast<size_t>(card_)].history |= bit(EventType::Play);
  const uint16_t id = push(p_.patterns, played);
  const ExprId before = emit({ExprOp::Times, id, static_cast<int>(Period::ThisTurn)});
  rule.condition = both(rule.condition, negate(before));
}

}  // namespace archon::lang
