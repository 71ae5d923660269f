#pragma once
// The parts of the page that report_html puts together. Only for sim/report*.cpp.
#include <algorithm>
#include <string>
#include <vector>

#include "sim/report/html_template.h"
#include "sim/report/report.h"
#include "sim/stats/number_text.h"

namespace archon::report {

// A pair as one of its two decks sees it.
struct Seen {
  const ReportPair* pair = nullptr;
  bool swapped = false;  // seen by deck b

  double win_rate() const { return swapped ? 1 - pair->win_rate : pair->win_rate; }
  Interval interval() const { return side(pair->interval); }
  Interval simultaneous() const { return side(pair->simultaneous); }
  int64_t wins() const { return swapped ? pair->wins_b : pair->wins_a; }
  int64_t decided() const { return pair->wins_a + pair->wins_b; }
  bool played() const { return decided() > 0; }
  bool told_from_even() const { return pair->simultaneous.low > 0.5 || pair->simultaneous.high < 0.5; }
  double chains() const { return handicap()->value; }  // on the deck that looks
  std::optional<ReportHandicap> handicap() const;

 private:
  Interval side(const Interval& of_a) const { return swapped ? Interval{1 - of_a.high, 1 - of_a.low} : of_a; }
};

// The input with its decks in the order in which the page shows them. Ranks count from 0.
class Ranking {
 public:
  explicit Ranking(const ReportInput& input);

  const ReportInput& input;
  std::vector<int> order;    // decks, best first
  std::vector<int> rank_of;  // the other way round

  int size() const { return static_cast<int>(order.size()); }
  const ReportDeck& deck(int rank) const { return input.decks[static_cast<size_t>(order[static_cast<size_t>(rank)])]; }
  int rank(int deck) const { return rank_of[static_cast<size_t>(deck)]; }
  Seen seen(int rank, int opponent) const;  // requires rank != opponent
  const std::string& deck_name(int deck_index) const { return input.decks[static_cast<size_t>(deck_index)].name; }
  bool has_ratings() const { return input.decks.front().rating.has_value(); }
  bool has_worst() const {
    return std::ranges::any_of(input.decks, [](const ReportDeck& deck) { return deck.worst >= 0; });
  }
  bool has_nash() const { return input.decks.front().nash_weight.has_value(); }
  bool has_handicaps() const;
};

std::string signed_number(double number, int digits);                        // with a true minus sign; "0", never "-0"
std::string range(const Interval& interval, double scale, int digits);       // "12.5 – 30.1"
std::string share_text(const std::optional<double>& share, int digits = 1);  // in percent; a dash where there is none
std::string joined(const std::vector<std::string>& texts, const std::string& between);

// A linear scale from values to percent of a width, with round ticks.
struct Axis {
  double low = 0, high = 1, step = 1;

  double at(double value) const { return 100 * (value - low) / (high - low); }
  std::vector<double> ticks() const;
};
Axis axis_over(double low, double high, int most_ticks = 4);
std::string place(double percent_of_width);  // "12.5%"

std::string win_shade(double win_rate);  // the class of the style sheet

// Parts of the page; empty where the input has nothing for them.
List findings(const Ranking& ranking);
std::string matrix_section(const Ranking& ranking);
std::string ratings_section(const Ranking& ranking);
std::string residuals_section(const Ranking& ranking);
std::string chains_section(const Ranking& ranking);
std::string curves_section(const Ranking& ranking);
std::string deck_sections(const Ranking& ranking);
std::string cell_data(const Ranking& ranking);  // JSON: what the script shows about the cells

std::string deck_section(const DeckPage& page);

struct Head {
  std::string title, description, address, picture;
};
std::string whole_page(const Head& head, const std::string& content, const std::string& data);

}  // namespace archon::report
