#include "sim/cli/report_options.h"

#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/pages/deck_details.h"
#include "sim/pages/matrix_page.h"
#include "sim/report/report.h"

namespace archon::cli {

void ReportOptions::add_to(Command command) {
  page.add_to(command, "heat map, ratings, chains, and a page for each deck");
  command.option("--report-games", games,
                 "So many games of each pair (of more than 100 decks: of some) are played again for the report: aember and "
                 "keys by turn, games to replay");
}

void ReportOptions::check(Problems& problems) const {
  page.check(problems);
  problems.check(games >= 0 && games <= 1000, "--report-games: from 0 to 1,000, not " + std::to_string(games));
}

std::string ReportOptions::write(const MatrixReport& report, int threads) const {
  return page.file.empty() ? "" : write_file(page.file, html(report, threads));
}

std::string ReportOptions::html(const MatrixReport& report, int threads) const {
  MatrixPage shown;
  shown.address = page.url;
  for (const DeckFile& deck : report.provenance.decks) shown.details.push_back(deck_details(deck));
  ReplaySpec spec{.games = games, .threads = threads};
  spec.options.rules = find_rules(report.provenance.rules).value_or(RulesProfile{});
  spec.options.clock = report.provenance.time.clock();
  add_courses(report, spec, shown.details, progress_line("pairs looked at for the report"));
  end_progress_line();
  return report_html(report_input(report, shown));
}

}  // namespace archon::cli
