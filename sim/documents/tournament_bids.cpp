// Of archon tournament, matches in which chains are bid: Adaptive, and the auction of a pool.
#include <algorithm>

#include "sim/documents/tournament_tables.h"
#include "sim/present/deck_columns.h"

namespace archon::cli {
namespace tournament_document_parts {
namespace {

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

// [0]: my deck goes first, [1]: the opponent's.
Table bid_games_table(const TournamentReport& report) {
  std::vector<size_t> rows;
  if (report.adaptive_one) rows = {0, 1};
  const bool any = !rows.empty();
  const auto name = [&report](bool mine) {
    const DeckWin& my_deck = report.ranking.front();
    return report.name(mine ? my_deck.deck : my_deck.matchups.front().opponent);
  };
  const auto share = [&report](size_t lot, bool (*is)(const BidGame&)) {
    return report.adaptive_one->mean([&](const AdaptiveOne& match) { return is(match.game[lot]) ? 1.0 : 0.0; });
  };
  const auto mine_wanted = [share](size_t lot) { return share(lot, [](const BidGame& game) { return game.mine_wanted; }); };
  return table_of<size_t>(
      {.name = "bid_games", .what = "Adaptive best of one, one deck against one: by which deck goes first", .shown = any},
      {text_column<size_t>("first_deck", "goes first", "The deck that goes first", 0,
                           [name](const size_t& lot) { return name(lot == 0); }),
       text_column<size_t>("deck", "both want", "The deck for which chains are bid", 0,
                           [name, mine_wanted](const size_t& lot) { return name(mine_wanted(lot) >= 0.5); }),
       share_column<size_t>("wanted_share", "sure %", "How sure it is that this deck is the better one then", 1,
                            [mine_wanted](const size_t& lot) { return std::max(mine_wanted(lot), 1 - mine_wanted(lot)); }),
       {{.name = "closing_bid",
         .head = "closing bid",
         .unit = Unit::Number,
         .what = "Last bid, chains; median",
         .interval = true,
         .digits = 0},
        [&report](const size_t& lot) {
          const ClosingBids bids = closing_bids(*report.adaptive_one, lot);
          return Cell(bids.median, bids.interval);
        }},
       share_column<size_t>("i_play_share", "I play it %", "How often the deck that is bid for is mine for the game", 2,
                            [share](const size_t& lot) {
                              return share(lot, [](const BidGame& game) { return game.owner_plays == game.mine_wanted; });
                            }),
       {{.name = "win_rate", .head = "I win %", .unit = Unit::Share, .what = "Mine, of this game"},
        [&report](const size_t& lot) {
          return Cell(report.adaptive_one->mean([lot](const AdaptiveOne& match) { return match.game[lot].win; }));
        }}},
      std::move(rows));
}

}  // namespace

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

void add_adaptive_one(Document& document, const TournamentReport& report) { document.add(bid_games_table(report)); }

void add_auction(Document& document, const TournamentReport& report) {
  using Row = const AuctionPrice*;
  std::vector<Row> rows;
  for (const AuctionPrice& each : report.auction) rows.push_back(&each);
  const bool any = !rows.empty();
  document.add(table_of<Row>(
      {.name = "auction", .what = "Auction of a pool: the decks in the order of the auction", .shown = any},
      deck_columns<Row>(
          false,
          [&report](const Row& each) -> const DeckFile& { return report.provenance.decks[static_cast<size_t>(each->deck)]; }) +
          std::vector<ColumnOf<Row>>{
              {{.name = "price",
                .head = "goes for",
                .unit = Unit::Number,
                .what = "Chains for which it goes at the win rates to expect; the middle 95 % of what the games allow",
                .interval = true,
                .digits = 0},
               [](const Row& each) { return Cell(static_cast<double>(each->chains), each->chains_interval); }},
              win_column<Row>("Of games against the others of the pool, all with their prices as chains", "then wins %",
                              [](const Row& each) { return Cell(each->win, each->interval); })},
      std::move(rows)));
}

}  // namespace tournament_document_parts
}  // namespace archon::cli
