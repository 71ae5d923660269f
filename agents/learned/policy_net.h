#pragma once
// A learned policy: a small network that scores the legal actions of a decision by what it sees of them
// (agents/learned/decision_features.h).
//
//   card vector   v(card) = sum of the vectors of its features + the vector of its name          (kCardWidth)
//   hidden 1      h = relu(sum of M[role] v(card) + sum of number x vector of the number)         (kHidden)
//                 over what belongs to the position and over what belongs to the action
//   hidden 2      g = relu(G h + b)                                                               (kSecond)
//   score         o . g + p . h: advantage of the action in percent of winning, up to a constant
//
// M[role] v(card) is worked out once a card and kept, so a decision costs the sum of a few dozen rows (compare NNUE: Nasu,
// "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018).
#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "agents/learned/decision_features.h"
#include "engine/core/mutex.h"

namespace archon {

inline constexpr int kCardWidth = 32, kHidden = 32, kSecond = 16;
using HiddenRow = std::array<float, kHidden>;
using CardVector = std::array<float, kCardWidth>;

// All that is learned.
struct PolicyWeights {
  std::vector<CardVector> features;                                 // of card_features
  std::vector<CardVector> names;                                    // of each card of the table
  std::array<std::array<CardVector, kHidden>, kCardRoles> roles{};  // M[role][hidden][card]
  std::array<HiddenRow, kPositionNumbers> position{};
  std::array<HiddenRow, kActionNumbers> action{};
  std::array<std::array<float, kSecond>, kHidden> second{};  // G[hidden 1][hidden 2]
  std::array<float, kSecond> second_bias{};
  std::array<float, kSecond> out{};
  HiddenRow out_first{};

  PolicyWeights();  // all 0, of the right size
};

// Card by card in the order of the table: what a definition is called there (variants share the name of their card).
std::vector<uint16_t> card_of_definition(const Program& program);

class PolicyNet {
 public:
  explicit PolicyNet(PolicyWeights weights) : weights_(std::move(weights)) {}
  PolicyNet(const PolicyNet&) = delete;

  // scores[i] of action i, in percent of winning more or less than others. Thread safe; allocates only when a card is met for
  // the first time in the process.
  void score(const Program& program, const DecisionFeatures& features, std::span<float> scores) const;

  const PolicyWeights& weights() const { return weights_; }

 private:
  using CardRows = std::array<HiddenRow, kCardRoles>;
  void make_rows(const Program& program, uint16_t definition) const;

  PolicyWeights weights_;
  static constexpr size_t kMaxDefinitions = 4096;
  mutable std::array<std::atomic<const CardRows*>, kMaxDefinitions> rows_{};
  mutable std::vector<std::unique_ptr<CardRows>> made_;
  mutable Mutex making_;
};

}  // namespace archon
