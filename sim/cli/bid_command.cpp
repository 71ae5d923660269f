// archon bid: how many chains to bid for the choice of a deck.
#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>

#include "sim/chains/auction.h"
#include "sim/chains/chain_games.h"
#include "sim/cli/chains_text.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace bid_command {

using BidCurve = std::array<double, kMaxHandicap + 1>;  // P(win) by the chains bid

struct Options {
  DeckArguments decks;
  HandicapOptions handicap;
  RunOptions run;
};

struct Pair {
  int a = 0, b = 0;  // a < b
  HandicapReport handicap;
};

// An auction for something whose worth is known but for the uncertainty of its draws.
struct Bidding {
  BidCurve win_rate{};
  Auction auction;
  int closing = 0, fair = -1;                // after an opening of 0; the largest bid that wins half the time
  double closing_share = 0, fair_share = 0;  // of the draws that agree
};

Bidding bidding(const BidCurve& win_rate, std::span<const BidCurve> draws) {
  Bidding result{.win_rate = win_rate, .auction = solve_auction(win_rate)};
  result.closing = result.auction.closing(0);
  result.fair = largest_fair_bid(win_rate);
  const auto share = [&](const auto& agrees) {  // one division: no 0.7570000000000006
    return static_cast<double>(std::ranges::count_if(draws, agrees)) / static_cast<double>(draws.size());
  };
  result.closing_share = share([&](const BidCurve& draw) { return solve_auction(draw).closing(0) == result.closing; });
  if (result.fair >= 0)
    result.fair_share = share([&](const BidCurve& draw) { return draw[static_cast<size_t>(result.fair)] >= 0.5; });
  return result;
}

// Of the holder of `deck` (0: the first of the pair) with 0 ... 24 chains.
BidCurve bid_curve(const WinCurve& curve, int deck) {
  BidCurve p{};
  for (int chains = 0; chains <= kMaxHandicap; ++chains)
    p[static_cast<size_t>(chains)] = deck == 0 ? curve[chains] : 1 - curve[-chains];
  return p;
}

// For the right to play `deck` of a pair; `first`: the deck that goes first, -1: either, half the time each.
Bidding bid_for(const HandicapReport& report, int deck, int first) {
  const auto which = static_cast<size_t>(first + 1);
  std::vector<BidCurve> draws;
  for (const WinCurve& draw : report.draws[which]) draws.push_back(bid_curve(draw, deck));
  return bidding(bid_curve(report.curve[which], deck), draws);
}

struct Report {
  Provenance provenance;
  std::vector<Pair> pairs;
  std::vector<PoolChoice> choices;  // by chains
  Bidding pool;
  Outcome outcome{};

  int decks() const { return static_cast<int>(provenance.decks.size()); }
  const std::string& name(int deck) const { return provenance.decks[static_cast<size_t>(deck)].deck.name; }
};

// The choices of the pool when `curve_of` gives the curve of each pair.
template <class CurveOf>
std::vector<PoolChoice> choices_of(const Report& report, const CurveOf& curve_of) {
  std::vector<const WinCurve*> curves(static_cast<size_t>(report.decks() * report.decks()));
  for (const Pair& pair : report.pairs) curves[static_cast<size_t>(pair.a * report.decks() + pair.b)] = &curve_of(pair);
  return pool_choices(report.decks(), kMaxHandicap, [&](int i, int j, int chains) {
    const WinCurve& curve = *curves[static_cast<size_t>(std::min(i, j) * report.decks() + std::max(i, j))];
    return i < j ? curve[chains] : 1 - curve[-chains];
  });
}

BidCurve worth(const std::vector<PoolChoice>& choices) {
  BidCurve p{};
  std::ranges::transform(choices, p.begin(), &PoolChoice::win_rate);
  return p;
}

