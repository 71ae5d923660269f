// archon chains: the handicap that makes two decks even.
#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "sim/chains/chain_games.h"
#include "sim/chains/ladder.h"
#include "sim/cli/chains_sas.h"
#include "sim/cli/chains_text.h"
#include "sim/cli/commands.h"
#include "sim/command/run_facts.h"
#include "sim/documents/chain_words.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace chains_command {

using namespace present;

struct Options {
  HandicapOptions handicap;
  bool curve = false, sas = false;
};

constexpr int64_t kCurveLevels = kMaxHandicap + 1;

struct Report : HandicapReport {
  std::vector<CurveLevel> curve{};  // of the first agent; empty: not asked for
  int run = 2;                      // games in a row that move the ladder

  const HandicapCurves& first() const { return pilots.front().pairs.front().handicap; }
  const HandicapEstimate& estimate() const { return first().estimate; }
  int chained() const { return estimate().all.root >= 0 ? 0 : 1; }  // the stronger deck
  std::string chained_letter() const { return chained() == 0 ? "A" : "B"; }
  Ladder ladder() const {
    std::array<double, kLadderTop + 1> win_rate{};
    for (int chains = 0; chains <= kLadderTop; ++chains) {
      const double p = chained() == 0 ? first().curve[0][chains] : 1 - first().curve[0][-chains];
      win_rate[static_cast<size_t>(chains)] = std::clamp(p, 1e-6, 1 - 1e-6);
    }
    return settle_ladder(win_rate, run);
  }
};

Cell rate_cell(const RateAt& rate) { return {rate.rate, rate.interval}; }
Cell rate_cell(const Observation& level) {
  return level.games ? Cell(mean(level.wins, level.games), wilson_interval(level.wins, level.games)) : Cell();
}

struct Neighbour {
  const Pilot* pilot;
  int handicap;
};

// Win rates of each agent next to its even handicap.
Table win_rates_table(const Report& report) {
  std::vector<Neighbour> rows;
  for (const Pilot& pilot : report.pilots) {
    const HandicapEstimate& estimate = pilot.pairs.front().handicap.estimate;
    for (int c = estimate.handicap - 1; c <= estimate.handicap + 1; ++c)
      if (std::abs(c) <= kMaxHandicap && estimate.games > 0) rows.push_back({&pilot, c});
  }
  const auto rate = [](const std::string& ending, const std::string& head, size_t which, int drop) {
    return ColumnOf<Neighbour>{{.name = "win_rate" + ending,
                                .head = head,
                                .unit = Unit::Share,
                                .what = "Of deck A with these chains, from all games of the search" + ending,
                                .interval = true,
                                .drop = drop},
                               [which](const Neighbour& row) {
                                 return rate_cell(rate_at(row.pilot->pairs.front().handicap.draws[which], row.handicap));
                               }};
  };
  return table_of<Neighbour>(
      {.name = "win_rates", .what = "Win rates next to the even handicap", .title = "Win rates of A in %"},
      {{{.name = "agent", .head = "agent", .what = "Who plays both decks"},
        [](const Neighbour& row) { return Cell(row.pilot->agent); }},
       {{.name = "handicap",
         .head = "chains",
         .unit = Unit::Chains,
         .what = "Chains on deck A; less than 0: on deck B",
         .digits = 0},
        [](const Neighbour& row) { return Cell(static_cast<double>(row.handicap)); }},
       rate("", "A wins", 0, 0),
       rate("_a_first", "going first", 1, 2),
       rate("_b_first", "going second", 2, 2)},
      rows);
}

