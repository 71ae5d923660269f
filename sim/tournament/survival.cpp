#include "sim/tournament/survival.h"

#include <cassert>
#include <cmath>
#include <limits>

#include "sim/stats/zero_sum.h"

namespace archon {
namespace {

constexpr size_t kTeams = size_t{1} << kMostTeam;  // sets of decks are bits

// The match from any point, each solved once.
class Survival {
 public:
  Survival(const TeamRates& rates, FirstPlayer first) : rates_(rates), first_(first) {
    assert(!rates.empty() && rates.size() <= kMostTeam && !rates[0].empty() && rates[0].size() <= kMostTeam);
    known_.fill(std::numeric_limits<double>::quiet_NaN());
  }

  size_t mine() const { return rates_.size(); }
  size_t theirs() const { return rates_[0].size(); }

  // P(I win) with these decks left, of which i and j play now.
  double from(size_t mine, size_t theirs, size_t i, size_t j, Chooser chooser) {
    double& known = known_[(((mine * kTeams + theirs) * kMostTeam + i) * kMostTeam + j) * 3 + static_cast<size_t>(chooser)];
    if (!std::isnan(known)) return known;
    const double p = game_rate(rates_[i][j], chooser);
    return known = p * after_win(mine, theirs, i, j).win + (1 - p) * after_loss(mine, theirs, i, j).win;
  }

  NextDeck after_win(size_t mine, size_t theirs, size_t i, size_t j) {
    NextDeck next{.deck = -1, .win = 1};
    const size_t left = theirs & ~(size_t{1} << j);
    for (size_t k = 0; k < this->theirs(); ++k) {
      if (!(left >> k & 1)) continue;
      const double win = from(mine, left, i, k, chooser_after(first_, true));
      if (next.deck < 0 || win < next.win) next = {static_cast<int>(k), win};
    }
    return next;
  }

  NextDeck after_loss(size_t mine, size_t theirs, size_t i, size_t j) {
    NextDeck next{.deck = -1, .win = 0};
    const size_t left = mine & ~(size_t{1} << i);
    for (size_t k = 0; k < this->mine(); ++k) {
      if (!(left >> k & 1)) continue;
      const double win = from(left, theirs, k, j, chooser_after(first_, false));
      if (next.deck < 0 || win > next.win) next = {static_cast<int>(k), win};
    }
    return next;
  }

  size_t all_mine() const { return (size_t{1} << mine()) - 1; }
  size_t all_theirs() const { return (size_t{1} << theirs()) - 1; }

  // By the first decks of both.
  SmallGame opening() {
    SmallGame payoff(static_cast<Eigen::Index>(mine()), static_cast<Eigen::Index>(theirs()));
    for (size_t i = 0; i < mine(); ++i)
      for (size_t j = 0; j < theirs(); ++j)
        payoff(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            from(all_mine(), all_theirs(), i, j, Chooser::Nobody);
    return payoff;
  }

 private:
  const TeamRates& rates_;
  const FirstPlayer first_;
  std::array<double, kTeams * kTeams * kMostTeam * kMostTeam * 3> known_;
};

}  // namespace

SurvivalMatch solve_survival(const TeamRates& rates, FirstPlayer first) {
  Survival survival(rates, first);
  const ZeroSumSolution opening = solve_zero_sum(survival.opening());
  SurvivalMatch match;
  match.win = opening.value;
  match.begin = opening.row;
  match.they_begin = opening.column;
  for (size_t i = 0; i < survival.mine(); ++i) {
    match.after_loss.emplace_back();
    match.after_win.emplace_back();
    for (size_t j = 0; j < survival.theirs(); ++j) {
      match.after_loss[i].push_back(survival.after_loss(survival.all_mine(), survival.all_theirs(), i, j));
      match.after_win[i].push_back(survival.after_win(survival.all_mine(), survival.all_theirs(), i, j));
    }
  }
  return match;
}

double survival_win(const TeamRates& rates, FirstPlayer first) { return zero_sum_value(Survival(rates, first).opening()); }

}  // namespace archon
