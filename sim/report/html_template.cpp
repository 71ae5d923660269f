#include "sim/report/html_template.h"

#include <cassert>
#include <map>

#include "engine/core/embed.h"

namespace archon::report {
namespace {

constexpr std::string_view kFolder = "sim/report/assets/";

// By name: "sim/report/assets/deck.mustache" is "deck".
const std::map<std::string, std::string>& templates() {
  static const std::map<std::string, std::string> all = [] {
    std::map<std::string, std::string> found;
    for (const auto& [path, text] : embedded_files(kFolder)) {
      const size_t name = path.rfind('/') + 1, dot = path.rfind('.');
      if (path.substr(dot) == ".mustache") found.emplace(path.substr(name, dot - name), text);
    }
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

std::string_view style_sheet() { return embedded_text("sim/report/assets/report.css"); }
std::string_view script() { return embedded_text("sim/report/assets/report.js"); }
std::string_view icons() { return embedded_text("sim/report/assets/icons.svg"); }

}  // namespace archon::report
