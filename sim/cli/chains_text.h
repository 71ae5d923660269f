#pragma once
// What `archon chains` and `archon bid` share: their options, the games of several agents, and tables of handicaps.
#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "sim/chains/pilot_games.h"
#include "sim/command/long_run.h"
#include "sim/command/presenting.h"

namespace archon::cli {

inline constexpr std::array kGoesFirst = {"either", "A", "B"};

// Shared options: who plays, how many games, how the result is shown.
struct HandicapOptions {
  DeckArguments decks;
  RunOptions run;
  int64_t games = 10000;
  double width = 1;
  std::vector<std::string> named;  // agents
  Presenting presenting;
  LongRunOptions long_run;
  Command command;

  void add_to(Command on, const std::string& games_help);
  std::vector<std::string> agents() const;        // that are named; else standard, fast and, with --time, strong
  bool optional(const std::string& agent) const;  // plays in the time that the others leave
};

// What both commands find.
struct HandicapReport {
  Provenance provenance;
  std::vector<Pilot> pilots{};  // as HandicapOptions::agents
  Outcome outcome{};

  const std::string& name(int deck) const { return provenance.decks[static_cast<size_t>(deck)].deck.name; }
};

// Checks the options, reads 2 to `most` decks into the report, and has every pair of them.
std::vector<Matchup> prepare(const HandicapOptions& options, int most, const Invocation& invocation, Problems& problems,
                             HandicapReport& report);

// Plays the searches of every pair by each agent, and counts the games. An error of the ledger, or "".
std::string play(const HandicapOptions& options, const PilotGames& games, const RunControl& control, HandicapReport& report);

// Whether all that was asked for was played.
bool complete(const HandicapOptions& options, const HandicapReport& report);
nlohmann::json chain_settings(const RunOptions& run);  // what every game in a ledger of chains shares

// The exit code: inconclusive when the run was stopped, or a width was asked for and not reached.
int exit_code(const HandicapOptions& options, const HandicapReport& report);

// Documents: the table "handicaps", an agent, a pair and who goes first a row; "levels", the games at each handicap; what the
// agents that play well say of the decks, whoever plays them well. The report must outlive them.
present::Table handicaps_table(const HandicapReport& report);
present::Table levels_table(const HandicapReport& report);
void add_any_handicap(present::Document& document, const std::vector<PilotFigure>& agents);
void add_games(present::Document& document, const HandicapReport& report);  // of the searches: what became of them
void add_any_closing_bid(present::Document& document, const std::vector<PilotFigure>& agents);

}  // namespace archon::cli
