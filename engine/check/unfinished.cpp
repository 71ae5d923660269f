#include "engine/check/unfinished.h"

#include <algorithm>
#include <bit>
#include <set>
#include <string_view>

#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/rules/icons.h"
#include "engine/rules/play.h"
#include "engine/rules/use.h"
#include "engine/rules/window.h"

namespace archon {
namespace {

constexpr std::string_view kOperands[] = {
#define EFFECT(name, family, wish, operands, meaning) operands,
#include "engine/core/ops.def"
};
constexpr int kMaxNumber = 0x7FFF;  // of a variable: products of two stay within an int

// What the code of one ability says: which instructions are its own, and which variables are numbers.
struct Code {
  std::set<uint16_t> own;
  uint64_t numbers = 0, sets = 0;  // masks of variables

  Code(const Program& p, const Ability& ability) {
    std::vector<uint16_t> open = {ability.code};
    while (!open.empty()) {
      const uint16_t at = open.back();
      open.pop_back();
      if (at >= p.code.size() || !own.insert(at).second) continue;
      const Instr& in = p.code[at];
      if (in.op == EffectOp::End) continue;
      note_variables(p, in);
      for (uint16_t next : jumps(in)) open.push_back(next);
      for (int i = 0; in.op == EffectOp::Modal && i < in.a; ++i) open.push_back(static_cast<uint16_t>(at + 1 + i));
      if (in.op != EffectOp::Jump) open.push_back(static_cast<uint16_t>(at + 1));
    }
  }

