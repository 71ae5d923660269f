// archon tournament: matches of several games, and which decks to bring, from the games of a matrix.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "sim/cli/commands.h"
#include "sim/cli/matrix_options.h"
#include "sim/command/presenting.h"
#include "sim/documents/tournament_document.h"
#include "sim/matrix/gauntlet.h"
#include "sim/matrix/matrix_ledger.h"
#include "sim/matrix/matrix_posterior.h"
#include "sim/ratings/known_strengths.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace tournament_command {

struct Options {
  const FormatOfPlay* format = nullptr;
  SideArguments sides;
  std::string from, first = "loser";
  Presenting presenting;
  int threads = 0, best_of = 1;
};

std::string counts_of(size_t mine, size_t field) { return std::to_string(mine) + " and " + std::to_string(field); }

// How many decks a format takes.
void check_sides(const FormatOfPlay& format, size_t mine, size_t field, Problems& problems) {
  constexpr const char* kWhich = " (--mine NAME, once or more: which of the ledger are mine)";
  if (format.kind == FormatOfPlay::Kind::Triad) {
    problems.check(mine >= kTriad && field >= kTriad,
                   "Triad needs three decks of mine and three of the field, not " + counts_of(mine, field));
    problems.check(mine <= 40 && field <= 200,
                   "Triad takes at most 40 decks of mine and 200 of the field, not " + counts_of(mine, field) + kWhich);
  } else if (format.kind == FormatOfPlay::Kind::Survival) {
    problems.check(mine <= kMostTeam && field <= kMostTeam, "Survival takes teams of at most " + std::to_string(kMostTeam) +
                                                                " decks, not " + counts_of(mine, field) + kWhich);
  } else if (format.kind == FormatOfPlay::Kind::Auction) {
    problems.check(mine >= 2 && mine <= kMostAuctioned, "An auction takes 2 to " + std::to_string(kMostAuctioned) +
                                                            " decks, not " + std::to_string(mine) +
                                                            " (--only NAME, once or more: which of the ledger)");
  }
}

// My decks and the field: those of the ledger unless named, without mine; all against each other when none is left.
Gauntlet read_sides(const Options& options, const MatrixSource& source, Problems& problems) {
  auto [mine, field] = options.sides.read(problems, source.decks);
  if (options.sides.field.empty() && field.empty()) field.assign(mine.begin(), mine.end());
  check_different(mine, problems);
  check_different(field, problems);
  if (problems.any()) return {};
  if (options.format->kind == FormatOfPlay::Kind::Auction) field.assign(mine.begin(), mine.end());
  check_sides(*options.format, mine.size(), field.size(), problems);
  Gauntlet gauntlet = arrange_gauntlet(mine, field);
  for (const DeckList* part : {&std::as_const(mine), &std::as_const(field)}) gauntlet.decks.add_notes(*part);
  problems.check(gauntlet.decks.size() > 1, "at least two decks are needed");
  return gauntlet;
}

// Every deck must have played; and every pair met where chains are bid, whose curves are those of its own games.
void check_games(const Options& options, const Matrix& matrix, const Matrix& all, const std::vector<int>& places,
                 const Provenance& provenance, Problems& problems) {
  const auto name = [&](int deck) { return provenance.decks[static_cast<size_t>(deck)].deck.name; };
  const Eigen::MatrixXd wins = count_wins(all);
  for (int deck = 0; deck < matrix.decks; ++deck) {
    const int place = places[static_cast<size_t>(deck)];
    if (place < 0 || wins.row(place).sum() + wins.col(place).sum() <= 0)
      problems.add(options.from + ": no games of " + name(deck) + " ('archon gauntlet' plays them)");
  }
  const auto unmet = [](const MatrixCell& cell) { return cell.result.total().decided() == 0; };
  const auto first = std::ranges::find_if(matrix.cells, unmet);
  if (!options.format->chained || first == matrix.cells.end()) return;
  const int64_t others = matrix.unmet() - 1;
  problems.add(options.from + ": no games of " + name(first->a) + " against " + name(first->b) +
               (others == 1  ? " and of another pair"
                : others > 1 ? " and of " + thousands(others) + " other pairs"
                             : "") +
               ", without which no chains can be bid ('archon gauntlet' plays them)");
}

// Where these decks stand among those of the ledger; -1: nowhere.
std::vector<int> places_of(const std::vector<DeckFile>& decks, const std::vector<DeckFile>& all) {
  std::map<uint64_t, int> place;
  for (size_t i = 0; i < all.size(); ++i) place[deck_hash(all[i].deck)] = static_cast<int>(i);
  std::vector<int> places;
  for (const DeckFile& each : decks) {
    const auto found = place.find(deck_hash(each.deck));
    places.push_back(found == place.end() ? -1 : found->second);
  }
  return places;
}

