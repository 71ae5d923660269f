// The pools of the tree search.
#include "agents/search/mcts_tree.h"

#include <catch2/catch.hpp>

using namespace archon;

namespace {

ActionList some_actions(int count) {
  ActionList list;
  for (int i = 0; i < count; ++i) list.add(Action(Verb::Reap, static_cast<CardId>(i)));
  return list;
}

}  // namespace

TEST_CASE("nodes are found by their key, until the tree is cleared") {
  Tree tree(100);
  const State state{};
  for (uint64_t i = 0; i < 100; ++i) CHECK(tree.insert(i << 32, state) == i);  // all in one place of the table
  CHECK(tree.insert(77, state) == kNoIndex);
  for (uint64_t i = 0; i < 100; ++i) CHECK(tree.find(i << 32) == i);
  CHECK(tree.find(5) == kNoIndex);
  tree.clear();
  CHECK(tree.size() == 0);
  CHECK(tree.find(0) == kNoIndex);
  CHECK(tree.insert(77, state) == 0);
}

TEST_CASE("outcomes of an action are counted by the node they lead to") {
  Tree tree(10);
  const State state{};
  const uint32_t root = tree.insert(1, state), a = tree.insert(2, state), b = tree.insert(3, state);
  const float prior[2] = {0.75f, 0.25f};
  REQUIRE(tree.expand(root, some_actions(2), prior));
  TreeEdge& edge = tree.edges(root)[1];
  CHECK(edge.prior == 0.25f);
  CHECK(edge.action == Action(Verb::Reap, 1));
  for (uint32_t node : {a, b, a, a, kNoIndex}) tree.add_outcome(edge, node);
  CHECK(edge.samples == 5);
  uint32_t counted = 0;
  for (uint32_t i = edge.first_outcome; i != kNoIndex; i = tree.outcome(i).next) {
    const TreeOutcome& outcome = tree.outcome(i);
    counted += outcome.count;
    CHECK(outcome.count == (outcome.node == a ? 3u : 1u));
  }
  CHECK(counted == 5);
}

TEST_CASE("an outcome finds no room when all are used up; known ones are still counted") {
  Tree tree(2);
  const float prior[1] = {1};
  REQUIRE(tree.expand(tree.insert(1, State{}), some_actions(1), prior));
  TreeEdge& edge = *tree.edges(0);
  uint32_t room = 0;
  while (tree.add_outcome(edge, room)) ++room;
  CHECK(room == 16);
  CHECK(edge.samples == 17);
  CHECK(tree.add_outcome(edge, 15));
  CHECK(tree.outcome(edge.first_outcome).count == 2);
}

TEST_CASE("a node finds no room for its actions when they are used up") {
  Tree tree(2);
  const State state{};
  const std::vector<float> prior(kMaxActions);
  const uint32_t one = tree.insert(1, state), two = tree.insert(2, state);
  CHECK(tree.expand(one, some_actions(kMaxActions), prior.data()));
  CHECK_FALSE(tree.expand(two, some_actions(kMaxActions), prior.data()));
  CHECK(tree.node(two).edges == 0);
}