// What fits all games of each agent, from where they were played to a little beyond.
Table curves_table(const Report& report) {
  constexpr int kBeyond = 2;  // chains
  std::vector<Neighbour> rows;
  for (const Pilot& pilot : report.pilots) {
    const auto& levels = pilot.pairs.front().handicap.estimate.levels;
    if (levels.empty()) continue;
    const int last = std::min(levels.back().first + kBeyond, kMaxHandicap);
    for (int c = std::max(levels.front().first - kBeyond, -kMaxHandicap); c <= last; ++c) rows.push_back({&pilot, c});
  }
  return table_of<Neighbour>(
      {.name = "curves", .what = "Win rates of deck A over chains, from all games of the search", .shown = false},
      {{{.name = "agent", .head = "agent", .what = "Who plays both decks"},
        [](const Neighbour& row) { return Cell(row.pilot->agent); }},
       {{.name = "handicap", .unit = Unit::Chains, .what = "Chains on deck A; less than 0: on deck B", .digits = 0},
        [](const Neighbour& row) { return Cell(static_cast<double>(row.handicap)); }},
       {{.name = "win_rate", .unit = Unit::Share, .what = "Of deck A", .interval = true},
        [](const Neighbour& row) { return rate_cell(rate_at(row.pilot->pairs.front().handicap.draws[0], row.handicap)); }}},
      rows);
}

Picture curves_picture() {
  return {
      .kind = Picture::Kind::Lines,
      .table = "curves",
      .value = "win_rate",
      .along = "handicap",
      .each = "agent",
      .dots = "levels",
      .title = "How often A wins",
      .says =
          "Win rate of A in percent over the chains on it; less than 0: on B. Dots are games, with 95 % intervals; the line is "
          "what fits them all, with its 95 % band. Chains cost cards in steps of six: every second step is shaded."};
}

Picture curve_picture(const Report& report) {
  return {.kind = Picture::Kind::Lines,
          .value = "win_rate",
          .along = "chains",
          .dots = "curve",
          .title = "How often " + report.chained_letter() + " wins, chain by chain",
          .says = "Win rate of " + report.chained_letter() +
                  " in percent over the chains on it: games with equal shuffles, with 95 % intervals."};
}

Table curve_table(const Report& report) {
  const int deck = report.chained();
  const auto count = [](const std::string& name, const std::string& head, const std::string& what, int drop, auto of) {
    return ColumnOf<CurveLevel>{{.name = name, .head = head, .unit = Unit::Count, .what = what, .drop = drop},
                                [of](const CurveLevel& level) { return Cell(of(level)); }};
  };
  const auto rate = [deck](const std::string& name, const std::string& head, const std::string& what, int first) {
    return ColumnOf<CurveLevel>{{.name = name,
                                 .head = head,
                                 .unit = Unit::Share,
                                 .what = what,
                                 .interval = true,
                                 .may_miss = true,
                                 .drop = first < 0 ? 0 : 2},
                                [=](const CurveLevel& level) { return rate_cell(level.of(deck, first)); }};
  };
  return table_of<CurveLevel>(
      {.name = "curve",
       .what = "Games with 0 to 24 chains on the stronger deck, with equal shuffles; empty without --curve",
       .title = "Chains on " + report.chained_letter() + ", and how often it wins",
       .shown = !report.curve.empty()},
      {count("chains", "chains", "Chains on the stronger deck", 0, [](const CurveLevel& level) { return level.chains; }),
       count("games", "games", "Decided games", 3, [deck](const CurveLevel& level) { return level.of(deck).games; }),
       count("wins", "", "Games that the stronger deck won", 0,
             [deck](const CurveLevel& level) { return level.of(deck).wins; }),
       rate("win_rate", "wins", "Of the stronger deck", -1),
       rate("win_rate_a_first", "A first", "The same in games in which deck A went first", 0),
       rate("win_rate_b_first", "B first", "The same in games in which deck B went first", 1)},
      report.curve);
}

