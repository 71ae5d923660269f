#include "sim/report/html_template.h"

#include <cassert>
#include <map>

#include "engine/core/embed.h"

ARCHON_EMBED(report_css, "sim/report/assets/report.css")
ARCHON_EMBED(report_js, "sim/report/assets/report.js")
ARCHON_EMBED(report_icons, "sim/report/assets/icons.svg")
#include "embedded_templates.inc"
#undef ARCHON_EMBED

namespace archon::report {
namespace {

std::string_view between(const char* begin, const char* end) { return {begin, static_cast<size_t>(end - begin)}; }

// By name: "sim/report/assets/deck.mustache" is "deck".
const std::map<std::string, std::string>& templates() {
  static const std::map<std::string, std::string> all = [] {
    std::map<std::string, std::string> found;
    const auto add = [&](std::string_view file, std::string_view text) {
      const size_t name = file.rfind('/') + 1;
      found.emplace(file.substr(name, file.rfind('.') - name), text);
    };
#define ARCHON_EMBED(symbol, file) add(file, between(archon_begin_##symbol, archon_end_##symbol));
#include "embedded_templates.inc"
#undef ARCHON_EMBED
    mstch::config::escape = [](const std::string& text) { return escaped(text); };
    return found;
  }();
  return all;
}

}  // namespace

std::string render(const std::string& name, const Values& values) {
  const std::map<std::string, std::string>& all = templates();
  assert(all.contains(name));
  return mstch::render(all.at(name), values);
}

std::string escaped(std::string_view text) {
  std::string html;
  for (char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string_view style_sheet() { return between(archon_begin_report_css, archon_end_report_css); }
std::string_view script() { return between(archon_begin_report_js, archon_end_report_js); }
std::string_view icons() { return between(archon_begin_report_icons, archon_end_report_icons); }

}  // namespace archon::report
