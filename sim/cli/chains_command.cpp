// archon chains: the handicap that makes two decks even.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "sim/chains/chain_games.h"
#include "sim/chains/chains.h"
#include "sim/chains/ladder.h"
#include "sim/cli/chains_text.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace chains_command {

struct Options {
  DeckArguments decks;  // two
  HandicapOptions handicap;
  bool curve = false;
  RunOptions run;
};

constexpr const char* kRowNames[] = {"all games", "A goes first", "B goes first"};
constexpr int64_t kCurveLevels = kMaxHandicap + 1;

struct Report {
  Provenance provenance;
  HandicapReport handicap;
  std::vector<CurveLevel> curve;  // empty: not asked for
  Outcome outcome{};
  int run = 2;  // games in a row that move the ladder

  const HandicapEstimate& estimate() const { return handicap.estimate; }
  int chained() const { return estimate().all.root >= 0 ? 0 : 1; }  // the stronger deck
  std::vector<int> neighbours() const {
    std::vector<int> handicaps;
    for (int c = estimate().handicap - 1; c <= estimate().handicap + 1; ++c)
      if (std::abs(c) <= kMaxHandicap) handicaps.push_back(c);
    return handicaps;
  }
  Ladder ladder() const {
    std::array<double, kLadderTop + 1> win_rate{};
    for (int chains = 0; chains <= kLadderTop; ++chains) {
      const double p = chained() == 0 ? handicap.curve[0][chains] : 1 - handicap.curve[0][-chains];
      win_rate[static_cast<size_t>(chains)] = std::clamp(p, 1e-6, 1 - 1e-6);
    }
    return settle_ladder(win_rate, run);
  }
  // Over all games of the search, which are near the even handicap.
  Observation first_player() const {
    Observation sum;
    for (const auto& level : estimate().levels) {
      for (size_t first = 0; first < 2; ++first) {
        sum.wins += level.second[first].wins[first];
        sum.games += level.second[first].decided();
      }
    }
    return sum;
  }
};

nlohmann::ordered_json ladder_json(const Report& report) {
  const Ladder ladder = report.ladder();
  return {{"deck", report.chained()},
          {"in_a_row", report.run},
          {"start", kLadderStart},
          {"mean", ladder.mean},
          {"middle_90", {ladder.low, ladder.high}},
          {"win_rate", ladder.win_rate},
          {"games_to_mean", ladder.games_to_mean},
          {"share", ladder.share}};
}

nlohmann::ordered_json curve_json(const Report& report) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const CurveLevel& level : report.curve) {
    const Observation all = level.of(report.chained());
    const Interval interval = wilson_interval(all.wins, all.games);
    nlohmann::ordered_json by_first = nlohmann::ordered_json::array();
    for (int first = 0; first < 2; ++first) {
      const Observation part = level.of(report.chained(), first);
      by_first.push_back({{"games", part.games}, {"wins", part.wins}});
    }
    json.push_back({{"chains", level.chains},
                    {"games", all.games},
                    {"wins", all.wins},
                    {"win_rate", all.games ? mean(all.wins, all.games) : 0.5},
                    {"interval", {interval.low, interval.high}},
                    {"by_first_player", std::move(by_first)}});
  }
  return json;
}

nlohmann::ordered_json win_rates_json(const Report& report) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (int handicap : report.neighbours()) {
    const RateAt rate = rate_at(report.handicap.draws[0], handicap);
    json.push_back({{"handicap", handicap}, {"win_rate", rate.rate}, {"interval", {rate.interval.low, rate.interval.high}}});
  }
  return json;
}

nlohmann::ordered_json by_first_json(const Report& report) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (size_t first = 0; first < 2; ++first) {
    const HandicapFit& fit = report.estimate().by_first[first];
    const RateAt rate = rate_at(report.handicap.draws[first + 1], report.estimate().handicap);
    json.push_back({{"handicap_exact", exact_json(fit)},
                    {"interval", interval_json(fit)},
                    {"win_rate", rate.rate},
                    {"win_rate_interval", {rate.interval.low, rate.interval.high}},
                    {"fit", fit_json(fit)}});
  }
  return json;
}

