// Events: one grammar for triggers, replacements, restrictions, limits, taxes and history.
#include <algorithm>

#include "engine/lang/generator_impl.h"

namespace archon::lang {
namespace {

// How an event may be told: "PLAYER plays CARD", "CARD reaps", "CARD is destroyed".
enum Form : uint8_t { kByPlayer = 1, kByCard = 2, kPassive = 4 };
struct EventWord {
  std::string_view word;
  EventType type;
  uint8_t forms;
  EventObject object;
};
constexpr EventWord kEventWords[] = {{"play", EventType::Play, kByPlayer | kPassive, EventObject::Card},
                                     {"enter", EventType::Enter, kByCard, EventObject::Play},
                                     {"discard", EventType::Discard, kByPlayer | kPassive, EventObject::Card},
                                     {"use", EventType::Use, kByPlayer | kPassive, EventObject::Card},
                                     {"reap", EventType::Reap, kByCard, EventObject::None},
                                     {"fight", EventType::Fight, kByCard, EventObject::Foe},
                                     {"deal", EventType::Deal, kByCard, EventObject::Damage},
                                     {"damage", EventType::Damage, kPassive, EventObject::None},
                                     {"destroy", EventType::Destroy, kPassive, EventObject::None},
                                     {"leave", EventType::Leave, kByCard, EventObject::Play},
                                     {"move", EventType::MoveToDiscard, kByCard, EventObject::None},
                                     {"forge", EventType::Forge, kByPlayer, EventObject::Key},
                                     {"resolve", EventType::Icon, kByPlayer, EventObject::Bonus},
                                     {"raise", EventType::Raise, kByPlayer, EventObject::Tide},
                                     {"take", EventType::Take, kByPlayer, EventObject::Archives},
                                     {"shuffle", EventType::Shuffle, kByPlayer, EventObject::Pile},
                                     {"choose", EventType::ChooseHouse, kByPlayer, EventObject::House},
                                     {"spend", EventType::Spend, kByPlayer, EventObject::Amber},
                                     {"gain", EventType::Gain, kByPlayer, EventObject::Amber},
                                     {"receive", EventType::Receive, kByPlayer, EventObject::Amber},
                                     {"steal", EventType::Steal, kByPlayer, EventObject::None},
                                     {"capture", EventType::Capture, kByCard, EventObject::Amber},
                                     {"exalt", EventType::Exalt, kByPlayer | kPassive, EventObject::Card},
                                     {"draw", EventType::Draw, kByPlayer, EventObject::Card},
                                     {"archive", EventType::Archive, kByPlayer | kPassive, EventObject::Card},
                                     {"put", EventType::PutUnder, kPassive, EventObject::None},
                                     {"attach", EventType::Attach, kByPlayer | kPassive, EventObject::Card},
                                     {"ready", EventType::Ready, kByPlayer | kPassive, EventObject::Card},
                                     {"trigger", EventType::Play, kByCard, EventObject::Head},
                                     {"exhaust", EventType::Exhaust, kPassive, EventObject::None},
                                     {"prevent", EventType::Prevent, kByCard, EventObject::Damage}};

const EventWord& event_word(Syntax event) {
  const auto it = std::ranges::find(kEventWords, event.word(), &EventWord::word);
  if (it == std::end(kEventWords)) throw NoCode(event.at(), "the event `" + event.word() + "`");
  return *it;
}

}  // namespace

// The player of the event: a certain one, or any, who may be given a name.
void Generator::event_player(Syntax np, EventPattern& e) {
  const Syntax who = np.is(NodeKind::As) ? np[0] : np;
  if (!who.says(NodeKind::Player, "player")) {
    if (np.is(NodeKind::As)) throw NoCode(np.at(), "a name for this player");
    e.player = player(who);
    return;
  }
  who.word(), who.text();
  if (np.is(NodeKind::As)) name_value(np.word(), emit({ExprOp::EventPlayer}), true, np.at());
}

// The card of the event: any that fits a selector, or one of certain cards.
void Generator::event_card(Syntax np, EventPattern& e) {
  if (np.is(NodeKind::Select))
    e.card = selector(np, Use::Test);
  else
    e.among = cards(np);
}

// The other card of the event, likewise.
void Generator::event_other(Syntax np, EventPattern& e) {
  if (np.is(NodeKind::Select)) {
    e.other = selector(np, Use::Test);
  } else {
    Selector one;
    one.filter = emit({ExprOp::IsIn, cards(np)});
    e.other = keep(one);
  }
}

void Generator::event_object(Syntax object, EventObject form, EventPattern& e) {
  const auto expect_word = [&](const char* word) {
    if (!object.is(NodeKind::Word) || object.word() != word) throw NoCode(object.at(), "this object of an event");
  };
  switch (form) {
    case EventObject::None:
      if (object) throw NoCode(object.at(), "an object of this event");
      return;
    case EventObject::Card:
      return event_card(object, e);
    case EventObject::Foe:
      if (object) event_other(object, e);
      return;
    case EventObject::Amber:
      return expect_word("amber");
    case EventObject::Damage:
      return expect_word("damage");
    case EventObject::Bonus:
      if (!object.is(NodeKind::Word) || object.says(NodeKind::Word, "any"))
        throw NoCode(object.at(), "this object of an event");
      if (object.word() != "bonus") e.value = number(1 << icon_kind(object.word(), object.at()));
      return;
    case EventObject::Tide:
      p_.definitions[static_cast<size_t>(card_)].tide = true;
      return expect_word("tide");
    case EventObject::Play:
      return expect_word("play");
    case EventObject::Archives:
      return expect_word("archives");
    case EventObject::Pile:  // the player's own
      if (object.says(NodeKind::Word, "deck")) e.type = EventType::ShuffleDeck;
      return expect_word(e.type == EventType::Shuffle ? "discard" : "deck");
    case EventObject::Head: {
      const bool action = e.card != kNone && p_.selectors[e.card].types == 1 << static_cast<int>(CardType::Action);
      if (!before_play_ || !action) throw NoCode(object.at(), "this ability as an event");
      return expect_word("play");
    }
    case EventObject::House:
      if (object) e.value = house_mask(object);
      return;
    case EventObject::Key: {
      const bool key = object.is(NodeKind::Select) && Syntax(NounPhrase{object}.filters()[0]).word() == "key";
      if (!key || NounPhrase{object}.quantifier().word() != "a") throw NoCode(object.at(), "this object of an event");
      return;
    }
  }
}

void Generator::event_modifier(Syntax mod, EventPattern& e) {
  const std::string& w = mod.word();
  const EventPattern before = e;
  const bool moves = e.type == EventType::MoveToDiscard;
  const bool comes = e.type == EventType::Play || e.type == EventType::Enter;
  const auto is_place = [&](const char* zone) { return mod[0].says(NodeKind::Zone, zone) && !mod[0].word().empty(); };
  const auto is_word = [&](const char* word) { return mod[0].says(NodeKind::Word, word) && !mod[0].word().empty(); };
  if (w == "fighting" && e.type == EventType::Destroy) {
    e.flags_all |= kInFight;
    e.fighting = cards(mod[0]);
  } else if (w == "in-fight" && e.type == EventType::Destroy) {
    e.flags_all |= kInFight;
  } else if (w == "turn") {
    e.turn_of = emit({mod[0].word() == "your" ? ExprOp::You : ExprOp::Opponent});
  } else if (w == "in-step" && ((e.type == EventType::Forge && mod[0].says(NodeKind::Word, "forge-step")) ||
                                (e.type == EventType::Draw && mod[0].says(NodeKind::Word, "draw-step")))) {
    mod[0].word();
    e.flags_all |= kInOwnStep;
  } else if (w == "in-step") {
    e.step = step_named(mod[0].word());
    if (e.step == Step::House) throw NoCode(mod.at(), "an event of the house step");
  } else if (w == "outside-step" && e.type == EventType::Draw && e.step == Step::Setup) {
    e.step = step_named(mod[0].word());
    e.outside_step = true;
    if (e.step == Step::House) throw NoCode(mod.at(), "an event outside of the house step");
  } else if (w == "to" && e.type == EventType::Attach && e.other == kNone) {
    return event_other(mod[0], e);
  } else if (w == "beneath" && e.type == EventType::PutUnder && e.other == kNone) {
    return event_other(mod[0], e);
  } else if (w == "beside" && comes && e.beside == kNone) {
    const Scoped known(it_known_, true);
    e.beside = cards(mod[0]);
    return;
  } else if (w == "flank" && comes) {
    e.flags_all |= mod[0].word() == "left" ? kOnLeftFlank : kOnRightFlank;
  } else if (w == "from" && e.type == EventType::Discard && is_place("hand")) {
    e.flags_all |= kFromHand;
  } else if (w == "from" && e.type == EventType::Play && is_place("discard")) {
    e.flags_all |= kFromDiscard;
  } else if (moves && ((w == "from" && is_place("play")) || (w == "to" && is_place("discard")))) {
    return;  // there are two modifiers
  } else if (w == "by" && is_word("reap") && (e.type == EventType::Gain || e.type == EventType::Use)) {
    e.flags_all |= kByReap;
  } else if (w == "by" && is_word("bonus") && e.type == EventType::Damage) {
    e.flags_all |= kByIcon;
  } else if (w == "by" && is_word("fight") && e.type == EventType::Use) {
    e.flags_all |= kByFight;
  } else if (w == "by" && is_word("assault") && e.type == EventType::Destroy) {
    e.flags_all |= kByAssault;
  } else if (w == "by" && is_word("splash-attack") && e.type == EventType::Destroy) {
    e.flags_all |= kBySplash;
  } else if (w == "by" && e.type == EventType::Damage && forbids_ && !mod[0].is(NodeKind::Word) && e.other == kNone) {
    return event_other(mod[0], e);
  } else if (w == "by" && (e.flags_all & (kByAssault | kBySplash))) {
    e.fighting = cards(mod[0]);
  } else {
    throw NoCode(mod.at(), "`" + w + "` in this event");
  }
  const bool twice =
      before.flags_all == e.flags_all && before.fighting == e.fighting && before.turn_of == e.turn_of && before.step == e.step;
  const bool again =
      (before.fighting != kNone && before.fighting != e.fighting) || (before.turn_of != kNone && before.turn_of != e.turn_of);
  if (twice || again) throw NoCode(mod.at(), "`" + w + "` twice");
}

// "An action played by you moves to discard": when it has been resolved.
void Generator::resolved_action(Syntax np, EventPattern& e) {
  if (!np.is(NodeKind::Select)) throw NoCode(np.at(), "this movement");
  const NounPhrase phrase{np};
  e.card = selector(np, Use::Entering);
  const bool one = phrase.quantifier().says(NodeKind::Quant, "a");
  if (!one || !phrase.played_by_you() || p_.selectors[e.card].types != 1 << static_cast<int>(CardType::Action))
    throw NoCode(np.at(), "this movement");
  e.player = emit({ExprOp::You});
  e.flags_all |= kResolved;
}

uint16_t Generator::pattern(Syntax event) {
  const EventPhrase phrase{event};
  const EventWord& known = event_word(event);
  EventPattern e;
  e.type = known.type;
  const std::span<const Node> modifiers = phrase.modifiers();
  const bool from_and_to = modifiers.size() == 2 && modifiers[0].word != modifiers[1].word;
  const bool resolved = modifiers.size() == 1 && modifiers[0].word == "to";
  if (e.type == EventType::MoveToDiscard && !from_and_to && !resolved) throw NoCode(event.at(), "this movement");
  const bool action = e.type == EventType::MoveToDiscard && resolved;
  const Syntax subject = phrase.subject();
  const bool passive = event.flag();
  const bool by_player = is_player(subject) || (subject.is(NodeKind::As) && is_player(subject.peek().kids[0]));
  const uint8_t form = passive ? kPassive : by_player ? kByPlayer : kByCard;
  if (e.type == EventType::Exhaust && !forbids_) throw NoCode(event.at(), "anything but forbidding this event");
  if (!(known.forms & form)) throw NoCode(event.at(), "the event `" + std::string(known.word) + "` in this form");
  if (form == kByPlayer) {
    event_player(subject, e);
  } else if (action) {
    resolved_action(subject, e);
  } else {
    event_card(subject, e);
  }
  if (from_and_to) e.flags_none |= kResolved;
  if (!passive) event_object(phrase.object(), known.object, e);
  for (const Node& mod : modifiers) event_modifier(mod, e);
  return push(p_.patterns, e);
}

}  // namespace archon::lang
