#include "agents/search/mcts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>

#include "agents/learned/action_scores.h"
#include "agents/reading/information_set.h"
#include "agents/reading/model_file.h"
#include "agents/search/turn_playout.h"
#include "engine/view/disguise.h"

namespace archon {
namespace {

constexpr uint32_t kNodesPerIteration = 8;  // the decisions of a turn share one tree
constexpr uint32_t kMinNodes = 512, kMaxNodes = 16384;
constexpr size_t kMaxDepth = 200;  // own decisions in one turn; beyond it the rules of thumb go on
constexpr float kWidening = 0.3f;
constexpr int kIterationsPerClock = 16;  // between two looks at the clock
constexpr float kCovered = 0.97f;        // share of the prior beyond which no answer is searched
constexpr float kPriorTrust = 0.0025f;   // what a factor of e in the prior counts as, in chance of winning

uint32_t tree_capacity(const MctsOptions& options) {
  if (options.nodes > 0) return options.nodes;
  if (options.time_ms > 0) return kMaxNodes;
  return 1 + std::clamp(static_cast<uint32_t>(options.iterations) * kNodesPerIteration, kMinNodes, kMaxNodes);
}

bool widens(const TreeEdge& edge) {
  return edge.samples == 0 || static_cast<float>(edge.samples) <= std::pow(static_cast<float>(edge.visits), kWidening);
}

constexpr int kIterationsPerRound = 100, kMillisecondsPerRound = 5;  // of leaf=auto

Leaf leaf_of(const MctsOptions& options) {
  if (options.leaf) return *options.leaf;
  const int rounds = options.time_ms > 0 ? options.time_ms / kMillisecondsPerRound : options.iterations / kIterationsPerRound;
  constexpr Leaf kLeaves[] = {Leaf::Round, Leaf::Rounds2, Leaf::Rounds3, Leaf::Rounds4};
  return kLeaves[std::clamp(rounds, 1, 4) - 1];
}

int rounds_of(size_t answers) { return std::bit_width(answers - 1); }

// The best first. (A stable sort would take memory.)
void sort_edges(std::span<TreeEdge*> edges, float (*score)(const TreeEdge&)) {
  std::ranges::sort(edges, [score](const TreeEdge* a, const TreeEdge* b) {
    const float of_a = score(*a), of_b = score(*b);
    return of_a != of_b ? of_a > of_b : a < b;
  });
}

bool better(const TreeEdge& a, const TreeEdge& b) {
  if (a.visits != b.visits) return a.visits > b.visits;
  return a.visits > 0 ? a.value > b.value : a.prior > b.prior;
}

}  // namespace

MctsAgent::MctsAgent(const MctsOptions& options) : options_(options), tree_(tree_capacity(options)) {
  path_.reserve(kMaxDepth);
}

Action MctsAgent::choose(const View& view, const ActionList& legal, SmallRng& rng) {
  matchup_ = &view.matchup();
  const int turn = turn_to_search(view);
  if (turn != horizon_.turn) tree_.clear();
  horizon_ = {.player = view.player(),
              .turn = turn,
              .leaf = leaf_of(options_),
              .model = &known_model(options_.model),
              .policy = options_.policy};
  const uint32_t root = find_root(view, rng);
  full_ = false;
  const TreeEdge* best = nullptr;
  const bool halves = options_.halving > 0 && options_.time_ms == 0 && options_.iterations > 1;
  if (halves && (tree_.node(root).edges > 0 || expand(root))) {
    best = halve(root, rng.next());
  } else {
    search(root, rng.next());
    best = std::min_element(tree_.edges(root), tree_.edges(root) + tree_.node(root).edges, better);
  }
  const bool searched = tree_.node(root).edges > 0 && std::find(legal.begin(), legal.end(), best->action) != legal.end();
  if (full_ || !searched) ++fallbacks_;
  if (searched) return best->action;
  std::array<int, kMaxActions> scores;
  action_scores(view, legal, scores, options_.policy);
  return best_action(legal, scores, rng);
}

// The node of the pending decision: one of the tree when an earlier search of this turn came here.
uint32_t MctsAgent::find_root(const View& view, SmallRng& rng) {
  const State dealt = view.deal(rng);
  const uint64_t key = information_set_key(*matchup_, dealt, horizon_.player);
  const uint32_t wanted = options_.time_ms > 0 ? tree_.capacity() / 2 : static_cast<uint32_t>(options_.iterations);
  if (!tree_.has_room(1 + wanted)) tree_.clear();  // this node, and one for each iteration
  const uint32_t known = tree_.find(key);
  return known != kNoIndex ? known : tree_.insert(key, dealt);
}

void MctsAgent::search(uint32_t root, uint64_t luck) {
  if (options_.time_ms == 0) {
    for (int i = 0; i < options_.iterations; ++i) iterate(root, luck);
    return;
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(options_.time_ms);
  do {
    for (int i = 0; i < kIterationsPerClock; ++i) iterate(root, luck);
  } while (std::chrono::steady_clock::now() < end);
}

// The answers of the root that are worth searching: those that the prior likes best, few enough for the iterations. Gives their
// number.
int MctsAgent::pick_answers(uint32_t root, int budget, std::span<TreeEdge*> answers) {
  const int all = tree_.node(root).edges;
  TreeEdge* edges = tree_.edges(root);
  for (int i = 0; i < all; ++i) answers[static_cast<size_t>(i)] = edges + i;
  sort_edges(answers.first(static_cast<size_t>(all)), [](const TreeEdge& each) { return each.prior; });
  float covered = 0;
  int count = 0;
  while (count < std::min(all, options_.halving) && covered < kCovered) covered += answers[static_cast<size_t>(count++)]->prior;
  while (count > 2 && rounds_of(static_cast<size_t>(count)) * count > budget) --count;
  return count;
}

const TreeEdge* MctsAgent::halve(uint32_t root, uint64_t luck) {
  const int known = static_cast<int>(tree_.node(root).visits);  // from earlier decisions of the turn
  const int budget = std::max({options_.iterations - known, options_.iterations / 4, 2});
  std::array<TreeEdge*, kMaxActions> answers;
  std::span left(answers.data(), static_cast<size_t>(pick_answers(root, budget, answers)));
  const int rounds = rounds_of(left.size());
  const auto score = [](const TreeEdge& each) {
    return each.value / static_cast<float>(std::max(1u, each.visits)) + kPriorTrust * std::log(each.prior + 1e-6f);
  };
  while (left.size() > 1) {
    const int visits = std::max(1, budget / (rounds * static_cast<int>(left.size())));
    for (int visit = 0; visit < visits; ++visit)
      for (TreeEdge* each : left) iterate(root, luck, each);
    sort_edges(left, score);
    left = left.first((left.size() + 1) / 2);
  }
  return left[0];
}

// One way down the tree, a value at its end, and the value entered all the way up.
void MctsAgent::iterate(uint32_t root, uint64_t luck, TreeEdge* first) {
  path_.clear();
  SmallRng world{luck};
  Descent at{.node = root};
  while (at.node != kNoIndex) {
    if (path_.size() == kMaxDepth || (tree_.node(at.node).edges == 0 && !expand(at.node))) {
      State s = deal(at.node, world);
      at.value = value_of(*matchup_, s, horizon_);
      break;
    }
    TreeEdge& edge = first && path_.empty() ? *first : select(at.node);
    if (path_.empty()) world.state = SmallRng{luck + edge.visits}.next();
    path_.push_back({at.node, &edge});
    const uint32_t known = known_outcome(edge, world);
    at = known != kNoIndex ? Descent{.node = known} : sample(edge, at.node, world);
  }
  for (const Step& step : path_) {
    TreeNode& node = tree_.node(step.node);
    ++node.visits;
    node.value += at.value;
    ++step.edge->visits;
    step.edge->value += at.value;
  }
}

bool MctsAgent::expand(uint32_t node) {
  const State& s = tree_.state(node);
  ActionList legal;
  legal_actions(*matchup_, s, legal);
  std::array<int, kMaxActions> scores;
  std::array<float, kMaxActions> probabilities;
  const auto size = static_cast<size_t>(legal.size());
  action_scores(View(*matchup_, s, horizon_.player), legal, scores, options_.policy);
  if (options_.policy.net)
    learned_prior(std::span(scores).first(size), options_.temperature, std::span(probabilities).first(size));
  else
    prior(std::span(scores).first(size), std::span(probabilities).first(size));
  const bool stored = tree_.expand(node, legal, probabilities.data());
  full_ |= !stored;
  return stored;
}

TreeEdge& MctsAgent::select(uint32_t index) {
  const TreeNode& node = tree_.node(index);
  TreeEdge* edges = tree_.edges(index);
  const float mean = node.visits ? node.value / static_cast<float>(node.visits) : 0;
  const float width = static_cast<float>(options_.c_percent) / 100 * std::sqrt(static_cast<float>(node.visits) + 1);
  TreeEdge* best = edges;
  float best_score = -1;
  for (TreeEdge* edge = edges; edge != edges + node.edges; ++edge) {
    const auto visits = static_cast<float>(edge->visits);
    const float score = (edge->visits ? edge->value / visits : mean) + width * edge->prior / (1 + visits);
    if (score <= best_score) continue;
    best_score = score;
    best = edge;
  }
  return *best;
}

// A node that the action led to before, as likely as it did; kNoIndex when the action is to be carried out.
uint32_t MctsAgent::known_outcome(const TreeEdge& edge, SmallRng& world) const {
  if (edge.first_outcome == kNoIndex || widens(edge)) return kNoIndex;
  uint32_t counted = 0;
  for (uint32_t i = edge.first_outcome; i != kNoIndex; i = tree_.outcome(i).next) counted += tree_.outcome(i).count;
  uint32_t pick = world.below(counted);
  uint32_t i = edge.first_outcome;
  for (; pick >= tree_.outcome(i).count; i = tree_.outcome(i).next) pick -= tree_.outcome(i).count;
  return tree_.outcome(i).node;
}

// Carries the action out. A position that is new becomes a node and is judged.
MctsAgent::Descent MctsAgent::sample(TreeEdge& edge, uint32_t node, SmallRng& world) {
  State s = deal(node, world);
  ActionList legal;
  apply(*matchup_, s, edge.action);
  if (!play_to_decision(*matchup_, s, horizon_.turn, horizon_.player, legal, horizon_.policy)) {
    full_ |= !tree_.add_outcome(edge, kNoIndex);
    return {.value = value_of(*matchup_, s, horizon_)};
  }
  // The same cards by the same numbers whenever hidden cards are dealt again at this node.
  if (needs_disguise(*matchup_, s, horizon_.player)) Disguise(*matchup_, s, horizon_.player);
  const uint64_t key = information_set_key(*matchup_, s, horizon_.player);
  const uint32_t known = tree_.find(key);
  const uint32_t child = known != kNoIndex ? known : tree_.insert(key, s);
  full_ |= child == kNoIndex || !tree_.add_outcome(edge, child);
  if (known != kNoIndex) return {.node = known};
  return {.value = value_of(*matchup_, s, horizon_)};
}

State MctsAgent::deal(uint32_t node, SmallRng& world) const {
  return View(*matchup_, tree_.state(node), horizon_.player).deal(world);
}

}  // namespace archon