void print_json(const Report& report) {
  const HandicapEstimate& estimate = report.estimate();
  const HandicapMixture mixture = estimate.mixture();
  const Observation first = report.first_player();
  const Interval first_interval = wilson_interval(first.wins, first.games);
  nlohmann::ordered_json json;
  report.outcome.add_to(json);
  json["handicap"] = estimate.handicap;
  json["handicap_exact"] = exact_json(estimate.all);
  json["beyond"] = estimate.all.beyond();
  json["interval"] = interval_json(estimate.all);
  json["equivalent"] = nullptr;
  if (estimate.any_equivalent) json["equivalent"] = estimate.equivalent;
  json["win_rates"] = win_rates_json(report);
  json["mixture"] = {{"handicaps", mixture.handicap}, {"weights", mixture.weight}};
  json["games"] = estimate.games;
  const Tally total = estimate.total();
  json["undecided"] = total.undecided;
  json["faults"] = total.faults;
  json["forfeits"] = total.forfeits;
  json["narrow"] = estimate.narrow;
  json["fit"] = fit_json(estimate.all);
  json["by_first_player"] = by_first_json(report);
  json["first_player_win_rate"] = first.games ? mean(first.wins, first.games) : 0.5;
  json["first_player_interval"] = {first_interval.low, first_interval.high};
  json["ladder"] = ladder_json(report);
  if (!report.curve.empty()) json["curve"] = curve_json(report);
  json["levels"] = levels_json(estimate);
  json["provenance"] = provenance_json(report.provenance);
  print(json);
}

std::string letter(int deck) { return deck == 0 ? "A" : "B"; }

std::string in_words(const HandicapEstimate& estimate) {
  if (estimate.all.beyond()) return "more than 24 chains on " + letter(estimate.all.root > 0 ? 0 : 1);
  if (estimate.handicap == 0) return "no chains";
  const int chains = std::abs(estimate.handicap);
  return std::to_string(chains) + (chains == 1 ? " chain on " : " chains on ") + letter(estimate.handicap > 0 ? 0 : 1);
}

void print_line(const std::string& label, const std::string& text) { std::cout << "  " << left(label, 14) << text << '\n'; }

void print_estimate(const Report& report) {
  const HandicapEstimate& estimate = report.estimate();
  const HandicapFit& fit = estimate.all;
  const HandicapMixture mixture = estimate.mixture();
  print_line("handicap", signed_chains(fit.beyond() ? fit.root : estimate.handicap, 0) + ": " + in_words(estimate));
  print_line("exactly", signed_chains(fit.root, 2) + ", 95 % interval " + handicap_interval(fit.interval));
  if (estimate.any_equivalent)
    print_line("equivalent", signed_chains(estimate.equivalent[0], 0) + " to " + signed_chains(estimate.equivalent[1], 0) +
                                 ": not to be told from even");
  else
    print_line("equivalent", "none: every whole handicap can be told from even");
  if (!fit.beyond())
    print_line("mixture", signed_chains(mixture.handicap[0], 0) + " in " + percent(mixture.weight[0], 0) + " of the games, " +
                              signed_chains(mixture.handicap[1], 0) + " in " + percent(mixture.weight[1], 0));
  print_line("slope", fixed(fit.slope, 3) + " logit a chain, 95 % interval " + fixed(fit.slope_interval.low, 3) + " to " +
                          fixed(fit.slope_interval.high, 3) +
                          (fit.flat() ? ", not to be told from 0: chains may hardly matter here" : ""));
}

void print_rates(const Report& report) {
  std::cout << "\n  " << left("A wins with", 14);
  for (int handicap : report.neighbours()) std::cout << right(signed_chains(handicap, 0), 25);
  std::cout << right("even at", 13) << right("95 % interval", 17) << '\n';
  for (size_t row = 0; row < 3; ++row) {
    std::cout << "  " << left(kRowNames[row], 14);
    for (int handicap : report.neighbours()) {
      const RateAt rate = rate_at(report.handicap.draws[row], handicap);
      std::cout << right(percent(rate.rate) + " (" + percent(rate.interval) + ")", 25);
    }
    const HandicapFit& fit = row == 0 ? report.estimate().all : report.estimate().by_first[row - 1];
    std::cout << right(signed_chains(fit.root, 1), 13) << right(handicap_interval(fit.interval), 17) << '\n';
  }
}

void print_curve(const Report& report) {
  if (report.curve.empty()) return;
  const std::string deck = letter(report.chained());
  std::cout << "\n  chains on " << deck << right("games", 9) << right(deck + " wins", 10) << right("95 % interval", 17)
            << right("A first", 10) << right("B first", 10) << '\n';
  for (const CurveLevel& level : report.curve) {
    const Observation all = level.of(report.chained());
    std::cout << right(std::to_string(level.chains), 13) << right(thousands(all.games), 9)
              << right(percent(mean(all.wins, all.games)), 10) << right(percent(wilson_interval(all.wins, all.games)), 17);
    for (int first = 0; first < 2; ++first) {
      const Observation part = level.of(report.chained(), first);
      std::cout << right(percent(mean(part.wins, part.games)), 10);
    }
    std::cout << '\n';
  }
}

