// Items of a card: abilities with a heading, triggers, costs.
#include <algorithm>

#include "engine/lang/generator_impl.h"

namespace archon::lang {
namespace {

AbilityKind head_kind(const Node& word, bool instead) {
  static const std::map<std::string, AbilityKind> kHeads = {{"play", AbilityKind::Play},
                                                            {"fight", AbilityKind::Fight},
                                                            {"reap", AbilityKind::Reap},
                                                            {"action", AbilityKind::Action},
                                                            {"omni", AbilityKind::Omni},
                                                            {"destroyed", AbilityKind::Destroyed},
                                                            {"before-fight", AbilityKind::BeforeFight}};
  const auto it = kHeads.find(word.word);
  if (it == kHeads.end()) throw NoCode(word.at, "`" + word.word + ":`");
  if (instead && it->second != AbilityKind::Destroyed) throw NoCode(word.at, "`" + word.word + " instead`");
  return instead ? AbilityKind::DestroyedInstead : it->second;
}

bool speaks_of_different(const Node& node) {
  if (node.kind == NodeKind::Adj && node.word == "different") return true;
  return std::ranges::any_of(node.kids, speaks_of_different);
}

Side turn_side(const std::string& whose) {
  return whose == "your" ? Side::Friendly : whose == "opponent" ? Side::Enemy : Side::Any;
}

}  // namespace

// The order of two abilities that only let players gain fixed amounts makes no difference.
bool Generator::commutes(uint16_t code) const {
  for (size_t i = code; i < p_.code.size(); ++i) {
    const Instr& in = p_.code[i];
    if (in.op == EffectOp::End) return true;
    if (in.op != EffectOp::Gain || p_.exprs[in.b].op != ExprOp::Num) return false;
  }
  return false;
}

uint16_t Generator::ability(AbilityKind kind, const Node& guard, const Node* body, bool granted, SourcePos at) {
  Ability a;
  a.kind = kind;
  a.granted = granted;
  a.card = static_cast<uint16_t>(card_);
  a.line = at.line;
  if (guard.kind == NodeKind::Guard && guard.kids[0]) a.guard = expr(guard.kids[0]);
  if (body) {
    Node wrapped;
    wrapped.kind = NodeKind::Block;
    wrapped.at = at;
    if (body->kind != NodeKind::Block) wrapped.kids.push_back(*body);
    picks_ = speaks_of_different(*body) ? new_slot() : kNone;
    choices_.clear();
    const uint16_t before = here();
    // Nested programs (lasting blocks, gained text) are written before this one ends; the jump over them is theirs.
    a.code = before;
    block(body->kind == NodeKind::Block ? *body : wrapped);
    emit_code(EffectOp::End);
    a.commutes = commutes(a.code);
    a.variables = static_cast<uint8_t>(slots_);
  }
  p_.abilities.push_back(a);
  return static_cast<uint16_t>(p_.abilities.size() - 1);
}

void Generator::heads(const Node& node, bool granted, std::vector<uint16_t>& abilities) {
  uint16_t first = kNone;
  for (const Node& word : node.kids[0].kids) {
    const AbilityKind kind = head_kind(word, node.number == 1);
    if (first == kNone) {
      first = ability(kind, node.kids[1], &node.kids[2], granted, node.at);
      abilities.push_back(first);
      continue;
    }
    Ability same = p_.abilities[first];  // play/fight/reap share one program
    same.kind = kind;
    p_.abilities.push_back(same);
    abilities.push_back(static_cast<uint16_t>(p_.abilities.size() - 1));
  }
}

// Replacements that the rules carry out themselves, in the middle of a simultaneous step, are recognised by their text.
void Generator::replace(const Node& node, Ability& a) {
  const EventPattern& e = p_.patterns[a.pattern];
  const Node& body =
      node.kids[2].kind == NodeKind::Block && node.kids[2].kids.size() == 1 ? node.kids[2].kids[0] : node.kids[2];
  const bool verb_phrase = body.kind == NodeKind::Verb;
  if (e.type == EventType::MoveToDiscard) {
    if (!verb_phrase || body.words[0] != "purge") throw NoCode(node.at, "replacing this movement");
    a.moves_elsewhere = true;
    a.move_to = Zone::Purged;
  } else if (e.type == EventType::Receive) {
    if (!verb_phrase || body.words[0] != "capture") throw NoCode(node.at, "replacing this receipt");
    a.intake = true;
  } else if (e.type != EventType::Spend && (e.type != EventType::Gain || !(e.flags_all & kByReap))) {
    throw NoCode(node.at, "replacing this event");
  }
}

// "To play: lose N": the card can be played only with N aember.
void Generator::cost(const Node& node, Ability& a) {
  const Node& body = node.kids[0].kids[0];
  const bool loses = node.word == "play" && node.kids[0].kids.size() == 1 && body.kind == NodeKind::Verb &&
                     body.words[0] == "lose" && !body.kids[0];
  if (!loses) throw NoCode(node.at, "this cost");
  a.guard = emit(ExprOp::Le, expr(body.kids[1]), emit(ExprOp::PoolAmber, emit(ExprOp::You)));
}

void Generator::item(const Node& node, bool granted, std::vector<uint16_t>& abilities) {
  if (node.kind != NodeKind::Constant) {  // variables belong to one ability, but for what a lasting effect keeps
    const bool keeps = variables_.size() == 1 && slots_ == 1 && variables_.begin()->second.slot == 0;
    if (!keeps) {
      variables_.clear();
      slots_ = 0;
    }
  }
  const auto triggered = [&](AbilityKind kind, const Node& event, const Node& guard, const Node* body) {
    const uint16_t e = pattern(event);
    const uint16_t id = ability(kind, guard, body, granted, node.at);
    p_.abilities[id].pattern = e;
    abilities.push_back(id);
    return id;
  };
  const Node none;
  switch (node.kind) {
    case NodeKind::Heads:
      return heads(node, granted, abilities);
    case NodeKind::Constant:
      for (const Node& each : node.kids) static_item(each, granted, abilities);
      return;
    case NodeKind::After:
      triggered(AbilityKind::After, node.kids[0], node.kids[1], &node.kids[2]);
      return;
    case NodeKind::Before: {
      const uint16_t id = triggered(AbilityKind::Before, node.kids[0], node.kids[1], &node.kids[2]);
      const EventType type = p_.patterns[p_.abilities[id].pattern].type;
      if (type != EventType::Fight && type != EventType::Leave) throw NoCode(node.at, "`before` this event");
      return;
    }
    case NodeKind::Replace: {
      const uint16_t e = pattern(node.kids[0]);
      const EventType type = p_.patterns[e].type;
      const bool by_rules = type == EventType::MoveToDiscard || type == EventType::Receive;
      const uint16_t id = ability(AbilityKind::Replace, node.kids[1], by_rules ? nullptr : &node.kids[2], granted, node.at);
      p_.abilities[id].pattern = e;
      replace(node, p_.abilities[id]);
      abilities.push_back(id);
      return;
    }
    case NodeKind::Whenever: {
      const ExprId condition = expr(node.kids[0]);
      const uint16_t id = ability(AbilityKind::Whenever, none, &node.kids[1], granted, node.at);
      p_.abilities[id].guard = condition;
      abilities.push_back(id);
      return;
    }
    case NodeKind::StartOf:
    case NodeKind::EndOf: {
      if (node.text != "turn") throw NoCode(node.at, "the " + node.text);
      const AbilityKind kind = node.kind == NodeKind::StartOf ? AbilityKind::StartOfTurn : AbilityKind::EndOfTurn;
      const uint16_t id = ability(kind, node.kids[0], &node.kids[1], granted, node.at);
      p_.abilities[id].turn = turn_side(node.word);
      abilities.push_back(id);
      return;
    }
    case NodeKind::PlayOnlyIf:
    case NodeKind::PlayAsCopy: {
      const bool copy = node.kind == NodeKind::PlayAsCopy;
      if (copy && node.kids.size() > 1) throw NoCode(node.at, "a copy with changes");
      const ExprId guard = copy ? cards(node.kids[0]) : expr(node.kids[0]);
      const uint16_t id = ability(copy ? AbilityKind::PlayAsCopy : AbilityKind::PlayOnlyIf, none, nullptr, granted, node.at);
      p_.abilities[id].guard = guard;
      abilities.push_back(id);
      return;
    }
    case NodeKind::Cost: {
      const uint16_t id = ability(AbilityKind::PlayCost, none, &node.kids[0], granted, node.at);
      cost(node, p_.abilities[id]);
      abilities.push_back(id);
      return;
    }
    default:
      throw NoCode(node.at, "this kind of ability");
  }
}

}  // namespace archon::lang
