#include "sim/report/deck_page.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/report/chart.h"
#include "sim/report/report_page.h"

namespace archon {
namespace report {
namespace {

// Words of engine/facts/facts.h that have a symbol in assets/icons.svg.
constexpr std::array<std::string_view, 5> kIconSymbols = {"amber", "capture", "damage", "draw", "discard"};
constexpr std::array<std::string_view, 4> kTypeSymbols = {"creature", "action", "artifact", "upgrade"};
constexpr std::array<std::string_view, 3> kRarities = {"common", "uncommon", "rare"};  // all others are special

template <size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// Links of decks come from files: what is no address of the web is not linked.
bool is_web(const std::string& url) { return url.starts_with("https://") || url.starts_with("http://"); }

List link_values(const std::vector<ReportLink>& links) {
  List list;
  for (const ReportLink& link : links)
    if (is_web(link.url) || link.url.starts_with('#')) list.push_back(Values{{"label", link.label}, {"url", link.url}});
  return list;
}

List icon_values(const std::vector<std::string>& icons) {
  List list;
  for (const std::string& icon : icons)
    list.push_back(is_one_of(kIconSymbols, icon) ? Values{{"symbol", icon}, {"word", icon == "amber" ? "aember" : icon}}
                                                 : Values{{"chip", icon}});
  return list;
}

Values card_values(const ReportCard& card) {
  const auto rarity = std::ranges::find(kRarities, card.rarity);
  Values values{{"card", card.name},
                {"type", card.type},
                {"type_icon", is_one_of(kTypeSymbols, card.type) ? card.type : std::string("special")},
                {"mark", joined(card.marks, ", ")},
                {"card_problem", card.problem},
                {"icons", icon_values(card.icons)},
                {"icon_count", std::to_string(card.icons.size())},
                {"rarity", card.rarity},
                {"rarity_icon", rarity != kRarities.end() ? card.rarity : std::string("special")},
                {"rarity_order", std::to_string(rarity - kRarities.begin())}};
  if (card.copies > 1) values["copies"] = std::to_string(card.copies);
  values["value_number"] = card.value ? fixed(card.value->value, 3) : std::string();
  if (card.value) {
    values["value"] = signed_number(card.value->value, 1);
    values["value_range"] = range(card.value->interval, 1, 1);
  }
  return values;
}

List house_values(const std::vector<ReportCard>& cards) {
  List houses;
  for (auto from = cards.begin(); from != cards.end();) {
    const auto to = std::find_if(from, cards.end(), [&](const ReportCard& card) { return card.house != from->house; });
    List list;
    int number = 0;
    for (auto card = from; card != to; ++card) {
      list.push_back(card_values(*card));
      number += card->copies;
    }
    houses.push_back(Values{{"house", from->house}, {"number", std::to_string(number)}, {"cards", list}});
    from = to;
  }
  return houses;
}

ChartSeries series(const std::string& kind, const std::vector<ReportTurn>& turns) {
  ChartSeries out{.kind = kind};
  for (const ReportTurn& turn : turns) out.line.push_back({static_cast<double>(turn.turn), turn.mean, turn.interval});
  return out;
}

std::string turns_chart(const std::string& label, const std::vector<ReportTurn>& own, const std::vector<ReportTurn>& opposing,
                        double least_high) {
  double last = 2, high = least_high;
  for (const auto* turns : {&own, &opposing}) {
    for (const ReportTurn& turn : *turns) {
      last = std::max(last, static_cast<double>(turn.turn));
      high = std::max(high, turn.interval.high);
    }
  }
  Chart chart{.label = label, .x = {1, last}, .y = {0, high}};
  for (double at : axis_over(0, high).ticks())
    if (at >= 0 && at <= high) chart.y_ticks.push_back({at, signed_number(at, 0)});
  for (int at = 1; at <= static_cast<int>(last); at += last > 12 ? 3 : last > 6 ? 2 : 1)
    chart.x_ticks.push_back({static_cast<double>(at), std::to_string(at)});
  chart.series = {series("other", opposing), series("own", own)};
  return chart_svg(chart);
}

std::string lengths_text(const ReportCourse& course) {
  std::string text;
  if (course.turns_won > 0) text += "A win takes " + fixed(course.turns_won, 1) + " turns of both players";
  if (course.turns_lost > 0)
    text += (text.empty() ? "A loss takes " : ", a loss ") + fixed(course.turns_lost, 1) +
            (text.empty() ? " turns of both players" : "");
  return text.empty() ? text : text + ".";
}

Values course_values(const ReportCourse& course) {
  const std::vector<int64_t>& lengths = course.lengths;
  const auto some = [](int64_t games) { return games > 0; };
  const auto first = std::ranges::find_if(lengths, some);
  const int64_t most = std::max<int64_t>(1, lengths.empty() ? 0 : std::ranges::max(lengths));
  List bars, chosen;
  for (auto games = first; games != lengths.end(); ++games)
    bars.push_back(Values{{"height", place(100 * static_cast<double>(*games) / static_cast<double>(most))}});
  for (const auto& [house, share] : course.houses)
    chosen.push_back(Values{{"house", house}, {"share", place(100 * share)}, {"share_text", percent(share, 0)}});
  const std::string shortest = std::to_string(first - lengths.begin()), longest = std::to_string(std::ssize(lengths) - 1);
  return {{"games", thousands(course.games)},
          {"lengths_text", lengths_text(course)},
          {"amber", turns_chart("Aember at the end of each turn", course.amber, course.opposing_amber, 6)},
          {"keys", turns_chart("Keys at the end of each turn", course.keys, course.opposing_keys, 3)},
          {"bars", bars},
          {"lengths_label", "Games took " + shortest + " to " + longest + " turns"},
          {"shortest", shortest},
          {"longest", longest},
          {"chosen", chosen}};
}

Values handicap_values(const ReportHandicap& handicap) {
  if (handicap.beyond)
    return {{"handicap_value", fixed(handicap.value, 2)},
            {"handicap", std::string(handicap.value < 0 ? "below \u221224" : "above 24")},
            {"handicap_range", std::string()}};
  return {{"handicap_value", fixed(handicap.value, 2)},
          {"handicap", signed_number(handicap.value, 1)},
          {"handicap_range", range(handicap.interval, 1, 1)}};
}

Values matchup_values(const DeckMatchup& matchup) {
  Values values{{"opponent", matchup.opponent}, {"link", matchup.link}};
  if (matchup.games > 0)
    values["played"] = Values{{"rate", percent(matchup.win_rate)},
                              {"rate_value", fixed(100 * matchup.win_rate, 2)},
                              {"range", range(matchup.interval, 100, 0)},
                              {"low", place(100 * matchup.interval.low)},
                              {"width", place(100 * (matchup.interval.high - matchup.interval.low))},
                              {"at", place(100 * matchup.win_rate)},
                              {"number", thousands(matchup.games)}};
  if (matchup.predicted && matchup.z)
    values["predicted"] = Values{{"predicted", percent(*matchup.predicted, 0)},
                                 {"predicted_value", fixed(100 * *matchup.predicted, 2)},
                                 {"z", signed_number(*matchup.z, 1)},
                                 {"z_value", fixed(*matchup.z, 3)}};
  if (matchup.handicap) values["handicap"] = handicap_values(*matchup.handicap);
  return values;
}

std::string rating_text(const std::optional<double>& rating) {
  return rating ? fixed(*rating, *rating == std::floor(*rating) ? 0 : 1) : std::string();
}

Values page_values(const DeckPage& page) {
  const DeckDetails& details = page.details;
  List tiles, matchups, samples, beside;
  for (const DeckTile& tile : page.tiles)
    tiles.push_back(Values{{"label", tile.label}, {"value", tile.value}, {"detail", tile.detail}});
  for (const DeckMatchup& matchup : page.matchups) matchups.push_back(matchup_values(matchup));
  for (const ReportSample& sample : details.samples)
    samples.push_back(Values{{"title", sample.title}, {"command", sample.command}});
  for (const std::string& text : details.beside) beside.push_back(Values{{"text", text}});
  const bool valued = std::ranges::any_of(details.cards, [](const ReportCard& card) { return card.value.has_value(); });
  Values values{{"id", page.id},
                {"name", page.name},
                {"set", page.set},
                {"houses", joined(page.houses, " \u00b7 ")},
                {"has_around", !page.around.empty()},
                {"around", link_values(page.around)},
                {"sas", rating_text(details.sas)},
                {"aerc", rating_text(details.aerc)},
                {"links", link_values(details.links)},
                {"file", details.file},
                {"problem", details.problem},
                {"has_tiles", !tiles.empty()},
                {"tiles", tiles},
                {"has_cards", !details.cards.empty()},
                {"card_houses", house_values(details.cards)},
                {"columns", std::string(valued ? "4" : "3")},
                {"values", valued ? page.card_values : std::string()},
                {"beside", beside},
                {"has_samples", !samples.empty()},
                {"samples", samples},
                {"has_matchups", !matchups.empty()},
                {"matchups", matchups},
                {"matchups_note", page.matchups_note}};
  values["predictions"] = std::ranges::any_of(page.matchups, [](const DeckMatchup& each) { return each.z.has_value(); });
  values["chains"] = std::ranges::any_of(page.matchups, [](const DeckMatchup& each) { return each.handicap.has_value(); });
  if (details.course.games > 0) values["course"] = course_values(details.course);
  return values;
}

}  // namespace

std::string deck_section(const DeckPage& page) { return render("deck", page_values(page)); }

}  // namespace report

std::string deck_page_html(const DeckPage& page, const std::vector<std::string>& method,
                           const std::vector<std::string>& provenance) {
  using namespace report;
  List sentences, lines;
  for (const std::string& sentence : method) sentences.push_back(Values{{"note", sentence}});
  for (const std::string& line : provenance) lines.push_back(Values{{"line", line}});
  const std::string content = render("single", {{"deck", deck_section(page)}, {"notes", sentences}, {"provenance", lines}});
  std::string description = joined(page.houses, ", ");
  if (!page.tiles.empty()) description += ". " + page.tiles.front().label + ": " + page.tiles.front().value;
  return whole_page({.title = page.name, .description = description, .address = {}, .picture = {}}, content, "[]");
}

}  // namespace archon