void add_ladder(Document& document, const Report& report) {
  const auto figure = [&](const std::string& name, Unit unit, const std::string& what, Cell cell) {
    if (report.estimate().games == 0) cell = {};
    document.add({.name = "ladder_" + name, .unit = unit, .what = what, .may_miss = true}, std::move(cell));
  };
  const Ladder ladder = report.ladder();
  figure("deck", Unit::Text, "The stronger deck, which climbs the ladder: A or B", report.chained_letter());
  figure("in_a_row", Unit::Count, "Games in a row that move it by a chain", report.run);
  figure("start", Unit::Count, "Chains at the start", kLadderStart);
  figure("chains", Unit::Number, "Chains where it settles, mean", ladder.mean);
  figure("chains_5", Unit::Count, "5 % of its games are at fewer chains", ladder.low);
  figure("chains_95", Unit::Count, "5 % of its games are at more chains", ladder.high);
  figure("win_rate", Unit::Share, "Of the deck where it settles", ladder.win_rate);
  figure("games_to_mean", Unit::Number, "Games until it is there", ladder.games_to_mean);
  using Share = std::pair<int, double>;
  std::vector<Share> shares;
  for (size_t i = 0; i < ladder.share.size() && report.estimate().games > 0; ++i)
    shares.emplace_back(static_cast<int>(i), ladder.share[i]);
  document.add(table_of<Share>(
      {.name = "ladder", .what = "Where the deck is on the ladder", .shown = false},
      {{{.name = "chains", .unit = Unit::Count, .what = "Chains"}, [](const Share& each) { return Cell(each.first); }},
       {{.name = "share", .unit = Unit::Share, .what = "Of its games"}, [](const Share& each) { return Cell(each.second); }}},
      shares));
  if (shares.empty()) return;
  document.note("ladder of rulebook " + report.provenance.rules + " on " + report.chained_letter() + " (4 chains, +-1 after " +
                std::to_string(report.run) + " in a row): settles at " + fixed(ladder.mean, 1) +
                " chains,\n90 % of the games at " + std::to_string(ladder.low) + " to " + std::to_string(ladder.high) + ", " +
                fixed(ladder.games_to_mean, 0) + " games to get there\n");
}

std::string in_words(const HandicapEstimate& estimate) {
  const std::string deck = estimate.all.root > 0 ? "A" : "B";
  if (estimate.all.beyond()) return "more than 24 chains on " + deck;
  if (estimate.handicap == 0) return "no chains";
  const int chains = std::abs(estimate.handicap);
  return std::to_string(chains) + (chains == 1 ? " chain on " : " chains on ") + deck;
}

// The first agent's estimate, and whole handicaps that are as good.
std::string words(const Report& report) {
  const HandicapEstimate& estimate = report.estimate();
  std::string text = report.pilots.front().agent + ": " + in_words(estimate);
  text += estimate.any_equivalent ? "; not to be told from even: " + signed_chains(estimate.equivalent[0], 0) + " to " +
                                        signed_chains(estimate.equivalent[1], 0)
                                  : "; every whole handicap can be told from even";
  if (!estimate.all.beyond()) {
    const HandicapMixture mixture = estimate.mixture();
    text += "\neven in the mean: " + signed_chains(mixture.handicap[0], 0) + " in " + percent(mixture.weight[0], 0) +
            " of the games, " + signed_chains(mixture.handicap[1], 0) + " in " + percent(mixture.weight[1], 0);
  }
  return text + "\n\n";
}

// Over all games of the search, which are near the even handicap.
Observation first_player(const Report& report) {
  Observation sum;
  for (const auto& level : report.estimate().levels) {
    for (size_t first = 0; first < 2; ++first) {
      sum.wins += level.second[first].wins[first];
      sum.games += level.second[first].decided();
    }
  }
  return sum;
}

