#include "sim/cli/report_options.h"

#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/pages/deck_details.h"
#include "sim/pages/matrix_page.h"
#include "sim/report/report.h"

namespace archon::cli {

void ReportOptions::add_to(Command command) {
  command.option("--report", file, "HTML file to write: heat map, ratings, chains, and a page for each deck");
  command.option("--report-games", games,
                 "So many games of each pair are played again for the report: aember and keys by turn, games to replay");
  command.option("--report-url", url,
                 "Where the report will be found, such as https://example.org/decks.html, for those who share the link");
}

void ReportOptions::check(Problems& problems) const {
  problems.check_output("--report", file);
  problems.check(games >= 0 && games <= 1000, "--report-games: from 0 to 1,000, not " + std::to_string(games));
  if (url.empty()) return;
  problems.check(!file.empty(), "--report-url: needs --report FILE");
  problems.check(url.starts_with("https://") || url.starts_with("http://"),
                 "--report-url: an address such as https://example.org/decks.html, not '" + url + "'");
}

std::string ReportOptions::write(const MatrixReport& report, int threads) const {
  if (file.empty()) return {};
  MatrixPage page;
  page.address = url;
  for (const DeckFile& deck : report.provenance.decks) page.details.push_back(deck_details(deck));
  ReplaySpec spec{.games = games, .threads = threads};
  spec.options.rules = find_rules(report.provenance.rules).value_or(RulesProfile{});
  spec.options.clock = report.provenance.time.clock();
  add_courses(report, spec, page.details, progress_line("pairs looked at for the report"));
  end_progress_line();
  return write_file(file, report_html(report_input(report, page)));
}

}  // namespace archon::cli
