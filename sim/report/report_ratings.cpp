// How strong each deck is: a table whose third column is a dot-and-whisker plot.
#include <algorithm>
#include <cmath>

#include "sim/report/report_page.h"

namespace archon::report {
namespace {

Axis rating_axis(const std::vector<ReportDeck>& decks) {
  double low = 0, high = 0;
  for (const ReportDeck& deck : decks) {
    low = std::min(low, deck.rating->interval.low);
    high = std::max(high, deck.rating->interval.high);
  }
  return axis_over(low, high);
}

List axis_values(const Axis& axis) {
  List list;
  for (double value : axis.ticks()) list.push_back(Values{{"at", place(axis.at(value))}, {"text", signed_number(value, 0)}});
  return list;
}

Values rating_values(const Axis& axis, const ReportRating& rating) {
  return {{"low", place(axis.at(rating.interval.low))},
          {"width", place(axis.at(rating.interval.high) - axis.at(rating.interval.low))},
          {"at", place(axis.at(rating.value))},
          {"value", fixed(rating.value, 1)},
          {"text", signed_number(rating.value, 0)},
          {"range", range(rating.interval, 1, 0)}};
}

Values row_values(const Ranking& ranking, int rank, const Axis& axis) {
  const ReportDeck& deck = ranking.deck(rank);
  Values row{{"rank", std::to_string(rank + 1)},
             {"name", deck.name},
             {"houses", joined(deck.houses, " \u00b7 ")},
             {"set", deck.set},
             {"problem", deck.details.problem},
             {"mean", share_text(deck.mean)},
             {"mean_value", fixed(100 * deck.mean.value_or(-1), 2)}};
  const auto elsewhere = [&](const std::string& hole, const std::optional<double>& rating) {
    row[hole] = rating ? fixed(*rating, 1) : std::string();
    row[hole + "_text"] = rating ? fixed(*rating, *rating == std::floor(*rating) ? 0 : 1) : std::string("\u2013");
  };
  elsewhere("sas", deck.details.sas);
  elsewhere("aerc", deck.details.aerc);
  if (deck.rating) row["rating"] = rating_values(axis, *deck.rating);
  if (deck.mean_interval) row["mean_range"] = range(*deck.mean_interval, 100, 0);
  row["worst_value"] = std::string("-1");
  row["worst_rate"] = share_text({});
  row["worst_name"] = std::string();
  if (deck.worst >= 0) {
    const double rate = ranking.seen(rank, ranking.rank(deck.worst)).win_rate();
    row["worst_value"] = fixed(100 * rate, 2);
    row["worst_rate"] = percent(rate, 0);
    row["worst_name"] = ranking.deck_name(deck.worst);
  }
  if (deck.nash_weight) {
    row["nash_value"] = fixed(*deck.nash_weight, 5);
    row["nash_text"] = *deck.nash_weight < 0.0005 ? std::string("\u2013") : percent(*deck.nash_weight);
  }
  return row;
}

}  // namespace

std::string ratings_section(const Ranking& ranking) {
  const std::vector<ReportDeck>& decks = ranking.input.decks;
  const Axis axis = ranking.has_ratings() ? rating_axis(decks) : Axis{};
  List rows;
  for (int rank = 0; rank < ranking.size(); ++rank) rows.push_back(row_values(ranking, rank, axis));
  Values values{
      {"ratings", ranking.has_ratings()},
      {"worst", ranking.has_worst()},
      {"nash", ranking.has_nash()},
      {"sets", std::ranges::any_of(decks, [&](const ReportDeck& deck) { return deck.set != decks[0].set; })},
      {"elsewhere", std::ranges::any_of(decks, [](const ReportDeck& deck) { return deck.details.sas || deck.details.aerc; })},
      {"rows", rows}};
  if (ranking.has_ratings()) {
    values["zero"] = place(axis.at(0));
    values["axis"] = axis_values(axis);
  }
  return render("strength", values);
}

}  // namespace archon::report