// The report must outlive it.
Document document_of(const Report& report) {
  Document document{.name = "chains", .command = "archon chains", .title = "the handicap that makes two decks even"};
  add_outcome(document, report.outcome);
  document.note("A: " + report.name(0) + "\nB: " + report.name(1) + "\n\n");
  document.add(curves_picture());
  document.add(handicaps_table(report));
  std::vector<PilotFigure> figures;
  for (const Pilot& pilot : report.pilots)
    if (pilot.played() && pilot.plays_well()) figures.push_back(pilot_figure(pilot.pairs.front().handicap.estimate.all));
  add_any_handicap(document, figures);
  if (report.estimate().games > 0) document.note(words(report));
  document.add(win_rates_table(report));
  document.add(curve_picture(report));
  document.add(curve_table(report));
  add_ladder(document, report);
  document.add({.name = "first_player_win_rate",
                .head = "the first player wins",
                .unit = Unit::Share,
                .what = "Of who goes first, near the even handicap",
                .interval = true,
                .may_miss = true},
               rate_cell(first_player(report)));
  document.add(curves_table(report));
  document.add(levels_table(report));
  add_games(document, report);
  document.provenance = report.provenance;
  return document;
}

// Whether the curve has all its games.
bool add_curve(const ChainGames& games, const std::string& agent, int64_t a_level, const RunControl& control, Report& report,
               std::string& error) {
  BatchPlayer player(agent, control);
  report.curve = play_curve(games, report.chained(), a_level, player);
  error = player.error();
  for (const CurveLevel& level : report.curve) report.outcome.played += level.result.total().games;
  return std::ranges::all_of(report.curve, [&](const CurveLevel& level) { return level.result.total().games >= a_level; });
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("chains");
  Report report;
  const std::vector<Matchup> matchups = prepare(options.handicap, 2, invocation, problems, report);
  if (problems.any()) return problems.print();
  LongRun long_run("chains", options.handicap.long_run);
  if (const int code = long_run.open(kChainLedger, chain_settings(options.handicap.run)); code != kDone) return code;
  const RunControl control = long_run.control(options.handicap.run.threads, "games at most");
  const HandicapSpec spec{.width = options.handicap.width, .games = options.handicap.games, .seed = options.handicap.run.seed};
  const PilotGames games{.decks = report.provenance.decks, .matchups = matchups, .spec = spec};
  std::string error = play(options.handicap, games, control, report);
  if (!error.empty()) return failed("chains", error);
  report.run = ladder_run(matchups.front().rules);
  bool done = complete(options.handicap, report);
  if (options.curve && done) {
    const std::string& agent = report.pilots.front().agent;
    const int64_t a_level = std::max<int64_t>(1, options.handicap.games / kCurveLevels / 2) * 2;
    const int64_t before = report.outcome.asked;
    done = add_curve(games.of(agent, 0, 0, 1), agent, a_level, control, report, error);
    report.outcome.asked = done ? report.outcome.played : before + kCurveLevels * a_level;
  }
  long_run.finish(done, report.outcome);
  if (!error.empty()) return failed("chains", error);
  const int code = options.handicap.presenting.show(document_of(report));
  return code != kDone ? code : exit_code(options.handicap, report);
}

}  // namespace chains_command

void add_chains(Command program) {
  using namespace chains_command;
  Command command = program.add("chains", "How many chains make two decks even");
  auto options = std::make_shared<Options>();
  options->handicap.decks.add_to(command, "DECKS", "Deck A and deck B; with --sas 5 to 200 decks").required();
  options->handicap.add_to(command, "Games at most, for each agent");
  command.flag("--curve", options->curve, "Also measure 0 to 24 chains on the stronger deck, with as many games in all");
  command.flag("--sas", options->sas,
               "Instead: of many decks whose SAS is known, for how many points of SAS a chain is to be given");
  options->handicap.run.add_to(command);
  command.footer(
      "A handicap is a number of starting chains, positive on deck A, negative on deck B. Games are played near the handicap\n"
      "at which A wins half of them. The interval of an agent holds for that agent; the one for the decks holds what other\n"
      "agents would find, too. With --sas --games are those of all pairs (100,000), which play in rounds until there are so "
      "many,\n"
      "about 400 each, and --width is 4. Exit code 3: --width was given and --games were not enough for it, or the run was "
      "stopped\n"
      "before.");
  command.calls([options](const Invocation& invocation) {
    return options->sas ? chains_by_sas(options->handicap, options->curve, invocation) : run(*options, invocation);
  });
}

}  // namespace archon::cli
