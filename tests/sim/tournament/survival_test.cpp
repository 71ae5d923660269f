// Survival against the normal form of the whole match, in which every plan of a player is one choice.
#include "sim/tournament/survival.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <numeric>

#include "engine/core/random.h"
#include "tests/sim/tournament/matrix_value.h"

using namespace archon;

namespace {

TeamRates random_teams(SmallRng& rng, size_t mine, size_t theirs) {
  TeamRates rates(mine, std::vector<PairRates>(theirs));
  for (auto& row : rates)
    for (PairRates& each : row) each = {rng.uniform(), rng.uniform() / 2 - 0.25};
  return rates;
}

// The decks that a player has lost so far, in their order, and the deck that he faces: the answer is the deck to play next.
using Situation = std::pair<std::vector<size_t>, size_t>;
struct TeamPlan {
  size_t begin = 0;
  std::map<Situation, size_t> answers;
};

// All plans: the first deck; of three decks also which one comes second, by the deck that has won.
std::vector<TeamPlan> team_plans(size_t decks, size_t others) {
  std::vector<TeamPlan> all;
  for (size_t begin = 0; begin < decks; ++begin) {
    std::vector<TeamPlan> of_begin{{begin, {}}};
    for (size_t other = 0; decks > 2 && other < others; ++other) {
      std::vector<TeamPlan> next;
      for (const TeamPlan& plan : of_begin)
        for (size_t second = 0; second < decks; ++second) {
          if (second == begin) continue;
          TeamPlan longer = plan;
          longer.answers[{{begin}, other}] = second;
          next.push_back(longer);
        }
      of_begin = next;
    }
    all.insert(all.end(), of_begin.begin(), of_begin.end());
  }
  return all;
}

// What a plan says; the last deck needs no plan.
size_t next_of(const TeamPlan& plan, const std::vector<size_t>& lost, size_t against, size_t decks) {
  if (lost.size() + 1 < decks) return plan.answers.at({lost, against});
  size_t left = decks * (decks - 1) / 2;
  for (const size_t each : lost) left -= each;
  return left;
}

// P(I win) by all results. `loser`: who lost the game before (1: I did, -1: the opponent, 0: no game yet).
double play_out(const TeamRates& rates, FirstPlayer first, const TeamPlan& mine, const TeamPlan& theirs,
                std::vector<size_t> my_lost, std::vector<size_t> their_lost, size_t i, size_t j, int loser) {
  const PairRates& pair = rates[i][j];
  const double begin = pair.when(true), second = pair.when(false);
  const double p = loser == 0 || first == FirstPlayer::Lot ? (begin + second) / 2
                   : loser > 0                             ? std::max(begin, second)
                                                           : std::min(begin, second);
  std::vector<size_t> i_lose = my_lost, they_lose = their_lost;
  i_lose.push_back(i);
  they_lose.push_back(j);
  const double won = they_lose.size() == rates[0].size() ? 1
                                                         : play_out(rates, first, mine, theirs, my_lost, they_lose, i,
                                                                    next_of(theirs, they_lose, i, rates[0].size()), -1);
  const double lost = i_lose.size() == rates.size() ? 0
                                                    : play_out(rates, first, mine, theirs, i_lose, their_lost,
                                                               next_of(mine, i_lose, j, rates.size()), j, 1);
  return p * won + (1 - p) * lost;
}

double by_plans(const TeamRates& rates, FirstPlayer first) {
  const std::vector<TeamPlan> mine = team_plans(rates.size(), rates[0].size()),
                              theirs = team_plans(rates[0].size(), rates.size());
  Eigen::MatrixXd game(mine.size(), theirs.size());
  for (size_t a = 0; a < mine.size(); ++a)
    for (size_t b = 0; b < theirs.size(); ++b)
      game(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)) =
          play_out(rates, first, mine[a], theirs[b], {}, {}, mine[a].begin, theirs[b].begin, 0);
  return value_of_game(game);
}

TeamRates turned(const TeamRates& rates) {
  TeamRates other(rates[0].size(), std::vector<PairRates>(rates.size()));
  for (size_t i = 0; i < rates.size(); ++i)
    for (size_t j = 0; j < rates[0].size(); ++j) other[j][i] = rates[i][j].turned();
  return other;
}

}  // namespace

