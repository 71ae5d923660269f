// Events: one grammar for triggers, replacements, restrictions, limits, taxes and history.
#include "engine/lang/generator_impl.h"

namespace archon::lang {
namespace {

EventType event_type(const Node& event) {
  static const std::map<std::string, EventType> kTypes = {{"play", EventType::Play},       {"enter", EventType::Enter},
                                                          {"discard", EventType::Discard}, {"use", EventType::Use},
                                                          {"reap", EventType::Reap},       {"fight", EventType::Fight},
                                                          {"damage", EventType::Damage},   {"destroy", EventType::Destroy},
                                                          {"leave", EventType::Leave},     {"move", EventType::MoveToDiscard},
                                                          {"forge", EventType::Forge},     {"choose", EventType::ChooseHouse},
                                                          {"spend", EventType::Spend},     {"gain", EventType::Gain},
                                                          {"receive", EventType::Receive}, {"steal", EventType::Steal},
                                                          {"capture", EventType::Capture}, {"draw", EventType::Draw},
                                                          {"archive", EventType::Archive}, {"ready", EventType::Ready}};
  const auto it = kTypes.find(event.word);
  if (it == kTypes.end()) throw NoCode(event.at, "the event `" + event.word + "`");
  return it->second;
}

}  // namespace

// The card of the event: any that fits a selector, or one of certain cards.
void Generator::event_card(const Node& np, EventPattern& e) {
  if (!np) return;
  if (np.kind == NodeKind::Select) {
    if (np.kids[1].kids[0].word == "key") return;
    e.card = selector(np, false);
    if (p_.selectors[e.card].base != kNone) {
      e.among = p_.selectors[e.card].base;  // a position, seen when the event happens
    }
    return;
  }
  if (np.kind == NodeKind::Word) return;  // amber, play
  e.among = cards(np);
}

void Generator::participants(const Node& event, EventPattern& e) {
  const Node &subject = event.kids[0], &object = event.kids[1];
  if (is_player(subject)) {
    const bool anybody = subject.kind == NodeKind::Player && subject.word == "player";
    if (!anybody) e.player = player(subject);
    if (e.type == EventType::ChooseHouse) {
      if (object) e.value = house_mask(object);
      return;
    }
    event_card(object, e);
    return;
  }
  event_card(subject, e);
  if (e.type == EventType::Fight && object) e.other = selector(object, false);
}

void Generator::event_mods(const Node& event, EventPattern& e) {
  for (size_t i = 2; i < event.kids.size(); ++i) {
    const Node& mod = event.kids[i];
    const std::string& w = mod.word;
    const std::string arg = mod.kids.empty() ? "" : mod.kids[0].word;
    if (w == "fighting")
      e.fighting = cards(mod.kids[0]);
    else if (w == "in-fight")
      e.flags_all |= kInFight;
    else if (w == "turn")
      e.turn_of = emit(arg == "your" ? ExprOp::You : ExprOp::Opponent);
    else if (w == "from" && arg == "hand")
      e.flags_all |= kFromHand;
    else if (w == "from" && arg == "play" && e.type == EventType::MoveToDiscard)
      continue;
    else if (w == "to" && arg == "discard" && e.type == EventType::MoveToDiscard)
      continue;
    else if (w == "by" && mod.kids[0].kind == NodeKind::Word && arg == "reap")
      e.flags_all |= kByReap;
    else if (w == "by" && mod.kids[0].kind == NodeKind::Word && arg == "fight")
      e.flags_all |= kByFight;
    else
      throw NoCode(mod.at, "`" + w + "` in an event");
  }
}

uint16_t Generator::pattern(const Node& event) {
  EventPattern e;
  e.type = event_type(event);
  if (e.type == EventType::MoveToDiscard && event.kids.size() != 4) throw NoCode(event.at, "this movement");
  participants(event, e);
  event_mods(event, e);
  p_.patterns.push_back(e);
  return static_cast<uint16_t>(p_.patterns.size() - 1);
}

}  // namespace archon::lang
