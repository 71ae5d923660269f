// Triad against the normal form of the whole match, in which every plan of a player is one choice.
#include "sim/tournament/triad.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "engine/core/random.h"
#include "tests/sim/tournament/matrix_value.h"

using namespace archon;

namespace {

TriadRates random_triad(SmallRng& rng) {
  TriadRates rates;
  for (auto& row : rates)
    for (PairRates& each : row) each = {rng.uniform(), rng.uniform() / 2 - 0.25};
  return rates;
}

// What a player with two decks does: the deck of game 1; having lost it to deck `d` of the other, the deck of game 2. Whoever
// has won with one deck has only the other one left, and in game 3 both have one.
struct Plan {
  int begin;
  std::array<int, 2> after_loss;
};

std::vector<Plan> plans() {
  std::vector<Plan> all;
  for (int begin : {0, 1})
    for (int one : {0, 1})
      for (int other : {0, 1}) all.push_back({begin, {one, other}});
  return all;
}

using Duel = std::array<std::array<PairRates, 2>, 2>;

// P(I win): all results. `loser`: who lost the game before (1: I did, -1: the opponent, 0: no game yet).
double win_of(const PairRates& rates, FirstPlayer first, int loser) {
  const double begin = rates.when(true), second = rates.when(false);
  if (loser == 0 || first == FirstPlayer::Lot) return (begin + second) / 2;
  return loser > 0 ? std::max(begin, second) : std::min(begin, second);
}

double play(const Duel& duel, FirstPlayer first, const Plan& mine, const Plan& theirs) {
  const int i = mine.begin, j = theirs.begin;
  const auto rate = [&](int own, int other) -> const PairRates& {
    return duel[static_cast<size_t>(own)][static_cast<size_t>(other)];
  };
  const double p = win_of(rate(i, j), first, 0);
  // I won with i, am left with 1 - i; the opponent answers with k, and wins the match with 1 - k after that.
  const int k = theirs.after_loss[static_cast<size_t>(i)];
  const double lead = win_of(rate(1 - i, k), first, -1);
  const double won = lead + (1 - lead) * win_of(rate(1 - i, 1 - k), first, 1);
  const int l = mine.after_loss[static_cast<size_t>(j)];
  const double behind = win_of(rate(l, 1 - j), first, 1);
  const double lost = behind * win_of(rate(1 - l, 1 - j), first, -1);
  return p * won + (1 - p) * lost;
}

double duel_by_plans(const Duel& duel, FirstPlayer first) {
  const std::vector<Plan> all = plans();
  Eigen::MatrixXd game(8, 8);
  for (size_t i = 0; i < 8; ++i)
    for (size_t j = 0; j < 8; ++j)
      game(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = play(duel, first, all[i], all[j]);
  return value_of_game(game);
}

constexpr int kLeft[3][2] = {{1, 2}, {0, 2}, {0, 1}};  // when deck 0, 1, 2 is banned

double triad_by_plans(const TriadRates& rates, FirstPlayer first) {
  Eigen::MatrixXd bans(3, 3);
  for (int ban = 0; ban < 3; ++ban) {
    for (int banned = 0; banned < 3; ++banned) {
      Duel duel;
      for (size_t i = 0; i < 2; ++i)
        for (size_t j = 0; j < 2; ++j)
          duel[i][j] = rates[static_cast<size_t>(kLeft[banned][i])][static_cast<size_t>(kLeft[ban][j])];
      bans(ban, banned) = duel_by_plans(duel, first);
    }
  }
  return value_of_game(bans);
}

TriadRates turned(const TriadRates& rates) {
  TriadRates other;
  for (size_t i = 0; i < kTriad; ++i)
    for (size_t j = 0; j < kTriad; ++j) other[j][i] = rates[i][j].turned();
  return other;
}

}  // namespace

TEST_CASE("Triad: its value is that of the game of all plans and bans") {
  SmallRng rng{1};
  for (int i = 0; i < 12; ++i) {
    const TriadRates rates = random_triad(rng);
    const FirstPlayer first = i % 2 ? FirstPlayer::Lot : FirstPlayer::Loser;
    const TriadMatch match = solve_triad(rates, first);
    CHECK(match.win == Approx(triad_by_plans(rates, first)).margin(1e-5));
    CHECK(triad_win(rates, first) == Approx(match.win));
  }
}

TEST_CASE("Triad: bans and first decks are mixtures, and what one player wins the other loses") {
  SmallRng rng{2};
  for (int i = 0; i < 60; ++i) {
    const TriadRates rates = random_triad(rng);
    for (FirstPlayer first : {FirstPlayer::Lot, FirstPlayer::Loser}) {
      const TriadMatch match = solve_triad(rates, first), other = solve_triad(turned(rates), first);
      CHECK(match.win + other.win == Approx(1));
      CHECK(std::accumulate(match.ban.begin(), match.ban.end(), 0.0) == Approx(1));
      for (size_t k = 0; k < kTriad; ++k) CHECK(match.ban[k] == Approx(other.banned[k]).margin(1e-6));
      CHECK(match.after[0][1].begin[0] + match.after[0][1].begin[1] == Approx(1));
    }
  }
}

TEST_CASE("Triad: known values") {
  TriadRates even;
  for (auto& row : even) row.fill({0.5, 0});
  const TriadMatch match = solve_triad(even, FirstPlayer::Loser);
  CHECK(match.win == Approx(0.5));
  for (double share : match.ban) CHECK(share == Approx(1 / 3.));
  CHECK(match.after[0][0].begin[0] == Approx(0.5));

  // One of the opponent's decks beats all of mine and the others are even: it is banned, and the rest is even.
  TriadRates strong = even;
  for (auto& row : strong) row[1] = {0.1, 0};
  const TriadMatch banned = solve_triad(strong, FirstPlayer::Lot);
  CHECK(banned.ban[1] == Approx(1));
  CHECK(banned.win == Approx(0.5));

  // With the same rate p for all pairs, the first of two wins: a best of three.
  for (auto& row : even) row.fill({0.6, 0.1});
  for (FirstPlayer first : {FirstPlayer::Lot, FirstPlayer::Loser})
    CHECK(solve_triad(even, first).win == Approx(best_of(3, {0.6, 0.1}, first)));

  // Better decks of mine never make it worse.
  SmallRng rng{3};
  for (int i = 0; i < 50; ++i) {
    TriadRates rates = random_triad(rng);
    for (auto& row : rates)
      for (PairRates& each : row) each.advantage = 0;
    const double before = triad_win(rates, FirstPlayer::Lot);
    PairRates& one = rates[rng.below(3)][rng.below(3)];
    one.mean += (1 - one.mean) * rng.uniform();
    CHECK(triad_win(rates, FirstPlayer::Lot) >= before - 1e-9);
  }
}
