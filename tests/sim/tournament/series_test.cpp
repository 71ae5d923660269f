// Matches of several games against an enumeration of everything that can happen, and closed forms.
#include "sim/tournament/series.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <vector>

#include "engine/core/random.h"

using namespace archon;

namespace {

PairRates random_rates(SmallRng& rng) { return {rng.uniform(), rng.uniform() / 2 - 0.25}; }

// A player who may choose tries both and takes what is better for him.
double chosen(bool i_choose, double if_i_begin, double if_they_begin) {
  return i_choose ? std::max(if_i_begin, if_they_begin) : std::min(if_i_begin, if_they_begin);
}

// What I win in the end, by all results of games played to the last one, whoever has won already.
double enumerate(const PairRates& rates, FirstPlayer first, int games, int won, int lost, int last) {
  if (won + lost == games) return won > lost;
  const auto play = [&](bool mine_first) {
    const double p = rates.when(mine_first);
    return p * enumerate(rates, first, games, won + 1, lost, 1) + (1 - p) * enumerate(rates, first, games, won, lost + 1, -1);
  };
  if (last == 0 || first == FirstPlayer::Lot) return (play(true) + play(false)) / 2;
  return chosen(last < 0, play(true), play(false));
}

AdaptiveRates random_adaptive(SmallRng& rng) {
  AdaptiveRates rates{.curve = {}, .advantage = rng.uniform() / 2 - 0.25};
  std::vector<double> p;
  for (int i = 0; i < 2 * kMaxHandicap + 1; ++i) p.push_back(rng.uniform());
  if (rng.below(4)) std::ranges::sort(p, std::greater<>());
  for (int c = -kMaxHandicap; c <= kMaxHandicap; ++c) rates.curve[c] = p[static_cast<size_t>(c + kMaxHandicap)];
  return rates;
}

// A small world of 0 ... most chains, by its whole tree. `mine`: my own deck has won both games; I hold it (or not) for `bid`.
// I am the owner when it is mine, and the loser of game 2 is the owner.
double third_game(const AdaptiveRates& rates, FirstPlayer first, bool mine, bool i_hold, int bid, int most) {
  const int on_my_deck = mine ? bid : -bid;
  const bool my_deck = mine == i_hold;  // I play the deck that I brought
  const PairRates deck{rates.curve[on_my_deck], rates.advantage};
  const PairRates game = my_deck ? deck : deck.turned();
  double now =
      first == FirstPlayer::Lot ? (game.when(true) + game.when(false)) / 2 : chosen(mine, game.when(true), game.when(false));
  for (int raise = bid + 1; raise <= most; ++raise) {
    const double then = third_game(rates, first, mine, !i_hold, raise, most);
    now = i_hold ? std::min(now, then) : std::max(now, then);
  }
  return now;
}

double adaptive_by_tree(const AdaptiveRates& rates, FirstPlayer first, int most) {
  const PairRates own{rates.curve[0], rates.advantage}, other = own.turned();
  const auto second = [&](bool won, double win, double loss) {
    const auto play = [&](bool mine_first) {
      const double p = other.when(mine_first);
      return p * win + (1 - p) * loss;
    };
    if (first == FirstPlayer::Lot) return (play(true) + play(false)) / 2;
    return chosen(!won, play(true), play(false));
  };
  double sum = 0;
  for (bool mine_first : {true, false}) {
    const double p = own.when(mine_first);
    sum += p * second(true, 1, third_game(rates, first, true, true, 0, most)) / 2;
    sum += (1 - p) * second(false, third_game(rates, first, false, false, 0, most), 0) / 2;
  }
  return sum;
}

// Curves that do not fall any more beyond `most` chains and are hopeless there make bids above it worthless.
AdaptiveRates hopeless_beyond(AdaptiveRates rates, int most) {
  for (int c = most + 1; c <= kMaxHandicap; ++c) {
    rates.curve[c] = 0;
    rates.curve[-c] = 1;
  }
  return rates;
}

}  // namespace

TEST_CASE("best of three and of five: as all results of all games say") {
  SmallRng rng{1};
  for (int i = 0; i < 300; ++i) {
    const PairRates rates = random_rates(rng);
    for (FirstPlayer first : {FirstPlayer::Lot, FirstPlayer::Loser})
      for (int games : {1, 3, 5}) CHECK(best_of(games, rates, first) == Approx(enumerate(rates, first, games, 0, 0, 0)));
  }
}

TEST_CASE("best of three: closed forms, symmetry, order") {
  for (FirstPlayer first : {FirstPlayer::Lot, FirstPlayer::Loser}) {
    for (double advantage : {-0.1, 0.0, 0.2}) {
      CHECK(best_of(3, {0.5, advantage}, first) == Approx(0.5));
      double before = -1;
      for (double p = 0; p <= 1; p += 0.05) {
        const double win = best_of(3, {p, advantage}, first);
        CHECK(win >= before);
        before = win;
        CHECK(win + best_of(3, {1 - p, advantage}, first) == Approx(1));
        if (advantage == 0) CHECK(win == Approx(p * p * (3 - 2 * p)).margin(1e-12));
      }
      CHECK(best_of(3, {1, advantage}, first) == Approx(1));
    }
  }
}

