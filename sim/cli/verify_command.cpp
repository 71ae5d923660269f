// archon verify: a sample of the games of ledgers played again.
#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "sim/cli/commands.h"
#include "sim/cli/matrix_options.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/command/presenting.h"
#include "sim/command/run_facts.h"
#include "sim/matrix/matrix_sample.h"
#include "sim/present/document.h"
#include "sim/present/terminal_text.h"
#include "sim/results/version.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace verify_command {

using namespace present;

struct Options {
  std::vector<std::string> ledgers;
  int64_t games = 1000;
  uint64_t sample = 1;
  int threads = 0;
  LongRunOptions long_run{};
  Presenting presenting;
};

// A ledger and what became of its sample.
struct Verified {
  std::string path;
  std::vector<DeckFile> decks{};
  std::string rules{};
  SampleSpec spec{};
  std::unique_ptr<Ledger> ledger{};
  LedgerSample sample{};
};

// The ledgers, with a problem for each that can't be played again; true in `other` where another program played one.
std::vector<Verified> read_ledgers(const Options& options, Problems& problems, bool& other) {
  std::vector<Verified> all;
  for (const std::string& path : options.ledgers) {
    MatrixSource source = read_matrix_source(path, problems, path);
    if (!source.ledger) continue;
    const Provenance told = source.provenance({}, {});
    Verified each{.path = path, .decks = std::move(source.decks), .rules = told.rules, .ledger = std::move(source.ledger)};
    if (each.ledger->program() != program_digest()) {
      problems.add(path + ": its games were played by another version of the program, " + each.ledger->version() +
                   ", and this is " + std::string(version()) + ": verify it with that one");
      other = true;
    }
    problems.check_own_agent(path, told.agents.front());
    const std::optional<RulesProfile> rules = find_rules(told.rules);
    problems.check(rules.has_value(), path + ": unknown rulebook `" + told.rules + "`");
    if (rules) check_known(each.decks, *rules, problems);
    each.spec = {.agent = told.agents.front(),
                 .seed = told.seed,
                 .options = {.rules = rules.value_or(RulesProfile{}), .clock = told.time.clock()},
                 .games = options.games,
                 .sample = options.sample};
    all.push_back(std::move(each));
  }
  return all;
}

Table ledgers_table(const std::vector<Verified>& all) {
  using Of = const Verified*;
  const std::vector<ColumnOf<Of>> columns = {
      {{.name = "ledger", .head = "ledger", .what = "File"}, [](const Of& of) { return Cell(of->path); }},
      {{.name = "agent", .head = "agent", .what = "Who played both sides", .drop = 1},
       [](const Of& of) { return Cell(of->spec.agent); }},
      {{.name = "games", .head = "games", .unit = Unit::Count, .what = "Of the ledger"},
       [](const Of& of) { return Cell(of->sample.games); }},
      {{.name = "batches", .unit = Unit::Count, .what = "Of the ledger: games of a pair, saved together"},
       [](const Of& of) { return Cell(of->sample.batches); }},
      {{.name = "verified_games", .head = "played again", .unit = Unit::Count, .what = "Games played again"},
       [](const Of& of) { return Cell(of->sample.games_played); }},
      {{.name = "verified_batches", .head = "batches", .unit = Unit::Count, .what = "The batches that these games are"},
       [](const Of& of) { return Cell(std::ssize(of->sample.played)); }},
      {{.name = "different",
        .head = "different",
        .unit = Unit::Count,
        .what = "Batches of these that are not as the ledger has them"},
       [](const Of& of) { return Cell(of->sample.different()); }},
      {{.name = "most_different",
        .head = "at most %",
        .unit = Unit::Share,
        .what = "The highest share of the ledger's batches that may be different, with 95 % confidence"},
       [](const Of& of) { return Cell(of->sample.most_different()); }}};
  std::vector<Of> rows;
  for (const Verified& each : all) rows.push_back(&each);
  return table_of<Of>({.name = "ledgers", .what = "What became of each ledger's sample"}, columns, rows);
}

struct Different {
  const Verified* of;
  const SampledBatch* batch;

  const DeckFile& deck(int place) const { return of->decks[static_cast<size_t>(place)]; }
};

