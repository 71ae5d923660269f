#pragma once
// What archon tournament says.
#include <optional>
#include <string>
#include <vector>

#include "sim/matrix/matrix.h"
#include "sim/present/document.h"
#include "sim/results/provenance.h"
#include "sim/tournament/tournament.h"

namespace archon::cli {

struct TournamentReport {
  std::string format;  // sealed, bo3, adaptive or triad
  FirstPlayer first = FirstPlayer::Loser;
  Matrix matrix;
  Provenance provenance;  // its decks are those of the matrix
  double mean_advantage = 0;
  int64_t unchained = 0;                    // Adaptive: pairs without games at handicaps
  std::vector<DeckWin> ranking;             // but for Triad
  std::optional<SampledAdaptive> adaptive;  // of one deck against one
  std::optional<TriadRanking> triples;      // Triad
  std::optional<TriadWin> triad;            // of three decks against three
  Triple mine{}, theirs{};                  // the three and the three

  const std::string& name(int deck) const { return provenance.decks[static_cast<size_t>(deck)].deck.name; }
  int field() const { return matrix.decks - matrix.pairs.field; }
};

present::Document tournament_document(const TournamentReport& report);  // the report must outlive it

}  // namespace archon::cli
