// Constant abilities and the statics of lasting effects: what is allowed, forbidden, required, limited, taxed, redirected.
#include <algorithm>
#include <limits>

#include "engine/core/state.h"
#include "engine/lang/generator_impl.h"

namespace archon::lang {
namespace {

// What the rules ask about before it happens.
bool can_be_forbidden(EventType type) {
  constexpr EventType kAsked[] = {EventType::Play,    EventType::Use,     EventType::Reap,        EventType::Fight,
                                  EventType::Steal,   EventType::Damage,  EventType::ChooseHouse, EventType::Forge,
                                  EventType::Ready,   EventType::Destroy, EventType::Raise,       EventType::Icon,
                                  EventType::Discard, EventType::Take,    EventType::Exhaust};
  return std::ranges::find(kAsked, type) != std::end(kAsked);
}

// Which house must or must not be chosen: nothing else of the pattern is looked at.
bool names_house(const EventPattern& e) { return e.type == EventType::ChooseHouse && e.value != kNone && e.turn_of == kNone; }

// Which creatures must fight when used: what they fight is not looked at.
bool names_fighter(const EventPattern& e) { return e.type == EventType::Fight && e.other == kNone; }

}  // namespace

// Everything but what is said of certain cards.
void Generator::restriction(Syntax body, Static& rule, bool granted) {
  const auto event = [&]() -> const EventPattern& {
    const Scoped forbids(forbids_, body.is(NodeKind::StatForbid));
    const bool of_each = body[0][0].says(NodeKind::Player, "player");  // `they` is that player
    const Scoped they(they_known_, they_known_ || (of_each && body[0].peek().word == "choose"));
    rule.pattern = pattern(body[0]);
    const EventPattern& e = p_.patterns[rule.pattern];
    const bool right = body.is(NodeKind::StatForbid) && e.type == EventType::Play && e.flags_all == kOnRightFlank;
    const bool place = e.beside != kNone || (e.flags_all & (kOnLeftFlank | kOnRightFlank));
    if (place && !right) throw NoCode(body[0].at(), "the place of a creature before it is there");
    if (e.flags_all & kFromDiscard) throw NoCode(body[0].at(), "where a card comes from before it is played");
    return e;
  };
  const auto players = [&](Syntax np) {
    if (!is_each_player(np)) return player(np);
    np.word(), np.text();
    return ExprId{kNone};
  };
  switch (body.kind()) {
    case NodeKind::StatKeys:
      rule.kind = StaticKind::KeyCost;
      if (!body.peek().text.empty()) rule.limit = static_cast<uint8_t>(key_color(body.text(), body.at()) + 1);
      if (body[0]) rule.cards = players(body[0]);
      rule.value = expr(body[1]);
      return;
    case NodeKind::StatRefill:
      rule.kind = StaticKind::Refill;
      rule.cards = players(body[0]);
      rule.value = expr(body[1]);
      return;
    case NodeKind::StatAllow:
      return allows(body, rule);
    case NodeKind::StatForbid: {
      if (body[0].peek().word == "trigger") return mutes_destroyed(body[0], rule);
      if (body[0].peek().word == "move") return keeps_archived(body[0], rule);
      rule.kind = StaticKind::Forbid;
      const EventPattern& e = event();
      if (!can_be_forbidden(e.type)) throw NoCode(body.at(), "forbidding this");
      const bool effects = e.type == EventType::Discard && (zone_ != Zone::Hand || e.player == kNone);
      if (effects) throw NoCode(body.at(), "forbidding effects to discard");
      if (e.type == EventType::ChooseHouse && !names_house(e)) throw NoCode(body.at(), "forbidding this choice");
      if (!body.peek().words.empty() && e.type != EventType::Use) throw NoCode(body.at(), "exceptions from this");
      for (const std::string& except : body.words())
        rule.what |= except == "fight" ? kByFight : except == "reap" ? kByReap : kByAction;
      return;
    }
    case NodeKind::StatRequire:
      rule.kind = StaticKind::Require;
      if (const EventPattern& e = event(); !names_house(e) && !names_fighter(e)) throw NoCode(body.at(), "requiring this");
      return;
    case NodeKind::StatLimit: {
      rule.kind = StaticKind::Limit;
      const EventType type = event().type;
      rule.flags = body.text() == "type";
      if (type != EventType::Play) throw NoCode(body.at(), "this limit");
      rule.value = expr(body[1]);
      p_.definitions[static_cast<size_t>(card_)].history |= bit(type);
      return;
    }
    case NodeKind::StatTax:
      return taxes(body, EventPattern{event()}, rule, granted);
    case NodeKind::StatRedirect:
      return redirects(body, rule);
    case NodeKind::StatAllowIcon:
      return allows_icon(body, rule, granted);
    case NodeKind::StatWin: {  // a rule of the whole game
      const bool power = p_.definitions[static_cast<size_t>(card_)].type == CardType::ArchonPower;
      if (!power || granted || rule.condition != kNone || !body[0].is(NodeKind::Number) || body[0].number() != kKeyColors + 1)
        throw NoCode(body.at(), "this number of keys to win");
      rule.kind = StaticKind::WinsAt;
      p_.definitions[static_cast<size_t>(card_)].more_keys = 1;
      return;
    }
    case NodeKind::StatSubstitute:
      if (body[1].says(NodeKind::Word, "supply")) {  // what you gain by reaping
        body[1].word();
        rule.kind = StaticKind::ReapFrom;
        rule.cards = cards(body[0]);
        return;
      }
      if (!body[0].says(NodeKind::Word, "supply")) throw NoCode(body[0].at(), "substituting this");
      body[0].word();  // what is stolen or captured from a player
      rule.kind = StaticKind::Spare;
      rule.cards = player(body[1]);
      return;
    default:
      throw NoCode(body.at(), "this constant ability");
  }
}

void Generator::taxes(Syntax body, const EventPattern& e, Static& rule, bool granted) {
  rule.kind = StaticKind::Tax;
  const Syntax pays = body[1];
  const Node& payment = pays.peek();
  const bool one = payment.kind == NodeKind::Verb && payment.words[0] == "pay" && payment.kids[1].kind == NodeKind::Number &&
                   payment.kids[1].number == 1;
  if (!one) throw NoCode(pays.at(), "a tax other than paying 1");
  const ExprId payer = pays[0] ? player(pays[0]) : emit({ExprOp::You});
  const bool fits = e.type == EventType::Play || e.type == EventType::Use;
  if (!fits || e.player == kNone || !same(e.player, payer)) throw NoCode(body.at(), "this tax");
  rule.ability = ability(AbilityKind::After, Node{}, &payment, granted, body.at());
}

void Generator::allows_icon(Syntax body, Static& rule, bool granted) {
  rule.kind = StaticKind::IconAs;
  rule.what = icon_kind(body.word(), body.at());
  rule.limit = kAnyIcon;
  if (body[0].is(NodeKind::Word))
    rule.limit = icon_kind(body[0].word(), body[0].at());
  else
    rule.ability = ability(AbilityKind::After, Node{}, &body[0].peek(), granted, body.at());
  if (rule.limit == rule.what && rule.ability == kNone) throw NoCode(body.at(), "resolving an icon as what it is");
}

void Generator::allows(Syntax node, Static& rule) {
  static const std::map<std::string, uint8_t> kWhat = {
      {"play", kAllowPlay},        {"use", kAllowUse},        {"play-or-use", kAllowPlay | kAllowUse},
      {"fight-with", kAllowFight}, {"reap-with", kAllowReap}, {"pick", kAllowPick}};
  const Syntax np = node[0];
  if (node.word() == "spend") {
    rule.kind = StaticKind::Spend;
    if (!node.peek().text.empty()) rule.what = node.text() == "opponent";
    rule.limit = node.flag();
    if (node[1]) {
      const bool of_pool = np.says(NodeKind::Player, "opponent") && !np[0];
      if (!of_pool || rule.what || rule.limit) throw NoCode(node.at(), "spending some of this");
      np.word(), node.text();
      rule.value = expr(node[1]);
    } else {
      rule.cards = cards(np);
    }
    return;
  }
  const auto what = kWhat.find(node.word());
  if (what == kWhat.end() || node.peek().text == "to") throw NoCode(node.at(), "allowing to " + node.word());
  rule.kind = StaticKind::Allow;
  rule.what = what->second;
  if (!np.is(NodeKind::Select)) {
    rule.cards = cards(np);
  } else {
    rule.selector = selector(np, Use::Allowed);
    const Syntax quant = NounPhrase{np}.quantifier();
    if (quant.says(NodeKind::Quant, "a")) rule.limit = 1;
    const bool some = quant.says(NodeKind::Quant, "any-number");
    if (some != (rule.what == kAllowPick)) throw NoCode(np.at(), "the quantifier of what is allowed");
    const std::span<const Node> posts = NounPhrase{np}.posts();
    const bool archived = std::ranges::any_of(
        posts, [](const Node& each) { return each.word == "in" && each.kids.size() == 1 && each.kids[0].word == "archives"; });
    if (some && !archived) throw NoCode(np.at(), "picking up these cards");
    if (quant.says(NodeKind::Quant, "count")) {
      const Syntax count = quant[0];
      const bool fits =
          count.is(NodeKind::Number) && count.number() >= 1 && count.number() <= std::numeric_limits<uint8_t>::max();
      if (!fits) throw NoCode(count.at(), "an allowance other than a number from 1 to 255");
      rule.limit = static_cast<uint8_t>(count.number());
    }
  }
  // In a constant the number holds for each turn, in a lasting effect for as long as it lasts.
  const bool each_turn = !node.peek().text.empty() && node.text() == "each-turn";
  if (each_turn != (rule.limit > 0 && !in_lasting_))
    throw NoCode(node.at(), each_turn ? "`each turn` here" : "a number without `each turn`");
}

// "A card triggers destroyed": no "Destroyed:" ability resolves.
void Generator::mutes_destroyed(Syntax event, Static& rule) {
  const EventPhrase phrase{event};
  event.word();
  if (!phrase.subject().is(NodeKind::Select)) throw NoCode(event.at(), "forbidding this");
  const Selector& whose = p_.selectors[selector(phrase.subject(), Use::Test)];
  const bool any = whose.filter == kNone && whose.types == 0 && whose.side == Side::Any;
  if (!any || !phrase.object().is(NodeKind::Word) || phrase.object().word() != "destroyed")
    throw NoCode(event.at(), "forbidding this");
  rule.kind = StaticKind::LoseHead;
  rule.what = static_cast<uint8_t>(AbilityKind::Destroyed);
}

// "A card moves from your archives": it cannot leave them.
void Generator::keeps_archived(Syntax event, Static& rule) {
  const EventPhrase phrase{event};
  event.word();
  const std::span<const Node> modifiers = phrase.modifiers();
  if (modifiers.size() != 1 || phrase.object()) throw NoCode(event.at(), "forbidding this movement");
  const Syntax from(modifiers[0]);
  if (from.word() != "from" || !from[0].says(NodeKind::Zone, "archives")) throw NoCode(event.at(), "forbidding this movement");
  rule.kind = StaticKind::KeepArchived;
  rule.selector = selector(phrase.subject(), Use::Test);
  from[0].word();
  if (from[0].text() != "your" && from[0].text() != "opponent") throw NoCode(from[0].at(), "these archives");
  rule.cards = zone_owner(from[0]);
}

void Generator::redirects(Syntax body, Static& rule) {
  rule.kind = StaticKind::Redirect;
  rule.what = body.word() == "by" ? 1 : 0;
  rule.cards = cards(body[0]);
  rule.value = cards(body[1]);
  if (body.peek().words.empty()) return;
  for (const std::string& how : body.words()) {
    rule.flags |= how == "too" ? kRedirectToo : how == "evenly" ? kRedirectEvenly : kInFightsOnly;
  }
  const bool evenly = rule.flags == kRedirectEvenly && !in_lasting_ && body[1].is(NodeKind::Select) &&
                      NounPhrase{body[1]}.first_noun() == "neighbor";  // two at most
  if (rule.what == 1 || !(evenly || rule.flags == kRedirectToo || rule.flags == (kRedirectToo | kInFightsOnly)))
    throw NoCode(body.at(), "redirecting damage so");
}

}  // namespace archon::lang
