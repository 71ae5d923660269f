#include "agents/search/mcts_tree.h"

#include <algorithm>
#include <bit>

namespace archon {
namespace {

constexpr uint32_t kEdgesPerNode = 8;

}  // namespace

Tree::Tree(uint32_t capacity) : capacity_(capacity), slots_(std::bit_ceil(2 * capacity), kNoIndex) {
  nodes_.reserve(capacity);
  states_.reserve(capacity);
  edges_.reserve(size_t{capacity} * kEdgesPerNode + kMaxActions);
  outcomes_.reserve(size_t{capacity} * kEdgesPerNode);
}

void Tree::clear() {
  nodes_.clear();
  states_.clear();
  edges_.clear();
  outcomes_.clear();
  std::fill(slots_.begin(), slots_.end(), kNoIndex);
}

bool Tree::has_room(uint32_t nodes) const {
  return size() + nodes <= capacity_ && edges_.size() + size_t{nodes} * kEdgesPerNode <= size_t{capacity_} * kEdgesPerNode;
}

uint32_t Tree::find(uint64_t key) const {
  const size_t mask = slots_.size() - 1;
  for (size_t at = key & mask; slots_[at] != kNoIndex; at = (at + 1) & mask)
    if (nodes_[slots_[at]].key == key) return slots_[at];
  return kNoIndex;
}

uint32_t Tree::insert(uint64_t key, const State& state) {
  if (nodes_.size() == capacity_) return kNoIndex;
  const size_t mask = slots_.size() - 1;
  size_t at = key & mask;
  while (slots_[at] != kNoIndex) at = (at + 1) & mask;
  const uint32_t index = size();
  slots_[at] = index;
  TreeNode node;
  node.key = key;
  nodes_.push_back(node);
  states_.push_back(state);
  return index;
}

bool Tree::expand(uint32_t index, const ActionList& legal, const float* prior) {
  if (edges_.size() + static_cast<size_t>(legal.size()) > edges_.capacity()) return false;
  nodes_[index].first_edge = static_cast<uint32_t>(edges_.size());
  nodes_[index].edges = static_cast<uint16_t>(legal.size());
  for (int i = 0; i < legal.size(); ++i) {
    TreeEdge edge;
    edge.action = legal[i];
    edge.prior = prior[i];
    edges_.push_back(edge);
  }
  return true;
}

bool Tree::add_outcome(TreeEdge& edge, uint32_t node) {
  ++edge.samples;
  for (uint32_t i = edge.first_outcome; i != kNoIndex; i = outcomes_[i].next) {
    if (outcomes_[i].node != node) continue;
    ++outcomes_[i].count;
    return true;
  }
  if (outcomes_.size() == outcomes_.capacity()) return false;
  outcomes_.push_back({node, 1, edge.first_outcome});
  edge.first_outcome = static_cast<uint32_t>(outcomes_.size() - 1);
  return true;
}

}  // namespace archon
