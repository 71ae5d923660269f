#include "sim/documents/tournament_document.h"

#include <algorithm>

#include "sim/documents/share_columns.h"
#include "sim/play/missing.h"
#include "sim/present/deck_columns.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace tournament_document_parts {

using namespace present;

constexpr size_t kFewMatchups = 60;  // shown one by one
constexpr size_t kShownBans = 10;

std::string title_of(const TournamentReport& report) {
  return report.format == "sealed"     ? "Sealed: single games"
         : report.format == "bo3"      ? "Best of three with the same decks"
         : report.format == "adaptive" ? "Adaptive: own decks, swapped decks, then chains are bid for the deck that won both"
                                       : "Triad: three decks each, one of each banned, a win with both of the others";
}

bool by_lot(const TournamentReport& report) { return report.first == FirstPlayer::Lot || report.format == "sealed"; }

std::string first_text(const TournamentReport& report) {
  if (report.format == "sealed") return "who goes first: by lot";
  return by_lot(report) ? "who goes first: by lot in every game"
                        : "who goes first: by lot in game 1, then as the loser of the game before chooses (going first adds " +
                              fixed(100 * report.mean_advantage, 1) + " points to an even game)";
}

template <class Row>
ColumnOf<Row> win_column(const std::string& what, const std::string& head, std::function<Cell(const Row&)> cell) {
  return {{.name = "win_rate", .head = head, .unit = Unit::Share, .what = what, .interval = true}, cell};
}

template <class Row>
ColumnOf<Row> share_column(const std::string& name, const std::string& head, const std::string& what, int drop,
                           std::function<double(const Row&)> share) {
  return {{.name = name, .head = head, .unit = Unit::Share, .what = what, .drop = drop, .digits = 0},
          [share](const Row& each) { return Cell(share(each)); }};
}

// An opponent of a deck, the best or the worst one, and the win rate against it.
std::vector<ColumnOf<const DeckWin*>> extreme_columns(const TournamentReport& report, bool best) {
  using Row = const DeckWin*;
  const std::string word = best ? "best" : "worst";
  const auto opponent = [best](const Row& each) -> const MatchupWin& {
    const auto [low, high] = std::ranges::minmax_element(each->matchups, {}, &MatchupWin::win);
    return best ? *high : *low;
  };
  return {share_column<Row>(word + "_win_rate", word + " %", "Against " + word + "_opponent", 3,
                            [opponent](const Row& each) { return opponent(each).win; }),
          text_column<Row>(word + "_opponent", "against", "Opponent with the " + word + " win rate", 3,
                           [opponent, &report](const Row& each) { return report.name(opponent(each).opponent); })};
}

Table decks_table(const TournamentReport& report) {
  using Row = const DeckWin*;
  std::vector<Row> rows;
  for (const DeckWin& each : report.ranking) rows.push_back(&each);
  const bool any = !rows.empty();
  const auto file = [&report](const Row& each) -> const DeckFile& {
    return report.provenance.decks[static_cast<size_t>(each->deck)];
  };
  return table_of<Row>(
      {.name = "decks", .what = "But for Triad: my decks, the best first", .shown = any},
      deck_columns<Row>(false, file) +
          std::vector<ColumnOf<Row>>{win_column<Row>("Of matches against the field, every opponent counting the same", "wins %",
                                                     [](const Row& each) { return Cell(each->win, each->interval); }),
                                     share_column<Row>("best_share", "is best %",
                                                       "Share of what the games allow in which no other deck of mine is better",
                                                       1, [](const Row& each) { return each->best; })} +
          extreme_columns(report, true) + extreme_columns(report, false),
      std::move(rows));
}

struct Match {
  const DeckWin* deck;
  const MatchupWin* against;
};

// People see those of a single deck.
Table matchups_table(const TournamentReport& report) {
  std::vector<Match> rows;
  for (const DeckWin& deck : report.ranking) {
    std::vector<Match> of_deck;
    for (const MatchupWin& each : deck.matchups) of_deck.push_back({&deck, &each});
    std::ranges::stable_sort(of_deck, {}, [](const Match& each) { return each.against->win; });
    rows.insert(rows.end(), of_deck.begin(), of_deck.end());
  }
  const bool few = report.ranking.size() == 1 && rows.size() <= kFewMatchups;
  return table_of<Match>(
      {.name = "matchups", .what = "But for Triad: each deck against each opponent, the worst first", .shown = few},
      {text_column<Match>("deck", "", "Name", 0, [&report](const Match& each) { return report.name(each.deck->deck); }),
       text_column<Match>("opponent", "against", "Name", 0,
                          [&report](const Match& each) { return report.name(each.against->opponent); }),
       win_column<Match>("Of matches", "wins %",
                         [](const Match& each) { return Cell(each.against->win, each.against->interval); }),
       share_column<Match>(
           "game_win_rate", "a game %", "Of single games", 1,
           [&report](const Match& each) { return report.matrix.win_rate(each.deck->deck, each.against->opponent); })},
      std::move(rows));
}

