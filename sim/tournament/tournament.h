#pragma once
// Which deck, or which three, to bring: win probabilities of matches against a field, from the games of a matrix. A probability
// is the mean over draws of the win rates that are as likely as the games say, an interval the middle 95 %. All matches see the
// same draws, so differences between decks are surer than the intervals.
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sim/tournament/matrix_rates.h"
#include "sim/tournament/pool_auction.h"
#include "sim/tournament/survival.h"
#include "sim/tournament/triad.h"

namespace archon {

// Of sets of equally many values: in which share of them each set has the largest (of equal ones the first).
std::vector<double> shares_of_best(const std::vector<std::vector<double>>& sets);

double mean_of(std::span<const double> values);

// A win probability: its mean, and that of each draw.
struct SampledWin {
  double win = 0;
  std::vector<double> draws;

  Interval interval() const;
};

// Of a match of two decks, as my deck sees it.
using PairSampler = std::function<SampledWin(int deck, int opponent)>;

PairSampler sample_series(const MatrixRates& rates, int games, FirstPlayer first);  // best_of
// Reversal: the same, each player with the other's deck.
PairSampler sample_reversal(const MatrixRates& rates, int games, FirstPlayer first);

// Of a match with bids, the solution of each draw. Curves are from all games of the pair, those at handicaps too
// (sim/chains/chains.h). Without such games the worth of chains is what their prior says. Some 10 ms a pair.
template <class Match>
struct SampledMatch {
  std::vector<Match> draws;

  template <class Figure>
  std::vector<double> each(const Figure& figure) const {
    std::vector<double> values;
    for (const Match& match : draws) values.push_back(static_cast<double>(figure(match)));
    return values;
  }
  template <class Figure>
  double mean(const Figure& figure) const {
    return mean_of(each(figure));
  }
};
using SampledAdaptive = SampledMatch<AdaptiveMatch>;
using SampledAdaptiveOne = SampledMatch<AdaptiveOne>;
SampledAdaptive sample_adaptive(const Matrix& matrix, const MatrixRates& rates, int deck, int opponent, FirstPlayer first);
PairSampler sample_adaptive(const Matrix& matrix, const MatrixRates& rates, FirstPlayer first);
SampledAdaptiveOne sample_adaptive_one(const Matrix& matrix, const MatrixRates& rates, int deck, int opponent);
PairSampler sample_adaptive_one(const Matrix& matrix, const MatrixRates& rates);

// The bids with which game 3 closes for my deck (0) or the opponent's (1), or the game when my deck (0) or the opponent's (1)
// goes first: the median and the interval.
struct ClosingBids {
  double median = 0;
  Interval interval;
};
ClosingBids closing_bids(const SampledAdaptive& adaptive, size_t deck);
ClosingBids closing_bids(const SampledAdaptiveOne& adaptive, size_t first);

struct MatchupWin {
  int opponent = 0;
  double win = 0;
  Interval interval;
};

struct DeckWin {
  int deck = 0;
  double win = 0;  // against the field, every opponent counting the same
  Interval interval;
  double best = 0;                   // share of the draws in which no other deck of mine is better
  std::vector<MatchupWin> matchups;  // in the order of the list
};

// My decks (MatrixPairs) from the best down. Every deck of mine needs an opponent.
std::vector<DeckWin> rank_decks(const Matrix& matrix, const PairSampler& sample, int threads = 0);

// Three decks of mine against three others: how to play at the win rates to expect, and what that wins over the draws.
struct TriadWin {
  TriadMatch expected;
  double win = 0;
  Interval interval;
};
using Triple = std::array<int, kTriad>;
TriadWin sample_triad(const MatrixRates& rates, const Triple& mine, const Triple& theirs, FirstPlayer first);

// A team of mine against another: how to begin and go on at the win rates to expect, and what that wins over the draws.
struct SurvivalWin {
  SurvivalMatch expected;
  double win = 0;
  Interval interval;
};
SurvivalWin sample_survival(const MatrixRates& rates, std::span<const int> mine, std::span<const int> theirs,
                            FirstPlayer first);

// An auction of all decks of a matrix in their order: what each goes for at the win rates to expect, with the middle 95 % of
// what it goes for in the draws, and what it wins for that price. The first kAuctionDraws draws.
struct AuctionPrice {
  int deck = 0, chains = 0;
  Interval chains_interval;
  double win = 0;
  Interval interval;
};
inline constexpr size_t kAuctionDraws = 200;
std::vector<AuctionPrice> sample_auction(const Matrix& matrix, int threads = 0);

struct TriadPick {
  Triple decks{};
  double win = 0;  // mean over the opponents' triples, and over the draws
  Interval interval;
  double best = 0;  // share of the draws, among the picks that are given back
};

// The best three of mine against opponents who bring three decks of the field, each three as likely; at most kOpponentTriples
// of them, drawn by `seed`. The first kTriadPicks at the win rates to expect, with intervals from kTriadDraws draws; best
// first. Every deck needs to have met the field, which needs three decks, as mine do.
struct TriadRanking {
  std::vector<TriadPick> picks;
  int64_t candidates = 0, opponents = 0, all_opponents = 0;  // triples
  // For the first pick, over all opponents: how often each of its decks is banned; by deck of the list, how often to ban it
  // when an opponent has it (-1: none has).
  std::array<double, kTriad> banned{};
  std::vector<double> ban;
};
inline constexpr size_t kOpponentTriples = 100, kTriadPicks = 20, kTriadDraws = 200;
TriadRanking rank_triples(const Matrix& matrix, const MatrixRates& rates, FirstPlayer first, uint64_t seed, int threads = 0);

}  // namespace archon
