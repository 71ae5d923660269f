#pragma once
// The page of one deck: its cards by house, its match-ups, how its games go, games to replay. Here as a file of its own; a
// matrix's report (sim/report/report.h) has such a page for each of its decks.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/stats/statistics.h"

namespace archon {

struct ReportRating {
  double value = 0;  // Elo points above the mean of the decks
  Interval interval{};
};

// Chains that would make a pair even, -24 to 24: positive ones on the pair's first deck, negative ones on its second.
struct ReportHandicap {
  double value = 0;
  Interval interval{};
  bool beyond = false;  // not within 24 chains; the sign of `value` says on which deck
};

struct ReportCardValue {
  double value = 0;  // in the unit that the page names
  Interval interval{};
};

// Cards of a deck that are alike.
struct ReportCard {
  std::string name{};                      // UTF-8, as are all texts here
  std::string house{};                     // in which it is in this deck, as it is shown
  std::string type{};                      // "creature", as engine/facts/facts.h names it
  std::string rarity{};                    // "common", likewise
  int copies = 1;                          //
  std::vector<std::string> icons{};        // bonus icons in the order they resolve: "amber", "capture" ... or a house
  std::vector<std::string> marks{};        // what else is to be said: "maverick", "legacy"
  std::string problem{};                   // why it can't be played yet; empty: it can
  std::optional<ReportCardValue> value{};  // none: not measured
};

struct ReportLink {
  std::string label{}, url{};
};

struct ReportTurn {  // at the end of a turn of the player's own
  int turn = 1;
  int64_t games = 0;
  double mean = 0;
  Interval interval{};  // 95 %, of the mean
};

// How the games of a deck went that were looked at turn by turn.
struct ReportCourse {
  int64_t games = 0;                                          // 0: none were
  std::vector<ReportTurn> amber{}, keys{};                    // of the deck
  std::vector<ReportTurn> opposing_amber{}, opposing_keys{};  // of its opponents
  std::vector<std::pair<std::string, double>> houses{};       // share of turns with this house, 0 to 1
  double turns_won = 0, turns_lost = 0;                       // mean length in turns of both players; 0: no such game
  std::vector<int64_t> lengths{};                             // games by the number of turns of both players
};

// A game of a matrix that can be played again.
struct ReportSample {
  enum class Kind : uint8_t { QuickestWin, QuickestLoss, Longest };
  Kind kind = Kind::QuickestWin;
  int turns = 0;        // of both players
  int opponent = 0;     // index of a deck of the matrix
  bool second = false;  // this deck is the second of the match
  uint64_t seed = 0;    // of the match
  int64_t game = 0;     // its number in the match
};

// What a deck is, whoever its opponents are.
struct DeckDetails {
  std::vector<ReportLink> links{};      // its pages elsewhere; only http and https are linked
  std::optional<double> sas{}, aerc{};  // ratings of Decks of KeyForge
  std::string file{}, hash{};           // as the provenance names it
  std::string shell_file{};             // the file as a word of a shell
  std::string problem{};                // a sentence that must be read before its results, as about cards that can't be played
  std::vector<ReportCard> cards{};      // by house; empty: not given
  std::vector<std::string> beside{};    // what comes with the cards: "token creature: Grunt"
  ReportCourse course{};
  std::vector<ReportSample> samples{};
};

struct DeckMatchup {
  std::string opponent{};
  int64_t games = 0;  // decided ones; 0: not played
  double win_rate = 0.5;
  Interval interval{};                       // 95 %
  std::optional<ReportHandicap> handicap{};  // positive: chains on this page's deck; none: not estimated
};

struct DeckTile {
  std::string label{}, value{}, detail{};
};

struct DeckPage {
  std::string name{};
  std::string set{};
  std::vector<std::string> houses{};
  std::vector<DeckTile> tiles{};  // what a hurried reader should take away
  std::vector<DeckMatchup> matchups{};
  std::string matchups_note{};  // a sentence
  std::string card_values{};    // a sentence: what the values of its cards mean, and where they are from
  DeckDetails details{};
  std::string address{};  // where the page will be found, an URL; empty: unknown
};

// A page with one deck, with how it was measured: the agent and other sentences, the lines of the provenance.
std::string deck_page_html(const DeckPage& page, const std::vector<std::string>& method,
                           const std::vector<std::string>& provenance);

}  // namespace archon