 private:
  static std::vector<uint16_t> jumps(const Instr& in) {
    std::vector<uint16_t> targets;
    for_each_operand(in, 'j', [&](uint16_t target) { targets.push_back(target); });
    return targets;
  }
  template <class Use>
  static void for_each_operand(const Instr& in, char kind, Use use) {
    const std::string_view kinds = kOperands[static_cast<size_t>(in.op)];
    const uint16_t operands[] = {in.a, in.b, in.c};
    for (size_t i = 0; i < kinds.size(); ++i)
      if (kinds[i] == kind && operands[i] != kNone) use(operands[i]);
  }
  void note_variables(const Program& p, const Instr& in) {
    const bool number = in.op == EffectOp::LetNum || in.op == EffectOp::LoopStart || in.op == EffectOp::LoopNext ||
                        in.op == EffectOp::EachPlayer;
    for_each_operand(in, 'v', [&](uint16_t slot) { (number ? numbers : sets) |= uint64_t{1} << (slot & 63); });
    if (in.op == EffectOp::Lasting && p.bodies[in.a].keeps_second) sets |= uint64_t{1} << (in.c & 63);
  }
};

// What an instruction that is under way (phase > 0) waits for.
enum class Waits : uint8_t { Never, Answer, Frame };
struct Wait {
  Waits waits = Waits::Never;
  ChoiceKind asks = ChoiceKind::None;
  bool of_card = false;  // the frame is about AbilityFrame::current
};

Wait answer(ChoiceKind kind) { return {Waits::Answer, kind}; }

Wait wait_of(const Instr& in, int phase) {
  constexpr Wait kFrame{Waits::Frame}, kCardFrame{Waits::Frame, ChoiceKind::None, true};
  switch (in.op) {
    case EffectOp::May:
      return phase == 1 ? answer(ChoiceKind::YesNo) : Wait{};
    case EffectOp::EachNext:
      return phase == 1 && (in.flags & 1) ? answer(ChoiceKind::Target) : Wait{};
    case EffectOp::Modal:
    case EffectOp::Trigger:
      return phase == 1 ? answer(ChoiceKind::Option) : Wait{};
    case EffectOp::Choose:
      return phase == 1 ? answer(ChoiceKind::Target) : Wait{};
    case EffectOp::ChooseHouse:
    case EffectOp::SetHouse:
      return phase == 1 ? answer(ChoiceKind::HouseName) : Wait{};
    case EffectOp::ChooseNumber:
      return phase == 1 ? answer(ChoiceKind::Number) : Wait{};
    case EffectOp::ChooseTrait:
      return phase == 1 ? answer(ChoiceKind::Trait) : Wait{};
    case EffectOp::ChooseName:
      return phase == 1 ? answer(ChoiceKind::CardName) : Wait{};
    case EffectOp::ChoosePlayer:
    case EffectOp::EachPlayer:
      return phase == 1 ? answer(ChoiceKind::Option) : Wait{};
    case EffectOp::Redistribute:
    case EffectOp::CaptureAny:
    case EffectOp::CaptureAmong:
      return phase == 1 ? answer(ChoiceKind::Number) : Wait{};
    case EffectOp::Unforge:
      return phase == 1 ? answer(ChoiceKind::KeyColor) : Wait{};
    case EffectOp::Capture:
      return phase <= kMaxCards ? answer(ChoiceKind::Target) : Wait{};
    case EffectOp::Discard:
      return phase == 1 ? kFrame : phase == 2 ? answer(ChoiceKind::Target) : Wait{};
    case EffectOp::ToDeckTop:
      return phase == 1 && (in.flags & 1) ? answer(ChoiceKind::Target) : Wait{};
    case EffectOp::Shift:
      return phase == 1 ? answer(ChoiceKind::Flank) : Wait{};
    case EffectOp::Rearrange:
      return phase == 1 ? answer(ChoiceKind::Target) : Wait{};
    case EffectOp::PutIntoPlay:
    case EffectOp::MakeToken:
      return phase == 1 ? kCardFrame : phase == 2 ? answer(ChoiceKind::Target) : Wait{};
    case EffectOp::Deal:
    case EffectOp::FlushDamage:
    case EffectOp::Destroy:
    case EffectOp::Forge:
    case EffectOp::Control:
      return phase == 1 ? kFrame : Wait{};
    case EffectOp::Play:
    case EffectOp::Use:
    case EffectOp::ResolveIcons:
    case EffectOp::Fulfill:
    case EffectOp::FightWith:
    case EffectOp::ReapWith:
      return phase == 1 ? kCardFrame : Wait{};
    default:
      return {};
  }
}

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
  FrameType frame_type(int index) const { return reinterpret_cast<const FrameHead*>(s_.stack + s_.frames[index])->type; }
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
  void check_variables(const AbilityFrame& frame, const Code& code);
  void check_shift(const AbilityFrame& frame);
  void check_play(const PlayFrame& frame, bool top);
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
    if (waiting.ability >= p.abilities.size() || p.abilities[waiting.ability].code == kNone) {
      fail("no such ability");
      continue;
    }
    if (waiting.cards == 0xFF) continue;
    const Ability& ability = p.abilities[waiting.ability];
    check(is_lasting(waiting.source) && s_.lasting[waiting.source - kLastingBase].second == waiting.cards,
          "bound cards that are another's");
    check(ability.variables == 0 || !(Code(p, ability).numbers & 1), "bound cards where a number is wanted");
  }
}

