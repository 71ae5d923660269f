#pragma once
// What the report of a matrix shows of each deck besides its results: cards, links, and how its games went.
#include <cstdint>
#include <vector>

#include "engine/make_matchup.h"
#include "sim/documents/matrix_document.h"
#include "sim/play/match.h"
#include "sim/report/deck_page.h"

namespace archon::cli {

// Cards by house, in the order of the deck; links and ratings as far as the deck's file told them.
DeckDetails deck_details(const DeckFile& deck);

// What `archon match` is told to play a game of the matrix again, beside decks and seed: " --agent fast", or nothing.
std::string replay_options(const MatrixReport& report);

// Plays the first games of each pair of the matrix again, as many as asked for and as it has, and adds to each deck how its
// games went and some to replay; of many decks not all pairs, but at least 200 games of each deck. Nothing is added when it is
// interrupted.
struct ReplaySpec {
  int64_t games = 2;  // of a pair
  MatchupOptions options{};
  int threads = 0;
};
void add_courses(const MatrixReport& report, const ReplaySpec& spec, std::vector<DeckDetails>& details,
                 const Progress& progress = {});

}  // namespace archon::cli
