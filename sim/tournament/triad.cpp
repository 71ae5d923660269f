#include "sim/tournament/triad.h"

#include "sim/stats/zero_sum.h"

namespace archon {
namespace {

using DuelRates = std::array<std::array<PairRates, 2>, 2>;

// A match of two decks each from any point. Sets of decks to win with are bits.
class Duel {
 public:
  Duel(const DuelRates& rates, FirstPlayer first) : rates_(rates), first_(first) {}

  // P(I win).
  double from(unsigned mine, unsigned theirs, Chooser chooser) const {
    if (mine == 0 || theirs == 0) return mine == 0;
    return zero_sum_value(game(mine, theirs, chooser));
  }

  // By the choices of decks of both.
  SmallGame game(unsigned mine, unsigned theirs, Chooser chooser) const {
    SmallGame payoff(mine == 3 ? 2 : 1, theirs == 3 ? 2 : 1);
    for (Eigen::Index i = 0; i < payoff.rows(); ++i) {
      for (Eigen::Index j = 0; j < payoff.cols(); ++j) {
        const unsigned deck = payoff.rows() == 2 ? static_cast<unsigned>(i) : mine - 1,
                       other = payoff.cols() == 2 ? static_cast<unsigned>(j) : theirs - 1;
        const double p = game_rate(rates_[deck][other], chooser);
        payoff(i, j) = p * from(mine & ~(1u << deck), theirs, chooser_after(first_, true)) +
                       (1 - p) * from(mine, theirs & ~(1u << other), chooser_after(first_, false));
      }
    }
    return payoff;
  }

 private:
  const DuelRates& rates_;
  const FirstPlayer first_;
};

// The two that are left when one of three is banned.
constexpr std::array<size_t, 2> left(size_t banned) { return {banned == 0 ? 1u : 0u, banned == 2 ? 1u : 2u}; }

DuelRates rates_after(const TriadRates& rates, size_t mine, size_t theirs) {
  DuelRates duel;
  for (size_t i = 0; i < 2; ++i)
    for (size_t j = 0; j < 2; ++j) duel[i][j] = rates[left(mine)[i]][left(theirs)[j]];
  return duel;
}

// Rows: my bans of their decks; columns: their bans of mine. `win` gives what remains by my and by their banned deck.
template <class Win>
SmallGame ban_game(const Win& win) {
  SmallGame payoff(kTriad, kTriad);
  for (size_t ban = 0; ban < kTriad; ++ban)
    for (size_t banned = 0; banned < kTriad; ++banned)
      payoff(static_cast<Eigen::Index>(ban), static_cast<Eigen::Index>(banned)) = win(banned, ban);
  return payoff;
}

TriadDuel solve_duel(const DuelRates& rates, FirstPlayer first) {
  const ZeroSumSolution solution = solve_zero_sum(Duel(rates, first).game(3, 3, Chooser::Nobody));
  return {.win = solution.value,
          .begin = {solution.row[0], solution.row[1]},
          .they_begin = {solution.column[0], solution.column[1]}};
}

}  // namespace

TriadMatch solve_triad(const TriadRates& rates, FirstPlayer first) {
  TriadMatch match;
  for (size_t i = 0; i < kTriad; ++i)
    for (size_t j = 0; j < kTriad; ++j) match.after[i][j] = solve_duel(rates_after(rates, i, j), first);
  const ZeroSumSolution bans = solve_zero_sum(ban_game([&](size_t i, size_t j) { return match.after[i][j].win; }));
  match.win = bans.value;
  for (size_t i = 0; i < kTriad; ++i) {
    match.ban[i] = bans.row[i];
    match.banned[i] = bans.column[i];
  }
  return match;
}

double triad_win(const TriadRates& rates, FirstPlayer first) {
  return zero_sum_value(
      ban_game([&](size_t i, size_t j) { return Duel(rates_after(rates, i, j), first).from(3, 3, Chooser::Nobody); }));
}

}  // namespace archon