void bid_for_pool(Report& report) {
  report.choices = choices_of(report, [](const Pair& pair) -> const WinCurve& { return pair.handicap.curve[0]; });
  std::vector<BidCurve> draws;
  for (size_t i = 0; i < kCurveDraws; ++i) {
    draws.push_back(worth(choices_of(report, [i](const Pair& pair) -> const WinCurve& { return pair.handicap.draws[0][i]; })));
  }
  report.pool = bidding(worth(report.choices), draws);
}

// The deck that both want when `first` goes first.
int wanted(const HandicapReport& report, int first) { return report.curve[static_cast<size_t>(first + 1)][0] >= 0.5 ? 0 : 1; }

nlohmann::ordered_json bidding_json(const Bidding& bidding) {
  nlohmann::ordered_json json;
  json["closing_bid"] = bidding.closing;
  json["closing_probability"] = bidding.closing_share;
  json["largest_fair_bid"] = nullptr;
  json["fair_probability"] = nullptr;
  if (bidding.fair >= 0) {
    json["largest_fair_bid"] = bidding.fair;
    json["fair_probability"] = bidding.fair_share;
  }
  json["value_at_0"] = bidding.auction.value[0];
  json["win_rate"] = bidding.win_rate;
  json["value"] = bidding.auction.value;
  return json;
}

nlohmann::ordered_json deck_bid_json(const HandicapReport& report, int deck, int first) {
  nlohmann::ordered_json json;
  json["first"] = first < 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(first);
  json["deck"] = deck;
  json.update(bidding_json(bid_for(report, deck, first)));
  return json;
}

nlohmann::ordered_json two_deck_json(const HandicapReport& report) {
  nlohmann::ordered_json json, adaptive = nlohmann::ordered_json::array(), third = adaptive, handicap = adaptive;
  for (int first : {0, 1}) adaptive.push_back(deck_bid_json(report, wanted(report, first), first));
  for (int deck : {0, 1})
    for (int first : {-1, 0, 1}) third.push_back(deck_bid_json(report, deck, first));
  for (int first : {-1, 0, 1}) {
    const HandicapFit& fit = first < 0 ? report.estimate.all : report.estimate.by_first[static_cast<size_t>(first)];
    handicap.push_back({{"first", first < 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(first)},
                        {"handicap_exact", exact_json(fit)},
                        {"interval", interval_json(fit)}});
  }
  json["adaptive"] = std::move(adaptive);
  json["best_of_three"] = std::move(third);
  json["handicap"] = std::move(handicap);
  return json;
}

void print_json(const Report& report) {
  nlohmann::ordered_json json;
  report.outcome.add_to(json);
  json["chain_bidding"] = bidding_json(report.pool);
  const int opening = report.pool.auction.opening();
  json["chain_bidding"]["best_opening"] = opening;
  json["chain_bidding"]["value_of_opening"] = report.pool.auction.value[static_cast<size_t>(opening)];
  json["chain_bidding"]["choices"] = nlohmann::ordered_json::array();
  for (const PoolChoice& choice : report.choices)
    json["chain_bidding"]["choices"].push_back({{"deck", choice.deck}, {"reply", choice.reply}, {"win_rate", choice.win_rate}});
  if (report.decks() == 2) json.update(two_deck_json(report.pairs.front().handicap));
  json["pairs"] = nlohmann::ordered_json::array();
  for (const Pair& pair : report.pairs) {
    const HandicapEstimate& estimate = pair.handicap.estimate;
    json["pairs"].push_back({{"decks", {pair.a, pair.b}},
                             {"handicap", estimate.handicap},
                             {"handicap_exact", exact_json(estimate.all)},
                             {"interval", interval_json(estimate.all)},
                             {"games", estimate.games},
                             {"undecided", estimate.total().undecided},
                             {"faults", estimate.total().faults},
                             {"forfeits", estimate.total().forfeits},
                             {"narrow", estimate.narrow},
                             {"fit", fit_json(estimate.all)},
                             {"levels", levels_json(estimate)}});
  }
  json["provenance"] = provenance_json(report.provenance);
  print(json);
}

std::string sure(double share) { return " (" + percent(share, 0) + " sure)"; }

