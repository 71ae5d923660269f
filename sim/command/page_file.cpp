#include "sim/command/page_file.h"

namespace archon::cli {

void PageFile::add_to(Command command, const std::string& what) {
  command.option("--report", file, "HTML file to write: " + what);
  command.option("--report-url", url,
                 "Where the report will be found, such as https://example.org/decks.html, for those who share the link");
}

void PageFile::check(Problems& problems) const {
  problems.check_output("--report", file);
  if (url.empty()) return;
  problems.check(!file.empty(), "--report-url: needs --report FILE");
  problems.check(url.starts_with("https://") || url.starts_with("http://"),
                 "--report-url: an address such as https://example.org/decks.html, not '" + url + "'");
}

}  // namespace archon::cli
