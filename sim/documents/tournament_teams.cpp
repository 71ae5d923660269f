// Of archon tournament, matches to which each player brings several decks: Triad and Survival.
#include <algorithm>

#include "sim/documents/tournament_tables.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace tournament_document_parts {
namespace {

constexpr size_t kShownBans = 10;

struct Three {
  const Triple* decks;
  Cell win;
  double best;
};

Table threes_table(const TournamentReport& report) {
  std::vector<Three> rows;
  if (report.triad) rows.push_back({&report.mine, {report.triad->win, report.triad->interval}, 1});
  if (report.triples)
    for (const TriadPick& each : report.triples->picks) rows.push_back({&each.decks, {each.win, each.interval}, each.best});
  const bool any = !rows.empty();
  std::vector<ColumnOf<Three>> columns;
  for (size_t i = 0; i < kTriad; ++i)
    columns.push_back(text_column<Three>("deck_" + std::to_string(i + 1), i == 0 ? "decks" : "and", "One of the three", 0,
                                         [i, &report](const Three& each) { return report.name((*each.decks)[i]); }));
  columns.push_back(win_column<Three>("Of matches", "wins %", [](const Three& each) { return each.win; }));
  columns.push_back(share_column<Three>("best_share", "is best %",
                                        "Share of what the games allow in which none of these is better", 1,
                                        [](const Three& each) { return each.best; }));
  return table_of<Three>({.name = "threes", .what = "Triad: threes of my decks, the best first", .shown = any}, columns,
                         std::move(rows));
}

struct Ban {
  bool mine;  // I ban it
  int deck;
  double share;
};

// How to ban and be banned; of more decks than three, with and against the best three.
std::vector<Ban> bans_of(const TournamentReport& report) {
  std::vector<Ban> bans;
  for (size_t i = 0; report.triad && i < kTriad; ++i) bans.push_back({true, report.theirs[i], report.triad->expected.ban[i]});
  for (size_t i = 0; report.triad && i < kTriad; ++i) bans.push_back({false, report.mine[i], report.triad->expected.banned[i]});
  if (!report.triples) return bans;
  const TriadRanking& triples = *report.triples;
  for (size_t deck = 0; deck < triples.ban.size(); ++deck)
    if (triples.ban[deck] >= 0) bans.push_back({true, static_cast<int>(deck), triples.ban[deck]});
  std::ranges::stable_sort(bans, std::greater<>(), &Ban::share);
  for (size_t i = 0; i < kTriad; ++i) bans.push_back({false, triples.picks.front().decks[i], triples.banned[i]});
  return bans;
}

Table bans_table(const TournamentReport& report) {
  std::vector<Ban> rows = bans_of(report);
  const bool any = !rows.empty();
  return table_of<Ban>(
      {.name = "bans",
       .what = "Triad: how often to ban a deck of the opponent that has it, and how often mine are banned, of the best three",
       .title = "Bans",
       .ends = kShownBans,
       .shown = any},
      {text_column<Ban>("by", "by", "me or them: who bans", 0,
                        [](const Ban& each) { return std::string(each.mine ? "me" : "them"); }),
       share_column<Ban>("share", "%", "How often", 0, [](const Ban& each) { return each.share; }),
       text_column<Ban>("deck", "deck", "The deck that is banned", 0,
                        [&report](const Ban& each) { return report.name(each.deck); })},
      std::move(rows));
}

struct After {
  size_t mine, theirs;  // banned
};

Table after_bans_table(const TournamentReport& report) {
  std::vector<After> rows;
  for (size_t i = 0; report.triad && i < kTriad; ++i)
    for (size_t j = 0; j < kTriad; ++j) rows.push_back({i, j});
  const bool any = !rows.empty();
  const auto duel = [&report](const After& each) -> const TriadDuel& {
    return report.triad->expected.after[each.mine][each.theirs];
  };
  const auto first_left = [](size_t banned) { return banned == 0 ? size_t{1} : size_t{0}; };
  return table_of<After>(
      {.name = "after_bans",
       .what = "Triad of three decks against three: after the bans",
       .title = "After the bans",
       .shown = any},
      {text_column<After>("banned", "they ban", "My deck that they ban", 0,
                          [&report](const After& each) { return report.name(report.mine[each.mine]); }),
       text_column<After>("ban", "I ban", "Their deck that I ban", 0,
                          [&report](const After& each) { return report.name(report.theirs[each.theirs]); }),
       {{.name = "win_rate", .head = "I win %", .unit = Unit::Share, .what = "Of matches"},
        [duel](const After& each) { return Cell(duel(each).win); }},
       share_column<After>("begin_share", "begin %", "How often to begin with begin_deck, else with my other one", 1,
                           [duel](const After& each) { return duel(each).begin[0]; }),
       text_column<After>("begin_deck", "with", "The first of my two that are left", 1,
                          [&report, first_left](const After& each) { return report.name(report.mine[first_left(each.mine)]); }),
       share_column<After>("they_begin_share", "", "How often they begin with they_begin_deck", 0,
                           [duel](const After& each) { return duel(each).they_begin[0]; }),
       text_column<After>(
           "they_begin_deck", "", "The first of their two that are left", 0,
           [&report, first_left](const After& each) { return report.name(report.theirs[first_left(each.theirs)]); })},
      std::move(rows));
}

struct First {
  bool mine;
  size_t deck;  // of the team
};

Table first_decks_table(const TournamentReport& report) {
  std::vector<First> rows;
  for (size_t i = 0; report.survival && i < report.survival->expected.begin.size(); ++i) rows.push_back({true, i});
  for (size_t j = 0; report.survival && j < report.survival->expected.they_begin.size(); ++j) rows.push_back({false, j});
  const bool any = !rows.empty();
  return table_of<First>(
      {.name = "first_decks",
       .what = "Survival: how often each player begins with which deck",
       .title = "First decks",
       .shown = any},
      {text_column<First>("by", "by", "me or them: who begins with it", 0,
                          [](const First& each) { return std::string(each.mine ? "me" : "them"); }),
       share_column<First>("share", "%", "How often", 0,
                           [&report](const First& each) {
                             const SurvivalMatch& match = report.survival->expected;
                             return (each.mine ? match.begin : match.they_begin)[each.deck];
                           }),
       text_column<First>("deck", "deck", "The deck", 0,
                          [&report](const First& each) { return report.name(report.team(each.mine)[each.deck]); })},
      std::move(rows));
}

struct SecondGame {
  size_t mine, theirs;  // the decks of game 1
  bool i_lost;
};

// Who has lost game 1 and has no other deck has lost the match: no row.
Table next_decks_table(const TournamentReport& report) {
  const auto next = [&report](const SecondGame& each) -> const NextDeck& {
    const SurvivalMatch& match = report.survival->expected;
    return (each.i_lost ? match.after_loss : match.after_win)[each.mine][each.theirs];
  };
  std::vector<SecondGame> rows;
  for (const bool i_lost : {true, false})
    for (size_t i = 0; report.survival && i < report.team(true).size(); ++i)
      for (size_t j = 0; j < report.team(false).size(); ++j)
        if (next({i, j, i_lost}).deck >= 0) rows.push_back({i, j, i_lost});
  const bool any = !rows.empty();
  const auto name = [&report](bool mine, size_t deck) { return report.name(report.team(mine)[deck]); };
  return table_of<SecondGame>(
      {.name = "next_decks",
       .what = "Survival: which deck follows one that lost game 1",
       .title = "After game 1",
       .shown = any},
      {text_column<SecondGame>("loser", "loser", "me or them: who lost game 1", 0,
                               [](const SecondGame& each) { return std::string(each.i_lost ? "me" : "them"); }),
       text_column<SecondGame>(
           "lost_deck", "is out", "The deck that lost game 1", 0,
           [name](const SecondGame& each) { return name(each.i_lost, each.i_lost ? each.mine : each.theirs); }),
       text_column<SecondGame>(
           "against", "against", "The deck that won, and stays", 0,
           [name](const SecondGame& each) { return name(!each.i_lost, each.i_lost ? each.theirs : each.mine); }),
       text_column<SecondGame>(
           "next_deck", "goes on with", "The deck that the loser does best to bring", 0,
           [name, next](const SecondGame& each) { return name(each.i_lost, static_cast<size_t>(next(each).deck)); }),
       {{.name = "win_rate", .head = "I win %", .unit = Unit::Share, .what = "Then, mine of the match"},
        [next](const SecondGame& each) { return Cell(next(each).win); }}},
      std::move(rows));
}

}  // namespace

