#pragma once
// The results of `archon tournament` as text: for people, for spreadsheets and for programs.
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "sim/matrix/matrix.h"
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

void write_tournament_table(std::ostream& out, const TournamentReport& report);
void write_tournament_csv(std::ostream& out, const TournamentReport& report);  // a line for each of my decks, or for each three
void write_tournament_json(std::ostream& out, const TournamentReport& report);

}  // namespace archon::cli