void print_table(const Report& report) {
  const auto& decks = report.provenance.decks;
  std::cout << report.outcome.header();
  std::cout << "A: " << decks[0].deck.name << "\nB: " << decks[1].deck.name << "\n\n";
  print_estimate(report);
  print_rates(report);
  print_curve(report);
  const Ladder ladder = report.ladder();
  std::cout << "\n  ladder of rulebook " << report.provenance.rules << " on " << letter(report.chained())
            << " (4 chains, +-1 after " << report.run << " in a row): settles at " << fixed(ladder.mean, 1)
            << " chains, 90 % of the games at " << ladder.low << " to " << ladder.high << ", " << fixed(ladder.games_to_mean, 0)
            << " games to get there\n";
  const Observation first = report.first_player();
  const Tally total = report.estimate().total();
  std::cout << "  " << thousands(report.estimate().games) << " games, undecided " << thousands(total.undecided) << ", faults "
            << thousands(total.faults) << ", forfeits " << thousands(total.forfeits[0] + total.forfeits[1])
            << "; the first player wins " << percent(mean(first.wins, first.games)) << " ("
            << percent(wilson_interval(first.wins, first.games)) << ")\n\n";
  for (const std::string& line : provenance_lines(report.provenance)) std::cout << line << '\n';
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("chains");
  options.run.check(problems);
  options.handicap.check(problems);
  Provenance provenance;
  provenance.seed = options.run.seed;
  provenance.agents = {options.handicap.agent};
  provenance.rules = options.run.rules;
  provenance.decks = read_decks(options.decks, problems);
  check_count(provenance.decks, 2, 2, problems);
  if (problems.any()) return problems.print();
  const MatchupResult made = make_matchup(provenance.decks[0].deck, provenance.decks[1].deck, options.run.matchup_options());
  check_known(provenance.decks, options.run.matchup_options().rules, problems);
  if (problems.any()) return problems.print();
  provenance.command_line = invocation.command_line;

  LongRun long_run("chains", options.handicap.long_run);
  if (const int code = long_run.open(kChainLedger, options.handicap.settings(options.run)); code != kDone) return code;
  const ChainGames games{
      .matchup = &*made.matchup, .seed = options.run.seed, .cell = chain_cell(provenance.decks[0], provenance.decks[1])};
  const HandicapSpec spec{.width = options.handicap.width, .games = options.handicap.games, .seed = options.run.seed};
  BatchPlayer player(options.handicap.agent, long_run.control(options.run.threads, "games at most"));
  HandicapSearch search(spec);
  if (const std::string error = play_search(games, spec.games, search, player); !error.empty()) return failed("chains", error);
  Report report{
      .provenance = std::move(provenance), .handicap = HandicapReport(search.estimate(), options.run.seed), .curve = {}};
  report.run = ladder_run(made.matchup->rules);
  bool complete = search.finished();
  const int64_t a_level = std::max<int64_t>(1, options.handicap.games / kCurveLevels / 2) * 2;
  if (options.curve && complete) {
    report.curve = play_curve(games, report.chained(), a_level, player);
    complete =
        std::ranges::all_of(report.curve, [&](const CurveLevel& level) { return level.result.total().games >= a_level; });
  }
  report.outcome.played = report.estimate().games;
  for (const CurveLevel& level : report.curve) report.outcome.played += level.result.total().games;
  report.outcome.asked = complete ? report.outcome.played : spec.games + (options.curve ? kCurveLevels * a_level : 0);
  long_run.finish(complete, report.outcome);
  if (!player.error().empty()) return failed("chains", player.error());
  if (options.handicap.format == "json")
    print_json(report);
  else
    print_table(report);
  return std::max(report.outcome.code(), width_code(options.handicap, report.estimate().narrow));
}

}  // namespace chains_command

void add_chains(Command program) {
  using namespace chains_command;
  Command command = program.add("chains", "How many chains make two decks even");
  auto options = std::make_shared<Options>();
  options->decks.add_to(command, "DECKS", "Deck A and deck B").required();
  options->handicap.add_to(command, "Games at most");
  command.flag("--curve", options->curve, "Also measure 0 to 24 chains on the stronger deck, with as many games in all");
  options->run.add_to(command);
  command.footer(
      "A handicap is a number of starting chains, positive on deck A, negative on deck B. Games are played near the handicap\n"
      "at which A wins half of them. Equivalent are the whole handicaps within the 95 % interval. Exit code 3: --width was\n"
      "given and --games were not enough for it, or the run was stopped before.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
