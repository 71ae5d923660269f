// archon tournament: matches of several games, and which decks to bring, from the games of a matrix.
#include <memory>
#include <utility>

#include "sim/cli/commands.h"
#include "sim/cli/matrix_options.h"
#include "sim/command/presenting.h"
#include "sim/documents/tournament_document.h"
#include "sim/matrix/gauntlet.h"
#include "sim/matrix/matrix_ledger.h"

namespace archon::cli {
namespace tournament_command {

struct Options {
  std::string format_of_play;
  SideArguments sides;
  std::string from, first = "loser";
  Presenting presenting;
  int threads = 0;
};

// My decks and the field: those of the ledger unless named, without mine; all against each other when none is left.
Gauntlet read_sides(const Options& options, const MatrixSource& source, Problems& problems) {
  auto [mine, field] = options.sides.read(problems, source.decks);
  if (options.sides.field.empty() && field.empty()) field.assign(mine.begin(), mine.end());
  check_different(mine, problems);
  check_different(field, problems);
  if (problems.any()) return {};
  const bool triad = options.format_of_play == "triad";
  problems.check(!triad || (mine.size() >= kTriad && field.size() >= kTriad),
                 "Triad needs three decks of mine and three of the field, not " + std::to_string(mine.size()) + " and " +
                     std::to_string(field.size()));
  problems.check(!triad || (mine.size() <= 40 && field.size() <= 200),
                 "Triad takes at most 40 decks of mine and 200 of the field, not " + std::to_string(mine.size()) + " and " +
                     std::to_string(field.size()) + " (--mine NAME, once or more: which of the ledger are mine)");
  Gauntlet gauntlet = arrange_gauntlet(mine, field);
  for (const DeckList* part : {&std::as_const(mine), &std::as_const(field)}) gauntlet.decks.add_notes(*part);
  problems.check(gauntlet.decks.size() > 1, "at least two decks are needed");
  return gauntlet;
}

// Every pair that matters must have met.
void check_games(const Options& options, const Matrix& matrix, const Provenance& provenance, Problems& problems) {
  for (const MatrixCell& cell : matrix.cells)
    if (cell.result.total().decided() == 0)
      problems.add(options.from + ": no games of " + provenance.decks[static_cast<size_t>(cell.a)].deck.name + " against " +
                   provenance.decks[static_cast<size_t>(cell.b)].deck.name + " ('archon gauntlet' plays them)");
}

void rank(const Options& options, const MatrixRates& rates, TournamentReport& report) {
  const Matrix& matrix = report.matrix;
  const bool adaptive = report.format == "adaptive";
  const PairSampler sample = adaptive ? sample_adaptive(matrix, rates, report.first)
                                      : sample_series(rates, report.format == "bo3" ? 3 : 1, report.first);
  report.ranking = rank_decks(matrix, sample, options.threads);
  if (!adaptive) return;
  report.unchained = std::ranges::count_if(matrix.cells, [](const MatrixCell& cell) { return cell.chained_games() == 0; });
  const DeckWin& deck = report.ranking.front();
  if (report.ranking.size() == 1 && deck.matchups.size() == 1)
    report.adaptive = sample_adaptive(matrix, rates, deck.deck, deck.matchups.front().opponent, report.first);
}

void rank_threes(const Options& options, const MatrixRates& rates, TournamentReport& report) {
  const MatrixPairs& pairs = report.matrix.pairs;
  if (pairs.mine != static_cast<int>(kTriad) || pairs.field != pairs.mine || report.field() != static_cast<int>(kTriad)) {
    report.triples = rank_triples(report.matrix, rates, report.first, report.provenance.seed, options.threads);
    return;
  }
  report.mine = {0, 1, 2};
  report.theirs = {3, 4, 5};
  report.triad = sample_triad(rates, report.mine, report.theirs, report.first);
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("tournament " + options.format_of_play);
  problems.check(options.threads >= 0 && options.threads <= 1024,
                 "--threads: from 0 (one a core) to 1024, not " + std::to_string(options.threads));
  MatrixSource source = read_matrix_source(options.from, problems);
  Gauntlet gauntlet = problems.any() ? Gauntlet() : read_sides(options, source, problems);
  if (problems.any()) return problems.print();
  TournamentReport report;
  report.format = options.format_of_play;
  report.first = options.first == "lot" ? FirstPlayer::Lot : FirstPlayer::Loser;
  report.provenance = source.provenance(std::move(gauntlet.decks), invocation);
  report.matrix = empty_matrix(decks_of(report.provenance.decks), report.provenance.seed, 0, 1, gauntlet.pairs);
  Matrix all = empty_matrix(decks_of(source.decks), report.provenance.seed);
  for (Matrix* matrix : {&report.matrix, &all}) {
    const std::string error = problems.any() ? "" : read_matrix(*source.ledger, *matrix);
    if (!error.empty()) problems.add(options.from + ": " + error);
  }
  if (!problems.any()) check_games(options, report.matrix, report.provenance, problems);
  if (problems.any()) return problems.print();

  const MatrixRates rates(report.matrix, all);
  report.mean_advantage = rates.mean_advantage();
  if (report.format == "triad")
    rank_threes(options, rates, report);
  else
    rank(options, rates, report);
  return options.presenting.show(tournament_document(report));
}

void add_format_of_play(Command tournament, const std::string& name, const std::string& description,
                        const std::string& footer) {
  Command command = tournament.add(name, description);
  auto options = std::make_shared<Options>();
  options->format_of_play = name;
  options->sides.add_to(command, "My decks, or names of decks of the ledger; all of it unless named",
                        "The decks that opponents bring; the others of the ledger unless named");
  command.option("--from", options->from, "A ledger of 'archon matrix' or 'archon gauntlet' that has their games").required();
  if (name != "sealed")
    command.option("--first", options->first, "Who goes first after game 1: loser (the loser chooses) or lot")
        .one_of({"loser", "lot"});
  options->presenting.add_to(command);
  command.option("-j,--threads", options->threads, "Number of threads, 0 for one a core; the results do not depend on it");
  command.footer(footer);
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace tournament_command

void add_tournament(Command program) {
  using namespace tournament_command;
  Command command =
      program.add("tournament", "Best of three, Adaptive, Triad, sealed pools: win probabilities and what to play");
  add_format_of_play(
      command, "sealed", "A pool of decks: which one to play, by single games",
      "Wins are against the field, every opponent counting the same. Best: in which share of what the games allow no\n"
      "other deck of mine is better.");
  add_format_of_play(command, "bo3", "Best of three games with the same decks",
                     "Game 1 begins by lot; then the loser of a game chooses who goes first in the next (--first).");
  add_format_of_play(
      command, "adaptive", "Own decks, then swapped, then a bid of chains for the deck that won both",
      "Each player plays game 1 with the own deck and game 2 with the other's. If each has won one, the same deck has\n"
      "won both, and they bid chains for it, its owner beginning with 0; game 3 decides. One deck against one: the\n"
      "bidding, too. The worth of chains is from the games of 'archon gauntlet --chains' or 'archon matrix --chains'.");
  add_format_of_play(
      command, "triad", "Three decks each, one of each banned, a win with both of the others",
      "Both see all decks, ban one of the other's at the same time, and win by a game won with each of the two that are\n"
      "left; before each game both choose at the same time among the decks with which they have not won. Three against\n"
      "three: how to ban and to begin. More: the best three of mine, against opponents who bring any three of the field.");
}

}  // namespace archon::cli