// Deck 0: mine, 1: the opponent's, whose owners open with a bid of 0. Means over the draws.
Table third_games_table(const TournamentReport& report) {
  std::vector<size_t> rows;
  if (report.adaptive) rows = {0, 1};
  const bool any = !rows.empty();
  const auto mean = [&report](size_t deck, double (*figure)(const ThirdGame&)) {
    return report.adaptive->mean([&](const AdaptiveMatch& match) { return figure(match.third[deck]); });
  };
  const auto mine = [mean](size_t deck, double (*of_owner)(const ThirdGame&)) {
    return deck == 0 ? mean(deck, of_owner) : 1 - mean(deck, of_owner);
  };
  return table_of<size_t>(
      {.name = "third_games", .what = "Adaptive of one deck against one: the game for which chains are bid", .shown = any},
      {text_column<size_t>("deck", "won both games", "The deck that won both", 0,
                           [&report](const size_t& deck) {
                             const DeckWin& my_deck = report.ranking.front();
                             return report.name(deck == 0 ? my_deck.deck : my_deck.matchups.front().opponent);
                           }),
       {{.name = "is_mine", .head = "mine", .unit = Unit::Truth, .what = "It is my deck"},
        [](const size_t& deck) { return Cell(deck == 0); }},
       share_column<size_t>(
           "occurs_share", "occurs %", "How often the match comes to it", 1,
           [mean](const size_t& deck) { return mean(deck, [](const ThirdGame& game) { return game.probability; }); }),
       {{.name = "closing_bid",
         .head = "closing bid",
         .unit = Unit::Number,
         .what = "Last bid, chains; median",
         .interval = true,
         .digits = 0},
        [&report](const size_t& deck) {
          const ClosingBids bids = closing_bids(*report.adaptive, deck);
          return Cell(bids.median, bids.interval);
        }},
       share_column<size_t>("i_play_share", "I play it %", "How often the deck is mine for the game", 2,
                            [mine](const size_t& deck) {
                              return mine(deck, [](const ThirdGame& game) { return game.owner_plays ? 1.0 : 0.0; });
                            }),
       {{.name = "win_rate", .head = "I win %", .unit = Unit::Share, .what = "Mine, of this game"},
        [mine](const size_t& deck) { return Cell(mine(deck, [](const ThirdGame& game) { return game.win; })); }}},
      std::move(rows));
}

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

void add_settings(Document& document, const TournamentReport& report) {
  document.add({.name = "format", .what = "sealed, bo3, adaptive or triad"}, report.format);
  document.add({.name = "first_player", .what = "Who goes first after game 1: lot, or loser (who chooses)"},
               by_lot(report) ? "lot" : "loser");
  document.add({.name = "first_player_advantage", .unit = Unit::Points, .what = "What going first adds to an even game"},
               100 * report.mean_advantage);
  document.add({.name = "field_decks", .unit = Unit::Count, .what = "Decks of the field"}, report.field());
  document.add({.name = "pairs_without_chains",
                .unit = Unit::Count,
                .what = "Adaptive: pairs without games with chains, whose worth is a guess there",
                .may_miss = true},
               report.format == "adaptive" ? Cell(report.unchained) : Cell());
  document.note(title_of(report) + "\n" + first_text(report) + "\n");
  if (report.unchained > 0)
    document.note("pairs without games with chains, whose worth is a guess there: " + thousands(report.unchained) +
                  " ('archon gauntlet --chains' plays them)\n");
  document.note("\n");
}

void add_adaptive(Document& document, const TournamentReport& report) {
  const auto mean = [&](double AdaptiveMatch::*figure) {
    return report.adaptive ? Cell(report.adaptive->mean([figure](const AdaptiveMatch& match) { return match.*figure; }))
                           : Cell();
  };
  document.add({.name = "game_1_win_rate",
                .head = "game 1, with my deck: I win",
                .unit = Unit::Share,
                .what = "Adaptive of one deck against one: of game 1, with my deck",
                .may_miss = true},
               mean(&AdaptiveMatch::first));
  document.add({.name = "game_2_win_rate",
                .head = "game 2, with the other deck, after a win: I win",
                .unit = Unit::Share,
                .what = "Likewise: of game 2, with the other deck, after a win",
                .may_miss = true},
               mean(&AdaptiveMatch::second));
  document.add(third_games_table(report));
}

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
  document.add(threes_table(report));
  document.add(bans_table(report));
  document.add(after_bans_table(report));
}

}  // namespace tournament_document_parts

present::Document tournament_document(const TournamentReport& report) {
  using namespace tournament_document_parts;
  Document document{.name = "tournament",
                    .title = "archon tournament: matches of several games, and which decks to bring",
                    .main = report.format == "triad" ? "threes" : "decks"};
  if (const std::string missing = missing_text(report.matrix.missing()); !missing.empty())
    document.note("WARNING: " + missing + "\n\n");
  add_settings(document, report);
  document.add(decks_table(report));
  if (report.ranking.size() > 1)
    document.note("play " + report.name(report.ranking.front().deck) + ": the best of these in " +
                  percent(report.ranking.front().best, 0) + " of what the games allow\n");
  document.add(matchups_table(report));
  add_adaptive(document, report);
  add_triad(document, report);
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
