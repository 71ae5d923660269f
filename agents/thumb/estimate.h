#pragma once
// Adds up what a run of instructions would do, without carrying it out: conditions, numbers and cards that the player knows are
// those of the position, what is not known is guessed. Branches are those that the player of the ability likes best.
#include <array>
#include <optional>

#include "agents/reading/purpose.h"
#include "engine/view/inquiry.h"
#include "engine/view/view.h"

namespace archon {

class Estimate {
 public:
  // `you` resolves the ability of `self`. The worth is for the player who looks.
  Estimate(const View& view, CardId self, int you);

  // Once: from an instruction to the end; with what was chosen just before it (a number, or the mask of a house); after
  // something was not done.
  int run(int pc) { return follow(pc, walk_); }
  int run_with(int pc, int chosen);
  int run_without(int pc);

 private:
  struct Group {  // targets: picked out of these cards by the next effect
    CardSet cards;
    Quant quant = Quant::Each;
    Side side = Side::Any;
    bool by_you = true;
    bool known = true;
    int count = 1;
    uint16_t zones = 0;
  };
  struct Walk {  // what has happened so far
    int worth = 0;
    std::array<int, 2> amber{};  // in the pools
    int rounds = 0;              // of a loop over cards
    int group_count = 0;
    CardSet touched;  // were destroyed, readied ...
    Inquiry ask;
    std::array<Group, 3> groups;
  };

  int sign(int player) const { return player == me_ ? 1 : -1; }
  int follow(int pc, Walk& walk);
  int better(const Walk& walk, int a, int b) const;
  int best_branch(int first, int branches, const Walk& walk);
  int best_chosen(int pc, int chosen, const Walk& walk, std::optional<int> best);
  int best_house(int pc, const Walk& walk);
  int best_number(int pc, const Walk& walk);

  bool holds(ExprId condition, const Walk& walk) const;
  int number(ExprId id, int typical, const Walk& walk) const;
  int player(ExprId id, const Walk& walk) const;
  Slot* slot(uint16_t index, Walk& walk) const;
  void set_did(Walk& walk, bool did) const;
  void set_done(Walk& walk, CardSet cards) const;
  void set_amount(Walk& walk, int amount, int wanted) const;

  int control(const Instr& in, int pc, Walk& walk);
  int each_player(const Instr& in, int pc, Walk& walk);
  void effect(const Instr& in, Walk& walk);
  void on_player(const Instr& in, Walk& walk) const;
  void change(int who, int delta, Walk& walk) const;
  void capture(int from, int wanted, Walk& walk) const;
  void capture_by(const Instr& in, CardId card, Walk& walk) const;
  void forge(int who, int cost, Walk& walk) const;
  void make_token(const Instr& in, Walk& walk) const;
  int lasting(const Instr& in, const Walk& walk) const;
  int sum_of(CardSet cards, Wish wish) const;

  void add_targets(const Instr& in, Walk& walk) const;
  void choose(const Instr& in, Walk& walk) const;
  void add_group(std::optional<CardSet> cards, const Selector* selector, Quant quant, bool by_you, Walk& walk) const;
  CardSet included(const Selector& selector, const Walk& walk) const;
  void on_targets(const Instr& in, Walk& walk) const;
  static bool settles(EffectOp op);
  int one(const Purpose& purpose, const Instr& in, CardId card, const Walk& walk) const;
  int on_all(const Purpose& purpose, const Instr& in, CardSet cards, Walk& walk) const;
  CardSet picks(const Instr& in, const Group& group, Walk& walk) const;
  int outside_worth(EffectOp op, CardId card) const;
  int hidden_worth(EffectOp op, const Group& group, const Walk& walk) const;

  const View& view_;
  const Program& program_;
  const int me_;
  int budget_ = kMaxScan;  // instructions, over all branches
  Walk walk_;
};

}  // namespace archon