// Every kept set belongs to one effect.
void Checker::check_lasting() {
  uint32_t used = 0;
  const auto take = [&](uint8_t slot) {
    if (slot == 0xFF) return;
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
    check(!body.keeps_cards || effect.cards != 0xFF, "it needs bound cards");
    check(!body.keeps_second || effect.second != 0xFF, "it needs the second bound cards");
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

void Checker::check_variables(const AbilityFrame& frame, const Code& code) {
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
  const Code code(p, ability);
  if (!code.own.count(frame.pc)) return fail("it stands in the code of another ability");
  check_variables(frame, code);
  const Instr& in = p.code[frame.pc];
  const int phase = frame.head.phase;
  if (phase == 0) return check(!top, "nothing is asked here");
  const Wait wait = wait_of(in, phase);
  if (wait.waits == Waits::Never) return fail("no such phase");
  if (wait.waits == Waits::Frame) {
    check(!top, "nothing is asked here");
    return check(!wait.of_card || frame.current != kNoCard, "no card is being played or used");
  }
  const Registers& regs = frame.regs;
  CardSet among = {~uint64_t{0}, ~uint64_t{0}};
  if (in.op == EffectOp::EachNext) among = frame.slots()[in.a].cards;
  if (in.op == EffectOp::PutIntoPlay || in.op == EffectOp::MakeToken) among = regs.killed;
  if (in.op == EffectOp::Discard) among = regs.killed & zone_set(s_, Zone::Hand, s_.active);
  if (in.op == EffectOp::Shift) check_shift(frame);
  if (in.op == EffectOp::Capture || in.op == EffectOp::Rearrange) among = regs.killed & creatures_in_play(s_);
  if (in.op == EffectOp::ToDeckTop) among = regs.killed & (zone_set(s_, Zone::Deck, 0) | zone_set(s_, Zone::Deck, 1));
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
  const void* at = s_.stack + s_.frames[index];
  const auto& head = *static_cast<const FrameHead*>(at);
  const bool top = index == s_.frame_count - 1;
  switch (head.type) {
    case FrameType::Ability:
      return check_ability(*static_cast<const AbilityFrame*>(at), top);
    case FrameType::Window: {
      const auto& frame = *static_cast<const WindowFrame*>(at);
      check(frame.begin == window_end_ && frame.begin <= frame.end, "the windows don't lie side by side");
      window_end_ = frame.end;
      if (head.phase) asks(top, ChoiceKind::Order);
      return;
    }
    case FrameType::Play:
      return check_play(*static_cast<const PlayFrame*>(at), top);
    case FrameType::Enter: {
      const auto& frame = *static_cast<const EnterFrame*>(at);
      check(!frame.played || (index > 0 && frame_type(index - 1) == FrameType::Play), "nothing plays the card");
      if (head.phase == EnterFrame::Copied) return asks_card(top);
      if (head.phase == EnterFrame::Offered) return asks(top, ChoiceKind::YesNo);
      if (head.phase != EnterFrame::Placed || !top || !enters_as_creature(m_, s_, frame.card)) return;
      asks(top, ChoiceKind::Flank);
      return check(s_.choice.options == s_.count(Zone::Line, frame.controller), "places that aren't in the battleline");
    }
    case FrameType::Use: {
      const auto& frame = *static_cast<const UseFrame*>(at);
      if (head.phase == UseFrame::Chosen && std::popcount(frame.modes) > 1) asks(top, ChoiceKind::Ability);
      return;
    }
    case FrameType::Reap:
      if (head.phase == ReapFrame::Asked)
        asks(top, ChoiceKind::Target, reap_sources(m_, s_, static_cast<const ReapFrame*>(at)->player));
      return;
    case FrameType::Fight:
      return check_fight(*static_cast<const FightFrame*>(at), top);
    case FrameType::Act:
      if (head.phase == ActFrame::Picked && top) asks(top, ChoiceKind::Option);
      return;
    case FrameType::Damage:
      if (head.phase == DamageFrame::Asked || head.phase == DamageFrame::AskedLarger)
        asks_card(top, creatures_in_play(s_) | zone_set(s_, Zone::Attached, 0) | zone_set(s_, Zone::Attached, 1));
      return;
    case FrameType::Destroy: {
      const auto& frame = *static_cast<const DestroyFrame*>(at);
      if (head.phase != DestroyFrame::Asked) return;
      asks_card(top);
      return check(frame.asking != kNoCard && s_.in_play(frame.asking), "the card whose destruction is replaced isn't in play");
    }
    case FrameType::Receive:  // among cards in play and those whose lasting effects take the aember
      if (head.phase == ReceiveFrame::Asked) asks_card(top);
      return;
    case FrameType::Forge:
      return check_forge(*static_cast<const ForgeFrame*>(at), top);
    case FrameType::Control:
      return;
    case FrameType::Prophecy: {
      const auto& frame = *static_cast<const ProphecyFrame*>(at);
      check(m_.printed(frame.card).type == CardType::Prophecy, "no prophecy is meant");
      if (head.phase == ProphecyFrame::Place) asks_card(top, zone_set(s_, Zone::Hand, s_.active));
      return;
    }
    case FrameType::Icons:
      return check_icons(*static_cast<const IconsFrame*>(at), top);
  }
}

}  // namespace

uint64_t number_variables(const Program& program, const Ability& ability) { return Code(program, ability).numbers; }

std::vector<std::string> check_unfinished(const Matchup& m, const State& s) { return Checker(m, s).check(); }

}  // namespace archon
