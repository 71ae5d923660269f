#include "sim/cli/matrix_options.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "engine/facts/visible_text.h"
#include "sim/command/output.h"
#include "sim/matrix/matrix_ledger.h"
#include "sim/matrix/matrix_summary.h"
#include "sim/matrix/second_pilot.h"
#include "sim/present/printers.h"
#include "sim/present/terminal_text.h"
#include "sim/ratings/known_strengths.h"

namespace archon::cli {
namespace {

constexpr int64_t kDefaultGames = 200;
constexpr double kFirstShare = 0.75;  // of --time, where a second agent plays as well

nlohmann::json settings_of(const MatrixOptions& options, const std::string& agent) {
  nlohmann::json settings = matrix_settings(agent, options.run.rules, options.run.seed);
  options.run.time.add_to_settings(settings);
  return settings;
}

}  // namespace

void MatrixOptions::add_to(Command on, const std::string& its_name, const std::string& out_help) {
  name = its_name;
  command = on;
  command.option("-n,--games", games, "Games for each pair of decks (200, unless there is another goal)").hide_default();
  command.option("--precision", precision, "Instead: until each pair's 95 % interval is at most so many points to either side")
      .hide_default();
  long_run.add_time(command);
  command.option("--agent", agent, "Who plays both sides ('archon agents' lists them)");
  second.add_to(command, "a sample of the same pairs", "Its games, of all pairs together (1,000, or what --time leaves)");
  command.flag("--chains", chains, "Then search for the chains that make each pair even (see 'archon chains')");
  command.option("--chain-width", chain_goal.width, "Chains: how wide the 95 % interval may be in the end");
  command.option("--chain-games", chain_goal.games, "Chains: at most so many games more for a pair");
  command.option("-o,--out", out, out_help);
  command.option("--shard", shard, "2/8: play the second of eight parts, into DIR/ledger-2-of-8.sqlite; see 'archon merge'");
  run.time.add_to(command);
  presenting.add_to(command);
}

namespace {

void check_shard(const MatrixOptions& options, MatrixSpec& spec, Problems& problems) {
  spec.shard = shard_option(options.shard, problems);
  problems.check(!options.given("--report"),
                 "--report: a shard has no results of its own; 'archon " + options.name + " --from' has it");
  problems.check(options.second.agent.empty(), "--second: a shard is a part of one agent's games");
  problems.check(!options.out.empty(), "--shard: needs --out DIR, where its ledger goes");
}

}  // namespace

MatrixSpec MatrixOptions::spec(const Invocation& invocation, Problems& problems) const {
  MatrixSpec spec{.agent = agent, .seed = run.seed, .options = {}};
  spec.time = long_run.time;
  if (given("--shard")) check_shard(*this, spec, problems);
  spec.shard.command = invocation.words;
  if (chains) spec.chains = chain_goal;
  spec.options = run.matchup_options();
  spec.goal = {.games = games, .precision = precision / 100};
  if (given("--games") && given("--precision")) problems.add("--games and --precision: give one of them");
  if (given("--games"))
    problems.check(games >= 1 && games <= 100'000'000, "--games: from 1 to 100,000,000, not " + std::to_string(games));
  if (given("--precision"))
    problems.check(precision >= 0.1 && precision <= 50, "--precision: from 0.1 to 50 points, not " + fixed(precision, 2));
  if (given("--time")) {
    problems.check(!chains || given("--games") || given("--precision"),
                   "--chains: needs --games or --precision as well, because it follows when they are reached");
  }
  problems.check(chain_goal.width >= 0.1 && chain_goal.width <= 48,
                 "--chain-width: from 0.1 to 48 chains, not " + fixed(chain_goal.width, 2));
  problems.check(chain_goal.games >= 40 && chain_goal.games <= 1'000'000,
                 "--chain-games: from 40 to 1,000,000, not " + std::to_string(chain_goal.games));
  if (!given("--time") && !given("--games") && !given("--precision")) spec.goal.games = kDefaultGames;
  return spec;
}

void MatrixOptions::check_nothing_played(Problems& problems) const {
  run.time.check_nothing_played(problems);
  for (const char* option : {"--games", "--precision", "--time", "--agent", "--second-games", "--chains", "--chain-width",
                             "--chain-games", "--seed", "--rules", "--shard"})
    problems.check(!given(option), std::string(option) + ": --from plays no games; what they were is in the ledger");
}

Provenance MatrixOptions::provenance(DeckList decks, const Invocation& invocation) const {
  return {.seed = run.seed,
          .agents = {agent},
          .decks = std::move(decks),
          .rules = run.rules,
          .command_line = invocation.command_line,
          .time = run.time.limit()};
}

MatrixReport MatrixOptions::report(Played&& played, DeckList decks, const Invocation& invocation) const {
  return {.matrix = std::move(played.run.matrix),
          .summary = {},
          .provenance = provenance(std::move(decks), invocation),
          .unfinished = std::move(played.unfinished),
          .second = std::move(played.second)};
}

std::string MatrixOptions::write_files(const present::Document& document,
                                       const std::vector<std::pair<std::string, std::string>>& tables,
                                       const std::string& json) const {
  if (out.empty()) return "";
  const std::filesystem::path folder = out;
  std::string error;
  for (const auto& [file, table] : tables)
    if (error.empty())
      error = write_file(folder / file, [&, of = document.table(table)](std::ostream& to) { write_csv(to, *of); });
  return error.empty() ? write_file(folder / json, [&](std::ostream& to) { write_json(to, document); }) : error;
}

int MatrixOptions::show(const present::Document& document, const std::string& warning) const {
  const bool is_data = presenting.format == "csv" || presenting.format == "json";
  if (is_data && !warning.empty()) std::cerr << "archon " << name << ": " << warning << '\n';
  return presenting.show(document);
}

int MatrixOptions::failed(const std::string& error, int code) const { return cli::failed(name, error, code); }

int MatrixOptions::strict_code(const Matrix& matrix) const {
  const std::string missing = strict ? missing_text(matrix.missing()) : "";
  return missing.empty() ? kDone : failed("--strict: " + missing);
}

std::string MatrixOptions::ledger_path(const MatrixSpec& spec) const {
  if (out.empty()) return "";
  return spec.shard.file(std::filesystem::path(out) / "ledger.sqlite");
}

int MatrixOptions::tell_shard(const MatrixSpec& spec, const Played& played) const {
  int64_t all = 0;
  for (const MatrixCell& cell : played.run.matrix.cells) all += cell.result.total().games + cell.chained_games();
  std::cout << thousands(all) << " games in " << ledger_path(spec) << ", " << thousands(played.run.played)
            << " of them played now\n";
  const int strict_failed = strict_code(played.run.matrix);
  return strict_failed == kDone ? played.code : strict_failed;
}

int MatrixOptions::result_code(const MatrixReport& report) const {
  const int code = strict_code(report.matrix);
  return code == kDone && !report.unfinished.empty() ? kInconclusive : code;
}

namespace {

// What the run did not reach, on stderr; the exit code.
int conclude(const std::string& name, const MatrixRun& run) {
  if (run.imprecise > 0)
    std::cerr << "archon " << name << ": " << run.imprecise
              << " cells did not get as precise as asked: too many of their games are undecided\n";
  if (run.wide_handicaps > 0)
    std::cerr << "archon " << name << ": " << run.wide_handicaps
              << " handicaps stay less certain than asked: all games of their search are played (--chain-games)\n";
  return run.imprecise > 0 ? kInconclusive : kDone;
}

Outcome outcome_of(const MatrixSpec& spec, const Matrix& matrix) {
  Outcome outcome{
      .asked = spec.goal.games * std::ssize(matrix.cells), .precision = spec.goal.precision * 100, .unfinished = {}};
  for (const MatrixCell& cell : matrix.cells) outcome.played += cell.result.total().games;
  outcome.lacks = unmet_text(matrix);
  return outcome;
}

// In the ledger, that a run whose goal is a time lasted so long; the error of the run or of that.
std::string keep_time_over(const std::vector<DeckFile>& decks, const MatrixSpec& spec, Ledger* ledger, const MatrixRun& run) {
  LedgerGoal goal = ledger_goal(decks, spec);
  if (!ledger || !run.error.empty() || !goal.by_time() || interrupted()) return run.error;
  goal.time_over = true;
  return keep_goal(*ledger, goal);
}

// The best decks so far, for those who wait. Not so often that it would cost more than a twentieth of the time.
class BestSoFar {
 public:
  BestSoFar(const std::vector<DeckFile>& decks, const std::string& agent, LongRun& session)
      : decks_(decks), known_(known_strengths(decks, {&agent, 1})), session_(session) {}

