// archon bid: how many chains to bid for the choice of a deck.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>

#include "sim/chains/bids.h"
#include "sim/chains/chain_games.h"
#include "sim/cli/chains_text.h"
#include "sim/cli/commands.h"
#include "sim/command/run_facts.h"

namespace archon::cli {
namespace bid_command {

using namespace present;

// A bidding as an agent plays.
struct Row {
  const Pilot* pilot;
  Bidding bidding;
  std::vector<PoolChoice> choices{};  // of a pool
  int deck = 0, first = -1;           // of two decks: which is bid for, which goes first
  bool adaptive = false;              // first is known, and both want this deck
};

struct Report : HandicapReport {
  std::vector<Row> pools{}, two{};
};

// Biddings of the agents that have played every pair.
void bid(Report& report) {
  const int decks = static_cast<int>(report.provenance.decks.size());
  for (const Pilot& pilot : report.pilots) {
    if (!pilot.played()) continue;
    PoolBidding pool = bid_for_pool(decks, pilot.pairs);
    report.pools.push_back({.pilot = &pilot, .bidding = std::move(pool.bidding), .choices = std::move(pool.choices)});
    if (decks > 2) continue;
    const HandicapCurves& pair = pilot.pairs.front().handicap;
    for (const int deck : {0, 1})
      for (const int first : {-1, 0, 1})
        report.two.push_back({.pilot = &pilot,
                              .bidding = bid_for(pair, deck, first),
                              .deck = deck,
                              .first = first,
                              .adaptive = first >= 0 && wanted_deck(pair, first) == deck});
  }
}

std::string letter(int deck) { return deck == 0 ? "A" : "B"; }

template <class Of>
ColumnOf<Row> column(Column says, Of of) {
  return {std::move(says), [of](const Row& row) { return Cell(of(row)); }};
}

const ColumnOf<Row>& agent_column() {
  static const auto agent = column({.name = "agent", .head = "agent", .what = "Who plays all decks"},
                                   [](const Row& row) { return row.pilot->agent; });
  return agent;
}

std::vector<ColumnOf<Row>> right_columns() {
  return {agent_column(),
          column({.name = "side", .head = "bid for", .what = "The deck that is bid for: A or B"},
                 [](const Row& row) { return letter(row.deck); }),
          column({.name = "goes_first", .head = "goes first", .what = "The deck that goes first, or either"},
                 [](const Row& row) { return kGoesFirst[static_cast<size_t>(row.first + 1)]; }),
          column({.name = "adaptive", .unit = Unit::Truth, .what = "Both players want this deck when that one goes first"},
                 [](const Row& row) { return row.adaptive; })};
}

std::vector<ColumnOf<Row>> bidding_columns() {
  return {column({.name = "win_rate",
                  .head = "without chains",
                  .unit = Unit::Share,
                  .what = "Of who has the right, without chains",
                  .interval = true,
                  .drop = 3},
                 [](const Row& row) { return Cell(row.bidding.win_rate[0], row.bidding.interval[0]); }),
          column({.name = "closing_bid", .head = "closing bid", .unit = Unit::Count, .what = "Where bidding from 0 ends"},
                 [](const Row& row) { return row.bidding.closing; }),
          column({.name = "closing_probability",
                  .head = "sure %",
                  .unit = Unit::Share,
                  .what = "That closing_bid is right, given how uncertain the win rates of this agent are",
                  .drop = 2,
                  .digits = 0},
                 [](const Row& row) { return row.bidding.closing_share; }),
          column({.name = "largest_fair_bid",
                  .head = "largest fair",
                  .unit = Unit::Count,
                  .what = "The largest bid that still wins half the time; null: none",
                  .may_miss = true},
                 [](const Row& row) { return row.bidding.fair < 0 ? Cell() : Cell(row.bidding.fair); }),
          column({.name = "fair_probability",
                  .head = "sure % ",
                  .unit = Unit::Share,
                  .what = "That largest_fair_bid still wins half the time, likewise",
                  .may_miss = true,
                  .drop = 2,
                  .digits = 0},
                 [](const Row& row) { return row.bidding.fair < 0 ? Cell() : Cell(row.bidding.fair_share); }),
          column({.name = "win_rate_of_0",
                  .head = "opener wins",
                  .unit = Unit::Share,
                  .what = "Of who opens with 0, when both bid well",
                  .drop = 1},
                 [](const Row& row) { return row.bidding.auction.value[0]; })};
}

std::vector<ColumnOf<Row>> opening_columns() {
  return {column({.name = "best_opening", .head = "best opening", .unit = Unit::Count, .what = "The best first bid", .drop = 1},
                 [](const Row& row) { return row.bidding.auction.opening(); }),
          column({.name = "win_rate_of_opening",
                  .head = "wins",
                  .unit = Unit::Share,
                  .what = "Of who makes the best first bid",
                  .drop = 1},
                 [](const Row& row) { return row.bidding.auction.value[static_cast<size_t>(row.bidding.auction.opening())]; })};
}

// A bid of a bidding.
struct BidRow {
  const Row* row;
  size_t chains;
};

// Around the bids, the largest of which that is fair is where the game is even; and every third to see the rest by.
bool matters(const BidRow& row) {
  constexpr int kAround = 2, kEvery = 3;
  const Bidding& bidding = row.row->bidding;
  const int chains = static_cast<int>(row.chains);
  const auto near = [chains](int bid) { return bid >= 0 && std::abs(chains - bid) <= kAround; };
  return chains % kEvery == 0 || near(bidding.closing) || near(bidding.fair) || near(bidding.auction.opening());
}

std::vector<ColumnOf<BidRow>> of_bids(const std::vector<ColumnOf<Row>>& columns) {
  std::vector<ColumnOf<BidRow>> result;
  for (const ColumnOf<Row>& each : columns)
    result.push_back({each.column, [cell = each.cell](const BidRow& bid) { return cell(*bid.row); }});
  return result;
}

// A win rate with its interval for every bid; of a pool, with the choice.
Table bids_table(Table says, std::vector<ColumnOf<Row>> which, const std::vector<Row>& biddings, const HandicapReport& report,
                 bool pool) {
  std::vector<BidRow> rows;
  for (const Row& row : biddings)
    for (size_t chains = 0; chains < row.bidding.win_rate.size(); ++chains) rows.push_back({&row, chains});
  const auto name = [&report](int PoolChoice::*deck) {
    return [&report, deck](const BidRow& bid) { return Cell(report.name(bid.row->choices[bid.chains].*deck)); };
  };
  std::vector<ColumnOf<BidRow>> columns =
      of_bids(which) +
      std::vector<ColumnOf<BidRow>>{
          {{.name = "chains", .head = "chains", .unit = Unit::Count, .what = "Chains of who has the right"},
           [](const BidRow& bid) { return Cell(static_cast<int64_t>(bid.chains)); }},
          {{.name = "win_rate", .head = "wins", .unit = Unit::Share, .what = "Of who has the right", .interval = true},
           [](const BidRow& bid) {
             return Cell(bid.row->bidding.win_rate[bid.chains], bid.row->bidding.interval[bid.chains]);
           }},
          {{.name = "win_rate_of_bid", .unit = Unit::Share, .what = "Of who has just bid so many, when both bid well"},
           [](const BidRow& bid) { return Cell(bid.row->bidding.auction.value[bid.chains]); }}};
  if (pool)
    columns =
        std::move(columns) +
        std::vector<ColumnOf<BidRow>>{
            {{.name = "deck", .head = "first choice", .what = "The deck to choose"}, name(&PoolChoice::deck)},
            {{.name = "reply", .head = "best reply", .what = "The best deck against it", .drop = 1}, name(&PoolChoice::reply)}};
  says.matters = [rows](size_t i) { return matters(rows[i]); };
  return table_of<BidRow>(std::move(says), std::move(columns), std::move(rows));
}

Picture bids_picture() {
  return {
      .kind = Picture::Kind::Lines,
      .table = "pool_bids",
      .value = "win_rate",
      .along = "chains",
      .each = "agent",
      .marked = "pool",
      .marks = {"closing_bid", "largest_fair_bid", "best_opening"},
      .title = "What the first choice wins",
      .says =
          "Win rate in percent of who has the first choice, over the chains bid for it, with its 95 % band. Chains cost cards "
          "in steps of six: every second step is shaded."};
}

// The report must outlive it.
Document document_of(const Report& report) {
  Document document{.name = "bid", .command = "archon bid", .title = "how many chains to bid for the choice of a deck"};
  const bool two = report.provenance.decks.size() == 2;
  add_outcome(document, report.outcome);
  std::string names;
  for (int deck = 0; deck < static_cast<int>(report.provenance.decks.size()); ++deck)
    names += (two ? letter(deck) + ": " : "") + report.name(deck) + "\n";
  document.note(names + "\n");
  document.add(bids_picture());
  document.add(table_of<Row>(
      {.name = "pool",
       .what = "Bidding for the first choice, as each agent plays the decks",
       .title = "Chain bidding (rulebook " + report.provenance.rules + "): the winner of the bidding chooses first"},
      std::vector{agent_column()} + bidding_columns() + opening_columns(), report.pools));
  std::vector<PilotFigure> figures;
  for (const Row& row : report.pools)
    if (row.pilot->plays_well()) figures.push_back(row.bidding.closing_figure);
  add_any_closing_bid(document, figures);
  document.add(
      bids_table({.name = "pool_bids", .what = "Every bid for the first choice", .title = "The first choice with chains"},
                 std::vector{agent_column()}, report.pools, report, true));
  document.add(
      table_of<Row>({.name = "biddings",
                     .what = "Bidding for one of two decks: Adaptive, best of three; empty for more decks",
                     .title = "Bidding for a deck of the two; with a deck that goes first: Adaptive; its owner opens with 0",
                     .shown = two},
                    right_columns() + bidding_columns(), report.two));
  document.add(bids_table({.name = "bids", .what = "Every bid for one of two decks", .shown = false}, right_columns(),
                          report.two, report, false));
  Table handicaps = handicaps_table(report);
  handicaps.shown = two;
  document.add(std::move(handicaps));
  document.add(levels_table(report));
  add_games(document, report);
  document.provenance = report.provenance;
  return document;
}

int run(const HandicapOptions& options, const Invocation& invocation) {
  Problems problems("bid");
  Report report;
  const std::vector<Matchup> matchups = prepare(options, 100, invocation, problems, report);
  if (problems.any()) return problems.print();
  LongRun long_run("bid", options.long_run);
  if (const int code = long_run.open(kChainLedger, chain_settings(options.run)); code != kDone) return code;
  const RunControl control = long_run.control(options.run.threads, "games at most");
  const HandicapSpec spec{
      .width = options.width, .games = options.games, .least = kLeastOfBid, .far = true, .seed = options.run.seed};
  const PilotGames games{.decks = report.provenance.decks, .matchups = matchups, .spec = spec};
  const std::string error = play(options, games, control, report);
  if (!error.empty()) return failed("bid", error);
  long_run.finish(complete(options, report), report.outcome);
  bid(report);
  const int code = options.presenting.show(document_of(report));
  return code != kDone ? code : exit_code(options, report);
}

}  // namespace bid_command

void add_bid(Command program) {
  using namespace bid_command;
  Command command = program.add("bid", "How many chains to bid for the choice of a deck");
  auto options = std::make_shared<HandicapOptions>();
  options->decks.add_to(command, "DECKS", "The pool, 2 to 100 decks").required();
  options->add_to(command, "Games at most for each pair of decks and agent");
  options->run.add_to(command);
  command.footer(
      "Every pair plays as in 'archon chains', at 0 and 12 chains too, 1,000 games at least; then the auction is solved\n"
      "exactly for bids from 0 to 24, as if both players knew the win rates. \"Sure\" is the probability of a figure given\n"
      "the uncertainty of the win rates. Exit code 3: --width was given and --games were not enough for it, or the run was\n"
      "stopped: an agent that has not played every pair then bids nothing.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
