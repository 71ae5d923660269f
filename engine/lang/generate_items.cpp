// Items of a card: abilities with a heading, triggers, costs.
#include <algorithm>
#include <limits>

#include "engine/lang/generator_impl.h"
#include "engine/lang/needs.h"

namespace archon::lang {
namespace {

bool speaks_of_different(const Node& node) {
  if (node.kind == NodeKind::Adj && node.word == "different") return true;
  return std::ranges::any_of(node.kids, speaks_of_different);
}

// "trigger ... again" alone.
bool repeats_play(const Node& body) {
  const Node& statement = body.kind == NodeKind::Block && body.kids.size() == 1 ? body.kids[0] : body;
  return statement.kind == NodeKind::Verb && std::ranges::any_of(statement.kids, [](const Node& part) {
           return part.kind == NodeKind::Mod && part.word == "again";
         });
}

// "Captures amount from incoming": in the middle of the step that moves the aember.
bool takes_incoming(Syntax statement) {
  const Node* from = statement.is(NodeKind::Verb) ? VerbPhrase{statement}.find("from") : nullptr;
  return from != nullptr && !from->kids.empty() && from->kids[0].word == "incoming";
}

Side turn_side(Syntax node) {
  const std::string& whose = node.word();
  return whose == "your" ? Side::Friendly : whose == "opponent" ? Side::Enemy : Side::Any;
}

// Events that the rules announce before they happen, to whom only replacements listen.
bool only_replaced(EventType type) {
  return type == EventType::MoveToDiscard || type == EventType::Receive || type == EventType::Deal;
}

bool has_card(EventType type) {
  constexpr EventType kPlayerEvents[] = {EventType::Forge,   EventType::ChooseHouse, EventType::Spend, EventType::Receive,
                                         EventType::Steal,   EventType::Gain,        EventType::Raise, EventType::Take,
                                         EventType::Shuffle, EventType::ShuffleDeck};
  return std::ranges::find(kPlayerEvents, type) == std::end(kPlayerEvents);
}

bool has_amount(EventType type) {
  constexpr EventType kAmounts[] = {EventType::Spend,   EventType::Gain,    EventType::Steal,
                                    EventType::Capture, EventType::Prevent, EventType::Receive};
  return std::ranges::find(kAmounts, type) != std::end(kAmounts);
}

}  // namespace

AbilityKind head_kind(Syntax word, bool instead) {
  static const std::map<std::string, AbilityKind> kHeads = {
      {"play", AbilityKind::Play},   {"fight", AbilityKind::Fight},
      {"reap", AbilityKind::Reap},   {"action", AbilityKind::Action},
      {"omni", AbilityKind::Omni},   {"destroyed", AbilityKind::Destroyed},
      {"scrap", AbilityKind::Scrap}, {"before-fight", AbilityKind::BeforeFight},
      {"fate", AbilityKind::Fate}};
  const auto it = kHeads.find(word.word());
  if (it == kHeads.end()) throw NoCode(word.at(), "`" + word.word() + ":`");
  if (instead && it->second != AbilityKind::Destroyed) throw NoCode(word.at(), "`" + word.word() + " instead`");
  return instead ? AbilityKind::DestroyedInstead : it->second;
}

// The order of two abilities that only let players gain fixed amounts makes no difference.
bool Generator::commutes(uint16_t code) const {
  for (size_t i = code; i < p_.code.size(); ++i) {
    const Instr& in = p_.code[i];
    if (in.op == EffectOp::End) return true;
    if (in.op != EffectOp::Gain || p_.exprs[in.b].op != ExprOp::Num) return false;
  }
  return false;
}

void Generator::body(Syntax node) {
  picks_ = speaks_of_different(node.peek()) ? new_slot() : uint16_t{kNone};
  choices_.clear();
  block_start_ = here();
  may_end_ = false;
  single(node);
  if (cancels_) {
    const uint16_t unless = emit_code({EffectOp::JumpUnless, negate(emit({ExprOp::Did}))});
    emit_code({EffectOp::Cancel});
    p_.code[unless].b = here();
  }
  emit_code({EffectOp::End});
  if (unused_.empty()) return;
  const auto& [name, at] = *unused_.begin();
  throw NoCode(at, "`as $" + name + "`: nothing speaks of it");
}

// Of an ability that acts from a zone out of play: its card lies there still.
ExprId Generator::still_in_zone() {
  Selector there;
  there.base = emit({ExprOp::This});
  there.zones = bit(zone_);
  return emit({ExprOp::Count, emit({ExprOp::Select, keep(there)})});
}

// "In ZONE: ...": in force while the card lies there.
void Generator::in_zone(Syntax node, bool granted, std::vector<uint16_t>& abilities) {
  if (granted) throw NoCode(node.at(), "gaining an ability that acts out of play");
  const size_t first = abilities.size();
  const Scoped inside(zone_, zone_from(node));
  item(node[0], false, abilities);
  for (size_t i = first; i < abilities.size(); ++i) {
    Ability& a = p_.abilities[abilities[i]];
    const bool acts = a.kind == AbilityKind::After || a.kind == AbilityKind::StartOfTurn || a.kind == AbilityKind::EndOfTurn ||
                      (a.kind == AbilityKind::Replace && a.event == EventType::Draw) ||
                      (a.kind == AbilityKind::Static && (a.rule == StaticKind::Allow || a.rule == StaticKind::Forbid));
    const CardType type = p_.definitions[static_cast<size_t>(card_)].type;  // one that is not used while it is in play
    const bool offers = a.kind == AbilityKind::Omni && (type == CardType::Upgrade || type == CardType::Action);
    if (!acts && !offers) throw NoCode(node.at(), "this kind of ability out of play");
    a.zone = zone_;
  }
}

uint16_t Generator::ability(AbilityKind kind, Syntax guard, const Node* code, bool granted, SourcePos at) {
  Ability a;
  a.kind = kind;
  a.granted = granted;
  a.card = static_cast<uint16_t>(card_);
  a.line = at.line;
  if (guard.is(NodeKind::Guard) && guard[0]) a.guard = expr(guard[0]);
  if (code) {
    a.code = here();
    const uint16_t there = zone_ == Zone::Line ? uint16_t{kNone} : emit_code({EffectOp::JumpUnless, still_in_zone()});
    body(*code);
    if (there != kNone) p_.code[there].b = here() - 1;
    a.commutes = kind == AbilityKind::Replace ? !speaks_of_this(p_, a.code) : commutes(a.code);
    if (slots_ > std::numeric_limits<uint8_t>::max()) throw NoCode(at, "an ability with more than 255 variables");
    a.variables = static_cast<uint8_t>(slots_);
  }
  return push(p_.abilities, a);
}

void Generator::heads(Syntax node, bool granted, std::vector<uint16_t>& abilities) {
  uint16_t first = kNone;
  const bool instead = node.flag();
  may_continue_ = instead && !in_lasting_;  // of a lasting effect on several cards nobody could tell which it was
  for (const Node& word : node[0].kids()) {
    const AbilityKind kind = head_kind(word, instead);
    if (first == kNone) {
      first = ability(kind, node[1], &node[2].peek(), granted, node.at());
      abilities.push_back(first);
      continue;
    }
    Ability same = p_.abilities[first];  // play/fight/reap share one program
    same.kind = kind;
    abilities.push_back(push(p_.abilities, same));
  }
}

void Generator::listen(uint16_t ability, uint16_t pattern) {
  p_.abilities[ability].pattern = pattern;
  p_.abilities[ability].event = p_.patterns[pattern].type;
}

// Replacements that the rules carry out themselves, in the middle of a simultaneous step, are recognised by their text.
void Generator::replace(Syntax node, bool granted, std::vector<uint16_t>& abilities) {
  const Scoped before_play(before_play_, node[0].peek().word == "trigger");
  const uint16_t e = pattern(node[0]);
  const EventType type = p_.patterns[e].type;
  amount_known_ = has_amount(type);
  const bool by_reap = type == EventType::Gain && (p_.patterns[e].flags_all & kByReap);
  const bool readies = type == EventType::Ready && p_.patterns[e].step == Step::Ready;
  const Syntax statement = node[2].is(NodeKind::Block) && node[2].size() == 1 ? node[2][0] : node[2];
  const bool receives = type == EventType::Receive && !takes_incoming(statement);
  const bool draws = type == EventType::Draw && zone_ != Zone::Line;  // asked for in games with abilities of cards out of play
  if (draws && (node[2].size() == 0 || !Syntax(node[2].peek().kids.back()).says(NodeKind::Simple, "continue")))
    throw NoCode(node[2].at(), "replacing a draw without `continue` at the end");
  if (draws && p_.patterns[e].card != kNone) {  // which card it would be is not known yet
    const Selector& card = p_.selectors[p_.patterns[e].card];
    if (card.filter != kNone || card.types != 0 || card.side != Side::Any) throw NoCode(node[0].at(), "drawing a certain card");
    p_.patterns[e].card = kNone;
  }
  const bool by_program = readies || by_reap || receives || type == EventType::Deal || type == EventType::Spend ||
                          type == EventType::Forge || type == EventType::Steal || draws || before_play_;
  if (type == EventType::Discard) return keep_discarded(node, e, granted, abilities);
  amber_moves_ = type == EventType::Steal;
  may_continue_ = type == EventType::Forge || draws;
  if (!only_replaced(type) && !by_program) throw NoCode(node.at(), "replacing this event");
  const uint16_t id = ability(AbilityKind::Replace, node[1], by_program ? &node[2].peek() : nullptr, granted, node.at());
  listen(id, e);
  Ability& a = p_.abilities[id];
  abilities.push_back(id);
  if (by_program) return;
  if (!statement.is(NodeKind::Verb)) throw NoCode(statement.at(), "replacing this event so");
  const VerbPhrase phrase{statement};
  const std::string verb = statement.only_word("this replacement");
  const auto says = [](Syntax part, NodeKind kind, const char* word) { return part.says(kind, word) && !part.word().empty(); };
  if (type == EventType::MoveToDiscard && (p_.patterns[e].flags_all & kResolved)) {
    const bool it = says(phrase.object(), NodeKind::Pron, "it");
    const bool to_hand = it && verb == "return" && says(phrase.part("to")[0], NodeKind::Zone, "hand");
    const Syntax on = phrase.part("on");
    const bool under_deck = it && verb == "put" && says(on[0], NodeKind::Word, "bottom") && says(on[1], NodeKind::Zone, "deck");
    if (!to_hand && !under_deck) throw NoCode(statement.at(), "replacing this movement so");
    a.moves_elsewhere = true;
    a.move_to = to_hand ? Zone::Hand : Zone::Deck;
  } else if (type == EventType::MoveToDiscard) {
    if (verb != "purge" || !says(phrase.object(), NodeKind::Pron, "it"))
      throw NoCode(statement.at(), "replacing this movement so");
    a.moves_elsewhere = true;
    a.move_to = Zone::Purged;
  } else {
    const bool captures = verb == "capture" && says(phrase.subject(), NodeKind::Pron, "this") &&
                          says(phrase.object(), NodeKind::Pron, "amount") &&
                          says(phrase.part("from")[0], NodeKind::Word, "incoming");
    if (!captures) throw NoCode(statement.at(), "replacing this receipt so");
    a.intake = true;
  }
}

// "Replace a card is discarded from hand: reveal it; put it under host facedown".
void Generator::keep_discarded(Syntax node, uint16_t e, bool granted, std::vector<uint16_t>& abilities) {
  const Syntax body = node[2];
  const auto is_it = [](Syntax np) { return np.says(NodeKind::Pron, "it") && !np.word().empty(); };
  if (!(p_.patterns[e].flags_all & kFromHand) || body.size() != 2) throw NoCode(node.at(), "replacing this event");
  for (const Node& each : body.kids()) {
    const Syntax statement = each;
    if (!statement.is(NodeKind::Verb)) throw NoCode(statement.at(), "replacing this event so");
    const VerbPhrase phrase{statement};
    const std::string verb = statement.only_word("this replacement");
    const bool reveals = &each == &body.kids().front() && verb == "reveal" && is_it(phrase.object());
    const bool puts = &each == &body.kids().back() && verb == "put" && is_it(phrase.object()) &&
                      phrase.part("under")[0].says(NodeKind::Pron, "host") && phrase.flag("facedown");
    if (!reveals && !puts) throw NoCode(statement.at(), "replacing this event so");
    if (puts) phrase.part("under")[0].word();
  }
  const uint16_t id = ability(AbilityKind::Replace, node[1], nullptr, granted, node.at());
  listen(id, e);
  p_.abilities[id].moves_elsewhere = true;
  p_.abilities[id].move_to = Zone::Under;
  abilities.push_back(id);
}

// "To play: lose N": the card can be played only with N aember. "To use: destroy ...": a creature that is used can destroy
// itself, so that this may always be tried; the card is not used unless it has been done.
void Generator::cost(Syntax node, std::vector<uint16_t>& abilities) {
  const Syntax body = node[0][0];
  const auto says = [&](const char* verb) {
    return node[0].size() == 1 && body.is(NodeKind::Verb) && body.peek().words[0] == verb && !body[0];
  };
  const bool plays = node.word() == "play";
  if (plays ? !says("lose") : node.word() != "use" || !says("destroy")) throw NoCode(node.at(), "this cost");
  const Scoped cancels(cancels_, !plays);
  const Node none;
  abilities.push_back(ability(plays ? AbilityKind::PlayCost : AbilityKind::UseCost, none, &node[0].peek(), false, node.at()));
  if (!plays) return;
  const ExprId price = expr(body[1]);
  p_.abilities[abilities.back()].guard = emit({ExprOp::Le, price, emit({ExprOp::PoolAmber, emit({ExprOp::You})})});
}

// "But becomes HOUSE": a copy belongs to the house of the card that copies, so it must be that one.
void Generator::keeps_house(Syntax spred) const {
  const auto printed_in = [&](House house) {
    return std::ranges::find(table_.cards()[static_cast<size_t>(card_)].printings, house, &Printing::house) !=
           table_.cards()[static_cast<size_t>(card_)].printings.end();
  };
  const bool own =
      spred.word() == "become" && !spred.flag() && spred[0].is(NodeKind::Word) && printed_in(house_from_name(spred[0].word()));
  if (!own) throw NoCode(spred.at(), "a copy but for this");
}

Step step_named(const std::string& word) {
  static const std::map<std::string, Step> kSteps = {{"forge-step", Step::Forge},
                                                     {"main-step", Step::Main},
                                                     {"ready-step", Step::Ready},
                                                     {"draw-step", Step::Draw},
                                                     {"house-step", Step::House}};
  return kSteps.at(word);
}

// Whose turn, or which step of it.
void Generator::end_of(Syntax node, Ability& a) {
  a.turn = turn_side(node);
  if (a.kind == AbilityKind::StartOfTurn && zone_ != Zone::Line &&
      zone_ != Zone::Reference)  // those that come there meanwhile are found in the log
    p_.definitions[static_cast<size_t>(card_)].history |= bit(EventType::Leave);
  if (node.text() == "turn") return;
  a.kind = a.kind == AbilityKind::StartOfTurn ? AbilityKind::StartOfStep : AbilityKind::EndOfStep;
  a.step = step_named(node.text());
}

// "After you play X: trigger play of it again": its "Play:" abilities resolve once more, each right after itself.
void Generator::play_again(Syntax node, bool granted, std::vector<uint16_t>& abilities) {
  const uint16_t e = pattern(node[0]);
  const Syntax statement = node[2].is(NodeKind::Block) ? node[2][0] : node[2];
  const VerbPhrase phrase{statement};
  const bool own = phrase.verb() == "trigger" && phrase.part_word("what") == "play" && phrase.flag("again") &&
                   phrase.object().says(NodeKind::Pron, "it") && !phrase.object().word().empty();
  if (!own || p_.patterns[e].type != EventType::Play) throw NoCode(statement.at(), "triggering this again");
  const uint16_t id = ability(AbilityKind::PlayAgain, node[1], nullptr, granted, node.at());
  listen(id, e);
  abilities.push_back(id);
}

// Of a reference card: in force while it lies among them, active.
void Generator::item_of_card(Syntax node, std::vector<uint16_t>& abilities) {
  const CardType type = p_.definitions[static_cast<size_t>(card_)].type;
  if (type != CardType::Prophecy && type != CardType::ArchonPower) return item(node, false, abilities);
  const size_t first = abilities.size();
  const Scoped inside(zone_, Zone::Reference);
  item(node, false, abilities);
  for (size_t i = first; i < abilities.size(); ++i) {
    Ability& a = p_.abilities[abilities[i]];
    const bool sets_up = a.kind == AbilityKind::Setup || a.kind == AbilityKind::SetupFirst;
    if (!is_standing(a.kind) && !(sets_up && type == CardType::ArchonPower))
      throw NoCode(node.at(), "this kind of ability on a reference card");
    a.zone = zone_;
  }
}

void Generator::item(Syntax node, bool granted, std::vector<uint16_t>& abilities) {
  at_ = node.at();
  const Scoped in_play(zone_, granted ? Zone::Line : zone_);  // of what gains it
  it_known_ = it_of_event_ = amount_known_ = done_known_ = may_cancel_ = may_continue_ = amber_moves_ = false;
  if (!node.is(NodeKind::Constant)) {  // variables belong to one ability, but for what a lasting effect keeps
    variables_ = kept_;
    slots_ = static_cast<uint16_t>(std::ranges::count_if(kept_, [](const auto& each) { return !each.second.number; }));
  }
  const bool of_the_card = node.is(NodeKind::PlayOnlyIf) || node.is(NodeKind::PlayAsCopy) || node.is(NodeKind::Cost) ||
                           node.is(NodeKind::AttachOnly);
  if (granted && of_the_card) throw NoCode(node.at(), "gaining this kind of ability");
  const auto add = [&](AbilityKind kind, Syntax guard, const Node* code) -> Ability& {
    abilities.push_back(ability(kind, guard, code, granted, node.at()));
    return p_.abilities[abilities.back()];
  };
  const auto triggered = [&](AbilityKind kind) {
    const uint16_t e = pattern(node[0]);
    const EventType type = p_.patterns[e].type;
    if (only_replaced(type)) throw NoCode(node[0].at(), "anything but replacing this event");
    it_known_ = it_of_event_ = has_card(type);
    amount_known_ = has_amount(type);
    amber_moves_ = kind == AbilityKind::After && type == EventType::Gain;
    may_cancel_ = kind == AbilityKind::Before && type == EventType::Fight;
    add(kind, node[1], &node[2].peek());
    listen(abilities.back(), e);
    return type;
  };
  const Node none;
  switch (node.kind()) {
    case NodeKind::Heads:
      return heads(node, granted, abilities);
    case NodeKind::InZone:
      return in_zone(node, granted, abilities);
    case NodeKind::Constant:
      for (const Node& each : node.kids()) static_item(each, granted, abilities);
      return;
    case NodeKind::After:
      if (repeats_play(node[2].peek())) return play_again(node, granted, abilities);
      triggered(AbilityKind::After);
      return;
    case NodeKind::Before: {
      const Scoped before_play(before_play_, node[0].peek().word == "trigger");
      const EventType type = triggered(AbilityKind::Before);
      if (type != EventType::Fight && type != EventType::Leave && !before_play_) throw NoCode(node.at(), "`before` this event");
      return;
    }
    case NodeKind::Replace:
      return replace(node, granted, abilities);
    case NodeKind::Whenever: {
      const ExprId condition = expr(node[0]);
      add(AbilityKind::Whenever, none, &node[1].peek()).guard = condition;
      return;
    }
    case NodeKind::StartOf:
    case NodeKind::EndOf: {
      const AbilityKind kind = node.kind() == NodeKind::StartOf ? AbilityKind::StartOfTurn : AbilityKind::EndOfTurn;
      return end_of(node, add(kind, node[0], &node[1].peek()));
    }
    case NodeKind::PlayOnlyIf: {
      const ExprId condition = expr(node[0]);
      add(AbilityKind::PlayOnlyIf, none, nullptr).guard = condition;
      return;
    }
    case NodeKind::PlayAsCopy: {
      const Syntax np = node[0];  // one of these: the choice is made when the card is played
      const bool one = np.says(NodeKind::Select, "") && np.peek().kids[0] &&
                       (np.peek().kids[0].word == "a" || np.peek().kids[0].word == "another");
      if (!one) throw NoCode(np.at(), "a copy of this");
      if (node[1]) keeps_house(node[1]);
      const ExprId of = emit({ExprOp::Select, selector(np, Use::Targets)});
      add(AbilityKind::PlayAsCopy, none, nullptr).guard = of;
      return;
    }
    case NodeKind::AttachOnly: {
      const Syntax np = node[0];  // one of these, which is chosen when the card is played
      const bool one = np.says(NodeKind::Select, "") && np.peek().kids[0] && np.peek().kids[0].word == "a";
      const bool upgrade = p_.definitions[static_cast<size_t>(card_)].type == CardType::Upgrade;
      if (!one || !upgrade) throw NoCode(np.at(), "attaching it to this");
      const ExprId to = emit({ExprOp::Select, selector(np, Use::Targets)});
      add(AbilityKind::AttachOnly, none, nullptr).guard = to;
      return;
    }
    case NodeKind::Setup:
      add(node.flag() ? AbilityKind::SetupFirst : AbilityKind::Setup, none, &node[0].peek());
      return;
    case NodeKind::Cost:
      return cost(node, abilities);
    default:
      throw NoCode(node.at(), "this kind of ability");
  }
}

}  // namespace archon::lang