Table different_table(const std::vector<Verified>& all) {
  const std::vector<ColumnOf<Different>> columns = {
      {{.name = "ledger", .head = "ledger", .what = "File", .drop = 1}, [](const Different& of) { return Cell(of.of->path); }},
      {{.name = "deck_a", .head = "deck a", .what = "Name of a deck"},
       [](const Different& of) { return Cell(of.deck(of.batch->a).deck.name); }},
      {{.name = "deck_b", .head = "deck b", .what = "Name of the other one"},
       [](const Different& of) { return Cell(of.deck(of.batch->b).deck.name); }},
      {{.name = "chains",
        .head = "chains",
        .unit = Unit::Chains,
        .what = "On a, negative: on b",
        .may_miss = true,
        .digits = 0},
       [](const Different& of) { return Cell(of.batch->handicap); }},
      {{.name = "first", .head = "first game", .unit = Unit::Count, .what = "Number of the batch's first game, from 0"},
       [](const Different& of) { return Cell(of.batch->first); }},
      {{.name = "games", .head = "games", .unit = Unit::Count, .what = "Of the batch"},
       [](const Different& of) { return Cell(of.batch->games); }}};
  std::vector<Different> rows;
  for (const Verified& each : all)
    for (const SampledBatch& batch : each.sample.played)
      if (!batch.same) rows.push_back({&each, &batch});
  const std::string title = rows.empty() ? "" : "Not as this program plays them";
  return table_of<Different>(
      {.name = "different", .what = "Batches that are not as their ledger has them", .title = title, .shown = !rows.empty()},
      columns, rows);
}

Document document_of(const std::vector<Verified>& all, const Options& options, const Outcome& outcome,
                     const Invocation& invocation) {
  Document document{
      .name = "verify", .command = "archon verify", .title = "whether the games of ledgers are what this program plays"};
  add_outcome(document, outcome);
  document.add(ledgers_table(all));
  document.add(different_table(all));
  document.note(
      "Batches were drawn at random, each as likely as any other; the same: every count, and the digest of every decision.\n");
  document.provenance = {
      .seed = options.sample, .agents = {}, .decks = {}, .rules = {}, .command_line = invocation.command_line};
  std::set<std::string> agents, rules;
  std::set<uint64_t> decks;
  for (const Verified& each : all) {
    agents.insert(each.spec.agent);
    rules.insert(each.rules);
    for (const DeckFile& deck : each.decks)
      if (decks.insert(deck_hash(deck.deck)).second) document.provenance.decks.push_back(deck);
  }
  document.provenance.agents.assign(agents.begin(), agents.end());
  document.provenance.rules = joined({rules.begin(), rules.end()});
  return document;
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("verify");
  problems.check(options.games >= 1, "--games: at least 1, not " + std::to_string(options.games));
  problems.check_threads(options.threads);
  options.long_run.check(problems);
  bool other = false;
  std::vector<Verified> all = read_ledgers(options, problems, other);
  if (problems.any()) return std::max(problems.print(), other ? static_cast<int>(kMismatch) : 0);
  LongRun long_run("verify", options.long_run);
  Outcome outcome;
  bool complete = true, same = true;
  for (size_t i = 0; i < all.size(); ++i) {
    const double share = 1.0 / static_cast<double>(all.size() - i);
    Verified& each = all[i];
    each.sample =
        play_sample(*each.ledger, each.decks, each.spec, long_run.part(long_run.control(options.threads, "games"), share));
    if (!each.sample.problem.empty()) return failed("verify", each.path + ": " + each.sample.problem, kUsage);
    complete = complete && each.sample.complete;
    same = same && each.sample.different() == 0;
    outcome.played += each.sample.games_played;
    outcome.asked += std::min(options.games, each.sample.games);
  }
  outcome.asked = complete ? outcome.played : outcome.asked;  // of whole batches
  long_run.finish(complete, outcome);
  const int code = options.presenting.show(document_of(all, options, outcome, invocation));
  if (code != kDone) return code;
  return same ? outcome.code() : kFailed;
}

}  // namespace verify_command

void add_verify(Command program) {
  using namespace verify_command;
  Command command = program.add("verify", "A sample of the games of ledgers played again: whether they are what they say");
  auto options = std::make_shared<Options>();
  command.option("LEDGERS", options->ledgers, "Ledgers of 'archon matrix' or gauntlet, shards and ledgers of the page too")
      .required();
  command.option("-n,--games", options->games, "Games of each ledger to play again, about: of whole batches, drawn at random");
  command.option("--seed", options->sample, "Which batches are drawn");
  command.option("-j,--threads", options->threads, "Number of threads, 0 for one a core; the results do not depend on it");
  options->long_run.add_time(command);
  options->presenting.add_to(command);
  command.footer(
      "Every count of a batch and the digest of every decision have to be as the ledger has them. Exit codes: 0 all that was\n"
      "played again is the same, 1 something is different, 2 bad input, 3 stopped before the end, 4 another version of the\n"
      "program played the games.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
