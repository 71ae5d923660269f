// The two heat maps, win rates and chains, and the numbers behind their cells.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "sim/report/report_page.h"

namespace archon::report {
namespace {

constexpr int kShades = 20;      // classes k0 .. k20: win rates of 0, 5 ... 100 percent
constexpr int kChainShades = 8;  // classes c0 .. c8: 0, up to 3, up to 6 ... chains
constexpr int kMostChains = 24;  // rulebook 18.4, CHAINS
constexpr int kDenseDecks = 32;  // from here on cells are smaller

std::string number(int64_t value) { return std::to_string(value); }

// A square table in the order of the ranking; `cell` writes a <td> without its end tag, which HTML allows to leave out.
std::string heat_map(const Ranking& ranking, const std::string& id, const std::string& caption,
                     const std::function<std::string(int row, int column)>& cell) {
  const int n = ranking.size();
  std::string html = "<div class=scroll role=region tabindex=0 aria-label=\"" + caption + "\">\n<table id=" + id +
                     (n >= kDenseDecks ? " class=\"heat dense\"" : " class=heat") + "><caption>" + caption +
                     "</caption>\n<thead><tr><td class=corner>row against column<th scope=col class=mean>mean";
  for (int i = 0; i < n; ++i) html += "<th scope=col><i>" + escaped(ranking.deck(i).name) + "</i><b>" + number(i + 1) + "</b>";
  html += "\n<tbody>\n";
  for (int row = 0; row < n; ++row) {
    const ReportDeck& deck = ranking.deck(row);
    html += "<tr><th scope=row><b>" + number(row + 1) + "</b><i>" + escaped(deck.name) + "</i><td class=mean>" +
            fixed(100 * deck.mean, 0);
    for (int column = 0; column < n; ++column) html += row == column ? "<td class=x>" : cell(row, column);
    html += '\n';
  }
  return html + "</table>\n</div>\n";
}

std::string win_cell(const Seen& seen) {
  if (!seen.played()) return "<td>?";
  const int shade = static_cast<int>(std::lround(kShades * seen.win_rate()));
  const std::string text = fixed(100 * seen.win_rate(), 0);
  return "<td class=k" + number(shade) + '>' + (seen.told_from_even() ? "<b>" + text : text);
}

// Whether this is the deck of the two that takes the chains.
bool takes_chains(const Seen& seen) {
  return seen.pair->handicap && (seen.chains() > 0 || (seen.chains() == 0 && !seen.swapped));
}

std::string chain_cell(const Seen& seen) {
  if (!takes_chains(seen)) return "<td>";
  if (seen.pair->handicap->beyond) return "<td class=c" + number(kChainShades) + ">" + number(kMostChains) + "+";
  const int shade = static_cast<int>(std::ceil(seen.chains() * kChainShades / kMostChains));
  return "<td class=c" + number(std::min(shade, kChainShades)) + '>' + signed_number(seen.chains(), 0);
}

// Swatches of all shades with a few labels under them.
std::string legend(char shade_class, int shades, const std::vector<std::string>& labels, const std::string& meaning) {
  std::string html = "<div class=legend aria-hidden=true><span>" + meaning + "</span><div><p class=ramp>";
  for (int i = 0; i <= shades; ++i) html += std::string("<i class=") + shade_class + number(i) + "></i>";
  html += "</p><p class=ticks>";
  for (const std::string& label : labels) html += "<span>" + label + "</span>";
  return html + "</p></div></div>\n";
}

double median_half_width(const std::vector<ReportPair>& pairs) {
  std::vector<double> widths;
  for (const ReportPair& pair : pairs)
    if (pair.handicap) widths.push_back((pair.handicap->interval.high - pair.handicap->interval.low) / 2);
  assert(!widths.empty());
  const auto middle = widths.begin() + std::ssize(widths) / 2;
  std::nth_element(widths.begin(), middle, widths.end());
  return *middle;
}

// [wins of the row, wins of the column, undecided and faults, interval, simultaneous interval, handicap with interval, beyond],
// win rates in tenths of a percent and chains in tenths, by the rank of the decks; without a handicap the last four are absent.
nlohmann::json cell_numbers(const Seen& seen) {
  const auto tenths = [](double value) { return std::lround(10 * value); };
  const ReportPair& pair = *seen.pair;
  const Interval one = seen.interval(), all = seen.simultaneous();
  nlohmann::json numbers = {seen.wins(),           seen.decided() - seen.wins(), pair.undecided + pair.faults,
                            tenths(100 * one.low), tenths(100 * one.high),       tenths(100 * all.low),
                            tenths(100 * all.high)};
  if (!pair.handicap) return numbers;
  const Interval& chains = pair.handicap->interval;
  numbers.push_back(tenths(seen.chains()));
  numbers.push_back(tenths(seen.swapped ? -chains.high : chains.low));
  numbers.push_back(tenths(seen.swapped ? -chains.low : chains.high));
  numbers.push_back(pair.handicap->beyond ? 1 : 0);
  return numbers;
}

}  // namespace

std::string matrix_section(const Ranking& ranking) {
  const std::vector<ReportPair>& pairs = ranking.input.pairs;
  double widest = 0;
  int64_t told = 0;
  for (const ReportPair& pair : pairs) {
    if (!Seen{&pair, false}.played()) continue;
    widest = std::max(widest, pair.interval.high - pair.interval.low);
    told += Seen{&pair, false}.told_from_even();
  }
  return "<section id=matrix>\n<h2>Who beats whom</h2>\n<p>Win rate of the row\u2019s deck against the column\u2019s, in "
         "percent; "
         "the strongest decks come first. 95 % intervals reach at most \u00b1" +
         fixed(50 * widest, 1) + " points. <b>Bold</b>: not even, with all pairs considered at once (" + thousands(told) +
         " of " + thousands(std::ssize(pairs)) +
         " pairs). <span class=hint>Point at a cell, touch it, or walk there with the arrow keys for its numbers.</span>"
         "<noscript> The intervals of single cells need JavaScript.</noscript></p>\n" +
         legend('k', kShades, {"0", "25", "50 %", "75", "100"}, "row wins") +
         heat_map(ranking, "wins", "Win rate of the row against the column, in percent",
                  [&](int row, int column) { return win_cell(ranking.seen(row, column)); }) +
         "</section>\n";
}

std::string chains_section(const Ranking& ranking) {
  if (!ranking.has_handicaps()) return {};
  const auto estimated =
      std::ranges::count_if(ranking.input.pairs, [](const ReportPair& pair) { return pair.handicap.has_value(); });
  const auto beyond =
      std::ranges::count_if(ranking.input.pairs, [](const ReportPair& pair) { return pair.handicap && pair.handicap->beyond; });
  const std::string most = number(kMostChains);
  return "<section id=chains>\n<h2>Chains that make a pair even</h2>\n<p>Chains on the row\u2019s deck that would bring its "
         "win rate "
         "against the column\u2019s to 50 %; where the column\u2019s deck would take them, the cell is empty. Estimated for " +
         thousands(estimated) + " pairs; half of the 95 % intervals are within \u00b1" +
         fixed(median_half_width(ranking.input.pairs), 1) + " chains. " + most + "+: more than " + most +
         ", or no number helps (" + thousands(beyond) + (beyond == 1 ? " pair" : " pairs") + ").</p>\n" +
         legend('c', kChainShades, {"0", "6", "12", "18", most}, "chains") +
         heat_map(ranking, "handicaps", "Chains on the row that make it even with the column",
                  [&](int row, int column) { return chain_cell(ranking.seen(row, column)); }) +
         "</section>\n";
}

std::string cell_data(const Ranking& ranking) {
  nlohmann::json all = nlohmann::json::array();
  for (int row = 0; row < ranking.size(); ++row)
    for (int column = row + 1; column < ranking.size(); ++column) all.push_back(cell_numbers(ranking.seen(row, column)));
  return all.dump();
}

}  // namespace archon::report
