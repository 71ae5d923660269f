#pragma once
// The memory of a tree search: nodes, edges and chance outcomes in pools that are allocated once, with a hash table that finds
// the node of an information set.
#include <cstdint>
#include <vector>

#include "engine/core/action.h"
#include "engine/core/state.h"

namespace archon {

inline constexpr uint32_t kNoIndex = 0xFFFFFFFFu;

// A decision of the searching player. `key` names all positions it can't tell apart; one of them is kept.
struct TreeNode {
  uint64_t key = 0;
  uint32_t first_edge = 0;
  uint16_t edges = 0;   // 0: not expanded yet
  uint32_t visits = 0;  // of its edges
  float value = 0;      // sum over these visits
};

// A legal action of a node.
struct TreeEdge {
  Action action;
  float prior = 0;
  uint32_t visits = 0;
  float value = 0;       // sum over the visits
  uint32_t samples = 0;  // how often it was carried out; at other visits a known outcome is taken again
  uint32_t first_outcome = kNoIndex;
};

// What came of an action: the node of the next own decision, or the end of the search (node == kNoIndex).
struct TreeOutcome {
  uint32_t node = kNoIndex;
  uint32_t count = 0;  // samples that led here
  uint32_t next = kNoIndex;
};

class Tree {
 public:
  // Room for so many nodes, 8 edges a node and as many outcomes; about 4.4 KB a node. All memory is taken here.
  explicit Tree(uint32_t capacity);

  void clear();
  uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }
  uint32_t capacity() const { return capacity_; }
  // Whether so many more nodes find room, with 8 edges each.
  bool has_room(uint32_t nodes) const;

  uint32_t find(uint64_t key) const;                                        // kNoIndex: not there
  uint32_t insert(uint64_t key, const State& state);                        // kNoIndex: no room
  bool expand(uint32_t node, const ActionList& legal, const float* prior);  // false: no room
  // Counts one more sample of the edge that led to that node (or to the end). False: no room, a new outcome is forgotten.
  bool add_outcome(TreeEdge& edge, uint32_t node);

  TreeNode& node(uint32_t index) { return nodes_[index]; }
  const TreeNode& node(uint32_t index) const { return nodes_[index]; }
  const State& state(uint32_t index) const { return states_[index]; }
  TreeEdge* edges(uint32_t node) { return edges_.data() + nodes_[node].first_edge; }
  const TreeOutcome& outcome(uint32_t index) const { return outcomes_[index]; }

 private:
  uint32_t capacity_;
  std::vector<TreeNode> nodes_;
  std::vector<State> states_;
  std::vector<TreeEdge> edges_;
  std::vector<TreeOutcome> outcomes_;
  std::vector<uint32_t> slots_;  // open addressing: index of a node, or kNoIndex
};

}  // namespace archon
