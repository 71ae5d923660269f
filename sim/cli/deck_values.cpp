#include "sim/cli/deck_values.h"

#include <algorithm>

#include "agents/agent_registry.h"
#include "sim/command/long_run.h"
#include "sim/documents/deck_values_document.h"
#include "sim/play/missing.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace {

constexpr int64_t kMaxGames = 20'000'000;

void check(const DeckValuesOptions& options, Problems& problems) {
  options.run.check(problems);
  problems.check_agent("--agent", options.agent);
  problems.check(options.games >= 1 && options.games <= kMaxGames,
                 "--games: from 1 to " + thousands(kMaxGames) + ", not " + std::to_string(options.games));
  problems.check(!options.field.empty(), "no opponents: name their decks after --field");
  problems.check(!options.pairs || options.worth, "--pairs goes with --worth");
  problems.check_output("--out", options.out);
}

// The deck, then the field.
DeckList read_all(const DeckValuesOptions& options, Problems& problems) {
  DeckList decks = read_decks(options.deck, problems);
  check_count(decks, 1, 1, problems);
  const DeckList field = read_decks(options.field, problems);
  decks.insert(decks.end(), field.begin(), field.end());
  decks.add_notes(field);
  check_known(decks, options.run.matchup_options().rules, problems);
  return decks;
}

void play(const DeckValuesOptions& options, DeckValuesReport& report) {
  const Stopwatch watch;
  DeckWorthSpec spec{.games = {.deck = report.provenance.decks.front().deck,
                               .field = {},
                               .agent = options.agent,
                               .seed = options.run.seed,
                               .games = options.games,
                               .rules = options.run.matchup_options().rules},
                     .pairs = options.pairs};
  for (size_t i = 1; i < report.provenance.decks.size(); ++i) spec.games.field.push_back(report.provenance.decks[i].deck);
  catch_interrupts();
  report.games = play_deck_games(spec.games, options.run.threads, progress_line("games"), interrupted);
  if (options.worth)
    report.worth = play_deck_worth(spec, options.run.threads, progress_line("games with cards replaced"), interrupted);
  end_progress_line();
  report.seconds = watch.seconds();
}

}  // namespace

int run_deck_values(const DeckValuesOptions& options, const Invocation& invocation) {
  Problems problems("values");
  check(options, problems);
  if (problems.any()) return problems.print();
  DeckValuesReport report{.provenance = {.seed = options.run.seed,
                                         .agents = {full_spec(options.agent)},
                                         .decks = read_all(options, problems),
                                         .rules = options.run.rules,
                                         .command_line = invocation.command_line},
                          .games = {},
                          .worth = {}};
  if (problems.any()) return problems.print();
  play(options, report);
  const int64_t played =
      std::min(report.games.counts.total().games, report.worth ? report.worth->counts.total().games : options.games);
  if (played < options.games)
    report.unfinished = thousands(played) + " of " + thousands(options.games) + " games, then it was stopped";
  const present::Document document = deck_values_document(report);
  if (!options.out.empty())
    if (const std::string problem = options.presenting.save(options.out, document); !problem.empty())
      return failed("values", problem);
  if (const int code = options.presenting.show(document); code != kDone) return code;
  if (!report.unfinished.empty()) return failed("values", "unfinished: " + report.unfinished, kInconclusive);
  return options.strict && missing_games(all_counts(report)).missing() ? kFailed : kDone;
}

}  // namespace archon::cli
