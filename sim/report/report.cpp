#include "sim/report/report.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "sim/report/report_page.h"

namespace archon {
namespace report {

Ranking::Ranking(const ReportInput& page) : input(page), order(page.decks.size()), rank_of(page.decks.size()) {
  const size_t decks = page.decks.size();
  assert(decks >= 2 && page.pairs.size() == decks * (decks - 1) / 2);
  std::iota(order.begin(), order.end(), 0);
  const auto strength = [&](int deck) {
    const ReportDeck& each = page.decks[static_cast<size_t>(deck)];
    return each.rating ? each.rating->value : each.mean;
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return strength(a) > strength(b); });
  for (size_t i = 0; i < decks; ++i) rank_of[static_cast<size_t>(order[i])] = static_cast<int>(i);
}

Seen Ranking::seen(int rank, int opponent) const {
  const int deck = order[static_cast<size_t>(rank)], other = order[static_cast<size_t>(opponent)];
  const int a = std::min(deck, other), b = std::max(deck, other), n = size();
  const ReportPair& pair = input.pairs[static_cast<size_t>(a * n - a * (a + 1) / 2 + b - a - 1)];
  assert(pair.a == a && pair.b == b);
  return {&pair, deck == b};
}

std::optional<ReportHandicap> Seen::handicap() const {
  std::optional<ReportHandicap> seen = pair->handicap;
  if (seen && swapped) {
    seen->value = -seen->value;
    seen->interval = {-seen->interval.high, -seen->interval.low};
  }
  return seen;
}

std::string Ranking::deck_name(int deck_index) const { return escaped(input.decks[static_cast<size_t>(deck_index)].name); }

bool Ranking::has_handicaps() const {
  return std::ranges::any_of(input.pairs, [](const ReportPair& pair) { return pair.handicap.has_value(); });
}

std::string escaped(std::string_view text) {
  std::string html;
  for (char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string signed_number(double number, int digits) {
  const std::string text = fixed(std::abs(number), digits);
  const bool zero = text.find_first_not_of("0.") == std::string::npos;
  return number < 0 && !zero ? "\u2212" + text : text;
}

std::string range(const Interval& interval, double scale, int digits) {
  const std::string low = signed_number(scale * interval.low, digits), high = signed_number(scale * interval.high, digits);
  // A dash between minus signs is hard to read.
  return low + (interval.low < 0 || interval.high < 0 ? " to " : "\u2009\u2013\u2009") + high;
}

}  // namespace report

namespace {

using namespace report;

struct Totals {
  int64_t games = 0, undecided = 0, faults = 0, fewest = INT64_MAX, most = 0;
  int64_t without_games = 0;  // pairs
};

Totals totals(const ReportInput& input) {
  Totals sum;
  for (const ReportPair& pair : input.pairs) {
    const int64_t games = pair.wins_a + pair.wins_b + pair.undecided + pair.faults;
    if (games == 0) {
      ++sum.without_games;
      continue;
    }
    sum.games += games;
    sum.undecided += pair.undecided;
    sum.faults += pair.faults;
    sum.fewest = std::min(sum.fewest, games);
    sum.most = std::max(sum.most, games);
  }
  return sum;
}

// The set when all decks are of the same one.
std::string common_set(const ReportInput& input) {
  const std::string& set = input.decks.front().set;
  return std::ranges::all_of(input.decks, [&](const ReportDeck& deck) { return deck.set == set; }) ? set : std::string();
}

std::string title(const ReportInput& input) { return thousands(std::ssize(input.decks)) + " decks, each against every other"; }

std::string first_player(const ReportInput& input) {
  if (!input.first_player) return {};
  return "Whoever went first won " + percent(input.first_player->win_rate) + " (" +
         range(input.first_player->interval, 100, 1) + "). ";
}

std::string header(const ReportInput& input) {
  const Totals sum = totals(input);
  const std::string set = common_set(input);
  const std::string a_pair =
      sum.fewest >= sum.most ? thousands(sum.most) : thousands(sum.fewest) + " to " + thousands(sum.most);
  return "<header>\n<p class=eyebrow>Archon \u00b7 deck matrix</p>\n<h1>" + title(input) + "</h1>\n<p class=lede>" +
         (set.empty() ? "" : "Decks of " + escaped(set) + ". ") + "<b>" + thousands(sum.games) + " games</b> of KeyForge, " +
         a_pair + " for each of " + thousands(std::ssize(input.pairs)) + " pairs" +
         (sum.without_games ? " (" + thousands(sum.without_games) + " without games so far)" : "") +
         ", each deck going first in half of them. " + first_player(input) + "Both sides were played by the agent <b>" +
         escaped(input.agent.substr(0, input.agent.find(':'))) +
         "</b>; a win rate says something about the decks <em>and</em> about who plays them.</p>\n" +
         (input.warning.empty() ? "" : "<p class=warning role=alert><b>Warning:</b> " + escaped(input.warning) + "</p>\n") +
         "</header>\n";
}

std::string navigation(const Ranking& ranking) {
  return std::string("<nav aria-label=Sections><a href=#matrix>Matrix</a><a href=#ratings>Strength</a>") +
         (ranking.has_handicaps() ? "<a href=#chains>Chains</a>" : "") +
         (ranking.input.curves.empty() ? "" : "<a href=#curves>Curves</a>") + "<a href=#method>Method</a></nav>\n";
}

std::string method(const ReportInput& input) {
  const Totals sum = totals(input);
  std::string html = "<section id=method>\n<h2>How this was measured</h2>\n<p>Agent <code>" + escaped(input.agent) +
                     "</code> on both sides, " + "rulebook " + escaped(input.rules) +
                     ". Win rates are over decided games. Of " + thousands(sum.games) + " games, " + thousands(sum.undecided) +
                     " reached the limit of decisions without a winner and " + thousands(sum.faults) +
                     " exceeded a bound of the program. Intervals: " + escaped(input.interval_method) + ", 95 %. " +
                     "<i>All pairs at once</i> means: wide enough that, 95 times of 100, every one of the " +
                     thousands(std::ssize(input.pairs)) + " intervals holds its true value.</p>\n";
  for (const std::string& note : input.notes) html += "<p>" + escaped(note) + "</p>\n";
  html += "<pre>";
  for (const std::string& line : input.provenance) html += escaped(line) + "\n";
  return html + "</pre>\n</section>\n";
}

}  // namespace

std::string report_html(const ReportInput& input) {
  const Ranking ranking(input);
  std::string html =
      "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n<title>" + title(input) +
      "</title>\n<meta name=viewport content=\"width=device-width,initial-scale=1\">\n"
      "<meta name=color-scheme content=\"light dark\">\n<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n<link rel=icon href=\"data:,\">\n<style>";
  html += style_sheet();
  html += "</style>\n</head>\n<body>\n<main>\n";
  html += header(input) + findings(ranking) + navigation(ranking) + matrix_section(ranking) + ratings_section(ranking) +
          chains_section(ranking) + curves_section(ranking) + method(input);
  html += "</main>\n<div id=tip role=tooltip hidden></div>\n<script type=\"application/json\" id=data>" + cell_data(ranking) +
          "</script>\n<script>";
  html += script();
  html += "</script>\n</body>\n</html>\n";
  return html;
}

}  // namespace archon