TEST_CASE("rates: going first adds the same to both players, and nothing to the mean") {
  const PairRates rates{0.7, 0.1};
  CHECK(rates.when(true) == Approx(0.7 + 0.4 * 0.21));
  CHECK(rates.when(true) + rates.when(false) == Approx(1.4));
  CHECK(rates.turned().when(true) == Approx(1 - rates.when(false)));
  CHECK(game_rate(rates, Chooser::Me) == Approx(rates.when(true)));
  CHECK(game_rate({0.7, -0.1}, Chooser::Me) == Approx(rates.when(true)));
  CHECK(game_rate(rates, Chooser::Opponent) == Approx(rates.when(false)));
}

TEST_CASE("Adaptive: as the whole tree of results, bids and choices says") {
  constexpr int kMost = 5;  // 2^5 ways to bid
  SmallRng rng{2};
  for (int i = 0; i < 200; ++i) {
    const AdaptiveRates rates = hopeless_beyond(random_adaptive(rng), kMost);
    for (FirstPlayer first : {FirstPlayer::Lot, FirstPlayer::Loser})
      CHECK(solve_adaptive(rates, first).win == Approx(adaptive_by_tree(rates, first, kMost)));
  }
}

TEST_CASE("Adaptive: what one player wins the other loses, and equal decks are even") {
  SmallRng rng{3};
  for (FirstPlayer first : {FirstPlayer::Lot, FirstPlayer::Loser}) {
    for (int i = 0; i < 100; ++i) {
      const AdaptiveRates rates = random_adaptive(rng);
      AdaptiveRates other{.curve = {}, .advantage = rates.advantage};
      for (int c = -kMaxHandicap; c <= kMaxHandicap; ++c) other.curve[c] = 1 - rates.curve[-c];
      CHECK(solve_adaptive(rates, first).win + solve_adaptive(other, first).win == Approx(1));
    }
    AdaptiveRates even{.curve = {}, .advantage = 0.05};
    for (int c = -kMaxHandicap; c <= kMaxHandicap; ++c) even.curve[c] = 1 / (1 + std::exp(0.15 * c));
    CHECK(solve_adaptive(even, first).win == Approx(0.5));
  }
}

TEST_CASE("Adaptive: the bid ends where chains have made the better deck even") {
  // My deck is worth 6 chains of 0.15 logit more than the other.
  AdaptiveRates rates{.curve = {}, .advantage = 0};
  for (int c = -kMaxHandicap; c <= kMaxHandicap; ++c) rates.curve[c] = 1 / (1 + std::exp(0.15 * (c - 6)));
  const AdaptiveMatch match = solve_adaptive(rates, FirstPlayer::Lot);
  CHECK(match.third[0].closing == 6);
  CHECK(match.third[0].win == Approx(0.5));
  CHECK(match.third[0].probability == Approx(rates.curve[0] * rates.curve[0]));
  // The weaker deck is not worth a bid above the owner's 0.
  CHECK(match.third[1].closing == 0);
  CHECK(match.third[1].owner_plays);
  CHECK(match.third[1].win == Approx(1 - rates.curve[0]));
}

TEST_CASE("Adaptive best of one: as the whole tree of lots and bids says") {
  constexpr int kMost = 5;
  SmallRng rng{5};
  for (int i = 0; i < 200; ++i) {
    const AdaptiveRates rates = hopeless_beyond(random_adaptive(rng), kMost);
    double sum = 0;
    for (const bool mine_first : {true, false}) {
      // What I win when I play my own deck or the other one, and the chains lie on one of them.
      const auto with = [&](bool own, int on_own) {
        const PairRates game{rates.curve[on_own], rates.advantage};
        return own ? game.when(mine_first) : 1 - game.when(mine_first);
      };
      const bool mine = with(true, 0) >= 0.5;  // the better deck is the one that I brought
      const std::function<double(bool, int)> bid = [&](bool i_hold, int chains) {
        double now = with(mine == i_hold, mine ? chains : -chains);
        for (int raise = chains + 1; raise <= kMost; ++raise)
          now = i_hold ? std::min(now, bid(false, raise)) : std::max(now, bid(true, raise));
        return now;
      };
      sum += bid(mine, 0) / 2;
    }
    CHECK(solve_adaptive_one(rates).win == Approx(sum));
  }
}

TEST_CASE("Adaptive best of one: the bid is for the better deck of the lot, and makes it even") {
  // My deck is 1 chain of 0.15 logit worse, and going first is worth 0.1: the better deck is the one that goes first.
  AdaptiveRates rates{.curve = {}, .advantage = 0.1};
  for (int c = -kMaxHandicap; c <= kMaxHandicap; ++c) rates.curve[c] = 1 / (1 + std::exp(0.15 * (c + 1)));
  const AdaptiveOne match = solve_adaptive_one(rates);
  CHECK(match.game[0].mine_wanted);
  CHECK_FALSE(match.game[1].mine_wanted);
  CHECK(match.game[0].closing < match.game[1].closing);
  for (const BidGame& game : match.game) CHECK(game.win == Approx(0.5).margin(0.03));
}
