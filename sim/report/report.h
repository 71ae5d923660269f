#pragma once
// A matrix of decks as one HTML page for people: heat map, ratings, chains, curves, a page for each deck, and how it was
// measured.
//
// The file has everything in it (no network, no fonts of its own; its content security policy forbids both): the results as
// JSON and one script that draws them (README.md has the format). It follows the reader's light or dark setting, prints, and
// fits a phone. The colours of the heat map are a diverging scale from orange by way of grey to blue, which people of every
// kind of colour vision tell apart, centred at 50 %.
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/report/deck_page.h"
#include "sim/stats/rating_residuals.h"
#include "sim/stats/statistics.h"

namespace archon {

struct ReportDeck {
  std::string name{};                        // UTF-8, any characters
  std::string set{};                         // as it is shown; may be empty
  std::vector<std::string> houses{};         // as they are shown
  std::optional<double> mean{};              // win rate against the other decks, each counting the same; none: not known
  std::optional<Interval> mean_interval{};   // 95 %
  std::optional<double> any{};               // win rate for whoever plays well; none: not known
  std::optional<Interval> any_interval{};    // 95 %
  std::optional<double> shift{};             // what its win rate changes by in a second agent's hands; none: not known
  std::optional<Interval> shift_interval{};  // 95 %
  std::optional<ReportRating> rating{};      // all decks or none
  int worst = -1;                            // the opponent against whom it does worst: index of a deck; -1: not known
  std::optional<double> nash_weight{};       // its share in an equilibrium of picking decks, 0 to 1; all decks or none
  DeckDetails details{};                     // for its own page
};

// A pair may be without games, as in a matrix that was interrupted.
struct ReportPair {
  int64_t wins_a = 0, wins_b = 0;            // of the decided games
  int64_t undecided = 0, faults = 0;         // games nobody won
  std::optional<WinRate> rate{};             // of deck a, with a 95 % interval, with games or without; none: not known
  bool uneven = false;                       // it is not 50 %, all pairs considered at once
  std::optional<ReportHandicap> handicap{};  // none: not estimated
};

// How often the player won who went first, whichever deck it was.
struct ReportFirstPlayer {
  double win_rate = 0.5;
  Interval interval{};
};

// Decks that beat each other in a circle (sim/stats/cycles.h).
struct ReportCycles {
  int64_t triples = 0, significant = 0;
  // The nearest to one: the first deck won more often against the second, that one against the third, the third against the
  // first. All -1: there is none.
  std::array<int, 3> decks{-1, -1, -1};
  double p_value = 1;  // of the nearest, with all triples considered
};

struct ReportCurvePoint {
  double handicap = 0;  // positive: chains on deck a
  int64_t games = 0;
  double win_rate = 0.5;  // of deck a
  Interval interval{};
};

// Win rates of a pair over chains, in rising order of the handicap.
struct ReportCurve {
  int a = 0, b = 0;                        // indices of decks, in either order
  std::vector<ReportCurvePoint> points{};  // as played
  std::vector<ReportCurvePoint> fitted{};  // the curve through them, its games 0; empty: none was fitted
};

struct ReportInput {
  std::vector<ReportDeck> decks{};
  std::function<ReportPair(int a, int b)> pair{};   // of any two decks, a < b; asked for again and again, and never kept
  std::optional<ReportFirstPlayer> first_player{};  // none: not given
  std::optional<ReportCycles> cycles{};             // none: no three decks have met
  std::span<const RatingResidual> residuals{};      // by falling |z|; empty: not given; they must outlive this
  std::vector<ReportCurve> curves{};                // of some pairs of the best decks; may be empty
  std::string card_values{};                        // a sentence: what the values of the cards mean, and where they are from
  std::string address{};                            // where the page will be found, an URL; empty: unknown
  std::string agent{};                              // that played both sides, by the name that the user gave
  std::string agent_spec{};                         // the same in full
  std::string second_agent{};                       // that played a sample of the pairs; may be empty
  std::string pilots{};                             // sentences: what other agents change; may be empty
  std::string rules{};                              // version of the rulebook
  std::string replay{};                             // options of archon match with which it plays a sample again; may be empty
  std::string warning{};                            // a sentence before all results, such as about missing games; may be empty
  std::vector<std::string> notes{};                 // sentences about what else was counted, such as forfeits and fall-backs
  std::vector<std::string> provenance{};            // lines
};

// The page. The same bytes for the same input. What is missing is left out: without ratings decks are sorted by mean, without
// handicaps there is no section about chains. Requires at least two decks. O(decks^2): 200 decks with
// everything make less than 3 MB.
std::string report_html(const ReportInput& input);

}  // namespace archon
