#include "engine/check/unfinished.h"

#include <algorithm>
#include <bit>

#include "engine/check/ability_code.h"
#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/rules/icons.h"
#include "engine/rules/play.h"
#include "engine/rules/use.h"
#include "engine/rules/window.h"

namespace archon {
namespace {

constexpr int kMaxNumber = 0x7FFF;  // of a variable: products of two stay within an int

class Checker {
 public:
  Checker(const Matchup& m, const State& s) : m_(m), s_(s) {}

  std::vector<std::string> check() {
    if (s_.over()) return {};  // nothing goes on from here
    check_waiting();
    check_lasting();
    if (!asking()) return std::move(problems_);  // between two frames, as only the game loop sees it
    where_ = "the choice";
    check_choice_fields();
    for (int i = 0; i < s_.frame_count; ++i) {
      where_ = "frame " + std::to_string(i);
      check_frame(i);
    }
    where_ = "the turn";
    check_step();
    if (window_end_ != s_.waiting_base) fail("abilities wait outside of every window");
    if (!asker_found_) fail("a question of kind " + std::to_string(kind()) + " that nothing asks");
    return std::move(problems_);
  }

 private:
  void fail(const std::string& what) { problems_.push_back(where_ + ": " + what); }
  void check(bool holds, const char* what) {
    if (!holds) fail(what);
  }
  bool asking() const { return s_.choice.kind != ChoiceKind::None && s_.choice.kind != ChoiceKind::Over; }
  int kind() const { return static_cast<int>(s_.choice.kind); }
  CardSet asked_cards() const { return s_.choice.candidates; }
  bool within(CardSet cards, CardSet of) const { return (cards - of).empty(); }

  // The frame waits for an answer to a question of this kind, with these cards to choose from.
  void asks(bool top, ChoiceKind kind, CardSet among = {~uint64_t{0}, ~uint64_t{0}}) {
    asker_found_ = true;
    if (!top || s_.choice.kind != kind) return fail("it waits for an answer that nobody is asked for");
    if (kind == ChoiceKind::Target) check(within(asked_cards(), among), "cards are offered that can't be chosen");
  }

  // As asks(), for one card that has to be chosen: the frame goes on with that card.
  void asks_card(bool top, CardSet among = {~uint64_t{0}, ~uint64_t{0}}) {
    asks(top, ChoiceKind::Target, among);
    check(!top || !s_.choice.can_stop, "a card that has to be chosen can be left out");
  }

  void check_choice_fields();
  void check_waiting();
  void check_lasting();
  void check_step();
  void check_readying(bool top);
  void check_frame(int index);
  void check_ability(const AbilityFrame& frame, bool top);
  void check_variables(const AbilityFrame& frame, const AbilityCode& code);
  void check_shift(const AbilityFrame& frame);
  void check_play(const PlayFrame& frame, bool top);
  void check_enter(const EnterFrame& frame, int index, bool top);
  void check_icons(const IconsFrame& frame, bool top);
  void check_fight(const FightFrame& frame, bool top);
  void check_forge(const ForgeFrame& frame, bool top);

