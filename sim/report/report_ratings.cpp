// How strong each deck is: a table whose third column is a dot-and-whisker plot.
#include <algorithm>
#include <cmath>

#include "sim/report/report_page.h"

namespace archon::report {
namespace {

// A linear scale from values to percent of a width, with round ticks.
struct Axis {
  double low = 0, high = 1, step = 1;

  double at(double value) const { return 100 * (value - low) / (high - low); }
};

Axis axis_over(double low, double high) {
  constexpr int kMostTicks = 4;
  Axis axis{low, high, 1};
  // 1, 2, 5, 10, 20, 50 ...
  for (int i = 0; (high - low) / axis.step > kMostTicks; ++i) axis.step *= i % 3 == 1 ? 2.5 : 2;
  const double margin = 0.02 * std::max(high - low, 1.0);
  axis.low -= margin;
  axis.high += margin;
  return axis;
}

Axis rating_axis(const std::vector<ReportDeck>& decks) {
  double low = 0, high = 0;
  for (const ReportDeck& deck : decks) {
    low = std::min(low, deck.rating->interval.low);
    high = std::max(high, deck.rating->interval.high);
  }
  return axis_over(low, high);
}

std::string place(double percent_of_width) { return fixed(percent_of_width, 1) + "%"; }

std::string ticks(const Axis& axis) {
  std::string html = "<div class=axis>";
  for (double value = std::ceil(axis.low / axis.step) * axis.step; value <= axis.high; value += axis.step)
    html += "<span style=left:" + place(axis.at(value)) + ">" + signed_number(value, 0) + "</span>";
  return html + "</div>";
}

std::string dot_and_whisker(const Axis& axis, const ReportRating& rating) {
  return "<div class=plot><i style=left:" + place(axis.at(rating.interval.low)) +
         ";width:" + place(axis.at(rating.interval.high) - axis.at(rating.interval.low)) +
         "></i><b style=left:" + place(axis.at(rating.value)) + "></b></div>";
}

std::string houses(const ReportDeck& deck) {
  std::string text;
  for (const std::string& house : deck.houses) text += (text.empty() ? "" : " \u00b7 ") + escaped(house);
  return text.empty() ? "" : "<small>" + text + "</small>";
}

std::string worst_text(const Ranking& ranking, int rank) {
  const int worst = ranking.deck(rank).worst;
  return percent(ranking.seen(rank, ranking.rank(worst)).win_rate(), 0) + " <small>against " + ranking.deck_name(worst) +
         "</small>";
}

std::string nash_text(double weight) { return weight < 0.0005 ? "<span class=none>\u2013</span>" : percent(weight); }

std::string row(const Ranking& ranking, int rank, const Axis& axis) {
  const ReportDeck& deck = ranking.deck(rank);
  std::string html = "<tr role=row><td role=cell class=rank>" + std::to_string(rank + 1) + "<th role=rowheader scope=row>" +
                     escaped(deck.name) + houses(deck);
  if (deck.rating) {
    html += "<td role=cell class=scale>" + dot_and_whisker(axis, *deck.rating) + "<td role=cell class=rating><b>" +
            signed_number(deck.rating->value, 0) + "</b> <small>" + range(deck.rating->interval, 1, 0) + "</small>";
  }
  html += "<td role=cell class=\"share mean\" data-label=mean>" + percent(deck.mean);
  if (deck.mean_interval) html += " <small>" + range(*deck.mean_interval, 100, 0) + "</small>";
  if (ranking.has_worst()) html += "<td role=cell class=worst data-label=worst>" + worst_text(ranking, rank);
  if (deck.nash_weight) html += "<td role=cell class=share data-label=Nash>" + nash_text(*deck.nash_weight);
  return html + "\n";
}

}  // namespace

std::string ratings_section(const Ranking& ranking) {
  const bool ratings = ranking.has_ratings(), nash = ranking.has_nash();
  const Axis axis = ratings ? rating_axis(ranking.input.decks) : Axis{};
  std::string html = "<section id=ratings>\n<h2>How strong each deck is</h2>\n<p>";
  if (ratings)
    html +=
        "Ratings are Elo points above the mean of these decks (Bradley-Terry), with 95 % intervals: 100 points more win 64 %, "
        "200 win 76 %. ";
  html += "<i>Mean</i>: win rate against the others, each counting the same.";
  if (ranking.has_worst()) html += " <i>Worst</i>: the opponent against whom it does worst.";
  if (nash) html += " <i>Nash</i>: how often to bring the deck when the opponent picks one as well and knows this matrix.";
  html += "</p>\n<table role=table class=strength";
  if (ratings) html += " style=--zero:" + place(axis.at(0));
  html +=
      "><caption>Decks from the strongest to the weakest</caption>\n<thead role=rowgroup><tr role=row>"
      "<th role=columnheader scope=col class=rank>#<th role=columnheader scope=col>Deck";
  if (ratings)
    html +=
        "<th role=columnheader scope=col class=scale>" + ticks(axis) + "<th role=columnheader scope=col class=rating>Rating";
  html += "<th role=columnheader scope=col class=share>Mean";
  if (ranking.has_worst()) html += "<th role=columnheader scope=col class=worst>Worst";
  if (nash) html += "<th role=columnheader scope=col class=share>Nash";
  html += "\n<tbody role=rowgroup>\n";
  for (int rank = 0; rank < ranking.size(); ++rank) html += row(ranking, rank, axis);
  return html + "</table>\n</section>\n";
}

}  // namespace archon::report