std::string fair_text(const Bidding& bidding) {
  return bidding.fair < 0 ? "none" : std::to_string(bidding.fair) + sure(bidding.fair_share);
}

void print_pool(const Report& report) {
  const Bidding& pool = report.pool;
  const int opening = pool.auction.opening();
  std::cout << "Chain bidding (rulebook " << report.provenance.rules << "): the winner of the bidding chooses first\n\n";
  std::cout << "  closing bid " << pool.closing << sure(pool.closing_share) << ", largest bid that still wins half the time "
            << fair_text(pool) << "\n  best first bid " << opening << ", which wins "
            << percent(pool.auction.value[static_cast<size_t>(opening)]) << "; a first bid of 0 wins "
            << percent(pool.auction.value[0]) << "\n\n";
  std::cout << "  chains" << right("wins", 9) << "  " << left("first choice", 44) << "best reply\n";
  const int last = std::min(kMaxHandicap, std::max(pool.closing, pool.fair) + 2);
  for (int chains = 0; chains <= last; ++chains) {
    const PoolChoice& choice = report.choices[static_cast<size_t>(chains)];
    std::cout << right(std::to_string(chains), 8) << right(percent(choice.win_rate), 9) << "  "
              << left(shortened(report.name(choice.deck), 42), 44) << shortened(report.name(choice.reply), 42) << '\n';
  }
}

void print_bid_row(const std::string& label, int deck, const Bidding& bidding) {
  std::cout << "  " << left(label, 18) << left(deck == 0 ? "A" : "B", 10) << right(percent(bidding.win_rate[0]), 9)
            << right(std::to_string(bidding.closing) + sure(bidding.closing_share), 17) << right(fair_text(bidding), 20)
            << right(percent(bidding.auction.value[0]), 17) << '\n';
}

void print_two_decks(const HandicapReport& report) {
  const auto header = [](const std::string& title) {
    std::cout << '\n'
              << title << "\n\n  " << left("", 18) << left("bid for", 10) << right("alone", 9) << right("closing bid", 17)
              << right("largest fair bid", 20) << right("opener wins", 17) << '\n';
  };
  constexpr const char* kFirst[] = {"either goes first", "A goes first", "B goes first"};
  header("Adaptive: the first deck is known, both choose the deck below, and bid; the opening bid is 0");
  for (int first : {0, 1}) {
    const int deck = wanted(report, first);
    print_bid_row(kFirst[first + 1], deck, bid_for(report, deck, first));
  }
  header("Best of three, game 3: for the deck that won both games; its owner opens with 0");
  for (int deck : {0, 1})
    for (int first : {-1, 0, 1}) print_bid_row(kFirst[first + 1], deck, bid_for(report, deck, first));
  std::cout << "\nHandicap (chains on A, negative: on B)\n\n";
  for (int first : {-1, 0, 1}) {
    const HandicapFit& fit = first < 0 ? report.estimate.all : report.estimate.by_first[static_cast<size_t>(first)];
    std::cout << "  " << left(kFirst[first + 1], 18) << right(signed_chains(fit.root, 1), 6)
              << "   (95 %: " << handicap_interval(fit.interval) << ")" << (fit.flat() ? ", chains may hardly matter" : "")
              << '\n';
  }
}

void print_table(const Report& report) {
  std::cout << report.outcome.header();
  for (int deck = 0; deck < report.decks(); ++deck)
    std::cout << (report.decks() == 2 ? (deck == 0 ? "A: " : "B: ") : "") << report.name(deck) << '\n';
  std::cout << '\n';
  print_pool(report);
  if (report.decks() == 2) print_two_decks(report.pairs.front().handicap);
  Tally total;
  int64_t narrow = 0, flat = 0;
  for (const Pair& pair : report.pairs) {
    total.add(pair.handicap.estimate.total());
    narrow += pair.handicap.estimate.narrow;
    flat += pair.handicap.estimate.all.flat();
  }
  std::cout << "\n  " << thousands(total.games) << " games, undecided " << thousands(total.undecided) << ", faults "
            << thousands(total.faults) << ", forfeits " << thousands(total.forfeits[0] + total.forfeits[1])
            << "; handicaps as narrow as asked: " << narrow << " of " << report.pairs.size()
            << " pairs; pairs in which chains may hardly matter: " << flat << "\n\n";
  for (const std::string& line : provenance_lines(report.provenance)) std::cout << line << '\n';
}