  const Matchup& m_;
  const State& s_;
  std::string where_;
  int window_end_ = 0;
  bool asker_found_ = false;
  std::vector<std::string> problems_;
};

void Checker::check_choice_fields() {
  const Choice& choice = s_.choice;
  switch (choice.kind) {
    case ChoiceKind::House:
    case ChoiceKind::HouseName:
      return check(choice.mask && !(choice.mask >> kHouses), "houses to choose from");
    case ChoiceKind::KeyColor:
      return check(choice.mask && !(choice.mask >> (kKeyColors + 1)), "colours to choose from");
    case ChoiceKind::Target:
      return check(choice.picked < std::max<int>(choice.max, 1) && choice.min <= choice.max, "how many cards are chosen");
    case ChoiceKind::Order:
    case ChoiceKind::Option:
      return check(choice.options > 0, "no option");
    case ChoiceKind::Number:
      return check(choice.min <= choice.max, "no number");
    case ChoiceKind::Ability:
      return check(choice.source != kNoCard && (choice.mask & (kUseReap | kUseFight | kUseAction)), "no way to use a card");
    default:
      return;
  }
}

void Checker::check_waiting() {
  const Program& p = *m_.program;
  for (int i = 0; i < s_.waiting_count; ++i) {
    where_ = "waiting ability " + std::to_string(i);
    const Waiting& waiting = s_.waiting[i];
    if (waiting.ability == kAssaultAbility || waiting.ability == kHazardousAbility) {
      check(waiting.event.card != kNoCard && waiting.event.other != kNoCard, "no fight");
      continue;
    }
    if (waiting.ability >= p.abilities.size()) {
      fail("no such ability");
      continue;
    }
    if (const Ability& ability = p.abilities[waiting.ability]; ability.code == kNone) {
      const bool keeps = ability.kind == AbilityKind::Replace && ability.event == EventType::Discard;
      check(keeps && waiting.self != kNoCard && waiting.event.card != kNoCard, "no such ability");
      continue;
    }
    if (waiting.cards == kNotKept) continue;
    const Ability& ability = p.abilities[waiting.ability];
    check(is_lasting(waiting.source) && s_.lasting[waiting.source - kLastingBase].second == waiting.cards,
          "bound cards that are another's");
    check(ability.variables == 0 || !(AbilityCode(p, ability).numbers & 1), "bound cards where a number is wanted");
  }
}

// Every kept set belongs to one effect.
void Checker::check_lasting() {
  uint32_t used = 0;
  const auto take = [&](uint8_t slot) {
    if (slot == kNotKept) return;
    check(!(used >> slot & 1), "bound cards of two effects");
    used |= uint32_t{1} << slot;
  };
  static_assert(kMaxKept <= 32);
  for (int i = 0; i < s_.lasting_count; ++i) {
    where_ = "lasting effect " + std::to_string(i);
    const LastingEffect& effect = s_.lasting[i];
    if (effect.body == kNone) continue;
    const LastingBody& body = m_.program->bodies[effect.body];
    check(!body.abilities.empty(), "it has no abilities");
    check(!body.keeps_cards || effect.cards != kNotKept, "it needs bound cards");
    check(!body.keeps_second || effect.second != kNotKept, "it needs the second bound cards");
    take(effect.cards);
    take(effect.second);
  }
}

// Without frames a step of the turn asks; with frames it goes on when they are done.
void Checker::check_step() {
  const bool top = s_.frame_count == 0;
  check(!top || s_.step == Step::Setup || s_.waiting_count == 0, "abilities wait although nothing is unfinished");
  const int asked = s_.step_phase;
  if (s_.step >= Step::Forge && s_.step <= Step::Draw && asked >= 2) return check(!top, "the step is over");
  switch (s_.step) {
    case Step::Setup:
      return asked == 1 || asked == 2 ? asks(top, ChoiceKind::Mulligan) : check(!top, "nothing is asked here");
    case Step::House:
      return asked == 0 ? void() : asks(top && asked == 1, ChoiceKind::House);
    case Step::Archives:
      // Which cards are offered only their owner knows.
      if (asked == 1 && s_.choice.kind == ChoiceKind::Target) return asks(top, ChoiceKind::Target);
      return asked == 0 ? void() : asks(top && asked == 1, ChoiceKind::Archives);
    case Step::Main:
      return asked == 0 ? void() : asks(top && asked == 1, ChoiceKind::Main);
    case Step::Ready:
      return asked == 0 ? void() : check_readying(top);
    case Step::Start:
    case Step::End:
      return check(asked <= 1, "no such phase");
    default:
      return check(asked == 0, "no such phase");
  }
}

// Only creatures with entrench can be left out.
void Checker::check_readying(bool top) {
  const CardSet line = zone_set(s_, Zone::Line, s_.active);
  if (!top || !s_.choice.can_stop) return asks_card(top, line | zone_set(s_, Zone::Artifacts, s_.active));
  CardSet may_stay;
  for (CardId card : line)
    if (has_keyword(s_, card, Keyword::Entrench)) may_stay.add(card);
  asks(top, ChoiceKind::Target, may_stay);
}

void Checker::check_play(const PlayFrame& frame, bool top) {
  switch (frame.head.phase) {
    case PlayFrame::Form:
      return asks(top, ChoiceKind::Option);
    case PlayFrame::Half:
      return asks_card(top, zone_set(s_, Zone::Hand, m_.cards[frame.card].owner));
    case PlayFrame::Copied:
      return asks_card(top);
    case PlayFrame::Attach:
      return asks_card(top, hosts_for(m_, s_, frame.card, frame.player));
    default:
      return;
  }
}

// Only a card that an effect puts into play gets the place of another one or the one beside it, and nobody is asked for it.
void Checker::check_enter(const EnterFrame& frame, int index, bool top) {
  const int phase = frame.head.phase;
  check(!frame.played || frame_if<PlayFrame>(s_, index - 1), "nothing plays the card");
  check(!(frame.played && frame.moving), "a card that is played changes sides");
  const bool placed = frame.left_of != kNoCard || frame.instead_of != kNoCard;
  const bool put = !frame.played && !frame.moving;
  check(!placed || (put && (frame.left_of == kNoCard || frame.instead_of == kNoCard)), "a place that the card can't get");
  if (phase < EnterFrame::Finish) {
    check(s_.in_play(frame.card) == (frame.moving != 0), "the card is in play already, or is none that can move");
    if (frame.half != kNoCard) {
      const bool two = other_halves(m_, CardSet::of(frame.half), frame.card).has(frame.half);
      check(two && !frame.moving && !s_.in_play(frame.half), "the other half is none, or in play");
    }
  }
  if (phase == EnterFrame::Copied) return asks_card(top);
  if (phase == EnterFrame::Offered) return asks(top, ChoiceKind::YesNo);
  if (phase != EnterFrame::Placed || !top || !enters_as_creature(m_, s_, frame.card)) return;
  asks(top, ChoiceKind::Flank);
  check(!placed, "the place that is asked for is known");
  check(s_.choice.options == s_.count(Zone::Line, frame.controller), "places that aren't in the battleline");
}

void Checker::check_icons(const IconsFrame& frame, bool top) {
  const Icon icon = static_cast<Icon>(frame.icon);
  check(frame.index < m_.cards[frame.icons_of].icon_count || frame.head.phase == IconsFrame::Begin,
        "no icon is being resolved");
  if (frame.head.phase == IconsFrame::Replaced) {
    uint8_t list[kMaxActive];
    const int count = icon_replacements(m_, s_, frame, list);
    check(!top || s_.choice.options == count + 1, "other replacements of the icon");
    return asks(top, ChoiceKind::Option);
  }
  if (frame.head.phase != IconsFrame::Target) return;
  check(icon != Icon::Amber && icon != Icon::Draw, "no icon that has a target");
  asks_card(top, icon == Icon::Discard ? zone_set(s_, Zone::Hand, frame.player) : creatures_in_play(s_));
}

void Checker::check_fight(const FightFrame& frame, bool top) {
  if (frame.head.phase == FightFrame::Attack) return asks_card(top, creatures_in_play(s_));
  if (frame.head.phase > FightFrame::Attack) check(frame.defender != kNoCard, "nobody is fought");
}

void Checker::check_forge(const ForgeFrame& frame, bool top) {
  if (frame.head.phase == ForgeFrame::Paid) {
    asks(top, ChoiceKind::Number);
    const auto most = [&] {
      if (frame.means == ForgeFrame::OpponentPool) return int{s_.players[s_.opponent(frame.player)].amber};
      return frame.means == ForgeFrame::Cards ? 1 : int{s_.cards[frame.asked].amber};
    };
    const bool known = frame.asked != kNoCard && s_.choice.max <= std::min<int>(frame.left, most());
    check(known, "more aember is asked for than there is");
  }
  const bool priced = frame.head.phase == ForgeFrame::Priced;
  const bool chosen =
      frame.head.phase == ForgeFrame::Color && m_.key_colors_matter && !frame.key && unforged_colors(s_, frame.player);
  if (!priced && !chosen) return;
  asks(top, ChoiceKind::KeyColor);
}

void Checker::check_variables(const AbilityFrame& frame, const AbilityCode& code) {
  CardSet game;
  for (int i = 0; i < m_.card_count; ++i) game.add(static_cast<CardId>(i));
  for (int i = 0; i < frame.variables; ++i) {
    const Slot& slot = frame.slots()[i];
    const bool zero_above = slot.cards.high == 0 && slot.cards.low >> 32 == 0;
    const bool number = zero_above && slot.number >= -kMaxNumber && slot.number <= kMaxNumber;
    const bool fits = (code.numbers >> (i & 63) & 1) ? number : within(slot.cards, game);
    check(fits, "a variable holds no such value");
  }
}

void Checker::check_ability(const AbilityFrame& frame, bool top) {
  const Program& p = *m_.program;
  const Ability& ability = p.abilities[frame.ability];
  if (ability.code == kNone) return fail("the ability has no effect");
  const AbilityCode code(p, ability);
  if (!code.own.count(frame.pc)) return fail("it stands in the code of another ability");
  check_variables(frame, code);
  const Instr& in = p.code[frame.pc];
  const int phase = frame.head.phase;
  if (phase == 0) return check(!top, "nothing is asked here");
  const EffectWait wait = wait_of(in.op, phase);
  if (wait == EffectWait{}) return fail("no such phase");
  if (wait.frame != EffectFrame::None) {
    check(!top, "nothing is asked here");
    return check(wait.frame != EffectFrame::OfCard || frame.current != kNoCard, "no card is being played or used");
  }
  const Registers& regs = frame.regs;
  CardSet among = {~uint64_t{0}, ~uint64_t{0}};
  if (in.op == EffectOp::EachNext) among = frame.slots()[in.a].cards;
  if (in.op == EffectOp::PutIntoPlay || in.op == EffectOp::MakeToken) among = regs.killed;
  if (in.op == EffectOp::Discard)
    among = regs.killed & (zone_set(s_, Zone::Hand, s_.active) | zone_set(s_, Zone::Archives, s_.active));
  if (in.op == EffectOp::Shift) check_shift(frame);
  if (in.op == EffectOp::Capture || in.op == EffectOp::Rearrange) among = regs.killed & creatures_in_play(s_);
  if (in.op == EffectOp::ToDeckTop || in.op == EffectOp::ToDeckBottom)
    among = regs.killed & (zone_set(s_, Zone::Deck, 0) | zone_set(s_, Zone::Deck, 1));
  const bool one = wait.asks == ChoiceKind::Target && in.op != EffectOp::Choose;
  one ? asks_card(top, among) : asks(top, wait.asks, among);
}

void Checker::check_shift(const AbilityFrame& frame) {
  const Zone zone = frame.current == kNoCard ? Zone::Limbo : s_.cards[frame.current].zone;
  if (zone != Zone::Line && zone != Zone::Artifacts) return fail("no card is being moved");
  check(s_.choice.options == others_in_line(s_, frame.current) && s_.choice.source == frame.current,
        "places that aren't in the battleline");
}

void Checker::check_frame(int index) {
  const auto& head = on_stack<FrameHead>(s_, s_.frames[index]);
  const bool top = index == s_.frame_count - 1;
  switch (head.type) {
    case FrameType::Ability:
      return check_ability(*frame_if<AbilityFrame>(s_, index), top);
    case FrameType::Window: {
      const auto& frame = *frame_if<WindowFrame>(s_, index);
      check(frame.begin == window_end_ && frame.begin <= frame.end, "the windows don't lie side by side");
      window_end_ = frame.end;
      if (head.phase) asks(top, ChoiceKind::Order);
      return;
    }
    case FrameType::Play:
      return check_play(*frame_if<PlayFrame>(s_, index), top);
    case FrameType::Enter:
      return check_enter(*frame_if<EnterFrame>(s_, index), index, top);
    case FrameType::Use: {
      const auto& frame = *frame_if<UseFrame>(s_, index);
      if (head.phase == UseFrame::Chosen && std::popcount(frame.modes) > 1) asks(top, ChoiceKind::Ability);
      return;
    }
    case FrameType::Reap:
      if (head.phase == ReapFrame::Asked)
        asks(top, ChoiceKind::Target, reap_sources(m_, s_, frame_if<ReapFrame>(s_, index)->player));
      return;
    case FrameType::Fight:
      return check_fight(*frame_if<FightFrame>(s_, index), top);
    case FrameType::Act:
      if (head.phase == ActFrame::Picked && top) asks(top, ChoiceKind::Option);
      return;
    case FrameType::Damage:
      if (head.phase == DamageFrame::Asked || head.phase == DamageFrame::AskedLarger)
        asks_card(top, creatures_in_play(s_) | zone_set(s_, Zone::Attached, 0) | zone_set(s_, Zone::Attached, 1));
      return;
    case FrameType::Destroy: {
      const auto& frame = *frame_if<DestroyFrame>(s_, index);
      if (head.phase == DestroyFrame::Arranged) return asks_card(top, frame.tried);
      if (head.phase != DestroyFrame::Asked) return;
      asks_card(top);
      return check(frame.asking != kNoCard && s_.in_play(frame.asking), "the card whose destruction is replaced isn't in play");
    }
    case FrameType::Receive:  // among cards in play and those whose lasting effects take the aember
      if (head.phase == ReceiveFrame::Asked) asks_card(top);
      return;
    case FrameType::Forge:
      return check_forge(*frame_if<ForgeFrame>(s_, index), top);
    case FrameType::Control:
      return;
    case FrameType::Prophecy: {
      const auto& frame = *frame_if<ProphecyFrame>(s_, index);
      check(m_.printed(frame.card).type == CardType::Prophecy, "no prophecy is meant");
      if (head.phase == ProphecyFrame::Place) asks_card(top, zone_set(s_, Zone::Hand, s_.active));
      return;
    }
    case FrameType::Icons:
      return check_icons(*frame_if<IconsFrame>(s_, index), top);
  }
}

}  // namespace

std::vector<std::string> check_unfinished(const Matchup& m, const State& s) { return Checker(m, s).check(); }

}  // namespace archon
