#include "sim/documents/tournament_document.h"

#include <algorithm>

#include "sim/documents/tournament_tables.h"
#include "sim/play/missing.h"
#include "sim/present/deck_columns.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace tournament_document_parts {

using namespace present;

constexpr size_t kFewMatchups = 60;  // shown one by one

bool by_lot(const TournamentReport& report) { return report.first == FirstPlayer::Lot; }

std::string first_text(const TournamentReport& report) {
  if (!report.format->chooses) return "who goes first: by lot";
  return by_lot(report) ? "who goes first: by lot in every game"
                        : "who goes first: by lot in game 1, then as the loser of the game before chooses (going first adds " +
                              fixed(100 * report.mean_advantage, 1) + " points to an even game)";
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
      {.name = "decks", .what = "Where each brings one deck: my decks, the best first", .shown = any},
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
      {.name = "matchups", .what = "Where each brings one deck: each against each opponent, the worst first", .shown = few},
      {text_column<Match>("deck", "", "Name", 0, [&report](const Match& each) { return report.name(each.deck->deck); }),
       text_column<Match>("opponent", "against", "Name", 0,
                          [&report](const Match& each) { return report.name(each.against->opponent); }),
       win_column<Match>("Of matches", "wins %",
                         [](const Match& each) { return Cell(each.against->win, each.against->interval); }),
       share_column<Match>(
           "game_win_rate", "a game %", "Of single games", 1,
           [&report](const Match& each) { return report.matrix.counted(each.deck->deck, each.against->opponent)->value; })},
      std::move(rows));
}

// Of the table that is shown of them: mine, or the opponents of the one of mine.
Picture bars(const std::string& table, const std::string& name, const std::string& says) {
  return {.kind = Picture::Kind::Bars,
          .table = table,
          .value = "win_rate",
          .names = {name},
          .title = "How likely a match is won",
          .says = says + ", with 95 % intervals."};
}

void add_settings(Document& document, const TournamentReport& report) {
  document.add({.name = "format", .what = "As the command has it: sealed, bo3, adaptive ..."}, report.format->name);
  document.add({.name = "first_player", .what = "Who goes first after game 1: lot, or loser (who chooses)"},
               by_lot(report) ? "lot" : "loser");
  document.add({.name = "first_player_advantage", .unit = Unit::Points, .what = "What going first adds to an even game"},
               100 * report.mean_advantage);
  document.add({.name = "field_decks", .unit = Unit::Count, .what = "Decks of the field"}, report.field());
  document.add({.name = "pairs_without_chains",
                .unit = Unit::Count,
                .what = "Where chains are bid: pairs without games with chains, whose worth is a guess there",
                .may_miss = true},
               report.format->chained ? Cell(report.unchained) : Cell());
  document.note(std::string(report.format->title) + "\n" + first_text(report) + "\n");
  if (report.unchained > 0)
    document.note("pairs without games with chains, whose worth is a guess there: " + thousands(report.unchained) +
                  " ('archon gauntlet --chains' plays them)\n");
  document.note("\n");
}

}  // namespace tournament_document_parts

present::Document tournament_document(const TournamentReport& report) {
  using namespace tournament_document_parts;
  Document document{.name = "tournament",
                    .command = "archon tournament",
                    .title = "matches of several games, and which decks to bring",
                    .main = report.format->table};
  if (const std::string missing = missing_text(report.matrix.missing()); !missing.empty())
    document.warn("WARNING: " + missing + "\n\n");
  add_settings(document, report);
  if (report.ranking.size() > 1)
    document.add(bars("decks", "deck", "Matches against the field, every opponent counting the same"));
  else if (!report.ranking.empty())
    document.add(bars("matchups", "opponent", "Matches of my deck by the opponent's"));
  document.add(decks_table(report));
  if (report.ranking.size() > 1)
    document.note("play " + report.name(report.ranking.front().deck) + ": the best of these in " +
                  percent(report.ranking.front().best, 0) + " of what the games allow\n");
  document.add(matchups_table(report));
  add_adaptive(document, report);
  add_adaptive_one(document, report);
  add_auction(document, report);
  add_triad(document, report);
  add_survival(document, report);
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