void add_triad(Document& document, const TournamentReport& report) {
  const auto count = [&](const std::string& name, const std::string& what, int64_t TriadRanking::*which) {
    document.add({.name = name, .unit = Unit::Count, .what = what, .may_miss = true},
                 report.triples ? Cell(*report.triples.*which) : Cell());
  };
  count("candidates", "Triad: threes of my decks that were compared", &TriadRanking::candidates);
  count("opponent_threes", "Threes of the field they were compared against", &TriadRanking::opponents);
  count("all_opponent_threes", "All threes of the field", &TriadRanking::all_opponents);
  if (report.triples)
    document.note("threes of decks: " + thousands(report.triples->candidates) + " of mine, against " +
                  thousands(report.triples->opponents) + " of the " + thousands(report.triples->all_opponents) +
                  " of the field" + (report.triples->opponents < report.triples->all_opponents ? ", drawn by lot" : "") +
                  "\n\n");
  if (report.triples)
    document.add(Picture{.kind = Picture::Kind::Bars,
                         .table = "threes",
                         .value = "win_rate",
                         .names = {"deck_1", "deck_2", "deck_3"},
                         .title = "How likely a match is won",
                         .says = "Matches of three decks against threes of the field, with 95 % intervals."});
  document.add(threes_table(report));
  document.add(bans_table(report));
  document.add(after_bans_table(report));
}

void add_survival(Document& document, const TournamentReport& report) {
  document.add({.name = "survival_win_rate",
                .head = "I win",
                .unit = Unit::Share,
                .what = "Survival: of the match, mine",
                .interval = true,
                .may_miss = true},
               report.survival ? Cell(report.survival->win, report.survival->interval) : Cell());
  if (report.survival) document.note("\n");
  document.add(first_decks_table(report));
  document.add(next_decks_table(report));
}

}  // namespace tournament_document_parts
}  // namespace archon::cli
