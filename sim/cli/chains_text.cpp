#include "sim/cli/chains_text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "sim/command/run_facts.h"
#include "sim/stats/number_text.h"

namespace archon::cli {

using namespace present;

namespace {

// Agents may be given as a list; the commas of an agent with parameters are its own.
std::vector<std::string> single_agents(const std::vector<std::string>& named) {
  std::vector<std::string> agents;
  for (const std::string& word : named) {
    size_t begin = 0;
    if (word.find(':') == std::string::npos)
      for (size_t comma = word.find(','); comma != std::string::npos; comma = word.find(',', begin)) {
        agents.push_back(word.substr(begin, comma - begin));
        begin = comma + 1;
      }
    agents.push_back(word.substr(begin));
  }
  return agents;
}

}  // namespace

void HandicapOptions::add_to(Command on, const std::string& games_help) {
  command = on;
  command.option("-n,--games", games, games_help);
  command.option("--width", width, "Stop when the 95 % interval of the handicap is that narrow, in chains");
  command
      .option("--agent,--agents", named,
              "Who plays both sides, one or more ('archon agents' lists them): standard,fast; without it these two, and with "
              "--time strong in what time they leave")
      .repeated();
  run.time.add_to(command);
  presenting.add_to(command);
  presenting.add_page("win rates by chains, drawn, and all tables");
  long_run.add_time(command);
  long_run.add_ledger(command);
}

std::vector<std::string> HandicapOptions::agents() const {
  if (!named.empty()) return single_agents(named);
  std::vector<std::string> all = {std::string(kStandardAgent), "fast"};
  if (long_run.seconds() > 0) all.push_back("strong");
  return all;
}

bool HandicapOptions::optional(const std::string& agent) const { return named.empty() && agent == "strong"; }

std::vector<Matchup> prepare(const HandicapOptions& options, int most, const Invocation& invocation, Problems& problems,
                             HandicapReport& report) {
  options.run.check(problems);
  options.presenting.check(problems);
  problems.check(options.games >= 40 && options.games <= 100'000'000,
                 "--games: from 40 to 100,000,000, not " + std::to_string(options.games));
  problems.check(options.width >= 0.5 && options.width <= 48, "--width: from 0.5 to 48 chains, not " + fixed(options.width, 2));
  std::vector<std::string> all = options.agents();
  for (const std::string& agent : all) problems.check_agent("--agent", agent);
  std::ranges::sort(all);
  if (const auto twice = std::ranges::adjacent_find(all); twice != all.end())
    problems.add("--agent: " + *twice + " is named twice");
  options.long_run.check(problems);
  report.provenance = {.seed = options.run.seed,
                       .agents = options.agents(),
                       .decks = read_decks(options.decks, problems),
                       .rules = options.run.rules,
                       .command_line = invocation.command_line,
                       .time = options.run.time.limit()};
  check_count(report.provenance.decks, 2, most, problems);
  check_known(report.provenance.decks, options.run.matchup_options().rules, problems);
  if (problems.any()) return {};
  return every_pair(report.provenance.decks, options.run.matchup_options());
}

std::string play(const HandicapOptions& options, const PilotGames& games, const RunControl& control, HandicapReport& report) {
  std::string error = play_pilots(games, options.agents(), control, report.pilots);
  report.outcome.played = total(report.pilots).games;
  report.outcome.asked = complete(options, report) ? report.outcome.played
                                                   : games.spec.games * std::ssize(games.matchups) * std::ssize(report.pilots);
  return error;
}

bool complete(const HandicapOptions& options, const HandicapReport& report) {
  return std::ranges::all_of(
      report.pilots, [&](const Pilot& pilot) { return pilot.finished || (options.optional(pilot.agent) && !interrupted()); });
}

nlohmann::json chain_settings(const RunOptions& run) {
  nlohmann::json settings = {{"rules", run.rules}, {"seed", run.seed}};
  run.time.add_to_settings(settings);
  return settings;
}

int exit_code(const HandicapOptions& options, const HandicapReport& report) {
  const auto narrow = [&](const Pilot& pilot) {
    return options.optional(pilot.agent) ||
           std::ranges::all_of(pilot.pairs, [](const PairCurves& pair) { return pair.handicap.estimate.narrow; });
  };
  const bool wide = options.command.given("--width") && !std::ranges::all_of(report.pilots, narrow);
  return std::max(report.outcome.code(), wide ? kInconclusive : kDone);
}

namespace {

Cell chains_cell(double chains, const Interval& interval) {
  const double shown = std::abs(chains) <= kMaxHandicap ? chains : std::copysign(kInfinity, chains);
  return {shown, open_ended(interval)};
}

// A pair of decks as an agent plays it.
struct PairRow {
  const HandicapReport* report;
  const Pilot* pilot;
  const PairCurves* pair;
  int first = -1;  // the deck that goes first