  void operator()(const Matrix& matrix) {
    const Stopwatch watch;
    if (clock_.seconds() < next_) return;
    const MatrixSummary summary = rank_decks(matrix, known_);
    std::vector<std::string> best;
    for (const int deck : summary.order) {
      const auto i = static_cast<size_t>(deck);
      if (best.size() == kShown || !summary.decks[i].mean) break;
      best.push_back(right(std::to_string(best.size() + 1), kPlace) + "  " +
                     left(shortened_middle(decks_[i].deck.name, kName), kName) + "  " + percent(summary.decks[i].mean->value) +
                     " (" + percent(summary.decks[i].mean->interval) + ")");
    }
    session_.show_below(std::move(best));
    next_ = clock_.seconds() + kShare * watch.seconds();
  }

 private:
  static constexpr size_t kShown = 5;
  static constexpr int kPlace = 4, kName = 28;
  static constexpr double kShare = 20;
  const std::vector<DeckFile>& decks_;
  std::vector<double> known_;
  LongRun& session_;
  Stopwatch clock_;
  double next_ = 0;
};

// The games of the second agent are in a ledger of their own beside the first one.
std::string second_ledger(const std::string& first) {
  return (std::filesystem::path(first).parent_path() / "second.sqlite").string();
}

}  // namespace

class MatrixOptions::SecondRun {
 public:
  SecondRun(const MatrixOptions& of, const std::string& first_ledger)
      : of_(of), kept_(of.long_run), session_(of.name + ": --second", kept_) {
    kept_.ledger = first_ledger.empty() ? "" : second_ledger(first_ledger);
  }

