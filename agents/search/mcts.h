#pragma once
// Information-set Monte Carlo tree search over the own turn.
//
// The tree has a node for each decision of the searching player until its turn ends. A node stands for all positions the player
// can't tell apart (agents/reading/information_set.h): nodes that are reached on different ways within the turn are one
// (transpositions), and where hidden cards really lie has no influence.
//
//   root       Sequential halving: the answers that the prior likes best (`halving` of them, and no more than make up 97 %)
//   share
//              the iterations, after each round the better half goes on. What earlier decisions of the turn found counts, too.
//              With halving=0 or time_ms, and below the root, PUCT decides.
//   selection  PUCT: the action with the largest Q + c P sqrt(N + 1) / (1 + n). P is the prior of the learned policy, or of the
//              rules of thumb, Q the mean value of the action (of the node, when the action was not tried), N and n are the
//              visits of node and action.
//   chance     Progressive widening: an action is carried out, with the hidden cards dealt again and chance drawn anew, while
//              its samples are at most visits^0.3; at other visits one of the known outcomes is taken again, in proportion to
//              how often it came.
//   worlds     The n-th visit of each action of the root meets the same deal and luck (common random numbers).
//   others     What the opponent decides during the own turn is played by the policy.
//   leaf       The turn is played to its end by the policy, and for leaf=reply one turn of the opponent, for
//              leaf=round one more own turn, for leaf=rounds2 to rounds4 two to four rounds. The value is the probability of
//              winning that the evaluation gives to the ends of these later turns, in the mean. Games are not played to their
//              end. With leaf=auto there is a round for every 100 iterations or 5 ms, from one to four: what is judged later
//              is judged with less bias and more luck, which many iterations take out.
//   choice     The answer that is left; with halving=0 or time_ms the action with the most visits.
//
// The tree is kept as long as the turn lasts: the next decision begins with the visits its node has already. When it is full,
// the search goes on, but judges further positions without remembering them.
//
// It assumes that all hidden cards are equally likely (nothing is inferred from what the opponent did or did not do) and that
// the opponent replies by the policy. Decisions in the opponent's turn are searched to the end of that turn, the
// mulligan to the end of the own first turn.
//
// References: Cowling, Powley, Whitehouse, "Information set Monte Carlo tree search", IEEE T-CIAIG 2012; Rosin, "Multi-armed
// bandits with episode context", Annals of Mathematics and AI 2011 (PUCT), in the form of Silver et al., Nature 2017; Couetoux
// et al., "Continuous upper confidence trees", LION 2011 (progressive widening); Childs, Brodeur, Kocsis, "Transpositions and
// move groups in Monte Carlo tree search", CIG 2008; Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed
// bandits", ICML 2013 (sequential halving); Danihelka et al., "Policy improvement by planning with Gumbel", ICLR 2022 (at the
// root).
#include <optional>
#include <span>
#include <vector>

#include "agents/agent.h"
#include "agents/search/mcts_tree.h"
#include "agents/search/playout.h"

namespace archon {

struct MctsOptions {
  int iterations = 400;  // a decision
  int time_ms = 0;       // above 0: so long a decision instead; the games then depend on the machine
  int c_percent = 20;
  std::optional<Leaf> leaf{};  // none: by how much is searched
  int model = 0;               // of the evaluation, see agents/reading/model_file.h
  PolicyOptions policy{};      // prior, replies and playouts
  int temperature = 250;       // of a learned prior, see learned_prior
  int halving = 8;             // answers of the root that sequential halving begins with; 0: PUCT at the root
  uint32_t nodes = 0;          // room in the tree; 0: enough for the decisions of a turn, at most 16,384 (72 MB)
};

class MctsAgent final : public Agent {
 public:
  explicit MctsAgent(const MctsOptions& options = {});

  Action choose(const View& view, const ActionList& legal, SmallRng& rng) override;
  // Decisions without a search, and those whose search found the tree full.
  int64_t fallbacks() const override { return fallbacks_; }
  const Tree& tree() const { return tree_; }

 private:
  struct Step {
    uint32_t node;
    TreeEdge* edge;
  };
  // Where one step down the tree leads: to a node, or with `node` == kNoIndex to a value.
  struct Descent {
    uint32_t node = kNoIndex;
    float value = 0;
  };

  uint32_t find_root(const View& view, SmallRng& rng);
  void search(uint32_t root, uint64_t luck);
  int pick_answers(uint32_t root, int budget, std::span<TreeEdge*> answers);
  const TreeEdge* halve(uint32_t root, uint64_t luck);
  void iterate(uint32_t root, uint64_t luck, TreeEdge* first = nullptr);
  bool expand(uint32_t node);
  TreeEdge& select(uint32_t node);
  uint32_t known_outcome(const TreeEdge& edge, SmallRng& world) const;
  Descent sample(TreeEdge& edge, uint32_t node, SmallRng& world);
  State deal(uint32_t node, SmallRng& world) const;

  MctsOptions options_;
  const Matchup* matchup_ = nullptr;  // of the game; set by choose
  Horizon horizon_;
  Tree tree_;
  std::vector<Step> path_;
  bool full_ = false;  // a position or an outcome of the present search found no room in the tree
  int64_t fallbacks_ = 0;
};

}  // namespace archon