TEST_CASE("Survival: as the normal form of all plans says") {
  SmallRng rng{1};
  for (const FirstPlayer first : {FirstPlayer::Lot, FirstPlayer::Loser}) {
    for (const auto& [mine, theirs, tries] : {std::tuple{1, 1, 5}, {2, 1, 20}, {2, 2, 40}, {1, 3, 10}}) {
      for (int i = 0; i < tries; ++i) {
        const TeamRates rates = random_teams(rng, static_cast<size_t>(mine), static_cast<size_t>(theirs));
        const double win = by_plans(rates, first);
        CHECK(solve_survival(rates, first).win == Approx(win).margin(1e-6));
        CHECK(survival_win(rates, first) == Approx(win).margin(1e-6));
      }
    }
  }
}

TEST_CASE("Survival: three and four decks, as a walk over all courses without memory says") {
  SmallRng rng{2};
  for (const FirstPlayer first : {FirstPlayer::Lot, FirstPlayer::Loser}) {
    for (const size_t decks : {3u, 4u}) {
      const TeamRates rates = random_teams(rng, decks, decks);
      // The rest of a match by the lists of decks that are left.
      using Left = std::vector<size_t>;
      const auto less = [](Left left, size_t deck) {
        std::erase(left, deck);
        return left;
      };
      const std::function<double(const Left&, const Left&, size_t, size_t, int)> walk =
          [&](const Left& mine, const Left& theirs, size_t i, size_t j, int loser) {
            const PairRates& pair = rates[i][j];
            const double begin = pair.when(true), second = pair.when(false);
            const double p = loser == 0 || first == FirstPlayer::Lot ? pair.mean
                             : loser > 0                             ? std::max(begin, second)
                                                                     : std::min(begin, second);
            double won = 1, lost = 0;
            for (const size_t next : less(theirs, j)) won = std::min(won, walk(mine, less(theirs, j), i, next, -1));
            for (const size_t next : less(mine, i)) lost = std::max(lost, walk(less(mine, i), theirs, next, j, 1));
            return p * won + (1 - p) * lost;
          };
      Left all(decks);
      std::iota(all.begin(), all.end(), size_t{0});
      Eigen::MatrixXd opening(decks, decks);
      for (size_t i = 0; i < decks; ++i)
        for (size_t j = 0; j < decks; ++j)
          opening(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = walk(all, all, i, j, 0);
      const SurvivalMatch match = solve_survival(rates, first);
      CHECK(match.win == Approx(value_of_game(opening)).margin(1e-6));
      CHECK(std::accumulate(match.begin.begin(), match.begin.end(), 0.0) == Approx(1));
      CHECK(std::accumulate(match.they_begin.begin(), match.they_begin.end(), 0.0) == Approx(1));
      // After game 1 the loser brings the deck that leaves him most.
      const NextDeck& next = match.after_loss[0][1];
      CHECK(next.deck != 0);
      CHECK(next.win == Approx(walk(less(all, 0), all, static_cast<size_t>(next.deck), 1, 1)));
      for (const size_t other : less(all, 0)) CHECK(next.win >= walk(less(all, 0), all, other, 1, 1) - 1e-12);
    }
  }
}

TEST_CASE("Survival: what one player wins the other loses, equal teams are even, and a deck more helps") {
  SmallRng rng{3};
  for (const FirstPlayer first : {FirstPlayer::Lot, FirstPlayer::Loser}) {
    const TeamRates rates = random_teams(rng, 3, 4);
    CHECK(solve_survival(rates, first).win + solve_survival(turned(rates), first).win == Approx(1));
    const TeamRates even(3, std::vector<PairRates>(3, {0.5, 0.1}));
    CHECK(solve_survival(even, first).win == Approx(0.5));
    const TeamRates more(3, std::vector<PairRates>(2, {0.5, 0.1}));
    CHECK(solve_survival(more, first).win > 0.6);
    CHECK(solve_survival({{{0.3, 0}}}, first).after_loss[0][0].deck == -1);
  }
  // 3 decks against 2 at even odds: 3 games won before 2 are lost ... P(2 wins come before 3 losses) = 11/16.
  CHECK(survival_win(TeamRates(3, std::vector<PairRates>(2)), FirstPlayer::Lot) == Approx(11.0 / 16));
}
