#pragma once
// What the games of a race say of its racers, where those that have parts in common tell of each other, as builds that share
// pods.
//
// A game of racer i in round r is won with probability logistic(m_i + g + sum of u_p over its parts + d_i + o_r): m_i is its
// rating; g what all of them are off by, as those may be who were chosen for their ratings; u_p what each of its parts is off
// by; d_i what it is off by itself; o_r what the opponents of the round are off by. All of these are normal around 0. The
// posterior is Laplace's approximation, found by Newton's method (Rasmussen and Williams, Gaussian Processes for Machine
// Learning, 2006, 3.4).
#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <span>
#include <vector>

#include "engine/core/random.h"
#include "sim/race/deck_race.h"

namespace archon {

class RacePosterior {
 public:
  // Of all racers, those dropped too. O(racers x rounds x k^2 + k^3), k being the number of parts and rounds together.
  explicit RacePosterior(std::span<const Racer> racers);

  double mean(size_t racer) const;  // of its win rate against the field
  // Win rates of these racers, together as likely as the games say.
  std::vector<double> draw(std::span<const size_t> racers, SmallRng& rng) const;

 private:
  // The logit of a racer's win rate: known + shared * (g, u, o) + a normal error of its own.
  struct Strength {
    double known = 0;
    Eigen::VectorXd shared{};
    double error = 0;
  };

  std::vector<Strength> strengths_;
  Eigen::VectorXd mean_;                   // of (g, u, o)
  Eigen::LLT<Eigen::MatrixXd> precision_;  // likewise
};

}  // namespace archon
