#include "sim/cli/report_options.h"

#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/pages/deck_details.h"
#include "sim/pages/matrix_page.h"
#include "sim/report/picture.h"

namespace archon::cli {
namespace {

// The file of the picture beside a page, or its address: "cota28.png" for "cota28.html".
std::string picture_of(const std::string& page) {
  const bool html = page.ends_with(".html") || page.ends_with(".htm");
  return (html ? page.substr(0, page.rfind('.')) : page) + ".png";
}

}  // namespace

void ReportOptions::add_to(Command command) {
  command.option("--report", file, "HTML file to write: heat map, ratings, chains, and a page for each deck");
  command.option("--report-games", games,
                 "So many games of each pair are played again for the report: aember and keys by turn, games to replay");
  command.option("--report-url", url,
                 "Where the report will be found, such as https://example.org/decks.html: those who share the link see a "
                 "picture, which is written beside it");
}

void ReportOptions::check(Problems& problems) const {
  problems.check_output("--report", file);
  problems.check(games >= 0 && games <= 1000, "--report-games: from 0 to 1,000, not " + std::to_string(games));
  if (url.empty()) return;
  problems.check(!file.empty(), "--report-url: needs --report FILE");
  problems.check(url.starts_with("https://") || url.starts_with("http://"),
                 "--report-url: an address such as https://example.org/decks.html, not '" + url + "'");
  if (!file.empty()) problems.check_output("--report-url", picture_of(file));
}

std::string ReportOptions::write(const MatrixReport& report, int threads) const {
  if (file.empty()) return {};
  MatrixPage page;
  if (!url.empty()) {
    page.address = url;
    page.picture = picture_of(url);
  }
  for (const DeckFile& deck : report.provenance.decks) page.details.push_back(deck_details(deck));
  ReplaySpec spec{.games = games, .threads = threads};
  spec.options.rules = find_rules(report.provenance.rules).value_or(RulesProfile{});
  add_courses(report, spec, page.details, progress_line("pairs looked at for the report"));
  end_progress_line();
  const ReportInput input = report_input(report, page);
  if (const std::string error = write_file(file, report_html(input)); !error.empty()) return error;
  return url.empty() ? std::string() : write_file(picture_of(file), report_picture(input));
}

}  // namespace archon::cli
