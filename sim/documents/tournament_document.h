#pragma once
// What archon tournament says.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/present/document.h"
#include "sim/results/provenance.h"
#include "sim/tournament/tournament.h"

namespace archon::cli {

// A format of play, with what its help says.
struct FormatOfPlay {
  enum class Kind { Sealed, BestOfThree, Adaptive, AdaptiveOne, Reversal, Survival, Auction, Triad };
  Kind kind;
  const char *name, *description, *footer;  // of the command
  const char* title;                        // of what it says
  bool chooses = false;                     // after game 1 the loser may choose who goes first
  bool chained = false;                     // chains are bid
  const char* table = "decks";              // the main one
};
std::span<const FormatOfPlay> formats_of_play();

struct TournamentReport {
  const FormatOfPlay* format = nullptr;
  FirstPlayer first = FirstPlayer::Loser;
  Matrix matrix;
  Provenance provenance;  // its decks are those of the matrix
  double mean_advantage = 0;
  int64_t unchained = 0;                           // where chains are bid: pairs without games at handicaps
  std::vector<DeckWin> ranking;                    // where each brings one deck
  std::optional<SampledAdaptive> adaptive;         // of one deck against one
  std::optional<SampledAdaptiveOne> adaptive_one;  // likewise
  std::vector<AuctionPrice> auction;
  std::optional<SurvivalWin> survival;
  std::optional<TriadRanking> triples;  // Triad
  std::optional<TriadWin> triad;        // of three decks against three
  Triple mine{}, theirs{};              // the three and the three

  const std::string& name(int deck) const { return provenance.decks[static_cast<size_t>(deck)].deck.name; }
  std::vector<int> team(bool of_mine) const;  // mine, or all of the field
  int field() const { return matrix.decks - matrix.pairs.field; }
};

present::Document tournament_document(const TournamentReport& report);  // the report must outlive it

}  // namespace archon::cli