// An error of the ledger, or "".
std::string play_pairs(const Options& options, const std::vector<Matchup>& matchups, BatchPlayer& player, Report& report) {
  constexpr int64_t kLeast = 1000;  // a bid rests on win rates far from even, which a narrow handicap says little about
  const HandicapSpec spec{
      .width = options.handicap.width, .games = options.handicap.games, .least = kLeast, .far = true, .seed = options.run.seed};
  const std::vector<DeckFile>& decks = report.provenance.decks;
  int64_t budget = spec.games * std::ssize(matchups);
  bool complete = true;
  for (size_t a = 0, pair = 0; a < decks.size(); ++a) {
    for (size_t b = a + 1; b < decks.size(); ++b, budget -= spec.games) {
      const ChainGames games{.matchup = &matchups[pair++], .seed = options.run.seed, .cell = chain_cell(decks[a], decks[b])};
      HandicapSearch search(spec);
      if (std::string error = play_search(games, budget, search, player); !error.empty()) return error;
      complete = complete && search.finished();
      report.pairs.push_back({static_cast<int>(a), static_cast<int>(b), HandicapReport(search.estimate(), options.run.seed)});
      report.outcome.played += report.pairs.back().handicap.estimate.games;
    }
  }
  report.outcome.asked = complete ? report.outcome.played : spec.games * std::ssize(matchups);
  return "";
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("bid");
  options.run.check(problems);
  options.handicap.check(problems);
  Report report;
  report.provenance.seed = options.run.seed;
  report.provenance.agents = {options.handicap.agent};
  report.provenance.rules = options.run.rules;
  report.provenance.decks = read_decks(options.decks, problems);
  check_count(report.provenance.decks, 2, 100, problems);
  check_known(report.provenance.decks, options.run.matchup_options().rules, problems);
  if (problems.any()) return problems.print();
  const std::vector<Matchup> matchups = every_pair(report.provenance.decks, options.run.matchup_options());
  report.provenance.command_line = invocation.command_line;
  LongRun long_run("bid", options.handicap.long_run);
  if (const int code = long_run.open(kChainLedger, options.handicap.settings(options.run)); code != kDone) return code;
  BatchPlayer player(options.handicap.agent, long_run.control(options.run.threads, "games at most"));
  if (const std::string error = play_pairs(options, matchups, player, report); !error.empty()) return failed("bid", error);
  long_run.finish(report.outcome.asked == report.outcome.played, report.outcome);
  bid_for_pool(report);
  if (options.handicap.format == "json")
    print_json(report);
  else
    print_table(report);
  const bool narrow = std::ranges::all_of(report.pairs, [](const Pair& pair) { return pair.handicap.estimate.narrow; });
  return std::max(report.outcome.code(), width_code(options.handicap, narrow));
}

}  // namespace bid_command

void add_bid(Command program) {
  using namespace bid_command;
  Command command = program.add("bid", "How many chains to bid for the choice of a deck");
  auto options = std::make_shared<Options>();
  options->decks.add_to(command, "DECKS", "The pool, 2 to 100 decks").required();
  options->handicap.add_to(command, "Games at most for each pair of decks");
  options->run.add_to(command);
  command.footer(
      "Every pair plays as in 'archon chains'; then the auction is solved exactly for bids from 0 to 24, as if both players\n"
      "knew the win rates. \"Sure\" is the probability of a figure given the uncertainty of the win rates. Exit code 3:\n"
      "--width was given and --games were not enough for it, or the run was stopped: pairs that were not yet played then "
      "count\n"
      "for what is known before any game.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
