// Verb phrases that move aember and cards.
#include <algorithm>

#include "engine/lang/generator_impl.h"

namespace archon::lang {
namespace {

// Cards move to their owner's zone (README, Meaning 1): a possessor would have to be theirs.
void refuse_possessor(Syntax zone) {
  if (!zone.peek().text.empty()) throw NoCode(zone.at(), "`" + zone.peek().text + "` here: cards move to their owner's zone");
}

// The zone that a noun phrase names first; null: none.
const Node* named_zone(const Node& node) {
  if (node.kind == NodeKind::Zone) return &node;
  for (const Node& kid : node.kids)
    if (const Node* zone = named_zone(kid)) return zone;
  return nullptr;
}

bool names_discard(const Node& node) {
  return (node.kind == NodeKind::Zone && node.word == "discard") || std::ranges::any_of(node.kids, names_discard);
}

// Whose decks may take cards in play of this kind: 1 yours, 2 the opponent's.
int shuffled_decks(const Node& np) {
  if (np.kind == NodeKind::Union) {
    int both = 0;
    for (const Node& each : np.kids) both |= shuffled_decks(each);
    return both;
  }
  if (named_zone(np)) return 0;  // that of its player
  if (np.kind != NodeKind::Select) return 1;
  for (const Node& filter : np.kids[1].kids)
    for (const Node& adj : filter.kids) {
      if (adj.word == "friendly") return 1;
      if (adj.word == "enemy") return 2;
    }
  return 3;
}

}  // namespace

void Generator::capture(const VerbPhrase& phrase) {
  phrase.verb();
  const Syntax doer = phrase.subject();
  const Syntax from = phrase.part("from")[0];
  if (from.says(NodeKind::Word, "any")) return capture_any(phrase);
  if (phrase.has("among")) return capture_among(phrase);
  const bool own_side = from.says(NodeKind::Word, "own-side");
  const bool incoming = amber_moves_ && from.says(NodeKind::Word, "incoming");
  if (from && !own_side && !incoming) throw NoCode(from.at(), "capturing from this");
  if (from) from.word();
  ExprId wanted = kNone;
  if (speaks_of_results(phrase.object().peek())) {  // of the statement before: settled before those of this one
    const uint16_t slot = new_slot();
    emit_code({EffectOp::LetNum, slot, expr(phrase.object())});
    wanted = emit({ExprOp::VarNum, slot});
  }
  emit_code({EffectOp::ClearTargets});
  if (doer)
    targets(doer);
  else
    emit_code({EffectOp::AddTargets, emit({ExprOp::This}), kNone, kNone, kNotLost});
  // Without a subject it is you who capture, also with a card used as if it were yours.
  const int whose = incoming ? 3 : own_side ? 1 : doer ? 0 : 2;
  ExprId pool = kNone;
  if (!incoming && phrase.object().says(NodeKind::Word, "all")) {
    const ExprId side = emit({ExprOp::ControllerOf, emit({ExprOp::TargetCard})});
    const ExprId from_player = own_side ? side : doer ? emit({ExprOp::OpponentOf, side}) : emit({ExprOp::Opponent});
    pool = emit({ExprOp::PoolAmber, from_player});
  }
  if (wanted == kNone) wanted = each_amount(phrase.object(), pool);
  emit_code({EffectOp::Capture, wanted, whose});
}

void Generator::capture_any(const VerbPhrase& phrase) {
  if (phrase.subject()) throw NoCode(phrase.subject().at(), "capturing from any pool by this");
  phrase.part_word("from");
  const ExprId how_much = expr(phrase.object());
  emit_code({EffectOp::ClearTargets});
  emit_code({EffectOp::AddTargets, emit({ExprOp::This}), kNone, kNone, kNotLost});
  emit_code({EffectOp::CaptureAny, how_much});
}

void Generator::capture_among(const VerbPhrase& phrase) {
  const Syntax from = phrase.part("from")[0];
  const bool incoming = amber_moves_ && from.says(NodeKind::Word, "incoming");
  if (phrase.subject() || (from && !incoming)) throw NoCode(phrase.node.at(), "capturing so among creatures");
  if (from) from.word();
  const uint16_t slot = new_slot();  // how much it is, is settled before the first of them captures
  emit_code({EffectOp::LetNum, slot, amount(phrase.object(), emit({ExprOp::PoolAmber, emit({ExprOp::Opponent})}))});
  emit_code({EffectOp::ClearTargets});
  targets(phrase.part("among")[0]);
  emit_code({EffectOp::CaptureAmong, emit({ExprOp::VarNum, slot}), incoming ? 3 : 2});
}

// The number of what is moved between cards.
int Generator::moved(Syntax what) {
  if (what.word() == "amber") return static_cast<int>(Moved::Amber);
  if (what.word() == "damage") return static_cast<int>(Moved::Damage);
  if (what.word() == "ward") return static_cast<int>(Moved::Ward);
  const int kind = counter(what);
  return static_cast<int>(kind == kNone ? Moved::Power : Moved::Named) + (kind == kNone ? 0 : kind);
}

// Whether a quantifier asks for a single card: `a`, `another`, `the most powerful`.
static bool asks_for_one(const Node& quantifier) {
  const bool by_power = quantifier.word == "most-powerful" || quantifier.word == "least-powerful";
  return quantifier.word == "a" || quantifier.word == "another" || (by_power && !quantifier.kids[0]);
}

// "Up to N": a number that the active player chooses when there is a card to move them to.
ExprId Generator::up_to_counters(Syntax how_many, uint16_t sources) {
  how_many.word();
  const ExprId has = emit({ExprOp::Sum, emit({ExprOp::CardVar, sources}), static_cast<int>(CardField::Counters)});
  const ExprId most = emit({ExprOp::Min, expr(how_many[0]), has});
  emit_code({EffectOp::ChooseNumber, emit({ExprOp::Mul, emit({ExprOp::Count, emit({ExprOp::It})}), most})});
  return emit({ExprOp::Chosen});
}

// The card it is moved to is chosen after those it is moved from.
void Generator::move_between(const VerbPhrase& phrase, int what) {
  const Syntax to = phrase.part("to")[0];
  const bool one =
      to.is(NodeKind::Pron) || to.is(NodeKind::Var) || (to.is(NodeKind::Select) && asks_for_one(to.peek().kids[0]));
  if (!one) throw NoCode(to.at(), "moving to several cards");
  const bool all = phrase.object().says(NodeKind::Word, "all"), some = phrase.object().is(NodeKind::Quant);
  if (all) phrase.object().word();
  ExprId how_much = all || some ? ExprId{kNone} : each_amount(phrase.object());
  const Syntax from = phrase.part("from")[0];
  if (some && (!from.says(NodeKind::Pron, "this") || what != static_cast<int>(Moved::Power)))
    throw NoCode(phrase.object().at(), "moving \"up to\" some of this");
  emit_code({EffectOp::ClearTargets});
  targets(from);
  const uint16_t sources = new_slot();
  emit_code({EffectOp::MoveFrom, sources, what});
  emit_code({EffectOp::ClearTargets});
  targets(to);
  if (some) how_much = up_to_counters(phrase.object(), sources);
  emit_code({EffectOp::MoveTo, how_much, sources, what});
}

void Generator::redistribute(const VerbPhrase& phrase) {
  phrase.verb();
  const int what = moved(phrase.part("what")[0]);
  emit_code({EffectOp::ClearTargets});
  targets(phrase.part("among")[0]);
  emit_code({EffectOp::Redistribute, what});
}

void Generator::move(const VerbPhrase& phrase) {
  phrase.verb();
  const Syntax what = phrase.part("what")[0], from = phrase.part("from")[0], to = phrase.part("to")[0];
  const bool to_pool = to.says(NodeKind::Word, "supply") || is_player(to);
  if (!to_pool && !is_player(from)) return move_between(phrase, moved(what));
  if (what.word() != "amber") throw NoCode(what.at(), "moving " + what.word());
  emit_code({EffectOp::ClearTargets});
  if (is_player(from)) {
    targets(to);
    const ExprId owner = player(from);
    emit_code({EffectOp::StoreAmber, amount(phrase.object(), emit({ExprOp::PoolAmber, owner})), owner});
    return;
  }
  targets(from);
  ExprId receiver = kNone;
  if (to.says(NodeKind::Word, "supply"))
    to.word();
  else
    receiver = player(to);
  const bool all = phrase.object().says(NodeKind::Word, "all");
  if (all) phrase.object().word();
  emit_code({EffectOp::TakeAmber, all ? kNone : expr(phrase.object()), receiver});
}

void Generator::place(const VerbPhrase& phrase) {
  phrase.verb();
  if (phrase.part_word("what") != "amber") throw NoCode(phrase.node.at(), "placing this");
  const ExprId how_many = each_amount(phrase.object());
  emit_code({EffectOp::ClearTargets});
  targets(phrase.part("on")[0]);
  emit_code({EffectOp::PlaceAmber, how_many});
}

void Generator::discard(const VerbPhrase& phrase) {
  phrase.verb();
  const Syntax object = phrase.object();
  if (const Syntax until = phrase.part("until")[0]) {
    if (object.word() != "deck") throw NoCode(object.at(), "discarding from another zone than the deck");
    const ExprId owner = zone_owner(object);
    emit_code({EffectOp::DiscardUntil, owner, selector(until, Use::Test)});
    it_known_ = true;
    it_of_event_ = false;
    return;
  }
  emit_code({EffectOp::ClearTargets});
  targets(object);
  const Instr& last = p_.code.back();
  const bool random = last.op == EffectOp::Choose && p_.selectors[last.a].quant == Quant::Random;
  emit_code({.op = EffectOp::Discard, .flags = random ? kByChance : object.says(NodeKind::Zone, "hand") ? kWholeHand : 0});
}

void Generator::put_into(const VerbPhrase& phrase, Syntax zone) {
  static const std::map<std::string, EffectOp> kPlaces = {
      {"hand", EffectOp::ToHand}, {"archives", EffectOp::ToArchives}, {"purged", EffectOp::Purge}};
  refuse_possessor(zone);
  if (zone.word() != "play") {
    const auto it = kPlaces.find(zone.word());
    if (it == kPlaces.end()) throw NoCode(zone.at(), "putting into `" + zone.word() + "`");
    emit_code({it->second});
    return;
  }
  const int here = phrase.flag("here") ? kWhereThisStood : 0;
  ExprId controller = kNone;
  if (const Syntax control = phrase.part("under-control")[0]) {
    if (control.word() == "your") controller = emit({ExprOp::You});
    if (control.word() == "opponent") controller = emit({ExprOp::Opponent});
  } else {
    controller = subject();
  }
  emit_code({EffectOp::PutIntoPlay, controller, phrase.flag("ready") ? int{kPlayReady} : int{kNone}, kNone, here});
}

// From the top of the deck, one after the other, or of the cards that are named.
void Generator::make_tokens(const VerbPhrase& phrase) {
  phrase.verb();
  const ExprId who = subject();
  const ExprId how_many = expr(phrase.object());
  const Syntax what = phrase.part("what")[0];
  int definition = kNone;
  if (what.is(NodeKind::String))
    definition = table_.find_id(what.text());
  else if (what.word() != "token")
    throw NoCode(what.at(), "making this");
  int how = phrase.flag("ready") ? kPlayReady : 0;
  int left_of = 0;
  for (const char* side : {"left", "right"}) {
    const Syntax place = phrase.part(side);
    if (!place) continue;
    const Syntax of = place[0];
    if (of && (side[0] == 'r' || !of.says(NodeKind::Pron, "this"))) throw NoCode(of.at(), "making a token creature there");
    if (of) of.word();
    left_of = of ? kLeftOfThis : 0;
    if (!of) how |= side[0] == 'l' ? kPlayLeft : kPlayRight;
  }
  const auto make = [&] { emit_code({EffectOp::MakeToken, who, how, definition, left_of}); };
  it_known_ = true;
  it_of_event_ = false;
  if (const Syntax from = phrase.part("from")[0]) {
    if (p_.exprs[how_many].op != ExprOp::Num || p_.exprs[how_many].a != 1)
      throw NoCode(phrase.object().at(), "a number beside `from`: each of these cards becomes one");
    emit_code({EffectOp::ClearTargets});
    targets(from);
    make();
    return;
  }
  const auto make_next = [&] {
    emit_code({EffectOp::FixTop, number(1), who});
    emit_code({EffectOp::ClearTargets});
    emit_code({EffectOp::AddTargets, emit({ExprOp::TopOf, number(1), who})});
    make();
  };
  if (p_.exprs[how_many].op == ExprOp::Num && p_.exprs[how_many].a == 1) return make_next();
  repeated(how_many, false, make_next);
  p_.code.back().flags = kAlsoIt;
}

void Generator::put(const VerbPhrase& phrase) {
  phrase.verb();
  emit_code({EffectOp::ClearTargets});
  targets(phrase.object());
  if (const Syntax under = phrase.part("under")[0]) {
    const bool facedown = phrase.flag("facedown");
    if (!facedown && !phrase.flag("faceup")) throw NoCode(under.at(), "a card under another, neither `faceup` nor `facedown`");
    emit_code({EffectOp::PutUnder, one_card(under), facedown ? 1 : 0});
    return;
  }
  for (const char* preposition : {"into", "on", "to"}) {
    const Syntax to = phrase.part(preposition);
    if (!to) continue;
    if (to[0].is(NodeKind::Zone)) return put_into(phrase, to[0]);
    const bool top = to[0].word() == "top";
    if (to[1].word() != "deck") throw NoCode(to[1].at(), "the top or bottom of a pile other than the deck");
    refuse_possessor(to[1]);
    int order = 0;
    if (top && phrase.has("order")) order = phrase.part_word("order") == "any" ? kInOrder : kInAnyOrder;
    emit_code({top ? EffectOp::ToDeckTop : EffectOp::ToDeckBottom, kNone, kNone, kNone, order});
  }
}

// Searching a whole deck shuffles it (rulebook 18.4, SEARCH).
void Generator::search(const VerbPhrase& phrase) {
  phrase.verb();
  emit_code({EffectOp::ClearTargets});
  const uint16_t id = selector(phrase.part("for")[0], Use::Found);
  Selector s = p_.selectors[id];
  zone(phrase.object(), s);
  if (const Syntax also = phrase.part("or")[0]) zone(also, s);
  s.optional = true;
  p_.selectors[id] = s;
  const ExprId owner = s.zone_player;
  const bool yours = owner != kNone && p_.exprs[owner].op == ExprOp::You;
  if (!yours) throw NoCode(phrase.node.at(), "a search in the zones of another player");
  emit_code({EffectOp::Choose, id});
  emit_code({EffectOp::SearchDone});
  it_known_ = true;
  it_of_event_ = false;
}

void Generator::swap(const VerbPhrase& phrase) {
  const std::string word = phrase.verb();
  const Syntax a = phrase.object(), b = phrase.part("with")[0];
  if (a.is(NodeKind::Zone)) {
    const bool known =
        word == "swap" && a.word() == "deck" && b.says(NodeKind::Zone, "discard") && a.peek().text == b.peek().text;
    if (!known) throw NoCode(phrase.node.at(), "swapping these zones");
    b.word(), b.text();
    emit_code({EffectOp::SwapDeckDiscard, zone_owner(a)});
    return;
  }
  ExprId first = kNone;
  if (prompts(a)) {
    if (a.says(NodeKind::Select, "") && NounPhrase{a}.quantifier().word() != "a" &&
        NounPhrase{a}.quantifier().word() != "another")
      throw NoCode(a.at(), "several cards where one is meant");
    const uint16_t slot = new_slot();
    emit_code({EffectOp::ClearTargets});
    choice(a, slot);
    first = emit({ExprOp::CardVar, slot});
  } else {
    first = one_card(a);
  }
  emit_code({EffectOp::ClearTargets});
  targets(b);
  if (word == "swap-control")
    emit_code({EffectOp::SwapControl, first, control_body(phrase.node.at())});
  else
    emit_code({word == "swap" ? EffectOp::Swap : EffectOp::SwapBelongings, first});
}

void Generator::shift(const VerbPhrase& phrase) {
  static const std::map<std::string, ShiftTo> kPlaces = {
      {"flank", ShiftTo::Flank}, {"anywhere", ShiftTo::Anywhere}, {"left", ShiftTo::Left}, {"right", ShiftTo::Right}};
  phrase.verb();
  const Syntax to = phrase.part("to")[0];
  const auto place = kPlaces.find(to.word());
  if (place == kPlaces.end()) throw NoCode(to.at(), "moving to the " + to.word());
  emit_code({EffectOp::ClearTargets});
  targets(phrase.object());
  emit_code({EffectOp::Shift, static_cast<int>(place->second)});
}

void Generator::attach(const VerbPhrase& phrase) {
  phrase.verb();
  emit_code({EffectOp::ClearTargets});
  const Syntax what = phrase.object();
  ExprId upgrades = kNone;
  if (prompts(what)) {
    const uint16_t slot = new_slot();
    choice(what, slot);
    emit_code({EffectOp::ClearTargets});
    upgrades = emit({ExprOp::CardVar, slot});
  } else {
    upgrades = cards(what);
  }
  targets(phrase.part("to")[0]);
  emit_code({EffectOp::Attach, upgrades});
}

void Generator::shuffle(const VerbPhrase& phrase) {
  phrase.verb();
  const Syntax into = phrase.part("into")[0];
  const Syntax what = phrase.object();
  if (!into) {
    if (!what.says(NodeKind::Zone, "deck")) throw NoCode(what.at(), "shuffling anything but a deck");
    what.word();
    emit_code({EffectOp::ShuffleDeck, zone_owner(what)});
    return;
  }
  if (!into.says(NodeKind::Zone, "deck")) throw NoCode(into.at(), "shuffling into anything but a deck");
  into.word();
  refuse_possessor(into);
  emit_code({EffectOp::ClearTargets});
  targets(what);
  const Node* zone = named_zone(what.peek());
  const bool of_one = zone && zone->text != "any" && zone->text != "one" && zone->text != "each";
  const ExprId owner = of_one ? zone_owner(*zone) : ExprId{kNone};
  ExprId doer = kNone;
  if (of_one && names_discard(what.peek())) doer = subject_ == kNone ? emit({ExprOp::You}) : subject_;
  emit_code({EffectOp::ShuffleIn, shuffled_decks(what.peek()), owner, doer});
}

void Generator::take_control(const VerbPhrase& phrase) {
  phrase.verb();
  emit_code({EffectOp::ClearTargets});
  targets(phrase.object());
  Clock clock = Clock::Always;
  if (const Syntax duration = phrase.part("duration")[0]) {
    if (duration.word() != "until-this-leaves") throw NoCode(duration.at(), "control " + duration.word());
    clock = Clock::UntilThisLeaves;
  }
  const uint16_t body = control_body(phrase.node.at());
  emit_code({EffectOp::Control, subject(), body, static_cast<int>(clock)});
}

void Generator::give_control(const VerbPhrase& phrase) {
  phrase.verb();
  emit_code({EffectOp::ClearTargets});
  targets(phrase.object());
  const ExprId to = player(phrase.part("to")[0]);
  const Syntax at = phrase.part("at")[0];
  if (at && at.word() != "left") throw NoCode(at.at(), "the " + at.word() + " flank here");
  const int left = at ? kToLeftFlank : 0;
  emit_code({EffectOp::Control, to, control_body(phrase.node.at()), static_cast<int>(Clock::Always), left});
}

// The lasting effect "its controller controls these cards".
uint16_t Generator::control_body(SourcePos at) {
  Static rule;
  rule.kind = StaticKind::Controls;
  rule.cards = emit({ExprOp::It});
  LastingBody body;
  body.abilities.push_back(add_static(rule, false, at));
  body.keeps_cards = true;
  return push(p_.bodies, body);
}

}  // namespace archon::lang
