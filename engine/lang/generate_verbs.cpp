// Verb phrases: who does it, and the effects on players and on targets where they are.
#include <algorithm>

#include "engine/lang/generator_impl.h"

namespace archon::lang {
// "Each player", or "each player where" something holds.
void Generator::each_player(Syntax who, const std::function<void(ExprId)>& body, bool discards) {
  const uint16_t round = new_slot();
  emit_code({EffectOp::LetNum, round, number(0)});
  const uint16_t next = emit_code({EffectOp::EachPlayer, round});
  if (discards) p_.code[next].flags = kOfDiscards;
  const bool outer = they_known_;
  they_known_ = true;
  if (const ExprId condition = player_condition(who); condition == kNone) {
    body(emit({ExprOp::They}));
    emit_code({EffectOp::Jump, next});
  } else {
    const uint16_t test = emit_code({EffectOp::JumpUnless, condition});
    body(emit({ExprOp::They}));
    p_.code[test].b = emit_code({EffectOp::Jump, next});
  }
  they_known_ = outer;
  p_.code[next].b = here();
}

namespace {
bool speaks_of_current(const Node& node) { return node.word == "current" || std::ranges::any_of(node.kids, speaks_of_current); }
}  // namespace

// The number of a key's colour: red, blue, yellow. Whoever forges says from now on which key it is.
int Generator::key_color(const std::string& word, SourcePos at) {
  static const std::map<std::string, int> kColors = {{"red", 0}, {"blue", 1}, {"yellow", 2}};
  p_.definitions[static_cast<size_t>(card_)].colors = true;
  const auto color = kColors.find(word);
  if (color == kColors.end()) throw NoCode(at, "a key of this colour");
  return color->second;
}

// An amount of what there is; "up to" is a number that the active player chooses.
ExprId Generator::some_of(Syntax how_much, ExprId all) {
  if (all == kNone || !how_much.says(NodeKind::Quant, "up-to")) return amount(how_much, all);
  how_much.word();
  emit_code({EffectOp::ChooseNumber, emit({ExprOp::Min, expr(how_much[0]), all})});
  return emit({ExprOp::Chosen});
}

// Of "N for-each X": N; kNone without.
uint16_t Generator::round_size(const VerbPhrase& phrase) {
  if (!phrase.has("for-each")) return kNone;
  const Syntax each = phrase.object();
  if (!each.is(NodeKind::Number) || each.peek().number < 1) throw NoCode(each.at(), "a round of this");
  return static_cast<uint16_t>(each.number());
}

// What all rounds together come to.
ExprId Generator::of_all_rounds(const VerbPhrase& phrase, uint16_t each) {
  const ExprId rounds = expr(phrase.part("for-each")[0]);
  return each == 1 ? rounds : emit({ExprOp::Mul, static_cast<int16_t>(number(each)), rounds});
}

void Generator::on_player(const VerbPhrase& phrase, const std::string& word, ExprId who) {
  const ExprId outer = subject_;
  subject_ = who;
  if (word == "forge") {
    const Syntax at = phrase.part("at")[0];
    const Syntax which = phrase.object();
    const int key = which ? key_color(which.word(), which.at()) + 1 : int{kNone};
    const int current = !at || speaks_of_current(at.peek()) ? kCostOfColor : 0;
    emit_code({EffectOp::Forge, who, at ? expr(at) : emit({ExprOp::KeyCost, who}), key, current});
  } else if (word == "refill") {
    emit_code({EffectOp::Refill, who});
  } else {
    ExprId all = kNone;
    if (word == "lose" || word == "pay") all = emit({ExprOp::PoolAmber, who});
    if (word == "steal") all = emit({ExprOp::PoolAmber, emit({ExprOp::OpponentOf, who})});
    const uint16_t each = round_size(phrase);
    const ExprId how_many = each == kNone ? some_of(phrase.object(), all) : of_all_rounds(phrase, each);
    const Syntax what = phrase.part("what");
    if (what && (what[0].word() != "chain" || word != "gain")) throw NoCode(what.at(), word + " with this word");
    if (each != kNone && (what || (word != "gain" && word != "steal"))) throw NoCode(phrase.node.at(), word + " for each");
    emit_code({what ? EffectOp::GainChains : find_verb(word)->op, who, how_many, each});
  }
  subject_ = outer;
}

// A player who is found by a card does nothing when there is no such card.
void Generator::verb(Syntax node) {
  const Syntax doer = node[0];
  const Node* by = doer.is(NodeKind::Player) && doer.size() > 0 ? &doer[0].peek() : nullptr;
  const bool of_event = by && (by->word == "it" || by->word == "them") && it_of_event_;
  const bool by_card = by && !names_player(*by);
  const bool may_miss = by_card && (by->kind == NodeKind::Var || by->word == "it" || by->word == "them") && !of_event;
  if (!may_miss) {
    verb_phrase(node);
  } else {
    const uint16_t test = emit_code({EffectOp::JumpUnless, emit({ExprOp::Count, one_card(doer[0])})});
    verb_phrase(node);
    const uint16_t skip = emit_code({EffectOp::Jump});
    p_.code[test].b = here();
    emit_code({EffectOp::SetDid, 0});
    p_.code[skip].a = here();
  }
  amount_known_ = done_known_ = true;
}

void Generator::verb_phrase(Syntax node) {
  const VerbPhrase phrase{node};
  const Syntax doer = phrase.subject();
  const std::string& first = node.peek().words.front();
  const VerbShape shape = find_verb(first)->shape;
  if (shape == VerbShape::Amount || shape == VerbShape::Forge || shape == VerbShape::Alone) {
    const std::string word = node.only_word("`" + first + "`");
    if (doer && is_each_player(doer)) {
      each_player(doer, [&](ExprId they) { on_player(phrase, word, they); });
    } else {
      on_player(phrase, word, doer ? player(doer) : emit({ExprOp::You}));
    }
    return;
  }
  if (shape == VerbShape::Capture) return capture(phrase);  // the creatures do it
  if (shape == VerbShape::SetHouse) {
    if (doer) throw NoCode(doer.at(), "a subject of `" + first + "`");
    phrase.verb();
    emit_code({EffectOp::SetHouse, house_mask(phrase.object())});
    return;
  }
  if (shape == VerbShape::Raise) {
    phrase.verb();
    const std::string word = phrase.object().word();  // there is only the tide
    p_.definitions[static_cast<size_t>(card_)].tide = true;
    emit_code({EffectOp::RaiseTide, doer ? player(doer) : emit({ExprOp::You})});
    return;
  }
  const ExprId outer = subject_;
  const bool outer_used = subject_used_;
  if (doer) {
    if (first == "play" || first == "look") throw NoCode(doer.at(), "a subject of `" + first + "`");
    subject_used_ = false;
  }
  if (doer && is_each_player(doer)) {
    const uint16_t all = open_union();
    const auto body = [&](ExprId they) {
      subject_ = they;
      on_cards(phrase, shape);
      add_to_union(all);
    };
    each_player(doer, body, first == "discard");
    emit_code({EffectOp::SetDone, emit({ExprOp::CardVar, all})});
  } else {
    if (doer) subject_ = player(doer);
    on_cards(phrase, shape);
  }
  if (doer && !subject_used_) throw NoCode(doer.at(), "a subject of `" + first + "`: it would make no difference");
  subject_ = outer;
  subject_used_ = outer_used;
}

void Generator::on_cards(const VerbPhrase& phrase, VerbShape shape) {
  switch (shape) {
    case VerbShape::Object:
    case VerbShape::Exalt:
    case VerbShape::UseOrPlay:
    case VerbShape::With:
    case VerbShape::LookAt:
      return with_targets(phrase);
    case VerbShape::Deal:
      return deal(phrase);
    case VerbShape::Heal:
      return heal(phrase);
    case VerbShape::Counters:
      return counters(phrase);
    case VerbShape::Place:
      return place(phrase);
    case VerbShape::Move:
      return move(phrase);
    case VerbShape::Redistribute:
      return redistribute(phrase);
    case VerbShape::Put:
    case VerbShape::Return:
      return put(phrase);
    case VerbShape::Shuffle:
      return shuffle(phrase);
    case VerbShape::Discard:
      return discard(phrase);
    case VerbShape::Search:
      return search(phrase);
    case VerbShape::Swap:
      return swap(phrase);
    case VerbShape::Shift:
      return shift(phrase);
    case VerbShape::Join:
      return phrase.node.peek().words.front() == "graft" ? graft(phrase) : attach(phrase);
    case VerbShape::Take:
      return take_control(phrase);
    case VerbShape::Give:
      return give_control(phrase);
    case VerbShape::Trigger:
      return trigger(phrase);
    case VerbShape::Make:
      return make_tokens(phrase);
    case VerbShape::Amount:
    case VerbShape::Capture:
    case VerbShape::Forge:
    case VerbShape::Raise:
    case VerbShape::SetHouse:
    case VerbShape::Alone:
      break;
  }
  throw NoCode(phrase.node.at(), "the verb `" + phrase.node.peek().words.front() + "`");
}

// One or several verbs: "ready and fight with a friendly creature".
void Generator::with_targets(const VerbPhrase& phrase) {
  emit_code({EffectOp::ClearTargets});
  // "fight against X": the fight itself asks, among those that it may fight (taunt).
  const Node* against = phrase.find("against");
  const std::vector<std::string>& words = phrase.node.words();
  const bool fights = std::ranges::find(words, "fight-with") != words.end();
  if (against != nullptr && !fights) throw NoCode(against->at, "`against` without a fight");
  uint16_t fought = picks_;
  Syntax foe = phrase.part("against")[0];
  if (foe && foe.is(NodeKind::As)) {
    if (picks_ != kNone) throw NoCode(foe.at(), "`as` beside `different`");
    fought = variable(foe.word(), false, foe.at());
    emit_code({EffectOp::LetCards, fought, emit({ExprOp::Nothing})});
    foe = foe[0];
  }
  const bool asks = foe && prompts(foe);
  if (asks && foe.peek().kids[0].word != "a") throw NoCode(against->at, "a fight against this");
  if (!asks && fought != picks_) throw NoCode(foe.at(), "`as` for a creature that is known");
  const ExprId foes = asks ? emit({ExprOp::Select, selector(foe, Use::Targets)}) : kNone;
  targets(phrase.object());
  for (const std::string& word : words) {
    if (word != "fight-with") {
      target_verb(phrase, word);
      continue;
    }
    int flags = 0;
    if (const Syntax ignoring = phrase.part("ignoring")) {
      if (ignoring[0].word() != "taunt") throw NoCode(ignoring.at(), "a fight that ignores this");
      flags = kPastTaunt;
    }
    if (asks)
      emit_code({EffectOp::FightWith, foes, fought, kNone, flags});
    else
      emit_code({EffectOp::FightWith, foe ? cards(foe) : kNone, kNone, kNone, flags});
  }
}

void Generator::target_verb(const VerbPhrase& phrase, const std::string& word) {
  const VerbWord& verb = *find_verb(word);
  const bool whole = verb.shape != VerbShape::With || word.ends_with("-with");
  if (word == "archive" || word == "abduct") {
    emit_code({verb.op, phrase.subject() ? subject() : ExprId{kNone}});
  } else if (word == "use") {
    const ExprId who = phrase.subject() ? subject() : ExprId{kNone};
    emit_code({EffectOp::Use, phrase.flag("as-if-yours") ? 1 : 0, who});
  } else if (word == "play") {
    int how = 0;
    if (phrase.flag("as-if-yours")) how |= kPlayYours;
    if (phrase.flag("as-if-active")) how |= kPlayActive;
    if (phrase.flag("ready")) how |= kPlayReady;
    if (phrase.flag("stunned")) how |= kPlayStunned;
    if (phrase.flag("anywhere")) how |= kPlayAnywhere;
    const Syntax onto = phrase.part("onto")[0];
    emit_code({EffectOp::Play, how, onto ? one_card(onto) : ExprId{kNone}});
  } else if (word == "exalt") {
    const Syntax how_often = phrase.part("times")[0];
    emit_code({EffectOp::PlaceAmber, how_often ? expr(how_often) : number(1), kNone, kNone, kExalting});
  } else if (verb.op != EffectOp::End && verb.shape != VerbShape::Amount && whole) {
    emit_code({verb.op});
  } else {
    throw NoCode(phrase.node.at(), "the verb `" + word + "`");
  }
}

void Generator::trigger(const VerbPhrase& phrase) {
  if (phrase.verb() == "resolve") {
    const bool played = phrase.part_word("what") == "bonus" && phrase.flag("as-if-played");
    if (!played) throw NoCode(phrase.node.at(), "resolving this");
    emit_code({EffectOp::ClearTargets});
    targets(phrase.object());
    emit_code({EffectOp::ResolveIcons});
    return;
  }
  static const std::map<std::string, AbilityKind> kHeads = {
      {"play", AbilityKind::Play}, {"fight", AbilityKind::Fight}, {"reap", AbilityKind::Reap}, {"action", AbilityKind::Action}};
  emit_code({EffectOp::ClearTargets});
  targets(phrase.object());
  const auto head = kHeads.find(phrase.part_word("what"));
  if (head == kHeads.end()) throw NoCode(phrase.node.at(), "triggering this");
  const int how = phrase.flag("as-if-played") ? 2 : phrase.flag("as-if-yours") ? 1 : 0;
  if (how == 2 && head->second != AbilityKind::Play) throw NoCode(phrase.node.at(), "`as-if-played` of another ability");
  emit_code({EffectOp::Trigger, static_cast<int>(head->second), how});
}

// Grafted cards lie faceup (rulebook 18.4, GRAFT).
void Generator::graft(const VerbPhrase& phrase) {
  phrase.verb();
  emit_code({EffectOp::ClearTargets});
  targets(phrase.object());
  emit_code({EffectOp::PutUnder, one_card(phrase.part("onto")[0]), 0});
}

void Generator::deal(const VerbPhrase& phrase) {
  phrase.verb();
  int flags = 0;
  if (const Syntax ignoring = phrase.part("ignoring")) {
    if (ignoring[0].word() != "armor") throw NoCode(ignoring.at(), "damage that ignores this");
    flags = kPastArmor;
  }
  const Syntax by = phrase.part("by")[0];
  const ExprId dealer = by ? one_card(by) : ExprId{kNone};
  for (const Node& each : phrase.object().kids()) {
    const Syntax part = each;
    emit_code({EffectOp::ClearTargets});
    ExprId how_much = kNone;
    if (speaks_of_results(part[0].peek())) {  // of the statement before: settled before choosing a target overwrites them
      const uint16_t slot = new_slot();
      emit_code({EffectOp::LetNum, slot, expr(part[0])});
      how_much = emit({ExprOp::VarNum, slot});
    }
    targets(part[1]);
    if (how_much == kNone) how_much = each_amount(part[0]);
    emit_code({EffectOp::Deal, how_much, part[2] ? each_amount(part[2]) : kNone, dealer, flags});
  }
}

// "Up to N": a number that the active player chooses, and that a single target has.
ExprId Generator::up_to(Syntax how_much, Syntax target, ExprId has) {
  const bool one =
      target.is(NodeKind::Select) && (target.peek().kids[0].word == "a" || target.peek().kids[0].word == "another");
  if (!one) throw NoCode(how_much.at(), "\"up to\" for several creatures");
  return some_of(how_much, has);
}

void Generator::heal(const VerbPhrase& phrase) {
  phrase.verb();
  const Syntax how_much = phrase.object(), from = phrase.part("from")[0];
  emit_code({EffectOp::ClearTargets});
  targets(from);
  if (!how_much.is(NodeKind::Quant)) {
    emit_code({EffectOp::Heal, each_amount(how_much, number(255))});
    return;
  }
  const ExprId damage = emit({ExprOp::Field, emit({ExprOp::It}), static_cast<int>(CardField::Damage)});
  emit_code({EffectOp::Heal, up_to(how_much, from, damage)});
}

// "Remove all any counters": of every kind.
void Generator::all_counters(const VerbPhrase& phrase) {
  const Syntax how_many = phrase.object();
  if (!how_many.says(NodeKind::Word, "all")) throw NoCode(how_many.at(), "some counters of any kind");
  how_many.word();
  emit_code({EffectOp::ClearTargets});
  targets(phrase.part("from")[0]);
  emit_code({EffectOp::ClearCounters});
}

void Generator::counters(const VerbPhrase& phrase) {
  const bool adds = phrase.verb() == "add";
  if (!adds && phrase.part("what")[0].says(NodeKind::Word, "any")) {
    phrase.part("what")[0].word();
    return all_counters(phrase);
  }
  const int kind = counter(phrase.part("what")[0]);
  const bool all = !adds && phrase.object().says(NodeKind::Word, "all");
  if (all) phrase.object().word();
  const bool some = !adds && phrase.object().is(NodeKind::Quant);
  ExprId how_many = all || some ? ExprId{kNone} : each_amount(phrase.object());
  const Syntax target = phrase.part(adds ? "to" : "from")[0];
  emit_code({EffectOp::ClearTargets});
  targets(target);
  if (some) {
    const ExprId it = emit({ExprOp::It});
    const ExprId has =
        kind == kNone ? emit({ExprOp::Sum, it, static_cast<int>(CardField::Counters)}) : emit({ExprOp::Counters, it, kind});
    how_many = up_to(phrase.object(), target, has);
  }
  emit_code({adds ? EffectOp::AddCounters : EffectOp::RemoveCounters, how_many, kind});
}

}  // namespace archon::lang
