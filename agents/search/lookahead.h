#pragma once
// The learned policy (agents/learned/policy_net.h), corrected by looking ahead to the end of the own turn or some rounds
// further: in a few dealt worlds, one unless told otherwise, the answers that the policy likes best are tried, the policy plays
// on, and the evaluation (agents/reading/evaluation.h) says how well that ended (agents/search/playout.h). All answers meet the
// same worlds with the same luck, so that their differences are less noisy than each is. What was found so in few worlds is
// noisy still, what the policy expects is a mean over many: both count, as logits.
//
// All answers are candidates, discarding and ending the turn too. When the policy would do one of these, the best other actions
// are tried whatever it says of them: what a card that it hardly knows is worth is where it errs most. An action of the main
// step that was tried in a world and not taken is not tried again there: mostly it is one of several that may come in any
// order.
//
// Worlds are spent on answers that may turn out best (racing: Maron, Moore, "Hoeffding races", NIPS 1993): after n of them
// those are given up that are behind by more than `behind` / sqrt(n) in the unit of `margin`, and those that came to exactly
// the same as another one, which mostly are other orders of the same actions.
//
// The house is asked once a turn and decides most of it: it may be judged in more worlds, and later, than all other answers.
#include <array>
#include <vector>

#include "agents/agent.h"
#include "agents/search/turn_world.h"

namespace archon {

struct LookaheadOptions {
  int actions = 1;   // answers tried in the main step
  int targets = 2;   // answers tried elsewhere; every house
  int margin = 600;  // those that the policy takes for worse by so much are not tried: hundredths of a percent of winning
  int trust = 100;   // weight of the policy beside what was found, in percent
  int model = 0;     // of the evaluation, see agents/reading/model_file.h
  int weights = 0;   // of the policy, see agents/learned/policy_file.h

  // In how many dealt worlds answers are tried, at least 1, and where these are judged.
  struct Trial {
    int worlds = 1;
    Leaf leaf = Leaf::Linear;
  };
  Trial house{}, other{};
  // How long worlds are kept: while the turn goes as it does in them, or not at all.
  enum class Deal : uint8_t { Turn, Decision };
  Deal deal = Deal::Turn;
  int house_margin = -1;  // as `margin`, of houses; negative: the same
  int behind = 1000;      // of several worlds: how far behind after the first one answers are given up, see above
};

class LookaheadAgent final : public Agent {
 public:
  explicit LookaheadAgent(const LookaheadOptions& options = {});

  Action choose(const View& view, const ActionList& legal, SmallRng& rng) override;

 private:
  struct Candidates {
    int count = 0;
    std::array<int, kMaxActions> index;  // numbers of the answers worth trying, the best of the policy first

    std::span<const int> all() const { return std::span(index).first(static_cast<size_t>(count)); }
  };

  // A dealt world, and what is known of it.
  struct World {
    TurnWorld turn;
    Leaf leaf = Leaf::Linear;               // where `value` was judged
    float value = -1;                       // when the policy plays on; negative: unknown
    std::array<float, kMaxActions> values;  // of the answers that were tried last
  };

  void pick_candidates(const View& view, const ActionList& legal, std::span<const int> scores, Candidates& candidates) const;
  static void forget(std::span<World> worlds);
  void fit(std::span<World> worlds, Leaf leaf, const View& view, const ActionList& legal, SmallRng& rng);
  int try_all(std::span<World> worlds, const View& view, const ActionList& legal, std::span<const int> scores,
              const Candidates& candidates);
  static void give_up(Candidates& left, std::span<const float> sums, std::span<const float> found, float least);
  bool tried(Action action) const;

  LookaheadOptions options_;
  PolicyOptions policy_;
  std::vector<World> worlds_;  // with Deal::Turn the first `other.worlds` are kept
  ActionList tried_;           // actions of the main step, in these worlds
};

}  // namespace archon