  int open() { return session_.open(kMatrixLedger, settings_of(of_, of_.second.agent)); }

  // After so many seconds of --time.
  void play(const std::vector<DeckFile>& decks, const MatrixSpec& first, double used, Played& played) {
    if (!kept_.time.empty()) kept_.time = fixed(std::max(1.0, of_.long_run.seconds() - used), 1);
    MatrixSpec spec = first;
    spec.agent = of_.second.agent;
    spec.goal = {};
    spec.chains.reset();
    spec.shard.command.clear();  // its games are a sample without a goal of pairs
    spec.most = of_.second.games == 0 && kept_.time.empty() ? kSecondGames : of_.second.games;
    MatrixRun done = play_matrix(decks, spec, session_.control(of_.run.threads, "games of " + of_.second.agent));
    played.second = SecondPilot{.agent = of_.second.agent, .matrix = std::move(done.matrix)};
    Outcome outcome{.asked = spec.most, .played = played.second->games().games, .unfinished = {}};
    session_.finish(done.complete, outcome);
    played.good = done.error.empty();
    played.code = played.good ? std::max(played.code, outcome.code()) : of_.failed(done.error);
  }

 private:
  const MatrixOptions& of_;
  LongRunOptions kept_;
  LongRun session_;
};

MatrixOptions::Played MatrixOptions::play(const std::vector<DeckFile>& decks, const MatrixSpec& spec,
                                          const std::string& ledger_path) const {
  Played played;
  LongRunOptions kept = long_run;
  kept.ledger = ledger_path;
  LongRun session(name, kept);
  played.code = session.open(kMatrixLedger, settings_of(*this, agent));
  if (played.code != kDone) return played;
  std::optional<SecondRun> after;
  if (!second.agent.empty()) played.code = after.emplace(*this, ledger_path).open();  // before hours are spent on the first
  if (played.code != kDone) return played;
  std::function<void(const Matrix&)> meanwhile;
  if (errors_on_terminal()) meanwhile = BestSoFar(decks, agent, session);
  const RunControl whole = session.control(run.threads, "games");
  played.run = play_matrix(decks, spec, after ? session.part(whole, kFirstShare) : whole, meanwhile);
  Outcome outcome = outcome_of(spec, played.run.matrix);
  played.run.error = keep_time_over(decks, spec, whole.ledger, played.run);
  session.finish(played.run.complete, outcome);
  played.good = played.run.error.empty();
  played.code = played.good ? std::max(conclude(name, played.run), outcome.code()) : failed(played.run.error);
  played.unfinished = outcome.unfinished.empty() ? outcome.lacks : outcome.unfinished;  // lacks: games that stay undecided
  if (after && played.good && !interrupted()) after->play(decks, spec, session.seconds(), played);
  return played;
}

Provenance MatrixSource::provenance(DeckList of, const Invocation& invocation) const {
  const nlohmann::json& settings = ledger->settings();
  return {.seed = settings.value("seed", uint64_t{0}),
          .agents = {settings.value("agent", std::string())},
          .decks = std::move(of),
          .rules = settings.value("rules", std::string()),
          .command_line = invocation.command_line,
          .time = parse_limit(settings.value("time_called", nlohmann::json())).value_or(TimeLimit{})};
}

MatrixSource read_matrix_source(const std::string& path, Problems& problems, const std::string& option) {
  LedgerResult opened = Ledger::read(path, kMatrixLedger);
  MatrixSource source{.ledger = std::move(opened.ledger), .decks = {}, .goals = {}};
  if (!source.ledger) {
    problems.add(option + ": " + opened.error);
    return source;
  }
  const nlohmann::json known = settings_of(MatrixOptions(), "");
  for (const auto& [word, value] : source.ledger->settings().items())
    problems.check(known.contains(word) || (word == "time_called" && parse_limit(value).has_value()),
                   option + ": unknown setting `" + excerpt(word) + "` in " + path);
  std::vector<std::string> unreadable;
  source.decks = ledger_decks(*source.ledger, unreadable);
  std::string problem;
  source.goals = group_goals(ledger_goals(*source.ledger, problem));
  if (!problem.empty()) unreadable.push_back(path + ": " + problem);
  for (const std::string& each : unreadable) problems.add(each);
  return source;
}

MatrixSource MatrixOptions::source(Problems& problems) const {
  MatrixSource source = read_matrix_source(from, problems);
  if (second.agent.empty()) return source;
  problems.check_agent("--second", second.agent);
  if (!source.ledger || !make_agent(second.agent).agent) return source;
  const std::string beside = second_ledger(from);
  LedgerResult opened = Ledger::read(beside, kMatrixLedger);
  if (!opened.ledger) {
    problems.add("--second: " + opened.error + " (the run with --second and --out writes it)");
    return source;
  }
  nlohmann::json wanted = source.ledger->settings();
  wanted["agent"] = full_spec(second.agent);
  const std::string difference = settings_difference(opened.ledger->settings(), wanted);
  problems.check(difference.empty(), "--second: " + beside + " has other games: " + difference);
  source.second = std::move(opened.ledger);
  return source;
}

std::optional<MatrixReport> MatrixOptions::read_report(const MatrixSource& source, Provenance provenance,
                                                       const MatrixPairs& pairs) const {
  MatrixReport report{.matrix = {}, .summary = {}, .provenance = std::move(provenance)};
  const auto read = [&](const Ledger& ledger, const std::string& path, Matrix& matrix) {
    matrix = empty_matrix(decks_of(report.provenance.decks), report.provenance.seed, 0, 1, pairs);
    const std::string error = read_matrix(ledger, matrix);
    if (!error.empty()) failed(path + ": " + error, kUsage);
    return error.empty();
  };
  if (!read(*source.ledger, from, report.matrix)) return std::nullopt;
  if (source.second) {
    report.second = SecondPilot{.agent = second.agent, .matrix = {}};
    if (!read(*source.second, second_ledger(from), report.second->matrix)) return std::nullopt;
  }
  fit_handicaps(report.matrix, run.threads);
  report.unfinished = source.unfinished(report.matrix, report.provenance.decks, run.threads);
  return report;
}

std::string MatrixSource::unfinished(const Matrix& matrix, const std::vector<DeckFile>& of, int threads) const {
  std::vector<uint64_t> hashes;
  for (const DeckFile& each : of) hashes.push_back(deck_hash(each.deck));
  const GoalLack lack = lack_of(matrix, hashes, goals, threads);
  std::string text = unmet_text(matrix);
  if (!lack.any()) return text;
  if (!text.empty()) text += "; ";
  return text + lack_text(lack, std::ssize(matrix.cells));
}

std::string lack_text(const GoalLack& lack, int64_t pairs) {
  std::vector<std::string> parts;
  if (lack.games > 0) parts.push_back(thousands(lack.games) + " games (" + thousands(lack.batches) + " batches)");
  if (lack.searches > 0) parts.push_back(thousands(lack.searches) + " searches for handicaps");
  std::string text;
  if (lack.pairs > 0) text = thousands(lack.pairs) + " of " + thousands(pairs) + " pairs are short of what was asked for";
  for (const std::string& part : parts) text += (&part == parts.data() ? ": " : ", ") + part;
  if (lack.time) text += (text.empty() ? "" : "; ") + std::string("it was stopped before its time was over");
  return text;
}

std::string unmet_text(const Matrix& matrix) {
  const int64_t all = std::ssize(matrix.cells), unmet = matrix.unmet();
  return unmet == 0 ? "" : thousands(all - unmet) + " of " + thousands(all) + " pairs played";
}

std::vector<Deck> decks_of(const std::vector<DeckFile>& files) {
  std::vector<Deck> decks;
  for (const DeckFile& each : files) decks.push_back(each.deck);
  return decks;
}

}  // namespace archon::cli