PairSampler sampler_of(const Options& options, const MatrixRates& rates, const TournamentReport& report) {
  switch (report.format->kind) {
    case FormatOfPlay::Kind::BestOfThree:
      return sample_series(rates, 3, report.first);
    case FormatOfPlay::Kind::Adaptive:
      return sample_adaptive(report.matrix, rates, report.first);
    case FormatOfPlay::Kind::AdaptiveOne:
      return sample_adaptive_one(report.matrix, rates);
    case FormatOfPlay::Kind::Reversal:
      return sample_reversal(rates, options.best_of, report.first);
    default:
      return sample_series(rates, 1, report.first);
  }
}

// Where each brings one deck.
void rank(const Options& options, const MatrixRates& rates, TournamentReport& report) {
  report.ranking = rank_decks(report.matrix, sampler_of(options, rates, report), options.threads);
  const DeckWin& deck = report.ranking.front();
  if (report.ranking.size() > 1 || deck.matchups.size() > 1) return;
  const int opponent = deck.matchups.front().opponent;
  if (report.format->kind == FormatOfPlay::Kind::Adaptive)
    report.adaptive = sample_adaptive(report.matrix, rates, deck.deck, opponent, report.first);
  if (report.format->kind == FormatOfPlay::Kind::AdaptiveOne)
    report.adaptive_one = sample_adaptive_one(report.matrix, rates, deck.deck, opponent);
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

void solve(const Options& options, const MatrixRates& rates, TournamentReport& report) {
  switch (report.format->kind) {
    case FormatOfPlay::Kind::Triad:
      return rank_threes(options, rates, report);
    case FormatOfPlay::Kind::Survival:
      report.survival = sample_survival(rates, report.team(true), report.team(false), report.first);
      return;
    case FormatOfPlay::Kind::Auction:
      report.auction = sample_auction(report.matrix, options.threads);
      return;
    default:
      return rank(options, rates, report);
  }
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems(std::string("tournament ") + options.format->name);
  options.presenting.check(problems);
  problems.check_threads(options.threads);
  problems.check(options.best_of % 2 == 1 && options.best_of >= 1 && options.best_of <= 9,
                 "--best-of: an odd number from 1 to 9, not " + std::to_string(options.best_of));
  MatrixSource source = read_matrix_source(options.from, problems);
  Gauntlet gauntlet = problems.any() ? Gauntlet() : read_sides(options, source, problems);
  if (problems.any()) return problems.print();
  TournamentReport report;
  report.format = options.format;
  report.first = options.first == "lot" || !options.format->chooses ? FirstPlayer::Lot : FirstPlayer::Loser;
  report.provenance = source.provenance(std::move(gauntlet.decks), invocation);
  report.matrix = empty_matrix(decks_of(report.provenance.decks), report.provenance.seed, 0, 1, gauntlet.pairs);
  Matrix all = empty_matrix(decks_of(source.decks), report.provenance.seed);
  for (Matrix* matrix : {&report.matrix, &all}) {
    const std::string error = problems.any() ? "" : read_matrix(*source.ledger, *matrix);
    if (!error.empty()) problems.add(options.from + ": " + error);
  }
  const std::vector<int> places = places_of(report.provenance.decks, source.decks);
  if (!problems.any()) check_games(options, report.matrix, all, places, report.provenance, problems);
  if (problems.any()) return problems.print();

  const MatrixRates rates(report.matrix, all, places, known_strengths(source.decks, report.provenance.agents));
  report.mean_advantage = rates.mean_advantage();
  if (report.format->chained)
    report.unchained =
        std::ranges::count_if(report.matrix.cells, [](const MatrixCell& cell) { return cell.chained_games() == 0; });
  solve(options, rates, report);
  return options.presenting.show(tournament_document(report));
}

void add_format_of_play(Command tournament, const FormatOfPlay& format) {
  Command command = tournament.add(format.name, format.description);
  auto options = std::make_shared<Options>();
  options->format = &format;
  if (format.kind == FormatOfPlay::Kind::Auction)
    options->sides.decks.add_to(
        command, "DECKS", "The pool in the order of the auction, or names of decks of the ledger; all of it unless named");
  else
    options->sides.add_to(command, "My decks, or names of decks of the ledger; all of it unless named",
                          "The decks that opponents bring; the others of the ledger unless named");
  command.option("--from", options->from, "A ledger of 'archon matrix' or 'archon gauntlet' that has their games").required();
  if (format.chooses)
    command.option("--first", options->first, "Who goes first after game 1: loser (the loser chooses) or lot")
        .one_of({"loser", "lot"});
  if (format.kind == FormatOfPlay::Kind::Reversal)
    command.option("--best-of", options->best_of, "Games of a match at most, an odd number");
  options->presenting.add_to(command);
  options->presenting.add_page("how likely matches are won, drawn, and all tables");
  command.option("-j,--threads", options->threads, "Number of threads, 0 for one a core; the results do not depend on it");
  command.footer(format.footer);
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace tournament_command

void add_tournament(Command program) {
  using namespace tournament_command;
  Command command =
      program.add("tournament",
                  "Best of three, Adaptive, Reversal, Survival, Triad, sealed pools, auctions: what to play and what it wins");
  for (const FormatOfPlay& each : formats_of_play()) add_format_of_play(command, each);
}

}  // namespace archon::cli
