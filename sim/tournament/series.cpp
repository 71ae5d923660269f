#include "sim/tournament/series.h"

#include <algorithm>
#include <cassert>
#include <vector>

namespace archon {

double game_rate(const PairRates& rates, Chooser chooser) {
  if (chooser == Chooser::Nobody) return rates.mean;
  const double begin = rates.when(true), follow = rates.when(false);
  return chooser == Chooser::Me ? std::max(begin, follow) : std::min(begin, follow);
}

Chooser chooser_after(FirstPlayer first, bool i_won) {
  if (first == FirstPlayer::Lot) return Chooser::Nobody;
  return i_won ? Chooser::Opponent : Chooser::Me;
}

namespace {

// P(I win) when I need `mine` more games and the opponent `theirs`.
double from_here(int mine, int theirs, const PairRates& rates, FirstPlayer first, Chooser chooser) {
  if (mine == 0 || theirs == 0) return mine == 0;
  const double p = game_rate(rates, chooser);
  return p * from_here(mine - 1, theirs, rates, first, chooser_after(first, true)) +
         (1 - p) * from_here(mine, theirs - 1, rates, first, chooser_after(first, false));
}

}  // namespace

double best_of(int games, const PairRates& rates, FirstPlayer first) {
  assert(games % 2 == 1);
  return from_here((games + 1) / 2, (games + 1) / 2, rates, first, Chooser::Nobody);
}

namespace {

// P(a player wins with the deck for which `chains` were bid). deck 0: mine.
double rate_with(const AdaptiveRates& rates, int deck, int chains, Chooser chooser) {
  const double mine = rates.curve[deck == 0 ? chains : -chains];
  return game_rate({deck == 0 ? mine : 1 - mine, rates.advantage}, chooser);
}

// The deck has won both games, so its owner won game 1 with it and lost game 2 against it: with FirstPlayer::Loser the owner
// chooses who goes first, whoever plays the deck.
ThirdGame solve_third(const AdaptiveRates& rates, int deck, FirstPlayer first) {
  ThirdGame game;
  std::array<std::vector<double>, 2> p;
  for (int chains = 0; chains <= kMaxHandicap; ++chains) {
    p[0].push_back(rate_with(rates, deck, chains, first == FirstPlayer::Loser ? Chooser::Me : Chooser::Nobody));
    p[1].push_back(rate_with(rates, deck, chains, first == FirstPlayer::Loser ? Chooser::Opponent : Chooser::Nobody));
  }
  game.auction = solve_auction(p[0], p[1]);
  size_t holder = 0;
  for (int raise; (raise = game.auction[holder].raise[static_cast<size_t>(game.closing)]) >= 0; holder = 1 - holder)
    game.closing = raise;
  game.owner_plays = holder == 0;
  game.win = game.auction[0].value[0];
  return game;
}

BidGame solve_bid_game(const AdaptiveRates& rates, bool mine_first) {
  const auto rate_of_mine = [&](int chains) { return PairRates{rates.curve[chains], rates.advantage}.when(mine_first); };
  BidGame game{.mine_wanted = rate_of_mine(0) >= 0.5};
  std::vector<double> p;  // of who plays the wanted deck
  for (int chains = 0; chains <= kMaxHandicap; ++chains)
    p.push_back(game.mine_wanted ? rate_of_mine(chains) : 1 - rate_of_mine(-chains));
  const Auction auction = solve_auction(p);
  for (int raise; (raise = auction.raise[static_cast<size_t>(game.closing)]) >= 0; game.closing = raise)
    game.owner_plays = !game.owner_plays;
  game.win = game.mine_wanted ? auction.value[0] : 1 - auction.value[0];
  return game;
}

}  // namespace

AdaptiveMatch solve_adaptive(const AdaptiveRates& rates, FirstPlayer first) {
  AdaptiveMatch match;
  const PairRates game{rates.curve[0], rates.advantage};
  // In game 2 I hold the opponent's deck: I win when mine loses.
  const auto second = [&](bool won) { return game_rate(game.turned(), chooser_after(first, won)); };
  match.first = game.mean;
  match.second = second(true);
  match.third = {solve_third(rates, 0, first), solve_third(rates, 1, first)};
  match.third[0].probability = match.first * (1 - second(true));
  match.third[1].probability = (1 - match.first) * second(false);
  match.win = match.first * second(true) + match.third[0].probability * match.third[0].win +
              match.third[1].probability * (1 - match.third[1].win);
  return match;
}

AdaptiveOne solve_adaptive_one(const AdaptiveRates& rates) {
  AdaptiveOne match{.game = {solve_bid_game(rates, true), solve_bid_game(rates, false)}};
  match.win = (match.game[0].win + match.game[1].win) / 2;
  return match;
}

}  // namespace archon