  const HandicapEstimate& estimate() const { return pair->handicap.estimate; }
  const HandicapFit& fit() const { return pair->handicap.fit(first); }
};

struct LevelRow {
  PairRow pair;
  int handicap;
  ByFirst results;

  Tally sum() const {
    Tally all = results[0];
    all.add(results[1]);
    return all;
  }
};

std::vector<PairRow> pair_rows(const HandicapReport& report, std::initializer_list<int> firsts) {
  std::vector<PairRow> rows;
  for (const Pilot& pilot : report.pilots)
    for (const PairCurves& pair : pilot.pairs)
      for (const int first : firsts) rows.push_back({&report, &pilot, &pair, first});
  return rows;
}

// agent, deck_a, deck_b; `pair_of` gives a row's PairRow. People see the decks where there are more than two.
template <class Row>
std::vector<ColumnOf<Row>> pair_columns(bool many, const PairRow& (*pair_of)(const Row&)) {
  const auto deck = [many, pair_of](const std::string& letter, int PairCurves::*which) {
    return ColumnOf<Row>{
        {.name = "deck_" + letter, .head = many ? "deck " + letter : "", .what = "Name of deck " + letter, .drop = 4},
        [=](const Row& row) { return Cell(pair_of(row).report->name(pair_of(row).pair->*which)); }};
  };
  return {{{.name = "agent", .head = "agent", .what = "Who plays both decks"},
           [pair_of](const Row& row) { return Cell(pair_of(row).pilot->agent); }},
          deck("a", &PairCurves::a),
          deck("b", &PairCurves::b)};
}

// What no game stands behind is no figure.
template <class Figure>
ColumnOf<PairRow> fit_column(Column column, Figure figure) {
  column.may_miss = true;
  return {std::move(column), [figure](const PairRow& row) { return row.fit().games ? Cell(figure(row)) : Cell(); }};
}

std::vector<ColumnOf<PairRow>> fit_columns() {
  return {{{.name = "goes_first", .head = "goes first", .what = "Games in which deck A or B goes first, or either"},
           [](const PairRow& row) { return Cell(kGoesFirst[static_cast<size_t>(row.first + 1)]); }},
          {{.name = "games", .head = "games", .unit = Unit::Count, .what = "Decided games", .drop = 5},
           [](const PairRow& row) { return Cell(row.fit().games); }},
          fit_column({.name = "handicap",
                      .head = "even at",
                      .unit = Unit::Chains,
                      .what = "Chains on deck A, less than 0: on deck B, with which A wins half of the games; null beyond 24",
                      .interval = true},
                     [](const PairRow& row) { return chains_cell(row.fit().root, row.fit().interval); }),
          fit_column(
              {.name = "handicap_whole", .unit = Unit::Chains, .what = "The nearest whole handicap, 24 at most"},
              [](const PairRow& row) { return std::round(std::clamp<double>(row.fit().root, -kMaxHandicap, kMaxHandicap)); }),
          fit_column({.name = "handicap_beyond", .unit = Unit::Truth, .what = "More than 24 chains are needed"},
                     [](const PairRow& row) { return row.fit().beyond(); }),
          fit_column({.name = "slope",
                      .head = "logit a chain",
                      .unit = Unit::Number,
                      .what = "What a chain costs near the even handicap, in logit",
                      .interval = true,
                      .drop = 2},
                     [](const PairRow& row) { return Cell(row.fit().slope, row.fit().slope_interval); }),
          fit_column({.name = "flat",
                      .head = "flat",
                      .unit = Unit::Truth,
                      .what = "Chains may hardly matter near the even handicap",
                      .drop = 3},
                     [](const PairRow& row) { return Cell(row.fit().flat()); }),
          fit_column(
              {.name = "narrow", .unit = Unit::Truth, .what = "The interval is as narrow as --width; null by who goes first"},
              [](const PairRow& row) { return row.first < 0 ? Cell(row.estimate().narrow) : Cell(); })};
}

}  // namespace

void add_games(Document& document, const HandicapReport& report) {
  const Tally sum = total(report.pilots);
  LeadCounts by_time{};
  for (const Pilot& pilot : report.pilots) add(by_time, pilot.by_time);
  add_counts(document, sum);
  add_ended_by_time(document, by_time, sum.games, report.provenance.time);
}

Table handicaps_table(const HandicapReport& report) {
  const bool many = report.provenance.decks.size() > 2;
  return table_of<PairRow>(
      {.name = "handicaps",
       .what = "Chains that make two decks even, for each agent and who goes first",
       .title = "Chains that make two decks even (on A; less than 0: on B)"},
      pair_columns<PairRow>(many, [](const PairRow& row) -> const PairRow& { return row; }) + fit_columns(),
      pair_rows(report, many ? std::initializer_list<int>{-1} : std::initializer_list<int>{-1, 0, 1}));
}

Table levels_table(const HandicapReport& report) {
  std::vector<LevelRow> rows;
  for (const PairRow& pair : pair_rows(report, {-1}))
    for (const auto& [handicap, results] : pair.estimate().levels) rows.push_back({pair, handicap, results});
  const auto count = [](const std::string& name, const std::string& what, auto of) {
    return ColumnOf<LevelRow>{{.name = name, .unit = Unit::Count, .what = what},
                              [of](const LevelRow& row) { return Cell(of(row)); }};
  };
  return table_of<LevelRow>(
      {.name = "levels", .what = "The games of the searches, by handicap", .shown = false},
      pair_columns<LevelRow>(false, [](const LevelRow& row) -> const PairRow& { return row.pair; }) +
          std::vector<ColumnOf<LevelRow>>{
              {{.name = "handicap", .unit = Unit::Number, .what = "Chains on deck A; less than 0: on deck B"},
               [](const LevelRow& row) { return Cell(static_cast<double>(row.handicap)); }},
              count("games", "Games", [](const LevelRow& row) { return row.sum().games; }),
              count("wins", "Games that deck A won", [](const LevelRow& row) { return row.sum().wins[0]; }),
              {{.name = "win_rate",
                .unit = Unit::Share,
                .what = "Of deck A over the decided games",
                .interval = true,
                .may_miss = true},
               [](const LevelRow& row) {
                 const int64_t wins = row.sum().wins[0], decided = row.sum().decided();
                 return decided ? Cell(mean(wins, decided), wilson_interval(wins, decided)) : Cell();
               }},
              count("wins_a_first", "Of these: it went first", [](const LevelRow& row) { return row.results[0].wins[0]; }),
              count("undecided", "Games without a winner", [](const LevelRow& row) { return row.sum().undecided; }),
              count("faults", "Games that exceeded a bound", [](const LevelRow& row) { return row.sum().faults; })},
      rows);
}

namespace {

// What the agents' figures say of the decks; nothing without any.
void add_any(Document& document, Column says, const std::vector<PilotFigure>& agents, Cell (*cell)(const AnyPilot&)) {
  says.interval = says.may_miss = true;
  document.add(std::move(says), agents.empty() ? Cell() : cell(any_pilot(agents)));
  document.add({.name = "agent_shift",
                .unit = Unit::Chains,
                .what = "Standard deviation of an agent's even handicap around that of the decks"},
               kPilotShift);
  if (agents.empty()) return;
  document.note("(other intervals are those of an agent; agents of different kinds differ by " +
                fixed(std::sqrt(2.0) * kPilotShift, 1) + " chains)\n\n");
}

}  // namespace

void add_any_handicap(Document& document, const std::vector<PilotFigure>& agents) {
  add_any(document,
          {.name = "handicap_any",
           .head = "the decks, whoever plays well",
           .unit = Unit::Chains,
           .what = "The handicap of the decks, whoever plays well: from those of the agents that do"},
          agents, [](const AnyPilot& any) { return chains_cell(any.chains, any.interval); });
}

void add_any_closing_bid(Document& document, const std::vector<PilotFigure>& agents) {
  add_any(document,
          {.name = "closing_bid_any",
           .head = "closing bid for the decks, whoever plays well",
           .unit = Unit::Number,
           .what = "The closing bid for the decks, whoever plays well: from those of the agents that do, 24 at most"},
          agents, [](const AnyPilot& any) {
            const auto bid = [](double chains) { return std::clamp<double>(chains, 0, kMaxHandicap); };
            return Cell(bid(any.chains), {bid(any.interval.low), bid(any.interval.high)});
          });
}

}  // namespace archon::cli
