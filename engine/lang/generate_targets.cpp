// The code that chooses the targets of an effect.
#include "engine/lang/generator_impl.h"

namespace archon::lang {
namespace {

// Cards known from before, not looked for now: those that moved to a hidden zone meanwhile are out of reach.
bool remembered(Syntax np) {
  if (np.is(NodeKind::Pron) || np.is(NodeKind::Var)) return true;
  const std::vector<Node>& kids = np.peek().kids;
  return np.is(NodeKind::Select) && kids.size() > 3 && kids[3].word == "among";
}

bool any_prompts(Syntax np) {
  const Syntax inner = np.is(NodeKind::As) ? Syntax(np.peek().kids[0]) : np;
  return prompts(inner);
}

}  // namespace

// The top or bottom cards of a deck become targets and `it`.
void Generator::top_targets(Syntax np, uint16_t bound) {
  const bool bottom = np.word() == "bottom";
  const ExprId count = expr(np[0]);
  const Syntax deck = np[1];
  const bool discard = deck.word() == "discard";
  if (!discard && deck.word() != "deck") throw NoCode(deck.at(), "the " + np.word() + " of this zone");
  std::vector<ExprId> owners;
  if (deck.peek().text == "each") {
    deck.text();
    owners.push_back(emit({ExprOp::You}));
    owners.push_back(emit({ExprOp::Opponent}));
  } else if (deck.peek().text == "any" || deck.peek().text == "one") {
    throw NoCode(deck.at(), "the top of a deck that is to be chosen");
  } else {
    owners.push_back(zone_owner(deck));
  }
  for (ExprId owner : owners) {
    if (!discard) emit_code({EffectOp::FixTop, count, owner, kNone, bottom ? kWholeDeck : 0});
    const ExprOp in_pile = bottom ? ExprOp::BottomOfDiscard : ExprOp::TopOfDiscard;
    const ExprId top = emit({discard ? in_pile : bottom ? ExprOp::BottomOf : ExprOp::TopOf, count, owner});
    emit_code({EffectOp::AddTargets, top, count, kNone, kAlsoIt});
  }
  if (owners.size() > 1 || bound != kNone) emit_code({EffectOp::BindTargets, bound});
  it_known_ = true;
  it_of_event_ = false;
}

void Generator::choice(Syntax np, uint16_t bound) {
  const uint16_t id = selector(np, Use::Targets);
  choices_.push_back(id);
  emit_code({EffectOp::Choose, id, bound});
  picked();
}

void Generator::picked() {
  it_known_ = true;
  it_of_event_ = false;
  if (picks_ == kNone) return;
  const ExprId before = emit({ExprOp::CardVar, picks_});
  emit_code({EffectOp::LetCards, picks_, emit({ExprOp::Union, before, emit({ExprOp::It})})});
}

// Chosen exceptions are settled first; the rest are the targets.
void Generator::except_targets(Syntax np, uint16_t bound) {
  const Syntax except = np[1];
  const bool named = except.is(NodeKind::As);
  const Syntax chosen = named ? except[0] : except;
  ExprId left_out = kNone;
  if (prompts(chosen)) {
    const uint16_t slot = named ? variable(except.word(), false, except.at()) : new_slot();
    emit_code({EffectOp::Choose, selector(chosen, Use::Targets), slot});
    picked();
    emit_code({EffectOp::ClearTargets});
    left_out = emit({ExprOp::CardVar, slot});
  } else {
    left_out = cards(except);
  }
  if (prompts(np[0])) {
    const uint16_t id = selector(np[0], Use::Targets);
    p_.selectors[id].filter = both(p_.selectors[id].filter, negate(emit({ExprOp::IsIn, left_out})));
    emit_code({EffectOp::Choose, id, bound});
    picked();
    return;
  }
  emit_code({EffectOp::AddTargets, emit({ExprOp::Minus, cards(np[0]), left_out})});
  if (bound != kNone) emit_code({EffectOp::BindTargets, bound});
}

void Generator::targets(Syntax np, bool one_of_several) {
  if (np.is(NodeKind::Union)) {
    int choices = 0;
    for (const Node& each : np.kids()) {
      targets(each, true);
      choices += any_prompts(each);
    }
    if (choices > 1) emit_code({EffectOp::BindTargets});  // `them` are all that were chosen
    return;
  }
  uint16_t bound = kNone;
  Syntax inner = np;
  if (np.is(NodeKind::As)) {
    bound = variable(np.word(), false, np.at());
    inner = np[0];
  }
  if (one_of_several && bound != kNone && !prompts(inner)) throw NoCode(np.at(), "`as` for some of the targets");
  if (inner.is(NodeKind::Top)) return top_targets(inner, bound);
  if (inner.is(NodeKind::Except)) return except_targets(inner, bound);
  if (prompts(inner)) return choice(inner, bound);
  const int known = remembered(inner) ? kNotLost : 0;
  emit_code({EffectOp::AddTargets, cards(inner), kNone, kNone, known});
  if (bound == kNone) return;
  emit_code({EffectOp::BindTargets, bound});
  it_known_ = true;
  it_of_event_ = false;
}

}  // namespace archon::lang
