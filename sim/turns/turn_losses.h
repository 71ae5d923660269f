#pragma once
// What an agent loses in whole turns beside a stronger one: README.md explains the method and its limits.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/make_matchup.h"
#include "sim/play/run_loop.h"
#include "sim/stats/cluster_mean.h"
#include "sim/turns/whole_turn.h"

namespace archon {

struct TurnsSpec {
  std::vector<Deck> decks{};
  std::vector<std::pair<size_t, size_t>> pairs{};  // indices into decks; each game is between one of them by lot
  MatchupOptions options{};
  std::array<TurnAgent, 2> agents{};  // the one that plays the games and is judged; the one that it is compared with
  std::string continuation = "fast";  // the agent that plays on for both sides; a good spec
  int deals = 24, turns = 4;          // as in TurnJudge
  int every = 8;                      // one turn of so many is compared, beginning with one by lot
  int worst = 10;                     // so many turns are told
  uint64_t seed = 1;
  int64_t games = 400;
};

// Turns in which something was the case. All means have 95 % intervals; turns of one game count as one observation.
struct TurnCell {
  int64_t turns = 0;
  ClusterMean share;  // of all turns
  ClusterMean loss;   // of such a turn, as a fraction of games
  ClusterMean part;   // of the loss of a mean turn of all
};

struct SetTurns {
  std::string set;        // of the deck whose turn it was: Deck::set
  int64_t turns = 0;      // compared
  ClusterMean different;  // share of them that differed
  ClusterMean loss;       // of a mean turn, also of those without a difference
};

struct CardTurns {
  struct Side {
    int64_t turns = 0;
    ClusterMean loss;  // of such a turn
  };
  size_t card = 0;  // index into CardTable
  CardDeed deed = CardDeed::Played;
  std::array<Side, 2> only{};  // turns in which the first agent did it, or did it more often; likewise the second
  double part = 0;             // of the loss of a mean turn of all: of both together
};

struct OfferTurns {
  int64_t could = 0, took = 0;  // turns in which there was such a decision; of these, in which it was taken
};

struct WorstTurn {
  double loss = 0, error = 0;  // as TurnLoss
  int64_t game = 0;
  int turn = 0;                   // State::turn
  size_t deck = 0, opponent = 0;  // whose turn it was; indices into TurnsSpec::decks
  TurnCause cause = TurnCause::Same;
  std::array<std::string, 2> did;  // turn_text of both agents
  std::string position;            // JSON (engine/position/README.md): the beginning of the turn, with all cards
};

struct TurnsReport {
  std::string problem;  // otherwise nothing else is true
  int64_t games = 0;
  int64_t undecided = 0, faults = 0;  // of the games
  int64_t unfinished = 0;             // turns left out because an agent's way of playing them exceeded a bound
  TurnCell all;                       // compared
  std::array<TurnCell, kTurnCauses> causes{};
  std::vector<SetTurns> sets;                                   // in order of release
  std::vector<CardTurns> cards;                                 // those with most of the loss first
  std::array<std::array<OfferTurns, 2>, kTurnOffers> offers{};  // by TurnOffer and agent
  std::array<int64_t, 2> fallbacks{};
  std::vector<WorstTurn> worst;  // those with the greatest loss, if any, the worst first
  SeriesEnd end;
};

// The same for any number of threads. When the run is stopped, of the first games. Batches of the ledger: the turns of each
// game and those of the worst that came since, as JSON.
TurnsReport measure_turns(const TurnsSpec& spec, const RunControl& control = {});

}  // namespace archon
