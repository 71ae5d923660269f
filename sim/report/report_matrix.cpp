// The two heat maps, win rates and chains, and the numbers behind their cells.
#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "sim/report/report_page.h"
#include "sim/stats/distributions.h"

namespace archon::report {
namespace {

constexpr int kShades = 20;      // classes k0 .. k20: win rates of 0, 5 ... 100 percent
constexpr int kChainShades = 8;  // classes c0 .. c8: 0, up to 3, up to 6 ... chains
constexpr int kMostChains = 24;  // rulebook 18.4, CHAINS
constexpr int kDenseDecks = 32;  // from here on cells are smaller

std::string number(int64_t value) { return std::to_string(value); }

// A cell of a heat map: its shade and its text.
Values cell(const std::string& shade, const std::string& text, bool told = false) {
  return {{"shade", shade}, {"text", text}, {"told", told}};
}

struct HeatMap {
  std::string section, heading, text;  // the text as HTML
  std::string id, caption;             // of the table
  char shade_class;                    // of the legend, with its number of shades, labels and meaning
  int shades;
  std::vector<std::string> ticks;
  std::string meaning, absent;  // what a hatched cell means; empty: there is none
};

// A square table in the order of the ranking.
std::string heat_map(const Ranking& ranking, const HeatMap& map, const std::function<Values(const Seen&)>& cell_of) {
  List columns, swatches, ticks;
  std::string rows;
  for (int i = 0; i <= map.shades; ++i) swatches.push_back(Values{{"shade", map.shade_class + number(i)}});
  for (const std::string& tick : map.ticks) ticks.push_back(Values{{"tick", tick}});
  for (int row = 0; row < ranking.size(); ++row) {
    const ReportDeck& deck = ranking.deck(row);
    columns.push_back(Values{{"name", deck.name}, {"rank", number(row + 1)}});
    List cells;
    for (int column = 0; column < ranking.size(); ++column)
      cells.push_back(row == column ? cell("x", "") : cell_of(ranking.seen(row, column)));
    rows += render("heat_row", {{"rank", number(row + 1)},
                                {"name", deck.name},
                                {"mean", deck.mean ? fixed(100 * *deck.mean, 0) : share_text({})},
                                {"cells", std::move(cells)}});
  }
  return render("heat", {{"section", map.section},
                         {"heading", map.heading},
                         {"text", map.text},
                         {"id", map.id},
                         {"caption", map.caption},
                         {"swatches", swatches},
                         {"ticks", ticks},
                         {"meaning", map.meaning},
                         {"absent", map.absent},
                         {"dense", ranking.size() >= kDenseDecks},
                         {"columns", columns},
                         {"rows", std::move(rows)}});
}

Values win_cell(const Seen& seen) {
  if (!seen.played()) return cell("na", "?");
  return cell(win_shade(seen.win_rate()), fixed(100 * seen.win_rate(), 0), seen.told_from_even());
}

// Whether this is the deck of the two that takes the chains.
bool takes_chains(const Seen& seen) { return seen.chains() > 0 || (seen.chains() == 0 && !seen.swapped); }

Values chain_cell(const Seen& seen) {
  if (!seen.pair->handicap) return cell("na", "");
  if (!takes_chains(seen)) return cell("", "");
  if (seen.pair->handicap->beyond) return cell("c" + number(kChainShades), number(kMostChains) + "+");
  const int shade = static_cast<int>(std::ceil(seen.chains() * kChainShades / kMostChains));
  return cell("c" + number(std::min(shade, kChainShades)), signed_number(seen.chains(), 0));
}

double median_half_width(const std::vector<ReportPair>& pairs) {
  std::vector<double> widths;
  for (const ReportPair& pair : pairs)
    if (pair.handicap) widths.push_back((pair.handicap->interval.high - pair.handicap->interval.low) / 2);
  return median(std::move(widths));
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

std::string win_shade(double win_rate) { return "k" + number(std::lround(kShades * win_rate)); }

std::string matrix_section(const Ranking& ranking) {
  const std::vector<ReportPair>& pairs = ranking.input.pairs;
  double widest = 0;
  int64_t told = 0, played = 0;
  for (const ReportPair& pair : pairs) {
    if (!Seen{&pair, false}.played()) continue;
    ++played;
    widest = std::max(widest, pair.interval.high - pair.interval.low);
    told += Seen{&pair, false}.told_from_even();
  }
  const std::string text = render(
      "matrix_text", {{"widest", fixed(50 * widest, 1)}, {"told", thousands(told)}, {"pairs", thousands(std::ssize(pairs))}});
  return heat_map(ranking,
                  {.section = "matrix",
                   .heading = "Who beats whom",
                   .text = text,
                   .id = "wins",
                   .caption = "Win rate of the row against the column, in percent",
                   .shade_class = 'k',
                   .shades = kShades,
                   .ticks = {"0", "25", "50 %", "75", "100"},
                   .meaning = "row wins",
                   .absent = played < std::ssize(pairs) ? "not played" : ""},
                  win_cell);
}

std::string chains_section(const Ranking& ranking) {
  if (!ranking.has_handicaps()) return {};
  const std::vector<ReportPair>& pairs = ranking.input.pairs;
  const auto estimated = std::ranges::count_if(pairs, [](const ReportPair& pair) { return pair.handicap.has_value(); });
  const auto beyond =
      std::ranges::count_if(pairs, [](const ReportPair& pair) { return pair.handicap && pair.handicap->beyond; });
  const std::string text = render("chains_text", {{"estimated", thousands(estimated)},
                                                  {"pairs", thousands(std::ssize(pairs))},
                                                  {"half_width", fixed(median_half_width(pairs), 1)},
                                                  {"most", number(kMostChains)},
                                                  {"beyond", thousands(beyond) + (beyond == 1 ? " pair" : " pairs")}});
  return heat_map(ranking,
                  {.section = "chains",
                   .heading = "Chains that make a pair even",
                   .text = text,
                   .id = "handicaps",
                   .caption = "Chains on the row that make it even with the column",
                   .shade_class = 'c',
                   .shades = kChainShades,
                   .ticks = {"0", "6", "12", "18", number(kMostChains)},
                   .meaning = "chains",
                   .absent = estimated < std::ssize(pairs) ? "not estimated" : ""},
                  chain_cell);
}

std::string cell_data(const Ranking& ranking) {
  nlohmann::json all = nlohmann::json::array();
  for (int row = 0; row < ranking.size(); ++row)
    for (int column = row + 1; column < ranking.size(); ++column) all.push_back(cell_numbers(ranking.seen(row, column)));
  return all.dump();
}

}  // namespace archon::report
