// The pages of the decks of a matrix.
#include <algorithm>
#include <cmath>
#include <map>

#include "sim/report/report_page.h"
#include "sim/stats/distributions.h"

namespace archon::report {
namespace {

std::string id_of(int rank) { return "deck-" + std::to_string(rank + 1); }

// Standardised residuals by the ranks of a pair, as its first deck sees them.
using Residuals = std::map<std::pair<int, int>, const ReportResidual*>;

Residuals residuals_by_deck(const ReportInput& input) {
  Residuals all;
  for (const ReportResidual& each : input.residuals) all[{each.a, each.b}] = &each;
  return all;
}

DeckMatchup matchup(const Ranking& ranking, int rank, int other, const Residuals& residuals) {
  const Seen seen = ranking.seen(rank, other);
  DeckMatchup out{.opponent = ranking.deck(other).name, .link = "#" + id_of(other)};
  out.wins = seen.wins();
  out.games = seen.decided();
  out.win_rate = seen.win_rate();
  out.interval = seen.interval();
  out.handicap = seen.handicap();
  if (const auto found = residuals.find({seen.pair->a, seen.pair->b}); found != residuals.end()) {
    const ReportResidual& residual = *found->second;
    out.predicted = seen.swapped ? 1 - residual.predicted : residual.predicted;
    out.z = seen.swapped ? -residual.z : residual.z;
  }
  return out;
}

DeckTile matchup_tile(const std::string& label, const DeckMatchup& matchup) {
  return {label, percent(matchup.win_rate, 0),
          "against " + matchup.opponent + ", interval " + range(matchup.interval, 100, 0) + " %"};
}

// The middle of the chains that would make its pairs even.
std::optional<DeckTile> chains_tile(const std::vector<DeckMatchup>& matchups) {
  std::vector<double> chains;
  for (const DeckMatchup& each : matchups)
    if (each.handicap) chains.push_back(each.handicap->value);
  if (chains.empty()) return {};
  const double middle = median(chains);
  const std::string whose = middle < 0 ? "on its opponents" : "on this deck";
  return DeckTile{"Chains", fixed(std::abs(middle), 0),
                  whose + " would make half of its " + std::to_string(chains.size()) + " estimated match-ups even or better" +
                      (middle < 0 ? "" : " for them")};
}

std::vector<DeckTile> tiles(const Ranking& ranking, int rank, const std::vector<DeckMatchup>& matchups) {
  const ReportDeck& deck = ranking.deck(rank);
  std::vector<DeckTile> list;
  const std::string place = "no. " + std::to_string(rank + 1) + " of " + std::to_string(ranking.size());
  if (deck.rating)
    list.push_back(
        {"Rating", signed_number(deck.rating->value, 0), place + ", interval " + range(deck.rating->interval, 1, 0)});
  list.push_back({"Mean win rate", share_text(deck.mean),
                  deck.mean_interval ? "against the others, interval " + range(*deck.mean_interval, 100, 1) + " %" : place});
  std::vector<DeckMatchup> played;
  for (const DeckMatchup& each : matchups)
    if (each.games > 0) played.push_back(each);
  if (played.empty()) return list;
  const auto weaker = [](const DeckMatchup& x, const DeckMatchup& y) { return x.win_rate < y.win_rate; };
  list.push_back(matchup_tile("Best match-up", *std::ranges::max_element(played, weaker)));
  list.push_back(matchup_tile("Worst match-up", *std::ranges::min_element(played, weaker)));
  if (const std::optional<DeckTile> chains = chains_tile(matchups)) list.push_back(*chains);
  return list;
}

constexpr size_t kFewMatchups = 20;

// The best and the worst, in the order they are in.
void shorten(std::vector<DeckMatchup>& matchups) {
  std::vector<double> rates;
  for (const DeckMatchup& each : matchups) rates.push_back(each.win_rate);
  std::ranges::sort(rates);
  const double low = rates[kFewMatchups / 2 - 1], high = rates[rates.size() - kFewMatchups / 2];
  std::erase_if(matchups, [&](const DeckMatchup& each) { return each.win_rate > low && each.win_rate < high; });
}

DeckPage page_of(const Ranking& ranking, int rank, const Residuals& residuals) {
  const ReportDeck& deck = ranking.deck(rank);
  DeckPage page{.id = id_of(rank), .name = deck.name, .set = deck.set, .houses = deck.houses, .details = deck.details};
  for (int other = 0; other < ranking.size(); ++other)
    if (other != rank) page.matchups.push_back(matchup(ranking, rank, other, residuals));
  page.tiles = tiles(ranking, rank, page.matchups);
  page.matchups_note = "The strongest opponents come first, with 95 % intervals.";
  if (std::ssize(page.matchups) > kMostMatchups) {
    shorten(page.matchups);
    page.matchups_note = "The best and the worst of " + thousands(ranking.size() - 1) + ", with 95 % intervals.";
  }
  if (!residuals.empty())
    page.matchups_note += " Predicted: by the ratings alone; z: how many standard errors the games are from that.";
  if (ranking.has_handicaps())
    page.matchups_note += " Chains: on this deck that would make it even; negative ones on the opponent.";
  page.card_values = ranking.input.card_values;
  page.around.push_back({"\u2190 All decks", "#ratings"});
  if (rank > 0) page.around.push_back({"Stronger: " + ranking.deck(rank - 1).name, "#" + id_of(rank - 1)});
  if (rank + 1 < ranking.size()) page.around.push_back({"Weaker: " + ranking.deck(rank + 1).name, "#" + id_of(rank + 1)});
  return page;
}

}  // namespace

std::string deck_sections(const Ranking& ranking) {
  const Residuals residuals = residuals_by_deck(ranking.input);
  std::string html;
  for (int rank = 0; rank < ranking.size(); ++rank) html += deck_section(page_of(ranking, rank, residuals));
  return html;
}

}  // namespace archon::report
